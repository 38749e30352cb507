//! Memory model relaxation annotations (LLVM 24, MemoryModelRelaxationAnnotations, Definitions).

use super::space::{AddressSpace, SpaceSet};
use itertools::Itertools;
use std::collections::BTreeSet;
use std::fmt;

/// The prefix by which a fence names the address spaces it synchronizes
/// (LLVM 24, AMDGPU user guide, Fence and Address Spaces).
const SYNCHRONIZE_AS: &str = "amdgpu-synchronize-as";
/// What the prefix was called before: `amdgpu-as` in LLVM 19, `opencl-fence-mem` in the proposal of MMRAs.
const OLD_SYNCHRONIZE_AS: [&str; 2] = ["amdgpu-as", "opencl-fence-mem"];

/// The spaces that the backend recognizes by this prefix.
const RECOGNIZED: [&str; 2] = ["local", "global"];

/// What OpenCL's fences may name that is no address space: no object of a test lies there.
const IMAGE: &str = "image";

/// One tag, written `prefix:suffix`; neither part is empty if it was parsed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag {
    /// The property that it is about, such as `amdgpu-synchronize-as`.
    pub prefix: String,
    /// The value of that property: an address space for `amdgpu-synchronize-as`.
    pub suffix: String,
}

impl Tag {
    /// The tag of `prefix:suffix`; `None` without a colon or with an empty part.
    pub fn parse(text: &str) -> Option<Tag> {
        let (prefix, suffix) = text.split_once(':')?;
        let complete = !prefix.is_empty() && !suffix.is_empty();
        complete.then(|| Tag { prefix: prefix.to_string(), suffix: suffix.to_string() })
    }

    /// Whether it names an address space to synchronize that there is not.
    pub fn names_unknown_space(&self) -> bool {
        self.property() == SYNCHRONIZE_AS && self.suffix != IMAGE && self.suffix.parse::<AddressSpace>().is_err()
    }

    /// The prefix, older spellings replaced by today's.
    fn property(&self) -> &str {
        if OLD_SYNCHRONIZE_AS.contains(&self.prefix.as_str()) { SYNCHRONIZE_AS } else { &self.prefix }
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.prefix, self.suffix)
    }
}

/// The MMRA tags of an operation; several may have one prefix.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TagSet(pub BTreeSet<Tag>);

impl TagSet {
    /// Whether the operation has no tags.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn suffixes<'a>(&'a self, property: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |tag| tag.property() == property).map(|tag| tag.suffix.as_str())
    }

    /// The tags without those that name address spaces, which only fences recognize: on an access they are ignored (LLVM 24, AMDGPU user guide, Fence and Address Spaces, line
    /// 8665; MemoryModelRelaxationAnnotations, Definitions, lines 81-83).
    pub fn of_access(&self) -> TagSet {
        TagSet(self.0.iter().filter(|tag| tag.property() != SYNCHRONIZE_AS).cloned().collect())
    }

    /// The tags that the AMDGPU backend recognizes, which are those for local and global memory, on fences alone (LLVM 24, AMDGPU user guide, Fence and Address Spaces, lines
    /// 8665-8669).
    pub fn recognized(&self, on_fence: bool) -> TagSet {
        let is_recognized =
            |tag: &&Tag| on_fence && tag.property() == SYNCHRONIZE_AS && RECOGNIZED.contains(&tag.suffix.as_str());
        TagSet(self.0.iter().filter(is_recognized).cloned().collect())
    }

    /// Whether a tag names the address spaces to synchronize.
    pub fn names_spaces(&self) -> bool {
        self.suffixes(SYNCHRONIZE_AS).next().is_some()
    }

    /// The address spaces to synchronize: those named, or all.
    pub fn spaces(&self) -> SpaceSet {
        if !self.names_spaces() {
            return SpaceSet::ALL;
        }
        // The parser refuses names other than those of spaces and images.
        let spaces = self.suffixes(SYNCHRONIZE_AS).filter(|&name| name != IMAGE);
        let named: Vec<AddressSpace> = spaces.map(|name| name.parse().expect("a tag names an address space")).collect();
        SpaceSet::from_spaces(&named)
    }

    /// Whether the sets are compatible: for every prefix in one, the other has none of that prefix or shares a tag of it.
    pub fn compatible(&self, other: &TagSet) -> bool {
        if self.is_empty() || other.is_empty() {
            return true;
        }
        let properties: BTreeSet<&str> = self.0.iter().map(Tag::property).collect();
        properties.into_iter().all(|property| {
            let mine: BTreeSet<&str> = self.suffixes(property).collect();
            let mut theirs = other.suffixes(property).peekable();
            theirs.peek().is_none() || theirs.any(|suffix| mine.contains(suffix))
        })
    }

    /// The tags that the other set has too, an older prefix counting as today's.
    pub fn common(&self, other: &TagSet) -> TagSet {
        let is_common = |tag: &&Tag| other.suffixes(tag.property()).contains(&tag.suffix.as_str());
        TagSet(self.0.iter().filter(is_common).cloned().collect())
    }

    /// Whether an operation with these tags orders an access with `tags` that reaches `space`: the tags are compatible, the
    /// access counting as tagged with its own space when it names none.
    pub fn covers(&self, tags: &TagSet, space: AddressSpace) -> bool {
        self.compatible(tags) && (tags.names_spaces() || self.spaces().contains(space))
    }
}

impl fmt::Display for TagSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tags: Vec<String> = self.0.iter().map(|tag| format!("\"{tag}\"")).collect();
        write!(f, "{{{}}}", tags.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(tags: &[&str]) -> TagSet {
        TagSet(tags.iter().filter_map(|tag| Tag::parse(tag)).collect())
    }

    #[test]
    fn compatibility_follows_the_definition() {
        assert!(set(&[]).compatible(&set(&["a:x"])));
        assert!(set(&["a:x", "a:y"]).compatible(&set(&["a:y"])));
        assert!(!set(&["a:x"]).compatible(&set(&["a:y"])));
        assert!(set(&["a:x"]).compatible(&set(&["b:y"])));
        assert!(!set(&["a:x", "b:x"]).compatible(&set(&["a:x", "b:y"])));
    }

    #[test]
    fn older_spellings_name_the_same_property() {
        assert!(!set(&["amdgpu-as:local"]).compatible(&set(&["amdgpu-synchronize-as:global"])));
        assert!(set(&["opencl-fence-mem:local"]).covers(&set(&[]), AddressSpace::Local));
        assert!(!set(&["opencl-fence-mem:image"]).covers(&set(&[]), AddressSpace::Global));
    }
}
