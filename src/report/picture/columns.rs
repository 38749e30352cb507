//! Where the parts of a picture are: threads as columns, their events below each other in rows that all columns share, and the boxes of scopes
//! around them.

use super::routes::{Cell, Fall, Route, Routes, Side, is_step, routes};
use super::{Picture, meaning};
use crate::report::drawing::{Anchor, Area, BoxRole, Drawing, Group, Line, LineKind, Shape, Text, TextRole};
use crate::report::drawing_text::{LINE, wrap_text};
use itertools::Itertools;
use petgraph::graph::{EdgeIndex, NodeIndex};
use petgraph::visit::EdgeRef;
use std::collections::{BTreeSet, HashMap};

/// Around the whole picture.
const MARGIN: f64 = 12.0;
/// Between a box of a scope and what is in it.
const PAD: f64 = 7.0;
/// Between two boxes side by side.
const BETWEEN: f64 = 7.0;
/// Between the edge of an event and its text.
const INSIDE: f64 = 7.0;
/// No picture is narrower, so that its title and legend have room.
const NARROWEST: f64 = 340.0;

/// A picture with a place for everything.
pub fn draw(picture: &Picture) -> Drawing {
    draw_with(picture, Around::All)
}

/// The same without its title, its lines and a legend, for where text beside it has these.
pub fn draw_bare(picture: &Picture) -> Drawing {
    draw_with(picture, Around::Nothing)
}

/// What stands around an execution.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    /// The title, what is shown, and a legend.
    All,
    /// Nothing.
    Nothing,
}

fn draw_with(picture: &Picture, around: Around) -> Drawing {
    let texts = Texts::new(picture);
    let routes = routes(picture, &texts.cells, &texts.heights);
    let mut sheet = Sheet { picture, texts, routes, left: Vec::new(), rows: 0.0 };
    let scopes = scopes(picture);
    let content = sheet.place_columns(&scopes);
    let width = if around == Around::All { content.max(NARROWEST) } else { content } + MARGIN;
    let mut drawing = Drawing { title: picture.title.clone(), width, height: 0.0, groups: Vec::new() };
    let top = match around {
        Around::All => {
            let title = std::iter::once((picture.title.clone(), TextRole::Title));
            let lines = title.chain(picture.subtitle.iter().map(|line| (line.clone(), TextRole::Subtitle)));
            let lines: Vec<(String, TextRole)> = lines.collect();
            drawing.add_lines(&lines, (MARGIN, MARGIN), width - 2.0 * MARGIN) + PAD
        }
        Around::Nothing => MARGIN,
    };
    let bottom = sheet.add_scopes(&mut drawing, &scopes, top);
    sheet.add_edges(&mut drawing);
    sheet.add_events(&mut drawing);
    sheet.add_labels(&mut drawing);
    let bottom = match around {
        Around::All => {
            let bottom = drawing.add_legend(&sheet.legend(), (MARGIN, bottom + PAD), width - 2.0 * MARGIN);
            drawing.add_lines(&sheet.marks(), (MARGIN, bottom), width - 2.0 * MARGIN)
        }
        Around::Nothing => bottom,
    };
    drawing.height = bottom + MARGIN;
    drawing
}

/// The lines of text of events, and what room they take.
struct Texts {
    cells: HashMap<NodeIndex, Cell>,
    lines: HashMap<NodeIndex, Vec<(String, TextRole)>>,
    heights: HashMap<NodeIndex, f64>,
    /// By column.
    widths: Vec<f64>,
}

