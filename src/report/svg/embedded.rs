//! Drawings as SVG within a page of HTML that has many: what all share stands once, in [`style`] and [`heads`], classes are short, and places whole pixels.

use super::{LOOKS, Look};
use crate::report::drawing::{Anchor, Area, BoxRole, Drawing, Line, LineKind, Shape, Text, TextRole};
use crate::report::drawing_text::LINE;
use quick_xml::Writer;
use std::io;

/// The class of every drawing, under which [`style`] has its rules.
const CLASS: &str = "x";

/// A drawing as an element of a page; what it shows has to be said beside it, and in short by its title.
pub fn svg(drawing: &Drawing, title: &str) -> String {
    written(|writer| {
        let [width, height] = [drawing.width, drawing.height].map(|size| pixels(size).to_string());
        let view = format!("0 0 {width} {height}");
        let attributes = [("class", CLASS), ("viewBox", view.as_str()), ("width", width.as_str()), ("role", "img")];
        let root = writer.create_element("svg").with_attributes(attributes);
        root.write_inner_content(|writer| {
            super::write_text(writer, "title", title)?;
            drawing.shapes().try_for_each(|shape| write_shape(writer, shape))
        })?;
        Ok(())
    })
}

/// A sample of how a kind of line looks.
pub fn sample(kind: LineKind) -> String {
    let line = Line { points: vec![(2.0, 7.0), (34.0, 7.0)], kind, marked: false, arrow: kind.is_directed() };
    written(|writer| {
        let attributes = [("class", CLASS), ("viewBox", "0 0 36 14"), ("width", "36"), ("aria-hidden", "true")];
        let root = writer.create_element("svg").with_attributes(attributes);
        root.write_inner_content(|writer| write_line(writer, &line))?;
        Ok(())
    })
}

/// The heads of arrows, which stand once in a page.
pub fn heads() -> String {
    written(|writer| {
        let attributes = [("width", "0"), ("height", "0"), ("aria-hidden", "true"), ("class", CLASS)];
        let root = writer.create_element("svg").with_attributes(attributes);
        root.write_inner_content(|writer| LOOKS.iter().try_for_each(|look| super::marker(writer, look)))?;
        Ok(())
    })
}

/// How everything looks, on light ground and on dark, for a style sheet of the page.
pub fn style() -> String {
    let mut out = String::from(
        ".x{max-width:100%;height:auto}\
         \n.x text{font:12px 'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace;fill:var(--ink)}\
         \n.x .m{text-anchor:middle}\
         \n.x .h{font-weight:bold}\
         \n.x .f{font-style:italic}\
         \n.x .n,.x .f{fill:var(--quiet)}\
         \n.x .n,.x .l{font-size:11px}\
         \n.x .l,.x .n{paint-order:stroke;stroke:var(--ground);stroke-width:3px;stroke-linejoin:round}\
         \n.x .e{fill:var(--paper)}\
         \n.x path{fill:none;stroke-width:1.4;stroke-linejoin:round}\
         \n.x .e,.x .s{stroke:var(--edge);stroke-width:1}\
         \n.x .e.k{stroke:var(--ink);stroke-width:2.5}\
         \n.x path.k{stroke-width:2.8}\
         \n.x .l.k{font-weight:bold}\n",
    );
    for Look { kind, dashes, .. } in LOOKS {
        let kind = kind.as_str();
        let dashes = if *dashes == "none" { String::new() } else { format!(";stroke-dasharray:{dashes}") };
        out += &format!(".x path.{kind}{{stroke:var(--{kind});marker-end:url(#arrow-{kind}){dashes}}}\n");
        out += &format!(".x .l.{kind},.x marker .{kind}{{fill:var(--{kind})}}\n");
    }
    out += &format!(".x path.{}:not(.k){{stroke-width:.8}}\n", LineKind::Po.as_str());
    let colours = |dark: bool| -> String {
        let colour = |look: &Look| format!("--{}:{};", look.kind.as_str(), if dark { look.dark } else { look.light });
        LOOKS.iter().map(colour).collect()
    };
    out + &format!(
        ".x path.u{{marker-end:none}}\n.x marker path{{marker-end:none;stroke:none}}\n.x{{{}}}\n@media screen and (prefers-color-scheme:dark){{.x{{{}}}}}\n",
        colours(false),
        colours(true)
    )
}

