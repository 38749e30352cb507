//! Pictures of executions: nothing in them overlaps or is cut off, they are well-formed, and Graphviz takes the graphs.

use gfx_litmus::engine::Settings;
use gfx_litmus::load;
use gfx_litmus::report::drawing::{Area, BoxRole, Drawing, Line, Shape, Text, TextRole};
use gfx_litmus::report::picture::{self, Picture};
use gfx_litmus::report::svg::svg;
use gfx_litmus::resources::Resources;
use gfx_litmus::run::{self, Options};
use gfx_litmus::view;
use petgraph::graph::EdgeIndex;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[path = "pictures/blamed.rs"]
mod blamed;
#[path = "pictures/compiled.rs"]
mod compiled;
#[path = "pictures/moved.rs"]
mod moved;
#[path = "pictures/sequences.rs"]
mod sequences;
#[path = "pictures/write_backs.rs"]
mod write_backs;

/// The scenes of a test that are drawn: those first in the list show what is forbidden, those last what is allowed.
const SCENES: usize = 4;

fn tests_in(folder: &str) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().map(|entry| entry.expect("readable"));
    let files: Vec<PathBuf> = files.map(walkdir::DirEntry::into_path).collect();
    files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "litmus")).collect()
}

/// Pictures of a test's final states by the models that it names, or by one; none of machine code, whose operations models say nothing of.
fn pictures(path: &Path, model: Option<&str>) -> Vec<Picture> {
    let resources = Resources::default();
    let models = model.into_iter().map(String::from).collect();
    let options = Options { models, settings: Settings::default(), sensitivity: false, resources: &resources };
    let source = load::read(path).expect("a file");
    let found = run::outcomes(&source, &options, (false, &Default::default())).expect("well formed");
    let witnesses = run::witnesses(&found, &options).expect("well formed");
    let scenes = run::outcome_scenes(&found, &witnesses);
    let ends = scenes.iter().take(SCENES).chain(scenes.iter().skip(SCENES).rev().take(SCENES));
    ends.map(|scene| view::picture(&scene.depict(&resources).expect("well formed"))).collect()
}

fn boxes(drawing: &Drawing, wanted: BoxRole) -> Vec<Area> {
    let area = |shape: &Shape| match shape {
        Shape::Box(area, role, _) if *role == wanted => Some(*area),
        Shape::Box(..) | Shape::Text(_) | Shape::Line(_) => None,
    };
    drawing.shapes().filter_map(area).collect()
}

fn texts(drawing: &Drawing) -> Vec<&Text> {
    drawing.shapes().filter_map(|shape| if let Shape::Text(text) = shape { Some(text) } else { None }).collect()
}

fn lines(drawing: &Drawing) -> Vec<&Line> {
    drawing.shapes().filter_map(|shape| if let Shape::Line(line) = shape { Some(line) } else { None }).collect()
}

/// An area without its edge.
fn inside(area: Area) -> Area {
    Area { x: area.x + 0.5, y: area.y + 0.5, width: area.width - 1.0, height: area.height - 1.0 }
}

/// What is wrong with where things are.
fn faults(drawing: &Drawing) -> Vec<String> {
    let mut faults = Vec::new();
    let sheet = Area { x: 0.0, y: 0.0, width: drawing.width, height: drawing.height };
    let events = boxes(drawing, BoxRole::Event);
    let scopes = boxes(drawing, BoxRole::Scope);
    let texts = texts(drawing);
    for (at, event) in events.iter().enumerate() {
        if events[..at].iter().any(|other| other.overlaps(event)) {
            faults.push(format!("events overlap at {event:?}"));
        }
    }
    for area in events.iter().chain(&scopes) {
        if !sheet.contains(area) {
            faults.push(format!("{area:?} is cut off"));
        }
    }
    for (at, text) in texts.iter().enumerate() {
        let area = text.area();
        if !sheet.contains(&area) {
            faults.push(format!("`{}` is cut off", text.text));
        }
        let is_inside = matches!(text.role, TextRole::Source | TextRole::Effect);
        let is_placed = match is_inside {
            true => events.iter().any(|event| event.contains(&area)),
            false => !events.iter().any(|event| event.overlaps(&area)),
        };
        if !is_placed {
            faults.push(format!("`{}` is not where it should be", text.text));
        }
        if let Some(other) = texts[..at].iter().find(|other| inside(other.area()).overlaps(&inside(area))) {
            faults.push(format!("`{}` and `{}` overlap", text.text, other.text));
        }
    }
    for line in lines(drawing) {
        for ends in line.points.windows(2) {
            let [(a, b), (c, d)] = [ends[0], ends[1]];
            let reach = Area { x: a.min(c), y: b.min(d), width: (a - c).abs(), height: (b - d).abs() };
            if events.iter().any(|event| inside(*event).overlaps(&reach)) {
                faults.push(format!("a line of {:?} goes over an event at {reach:?}", line.kind));
            }
        }
    }
    faults
}

