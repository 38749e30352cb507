//! `litmus lsp`: a server for editors.

use super::{BAD_INPUT, OK, say_line};

pub fn run() -> u8 {
    match crate::lsp::serve() {
        Ok(()) => OK,
        Err(why) => {
            say_line!("the editor broke the protocol: {why}");
            BAD_INPUT
        }
    }
}
