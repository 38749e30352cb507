//! An execution as a picture: its events, and the relations between them that do not follow from others.

use super::parts;
use super::relations::{Relation, relations};
use crate::engine::witness::Broken;
use crate::engine::{Execution, show_value};
use crate::llvm::Home;
use crate::program::{EventId, EventStructure, Executor, Position, Thread, ThreadId, events_between, events_in};
use crate::report::drawing::LineKind;
use crate::report::picture::{Column, Edge, Event, Picture, Scope};
use crate::run::{Depicted, Shows};
use itertools::Itertools;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The picture of an execution; the lines say what it shows.
pub fn picture(depicted: &Depicted<'_>) -> Picture {
    let Depicted { structure, execution, .. } = *depicted;
    let relations = relations(depicted);
    let marked = marked_events(depicted, &relations);
    let initial = |event: &EventId| structure.events[*event].is_initial();
    // Initial values are in the picture where something is said of their writes.
    let shown: BTreeSet<EventId> = marked.iter().copied().filter(initial).collect();
    let mut graph = DiGraph::new();
    let mut nodes: HashMap<EventId, NodeIndex> = HashMap::new();
    let mut columns: Vec<Column> = Vec::new();
    if !shown.is_empty() {
        let groups = shown.iter().map(|&event| vec![event]).collect();
        let events = add_events(depicted, groups, &marked, (&mut graph, &mut nodes));
        columns.push(Column { name: "initial".into(), scopes: Vec::new(), events });
    }
    for thread in threads(structure) {
        let groups = instructions(structure, execution, thread);
        let events = add_events(depicted, groups, &marked, (&mut graph, &mut nodes));
        let about = &structure.program.threads[thread];
        columns.push(Column { name: about.name.clone(), scopes: scopes(about), events });
    }
    let (steps, relations): (Vec<_>, Vec<_>) = relations.into_iter().partition(|one| one.kind == LineKind::Po);
    for column in columns.iter().filter(|column| !column.scopes.is_empty()) {
        add_steps(column, &steps, &nodes, &mut graph);
    }
    add_edges(relations, &nodes, &mut graph);
    Picture { title: structure.program.name.clone(), subtitle: subtitle(depicted), columns, graph }
}

/// Adds program order between neighbours of a thread; steps that the picture is about are marked from neighbour to neighbour.
fn add_steps(
    column: &Column,
    steps: &[Relation],
    nodes: &HashMap<EventId, NodeIndex>,
    graph: &mut DiGraph<Event, Edge>,
) {
    let row = |event| column.events.iter().position(|node| nodes.get(&event) == Some(node));
    for (at, (&from, &to)) in column.events.iter().tuple_windows().enumerate() {
        let is_on =
            |step: &&Relation| row(step.from).is_some_and(|from| from <= at) && row(step.to).is_some_and(|to| at < to);
        let step = steps.iter().find(is_on);
        let hover = step.map_or_else(|| "po: program order".into(), |step| step.hover.clone());
        let edge = Edge { kind: LineKind::Po, label: "po".into(), hover, marked: step.is_some(), directed: true };
        graph.add_edge(from, to, edge);
    }
}

/// Threads so that those of one instance of a scope are neighbours.
fn threads(structure: &EventStructure) -> Vec<ThreadId> {
    let threads = &structure.program.threads;
    let place = |thread: &ThreadId| {
        let Position { agent, dispatch, cluster, workgroup, wavefront } = threads[*thread].position;
        let wavefront = wavefront.map_or_else(|thread| (1, thread.raw()), |number| (0, number));
        (agent, dispatch, cluster, workgroup, wavefront, *thread)
    };
    threads.indices().sorted_by_key(place).collect()
}

/// The instances of scopes that a thread is in, the outer ones first.
fn scopes(thread: &Thread) -> Vec<Scope> {
    let Position { agent, dispatch, cluster, workgroup, wavefront } = thread.position;
    let mut id = String::new();
    let mut scope = |name: String, number: String| {
        id += &format!("{number}/");
        Scope { id: id.clone(), name }
    };
    let mut scopes = vec![scope(agent.to_string(), agent.to_string())];
    if agent == Home::Host {
        return scopes;
    }
    if thread.by == Executor::PacketProcessor {
        scopes.push(scope("packet processor".into(), "packet processor".into()));
        return scopes;
    }
    scopes.extend(dispatch.map(|dispatch| scope(dispatch.to_string(), dispatch.to_string())));
    scopes.extend(cluster.map(|cluster| scope(format!("cluster {cluster}"), format!("cluster {cluster}"))));
    scopes.push(scope(format!("workgroup {workgroup}"), workgroup.to_string()));
    scopes.push(match wavefront {
        Ok(number) => scope(format!("wavefront {number}"), number.to_string()),
        Err(thread) => scope("wavefront".into(), format!("of {thread}")),
    });
    scopes
}

/// The events of a thread that an execution has, by instruction.
fn instructions(structure: &EventStructure, execution: &Execution, thread: ThreadId) -> Vec<Vec<EventId>> {
    let steps = structure.steps.iter().filter(|step| step.thread == thread);
    let events = steps.filter_map(|step| step.instr.as_ref()).map(|(_, events)| {
        events_between(events).filter(|&event| execution.executed.contains(event)).collect::<Vec<_>>()
    });
    events.filter(|events| !events.is_empty()).collect()
}