/// Whether Graphviz reads a graph; `None` where it is not installed.
fn graphviz_reads(dot: &str) -> Option<bool> {
    let command = Command::new("dot").arg("-Tcanon").stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
    let mut child = command.ok()?;
    let mut input = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut input, dot.as_bytes()).expect("it reads");
    drop(input);
    Some(child.wait().expect("it ends").success())
}

/// In pictures of the corpus nothing overlaps or is cut off; as SVG they are well-formed, with a title for each event and edge.
#[test]
fn nothing_overlaps() {
    let some = ["message-passing", "causality", "iriw", "atomicity", "barriers", "coherence", "control-flow", "mmra"];
    let folders: Vec<String> = match std::env::var_os("GFX_LITMUS_THOROUGH") {
        Some(_) => vec!["litmus".into()],
        None => some.into_iter().map(|folder| format!("litmus/{folder}")).collect(),
    };
    let mut drawn = 0;
    for path in folders.iter().flat_map(|folder| tests_in(folder)) {
        for picture in pictures(&path, Some("hsa")) {
            let drawing = picture::draw(&picture);
            let faults = faults(&drawing);
            assert!(faults.is_empty(), "{}: {}: {faults:#?}", path.display(), picture.subtitle.join("; "));
            let text = svg(&drawing);
            let document = roxmltree::Document::parse(&text).expect("well-formed XML");
            // Text that is cut has a title, too.
            let is_of_text = |node: &roxmltree::Node<'_, '_>| node.parent().is_some_and(|of| of.has_tag_name("text"));
            let titles = document.descendants().filter(|node| node.has_tag_name("title") && !is_of_text(node)).count();
            let (events, edges) = (picture.graph.node_count(), picture.graph.edge_count());
            assert_eq!(titles, 1 + events + 2 * edges, "{}", path.display());
            drawn += 1;
        }
    }
    assert!(drawn > 300, "{drawn}");
}

/// Numbers are shown as the test writes them, with a sign or without.
#[test]
fn numbers_are_as_the_test_writes_them() {
    let found = pictures(Path::new("tests/fixtures/signs.litmus"), Some("hsa"));
    // The last is allowed.
    let found = found.last().expect("an execution");
    let effects: Vec<&str> = found.graph.node_weights().map(|event| event.effect.as_str()).collect();
    assert_eq!(effects, ["reads x = -1 (initial)", "writes y = -2", "reads y = -2", "reads z = 255 (initial)"]);
    assert!(found.subtitle.iter().any(|line| line == "P0:r0=-1 P0:r1=-8 P0:r2=-2 P0:r3=255 x=-1 y=-2 z=255"));
}

/// An instruction that reads what it writes itself is a cycle of one event, and drawn as one.
#[test]
fn what_reads_itself_is_a_cycle() {
    let found = pictures(Path::new("litmus/atomicity/rmw-xchg.litmus"), Some("hsa"));
    let shows = |picture: &&Picture, state: &str| picture.subtitle.iter().any(|line| line.starts_with(state));
    let cycle = found.iter().find(|picture| shows(picture, "P0:r0=9")).expect("an execution");
    assert_eq!(loops(cycle), [("rf", true)]);
    let other = found.iter().find(|picture| shows(picture, "P0:r0=5")).expect("an execution");
    assert_eq!(other.graph.edge_count(), 0);
    // Where it also synchronizes with itself, it is that which is forbidden.
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("ordered.litmus");
    let text = std::fs::read_to_string("litmus/atomicity/rmw-xchg.litmus").expect("a test");
    std::fs::write(&path, text.replace(" monotonic", " acq_rel")).expect("written");
    let found = pictures(&path, Some("hsa"));
    let cycle = found.iter().find(|picture| shows(picture, "P0:r0=9")).expect("an execution");
    assert_eq!(loops(cycle), [("rf", false), ("sw", true)]);
}

