//! Which way edges go between the columns of a picture: from the side of an event along a lane beside its column and, where columns are between the
//! two events, along a track above or below the row of the other. No way leads over an event, and what goes the same way has lanes and tracks of
//! its own.

use super::{Edge, Picture};
use crate::report::drawing::{LineKind, Text, TextRole};
use petgraph::graph::{EdgeIndex, NodeIndex};
use petgraph::visit::EdgeRef;
use std::collections::HashMap;

/// Between two ports of a side.
const PORT: f64 = 12.0;
/// From the top of an event to its first port.
const FIRST_PORT: f64 = 11.0;
/// Between two tracks.
const TRACK: f64 = 10.0;
/// Above the first track of a gap between rows, where program order has its label.
const ABOVE_TRACKS: f64 = 20.0;
/// Above the first row.
const ABOVE_ROWS: f64 = 6.0;
/// What a label takes of its lane above and below its middle.
const HALF_LABEL: f64 = 9.0;
/// Beside the lanes of a gutter.
const BESIDE_LANES: f64 = 10.0;

/// A side of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    Left,
    Right,
}

/// Where an event stands: its column and its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub column: usize,
    pub row: usize,
}

/// A part of a way that goes down or up in a lane.
#[derive(Clone, Copy, Debug)]
pub struct Fall {
    /// The column that the lane is to the right of.
    pub gutter: usize,
    /// Which lane of the gutter.
    pub lane: usize,
    pub from: f64,
    pub to: f64,
}

/// The way of an edge.
#[derive(Clone, Debug)]
pub struct Route {
    pub edge: EdgeIndex,
    pub exit: Side,
    pub enter: Side,
    /// Where it leaves the one event, from the top of the picture's rows.
    pub leaves: f64,
    /// Where it reaches the other.
    pub reaches: f64,
    /// The lane beside the one event, and that beside the other if it is another.
    pub falls: Vec<Fall>,
    /// Where its label is in its first lane.
    pub label: f64,
}

/// The ways of all edges, and what room they take.
pub struct Routes {
    pub routes: Vec<Route>,
    /// By row: where it begins.
    pub tops: Vec<f64>,
    /// By event: how high it is.
    pub heights: HashMap<NodeIndex, f64>,
    /// By column: the lanes to its right, each by how wide it is.
    pub lanes: Vec<Vec<f64>>,
    /// Where the rows end.
    pub bottom: f64,
}

impl Routes {
    /// How wide the lanes to the right of a column are.
    pub fn gutter_width(&self, column: usize) -> f64 {
        let lanes = &self.lanes[column];
        if lanes.is_empty() { 0.0 } else { lanes.iter().sum::<f64>() + 2.0 * BESIDE_LANES }
    }

    /// The middle of a lane, from the right edge of its column.
    pub fn lane_middle(&self, gutter: usize, lane: usize) -> f64 {
        let lanes = &self.lanes[gutter];
        BESIDE_LANES + lanes[..lane].iter().sum::<f64>() + lanes[lane] / 2.0
    }
}

/// Whether an edge is a straight line from an event to the next one of its thread.
pub fn is_step(edge: &Edge, from: Cell, to: Cell) -> bool {
    edge.kind == LineKind::Po && from.column == to.column && to.row == from.row + 1
}

/// An edge before it has a place.
struct Plan {
    edge: EdgeIndex,
    ends: [NodeIndex; 2],
    cells: [Cell; 2],
    sides: [Side; 2],
    gutters: [usize; 2],
    /// The gap above this row, if it goes along one, and the track there.
    gap: Option<(usize, usize)>,
}

impl Plan {
    /// Whether it goes straight across from one event to its neighbour.
    fn is_level(&self) -> bool {
        let [from, to] = self.cells;
        from.row == to.row && from.column.abs_diff(to.column) == 1
    }

    /// Which way an end goes on: to this row, or the gap above it.
    fn heads_for(&self, end: usize) -> f64 {
        match self.gap {
            Some((gap, _)) => gap as f64 - 0.5,
            None => self.cells[1 - end].row as f64,
        }
    }
}

fn plan(picture: &Picture, cells: &HashMap<NodeIndex, Cell>) -> Vec<Plan> {
    let mut plans = Vec::new();
    for edge in picture.graph.edge_references() {
        let ends = [edge.source(), edge.target()];
        let [Some(&from), Some(&to)] = ends.map(|end| cells.get(&end)) else { continue };
        if is_step(edge.weight(), from, to) {
            continue;
        }
        let (sides, gutters) = match from.column.cmp(&to.column) {
            std::cmp::Ordering::Equal => ([Side::Right, Side::Right], [from.column, from.column]),
            std::cmp::Ordering::Less => ([Side::Right, Side::Left], [from.column, to.column - 1]),
            std::cmp::Ordering::Greater => ([Side::Left, Side::Right], [from.column - 1, to.column]),
        };
        // It comes to the other event's row from where it is.
        let gap = (gutters[0] != gutters[1]).then(|| (to.row + usize::from(from.row > to.row), 0));
        plans.push(Plan { edge: edge.id(), ends, cells: [from, to], sides, gutters, gap });
    }
    plans
}

