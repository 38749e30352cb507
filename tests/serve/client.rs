//! A server that is started for a test, and a client that speaks as much HTTP as is needed.

use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What an answer may take on a machine with other work.
const PATIENCE: Duration = Duration::from_secs(120);

/// Status, headers in small letters, body.
pub type Response = (u16, String, String);

/// A server.
pub struct Server {
    process: Child,
    /// Where it listens.
    pub address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    /// One with these options.
    pub fn start(options: &[&str]) -> Server {
        Server::start_in(Path::new("."), options)
    }

    /// One that is started in a folder.
    pub fn start_in(folder: &Path, options: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_litmus"));
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(options).current_dir(folder);
        let mut process = command.stdout(Stdio::piped()).spawn().expect("the program");
        let mut line = String::new();
        let output = process.stdout.as_mut().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("where it listens");
        let address = line.trim().rsplit('/').next().unwrap_or_default().to_string();
        Server { process, address }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        stream
    }

    /// What is answered to a request as it is written.
    pub fn request(&self, text: &str) -> Response {
        let mut stream = self.connect();
        // A request that is too large is refused before all of it is sent.
        let _ = stream.write_all(text.as_bytes());
        read(&mut stream)
    }

    /// A file of the page.
    pub fn get(&self, path: &str, headers: &str) -> Response {
        self.request(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{headers}\r\n", self.address))
    }

    fn posted(&self, what: &str, body: &str) -> String {
        let head = "Connection: close\r\nContent-Type: application/json\r\n";
        let (host, length) = (&self.address, body.len());
        format!("POST /api/{what} HTTP/1.1\r\nHost: {host}\r\n{head}Content-Length: {length}\r\n\r\n{body}")
    }

    /// What is answered to a question as it is written.
    pub fn post(&self, what: &str, body: &str) -> Response {
        self.request(&self.posted(what, body))
    }

    /// The lines of the answer to a question.
    pub fn lines(&self, what: &str, question: &Value) -> Vec<Value> {
        let (status, _, body) = self.post(what, &question.to_string());
        assert_eq!(status, 200, "{body}");
        body.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
    }

    /// A question that is asked, whose answer is not awaited.
    pub fn open(&self, what: &str, question: &Value) -> Open {
        let mut stream = self.connect();
        stream.write_all(self.posted(what, &question.to_string()).as_bytes()).expect("a server");
        Open(stream)
    }

    /// A connection that has sent this and nothing more.
    pub fn begin(&self, text: &str) -> Open {
        let mut stream = self.connect();
        // One that is closed to make room takes nothing.
        let _ = stream.write_all(text.as_bytes());
        Open(stream)
    }

    /// The ids of its workers' processes.
    #[cfg(unix)]
    pub fn workers(&self) -> Vec<u32> {
        let id = self.process.id();
        let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
        children.split_whitespace().filter_map(|id| id.parse().ok()).collect()
    }

    /// Tells it to end, and waits for that.
    #[cfg(unix)]
    pub fn terminate(&mut self) {
        let told = Command::new("kill").arg(self.process.id().to_string()).status().expect("kill");
        assert!(told.success());
        let start = Instant::now();
        while self.process.try_wait().expect("a process").is_none() {
            assert!(start.elapsed() < Duration::from_secs(30), "the server does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Whether a process runs.
#[cfg(unix)]
pub fn is_running(id: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{id}/stat"));
    status.is_ok_and(|status| !status.contains(") Z"))
}

/// A question whose answer is not read yet.
pub struct Open(TcpStream);

impl Open {
    /// The answer, if all of it is there.
    pub fn already(mut self) -> Option<Response> {
        self.0.set_read_timeout(Some(Duration::from_millis(200))).expect("a time");
        let mut bytes = Vec::new();
        self.0.read_to_end(&mut bytes).ok().map(|_| parsed(&bytes))
    }
}

impl Open {
    /// The answer, as soon as all of it is there.
    pub fn whole(mut self) -> Response {
        read(&mut self.0)
    }
}

fn read(stream: &mut TcpStream) -> Response {
    let mut bytes = Vec::new();
    // One that refuses what it has not read resets the connection behind its answer.
    let _ = stream.read_to_end(&mut bytes);
    parsed(&bytes)
}

fn parsed(bytes: &[u8]) -> Response {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    // Names of headers are compared without case, and no value here has any that matters but the tag.
    let headers: String = head.lines().skip(1).fold(String::new(), |mut all, line| {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let _ = writeln!(all, "{}:{value}", name.to_ascii_lowercase());
        all
    });
    let body = if headers.contains("transfer-encoding: chunked") { chunks(body) } else { body.to_string() };
    (status, headers, body)
}

/// The text of a body in chunks; what is cut off is left out.
fn chunks(mut body: &str) -> String {
    let mut text = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let Ok(size) = usize::from_str_radix(size.trim(), 16) else { break };
        let Some(chunk) = rest.get(..size).filter(|_| size > 0) else { break };
        text.push_str(chunk);
        body = rest.get(size + 2..).unwrap_or("");
    }
    text
}

/// How an answer ended.
pub fn ends_with(lines: &[Value]) -> &str {
    lines.last().and_then(|line| line["end"].as_str()).unwrap_or("without an end")
}

/// A question to one model, as it is sent.
pub fn question(text: &str) -> String {
    json!({ "text": text, "models": ["hsa"] }).to_string()
}

/// A test that takes long: every order of many stores, seen by as many loads.
pub fn slow() -> String {
    let mut text = String::from("litmus slow\nmemory {\n  global x: i32 = 0\n  global y: i32 = 0\n}\n");
    for thread in 0..6 {
        let _ = writeln!(text, "thread P{thread} @ agent 0, workgroup {thread}, wavefront 0 {{");
        for at in 0..3 {
            let (own, other) = if (thread + at) % 2 == 0 { ("x", "y") } else { ("y", "x") };
            let value = 1 + thread * 3 + at;
            let _ = writeln!(text, "  store atomic i32 {value}, {own} syncscope(\"agent\") seq_cst");
            let _ = writeln!(text, "  r{at} = load atomic i32, {other} syncscope(\"agent\") seq_cst");
        }
        text.push_str("}\n");
    }
    text.push_str("exists (P0:r0 = 0 /\\ P1:r0 = 0)\n");
    text
}
