//! Words of LLVM IR about functions and objects: linkage, calling conventions and attributes, by release 24 of the language's reference. Others are refused:
//! they may be no IR, or mean something.

use super::ast::{Attribute, Tail};
use crate::syntax::litmus::build::{Fallible, fail};
use crate::syntax::source::did_you_mean;

/// How symbols are linked.
pub(super) const LINKAGE: &[&str] = &[
    "private",
    "internal",
    "available_externally",
    "linkonce",
    "weak",
    "common",
    "appending",
    "extern_weak",
    "linkonce_odr",
    "weak_odr",
    "external",
];

/// Whether another module may have the symbol instead.
pub(super) const PREEMPTION: &[&str] = &["dso_local", "dso_preemptable"];

/// Who sees symbols.
pub(super) const VISIBILITY: &[&str] = &["default", "hidden", "protected"];

/// Where symbols are, for systems that have such storage.
pub(super) const STORAGE: &[&str] = &["dllimport", "dllexport"];

/// How functions are called.
pub(super) const CONVENTIONS: &[&str] = &[
    "ccc",
    "fastcc",
    "coldcc",
    "ghccc",
    "swiftcc",
    "swifttailcc",
    "preserve_mostcc",
    "preserve_allcc",
    "preserve_nonecc",
    "anyregcc",
    "tailcc",
    "cxx_fast_tlscc",
    "cfguard_checkcc",
    "cc",
    "spir_func",
    "spir_kernel",
    "amdgpu_kernel",
    "amdgpu_vs",
    "amdgpu_ls",
    "amdgpu_hs",
    "amdgpu_es",
    "amdgpu_gs",
    "amdgpu_ps",
    "amdgpu_cs",
    "amdgpu_cs_chain",
    "amdgpu_cs_chain_preserve",
    "amdgpu_gfx",
];

/// Whether a thread has an object of its own.
pub(super) const THREAD_LOCAL: &[&str] = &["thread_local"];

/// Whether the address of a symbol is of no matter.
pub(super) const UNNAMED: &[&str] = &["unnamed_addr", "local_unnamed_addr"];

/// Whether an object may be written before the module is run.
pub(super) const INITIALIZED: &[&str] = &["externally_initialized"];

/// What results of functions may be.
const OF_RESULTS: &[&str] = &[
    "zeroext",
    "signext",
    "noext",
    "inreg",
    "noalias",
    "nonnull",
    "noundef",
    "dereferenceable",
    "dereferenceable_or_null",
    "range",
    "nofpclass",
];

/// Attributes of functions.
const ATTRIBUTES: &[&str] = &[
    "alwaysinline",
    "cold",
    "convergent",
    "coro_elide_safe",
    "coro_only_destroy_when_complete",
    "disable_sanitizer_instrumentation",
    "fn_ret_thunk_extern",
    "hot",
    "hybrid_patchable",
    "inlinehint",
    "minsize",
    "mustprogress",
    "naked",
    "nobuiltin",
    "nocallback",
    "nocf_check",
    "nodivergencesource",
    "noduplicate",
    "nofree",
    "noimplicitfloat",
    "noinline",
    "nomerge",
    "nonlazybind",
    "noprofile",
    "norecurse",
    "noredzone",
    "noreturn",
    "nosanitize_bounds",
    "nosanitize_coverage",
    "nosync",
    "nounwind",
    "null_pointer_is_valid",
    "optdebug",
    "optforfuzzing",
    "optnone",
    "optsize",
    "presplitcoroutine",
    "readnone",
    "readonly",
    "writeonly",
    "argmemonly",
    "inaccessiblememonly",
    "inaccessiblemem_or_argmemonly",
    "returns_twice",
    "safestack",
    "sanitize_address",
    "sanitize_alloc_token",
    "sanitize_hwaddress",
    "sanitize_memory",
    "sanitize_memtag",
    "sanitize_numerical_stability",
    "sanitize_realtime",
    "sanitize_realtime_blocking",
    "sanitize_thread",
    "sanitize_type",
    "shadowcallstack",
    "skipprofile",
    "speculatable",
    "speculative_load_hardening",
    "ssp",
    "sspreq",
    "sspstrong",
    "strictfp",
    "willreturn",
];

/// Attributes that have something in parentheses behind them.
const WITH_ARGUMENTS: &[&str] = &["memory", "alignstack"];

