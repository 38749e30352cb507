//! The page of all verdicts: it is well-formed HTML that loads nothing, its links lead somewhere, text is escaped, and headings and labels are there.

mod scratch;

use scraper::{ElementRef, Html, Selector};
use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use std::process::Command;

/// Tests of each kind: forbidden, racy, unsound on hardware, of machine code, with a loop.
const TESTS: [&str; 5] = [
    "litmus/message-passing/MP+chain.litmus",
    "litmus/message-passing/MP+agent-flag-other-agent.litmus",
    "litmus/message-passing/MP+cluster-acquire-rmw.litmus",
    "litmus/hardware/CoRR+asm.litmus",
    "litmus/termination/spin-fence.litmus",
];

/// A page, what is said beside it on standard output and standard error, and the exit code.
struct Written {
    html: String,
    said: String,
    code: i32,
}

fn report(arguments: &[&str]) -> Written {
    let folder = scratch::folder();
    let out = folder.path().join("report.html");
    let out = out.to_str().expect("UTF-8");
    let mut command = Command::new(env!("CARGO_BIN_EXE_litmus"));
    let output =
        command.arg("report").args(arguments).args(["--no-color", "--out", out]).output().expect("litmus starts");
    let said = [output.stdout, output.stderr].concat();
    Written {
        html: std::fs::read_to_string(out).unwrap_or_default(),
        said: String::from_utf8(said).expect("text").replace(out, "report.html"),
        code: output.status.code().unwrap_or(-1),
    }
}

fn parsed(html: &str) -> Html {
    let page = Html::parse_document(html);
    assert!(page.errors.is_empty(), "{:?}", page.errors);
    page
}

fn all<'p>(page: &'p Html, selector: &str) -> Vec<ElementRef<'p>> {
    page.select(&Selector::parse(selector).expect("a selector")).collect()
}

fn text(element: ElementRef<'_>) -> String {
    element.text().collect()
}

/// What holds of every page.
fn check(page: &Html) {
    let ids: Vec<&str> = all(page, "[id]").iter().filter_map(|element| element.attr("id")).collect();
    let distinct: HashSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), distinct.len(), "an id is given twice");
    for link in all(page, "a") {
        let target = link.attr("href").and_then(|href| href.strip_prefix('#'));
        assert!(target.is_some_and(|target| distinct.contains(target)), "{:?} leads nowhere", link.attr("href"));
    }
    for attribute in ["aria-labelledby", "data-table"] {
        for element in all(page, &format!("[{attribute}]")) {
            assert!(
                element.attr(attribute).is_some_and(|id| distinct.contains(id)),
                "{attribute} of {:?}",
                element.value()
            );
        }
    }
    // Nothing is loaded: neither by elements nor by style sheets.
    assert!(all(page, "[src], link, iframe, object, embed, [srcset], base, meta[http-equiv]").is_empty());
    for style in all(page, "style") {
        let text = text(style);
        assert!(!text.contains("@import") && text.matches("url(").count() == text.matches("url(#").count());
    }
    accessible(page);
}

/// Headings, roles, names and languages are there.
fn accessible(page: &Html) {
    assert_eq!(all(page, "html[lang]").len(), 1);
    assert_eq!(all(page, "head > title").len(), 1);
    assert_eq!(all(page, "main").len(), 1);
    assert_eq!(all(page, "nav[aria-label]").len(), 1);
    headings(page);
    for section in all(page, "main > section") {
        assert!(section.attr("aria-label").or(section.attr("aria-labelledby")).is_some(), "a section without a name");
        assert_eq!(section.attr("tabindex"), Some("-1"), "a section that cannot be gone to");
    }
    for table in all(page, "table") {
        assert!(table.select(&Selector::parse("thead th").expect("a selector")).next().is_some());
    }
    for head in all(page, "tbody th") {
        assert!(head.attr("scope").is_some(), "a head of nothing");
    }
    for field in all(page, "input, select") {
        let is_labelled =
            field.parent().and_then(ElementRef::wrap).is_some_and(|parent| parent.value().name() == "label");
        assert!(is_labelled, "a field without a label");
    }
    // Each picture says what it is, and no two say the same.
    let titles: Vec<String> = all(page, "svg[role=img] > title:first-child").into_iter().map(text).collect();
    assert_eq!(titles.len(), all(page, "svg[role=img]").len(), "a picture without a title");
    assert!(titles.iter().all(|title| !title.is_empty()));
    assert_eq!(titles.len(), titles.iter().collect::<HashSet<_>>().len(), "two pictures of one title: {titles:#?}");
    // What scrolls can be scrolled by the keyboard.
    for region in all(page, ".wide") {
        assert_eq!((region.attr("tabindex"), region.attr("role")), (Some("0"), Some("region")));
        assert!(region.attr("aria-label").is_some());
    }
}

