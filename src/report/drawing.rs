//! A drawing: boxes, lines and text with their places, in no format. Each shape has a role, which decides how it looks.

use super::drawing_text::{CHARACTER, LINE, cut, with_short_names, wrap_text};

/// Where something is: the corner at the top left, and how wide and high it is, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
}

impl Area {
    /// The right edge.
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// The lower edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// Whether two areas have more than an edge in common.
    pub fn overlaps(&self, other: &Area) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    /// Whether another area lies within it.
    pub fn contains(&self, other: &Area) -> bool {
        self.x <= other.x && other.right() <= self.right() && self.y <= other.y && other.bottom() <= self.bottom()
    }
}

/// What a line stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineKind {
    /// Program order.
    Po,
    /// Reads-from.
    Rf,
    /// Coherence order.
    Co,
    /// From-reads.
    Fr,
    /// Synchronizes-with.
    Sw,
    /// Happens-before.
    Hb,
    /// An address, data or control dependency.
    Dependency,
    /// Meeting at a barrier.
    Barrier,
    /// A race.
    Race,
    /// Another relation of a model.
    Other,
    /// A lane in time.
    Lane,
    /// What is written, on its way outwards.
    Store,
    /// What is read, on its way inwards.
    Load,
    /// A cache operation or a wait.
    Control,
    /// What is read from data that is old.
    Stale,
}

impl LineKind {
    /// Whether a line leads from one end to the other, and has an arrow.
    pub fn is_directed(self) -> bool {
        !matches!(self, LineKind::Barrier | LineKind::Race)
    }

    /// The word by which styles name it.
    pub fn as_str(self) -> &'static str {
        match self {
            LineKind::Po => "po",
            LineKind::Rf => "rf",
            LineKind::Co => "co",
            LineKind::Fr => "fr",
            LineKind::Sw => "sw",
            LineKind::Hb => "hb",
            LineKind::Dependency => "dep",
            LineKind::Barrier => "barrier",
            LineKind::Race => "race",
            LineKind::Other => "other",
            LineKind::Lane => "lane",
            LineKind::Store => "store",
            LineKind::Load => "load",
            LineKind::Control => "control",
            LineKind::Stale => "stale",
        }
    }
}

/// What a box is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxRole {
    /// An event, or a lane's head.
    Event,
    /// An instance of a scope.
    Scope,
    /// Data in a cache that is older than what should be read.
    Stale,
}

/// What text is for; its size follows from that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextRole {
    /// The picture's title.
    Title,
    /// What stands under the title.
    Subtitle,
    /// The name of a thread or lane.
    Head,
    /// The name of a scope's instance.
    Scope,
    /// The source of an event.
    Source,
    /// What an event reads or writes.
    Effect,
    /// The label of an edge or message.
    Label,
    /// What explains a part of the picture, or its lines.
    Note,
}

impl TextRole {
    /// Its size in pixels.
    pub fn size(self) -> f64 {
        match self {
            TextRole::Title => 15.0,
            TextRole::Head | TextRole::Source | TextRole::Effect | TextRole::Subtitle => 12.0,
            TextRole::Scope | TextRole::Label | TextRole::Note => 11.0,
        }
    }
}

/// Where text stands from the place that is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// To the right of it.
    Start,
    /// Around it.
    Middle,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// What it says.
    pub text: String,
    /// All that would be said, where some of it is cut.
    pub whole: Option<String>,
    /// What it is for.
    pub role: TextRole,
    /// The kind of line that it labels; `None` for other text.
    pub kind: Option<LineKind>,
    /// Whether it is of what the picture is about.
    pub marked: bool,
    /// Where it is, from the top of its line.
    pub at: (f64, f64),
    /// On which side of that.
    pub anchor: Anchor,
}

impl Text {
    /// Text to the right of a place, of no line.
    pub fn new(text: impl Into<String>, role: TextRole, at: (f64, f64)) -> Text {
        Text::within(text, role, at, usize::MAX)
    }