/// One that may have.
const PERHAPS_WITH_ARGUMENTS: &[&str] = &["uwtable"];

/// What else may stand behind the parameters of a function, and not in groups.
const OF_SYMBOLS: &[&str] = &["section", "partition", "comdat", "gc"];

/// Which of several symbols of a group of sections a linker takes.
pub const COMDATS: &[&str] = &["any", "exactmatch", "largest", "nodeduplicate", "samesize"];

/// A word before the type of a function or an object.
///
/// # Errors
/// It is none of LLVM's.
pub fn before<K>(word: &str, l: usize, r: usize) -> Fallible<String, K> {
    let lists = [LINKAGE, PREEMPTION, VISIBILITY, STORAGE, CONVENTIONS, THREAD_LOCAL, UNNAMED, INITIALIZED, OF_RESULTS];
    known(word, &lists, (l, r)).map(|()| word.to_string())
}

/// A calling convention that has a number, before its number.
///
/// # Errors
/// It has none.
pub fn convention<K>(word: &str, l: usize, r: usize) -> Fallible<String, K> {
    only(&["cc"], word, l, r).map(|()| word.to_string())
}

/// What parameters may be besides: what is known of pointers to objects, and where they are passed.
pub(super) const OF_POINTERS: &[&str] = &[
    "noundef",
    "nonnull",
    "noalias",
    "nocapture",
    "captures",
    "nofree",
    "readnone",
    "readonly",
    "writeonly",
    "dereferenceable",
    "dereferenceable_or_null",
    "initializes",
    "inreg",
];

/// What may follow what accesses nothing.
const ATTACHED: &[&str] =
    &["prof", "unpredictable", "llvm.loop", "srcloc", "annotation", "uniform", "amdgpu.uniform", "amdgpu.noclobber"];

/// What follows what accesses nothing: metadata that says nothing.
///
/// # Errors
/// It is other.
pub fn attached<K>(tail: &[Tail]) -> Fallible<(), K> {
    for item in tail {
        let (l, r, what) = match item {
            Tail::Metadata(name, _) if ATTACHED.contains(&name.node.as_str()) => continue,
            Tail::Metadata(name, _) => (name.span.start, name.span.end, format!("metadata `!{}`", name.node)),
            Tail::Align(bytes) => (bytes.span.start, bytes.span.end, "an alignment".to_string()),
        };
        return fail(l, r, format!("{what} of what accesses nothing"), "not here", "leave it out".into());
    }
    Ok(())
}

/// A word where only some may stand.
///
/// # Errors
/// It is another.
pub fn only<K>(some: &[&str], word: &str, l: usize, r: usize) -> Fallible<(), K> {
    known(word, &[some], (l, r))
}

/// An attribute of a function, with what stands in parentheses behind it, if they are there.
///
/// # Errors
/// It is none of LLVM's.
pub fn attribute<K>(word: &str, arguments: Option<Vec<String>>, l: usize, r: usize) -> Fallible<Attribute, K> {
    if let ("alignstack", Some([bytes])) = (word, arguments.as_deref()) {
        alignment(bytes, l, r)?;
    }
    let without: &[&[&str]] = &[ATTRIBUTES, PERHAPS_WITH_ARGUMENTS, UNNAMED, OF_SYMBOLS];
    let with: &[&[&str]] = &[WITH_ARGUMENTS, PERHAPS_WITH_ARGUMENTS, &["comdat"]];
    let (lists, others, message) = match arguments {
        Some(_) => (with, without, "has nothing behind it"),
        None => (without, with, "has something in parentheses behind it"),
    };
    if others.iter().copied().flatten().any(|known| *known == word)
        && !lists.iter().copied().flatten().any(|known| *known == word)
    {
        return fail(l, r, format!("`{word}` {message}"), "not so", "as LLVM's reference has it".into());
    }
    if let ("uwtable", Some(other)) =
        (word, arguments.iter().flatten().find(|kind| !matches!(kind.as_str(), "sync" | "async")))
    {
        return fail(l, r, format!("`{other}` in `uwtable`"), "not known", "`sync` or `async`".into());
    }
    known(word, lists, (l, r)).map(|()| Attribute::Word(word.to_string(), arguments.unwrap_or_default()))
}