/// The page has one heading, which is there whatever section is shown; sections begin with one of the second level, and no level is left out.
fn headings(page: &Html) {
    assert_eq!((all(page, "h1").len(), all(page, "body > header > h1").len()), (1, 1));
    let levels = |of: ElementRef<'_>| -> Vec<u8> {
        let headings = of.descendants().filter_map(ElementRef::wrap).map(|element| element.value().name().as_bytes());
        headings
            .filter_map(|name| if let [b'h', level @ b'1'..=b'6'] = name { Some(level - b'0') } else { None })
            .collect()
    };
    for section in all(page, "main > section") {
        let levels = levels(section);
        let is_in_order = levels.windows(2).all(|pair| (2..=pair[0] + 1).contains(&pair[1]));
        assert!(levels.first() == Some(&2) && is_in_order, "{levels:?} in {:?}", section.value());
    }
}

#[test]
fn pages_of_tests_are_whole() {
    let written = report(
        &[&TESTS[..], &["--before", "llvm19", "--target", "gfx942", "--target", "gfx12", "--target", "gfx125x"]]
            .concat(),
    );
    assert_eq!((written.code, written.said.lines().count()), (0, 1), "{}", written.said);
    let page = parsed(&written.html);
    check(&page);
    for path in TESTS {
        let name = Path::new(path).file_stem().and_then(|name| name.to_str()).expect("a name");
        let section = all(&page, &format!("main > section[aria-label='{name}']"));
        assert_eq!(section.len(), 1, "{name}");
        let source = std::fs::read_to_string(path).expect("a test");
        assert!(text(section[0]).contains(source.trim_end()), "{name} has its text");
    }
    // What was not asked is said.
    let summary = text(all(&page, "#summary")[0]);
    assert!(summary.contains("instructions needed: not asked"), "{summary}");
    assert!(text(all(&page, "#programs")[0]).contains("Not asked"));
    assert!(text(all(&page, "#table-gfx12")[0]).contains("Not asked"));
    let first = text(all(&page, "#t-MP\\+chain")[0]);
    insta::assert_snapshot!("a_test", first);
    insta::assert_snapshot!("by_target", text_of_rows(&page, "#n"));
    insta::assert_snapshot!("by_model", text_of_rows(&page, "#m"));
}

/// The rows of a table, their cells between bars.
fn text_of_rows(page: &Html, table: &str) -> String {
    let cells = Selector::parse("th, td").expect("a selector");
    let row = |row: ElementRef<'_>| row.select(&cells).map(text).collect::<Vec<_>>().join(" | ") + "\n";
    all(page, &format!("{table} tr")).into_iter().map(row).collect()
}

#[test]
fn instructions_lead_to_rows() {
    let written = report(&[TESTS[0], "--target", "gfx942"]);
    let page = parsed(&written.html);
    let to_code = all(&page, "#t-MP\\+chain .s a");
    assert!(!to_code.is_empty(), "operations lead to code");
    let rows: BTreeSet<&str> = all(&page, "#operations td a").iter().filter_map(|link| link.attr("href")).collect();
    assert!(rows.contains("#row-gfx942-11313"), "{rows:?}");
    let row = text(all(&page, "#row-gfx942-11313")[0]);
    assert!(row.contains("store atomic | release") && row.contains("buffer_wbl2"), "{row}");
}