/// Adds an event to a graph for each group of events of one instruction.
fn add_events(
    depicted: &Depicted<'_>,
    groups: Vec<Vec<EventId>>,
    marked: &BTreeSet<EventId>,
    (graph, nodes): (&mut DiGraph<Event, Edge>, &mut HashMap<EventId, NodeIndex>),
) -> Vec<NodeIndex> {
    let Depicted { structure, execution, .. } = *depicted;
    let mut added = Vec::new();
    for group in groups {
        let Some(&first) = group.first() else { continue };
        let place = parts::place(structure, first);
        let text = shorten(&place.text);
        let line = place.thread.is_some().then_some(place.line);
        let source = at_line(line, &text);
        let effects: Vec<String> = group.iter().filter_map(|&event| effect(structure, execution, event)).collect();
        let thread = place.thread.map_or_else(String::new, |thread| format!("{thread} "));
        let effect = effects.join(", ");
        let hover = [format!("{thread}{}: {}", place.line, place.text), effect.clone()];
        let hover = hover.into_iter().filter(|line| !line.is_empty()).join("\n");
        let marked = group.iter().any(|event| marked.contains(event));
        let node = graph.add_node(Event { line, source, effect, hover, marked });
        nodes.extend(group.iter().map(|&event| (event, node)));
        added.push(node);
    }
    added
}

/// What is said of an instruction, after its line if it has one.
pub(super) fn at_line(line: Option<usize>, said: &str) -> String {
    line.map_or(said.to_string(), |line| format!("{line}: {said}"))
}

/// Source of an instruction that is not longer than a picture has room for.
fn shorten(text: &str) -> String {
    const LONGEST: usize = 160;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// What an event reads or writes, with the object; `None` of one that does neither.
fn effect(structure: &EventStructure, execution: &Execution, event: EventId) -> Option<String> {
    let about = &structure.events[event];
    let ty = about.access.as_ref()?.ty;
    let object = &structure.program.objects[execution.location(structure, event)?].name;
    let value = show_value(structure, ty, execution.value(structure, event)?);
    let verb = if about.is_read() { "reads" } else { "writes" };
    let is_initial = |write: &EventId| structure.events[*write].is_initial() && execution.rf.contains(*write, event);
    let initial = if structure.events.indices().any(|write| is_initial(&write)) { " (initial)" } else { "" };
    let forever = if about.endless { " forever" } else { "" };
    Some(format!("{verb} {object} = {value}{initial}{forever}"))
}

/// The events that a picture is about: those of a cycle or a path that should not be, or of a race.
fn marked_events(depicted: &Depicted<'_>, relations: &[Relation]) -> BTreeSet<EventId> {
    let of_relations =
        relations.iter().filter(|relation| relation.marked).flat_map(|relation| [relation.from, relation.to]);
    let others = match depicted.shows {
        Shows::Forbidden(broken) => broken.events(),
        Shows::Race(_, pair) => pair.iter().flat_map(|&(a, b)| [a, b]).collect(),
        Shows::Allowed => Vec::new(),
        Shows::Hangs => {
            events_in(&depicted.execution.executed).filter(|&event| depicted.structure.events[event].endless).collect()
        }
    };
    let met = depicted.met.iter().flat_map(Broken::events);
    of_relations.chain(others).chain(met).collect()
}

/// Adds an edge for each relation between events of different instructions, and for those within one by which what it reads comes from itself, or that the
/// picture is about; of several that say the same, one.
fn add_edges(relations: Vec<Relation>, nodes: &HashMap<EventId, NodeIndex>, graph: &mut DiGraph<Event, Edge>) {
    let mut edges: BTreeMap<(NodeIndex, NodeIndex, LineKind, String), Edge> = BTreeMap::new();
    for Relation { from, to, kind, label, hover, marked } in relations {
        let (Some(&a), Some(&b)) = (nodes.get(&from), nodes.get(&to)) else { continue };
        let directed = kind.is_directed();
        let ends = if directed { (a, b) } else { (a.min(b), a.max(b)) };
        // Within an instruction it is told where what it reads comes from, and what breaks an axiom.
        let is_told = marked || kind == LineKind::Rf;
        if a == b && !is_told {
            continue;
        }
        let edge = Edge { kind, label: label.clone(), hover, marked, directed };
        let known = edges.entry((ends.0, ends.1, kind, label)).or_insert_with(|| edge.clone());
        if edge.marked && !known.marked {
            *known = edge;
        }
    }
    edges.into_iter().for_each(|((from, to, ..), edge)| {
        graph.add_edge(from, to, edge);
    });
}

/// What the picture shows: the model's verdict, and the final state.
fn subtitle(depicted: &Depicted<'_>) -> Vec<String> {
    let Depicted { structure, execution, ref model, shows, .. } = *depicted;
    let forbidden = |broken: &Broken| format!("forbidden by {model}: {}, {}", broken.axiom, broken.test);
    let verdict = match shows {
        Shows::Allowed => format!("allowed by {model}"),
        Shows::Forbidden(broken) => forbidden(broken),
        Shows::Race(race, _) => format!("racy under {model}: {}", race.flag),
        Shows::Hangs => format!("hangs under {model}"),
    };
    let values = parts::values(structure, &execution.outcome(structure));
    let state = parts::columns(structure).into_iter().zip(values);
    let state = state.filter_map(|(column, value)| Some(format!("{column}={}", value?))).join(" ");
    match shows {
        // Threads that go on have no final state.
        Shows::Hangs => vec![verdict],
        Shows::Race(race, _) if race.hanging.is_some() => vec![verdict],
        Shows::Allowed | Shows::Forbidden(_) | Shows::Race(..) => vec![verdict, state],
    }
}
