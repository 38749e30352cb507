//! What a command found, case by case, as CI systems and reviewers show it: the data that Markdown, JUnit, SARIF and annotations are made of.

use crate::llvm::words_enum;
use itertools::Itertools;

/// What a command found.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The command: `litmus table verify`.
    pub command: String,
    /// What was judged, what belongs together in one suite.
    pub suites: Vec<Suite>,
    /// What was asked in all, in sentences; empty where the suites say so.
    pub scope: String,
    /// Counts and times in one line, as the text output ends.
    pub summary: String,
    /// Wall seconds of the whole run.
    pub seconds: f64,
    /// The exit code of the process.
    pub exit_code: u8,
    /// Whether the run came to its end: it was not interrupted, and its input was fine.
    pub successful: bool,
}

/// Cases that belong together: those of a test, or of a table.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The test's path, or the table's name.
    pub name: String,
    /// Wall seconds that it took, where they are known.
    pub seconds: Option<f64>,
    /// In the order of the test or the table.
    pub cases: Vec<Case>,
}

/// Something that was judged.
#[derive(Clone, Debug)]
pub struct Case {
    /// What was judged; it has no line, so that it stays the same as lines move.
    pub name: String,
    /// The target and language for which it was; empty where there is none.
    pub on: String,
    /// What was found.
    pub outcome: Outcome,
    /// Where that is to be shown; `None` for what is about arguments.
    pub place: Option<Place>,
    /// What was found, in a sentence.
    pub message: String,
    /// What shows it, over several lines: a program, an execution.
    pub details: String,
    /// Wall seconds that it took, where they are known.
    pub seconds: Option<f64>,
}

/// A place in a file of the user.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The path as it was given, or found in a folder.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1 and in characters, where it is known.
    pub column: Option<usize>,
}

/// Whether something is as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is.
    Passed,
    /// There was nothing to judge, for the reason that the message says.
    Skipped,
    /// It is not, or there is something to know about it.
    Found(Rule),
}

words_enum! {
    /// What a finding is an instance of; the words are identifiers that do not change.
    Rule {
        /// A file or an argument is wrong.
        BadInput = "bad-input",
        /// A verdict is not the one that the test expects.
        UnexpectedVerdict = "unexpected-verdict",
        /// Machine code ends as its source may not.
        UnsoundCode = "unsound-code",
        /// A row of a table is at fault for a program that breaks.
        UnsoundRow = "unsound-row",
        /// A target's barrier does not order what stands around it.
        UnsoundBarrier = "unsound-barrier",
        /// What is listed as unsound is not shown to be.
        NoLongerUnsound = "no-longer-unsound",
        /// A condition of a table omits what is needed.
        OmittedWhereNeeded = "omitted-where-needed",
        /// A change of a table breaks a program that was sound.
        Breaks = "breaks",
        /// A change of a table leaves an operation without code.
        LosesCode = "loses-code",
        /// A change of a table gives an operation code that is unsound.
        GainsUnsoundCode = "gains-unsound-code",
        /// Compiled code lacks what the table has.
        WeakerThanTable = "weaker-than-table",
        /// Compiled code and the table's each have what the other has not.
        DiffersFromTable = "differs-from-table",
        /// A table or its document contradicts itself, or leaves something out.
        FlawedTable = "flawed-table",
        /// A limit was reached before it was decided.
        Unknown = "unknown",
        /// No program that was asked says anything of it.
        NotJudged = "not-judged",
        /// No program shows that an instruction is needed.
        NotShownNeeded = "not-shown-needed",
        /// No program shows that a condition makes a difference.
        NoDifference = "condition-makes-no-difference",
        /// A change of a table makes a program sound that was not.
        Fixes = "fixes",
        /// A change of a table takes instructions out that no program needs.
        Saves = "saves",
        /// Compiled code has all that the table has, and more.
        StrongerThanTable = "stronger-than-table",
    }
}

words_enum! {
    /// How much a finding weighs.
    Level {
        /// Something is wrong.
        Error = "error",
        /// It is not known whether something is wrong, or what was meant.
        Warning = "warning",
        /// Nothing is wrong; it is worth knowing.
        Note = "note",
    }
}

