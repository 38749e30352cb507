//! What a request asks: its body, within limits, and as the line that a worker reads.

use crate::ask::Kind;
use serde::{Deserialize, Serialize};

/// A request's body has at most so many bytes.
pub const MOST_BYTES: usize = 1 << 20;
/// So many models, targets or assumptions may be named.
const MOST_NAMES: usize = 64;
/// The longest name.
const LONGEST_NAME: usize = 80;

/// What is asked about a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// What is wrong with it.
    Diagnose,
    /// What is wrong with code that a compiler has made of it.
    DiagnoseCode,
    /// What the word at a place of it means, or what is so of the condition there.
    Hover,
    /// Its canonical form.
    Format,
    /// The verdicts of models, and what it expects.
    Check,
    /// Its final states.
    Outcomes,
    /// Executions that end in one of its final states.
    Executions,
    /// Whether the code of tables does only what it may.
    Refine,
    /// The code that tables give it.
    Lower,
    /// Whether what a compiler has made of it does.
    Compiled,
}

impl What {
    /// Everything that is asked.
    const ALL: [What; 10] = [
        What::Diagnose,
        What::DiagnoseCode,
        What::Hover,
        What::Format,
        What::Check,
        What::Outcomes,
        What::Executions,
        What::Refine,
        What::Lower,
        What::Compiled,
    ];

    /// The last part of the path by which it is asked.
    fn as_str(self) -> &'static str {
        match self {
            What::Diagnose => "diagnose",
            What::DiagnoseCode => "diagnose-code",
            What::Hover => "hover",
            What::Format => "format",
            What::Check => "check",
            What::Outcomes => "outcomes",
            What::Executions => "executions",
            What::Refine => "refine",
            What::Lower => "lower",
            What::Compiled => "compiled",
        }
    }

    /// What is asked by this last part of a path.
    pub fn named(name: &str) -> Option<What> {
        What::ALL.into_iter().find(|what| what.as_str() == name)
    }
}

/// A question. Texts come with it, and everything that it names comes with the tool.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The test, or the text that is to be diagnosed.
    pub text: String,
    /// What that text is: of `diagnose` and `hover`.
    #[serde(default)]
    pub kind: Kind,
    /// The models that are asked, instead of those that the test names.
    #[serde(default)]
    pub models: Vec<String>,
    /// A model in cat as text, asked besides them as `given`.
    #[serde(default)]
    pub cat: Option<String>,
    /// Whether verdicts say which assumptions they rest on: of `check` and `refine`.
    #[serde(default)]
    pub sensitivity: bool,
    /// A line of the text and a column in it, from 1, in characters: of `hover`.
    #[serde(default)]
    pub line: usize,
    /// The column.
    #[serde(default)]
    pub column: usize,
    /// Only states that some model allows: of `outcomes` and `executions`.
    #[serde(default)]
    pub allowed: bool,
    /// The values of a final state by column, as `outcomes` has them; races if there are none: of `executions`.
    #[serde(default)]
    pub state: Option<Vec<Option<String>>>,
    /// Targets, instead of all that the table is for; of `compiled` and `diagnose-code` the one processor.
    #[serde(default)]
    pub targets: Vec<String>,
    /// The release whose tables are meant: of `refine` and `lower`.
    #[serde(default)]
    pub table: Option<String>,
    /// Whether the code is OpenCL's: of `refine` and `lower`.
    #[serde(default)]
    pub opencl: bool,
    /// Claims of the hardware that are switched on, or `none`.
    #[serde(default)]
    pub assume: Vec<String>,
    /// Whether what is unsound is drawn: of `refine` and `compiled`.
    #[serde(default)]
    pub draw: bool,
    /// Assembly or machine IR: of `compiled` and `diagnose-code`.
    #[serde(default)]
    pub code: Option<String>,
    /// How many seconds it may take, if fewer than the server allows.
    #[serde(default)]
    pub seconds: Option<f64>,
}

/// The name by which a model that comes as text is asked.
pub const GIVEN: &str = "given";

