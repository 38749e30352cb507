//! A table in which an instruction is taken out or exchanged is found out by a test of the corpus.

use super::{corpus, run};
use gfx_litmus::hardware::Assume;
use gfx_litmus::lowering::Library as Tables;
use gfx_litmus::syntax::source::Source;
use gfx_litmus::targets::TargetConfiguration;
use gfx_litmus::verdict::RefinementVerdict;
use std::path::Path;

/// A change to the text of a table of release 24: where, what is taken, what stands instead, and a test that finds it out on a target configuration.
struct Mutant {
    family: &'static str,
    row: &'static str,
    taken: &'static str,
    instead: &'static str,
    test: &'static str,
    configuration: &'static str,
    /// A mode of the target in which the test needs nothing of what is taken, if there is one.
    still_sound: Option<&'static str>,
}

/// The row's text without something.
fn mutated(mutant: &Mutant) -> Tables {
    let path = Path::new("models/tables/llvm24").join(format!("{}.table", mutant.family));
    let text = std::fs::read_to_string(path).expect("readable");
    let start = text.find(mutant.row).unwrap_or_else(|| panic!("no row {}", mutant.row));
    let end = start + text[start..].find("\n  }\n").expect("a row ends");
    let row = &text[start..end];
    assert!(row.contains(mutant.taken), "{} has no {}", mutant.row, mutant.taken);
    let changed = format!("{}{}{}", &text[..start], row.replacen(mutant.taken, mutant.instead, 1), &text[end..]);
    Tables::read(&Source::new("mutant.table", changed)).expect("well formed")
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        family: "gfx90a",
        row: "store atomic | release | system",
        taken: "      buffer_wbl2;",
        instead: "",
        test: "MP+system+coarse",
        configuration: "gfx90a",
        still_sound: None,
    },
    Mutant {
        family: "gfx90a",
        row: "load atomic | acquire | system | global",
        taken: "      buffer_invl2;",
        instead: "",
        test: "MP+system+coarse",
        configuration: "gfx90a",
        still_sound: None,
    },
    Mutant {
        family: "gfx942",
        row: "store atomic | release | system",
        taken: "      buffer_wbl2 sc0=1 sc1=1;",
        instead: "",
        test: "MP+system+coarse",
        configuration: "gfx942",
        still_sound: None,
    },
    Mutant {
        family: "gfx942",
        row: "store atomic | release | agent",
        taken: "      buffer_wbl2 sc1=1;",
        instead: "",
        test: "MP+agent+coarse",
        configuration: "gfx942",
        still_sound: None,
    },
    Mutant {
        family: "gfx942",
        row: "load atomic | acquire | system | global",
        taken: "buffer_inv sc0=1 sc1=1",
        instead: "buffer_inv sc0=1",
        test: "MP+system+coarse",
        configuration: "gfx942",
        still_sound: None,
    },
    Mutant {
        family: "gfx942",
        row: "load atomic | acquire | agent | global",
        taken: "buffer_inv sc1=1",
        instead: "buffer_inv sc0=1",
        test: "MP+agent+coarse",
        configuration: "gfx942",
        still_sound: None,
    },
    Mutant {
        family: "gfx12",
        row: "store atomic | release | agent, system",
        taken: "global_wb scope:SCOPE_SYS if !scope(agent)",
        instead: "global_wb scope:SCOPE_DEV if !scope(agent)",
        test: "MP+system+coarse",
        configuration: "gfx12",
        still_sound: None,
    },
    Mutant {
        family: "gfx6-gfx9",
        row: "load atomic | acquire | agent, system | global",
        taken: "      buffer_wbinvl1_vol;",
        instead: "",
        test: "MP+rel+acq+agent",
        configuration: "gfx9",
        still_sound: None,
    },
    Mutant {
        family: "gfx6-gfx9",
        row: "load atomic | acquire | agent, system | global",
        taken: "      s_waitcnt vmcnt(0);",
        instead: "",
        test: "MP+rel+acq+agent",
        configuration: "gfx8",
        still_sound: None,
    },
    Mutant {
        family: "gfx6-gfx9",
        row: "store atomic | release | agent, system",
        taken: "vmcnt(0)",
        instead: "",
        test: "MP+rel+acq+agent",
        configuration: "gfx6",
        still_sound: None,
    },
    Mutant {
        family: "gfx90a",
        row: "load atomic | acquire | workgroup | global",
        taken: "    3 @9765:\n      buffer_wbinvl1_vol if tgsplit;\n",
        instead: "    3 @9765:\n",
        test: "MP+rel+acq+workgroup",
        configuration: "gfx90a,tgsplit",
        still_sound: Some("gfx90a,notgsplit"),
    },
    Mutant {
        family: "gfx942",
        row: "load atomic | acquire | agent | global",
        taken: "buffer_inv sc1=1",
        instead: "buffer_inv",
        test: "MP+rel+acq+agent",
        configuration: "gfx942,notgsplit",
        still_sound: None,
    },
    Mutant {
        family: "gfx10-gfx11",
        row: "load atomic | acquire | agent, system | global",
        taken: "      buffer_gl1_inv;\n      buffer_gl0_inv;",
        instead: "      buffer_gl0_inv;\n      buffer_gl1_inv;",
        test: "MP+rel+acq+agent",
        configuration: "gfx10,cu",
        still_sound: None,
    },
    Mutant {
        family: "gfx10-gfx11",
        row: "load atomic | acquire | workgroup | global",
        taken: "buffer_gl0_inv if !cu;",
        instead: "buffer_gl0_inv if cu;",
        test: "MP+rel+acq+workgroup",
        configuration: "gfx11,wgp",
        still_sound: Some("gfx11,cu"),
    },
    Mutant {
        family: "gfx10-gfx11",
        row: "load atomic | seq_cst | agent, system | global, generic",
        taken: "vscnt(0)",
        instead: "",
        test: "SB+sc+agent",
        configuration: "gfx10,wgp",
        still_sound: None,
    },
    Mutant {
        family: "gfx12",
        row: "load atomic | acquire | agent, system | global",
        taken: "      global_inv scope:table;\n",
        instead: "      global_inv scope:SCOPE_CU;\n",
        test: "MP+rel+acq+agent",
        configuration: "gfx12,wgp",
        still_sound: None,
    },
    Mutant {
        family: "gfx12",
        row: "load atomic | acquire | workgroup | global",
        taken: "global_inv scope:SCOPE_SE if !cu;",
        instead: "global_inv scope:SCOPE_SE if cu;",
        test: "MP+rel+acq+workgroup",
        configuration: "gfx12,wgp",
        still_sound: Some("gfx12,cu"),
    },
    Mutant {
        family: "gfx125x",
        row: "store atomic | release | agent, system",
        taken: "global_wb scope:table",
        instead: "global_wb",
        test: "MP+rel+acq+agent",
        configuration: "gfx125x",
        still_sound: None,
    },
];

#[test]
fn a_table_without_an_instruction_is_found_out() {
    for mutant in MUTANTS {
        let path = corpus().into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == mutant.test));
        let path = path.unwrap_or_else(|| panic!("no test {}", mutant.test));
        let verdict = |tables: &Tables, name: &str| {
            let configuration = TargetConfiguration::parse(name).expect("a target configuration");
            let refined = run(std::slice::from_ref(&path), tables, &[configuration], false, &Assume::default());
            refined[0].results[0].verdict.word()
        };
        let whole = Tables::load("llvm24").expect("well formed");
        assert_eq!(
            verdict(&whole, mutant.configuration),
            RefinementVerdict::Sound,
            "{} on {}",
            mutant.test,
            mutant.configuration
        );
        let changed = mutated(mutant);
        if let Some(name) = mutant.still_sound {
            assert_eq!(verdict(&changed, name), RefinementVerdict::Sound, "{} on {name}", mutant.test);
        }
        assert_eq!(
            verdict(&changed, mutant.configuration),
            RefinementVerdict::Unsound,
            "{} {} without {}",
            mutant.family,
            mutant.row,
            mutant.taken
        );
    }
}