#[test]
fn what_is_needed_leads_to_programs() {
    let folder = scratch::folder();
    let audit = folder.path().join("audit.json");
    let audit = audit.to_str().expect("UTF-8");
    let small = ["--events", "4", "--threads", "2", "--varied-threads", "0", "--target", "gfx12,cu", "--hsa"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_litmus"));
    let output = command
        .args(["table", "audit", "llvm24:gfx12", "--format", "json"])
        .args(small)
        .output()
        .expect("litmus starts");
    std::fs::write(audit, output.stdout).expect("written");
    let written = report(&[TESTS[0], "--target", "gfx12", "--audit", audit]);
    assert_eq!(written.code, 0, "{}", written.said);
    let page = parsed(&written.html);
    check(&page);
    let needed = all(&page, "#table-gfx12 tbody td a");
    assert!(needed.iter().any(|link| link.attr("href").is_some_and(|href| href.starts_with("#program-"))));
    let first = text(all(&page, "#program-0")[0]);
    assert!(first.contains("exists") || first.contains("thread"), "{first}");
    assert!(text(all(&page, "#table-gfx12")[0]).contains("not judged"), "what no program uses is said");

    // Of a table that was not audited, the summary says so, too; an audit of others alone is none of what is shown.
    let of_some = report(&[TESTS[0], "--target", "gfx942", "--target", "gfx12,cu", "--audit", audit]);
    check(&parsed(&of_some.html));
    assert_eq!(of_some.code, 0, "{}", of_some.said);
    assert!(of_some.html.contains("nothing was judged of this table"));
    let summary = text_of(&of_some, "#summary");
    assert!(summary.contains("the audit is not of llvm24:gfx942, llvm24:gfx12 ["), "{summary}");
    // Of one mode and of one language it is, and of no other.
    assert!(summary.contains("HSA: gfx12,wgp; OpenCL: gfx12]"), "{summary}");
    // A row that no program uses is not sound.
    let not_judged = all(&parsed(&of_some.html), "#table-gfx12 li.na").len();
    assert!(summary.contains("rows of tables, each by its worst verdict on any target: "), "{summary}");
    assert!(not_judged > 0 && summary.contains(" not judged. Tables"), "{summary}");
    let of_others = report(&[TESTS[0], "--target", "gfx942", "--audit", audit]);
    assert_eq!(of_others.code, 2);
    let said = of_others.said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("this audit is of llvm24:gfx12, and of no table that is shown"), "{said}");
    assert!(text_of(&of_others, "#summary").contains("what --audit names is wrong"));

    let text = std::fs::read_to_string(audit).expect("the audit");
    std::fs::write(audit, text.replacen("load | none | none |", "load | none | agent |", 1)).expect("written");
    let refused = report(&[TESTS[0], "--target", "gfx12", "--audit", audit]);
    assert_eq!(refused.code, 2);
    assert!(refused.said.contains("an audit of another llvm24:gfx12"), "{}", refused.said);
    assert!(text_of(&refused, "#summary").contains("what --audit names is wrong"));
}

/// What a test expects of code is of the tables that are shown, whatever release they are from.
#[test]
fn expectations_are_of_the_tables_that_are_shown() {
    let folder = scratch::folder();
    let [table, mine] = ["gfx942.table", "mine.table"].map(|name| folder.path().join(name));
    let text = std::fs::read_to_string("models/tables/llvm24/gfx942.table").expect("a table");
    // An acquire load that invalidates nothing.
    let step =
        "    3 @11031:\n      buffer_inv sc1=1;\n      before all global/generic load/load atomic/atomicrmw @11033;\n";
    let broken = text.replacen(step, "", 1);
    assert_ne!(text, broken);
    std::fs::write(&table, &broken).expect("written");
    let shown = |test: &str, table: &std::path::Path| {
        report(&[test, "--target", "gfx942,notgsplit", "--table", table.to_str().expect("UTF-8")])
    };
    let test = "litmus/message-passing/MP+rel+acq+agent.litmus";
    let differs = shown(test, &table);
    assert_eq!(differs.code, 1, "{}", differs.said);
    assert!(text_of(&differs, "#summary").contains("1 not as expected"), "{}", text_of(&differs, "#summary"));
    // By a name of its own, tests find it, too.
    std::fs::write(&mine, broken.replacen("from \"llvm24\"", "from \"mine\"", 1)).expect("written");
    let own = folder.path().join("own.litmus");
    let expected =
        std::fs::read_to_string(test).expect("a test").replace("gfx942 llvm24: sound", "gfx942 mine: unsound");
    std::fs::write(&own, expected).expect("written");
    let found = shown(own.to_str().expect("UTF-8"), &mine);
    assert_eq!(found.code, 0, "{}", found.said);
    assert!(text_of(&found, "#summary").contains("1 as expected"), "{}", text_of(&found, "#summary"));
}