impl Asked {
    /// The question of a request's body.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(what: What, body: &[u8]) -> Result<Asked, String> {
        // serde takes a list for an object's values in order, too.
        if !body.trim_ascii_start().starts_with(b"{") {
            return Err("a question is an object, such as `{\"text\": \"…\"}`".to_string());
        }
        let mut asked: Asked = serde_json::from_slice(body).map_err(|error| error.to_string())?;
        let lists = [("models", &asked.models), ("targets", &asked.targets), ("assume", &asked.assume)];
        for (name, list) in lists {
            check_names(name, list.iter())?;
        }
        check_names("table", asked.table.iter())?;
        if asked.seconds.is_some_and(|seconds| !seconds.is_finite() || seconds <= 0.0) {
            return Err("`seconds`: a number above 0".to_string());
        }
        if matches!(what, What::Compiled | What::DiagnoseCode) && (asked.code.is_none() || asked.targets.len() != 1) {
            return Err("`code` and one of `targets` are needed".to_string());
        }
        if matches!(what, What::Refine | What::Compiled) {
            one_source(&asked)?;
        }
        if asked.cat.is_some() && !asked.models.iter().any(|name| name == GIVEN) {
            asked.models.push(GIVEN.to_string());
        }
        Ok(asked)
    }

    /// How many bytes of text come with it.
    pub fn size(&self) -> usize {
        let more = [&self.cat, &self.code].into_iter().flatten().map(String::len);
        self.text.len() + more.sum::<usize>()
    }
}

/// Refuses several models where one says what the source may do, and one as text beside another.
fn one_source(asked: &Asked) -> Result<(), String> {
    match (&asked.models[..], &asked.cat) {
        ([_, _, ..], _) => Err("`models`: one, which says what the source may do".to_string()),
        ([name], Some(_)) if name != GIVEN => {
            Err(format!("`models`: `{GIVEN}`, or none, with `cat`: one model says what the source may do"))
        }
        ([] | [_], _) => Ok(()),
    }
}

/// Refuses what is no name of something that comes with the tool, a path above all.
fn check_names<'a>(of: &str, names: impl ExactSizeIterator<Item = &'a String>) -> Result<(), String> {
    if names.len() > MOST_NAMES {
        return Err(format!("`{of}`: at most {MOST_NAMES} names"));
    }
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | ',' | ':' | '.');
    let is_name = |name: &str| {
        let begins = name.chars().next().is_some_and(|c| c.is_ascii_alphanumeric());
        begins && name.len() <= LONGEST_NAME && name.chars().all(is_of_name)
    };
    match names.into_iter().find(|name| !is_name(name)) {
        Some(name) => {
            let shown: String = name.chars().take(LONGEST_NAME).collect();
            Err(format!("`{of}`: `{shown}` is no name of something that comes with litmus; files are not read here"))
        }
        None => Ok(()),
    }
}

/// What a worker is given, a line of JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    /// What is asked.
    pub what: What,
    /// The question.
    pub asked: Asked,
    /// How long it may take.
    pub seconds: f64,
    /// Whether it is asked again with more time if that is over, so that nothing is to be said of what is not decided.
    pub is_first: bool,
    /// So many results have been sent already.
    pub skip: usize,
}

/// What the line begins with that says how a worker's answer ends.
pub const END: char = '!';
/// The line that ends a task.
pub const STOP: &str = "stop";

/// How an answer ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// Everything was answered.
    Done,
    /// The question was wrong: diagnostics say how.
    Refused,
    /// The time was over.
    Deadline,
    /// The memory was used up.
    Memory,
    /// Who asked has gone.
    Cancelled,
    /// The answer is larger than answers may be.
    Size,
    /// Too many questions take long.
    Busy,
    /// A fault of this program.
    Fault,
    /// It is to be asked again with more time; said between worker and server only.
    Again,
    /// The worker may be given something; likewise.
    Ready,
}

impl End {
    const ALL: [End; 10] = [
        End::Done,
        End::Refused,
        End::Deadline,
        End::Memory,
        End::Cancelled,
        End::Size,
        End::Busy,
        End::Fault,
        End::Again,
        End::Ready,
    ];

    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            End::Done => "done",
            End::Refused => "refused",
            End::Deadline => "deadline",
            End::Memory => "memory",
            End::Cancelled => "cancelled",
            End::Size => "size",
            End::Busy => "busy",
            End::Fault => "fault",
            End::Again => "again",
            End::Ready => "ready",
        }
    }

    /// What a word says.
    pub fn named(word: &str) -> Option<End> {
        End::ALL.into_iter().find(|end| end.as_str() == word)
    }
}
