//! Files of users: regular ones, of a bounded size, as UTF-8.

use crate::syntax::source::without_mark;
use std::fs::File;
#[cfg(unix)]
use std::fs::OpenOptions;
use std::io::Read;
#[cfg(unix)]
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// What stands for standard input where a path does.
pub const STANDARD_INPUT: &str = "-";

/// Why a file has no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// The system refuses it, for this reason.
    Refused(String),
    /// It is a folder, a device, a pipe or a socket: there may be no end of it.
    NotRegular,
    /// It has more bytes than this.
    TooLarge(u64),
    /// These bytes are no text, and the first so many are.
    NotUtf8(Vec<u8>, usize),
}

/// Whether no file of users is read any more.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// From now on no file of users is read in this process, nor standard input, and no name is looked up: for texts of people who are not to know what
/// the machine has.
pub fn close() {
    IS_CLOSED.store(true, Ordering::Relaxed);
}

/// Whether files of users may be looked for.
fn is_open() -> bool {
    !IS_CLOSED.load(Ordering::Relaxed)
}

/// Whether a file or a folder is there.
pub fn exists(path: &Path) -> bool {
    is_open() && path.exists()
}

/// Whether there is a file.
pub fn is_file(path: &Path) -> bool {
    is_open() && path.is_file()
}

/// Whether there is a folder.
pub fn is_folder(path: &Path) -> bool {
    is_open() && path.is_dir()
}

/// The path of what is there, without symbolic links.
pub fn real(path: &Path) -> Option<PathBuf> {
    if is_open() { path.canonicalize().ok() } else { None }
}

/// Whether standard input is being read, which may take as long as somebody writes to it.
static IS_READING: AtomicBool = AtomicBool::new(false);

/// Whether the process waits for standard input.
pub fn is_reading_input() -> bool {
    IS_READING.load(Ordering::Relaxed)
}

/// The text of standard input of at most `most` bytes, without a byte order mark. It is read once in a process: all that ask have the same.
///
/// # Errors
/// Why there is none.
pub fn standard_input(most: u64) -> Result<String, Unreadable> {
    static READ: OnceLock<Result<String, Unreadable>> = OnceLock::new();
    if !is_open() {
        return Err(closed());
    }
    READ.get_or_init(|| {
        IS_READING.store(true, Ordering::Relaxed);
        let text = bounded(std::io::stdin().lock(), most);
        IS_READING.store(false, Ordering::Relaxed);
        text
    })
    .clone()
}

/// The text of a regular file of at most `most` bytes, without a byte order mark.
///
/// # Errors
/// Why it has none.
pub fn text(path: &Path, most: u64) -> Result<String, Unreadable> {
    bounded(regular(path)?, most)
}

/// How a regular file starts: its first `most` bytes, or all of them where there are fewer.
///
/// # Errors
/// Why it cannot be read.
pub fn start(path: &Path, most: u64) -> Result<Vec<u8>, Unreadable> {
    let mut bytes = Vec::new();
    match regular(path)?.take(most).read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(error) => Err(Unreadable::Refused(error.to_string())),
    }
}

/// Why nothing is read in a process that is closed.
fn closed() -> Unreadable {
    Unreadable::Refused("files are not read here".to_string())
}

/// Opens a regular file.
fn regular(path: &Path) -> Result<File, Unreadable> {
    if !is_open() {
        return Err(closed());
    }
    let refused = |error: std::io::Error| Unreadable::Refused(error.to_string());
    // Before it is opened: a pipe is opened only when somebody writes to it.
    if !std::fs::metadata(path).map_err(refused)?.is_file() {
        return Err(Unreadable::NotRegular);
    }
    open(path).map_err(refused)
}

/// Opens a file whose reading never waits for somebody to write: some that call themselves regular would.
#[cfg(unix)]
fn open(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(path)
}

#[cfg(not(unix))]
fn open(path: &Path) -> std::io::Result<File> {
    File::open(path)
}

/// Writes a file, which never waits for somebody to read it: a pipe that nobody reads is an error.
///
/// # Errors
/// Why it is not written.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> std::io::Result<()> {
    is_read(path)?;
    std::fs::write(path, content)
}

/// Refuses a pipe that nobody reads.
#[cfg(unix)]
fn is_read(path: &Path) -> std::io::Result<()> {
    let is_pipe = std::fs::metadata(path).is_ok_and(|known| known.file_type().is_fifo());
    let opened = || OpenOptions::new().write(true).custom_flags(libc::O_NONBLOCK).open(path);
    match is_pipe.then(opened).transpose() {
        Err(error) if error.raw_os_error() == Some(libc::ENXIO) => {
            Err(std::io::Error::other("it is a pipe that nobody reads"))
        }
        other => other.map(drop),
    }
}

#[cfg(not(unix))]
fn is_read(_path: &Path) -> std::io::Result<()> {
    Ok(())
}

fn bounded(reader: impl Read, most: u64) -> Result<String, Unreadable> {
    let mut bytes = Vec::new();
    let read = reader.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| Unreadable::Refused(error.to_string()))?;
    if bytes.len() as u64 > most {
        return Err(Unreadable::TooLarge(most));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        Unreadable::NotUtf8(error.into_bytes(), valid)
    })?;
    Ok(without_mark(text))
}

/// As [`text`], but what is not UTF-8 is read as Latin-1, in which each byte is a character.
///
/// # Errors
/// Why it has no text.
pub fn text_or_latin(path: &Path, most: u64) -> Result<String, Unreadable> {
    match text(path, most) {
        Err(Unreadable::NotUtf8(bytes, _)) => Ok(bytes.into_iter().map(char::from).collect()),
        other => other,
    }
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unreadable::Refused(why) => write!(f, "cannot be read: {why}"),
            Unreadable::NotRegular => f.write_str("no regular file"),
            Unreadable::TooLarge(most) => write!(f, "a file of more than {} MiB", most >> 20),
            Unreadable::NotUtf8(..) => f.write_str("not UTF-8"),
        }
    }
}