/// What was audited is what is shown: to the letter of the table and the hardware, and an audit says what it is of.
#[test]
fn audits_are_of_what_is_shown() {
    let folder = scratch::folder();
    let [audit, table, hardware] = ["audit.json", "other.table", "other.hw"].map(|name| folder.path().join(name));
    let [audit, table, hardware] = [&audit, &table, &hardware].map(|path| path.to_str().expect("UTF-8"));
    let audited = Command::new(env!("CARGO_BIN_EXE_litmus"))
        .args(["table", "verify", "llvm24:gfx12", "--format", "json", "--target", "gfx12,cu", "--hsa"])
        .args(["--events", "2", "--threads", "1"])
        .output()
        .expect("litmus starts");
    std::fs::write(audit, &audited.stdout).expect("written");
    let edited = |from: &str, line: &str, into: &str| {
        let text = std::fs::read_to_string(from).expect("a file");
        assert!(text.contains(line), "{from} has {line:?}");
        std::fs::write(into, text.replacen(line, "", 1)).expect("written");
    };
    // One line less in a row that is still there, and other words in a comment.
    edited("models/tables/llvm24/gfx12.table", "      s_wait_storecnt 0x0;\n", table);
    edited("models/hardware/gfx12.hw", "a cache a CU, ", hardware);

    let asked = [TESTS[0], "--target", "gfx12,cu", "--audit", audit];
    let refused = |arguments: &[&str], why: &str, again: &str| {
        let written = report(&[&asked[..], arguments].concat());
        assert_eq!(written.code, 2, "{}", written.said);
        let said = written.said.replace(table, "other.table").replace(hardware, "other.hw").replace('|', " ");
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(why) && said.contains(again), "{said}");
        assert!(text_of(&written, "#summary").contains("what --audit names is wrong"));
    };
    let taken = report(&asked);
    assert_eq!(taken.code, 0, "{}", taken.said);
    // Nor is it said of more targets and languages than were audited.
    assert!(taken.html.contains("[HSA: gfx12,cu]") && !taken.html.contains("[everywhere]"));
    assert!(taken.html.contains("not asked [HSA: gfx12,wgp; OpenCL: gfx12]"));
    refused(
        &["--table", table],
        "the table of llvm24:gfx12 was models/tables/llvm24/gfx12.table there, and other.table here is not the same",
        "litmus table audit other.table --format json",
    );
    refused(
        &["--hardware", hardware],
        "the hardware of gfx12 was models/hardware/gfx12.hw there, and other.hw here is not the same",
        "litmus table audit llvm24 --hardware other.hw --format json",
    );
    let text = std::fs::read_to_string(audit).expect("the audit");
    std::fs::write(audit, text.replacen("\"sources\"", "\"others\"", 1)).expect("written");
    refused(&[], "this audit of llvm24:gfx12 does not say by which files it was made", "litmus table audit llvm24 ");
}

fn text_of(written: &Written, selector: &str) -> String {
    text(all(&parsed(&written.html), selector)[0])
}

#[test]
fn text_is_escaped() {
    let folder = scratch::folder();
    let path = folder.path().join("wild.litmus");
    let wild = "litmus wild\n\"<script>alert(1)</script> & <b title='x'>\"\nmemory {\n  global x: i32 = 0\n}\nthread P0 @ agent 0, workgroup 0, wavefront 0 {\n  store i32 1, x // </pre></section><img src=http://example.org/>\n}\nexists (x = 1)\n";
    std::fs::write(&path, wild).expect("written");
    let written = report(&[path.to_str().expect("UTF-8"), "--target", "gfx12,cu"]);
    let page = parsed(&written.html);
    check(&page);
    assert_eq!(all(&page, "script").len(), 1, "{}", written.said);
    assert!(all(&page, "img, b").is_empty());
    assert!(text_of(&written, "#t-wild").contains("<script>alert(1)</script> & <b"), "{}", written.said);
}