fn written(write: impl FnOnce(&mut Writer<Vec<u8>>) -> io::Result<()>) -> String {
    let mut writer = Writer::new(Vec::new());
    write(&mut writer).expect("memory takes what is written");
    String::from_utf8(writer.into_inner()).expect("what is written is text")
}

fn write_shape(writer: &mut Writer<Vec<u8>>, shape: &Shape) -> io::Result<()> {
    match shape {
        Shape::Box(area, role, marked) => {
            let class = match role {
                BoxRole::Event | BoxRole::Stale => "e",
                BoxRole::Scope => "s",
            };
            write_path(writer, &classes(&[class], *marked), &frame(area))
        }
        // Program order leads straight down.
        Shape::Text(text) if text.kind == Some(LineKind::Po) => Ok(()),
        Shape::Text(text) => write_text(writer, text),
        Shape::Line(line) => write_line(writer, line),
    }
}

fn write_path(writer: &mut Writer<Vec<u8>>, class: &str, d: &str) -> io::Result<()> {
    writer.create_element("path").with_attributes([("class", class), ("d", d)]).write_empty()?;
    Ok(())
}

fn write_line(writer: &mut Writer<Vec<u8>>, line: &Line) -> io::Result<()> {
    let plain = if line.arrow { "" } else { "u" };
    write_path(writer, &classes(&[line.kind.as_str(), plain], line.marked), &course(&line.points))
}

fn write_text(writer: &mut Writer<Vec<u8>>, text: &Text) -> io::Result<()> {
    let role = match text.role {
        TextRole::Title | TextRole::Head => "h",
        TextRole::Scope | TextRole::Note => "n",
        TextRole::Source | TextRole::Subtitle => "",
        TextRole::Effect => "f",
        TextRole::Label => "l",
    };
    let anchor = match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => "m",
    };
    let class = classes(&[role, anchor, text.kind.map_or("", LineKind::as_str)], text.marked);
    // The base line: what hangs below it is a fifth of the size.
    let base = text.at.1 + text.role.size() * (LINE + 0.6) / 2.0;
    let (x, y) = (pixels(text.at.0).to_string(), pixels(base).to_string());
    let class = (!class.is_empty()).then_some(("class", class.as_str()));
    let attributes = class.into_iter().chain([("x", x.as_str()), ("y", y.as_str())]);
    super::write_words(writer.create_element("text").with_attributes(attributes), text)
}

fn classes(words: &[&str], marked: bool) -> String {
    let words = words.iter().copied().chain(marked.then_some("k")).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// A place to the pixel.
fn pixels(value: f64) -> i64 {
    value.round() as i64
}

/// The outline of a box.
fn frame(area: &Area) -> String {
    let [x, y, right, bottom] = [area.x, area.y, area.right(), area.bottom()].map(pixels);
    format!("M{x} {y}H{right}V{bottom}H{x}z")
}

/// A way through points, its level and upright parts in short.
fn course(points: &[(f64, f64)]) -> String {
    let mut out = String::new();
    let mut before = None;
    for point in points.iter().map(|&(x, y)| (pixels(x), pixels(y))) {
        let (x, y) = point;
        out += &match before {
            None => format!("M{x} {y}"),
            Some(same) if same == point => String::new(),
            Some((_, level)) if level == y => format!("H{x}"),
            Some((upright, _)) if upright == x => format!("V{y}"),
            Some(_) => format!("L{x} {y}"),
        };
        before = Some(point);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_short() {
        assert_eq!(course(&[(1.2, 2.0), (1.0, 9.6), (5.0, 10.0), (5.0, 10.0), (7.0, 12.0)]), "M1 2V10H5L7 12");
        assert_eq!(frame(&Area { x: 1.0, y: 2.0, width: 3.0, height: 4.0 }), "M1 2H4V6H1z");
    }

    #[test]
    fn text_is_escaped() {
        let mut drawing = Drawing { title: String::new(), width: 9.0, height: 9.0, groups: Vec::new() };
        drawing.add([Shape::Text(Text::new("<&\u{1b}>", TextRole::Source, (0.0, 0.0)))]);
        let svg = svg(&drawing, "\"<&");
        assert!(svg.contains("&lt;&amp;\u{fffd}&gt;") && svg.contains("<title>&quot;&lt;&amp;</title>"), "{svg}");
    }
}
