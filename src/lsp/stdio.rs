//! Messages over standard input and output. What comes is bounded, and what is no message is answered by an error, or ends the server with the reason:
//! the library's own reader takes any length that is announced, and ends at the first text that is no JSON.

use lsp_server::{Connection, ErrorCode, Message, Notification, RequestId};
use serde_json::{Value, json};
use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};

/// A message has at most so many bytes: texts of a mebibyte are the largest that are looked at, and JSON may take several bytes for one.
const MOST_BYTES: u64 = 16 << 20;
/// A longer one is left out if it has at most so many; of others it is not believed that they come.
const MOST_LEFT_OUT: u64 = 1 << 30;
/// A line of a message's head has at most so many bytes, and the head so many lines.
const MOST_OF_LINE: u64 = 4096;
const MOST_LINES: usize = 32;

/// What reads and writes for a connection.
pub struct Threads {
    writer: JoinHandle<()>,
    /// Why nothing more is read, if that is wrong.
    fault: Arc<OnceLock<String>>,
}

impl Threads {
    /// Waits until all is written, and says what was wrong with what came. Whoever may still read is not waited for.
    ///
    /// # Errors
    /// What was wrong.
    pub fn join(self) -> Result<(), String> {
        self.writer.join().map_err(|_| "a fault of this program".to_string())?;
        self.fault.get().map_or(Ok(()), |why| Err(why.clone()))
    }
}

/// A connection to the editor that has started this process.
///
/// # Errors
/// The system has no thread left.
pub fn connect() -> io::Result<(Connection, Threads)> {
    let (sender, to_write) = crossbeam_channel::bounded::<Message>(0);
    let (read, receiver) = crossbeam_channel::bounded::<Message>(0);
    let write_all = move || {
        // An editor that reads no more will soon write no more either.
        let _ = to_write.iter().try_for_each(|message| message.write(&mut io::stdout().lock()));
    };
    let writer = thread::Builder::new().name("litmus-lsp-writer".into()).spawn(write_all)?;
    let fault: Arc<OnceLock<String>> = Arc::default();
    let of_reader = fault.clone();
    let read_all = move || {
        let taken = |message| read.send(message).is_ok();
        if let Err(why) = messages(&mut io::stdin().lock(), &mut io::stdout(), taken) {
            let _ = of_reader.set(why);
        }
    };
    thread::Builder::new().name("litmus-lsp-reader".into()).spawn(read_all)?;
    Ok((Connection { sender, receiver }, Threads { writer, fault }))
}

/// Reads messages until the editor ends, or nobody takes them. What is none is answered.
///
/// # Errors
/// Why nothing that follows can be read.
fn messages(input: &mut impl BufRead, output: &mut impl Write, taken: impl Fn(Message) -> bool) -> Result<(), String> {
    while let Some(length) = head(input).inspect_err(|why| refuse(output, ErrorCode::ParseError, None, why))? {
        if length > MOST_BYTES {
            let why = format!("a message of {length} bytes, of which at most {MOST_BYTES} are read");
            refuse(output, ErrorCode::InvalidRequest, None, &why);
            if length > MOST_LEFT_OUT || skip(input, length)? < length {
                return Err(why);
            }
            continue;
        }
        match message(&body(input, length)?) {
            Ok(message) => {
                let is_last = is_exit(&message);
                if !taken(message) || is_last {
                    return Ok(());
                }
            }
            Err((code, id, why)) => refuse(output, code, id, &why),
        }
    }
    Ok(())
}

fn is_exit(message: &Message) -> bool {
    matches!(message, Message::Notification(Notification { method, .. }) if method == "exit")
}

/// The length that the head of the next message announces; `None` where the input ends before one.
fn head(input: &mut impl BufRead) -> Result<Option<u64>, String> {
    let mut length = None;
    for number in 0..MOST_LINES {
        let Some(line) = line(input)? else {
            return if number == 0 { Ok(None) } else { Err("the input ends within the head of a message".to_string()) };
        };
        if line.is_empty() {
            return length.map(Some).ok_or_else(|| "a message without `Content-Length`".to_string());
        }
        let (name, value) = line.split_once(':').ok_or_else(|| "a line of a head without a colon".to_string())?;
        if name.trim().eq_ignore_ascii_case("Content-Length") {
            let known = value.trim().parse::<u64>().map_err(|_| "`Content-Length` that is no number of bytes")?;
            length = Some(known);
        }
    }
    Err(format!("the head of a message of more than {MOST_LINES} lines"))
}