/// The edges of a picture from an event to itself, by their labels, and whether they are marked.
fn loops(picture: &Picture) -> Vec<(&str, bool)> {
    let is_loop = |edge: &EdgeIndex| picture.graph.edge_endpoints(*edge).is_some_and(|(from, to)| from == to);
    let edges = picture.graph.edge_indices().filter(is_loop);
    edges.map(|edge| (picture.graph[edge].label.as_str(), picture.graph[edge].marked)).collect()
}

/// Names of any length leave pictures as they are: long ones are cut, and titles have all of them.
#[test]
fn long_names_are_cut() {
    let long = |first: &str| format!("{first}{}", "n".repeat(300));
    let scratch = tempfile::tempdir().expect("a folder");
    let path = scratch.path().join("long.litmus");
    let text = std::fs::read_to_string("litmus/store-buffering/SB+sc+agent.litmus").expect("a test");
    let words = text.replace("SB+sc+agent", &long("SB"));
    let renamed = ["P0", "P1", "r0", "x", "y"].iter().fold(words, |text, name| with_name(&text, name, &long(name)));
    std::fs::write(&path, renamed).expect("written");
    let drawn = pictures(&path, Some("hsa"));
    assert!(!drawn.is_empty());
    for picture in drawn {
        let drawing = picture::draw(&picture);
        assert_eq!(faults(&drawing), Vec::<String>::new());
        assert!(drawing.width < 2500.0, "{}", drawing.width);
        let text = svg(&drawing);
        let document = roxmltree::Document::parse(&text).expect("well-formed XML");
        let titles: Vec<&str> =
            document.descendants().filter(|node| node.has_tag_name("title")).filter_map(|node| node.text()).collect();
        for name in ["P0", "P1", "x", "y"] {
            assert!(titles.iter().any(|title| title.contains(&long(name))), "{name}");
        }
        let shown = document.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text());
        assert!(shown.clone().any(|text| text.contains('…')));
        assert!(shown.clone().all(|text| text.chars().count() < 100));
        assert!(graphviz_reads(&picture::dot(&picture)).is_none_or(|reads| reads));
    }
}

/// Names that are long and not cut are broken, and stand apart from their values where a line has no room for both: all text is of 7 pixels at least where a picture
/// of four threads is 600 pixels wide.
#[test]
fn long_names_are_broken() {
    let drawn = pictures(Path::new("tests/fixtures/long-names.litmus"), Some("hsa"));
    assert!(!drawn.is_empty());
    for picture in drawn {
        let drawing = picture::draw(&picture);
        assert_eq!(faults(&drawing), Vec::<String>::new());
        let smallest = texts(&drawing).iter().map(|text| text.role.size()).fold(f64::MAX, f64::min);
        assert!(smallest * 600.0 / drawing.width >= 7.0, "{smallest} of {}", drawing.width);
        let shown: Vec<&str> = texts(&drawing).iter().map(|text| text.text.as_str()).collect();
        assert!(shown.contains(&"object_name") && shown.contains(&"=\u{a0}9007199254740993"), "{shown:#?}");
    }
}

/// A text in which a name is another one, as a word.
fn with_name(text: &str, name: &str, other: &str) -> String {
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let end = at + name.len();
        let is_word = !rest[..at].ends_with(is_of_name) && !rest[end..].starts_with(is_of_name);
        out += &rest[..at];
        out += if is_word { other } else { name };
        rest = &rest[end..];
    }
    out + rest
}

/// A list of states that was not finished is drawn as far as it goes.
#[test]
fn unfinished_lists_are_drawn() {
    let resources = Resources::default();
    let models = vec!["hsa".to_string()];
    let options = Options { models, settings: Settings::default(), sensitivity: false, resources: &resources };
    let source = load::read(Path::new("litmus/store-buffering/SB+sc+agent.litmus")).expect("a file");
    let mut found = run::outcomes(&source, &options, (false, &Default::default())).expect("well formed");
    let witnesses = run::witnesses(&found, &options).expect("well formed");
    // Races come last: where time is short, there is no list of them.
    found.races.clear();
    assert_eq!(run::outcome_scenes(&found, &witnesses).len(), 4);
}