/// Gives each of several intervals the first place in which no other one overlaps it: by interval its place, and how many there are.
fn places(intervals: &[(f64, f64)]) -> (Vec<usize>, usize) {
    let mut order: Vec<usize> = (0..intervals.len()).collect();
    let length = |at: usize| intervals[at].1 - intervals[at].0;
    order.sort_by(|&a, &b| length(a).total_cmp(&length(b)).then(a.cmp(&b)));
    let mut taken: Vec<Vec<(f64, f64)>> = Vec::new();
    let mut found = vec![0; intervals.len()];
    for at in order {
        let (low, high) = intervals[at];
        let is_free = |place: &Vec<(f64, f64)>| place.iter().all(|&(from, to)| high < from || to < low);
        let place = taken.iter().position(is_free).unwrap_or(taken.len());
        if place == taken.len() {
            taken.push(Vec::new());
        }
        taken[place].push((low, high));
        found[at] = place;
    }
    (found, taken.len())
}

/// Gives the edges that go along gaps their tracks: by gap, how many it has.
fn give_tracks(plans: &mut [Plan], rows: usize) -> Vec<usize> {
    let mut counts = vec![0; rows + 1];
    for (gap, count) in counts.iter_mut().enumerate() {
        let along: Vec<usize> = (0..plans.len()).filter(|&at| plans[at].gap.is_some_and(|(at, _)| at == gap)).collect();
        let interval = |&at: &usize| {
            let [a, b] = plans[at].gutters;
            (a.min(b) as f64, a.max(b) as f64)
        };
        let (tracks, all) = places(&along.iter().map(interval).collect::<Vec<_>>());
        along.into_iter().zip(tracks).for_each(|(at, track)| plans[at].gap = Some((gap, track)));
        *count = all;
    }
    counts
}

/// By plan and end: where it is attached, from the top of its event; and by event how high it must be for that.
fn give_ports(plans: &[Plan]) -> (Vec<[f64; 2]>, HashMap<NodeIndex, f64>) {
    let mut at_sides: HashMap<(NodeIndex, Side), Vec<(usize, usize)>> = HashMap::new();
    for (at, plan) in plans.iter().enumerate() {
        for end in [0, 1] {
            at_sides.entry((plan.ends[end], plan.sides[end])).or_default().push((at, end));
        }
    }
    let mut ports = vec![[0.0; 2]; plans.len()];
    let mut heights: HashMap<NodeIndex, f64> = HashMap::new();
    for ((event, side), mut ends) in at_sides {
        // What goes straight across is first on both sides, so that it is level.
        ends.sort_by(|&(a, end_of_a), &(b, end_of_b)| {
            let key = |at: usize, end| (!plans[at].is_level(), plans[at].heads_for(end));
            let ((first, a_row), (second, b_row)) = (key(a, end_of_a), key(b, end_of_b));
            first.cmp(&second).then(a_row.total_cmp(&b_row)).then((a, end_of_a).cmp(&(b, end_of_b)))
        });
        let mut last = 0.0;
        for (number, (at, end)) in ends.into_iter().enumerate() {
            // Those of neighbours never meet in the gutter.
            let aside = if side == Side::Left && !plans[at].is_level() { PORT / 2.0 } else { 0.0 };
            last = FIRST_PORT + PORT * number as f64 + aside;
            ports[at][end] = last;
        }
        let height = heights.entry(event).or_insert(0.0);
        *height = height.max(last + FIRST_PORT);
    }
    (ports, heights)
}

/// The ways of a picture's edges, given where its events stand and how high their text is.
pub fn routes(picture: &Picture, cells: &HashMap<NodeIndex, Cell>, text: &HashMap<NodeIndex, f64>) -> Routes {
    let rows = picture.columns.iter().map(|column| column.events.len()).max().unwrap_or(0);
    let mut plans = plan(picture, cells);
    let tracks = give_tracks(&mut plans, rows);
    let (ports, mut heights) = give_ports(&plans);
    for (&event, &text) in text {
        let height = heights.entry(event).or_insert(0.0);
        *height = height.max(text);
    }
    let (tops, gaps, bottom) = rows_of(cells, &heights, &tracks);
    let mut found: Vec<Route> = Vec::new();
    for (plan, ports) in plans.iter().zip(&ports) {
        let [leaves, reaches] = [0, 1].map(|end| tops[plan.cells[end].row] + ports[end]);
        let fall = |gutter, from, to| Fall { gutter, lane: 0, from, to };
        let falls = match plan.gap {
            None => vec![fall(plan.gutters[0], leaves, reaches)],
            Some((gap, track)) => {
                let along = gaps[gap] + TRACK * track as f64;
                vec![fall(plan.gutters[0], leaves, along), fall(plan.gutters[1], along, reaches)]
            }
        };
        let [exit, enter] = plan.sides;
        found.push(Route { edge: plan.edge, exit, enter, leaves, reaches, falls, label: leaves });
    }
    let lanes = give_lanes(picture, &mut found);
    place_labels(&mut found);
    Routes { routes: found, tops, heights, lanes, bottom }
}

