//! Parts of the page that are packed for want of room: compressed together, and put in their places by the page's script.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use maud::{Markup, PreEscaped, html};
use std::io::Write;

/// What stands between two parts: no text of the page has it.
const BETWEEN: &str = "\0";

/// Parts that are packed, in the order of their places.
#[derive(Debug, Default)]
pub(super) struct Packed(Vec<String>);

impl Packed {
    /// The place of a part, with what stands there where no script runs.
    pub fn place(&mut self, part: String, otherwise: &str) -> Markup {
        let number = self.0.len();
        self.0.push(part);
        html! { div data-packed=(number) { p.q { (otherwise) } } }
    }

    /// The element that has all of them; nothing if there are none.
    pub fn element(&self) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        // Memory takes all that is written.
        let written = encoder.write_all(self.0.join(BETWEEN).as_bytes()).and_then(|()| encoder.finish());
        let bytes = written.unwrap_or_default();
        html! { script #packed type="text/plain" { (PreEscaped(STANDARD.encode(bytes))) } }.into_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn what_is_packed_is_all_there() {
        let mut packed = Packed::default();
        assert_eq!(packed.element(), "");
        let parts = ["<svg>é</svg>", "", "<p>b</p>"];
        let places: Vec<String> =
            parts.iter().map(|part| packed.place((*part).to_string(), "a < b").into_string()).collect();
        assert_eq!(places[2], "<div data-packed=\"2\"><p class=\"q\">a &lt; b</p></div>");
        let element = packed.element();
        let text = element.strip_prefix("<script id=\"packed\" type=\"text/plain\">").expect("an element");
        let bytes = STANDARD.decode(text.strip_suffix("</script>").expect("its end")).expect("base 64");
        let mut text = String::new();
        flate2::read::DeflateDecoder::new(bytes.as_slice()).read_to_string(&mut text).expect("packed text");
        assert_eq!(text.split(BETWEEN).collect::<Vec<_>>(), parts);
    }
}