#[test]
fn wrong_input_loses_nothing_else() {
    let folder = scratch::folder();
    let [bad, audit] = ["bad.litmus", "audit.json"].map(|name| folder.path().join(name));
    std::fs::write(&bad, "litmus bad\nthread <P0>").expect("written");
    std::fs::write(&audit, "{\n  \"schema\": 2,\n  \"tables\": 7\n}").expect("written");
    let paths = [&bad, &audit].map(|path| path.to_str().expect("UTF-8"));
    let written = report(&[paths[0], TESTS[0], "--target", "gfx12,cu", "--audit", paths[1], "--before", "llvm7"]);
    assert_eq!(written.code, 2);
    let page = parsed(&written.html);
    check(&page);
    assert_eq!(all(&page, "#m tbody tr").len(), 1);
    let summary = text_of(&written, "#summary");
    assert!(
        summary.contains("bad.litmus:2:") && summary.contains("audit.json:3:") && summary.contains("llvm7"),
        "{summary}"
    );
}

#[test]
fn verdicts_make_the_exit_code() {
    let folder = scratch::folder();
    let path = folder.path().join("other.litmus");
    let text = std::fs::read_to_string(TESTS[0]).expect("a test");
    std::fs::write(&path, text.replace(": forbidden ", ": allowed ")).expect("written");
    let other = path.to_str().expect("UTF-8");
    let written = report(&[other, "--target", "gfx12,cu"]);
    assert_eq!(written.code, 1);
    assert!(text_of(&written, "#summary").contains("1 not as expected"));
    assert!(text_of(&written, "#t-MP\\+chain").contains("forbidden under hsa"), "what shows it is there");
    let late = report(&[TESTS[0], "--target", "gfx12,cu", "--timeout", "0"]);
    assert_eq!(late.code, 3, "{}", late.said);
    check(&parsed(&late.html));
    assert!(text_of(&late, "#summary").contains("unknown on some target"), "{}", text_of(&late, "#summary"));
    let nowhere = report(&[TESTS[0], "--table", "llvm7"]);
    assert_eq!((nowhere.code, nowhere.html.as_str()), (2, ""));
}

/// Where there is little room, pictures are packed; where there is none, pictures alone are left out, and each test says so.
#[test]
fn pictures_are_left_out_where_there_is_no_room() {
    let all_drawn = report(&[TESTS[0], TESTS[1], "--target", "gfx12,cu"]);
    let drawn = all(&parsed(&all_drawn.html), "svg[role=img]").len();
    assert_eq!(drawn, 2);
    let limit = (all_drawn.html.len() - 300).to_string();
    let written = report(&[TESTS[0], TESTS[1], "--target", "gfx12,cu", "--limit", &limit]);
    let page = parsed(&written.html);
    check(&page);
    assert_eq!(all(&page, "svg[role=img]").len(), 1);
    assert_eq!((all(&page, "[data-packed]").len(), all(&page, "#packed").len()), (1, 1));
    assert!(written.said.contains("1 pictures packed") && text_of(&written, "#summary").contains("are packed"));
    assert!(written.html.len() <= all_drawn.html.len() - 300);
    let without = report(&[TESTS[0], TESTS[1], "--target", "gfx12,cu", "--limit", "1"]);
    let page = parsed(&without.html);
    check(&page);
    assert!(all(&page, "svg[role=img]").is_empty() && all(&page, "[data-packed]").is_empty());
    assert!(without.said.contains("2 pictures left out") && without.html.contains("The picture is left out"));
}

