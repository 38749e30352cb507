//! Drawings as SVG, in colours for light and dark surroundings. A kind of line differs from others in colour, in its dashes and in its label.

pub mod embedded;

use super::drawing::{Anchor, BoxRole, Drawing, Group, Line, LineKind, Shape, Text, TextRole};
use super::drawing_text::LINE;
use quick_xml::escape::escape;
use quick_xml::events::BytesText;
use quick_xml::{ElementWriter, Writer};
use std::io;

/// The radius of corners.
const CORNER: f64 = 5.0;
/// What stands behind a label is hidden so far around it.
const LABEL_MARGIN: f64 = 1.0;

/// How a kind of line looks: its colours on light and on dark ground, and its dashes.
struct Look {
    kind: LineKind,
    light: &'static str,
    dark: &'static str,
    dashes: &'static str,
}

const fn look(kind: LineKind, light: &'static str, dark: &'static str, dashes: &'static str) -> Look {
    Look { kind, light, dark, dashes }
}

/// Every kind of line. The colours are told apart by most who do not see all.
const LOOKS: &[Look] = &[
    look(LineKind::Po, "#6e7781", "#8b949e", "none"),
    look(LineKind::Rf, "#0550ae", "#6cb6ff", "none"),
    look(LineKind::Co, "#8a5a00", "#e3b341", "7 3"),
    look(LineKind::Fr, "#b3350b", "#ff9a66", "3 3"),
    look(LineKind::Sw, "#116329", "#57d364", "12 3"),
    look(LineKind::Hb, "#6f42c1", "#c297ff", "9 3 2 3"),
    look(LineKind::Dependency, "#0b6e75", "#4fd1d9", "1 3"),
    look(LineKind::Barrier, "#57606a", "#b1bac4", "5 2 1 2"),
    look(LineKind::Race, "#a40e4c", "#ff7eb6", "6 2 2 2"),
    look(LineKind::Other, "#24292f", "#f0f3f6", "4 2"),
    look(LineKind::Lane, "#afb8c1", "#57606a", "2 4"),
    look(LineKind::Store, "#8a5a00", "#e3b341", "none"),
    look(LineKind::Load, "#0550ae", "#6cb6ff", "6 3"),
    look(LineKind::Control, "#116329", "#57d364", "2 3"),
    look(LineKind::Stale, "#a40e4c", "#ff7eb6", "6 3"),
];

/// A drawing as an SVG document.
pub fn svg(drawing: &Drawing) -> String {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 1);
    write(&mut writer, drawing).expect("memory takes what is written");
    let text = String::from_utf8(writer.into_inner()).expect("what is written is text");
    text + "\n"
}

fn write(writer: &mut Writer<Vec<u8>>, drawing: &Drawing) -> io::Result<()> {
    let (width, height) = (number(drawing.width), number(drawing.height));
    let view = format!("0 0 {width} {height}");
    let root = writer.create_element("svg").with_attributes([
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("viewBox", view.as_str()),
        ("width", width.as_str()),
        ("height", height.as_str()),
        ("style", "max-width:100%;height:auto"),
        ("role", "img"),
    ]);
    root.write_inner_content(|writer| {
        write_text(writer, "title", &drawing.title)?;
        write_text(writer, "style", &style())?;
        writer
            .create_element("defs")
            .write_inner_content(|writer| LOOKS.iter().try_for_each(|look| marker(writer, look)))?;
        let ground = [("class", "ground"), ("width", width.as_str()), ("height", height.as_str())];
        writer.create_element("rect").with_attributes(ground).write_empty()?;
        drawing.groups.iter().try_for_each(|group| write_group(writer, group))
    })?;
    Ok(())
}

/// Text as XML may hold it: characters that it cannot have are replaced.
fn plain(text: &str) -> String {
    let allowed = |c: char| if c.is_control() && !matches!(c, '\n' | '\t') { '\u{fffd}' } else { c };
    text.chars().map(allowed).collect()
}

fn write_text(writer: &mut Writer<Vec<u8>>, element: &str, text: &str) -> io::Result<()> {
    writer.create_element(element).write_text_content(BytesText::new(&plain(text)))?;
    Ok(())
}