/// By a model that finds a race nothing is forbidden, whatever some execution breaks: races are drawn.
#[test]
fn racy_programs_have_pictures_of_races() {
    let path = Path::new("tests/pictures/racy-otherwise.litmus");
    let pictures = pictures(path, Some("hsa"));
    assert!(!pictures.is_empty());
    for picture in pictures {
        assert!(picture.subtitle.iter().any(|line| line.contains("racy")), "{:?}", picture.subtitle);
    }
}

/// A line over an event is noticed, and so is text that is cut off.
#[test]
fn faults_are_noticed() {
    let mut picture = pictures(Path::new("litmus/store-buffering/SB+sc+agent.litmus"), Some("hsa")).remove(0);
    let mut drawing = picture::draw(&picture);
    assert_eq!(faults(&drawing), Vec::<String>::new());
    drawing.width = 200.0;
    assert!(faults(&drawing).iter().any(|fault| fault.contains("cut off")));
    let event = boxes(&drawing, BoxRole::Event)[0];
    let points = vec![(event.x, event.y + 9.0), (event.right(), event.y + 9.0)];
    let line = Line { points, kind: gfx_litmus::report::drawing::LineKind::Rf, marked: false, arrow: true };
    drawing.add([Shape::Line(line)]);
    assert!(faults(&drawing).iter().any(|fault| fault.contains("goes over")));
    // Text that would be read as markup stays text.
    picture.title = "<script> & \"quotes\"\u{7}".into();
    let text = svg(&picture::draw(&picture));
    let document = roxmltree::Document::parse(&text).expect("well-formed XML");
    assert!(document.descendants().any(|node| node.text() == Some("<script> & \"quotes\"\u{fffd}")));
}

/// Graphviz takes the graphs, if it is there.
#[test]
fn graphviz_takes_graphs() {
    for name in ["causality/ISA2+wg-ag", "barriers/barrier+fences", "mmra/example-1"] {
        let path = PathBuf::from(format!("litmus/{name}.litmus"));
        if !path.exists() {
            continue;
        }
        for picture in pictures(&path, None) {
            match graphviz_reads(&picture::dot(&picture)) {
                Some(reads) => assert!(reads, "{name}"),
                None => eprintln!("skipped: Graphviz is not installed"),
            }
        }
    }
}

/// What pictures of a cycle, a race and a lock show.
#[test]
fn pictures_show_what_is_so() {
    for name in
        ["store-buffering/SB+sc+agent", "causality/ISA2+wg-ag", "message-passing/MP+rel+acq+agent", "atomicity/lock"]
    {
        let path = PathBuf::from(format!("litmus/{name}.litmus"));
        let picture = pictures(&path, Some("hsa")).remove(0);
        let name = name.replace('/', "-");
        insta::assert_snapshot!(format!("{name}.dot"), picture::dot(&picture));
    }
    let picture = pictures(Path::new("litmus/store-buffering/SB+sc+agent.litmus"), Some("hsa")).remove(0);
    insta::assert_snapshot!("store-buffering-SB+sc+agent.svg", svg(&picture::draw(&picture)));
}

/// What `litmus` says on standard error, and its exit code.
fn litmus(arguments: &[&str]) -> (String, i32) {
    litmus_in(Path::new("."), arguments)
}

/// The same in a folder.
fn litmus_in(folder: &Path, arguments: &[&str]) -> (String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_litmus"));
    command.current_dir(folder);
    let output = command.args(arguments).arg("--no-color").output().expect("litmus starts");
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code().unwrap_or(-1))
}

