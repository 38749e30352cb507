//! Pictures in the DOT language of Graphviz: threads and scopes are clusters.

use super::{Column, Edge, Event, Picture};
use crate::report::drawing::LineKind;
use crate::report::drawing_text::with_short_names;
use petgraph::dot::{Config, Dot};
use petgraph::graph::NodeIndex;
use std::fmt::Write;

/// A picture as a graph of the DOT language.
pub fn dot(picture: &Picture) -> String {
    let lines = std::iter::once(&picture.title).chain(&picture.subtitle);
    let label: String = lines.map(|line| format!("{}\\l", shown(line))).collect();
    let mut out = format!("digraph \"{}\" {{\n", escape(&picture.title));
    out += &format!("    label=\"{label}\"; labelloc=t; labeljust=l; fontname=monospace;\n");
    out += "    node [shape=box, fontname=monospace, fontsize=11]; edge [fontname=monospace, fontsize=10];\n";
    let mut clusters = Clusters { out: &mut out, count: 0 };
    clusters.add(&picture.columns, 0);
    let config = [Config::GraphContentOnly, Config::NodeNoLabel, Config::EdgeNoLabel];
    let edge = |_: &_, edge: petgraph::graph::EdgeReference<'_, Edge>| edge_attributes(edge.weight());
    let node = |_: &_, (_, event): (NodeIndex, &Event)| node_attributes(event);
    let content = Dot::with_attr_getters(&picture.graph, &config, &edge, &node);
    let _ = writeln!(out, "{content:?}}}");
    out
}

/// Text as it stands between quotes.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

/// Text that is shown, as it stands between quotes.
fn shown(text: &str) -> String {
    escape(&with_short_names(text))
}

fn node_attributes(event: &Event) -> String {
    let lines = [&event.source, &event.effect].into_iter().filter(|line| !line.is_empty());
    let label: String = lines.map(|line| format!("{}\\l", shown(line))).collect();
    let marked = if event.marked { ", penwidth=2.5" } else { "" };
    format!("label=\"{label}\", tooltip=\"{}\"{marked}", escape(&event.hover))
}

fn edge_attributes(edge: &Edge) -> String {
    let Edge { kind, label, hover, marked, directed } = edge;
    let (color, style) = look(*kind);
    let marked = if *marked { ", penwidth=3" } else { "" };
    let direction = if *directed { "" } else { ", dir=none" };
    // Only the order of threads makes rows.
    let rank = if *kind == LineKind::Po { ", weight=10" } else { ", constraint=false" };
    let (label, hover) = (shown(label), escape(hover));
    format!(
        "label=\"{label}\", tooltip=\"{hover}\", labeltooltip=\"{hover}\", color=\"{color}\", fontcolor=\"{color}\", \
         style={style}{rank}{direction}{marked}"
    )
}

/// The colour of a kind of line, and how it is drawn.
fn look(kind: LineKind) -> (&'static str, &'static str) {
    match kind {
        LineKind::Po | LineKind::Lane => ("#6e7781", "solid"),
        LineKind::Rf | LineKind::Load => ("#0550ae", "solid"),
        LineKind::Co | LineKind::Store => ("#8a5a00", "dashed"),
        LineKind::Fr => ("#b3350b", "dotted"),
        LineKind::Sw | LineKind::Control => ("#116329", "bold"),
        LineKind::Hb => ("#6f42c1", "dashed"),
        LineKind::Dependency => ("#0b6e75", "dotted"),
        LineKind::Barrier => ("#57606a", "dashed"),
        LineKind::Race | LineKind::Stale => ("#a40e4c", "bold"),
        LineKind::Other => ("#24292f", "dashed"),
    }
}

/// Writes clusters, which are numbered.
struct Clusters<'a> {
    out: &'a mut String,
    count: usize,
}

impl Clusters<'_> {
    /// The clusters of columns from a level of their scopes on.
    fn add(&mut self, columns: &[Column], level: usize) {
        let mut rest = columns;
        while let Some(first) = rest.first() {
            let Some(scope) = first.scopes.get(level) else {
                self.begin(level, &first.name);
                let nodes: Vec<String> = first.events.iter().map(|event| format!("{};", event.index())).collect();
                self.line(level + 1, &nodes.join(" "));
                self.line(level, "}");
                rest = &rest[1..];
                continue;
            };
            let count = rest.iter().take_while(|column| column.scopes.get(level) == Some(scope)).count();
            self.begin(level, &scope.name);
            let (these, others) = rest.split_at(count);
            self.add(these, level + 1);
            self.line(level, "}");
            rest = others;
        }
    }

    fn begin(&mut self, level: usize, name: &str) {
        self.line(level, &format!("subgraph cluster_{} {{", self.count));
        self.line(level + 1, &format!("label=\"{}\"; labeljust=l;", shown(name)));
        self.count += 1;
    }

    fn line(&mut self, level: usize, text: &str) {
        *self.out += &format!("{}{text}\n", "    ".repeat(level + 1));
    }
}