/// The head of an arrow for a kind of line.
fn marker(writer: &mut Writer<Vec<u8>>, look: &Look) -> io::Result<()> {
    let id = format!("arrow-{}", look.kind.as_str());
    let marker = writer.create_element("marker").with_attributes([
        ("id", id.as_str()),
        ("viewBox", "0 0 8 8"),
        ("refX", "7"),
        ("refY", "4"),
        ("markerWidth", "8"),
        ("markerHeight", "8"),
        ("markerUnits", "userSpaceOnUse"),
        ("orient", "auto"),
    ]);
    marker.write_inner_content(|writer| {
        let head = [("class", look.kind.as_str()), ("d", "M0 0.5 L8 4 L0 7.5 Z")];
        writer.create_element("path").with_attributes(head).write_empty().map(|_| ())
    })?;
    Ok(())
}

fn write_group(writer: &mut Writer<Vec<u8>>, group: &Group) -> io::Result<()> {
    writer.create_element("g").write_inner_content(|writer| {
        if let Some(hover) = &group.hover {
            write_text(writer, "title", hover)?;
        }
        group.shapes.iter().try_for_each(|shape| write_shape(writer, shape, group.hover.is_some()))
    })?;
    Ok(())
}

fn write_shape(writer: &mut Writer<Vec<u8>>, shape: &Shape, hovers: bool) -> io::Result<()> {
    match shape {
        Shape::Box(area, role, marked) => {
            let role = match role {
                BoxRole::Event => "event",
                BoxRole::Scope => "scope",
                BoxRole::Stale => "old",
            };
            let class = classes(&[role], *marked);
            let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(number);
            let attributes = [("class", &class), ("x", &x), ("y", &y), ("width", &width), ("height", &height)];
            let attributes = attributes.map(|(name, value)| (name, value.as_str()));
            writer.create_element("rect").with_attributes(attributes).with_attribute(("rx", "4")).write_empty()?;
        }
        Shape::Text(text) => write_label(writer, text)?,
        Shape::Line(line) => write_line(writer, line, hovers)?,
    }
    Ok(())
}

fn write_label(writer: &mut Writer<Vec<u8>>, text: &Text) -> io::Result<()> {
    let area = text.area();
    if text.role == TextRole::Label {
        let (x, width) = (number(area.x - LABEL_MARGIN), number(area.width + 2.0 * LABEL_MARGIN));
        let (y, height) = (number(area.y), number(area.height));
        let attributes = [("class", "ground"), ("x", &x), ("y", &y), ("width", &width), ("height", &height)];
        writer.create_element("rect").with_attributes(attributes).write_empty()?;
    }
    let role = match text.role {
        TextRole::Title => "title",
        TextRole::Subtitle => "subtitle",
        TextRole::Head => "head",
        TextRole::Scope => "name",
        TextRole::Source => "source",
        TextRole::Effect => "effect",
        TextRole::Label => "label",
        TextRole::Note => "note",
    };
    let class = classes(&[role, text.kind.map_or("", LineKind::as_str)], text.marked);
    // The base line: what hangs below it is a fifth of the size.
    let base = text.at.1 + text.role.size() * (LINE + 0.6) / 2.0;
    let (x, y) = (number(text.at.0), number(base));
    let anchor = match text.anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
    };
    let attributes = [("class", class.as_str()), ("x", &x), ("y", &y), ("text-anchor", anchor)];
    write_words(writer.create_element("text").with_attributes(attributes), text)
}

/// What text says; where it is cut, its title has all of it.
fn write_words(element: ElementWriter<'_, Vec<u8>>, text: &Text) -> io::Result<()> {
    let words = plain(&text.text);
    let Some(whole) = &text.whole else {
        element.write_text_content(BytesText::new(&words))?;
        return Ok(());
    };
    // An indented element would put space around the words.
    let content = format!("{}<title>{}</title>", escape(&words), escape(plain(whole)));
    element.write_text_content(BytesText::from_escaped(content))?;
    Ok(())
}

fn write_line(writer: &mut Writer<Vec<u8>>, line: &Line, hovers: bool) -> io::Result<()> {
    let d = path(&line.points);
    if line.marked {
        writer.create_element("path").with_attributes([("class", "halo"), ("d", &d)]).write_empty()?;
    }
    let class = classes(&["line", line.kind.as_str()], line.marked);
    let arrow = format!("url(#arrow-{})", line.kind.as_str());
    let head = line.arrow.then_some(("marker-end", arrow.as_str()));
    let attributes = [("class", class.as_str()), ("d", d.as_str())].into_iter().chain(head);
    writer.create_element("path").with_attributes(attributes).write_empty()?;
    if hovers {
        writer.create_element("path").with_attributes([("class", "touch"), ("d", d.as_str())]).write_empty()?;
    }
    Ok(())
}

