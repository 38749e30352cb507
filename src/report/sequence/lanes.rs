//! Where the parts of a sequence are: text to the left of the lanes, or, where these are many, above what happens in each row.

use super::{Arrow, Row, Sequence};
use crate::report::drawing::{Anchor, Area, BoxRole, Drawing, Group, Line, LineKind, Shape, Text, TextRole};
use crate::report::drawing_text::{LINE, wrap_text};
use std::collections::BTreeSet;

/// Around the whole picture.
const MARGIN: f64 = 12.0;
/// The characters of a line of what happens.
const COLUMNS: usize = 38;
/// How much room timestamps have.
const TIMES: f64 = 26.0;
/// No picture with text beside lanes is wider: it could not be read at 600 pixels.
const WIDEST: f64 = 660.0;
/// The least width of one with text above what happens, which text has then.
const LEAST: f64 = 420.0;
/// The least distance of lanes, with text beside them and above what happens.
const NARROWEST: [f64; 2] = [56.0, 42.0];
/// Beside the label of an arrow.
const BESIDE_LABEL: [f64; 2] = [24.0, 13.0];
/// Beside the name of a lane.
const BESIDE_NAME: [f64; 2] = [18.0, 4.0];
/// The least height of rows.
const LOWEST: f64 = 21.0;
/// Half of the width of what stands for old data.
const HALF_BAR: f64 = 5.0;

/// A sequence with a place for everything.
pub fn draw(sequence: &Sequence) -> Drawing {
    draw_with(sequence, true)
}

/// The same without its title, its lines and a legend, for where text beside it has these.
pub fn draw_bare(sequence: &Sequence) -> Drawing {
    draw_with(sequence, false)
}

fn draw_with(sequence: &Sequence, is_alone: bool) -> Drawing {
    let sheet = Sheet::new(sequence);
    let width = sheet.width();
    let mut drawing = Drawing { title: sequence.title.clone(), width, height: 0.0, groups: Vec::new() };
    let title = std::iter::once((sequence.title.clone(), TextRole::Title));
    let lines = title.chain(sequence.subtitle.iter().map(|line| (line.clone(), TextRole::Subtitle)));
    let lines: Vec<(String, TextRole)> = lines.collect();
    let top = match is_alone {
        true => drawing.add_lines(&lines, (MARGIN, MARGIN), width - 2.0 * MARGIN) + 8.0,
        false => MARGIN,
    };
    let rows = sheet.heads_height() + top;
    let tops = sheet.tops(rows);
    let bottom = tops.last().copied().unwrap_or(rows);
    sheet.add_heads(&mut drawing, top, bottom);
    sheet.add_bars(&mut drawing, &tops);
    sheet.add_rows(&mut drawing, &tops);
    let bottom = match is_alone {
        true => drawing.add_legend(&legend(sequence), (MARGIN, bottom + 8.0), width - 2.0 * MARGIN),
        false => bottom,
    };
    drawing.height = bottom + MARGIN;
    drawing
}

/// What kinds of lines there are, and what they mean.
fn legend(sequence: &Sequence) -> Vec<(LineKind, String)> {
    let kinds = sequence.rows.iter().flat_map(|row| row.arrows.iter().map(|arrow| arrow.kind));
    let kinds: BTreeSet<LineKind> = kinds.collect();
    let known = [(LineKind::Store, "data written"), (LineKind::Load, "data read"), (LineKind::Stale, "old data")];
    let known = known.into_iter().filter(|(kind, _)| kinds.contains(kind));
    known.map(|(kind, text)| (kind, text.to_string())).collect()
}

/// A sequence while it is drawn.
struct Sheet<'a> {
    sequence: &'a Sequence,
    /// By row: lines of text, and whether it is a note.
    texts: Vec<Vec<(String, bool)>>,
    /// The characters of a line of them.
    columns: usize,
    /// Whether text stands beside lanes, else above what happens.
    is_beside: bool,
    /// The distance of lanes.
    pitch: f64,
}

