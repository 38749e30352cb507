//! What an instruction of machine IR says that it does to memory: `(load syncscope("agent") acquire (s32) from %ir.p, addrspace 1)`.

use super::operation::{at_commas, ordering, space_of, type_bits};
use super::wanted::Order;
use crate::llvm::{AddressSpace, Ordering, SyncScope};
use crate::spelling::encodings;
use crate::syntax::table::ast::Access;

/// A memory operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryOperand {
    /// What it does; what does both is a read-modify-write.
    pub access: Access,
    /// How it is ordered.
    pub order: Order,
    /// The space of its address.
    pub space: AddressSpace,
    /// How many bits it accesses; `None` if that is not known.
    pub bits: Option<u32>,
    /// Whether the IR's access is volatile.
    pub volatile: bool,
    /// Whether it is nontemporal.
    pub nontemporal: bool,
    /// Whether it has a flag of the target of which it is not known what it means.
    pub has_target_flags: bool,
}

/// What the first words of memory operands say: what is done.
///
/// # Errors
/// They do not say it.
pub fn access(text: &str) -> Result<Access, String> {
    let mut words = head(text).0.split_whitespace();
    let first = words.find(|word| matches!(*word, "load" | "store"));
    match (first, words.next()) {
        (Some("load"), Some("store")) => Ok(Access::Atomic),
        (Some("load"), _) => Ok(Access::Load),
        (Some("store"), _) => Ok(Access::Store),
        (Some(_) | None, _) => Err("what this access does is not shown".into()),
    }
}

/// How what memory operands say is done is ordered; two orderings, of a compare-and-swap, are one.
///
/// # Errors
/// A word of them is not known.
pub fn order(text: &str) -> Result<Order, String> {
    let words: Vec<&str> = head(text).0.split_whitespace().collect();
    let is_ordering = |word: &&&str| {
        let is_access = matches!(**word, "load" | "store");
        !is_access && !encodings().machine_ir().is_memory_flag(word) && !word.starts_with("syncscope(")
    };
    let orderings: Vec<&str> = words.iter().filter(is_ordering).copied().collect();
    if orderings.is_empty() {
        return Ok(None);
    }
    if let Some(other) = orderings.iter().find(|word| word.parse::<Ordering>().is_err()) {
        return Err(format!("`{other}` is no ordering"));
    }
    let scope = match words.iter().find_map(|word| word.strip_prefix("syncscope(\"")?.strip_suffix("\")")) {
        Some(name) => SyncScope::parse(name).ok_or_else(|| format!("`{name}` is no sync scope"))?,
        None => SyncScope::SYSTEM,
    };
    Ok(Some((ordering(&orderings.join(" "))?, scope)))
}

impl MemoryOperand {
    /// Reads what stands behind `::`.
    ///
    /// # Errors
    /// There are several, or what one says is not known.
    pub fn read(text: &str) -> Result<MemoryOperand, String> {
        if at_commas(text).len() != 1 {
            return Err("it says of several accesses what they do".into());
        }
        let access = access(text)?;
        let (head, tail) = head(text);
        let words: Vec<&str> = head.split_whitespace().collect();
        let inner = tail.strip_suffix(')').unwrap_or(tail);
        let parts = at_commas(inner);
        let of_type = parts.first().and_then(|part| part.strip_prefix('(')?.split_once(')'));
        let space = parts.iter().find_map(|part| part.strip_prefix("addrspace "));
        Ok(MemoryOperand {
            access,
            order: order(text)?,
            space: space_of(&space.map_or(String::new(), |number| format!("addrspace({number})")))?,
            bits: of_type.and_then(|(ty, _)| bits(ty)),
            volatile: words.contains(&"volatile"),
            nontemporal: words.contains(&"non-temporal"),
            has_target_flags: words.iter().any(|word| word.starts_with('"') && !is_without_order(word)),
        })
    }
}

fn is_without_order(flag: &str) -> bool {
    encodings().machine_ir().is_without_order(flag.trim_matches('"'))
}

/// The words before the type, and the rest.
fn head(text: &str) -> (&str, &str) {
    let inner = text.strip_prefix('(').unwrap_or(text);
    let marks = [" (", " unknown-size", " from ", " into ", " on "];
    match marks.iter().filter_map(|mark| inner.find(mark)).min() {
        Some(at) => (&inner[..at], inner[at..].trim_start()),
        None => (inner, ""),
    }
}

/// How many bits a type of machine IR has, which is the IR's with `s` where that has `i`, and `p1` for a pointer.
fn bits(ty: &str) -> Option<u32> {
    match (ty.strip_prefix('<'), ty.strip_prefix('p'), ty.strip_prefix('s')) {
        (Some(vector), ..) => {
            let (count, element) = vector.strip_suffix('>')?.split_once(" x ")?;
            count.parse::<u32>().ok()?.checked_mul(bits(element)?)
        }
        (None, Some(space), _) => type_bits(&format!("ptr addrspace({space})")),
        (None, None, Some(width)) => type_bits(&format!("i{width}")),
        (None, None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::MemoryOperand;

    fn told(text: &str) -> String {
        match MemoryOperand::read(text) {
            Err(why) => why,
            Ok(read) => {
                let order = read.order.map(|(ordering, scope)| format!("{} [{scope}]", ordering.as_str()));
                let order = order.unwrap_or_default();
                let MemoryOperand { access, space, bits, volatile, nontemporal, has_target_flags, .. } = read;
                format!("{access} {order} {space} {bits:?} {volatile} {nontemporal} {has_target_flags}")
            }
        }
    }

    #[test]
    fn memory_operands_say_what_is_done() {
        let all = [
            "(load (s32) from %ir.p)",
            "(volatile dereferenceable load (<2 x s32>) from %ir.p, align 4, addrspace 1)",
            "(non-temporal store (p3) into %ir.out, addrspace 5)",
            "(load store syncscope(\"agent-one-as\") release acquire (s64) on %ir.p, addrspace 3)",
            "(store syncscope(\"workgroup\") seq_cst (s16) into `ptr addrspace(1) undef`, addrspace 1)",
            "(\"amdgpu-noclobber\" load (s32) from %ir.p, addrspace 1)",
            "(\"amdgpu-last-use\" load (s32) from %ir.p, addrspace 1)",
            "(load seq_cst unknown-size, addrspace 1)",
            "(load (s32) from %ir.p), (store (s32) into %ir.q)",
            "(load syncscope(\"town\") acquire (s32))",
            "(load acquires (s32))",
            "(load (s32) from %ir.p, addrspace 8)",
            "(copy (s32))",
        ];
        insta::assert_snapshot!(all.map(|text| format!("{text}\n    {}\n", told(text))).concat());
    }
}
