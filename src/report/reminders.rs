//! Tests that are not as they should be, listed again where others were printed after them.

use super::lines::wrap_words;

/// The list of such tests, as far as it is needed.
#[derive(Default)]
pub struct Reminders {
    /// The first of them.
    lines: Vec<String>,
    /// How many more there are.
    more: usize,
    /// Whether others came after the first.
    is_needed: bool,
}

impl Reminders {
    /// So many are listed at most.
    const MOST: usize = 100;

    /// A test that is printed and is not as it should be, by its status and file.
    pub fn add_wrong(&mut self, status: &str, path: &str) {
        match self.lines.len() < Self::MOST {
            true => self.lines.push(wrap_words(&format!("{status} {path}"), "")),
            false => self.more += 1,
        }
    }

    /// A test that is printed and is as it should be.
    pub fn add_fine(&mut self) {
        self.is_needed |= !self.lines.is_empty();
    }

    /// The list, if it is needed.
    pub fn text(&self) -> String {
        if !self.is_needed {
            return String::new();
        }
        let more = if self.more > 0 { format!("and {} more\n", self.more) } else { String::new() };
        self.lines.concat() + &more
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_last_is_not_repeated() {
        let mut reminders = Reminders::default();
        reminders.add_fine();
        reminders.add_wrong("DIFFERS", "a");
        assert_eq!(reminders.text(), "");
        reminders.add_fine();
        assert_eq!(reminders.text(), "DIFFERS a\n");
    }

    #[test]
    fn a_long_list_is_counted() {
        let mut reminders = Reminders::default();
        (0..Reminders::MOST + 7).for_each(|number| reminders.add_wrong("unknown", &number.to_string()));
        reminders.add_fine();
        let text = reminders.text();
        assert_eq!(text.lines().count(), Reminders::MOST + 1);
        assert!(text.ends_with("unknown 99\nand 7 more\n"), "{text}");
    }
}