    /// The same, cut to so many characters.
    pub fn within(text: impl Into<String>, role: TextRole, at: (f64, f64), columns: usize) -> Text {
        let whole = text.into();
        let text = cut(&with_short_names(&whole), columns);
        let whole = (text != whole).then_some(whole);
        Text { text, whole, role, kind: None, marked: false, at, anchor: Anchor::Start }
    }

    /// How wide text of a role is, with long names cut.
    pub fn width(text: &str, role: TextRole) -> f64 {
        with_short_names(text).chars().count() as f64 * role.size() * CHARACTER
    }

    /// What it covers.
    pub fn area(&self) -> Area {
        let width = Text::width(&self.text, self.role);
        let x = match self.anchor {
            Anchor::Start => self.at.0,
            Anchor::Middle => self.at.0 - width / 2.0,
        };
        Area { x, y: self.at.1, width, height: self.role.size() * LINE }
    }
}

/// A line through points, with rounded corners.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Where it goes.
    pub points: Vec<(f64, f64)>,
    /// What it stands for, which decides how it looks.
    pub kind: LineKind,
    /// Whether it is of what the picture is about.
    pub marked: bool,
    /// Whether it ends in an arrow.
    pub arrow: bool,
}

/// A part of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A box, and whether it is of what the picture is about.
    Box(Area, BoxRole, bool),
    /// Text.
    Text(Text),
    /// A line.
    Line(Line),
}

/// Shapes that belong together, and what is said of them to who points at them.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// What is said.
    pub hover: Option<String>,
    /// The shapes, later ones over earlier ones.
    pub shapes: Vec<Shape>,
}

/// Shapes on a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// What it shows, for who cannot see it.
    pub title: String,
    /// How wide the sheet is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// The shapes, later ones over earlier ones.
    pub groups: Vec<Group>,
}

impl Drawing {
    /// Adds shapes of which nothing more is said.
    pub fn add(&mut self, shapes: impl IntoIterator<Item = Shape>) {
        self.groups.push(Group { hover: None, shapes: shapes.into_iter().collect() });
    }

    /// Adds lines of text one under the other, broken so that none is wider than this, and returns where the next would stand.
    pub fn add_lines(&mut self, lines: &[(String, TextRole)], (x, y): (f64, f64), width: f64) -> f64 {
        let mut y = y;
        for (line, role) in lines {
            let columns = (width / (role.size() * CHARACTER)).floor() as usize;
            for part in wrap_text(line, columns) {
                self.add([Shape::Text(Text::within(part, *role, (x, y), columns))]);
                y += role.size() * LINE;
            }
        }
        y
    }

    /// The shapes of all groups.
    pub fn shapes(&self) -> impl Iterator<Item = &Shape> {
        self.groups.iter().flat_map(|group| &group.shapes)
    }

    /// How one kind of line looks, and what it means, at a place: a line and text after it.
    pub fn add_legend(&mut self, entries: &[(LineKind, String)], (x, y): (f64, f64), width: f64) -> f64 {
        const SAMPLE: f64 = 26.0;
        const BETWEEN: f64 = 16.0;
        let (mut at, mut y) = (x, y);
        let height = TextRole::Note.size() * LINE;
        for (kind, text) in entries {
            let wide = SAMPLE + 6.0 + Text::width(text, TextRole::Note);
            if at > x && at + wide > x + width {
                (at, y) = (x, y + height);
            }
            let middle = y + height / 2.0;
            let points = vec![(at, middle), (at + SAMPLE, middle)];
            let line = Line { points, kind: *kind, marked: false, arrow: kind.is_directed() };
            let text = Text::new(text.clone(), TextRole::Note, (at + SAMPLE + 6.0, y));
            self.add([Shape::Line(line), Shape::Text(text)]);
            at += wide + BETWEEN;
        }
        if entries.is_empty() { y } else { y + height }
    }
}