fn classes(words: &[&str], marked: bool) -> String {
    let words = words.iter().copied().chain(marked.then_some("marked")).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// A number with at most one digit after the point.
fn number(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    if rounded == 0.0 { "0".into() } else { rounded.to_string() }
}

/// A path through points whose corners are rounded.
fn path(points: &[(f64, f64)]) -> String {
    let mut corners: Vec<(f64, f64)> = Vec::new();
    for &point in points {
        if corners.last() != Some(&point) {
            corners.push(point);
        }
    }
    let pair = |(x, y): (f64, f64)| format!("{} {}", number(x), number(y));
    let Some((&first, rest)) = corners.split_first() else { return String::new() };
    let mut out = format!("M{}", pair(first));
    for (at, &point) in rest.iter().enumerate() {
        let Some(&next) = rest.get(at + 1) else {
            out += &format!(" L{}", pair(point));
            break;
        };
        let before = towards(point, corners[at]);
        let after = towards(point, next);
        out += &format!(" L{} Q{} {}", pair(before), pair(point), pair(after));
    }
    out
}

/// The point on the way from a corner to another, where its rounding begins.
fn towards(corner: (f64, f64), other: (f64, f64)) -> (f64, f64) {
    let (dx, dy) = (other.0 - corner.0, other.1 - corner.1);
    let length = dx.hypot(dy);
    let share = if length == 0.0 { 0.0 } else { CORNER.min(length / 2.0) / length };
    (corner.0 + dx * share, corner.1 + dy * share)
}

/// How everything looks, on light ground and on dark.
fn style() -> String {
    let mut out = String::from(
        "\nsvg{color-scheme:light dark}\
         \ntext{font-family:'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace;fill:var(--ink)}\
         \n.ground{fill:var(--ground)}\
         \n.title{font-size:15px;font-weight:bold}\
         \n.head{font-size:12px;font-weight:bold}\
         \n.source,.subtitle{font-size:12px}\
         \n.effect{font-size:12px;font-style:italic;fill:var(--quiet)}\
         \n.name,.note{font-size:11px;fill:var(--quiet)}\
         \n.label{font-size:11px}\
         \n.label.marked{font-weight:bold}\
         \n.note.marked{font-weight:bold;fill:var(--ink)}\
         \n.note{paint-order:stroke;stroke:var(--ground);stroke-width:4px;stroke-linejoin:round}\
         \n.event{fill:var(--paper);stroke:var(--edge);stroke-width:1}\
         \n.event.marked{stroke:var(--ink);stroke-width:2.5}\
         \n.scope{fill:none;stroke:var(--edge);stroke-width:1}\
         \n.old{fill:var(--old);stroke:var(--ink);stroke-width:1;stroke-dasharray:3 2}\
         \n.line{fill:none;stroke-width:1.4}\
         \n.line.marked{stroke-width:2.8}\
         \n.halo{fill:none;stroke:var(--halo);stroke-width:9;stroke-linejoin:round}\
         \n.touch{fill:none;stroke:transparent;stroke-width:11;pointer-events:stroke}\n",
    );
    for Look { kind, dashes, .. } in LOOKS {
        let kind = kind.as_str();
        out += &format!(".line.{kind}{{stroke:var(--{kind});stroke-dasharray:{dashes}}}\n");
        out += &format!("marker .{kind},text.{kind}{{fill:var(--{kind})}}\n");
    }
    // Program order is as solid as what is read from.
    out += &format!(".line.{}:not(.marked){{stroke-width:.8}}\n", LineKind::Po.as_str());
    let colours = |dark: bool| -> String {
        LOOKS
            .iter()
            .map(|look| format!(";--{}:{}", look.kind.as_str(), if dark { look.dark } else { look.light }))
            .collect()
    };
    let light =
        "--ink:#1f2328;--quiet:#57606a;--ground:#ffffff;--paper:#f6f8fa;--edge:#8c959f;--halo:#fff0a8;--old:#f3dbe5";
    let dark =
        "--ink:#f0f3f6;--quiet:#b1bac4;--ground:#0d1117;--paper:#161b22;--edge:#768390;--halo:#4d4200;--old:#4a1f33";
    out += &format!("svg{{{light}{}}}\n", colours(false));
    out += &format!("@media(prefers-color-scheme:dark){{svg{{{dark}{}}}}}\n", colours(true));
    out
}