/// Every target on which code is unsound has what shows it, with the cycle and what happens in time, once where it is the same; where there is no room, it is
/// said how much is left out, and of which targets.
#[test]
fn counterexamples_are_shown_for_each_target() {
    let test = "litmus/causality/ISA2+wg-ag.litmus";
    let asked = [test, "--table", "llvm19", "--target", "gfx10-gfx11", "--target", "gfx942", "--target", "gfx9"];
    let unsound = ["gfx10,cu", "gfx11,cu", "gfx942,notgsplit", "gfx9"];
    let whole = report(&asked);
    let page = parsed(&whole.html);
    check(&page);
    let section = all(&page, "#t-ISA2\\+wg-ag")[0];
    let select = |of: ElementRef<'_>, selector: &str| {
        of.select(&Selector::parse(selector).expect("a selector")).map(text).collect::<Vec<_>>()
    };
    let reached = |section: ElementRef<'_>| -> Vec<String> {
        let summaries = select(section, "summary").into_iter();
        let targets = summaries.filter_map(|text| Some(text.strip_prefix("How hardware reaches it on ")?.to_string()));
        targets.flat_map(|text| text.split(' ').map(str::to_string).collect::<Vec<_>>()).collect()
    };
    let mut shown = reached(section);
    shown.sort();
    let mut wanted = unsound.map(String::from).to_vec();
    wanted.sort();
    assert_eq!(shown, wanted);
    let ways = select(section, "details > pre").into_iter().filter(|text| text.starts_with("unsound: ")).count();
    let figures = |section: ElementRef<'_>| select(section, "details figcaption");
    assert_eq!(figures(section).iter().filter(|text| *text == "What happens in time").count(), ways);
    assert_eq!(figures(section).len(), 2 * ways, "the cycle, and what happens in time");
    assert!(!whole.said.contains("left out") && !whole.html.contains("left out"), "{}", whole.said);

    // Without any room, one way is shown, and the others are named.
    let cut = report(&[&asked[..], &["--limit", "1"]].concat());
    let (least, most) = (cut.html.len(), whole.html.len());
    for part in 0..8 {
        let limit = least + (most - least) * part / 8;
        let written = report(&[&asked[..], &["--limit", &limit.to_string()]].concat());
        assert!(written.html.len() <= limit, "{} bytes of {limit}", written.html.len());
    }
    let page = parsed(&cut.html);
    check(&page);
    let section = all(&page, "#t-ISA2\\+wg-ag")[0];
    let first = reached(section);
    assert!(!first.is_empty() && first.len() < unsound.len(), "{first:?}");
    let said = text(section);
    for target in unsound.iter().filter(|target| !first.iter().any(|shown| shown == *target)) {
        assert!(said.contains(target), "{target}");
    }
    assert!(said.contains("Its pictures are left out") && said.contains("how hardware reaches it on"), "{said}");
    let count = format!("{} pictures and {} counterexamples", 1 + ways, ways - 1);
    assert!(cut.said.contains(&format!("{count} left out")), "{}", cut.said);
    assert!(text(all(&page, "#summary")[0]).contains(&format!("For the size of this page {count} are left out")));
}

/// Colours of text are told from what is behind them, on light ground and on dark (WCAG 2.2, 1.4.3: at least 4.5 to 1).
#[test]
fn colours_have_contrast() {
    let css = std::fs::read_to_string("src/report/html/page.css").expect("the style sheet");
    let grounds = ["ground", "paper"];
    for (scheme, rules) in css.split("--ground:").skip(1).enumerate() {
        let rules = format!("--ground:{rules}");
        let colour = |name: &str| {
            let rest = rules.split(&format!("--{name}: #")).nth(1).expect("a colour");
            let number = u32::from_str_radix(&rest[..6], 16).expect("a number");
            [16, 8, 0].map(|shift| f64::from((number >> shift) & 0xff) / 255.0)
        };
        let pairs = ["ink", "quiet", "link", "good", "bad", "doubt", "race"]
            .into_iter()
            .flat_map(|text| grounds.map(|ground| (text, ground)));
        for (text, ground) in pairs.chain([("bad", "bad-ground"), ("doubt", "doubt-ground"), ("ink", "mark")]) {
            let ratio = contrast(colour(text), colour(ground));
            assert!(ratio >= 4.5, "{text} on {ground} in scheme {scheme}: {ratio}");
        }
    }
}

/// The contrast of two colours (WCAG 2.2, contrast ratio).
fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
    let linear = |part: f64| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
    let luminance = |colour: [f64; 3]| {
        let [red, green, blue] = colour.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}