/// Attributes by their text of which LLVM knows the values.
const TEXTS: &[(&str, &[&str])] = &[
    ("frame-pointer", &["all", "none", "non-leaf", "reserved", "non-leaf-no-reserve"]),
    ("no-jump-tables", TRUTHS),
    ("less-precise-fpmad", TRUTHS),
    ("no-infs-fp-math", TRUTHS),
    ("no-nans-fp-math", TRUTHS),
    ("no-signed-zeros-fp-math", TRUTHS),
    ("approx-func-fp-math", TRUTHS),
    ("unsafe-fp-math", TRUTHS),
    ("use-sample-profile", TRUTHS),
    ("profile-sample-accurate", TRUTHS),
    ("no-inline-line-tables", TRUTHS),
    ("uniform-work-group-size", TRUTHS),
];
const TRUTHS: &[&str] = &["true", "false"];

/// Attributes by their text that are numbers.
const NUMBERS: &[&str] = &["patchable-function-prefix", "patchable-function-entry", "warn-stack-size"];

/// An attribute by its text, with its value.
///
/// # Errors
/// LLVM knows it, and has no such value.
pub fn text<K>(name: &str, value: &str, l: usize, r: usize) -> Fallible<(), K> {
    let known = TEXTS.iter().find(|(known, _)| *known == name);
    if let Some((_, values)) = known.filter(|(_, values)| !values.contains(&value)) {
        let message = format!("`{value}` is no value of `{name}`");
        return fail(l, r, message, "not known", format!("one of {}", values.join(", ")));
    }
    match NUMBERS.contains(&name) && value.parse::<u32>().is_err() {
        true => fail(l, r, format!("`{value}` is no value of `{name}`"), "not a number", "a number".into()),
        false => Ok(()),
    }
}

/// Where an attribute stands among those behind the parameters of a function: before those of higher rank.
pub(super) fn rank(word: &str) -> usize {
    match word {
        "unnamed_addr" | "local_unnamed_addr" => 0,
        "section" => 2,
        "partition" => 3,
        "comdat" => 4,
        "gc" => 5,
        _ => 1,
    }
}

/// Whether an attribute may be in a group.
pub(super) fn is_of_groups(word: &str) -> bool {
    !UNNAMED.contains(&word) && !OF_SYMBOLS.contains(&word)
}

/// Whether a word before a function is about an integer that it gives.
pub(super) fn is_of_integers(word: &str) -> bool {
    matches!(word, "zeroext" | "signext" | "noext" | "inreg" | "noundef")
}

/// Whether a word of a parameter is one of declarations that are read.
pub(super) fn is_of_declared(word: &str) -> bool {
    OF_POINTERS.contains(&word) || matches!(word, "zeroext" | "signext" | "noext" | "immarg")
}

/// Whether a word before a function is about its result.
pub(super) fn is_of_results(word: &str) -> bool {
    OF_RESULTS.contains(&word) || word == "align"
}

/// Whether a calling convention is that of a kernel or shader, which gives nothing.
pub(super) fn is_kernel(word: &str) -> bool {
    matches!(word, "amdgpu_kernel" | "spir_kernel" | "amdgpu_cs_chain" | "amdgpu_cs_chain_preserve")
}

/// Whether a word before a function says how it is called.
pub fn is_convention(word: &str) -> bool {
    CONVENTIONS.contains(&word)
}

/// An alignment.
///
/// # Errors
/// It is no power of two.
pub fn alignment<K>(word: &str, l: usize, r: usize) -> Fallible<u32, K> {
    match word.parse::<u32>() {
        Ok(bytes) if bytes.is_power_of_two() => Ok(bytes),
        Ok(_) | Err(_) => {
            fail(l, r, format!("`{word}` is no alignment"), "not a power of two", "1, 2, 4, 8, 16 …".into())
        }
    }
}

fn known<K>(word: &str, lists: &[&[&str]], (l, r): (usize, usize)) -> Fallible<(), K> {
    let all = lists.iter().copied().flatten().copied();
    if all.clone().any(|known| known == word) {
        return Ok(());
    }
    let help = did_you_mean(word, all);
    let help = help.map_or_else(|| "leave it out".to_string(), |near| format!("did you mean `{near}`?"));
    fail(l, r, format!("`{word}` is no word of LLVM IR here"), "not known", help)
}