/// Where rows begin, where the first track of each gap is, and where the last gap ends.
fn rows_of(
    cells: &HashMap<NodeIndex, Cell>,
    heights: &HashMap<NodeIndex, f64>,
    tracks: &[usize],
) -> (Vec<f64>, Vec<f64>, f64) {
    let rows = tracks.len() - 1;
    let (mut tops, mut gaps, mut y) = (Vec::new(), Vec::new(), 0.0);
    for (gap, &count) in tracks.iter().enumerate() {
        let above = if gap == 0 || gap == rows { ABOVE_ROWS } else { ABOVE_TRACKS };
        gaps.push(y + above);
        y += above + TRACK * count as f64 + if gap == 0 || gap == rows { 0.0 } else { 4.0 };
        if gap < rows {
            tops.push(y);
            let of_row = cells.iter().filter(|(_, cell)| cell.row == gap).map(|(event, _)| heights[event]);
            y += of_row.fold(0.0, f64::max);
        }
    }
    (tops, gaps, y)
}

/// Gives the parts of ways in a gutter lanes in which they do not meet: by column, how wide the lanes beside it are.
fn give_lanes(picture: &Picture, routes: &mut [Route]) -> Vec<Vec<f64>> {
    let mut widths = Vec::new();
    for gutter in 0..picture.columns.len() {
        let parts =
            routes.iter().enumerate().flat_map(|(at, route)| (0..route.falls.len()).map(move |part| (at, part)));
        let here: Vec<(usize, usize)> = parts.filter(|&(at, part)| routes[at].falls[part].gutter == gutter).collect();
        let interval = |&(at, part): &(usize, usize)| {
            let Fall { from, to, .. } = routes[at].falls[part];
            (from.min(to) - HALF_LABEL, from.max(to) + HALF_LABEL)
        };
        let (lanes, all) = places(&here.iter().map(interval).collect::<Vec<_>>());
        let mut wide: Vec<f64> = vec![12.0; all];
        for ((at, part), lane) in here.into_iter().zip(lanes) {
            routes[at].falls[part].lane = lane;
            let label = Text::width(&picture.graph[routes[at].edge].label, TextRole::Label) + 6.0;
            if part == 0 {
                wide[lane] = wide[lane].max(label);
            }
        }
        widths.push(wide);
    }
    widths
}

/// A part of a way that goes across a gutter at a height, over some of its lanes.
struct Across {
    route: usize,
    gutter: usize,
    y: f64,
    lanes: (usize, usize),
}

/// What goes across gutters from events to lanes.
fn across(routes: &[Route]) -> Vec<Across> {
    let mut all = Vec::new();
    for (at, route) in routes.iter().enumerate() {
        let (Some(first), Some(last)) = (route.falls.first(), route.falls.last()) else { continue };
        for (side, fall, y) in [(route.exit, first, route.leaves), (route.enter, last, route.reaches)] {
            let lanes = match side {
                Side::Right => (0, fall.lane),
                Side::Left => (fall.lane, usize::MAX),
            };
            all.push(Across { route: at, gutter: fall.gutter, y, lanes });
        }
        if let [first, last] = route.falls.as_slice() {
            // Along a track, over all lanes that are further.
            for fall in [first, last] {
                all.push(Across { route: at, gutter: fall.gutter, y: first.to, lanes: (0, usize::MAX) });
            }
            for gutter in first.gutter.min(last.gutter) + 1..first.gutter.max(last.gutter) {
                all.push(Across { route: at, gutter, y: first.to, lanes: (0, usize::MAX) });
            }
        }
    }
    all
}

/// Puts each label in the first lane of its way where nothing else crosses it, as near the middle as can be.
fn place_labels(routes: &mut [Route]) {
    let crossing = across(routes);
    for (at, route) in routes.iter_mut().enumerate() {
        let Some(&Fall { gutter, lane, from, to }) = route.falls.first() else { continue };
        let middle = f64::midpoint(from, to);
        let is_free = |y: f64| {
            let crosses = |other: &&Across| {
                other.route != at && other.gutter == gutter && (other.lanes.0..=other.lanes.1).contains(&lane)
            };
            crossing.iter().filter(crosses).all(|other| (other.y - y).abs() > HALF_LABEL - 1.0)
        };
        let room = (from - to).abs() / 2.0;
        let steps =
            (0..=(room / 3.0) as usize).flat_map(|step| [middle - 3.0 * step as f64, middle + 3.0 * step as f64]);
        route.label = steps.into_iter().find(|&y| is_free(y)).unwrap_or(middle);
    }
}