impl<'a> Sheet<'a> {
    fn new(sequence: &'a Sequence) -> Sheet<'a> {
        let beside =
            Sheet { sequence, texts: Vec::new(), columns: COLUMNS, is_beside: true, pitch: pitch(sequence, 0) };
        let mut sheet = if beside.width() <= WIDEST { beside } else { Sheet::above(sequence) };
        let text = |row: &Row| {
            let text = wrap_text(&row.text, sheet.columns).into_iter().map(|line| (line, false));
            let notes = row.notes.iter().flat_map(|note| wrap_text(note, sheet.columns)).map(|line| (line, true));
            text.chain(notes).collect()
        };
        sheet.texts = sequence.rows.iter().map(text).collect();
        sheet
    }

    /// A sheet with text above what happens.
    fn above(sequence: &'a Sequence) -> Sheet<'a> {
        let pitch = pitch(sequence, 1).max((LEAST - 2.0 * MARGIN) / sequence.lanes.len().max(1) as f64);
        let room = pitch * sequence.lanes.len() as f64 - TIMES;
        let columns = (room / Text::width("n", TextRole::Note)).floor() as usize;
        Sheet { sequence, texts: Vec::new(), columns, is_beside: false, pitch }
    }

    fn width(&self) -> f64 {
        self.lane(self.sequence.lanes.len()) - self.pitch / 2.0 + MARGIN
    }

    /// The middle of a lane.
    fn lane(&self, number: usize) -> f64 {
        let text =
            if self.is_beside { TIMES + self.columns as f64 * Text::width("n", TextRole::Note) + 8.0 } else { 0.0 };
        MARGIN + text + self.pitch * (number as f64 + 0.5)
    }

    /// The lines of a lane's users.
    fn users(&self, number: usize) -> Vec<String> {
        let columns = (self.pitch - if self.is_beside { 12.0 } else { 6.0 }) / Text::width("n", TextRole::Scope);
        wrap_text(&self.sequence.lanes[number].users, columns.floor() as usize)
    }

    /// The lines of a lane's name.
    fn names(&self, number: usize) -> Vec<String> {
        let name = &self.sequence.lanes[number].name;
        let columns = (self.pitch - BESIDE_NAME[usize::from(!self.is_beside)]) / Text::width("n", TextRole::Head);
        // The longest word is as long as there is room for, but for rounding.
        wrap_text(name, (columns + 1e-6).floor() as usize)
    }

    fn heads_height(&self) -> f64 {
        let height = |lane| {
            let [names, users] = [self.names(lane), self.users(lane)].map(|lines| lines.len() as f64);
            TextRole::Head.size() * LINE * names + TextRole::Scope.size() * LINE * users
        };
        (0..self.sequence.lanes.len()).map(height).fold(0.0, f64::max) + 16.0
    }

    /// Where rows begin, and where the last ends.
    fn tops(&self, first: f64) -> Vec<f64> {
        let mut tops = vec![first];
        for (row, lines) in self.sequence.rows.iter().zip(&self.texts) {
            let text = lines.len() as f64 * TextRole::Note.size() * LINE + 6.0;
            let is_bare = row.arrows.is_empty() && row.signs.is_empty();
            let height = match (self.is_beside, is_bare) {
                (true, _) => text.max(LOWEST),
                (false, true) => text,
                (false, false) => text + LOWEST,
            };
            tops.push(tops.last().copied().unwrap_or(first) + height);
        }
        tops
    }

    /// Where in a row things happen.
    fn middle(&self, row: usize, tops: &[f64]) -> f64 {
        match self.is_beside {
            true => f64::midpoint(tops[row], tops[row + 1]),
            false => tops[row + 1] - LOWEST / 2.0,
        }
    }

    fn add_heads(&self, drawing: &mut Drawing, top: f64, bottom: f64) {
        for number in 0..self.sequence.lanes.len() {
            let (x, height) = (self.lane(number), self.heads_height() - 8.0);
            let points = vec![(x, top + height), (x, bottom)];
            let line = Line { points, kind: LineKind::Lane, marked: false, arrow: false };
            let apart = if self.is_beside { 3.0 } else { 1.0 };
            let area = Area { x: x - self.pitch / 2.0 + apart, y: top, width: self.pitch - 2.0 * apart, height };
            let centred = |text: &str, role, y| Text { anchor: Anchor::Middle, ..Text::new(text, role, (x, y)) };
            let mut shapes = vec![Shape::Line(line), Shape::Box(area, BoxRole::Event, false)];
            let mut y = top + 4.0;
            let names = self.names(number).into_iter().map(|name| (name, TextRole::Head));
            for (line, role) in names.chain(self.users(number).into_iter().map(|users| (users, TextRole::Scope))) {
                shapes.push(Shape::Text(centred(&line, role, y)));
                y += role.size() * LINE;
            }
            drawing.add(shapes);
        }
    }

    fn add_bars(&self, drawing: &mut Drawing, tops: &[f64]) {
        for bar in &self.sequence.bars {
            let [from, to] = [bar.from, bar.to].map(|row| self.middle(row, tops));
            let (x, height) = (self.lane(bar.lane) - HALF_BAR, (to - from).max(4.0));
            let shape = Shape::Box(Area { x, y: from, width: 2.0 * HALF_BAR, height }, BoxRole::Stale, true);
            drawing.groups.push(Group { hover: Some(bar.hover.clone()), shapes: vec![shape] });
        }
    }

    fn add_rows(&self, drawing: &mut Drawing, tops: &[f64]) {
        // Lines first: what is written stands over them.
        for (number, row) in self.sequence.rows.iter().enumerate() {
            for arrow in &row.arrows {
                let marked = arrow.kind == LineKind::Stale;
                let points = self.points(arrow, number, tops);
                let line = Shape::Line(Line { points, kind: arrow.kind, marked, arrow: true });
                drawing.groups.push(Group { hover: Some(arrow.hover.clone()), shapes: vec![line] });
            }
        }
        for (number, row) in self.sequence.rows.iter().enumerate() {
            let middle = self.middle(number, tops);
            self.add_text(drawing, number, tops[number]);
            let label = |text: &str, kind, marked, x: f64| {
                let at = (x, middle - TextRole::Label.size() * LINE / 2.0);
                let (kind, anchor) = (Some(kind), Anchor::Middle);
                Shape::Text(Text { kind, marked, anchor, ..Text::new(text, TextRole::Label, at) })
            };
            for arrow in &row.arrows {
                // Beside the lane where it comes, short of the arrow's head.
                let aside = if arrow.from < arrow.to { -1.0 } else { 1.0 };
                let x = self.lane(arrow.to) + aside * (self.pitch / 2.0 + 2.0);
                let marked = arrow.kind == LineKind::Stale;
                let shapes = vec![label(&arrow.label, arrow.kind, marked, x)];
                drawing.groups.push(Group { hover: Some(arrow.hover.clone()), shapes });
            }
            for sign in &row.signs {
                drawing.add([label(sign.word, LineKind::Control, sign.marked, self.lane(sign.lane))]);
            }
        }
    }

    fn add_text(&self, drawing: &mut Drawing, number: usize, top: f64) {
        let row = &self.sequence.rows[number];
        let is_marked = !row.notes.is_empty();
        let time = row.time.to_string();
        let note = |text: &str, x, y, marked| {
            Shape::Text(Text { marked, ..Text::within(text, TextRole::Note, (x, y), self.columns) })
        };
        let right = MARGIN + TIMES - 8.0 - Text::width(&time, TextRole::Note);
        let mut shapes = vec![note(&time, right, top + 3.0, false)];
        for (at, (line, is_note)) in self.texts[number].iter().enumerate() {
            let y = top + 3.0 + TextRole::Note.size() * LINE * at as f64;
            shapes.push(note(line, MARGIN + TIMES, y, *is_note && is_marked));
        }
        drawing.add(shapes);
    }

    /// An arrow comes along its row; what left earlier comes down to it before the last lane.
    fn points(&self, arrow: &Arrow, row: usize, tops: &[f64]) -> Vec<(f64, f64)> {
        let y = self.middle(row, tops);
        let (from, to) = (self.lane(arrow.from), self.lane(arrow.to));
        let Some(left) = arrow.left.filter(|left| *left <= row) else { return vec![(from, y), (to, y)] };
        let aside = if from < to { -1.0 } else { 1.0 };
        let turn = to + aside * (self.pitch - 8.0);
        vec![(from, tops[left]), (turn, y), (to, y)]
    }
}

/// The distance of lanes: with text beside them (0), or above what happens (1).
fn pitch(sequence: &Sequence, way: usize) -> f64 {
    let labels = sequence.rows.iter().flat_map(|row| &row.arrows);
    let widths = labels.map(|arrow| Text::width(&arrow.label, TextRole::Label) + BESIDE_LABEL[way]);
    let words = sequence.lanes.iter().flat_map(|lane| lane.name.split(' '));
    let names = words.map(|word| Text::width(word, TextRole::Head) + BESIDE_NAME[way]);
    widths.chain(names).fold(NARROWEST[way], f64::max)
}
