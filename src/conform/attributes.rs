//! What the attributes of a function say of how it is compiled: those behind its parameters, and those of the groups that it names there.

use super::file::{Function, TestFile};

/// The attributes of a function: names, and the values of those that have one.
pub struct Attributes<'f>(Vec<(&'f str, Option<&'f str>)>);

impl<'f> Attributes<'f> {
    /// Those of a function.
    ///
    /// # Errors
    /// It names a group that is not there, or they cannot be told apart.
    pub fn of(file: &'f TestFile, function: &'f Function) -> Result<Self, String> {
        let mut all = Vec::new();
        for (name, value) in attributes(behind_parameters(&function.head))? {
            match name.starts_with('#') {
                true => {
                    let group = file.attributes.get(name).ok_or_else(|| format!("the group `{name}` is not there"))?;
                    all.extend(attributes(group)?);
                }
                false => all.push((name, value)),
            }
        }
        Ok(Attributes(all))
    }

    /// Whether one stands there.
    pub fn has(&self, wanted: &str) -> bool {
        self.0.iter().any(|(name, _)| *name == wanted)
    }

    /// The value of one.
    ///
    /// # Errors
    /// It has several, or none.
    pub fn value(&self, wanted: &str) -> Result<Option<&'f str>, String> {
        let mut values: Vec<_> = self.0.iter().filter(|(name, _)| *name == wanted).map(|(_, value)| *value).collect();
        values.dedup();
        match values[..] {
            [] => Ok(None),
            [Some(value)] => Ok(Some(value)),
            [None] => Err(format!("`\"{wanted}\"` has no value")),
            _ => Err(format!("`\"{wanted}\"` has several values")),
        }
    }
}

/// What stands behind the parameters of a `define`.
fn behind_parameters(head: &str) -> &str {
    let (mut depth, mut in_quotes, mut has_name) = (0u32, false, false);
    for (at, c) in head.char_indices() {
        match c {
            '"' => in_quotes = !in_quotes,
            _ if in_quotes => {}
            '@' => has_name = true,
            '(' => depth += 1,
            ')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && has_name {
                    return &head[at + 1..];
                }
            }
            _ => {}
        }
    }
    ""
}

/// The attributes of a text: bare words, `"NAME"` and `"NAME"="VALUE"`, up to a brace that ends them.
fn attributes(text: &str) -> Result<Vec<(&str, Option<&str>)>, String> {
    let mut all = Vec::new();
    let mut rest = text.trim_start_matches('{').trim();
    while !rest.is_empty() && !rest.starts_with(['{', '}']) {
        let Some(quoted) = rest.strip_prefix('"') else {
            let end = rest.find(|c: char| c.is_whitespace() || c == '{' || c == '}').unwrap_or(rest.len());
            all.push((&rest[..end], None));
            rest = rest[end..].trim_start();
            continue;
        };
        let open = || format!("a quote in `{text}` does not end");
        let (name, behind) = quoted.split_once('"').ok_or_else(open)?;
        let (value, behind) = match behind.strip_prefix("=\"") {
            Some(value) => value.split_once('"').map(|(value, behind)| (Some(value), behind)).ok_or_else(open)?,
            None => (None, behind),
        };
        all.push((name, value));
        rest = behind.trim_start();
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::super::file::read;
    use super::Attributes;
    use crate::syntax::source::Source;

    #[test]
    fn attributes_stand_behind_parameters_and_in_groups() {
        let head = "define amdgpu_kernel void @\"f(\"(ptr byref(i32) \"target-cpu\"=\"gfx600\" %p) optnone \"target-cpu\"=\"gfx90a\" #1 { ; a comment";
        let text = format!(
            "; RUN: llc -mtriple=amdgcn %s | FileCheck %s\n{head}\n  ret void\n}}\nattributes #1 = {{ nounwind \"target-features\"=\"+a,-b\" \"amdgpu-tg-split\" }}\n"
        );
        let file = read(&Source::new("t.ll", text.as_str())).expect("well formed");
        let of = Attributes::of(&file, &file.functions[0]).expect("understood");
        assert!(of.has("optnone") && of.has("nounwind") && of.has("amdgpu-tg-split") && !of.has("byref"));
        assert_eq!(of.value("target-cpu"), Ok(Some("gfx90a")));
        assert_eq!(of.value("target-features"), Ok(Some("+a,-b")));
        assert_eq!(of.value("amdgpu-tg-split"), Err("`\"amdgpu-tg-split\"` has no value".into()));
        let other = text.replace("attributes #1", "attributes #2");
        let file = read(&Source::new("t.ll", other.as_str())).expect("well formed");
        assert_eq!(Attributes::of(&file, &file.functions[0]).err(), Some("the group `#1` is not there".into()));
        let twice = text.replace("nounwind", "\"target-cpu\"=\"gfx900\"");
        let file = read(&Source::new("t.ll", twice.as_str())).expect("well formed");
        let of = Attributes::of(&file, &file.functions[0]).expect("understood");
        assert_eq!(of.value("target-cpu"), Err("`\"target-cpu\"` has several values".into()));
    }
}