impl Texts {
    fn new(picture: &Picture) -> Texts {
        // Many threads are only readable where columns are narrow.
        let columns = match picture.columns.len() {
            0..=2 => 27,
            3 => 20,
            _ => 17,
        };
        let mut texts =
            Texts { cells: HashMap::new(), lines: HashMap::new(), heights: HashMap::new(), widths: Vec::new() };
        for (number, column) in picture.columns.iter().enumerate() {
            let mut widest = Text::width(&column.name, TextRole::Head).max(90.0);
            for (row, &event) in column.events.iter().enumerate() {
                let source = wrap_text(&picture.graph[event].source, columns);
                let effect = wrap_text(&with_values(&picture.graph[event].effect, columns), columns);
                let lines = source.into_iter().map(|line| (line, TextRole::Source));
                let lines = lines.chain(effect.into_iter().map(|line| (line, TextRole::Effect)));
                let lines: Vec<(String, TextRole)> = lines.collect();
                let widths = lines.iter().map(|(line, role)| Text::width(line, *role) + 2.0 * INSIDE);
                widest = widths.fold(widest, f64::max);
                let height = lines.iter().map(|(_, role)| role.size() * LINE).sum::<f64>() + 8.0;
                texts.heights.insert(event, height);
                texts.lines.insert(event, lines);
                texts.cells.insert(event, Cell { column: number, row });
            }
            texts.widths.push(widest.ceil());
        }
        texts
    }
}

/// What an event does, with an object and its value in one line if a line has room for both.
fn with_values(effect: &str, columns: usize) -> String {
    let effect = effect.replace(" = ", "\u{a0}=\u{a0}");
    let word = |word: &str| match word.chars().count() > columns {
        true => word.replacen('\u{a0}', " ", 1),
        false => word.to_string(),
    };
    effect.split(' ').map(word).join(" ")
}

/// The box of one or more scopes that have the same threads.
struct ScopeBox {
    /// The first of its columns.
    first: usize,
    /// The last of them.
    last: usize,
    name: String,
    /// How many boxes it is in.
    depth: usize,
}

/// The boxes around columns, outer ones first.
fn scopes(picture: &Picture) -> Vec<ScopeBox> {
    let mut boxes: Vec<ScopeBox> = Vec::new();
    let deepest = picture.columns.iter().map(|column| column.scopes.len()).max().unwrap_or(0);
    for level in 0..deepest {
        let mut first = 0;
        while first < picture.columns.len() {
            let Some(scope) = picture.columns[first].scopes.get(level) else {
                first += 1;
                continue;
            };
            let same = picture.columns[first..].iter().take_while(|column| column.scopes.get(level) == Some(scope));
            let last = first + same.count() - 1;
            // A level and its number stay in one line.
            let name = scope.name.replace(' ', "\u{a0}");
            match boxes.iter_mut().find(|other| (other.first, other.last) == (first, last)) {
                Some(other) => other.name += &format!(" · {name}"),
                None => {
                    let depth = boxes.iter().filter(|other| other.first <= first && last <= other.last).count();
                    boxes.push(ScopeBox { first, last, name, depth });
                }
            }
            first = last + 1;
        }
    }
    boxes
}

/// A picture while it is drawn.
struct Sheet<'a> {
    picture: &'a Picture,
    texts: Texts,
    routes: Routes,
    /// By column: its left edge.
    left: Vec<f64>,
    /// Where the rows begin.
    rows: f64,
}