impl Rule {
    /// How much its findings weigh: errors and warnings change the exit code, notes do not.
    pub fn level(self) -> Level {
        match self {
            Rule::BadInput
            | Rule::UnexpectedVerdict
            | Rule::UnsoundCode
            | Rule::UnsoundRow
            | Rule::UnsoundBarrier
            | Rule::NoLongerUnsound
            | Rule::OmittedWhereNeeded
            | Rule::Breaks
            | Rule::LosesCode
            | Rule::GainsUnsoundCode
            | Rule::WeakerThanTable
            | Rule::DiffersFromTable => Level::Error,
            Rule::FlawedTable | Rule::Unknown | Rule::NotJudged => Level::Warning,
            Rule::NotShownNeeded | Rule::NoDifference | Rule::Fixes | Rule::Saves | Rule::StrongerThanTable => {
                Level::Note
            }
        }
    }

    /// What its findings have in common, in a few words.
    pub fn title(self) -> &'static str {
        match self {
            Rule::BadInput => "A file or an argument is wrong",
            Rule::UnexpectedVerdict => "A verdict is not the expected one",
            Rule::UnsoundCode => "Machine code ends as its source may not",
            Rule::UnsoundRow => "A row of a table is unsound",
            Rule::UnsoundBarrier => "A barrier does not order what stands around it",
            Rule::NoLongerUnsound => "What is listed as unsound is not shown to be",
            Rule::OmittedWhereNeeded => "A condition omits what is needed",
            Rule::Breaks => "A change breaks a program that was sound",
            Rule::LosesCode => "An operation has lost its code",
            Rule::GainsUnsoundCode => "An operation has gained code that is unsound",
            Rule::WeakerThanTable => "Compiled code lacks what the table has",
            Rule::DiffersFromTable => "Compiled code is another than the table's",
            Rule::FlawedTable => "A table has a flaw",
            Rule::Unknown => "Not decided",
            Rule::NotJudged => "Not judged",
            Rule::NotShownNeeded => "An instruction is not shown to be needed",
            Rule::NoDifference => "A condition is not shown to make a difference",
            Rule::Fixes => "A change makes a program sound",
            Rule::Saves => "A change saves an instruction that no program needs",
            Rule::StrongerThanTable => "Compiled code has more than the table",
        }
    }

    /// What a reader should know about its findings, and do about them.
    pub fn help(self) -> &'static str {
        match self {
            Rule::BadInput => "What is wrong could not be read or is not used, so that nothing is said of it.",
            Rule::UnexpectedVerdict => {
                "The test's file says what each model, table or hardware should say of it. Either the file is wrong, or what it is about has changed."
            }
            Rule::UnsoundCode => {
                "On the hardware as it is described, the code by the table reaches a final state that the memory model forbids the source. The details show the execution in order of time."
            }
            Rule::UnsoundRow => {
                "A generated program uses the row and reaches, on the hardware as it is described, a final state that the memory model forbids. With a fence of everything in the row's place it does not."
            }
            Rule::UnsoundBarrier => {
                "The code of the workgroup barrier is the target's and of no row. A generated program with it reaches a final state that the memory model forbids."
            }
            Rule::NoLongerUnsound => {
                "The list of what is known to be unsound names it, and no program within the limits shows that it is. If that is so, the entry is to go, and whatever breaks it again is found; if the limits are smaller than those that the list was made by, they are to be wider."
            }
            Rule::OmittedWhereNeeded => {
                "The program in the details is unsound; with what is omitted on the condition, and nothing else, it is sound. The condition is too wide."
            }
            Rule::Breaks => {
                "The program in the details is sound with the earlier table's code and unsound with the later one's."
            }
            Rule::LosesCode => "The earlier table has code for the operation, the later one has none.",
            Rule::GainsUnsoundCode => {
                "The earlier table has no code for the operation; with the code of the later one, the program in the details is unsound."
            }
            Rule::FlawedTable => {
                "The table can be understood, but contradicts itself, leaves something out or was corrected. What it means may not be what was meant."
            }
            Rule::Unknown => {
                "A limit of time or of the search was reached, or the run was interrupted. It may be sound or not."
            }
            Rule::NotJudged => {
                "No program within the limits uses it and forbids something, or the hardware file does not say what its instructions do. It may be sound or not."
            }
            Rule::NotShownNeeded => {
                "No program within the limits is unsound without it. That does not show that it is useless: progress, coarse-grained memory and operations that tests do not have are not judged."
            }
            Rule::NoDifference => {
                "No program within the limits is unsound without the code where the condition has it emitted, nor for want of it where the condition has it omitted. The condition could go, or the code, as far as programs are judged."
            }
            Rule::Fixes => {
                "The program in the details is unsound with the earlier table's code and sound with the later one's."
            }
            Rule::Saves => "The later code lacks instructions, and no program within the limits tells the two apart.",
            Rule::WeakerThanTable => {
                "The table's code for the operation has waits, cache operations, or operands that the compiled code has not. `--verdicts` says whether a program shows it."
            }
            Rule::DiffersFromTable => {
                "The compiled code and the table's each have what the other has not, or have it in another order. `--verdicts` says whether a program shows it."
            }
            Rule::StrongerThanTable => "The compiled code has all that the table has, and more.",
        }
    }
}

