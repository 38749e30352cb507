//! Words of LLVM IR that have no say in what a test does: linkage, calling conventions and attributes, by release 24 of the language's reference. Others are
//! refused: they may be no IR, or mean something.

use crate::syntax::litmus::build::{Fallible, fail};
use crate::syntax::source::did_you_mean;

/// Words before a function's name that do not say how it is called: linkage, preemption, visibility, storage.
pub const NO_CONVENTIONS: &[&str] = &[
    "private",
    "internal",
    "available_externally",
    "linkonce",
    "common",
    "appending",
    "extern_weak",
    "linkonce_odr",
    "weak_odr",
    "external",
    "dso_local",
    "dso_preemptable",
    "default",
    "hidden",
    "protected",
    "dllimport",
    "dllexport",
    "unnamed_addr",
    "local_unnamed_addr",
];

/// What else may stand before the type of a function or global: calling conventions, what is thread-local, and attributes of results.
const BEFORE: &[&str] = &[
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
    "amdgpu_gfx_whole_wave",
    "externally_initialized",
    "thread_local",
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

/// What may stand behind the parameters of a function and in groups of attributes.
const BEHIND: &[&str] = &[
    "allockind",
    "allocptr",
    "allocsize",
    "alignstack",
    "alwaysinline",
    "builtin",
    "cold",
    "convergent",
    "coro_elide_safe",
    "coro_only_destroy_when_complete",
    "disable_sanitizer_instrumentation",
    "fn_ret_thunk_extern",
    "hot",
    "hybrid_patchable",
    "inlinehint",
    "jumptable",
    "memory",
    "minsize",
    "mustprogress",
    "naked",
    "nobuiltin",
    "nocallback",
    "nocf_check",
    "nocreateundeforpoison",
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
    "uwtable",
    "vscale_range",
    "willreturn",
    "unnamed_addr",
    "local_unnamed_addr",
    "section",
    "partition",
    "comdat",
    "gc",
];

/// A word before the type of a function.
///
/// # Errors
/// It is none of LLVM's.
pub fn before<K>(word: &str, l: usize, r: usize) -> Fallible<String, K> {
    known(word, &[NO_CONVENTIONS, BEFORE], (l, r)).map(|()| word.to_string())
}

/// An attribute.
///
/// # Errors
/// It is none of LLVM's.
pub fn behind<K>(word: &str, l: usize, r: usize) -> Fallible<(), K> {
    known(word, &[BEHIND], (l, r))
}

/// An alignment.
///
/// # Errors
/// It is no power of two.
pub fn alignment<K>(word: &str, l: usize, r: usize) -> Fallible<(), K> {
    match word.parse::<u64>() {
        Ok(bytes) if bytes.is_power_of_two() => Ok(()),
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