impl Sheet<'_> {
    /// Gives columns their places: where the last box ends.
    fn place_columns(&mut self, scopes: &[ScopeBox]) -> f64 {
        let mut x = MARGIN;
        for column in 0..self.picture.columns.len() {
            x += if column == 0 { 0.0 } else { BETWEEN };
            x += PAD * scopes.iter().filter(|scope| scope.first == column).count() as f64;
            self.left.push(x);
            x += self.texts.widths[column] + self.routes.gutter_width(column);
            x += PAD * scopes.iter().filter(|scope| scope.last == column).count() as f64;
        }
        x
    }

    fn right(&self, column: usize) -> f64 {
        self.left[column] + self.texts.widths[column]
    }

    /// Draws boxes and the names of columns from a height on, and gives rows theirs: where the boxes end.
    fn add_scopes(&mut self, drawing: &mut Drawing, scopes: &[ScopeBox], top: f64) -> f64 {
        let deepest = scopes.iter().map(|scope| scope.depth + 1).max().unwrap_or(0);
        let inside = |of: usize, edge: &dyn Fn(&ScopeBox) -> usize, scope: &ScopeBox| {
            scopes.iter().filter(|other| other.depth > scope.depth && edge(other) == of).count() as f64
        };
        let sides: Vec<(f64, f64)> = scopes
            .iter()
            .map(|scope| {
                let left = self.left[scope.first] - PAD * (1.0 + inside(scope.first, &|other| other.first, scope));
                let gutter = self.routes.gutter_width(scope.last);
                let right =
                    self.right(scope.last) + gutter + PAD * (1.0 + inside(scope.last, &|other| other.last, scope));
                (left, right)
            })
            .collect();
        let names: Vec<Vec<String>> = scopes
            .iter()
            .zip(&sides)
            .map(|(scope, (left, right))| {
                let columns = (right - left - 2.0 * PAD) / Text::width("n", TextRole::Scope);
                wrap_text(&scope.name, columns.floor() as usize)
            })
            .collect();
        let line = TextRole::Scope.size() * LINE;
        let mut tops = vec![top];
        for depth in 0..deepest {
            let of_depth = scopes.iter().zip(&names).filter(|(scope, _)| scope.depth == depth);
            let lines = of_depth.map(|(_, name)| name.len()).max().unwrap_or(0);
            tops.push(tops[depth] + 6.0 + line * lines as f64);
        }
        let head = tops[deepest] + 2.0;
        self.rows = head + TextRole::Head.size() * LINE;
        let end = self.rows + self.routes.bottom;
        for ((scope, (left, right)), name) in scopes.iter().zip(&sides).zip(names) {
            let y = tops[scope.depth];
            let bottom = end + PAD * (deepest - scope.depth) as f64;
            let area = Area { x: *left, y, width: right - left, height: bottom - y };
            let text = |(at, name): (usize, String)| {
                Shape::Text(Text::new(name, TextRole::Scope, (left + PAD, y + 4.0 + line * at as f64)))
            };
            let frame = std::iter::once(Shape::Box(area, BoxRole::Scope, false));
            drawing.add(frame.chain(name.into_iter().enumerate().map(text)));
        }
        for (number, column) in self.picture.columns.iter().enumerate() {
            let middle = f64::midpoint(self.left[number], self.right(number));
            let anchor = Anchor::Middle;
            drawing.add([Shape::Text(Text { anchor, ..Text::new(&column.name, TextRole::Head, (middle, head)) })]);
        }
        end + PAD * deepest as f64
    }

    fn area(&self, event: NodeIndex) -> Area {
        let Cell { column, row } = self.texts.cells[&event];
        let (x, y) = (self.left[column], self.rows + self.routes.tops[row]);
        Area { x, y, width: self.texts.widths[column], height: self.routes.heights[&event] }
    }

    fn add_events(&self, drawing: &mut Drawing) {
        for event in self.picture.columns.iter().flat_map(|column| &column.events) {
            let area = self.area(*event);
            let about = &self.picture.graph[*event];
            let mut shapes = vec![Shape::Box(area, BoxRole::Event, about.marked)];
            let mut y = area.y + 4.0;
            for (line, role) in &self.texts.lines[event] {
                shapes.push(Shape::Text(Text::new(line, *role, (area.x + INSIDE, y))));
                y += role.size() * LINE;
            }
            drawing.groups.push(Group { hover: Some(about.hover.clone()), shapes });
        }
    }

    /// The steps of threads: where each is drawn.
    fn steps(&self) -> Vec<(EdgeIndex, f64, f64, f64)> {
        let mut steps = Vec::new();
        for edge in self.picture.graph.edge_references() {
            let cells = &self.texts.cells;
            let (Some(&from), Some(&to)) = (cells.get(&edge.source()), cells.get(&edge.target())) else { continue };
            if is_step(edge.weight(), from, to) {
                let (above, below) = (self.area(edge.source()), self.area(edge.target()));
                steps.push((edge.id(), above.x + above.width / 2.0, above.bottom(), below.y));
            }
        }
        steps
    }

    /// Draws the lines of edges, those that are marked over others.
    fn add_edges(&self, drawing: &mut Drawing) {
        let steps = self.steps().into_iter().map(|(edge, x, from, to)| (edge, vec![(x, from), (x, to)]));
        let routes = self.routes.routes.iter().map(|route| (route.edge, self.points(route)));
        let mut lines: Vec<(EdgeIndex, Vec<(f64, f64)>)> = steps.chain(routes).collect();
        lines.sort_by_key(|(edge, _)| (self.picture.graph[*edge].marked, *edge));
        for (edge, points) in lines {
            let about = &self.picture.graph[edge];
            let line = Line { points, kind: about.kind, marked: about.marked, arrow: about.directed };
            drawing.groups.push(Group { hover: Some(about.hover.clone()), shapes: vec![Shape::Line(line)] });
        }
    }

    fn lane(&self, fall: &Fall) -> f64 {
        self.right(fall.gutter) + self.routes.lane_middle(fall.gutter, fall.lane)
    }

    fn points(&self, route: &Route) -> Vec<(f64, f64)> {
        let Some((from, to)) = self.picture.graph.edge_endpoints(route.edge) else { return Vec::new() };
        let side = |event: NodeIndex, side: Side| match side {
            Side::Left => self.area(event).x,
            Side::Right => self.area(event).right(),
        };
        let mut points = vec![(side(from, route.exit), self.rows + route.leaves)];
        for fall in &route.falls {
            let x = self.lane(fall);
            points.extend([(x, self.rows + fall.from), (x, self.rows + fall.to)]);
        }
        points.push((side(to, route.enter), self.rows + route.reaches));
        points
    }

    /// Draws the labels of edges over all lines.
    fn add_labels(&self, drawing: &mut Drawing) {
        let height = TextRole::Label.size() * LINE;
        let mut add = |edge: EdgeIndex, anchor: Anchor, at: (f64, f64)| {
            let about = &self.picture.graph[edge];
            let (kind, marked) = (Some(about.kind), about.marked);
            let text = Text { kind, marked, anchor, ..Text::new(&about.label, TextRole::Label, at) };
            drawing.groups.push(Group { hover: Some(about.hover.clone()), shapes: vec![Shape::Text(text)] });
        };
        for (edge, x, ..) in self.steps() {
            // The row's tallest event ends where the gap begins: all labels of a gap are in one line.
            let row = self.picture.graph.edge_endpoints(edge).map_or(0, |(_, to)| self.texts.cells[&to].row);
            let y = self.gap_above(row);
            add(edge, Anchor::Start, (x + 6.0, self.rows + y + 3.0));
        }
        for route in &self.routes.routes {
            let Some(fall) = route.falls.first() else { continue };
            add(route.edge, Anchor::Middle, (self.lane(fall), self.rows + route.label - height / 2.0));
        }
    }

    /// Where the row above another ends.
    fn gap_above(&self, row: usize) -> f64 {
        let above = self.texts.cells.iter().filter(|(_, cell)| cell.row + 1 == row);
        above.map(|(event, cell)| self.routes.tops[cell.row] + self.routes.heights[event]).fold(0.0, f64::max)
    }

    /// What thick lines mean, if there are any.
    fn marks(&self) -> Vec<(String, TextRole)> {
        let marked: Vec<LineKind> =
            self.picture.graph.edge_weights().filter(|edge| edge.marked).map(|edge| edge.kind).collect();
        let text = match marked.as_slice() {
            [] => return Vec::new(),
            [LineKind::Race, ..] => "thick: accesses that race",
            [..] => "thick: what the axiom forbids",
        };
        vec![(text.into(), TextRole::Note)]
    }

    fn legend(&self) -> Vec<(LineKind, String)> {
        let kinds: BTreeSet<LineKind> = self.picture.graph.edge_weights().map(|edge| edge.kind).collect();
        kinds.into_iter().map(|kind| (kind, meaning(kind).to_string())).collect()
    }
}