/// A line without its end; `None` where the input ends.
fn line(input: &mut impl BufRead) -> Result<Option<String>, String> {
    let mut line = Vec::new();
    input.take(MOST_OF_LINE).read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
    match line.strip_suffix(b"\n") {
        Some(whole) => {
            let whole = whole.strip_suffix(b"\r").unwrap_or(whole);
            Ok(Some(String::from_utf8_lossy(whole).into_owned()))
        }
        None if line.is_empty() => Ok(None),
        None => Err("a line of a head that does not end".to_string()),
    }
}

fn body(input: &mut impl BufRead, length: u64) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    let read = input.take(length).read_to_end(&mut body).map_err(|error| error.to_string())?;
    if read as u64 == length { Ok(body) } else { Err("the input ends within a message".to_string()) }
}

/// Reads so many bytes and keeps none: how many there were.
fn skip(input: &mut impl BufRead, length: u64) -> Result<u64, String> {
    io::copy(&mut input.take(length), &mut io::sink()).map_err(|error| error.to_string())
}

/// The message that a text is; or how it is refused, with its id if it has one.
fn message(text: &[u8]) -> Result<Message, (ErrorCode, Option<RequestId>, String)> {
    let value: Value =
        serde_json::from_slice(text).map_err(|error| (ErrorCode::ParseError, None, format!("no JSON: {error}")))?;
    let id = value.get("id").and_then(|id| serde_json::from_value(id.clone()).ok());
    serde_json::from_value(value)
        .map_err(|_| (ErrorCode::InvalidRequest, id, "neither request nor notification".into()))
}

/// Answers what is no message. Its id is not known in general, which messages of the library cannot say.
fn refuse(output: &mut impl Write, code: ErrorCode, id: Option<RequestId>, why: &str) {
    let answer = json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": why } }).to_string();
    // As one text, so that nothing comes between its parts.
    let text = format!("Content-Length: {}\r\n\r\n{answer}", answer.len());
    let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    /// The methods that are read of an input, what is answered besides, and why it ends.
    fn read(input: &str) -> (Vec<String>, String, Result<(), String>) {
        let (methods, mut output) = (RefCell::new(Vec::new()), Vec::new());
        let taken = |message: Message| {
            let method = match message {
                Message::Request(request) => request.method,
                Message::Notification(notification) => notification.method,
                Message::Response(_) => "response".to_string(),
            };
            methods.borrow_mut().push(method);
            true
        };
        let ended = messages(&mut input.as_bytes(), &mut output, taken);
        (methods.into_inner(), String::from_utf8(output).expect("text"), ended)
    }

    fn framed(text: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    }

    #[test]
    fn what_is_no_message_is_answered_and_left_out() {
        let good = framed(r#"{"jsonrpc":"2.0","method":"a"}"#);
        for (bad, code) in [
            ("{", "-32700"),
            ("\u{7}", "-32700"),
            (&"[".repeat(100_000), "-32700"),
            ("[]", "-32600"),
            ("7", "-32600"),
            (r#"{"id":3}"#, "-32600"),
        ] {
            let (methods, said, ended) = read(&[framed(bad), good.clone()].concat());
            assert_eq!((methods, ended), (vec!["a".to_string()], Ok(())), "{bad:.20}");
            assert!(said.contains(code) && said.contains("\"jsonrpc\":\"2.0\""), "{said}");
            assert_eq!(said.contains("\"id\":3"), bad.contains("id"), "{said}");
        }
    }

    #[test]
    fn heads_are_bounded() {
        for bad in [
            "Content-Length: 99999999999999999999999\r\n\r\n".to_string(),
            "Content-Length: -1\r\n\r\n".to_string(),
            "Content-Length: 18446744073709551615\r\n\r\n{}".to_string(),
            "Content-Length: 1099511627776\r\n\r\n{}".to_string(),
            format!("Content-Length: {}\r\n\r\n{{}}", MOST_BYTES + 1),
            "X: 1\r\n\r\n".to_string(),
            "nonsense\r\n\r\n".to_string(),
            "y".repeat(100_000),
            "A: 1\r\n".repeat(1000),
        ] {
            let (methods, said, ended) = read(&bad);
            assert!(
                methods.is_empty() && ended.is_err() && said.contains("\"id\":null"),
                "{bad:.40}: {ended:?} {said}"
            );
        }
        // An input that ends is no fault of the one before.
        assert_eq!(read("").2, Ok(()));
        assert_eq!(read("Content-Length: 9\r\n\r\n{}").2, Err("the input ends within a message".to_string()));
    }

    #[test]
    fn long_messages_are_left_out() {
        let long = framed(&"x".repeat(17 << 20));
        let (methods, said, ended) = read(&[long, framed(r#"{"method":"exit"}"#), "rest".to_string()].concat());
        assert_eq!((methods, ended), (vec!["exit".to_string()], Ok(())));
        assert!(said.contains("17825792 bytes"), "{said}");
    }
}