/// Cases in which the same was found, for several targets and languages.
#[derive(Clone, Debug)]
pub struct Finding<'a> {
    /// What was found.
    pub rule: Rule,
    /// The name of the suite.
    pub suite: &'a str,
    /// The first of the cases.
    pub case: &'a Case,
    /// The targets and languages of all of them, in order.
    pub on: Vec<&'a str>,
    /// How many findings of this rule, suite and name come before it.
    pub number: usize,
}

impl Finding<'_> {
    /// The message with the targets and languages.
    pub fn message(&self) -> String {
        match self.on.is_empty() {
            true => self.case.message.clone(),
            false => format!("{} [{}]", self.case.message, self.on.iter().format("; ")),
        }
    }
}

impl Findings {
    /// What is not as it should be, and what is worth knowing: by rule, heavier ones first, then in the order of suites, those alike once.
    pub fn list(&self) -> Vec<Finding<'_>> {
        let mut list: Vec<Finding<'_>> = self.suites.iter().flat_map(Suite::list).collect();
        list.sort_by_key(|finding| finding.rule);
        list
    }

    /// How many cases there are, and of these how many passed and were skipped.
    pub fn counts(&self) -> (usize, usize, usize) {
        let count = |wanted| self.cases().filter(|case| case.outcome == wanted).count();
        (self.cases().count(), count(Outcome::Passed), count(Outcome::Skipped))
    }

    fn cases(&self) -> impl Iterator<Item = &Case> {
        self.suites.iter().flat_map(|suite| &suite.cases)
    }

    /// The same with paths below a folder as seen from there, since reviewers know files by their place in the project.
    pub fn relative_to(mut self, folder: &std::path::Path) -> Findings {
        for place in self.suites.iter_mut().flat_map(|suite| &mut suite.cases).filter_map(|case| case.place.as_mut()) {
            if let Ok(relative) = std::path::Path::new(&place.path).strip_prefix(folder) {
                place.path = relative.display().to_string();
            }
        }
        self
    }
}

impl Suite {
    /// What is not as it should be, and what is worth knowing, in order, those alike once.
    pub fn list(&self) -> Vec<Finding<'_>> {
        let mut list: Vec<Finding<'_>> = Vec::new();
        for case in &self.cases {
            let rule = match case.outcome {
                Outcome::Found(rule) => rule,
                Outcome::Passed | Outcome::Skipped => continue,
            };
            let on = Some(case.on.as_str()).filter(|on| !on.is_empty());
            match list.iter_mut().find(|known| known.case.says_the_same(case)) {
                Some(known) => known.on.extend(on),
                None => {
                    let alike = |known: &&Finding<'_>| (known.rule, &known.case.name) == (rule, &case.name);
                    let number = list.iter().filter(alike).count();
                    list.push(Finding { rule, suite: &self.name, case, on: on.into_iter().collect(), number });
                }
            }
        }
        list
    }
}

impl Case {
    /// Whether it is another only by the target and language.
    fn says_the_same(&self, other: &Case) -> bool {
        let Case { name, on: _, outcome, place, message, details, seconds: _ } = self;
        (name, outcome, place) == (&other.name, &other.outcome, &other.place)
            && (message, details) == (&other.message, &other.details)
    }
}