/// The names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A file gets the first picture, a folder all of them, each by its name.
#[test]
fn commands_draw_into_files_and_folders() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = |name: &str| scratch.path().join(name).display().to_string();
    let sb = "litmus/store-buffering/SB+sc+agent.litmus";
    let (said, code) = litmus(&["outcomes", sb, "--model", "hsa", "--svg", &path("sb.svg"), "--dot", &path("graphs")]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("sb.svg has the first of 4 pictures: a folder has all"), "{said}");
    let text = std::fs::read_to_string(path("sb.svg")).expect("a picture");
    assert!(roxmltree::Document::parse(&text).is_ok() && text.contains("forbidden by hsa"));
    let drawn =
        ["1-forbidden", "2-allowed", "3-allowed", "4-allowed"].map(|name| format!("SB+sc+agent-{name}-hsa.dot"));
    assert_eq!(names(&scratch.path().join("graphs")), drawn);

    // What is as expected is not drawn; what is not, is.
    let (said, code) = litmus(&["check", sb, "--svg", &path("checked")]);
    assert_eq!((code, said.contains("nothing to draw")), (0, true), "{said}");
    // What is forbidden where nothing is expected is drawn as `outcomes` draws it, and the results are the same.
    let unasked = ["check", "tests/fixtures/unasked.litmus", "--model", "hsa", "--format", "json"];
    let (said, code) = litmus(&[&unasked[..], &["--svg", &path("unasked")]].concat());
    assert_eq!((said.as_str(), code), ("", 0));
    assert_eq!(names(&scratch.path().join("unasked")), ["unasked-17-forbidden-hsa.svg"]);
    let drawn = std::fs::read_to_string(path("unasked/unasked-17-forbidden-hsa.svg")).expect("a picture");
    assert!(drawn.contains("coherence, irreflexive hb ; eco"), "{drawn}");
    let (said, code) = litmus(&["check", "tests/fixtures/wrong.litmus", "--svg", &path("checked")]);
    assert_eq!(code, 1, "{said}");
    assert!(names(&scratch.path().join("checked")).iter().all(|name| name.ends_with(".svg")));

    let isa2 = "litmus/causality/ISA2+wg-ag.litmus";
    let arguments = ["refine", isa2, "--target", "gfx10,cu", "--table", "llvm19", "--svg", &path("refined")];
    let (said, code) = litmus(&[&arguments[..], &["--dot", &path("refined")]].concat());
    assert_eq!((said.as_str(), code), ("", 1));
    let drawn = ["-source.dot", "-source.svg", ".svg"].map(|end| format!("ISA2+wg-ag-gfx10_cu{end}"));
    assert_eq!(names(&scratch.path().join("refined")), drawn);

    // Of a table that does not come with the tool, a picture says which.
    let table = scratch.path().join("own.table");
    std::fs::copy("models/tables/llvm19/gfx10-gfx11.table", &table).expect("a copy");
    let table = table.to_str().expect("UTF-8");
    litmus(&["refine", isa2, "--target", "gfx10,cu", "--table", table, "--svg", &path("own.svg")]);
    let text = std::fs::read_to_string(path("own.svg")).expect("a picture");
    let words: String = text.split(['<', '>']).skip(2).step_by(2).flat_map(str::split_whitespace).collect();
    assert!(words.contains(&format!("bythecodeof{table}")), "{words}");
    let compare = ["compare", "hsa", "opencl", "--events", "4", "--threads", "2", "--varied-threads", "0", "--svg"];
    let (said, code) = litmus(&[&compare[..], &[&path("compared")]].concat());
    assert_eq!(code, 1, "{said}");
    assert!(!names(&scratch.path().join("compared")).is_empty());
}

/// Names that are not those of pictures are refused, and pictures that cannot be written are a fault.
#[test]
fn wrong_names_are_refused() {
    let scratch = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(scratch.path().join("folder.svg")).expect("a new folder");
    std::fs::write(scratch.path().join("notes"), "").expect("a new file");
    std::fs::copy("litmus/store-buffering/SB+sc+agent.litmus", scratch.path().join("sb.litmus")).expect("copied");
    let mut said = String::new();
    for (option, path) in
        [("--svg", "-"), ("--svg", "folder.svg"), ("--dot", "notes"), ("--svg", "sb.png"), ("--svg", "none/sb.svg")]
    {
        let (error, code) = litmus_in(scratch.path(), &["outcomes", "sb.litmus", "--model", "hsa", option, path]);
        assert_eq!(code, 2, "{option} {path}: {error}");
        said += &error;
    }
    insta::assert_snapshot!("wrong-names", said);
}
