//! The commands of a regression test, in its `RUN` lines: llc compiles the file itself, and FileCheck compares what comes out with its comments. A
//! command of any other form is not read, nor is one with an option of which it is not known what it means for the code.

use crate::compiler::{CommandOptions, commands, is_known_feature};

/// A command that compiles a test and compares what comes out with its comments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its line, from 1.
    pub line: usize,
    /// The prefixes of the comments that say what comes out.
    pub prefixes: Vec<String>,
    /// The processor that it names.
    pub processor: Option<String>,
    /// The features that it names, with their signs.
    pub features: Vec<String>,
    /// Its options for the compiler that stand alone, without dashes.
    pub flags: Vec<String>,
    /// The pass after which it prints machine IR.
    pub stops_after: Option<String>,
    /// Whether that is the only pass, so that it is given machine IR.
    pub is_of_one_pass: bool,
    /// Whether it says that it compiles for an AMD GPU.
    pub names_gpu: bool,
}

/// Words of a text by which its commands hold of no compiler, or not of all, with why its comments say no code.
const NOT_RUN: [(&str, &str); 2] = [
    ("XFAIL:", "the test is expected to fail, so that its comments say no code"),
    ("UNSUPPORTED:", "the test is not run everywhere, so that its comments may say no code"),
];

/// The commands of a text that make code, in order, and the lines of those that are not understood, with the reason.
pub fn runs(text: &str) -> (Vec<Run>, Vec<(usize, String)>) {
    let (mut runs, mut unread) = (Vec::new(), Vec::new());
    for (word, why) in NOT_RUN {
        if let Some(line) = text.lines().position(|line| line.contains(word)) {
            return (runs, vec![(line + 1, why.to_string())]);
        }
    }
    for (line, command) in command_lines(text) {
        match run(line, &command) {
            Ok(run) => runs.extend(run),
            Err(why) => unread.push((line, why)),
        }
    }
    (runs, unread)
}

/// The commands, each with the line at which it begins: a line that ends in `\` is continued in the next one.
fn command_lines(text: &str) -> Vec<(usize, String)> {
    let mut whole = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (number, line) in text.lines().enumerate() {
        let Some((_, command)) = line.split_once("RUN:") else { continue };
        let command = command.trim();
        let (first, before) = open.take().unwrap_or((number + 1, String::new()));
        let joined = format!("{before} {}", command.trim_end_matches('\\'));
        match command.ends_with('\\') {
            true => open = Some((first, joined)),
            false => whole.push((first, joined)),
        }
    }
    whole.extend(open);
    whole
}

/// A command; `None` of one that makes no code.
fn run(line: usize, command: &str) -> Result<Option<Run>, String> {
    let words = shlex::split(command).ok_or("a quote in it does not end")?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let Some(first) = words.first() else { return Ok(None) };
    let is_without_code = commands().without_code.iter().any(|known| known == first);
    if is_without_code && (*first == "not" || !words.iter().any(|word| is_llc(word))) {
        return Ok(None);
    }
    let stages: Vec<&[&str]> = words.split(|word| *word == "|").collect();
    let [compile, compare] = stages[..] else {
        return Err(
            "it is not `llc … %s | FileCheck … %s`, and what its other parts make of the code is not known".into()
        );
    };
    match (compile.first(), compare.first()) {
        (Some(llc), Some(&"FileCheck")) if is_llc(llc) => {}
        (Some(first), Some(second)) => {
            return Err(format!("it runs `{first}` and `{second}`, and not `llc` and `FileCheck`"));
        }
        (None, _) | (_, None) => return Err("a program is missing beside `|`".into()),
    }
    let compile = Words::read(compile, &commands().compile)?;
    let compare = Words::read(compare, &commands().compare)?;
    let input: Vec<&str> = compile.operands.iter().copied().filter(|word| *word != "2>&1").collect();
    if !matches!(input[..], ["%s" | "<%s"] | ["<", "%s"]) {
        return Err(format!("llc reads `{}`, and not this file alone, `%s`", input.join(" ")));
    }
    if compare.operands[..] != ["%s"] {
        return Err(format!(
            "FileCheck reads `{}`, and not the comments of this file alone, `%s`",
            compare.operands.join(" ")
        ));
    }
    compile.prints_assembly()?;
    let passes: Vec<&str> = compile.values("run-pass").collect();
    if passes.len() > 1 || !passes.is_empty() && compile.values("stop-after").next().is_some() {
        return Err("it runs several passes, and what each makes of the code is not known".into());
    }
    let triple = compile.values("mtriple").last();
    let features = compile.values("mattr").flat_map(|value| value.split(',')).filter(|feature| !feature.is_empty());
    let features: Vec<String> = features.map(str::to_string).collect();
    known_features(&features)?;
    let prefixes = ["check-prefix", "check-prefixes"].into_iter().flat_map(|name| compare.values(name));
    let mut prefixes: Vec<String> = prefixes.flat_map(|value| value.split(',')).map(str::to_string).collect();
    if prefixes.is_empty() {
        prefixes.push("CHECK".to_string());
    }
    let processor = compile.values("mcpu").last().map(str::to_string);
    Ok(Some(Run {
        line,
        prefixes,
        processor: processor.or_else(|| subarchitecture(triple?)),
        features,
        flags: compile.flags(),
        stops_after: compile.values("stop-after").last().or(passes.first().copied()).map(str::to_string),
        is_of_one_pass: !passes.is_empty(),
        names_gpu: triple.is_some() || compile.values("march").last().is_some(),
    }))
}

/// Refuses a feature of which it is not known what it means for the code.
///
/// # Errors
/// Which one it is.
pub fn known_features(features: &[String]) -> Result<(), String> {
    match features.iter().find(|feature| !is_known_feature(feature)) {
        Some(feature) => Err(format!("what the feature `{feature}` means for the code is not known")),
        None => Ok(()),
    }
}

fn is_llc(word: &str) -> bool {
    word == "llc" || word.ends_with("/llc")
}

/// The subarchitecture that a triple begins with, which is the processor where none is named (LLVM 24, AMDGPUUsage, "Subarchitecture Compatibility").
fn subarchitecture(triple: &str) -> Option<String> {
    let architecture = triple.split('-').next()?;
    let version = architecture.strip_prefix("amdgpu")?;
    version.starts_with(|first: char| first.is_ascii_digit()).then(|| architecture.to_string())
}

/// What stands behind the name of a program.
struct Words<'w> {
    /// Options without dashes, each with its value.
    options: Vec<(&'w str, Option<&'w str>)>,
    operands: Vec<&'w str>,
}

impl<'w> Words<'w> {
    fn read(words: &[&'w str], known: &CommandOptions) -> Result<Self, String> {
        let (program, words) = words.split_first().ok_or("a program is missing")?;
        let mut read = Words { options: Vec::new(), operands: Vec::new() };
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let Some(option) = word.strip_prefix('-').filter(|rest| !rest.is_empty()) else {
                read.operands.push(word);
                continue;
            };
            let option = option.strip_prefix('-').unwrap_or(option);
            let (name, value) = option.split_once('=').map_or((option, None), |(name, value)| (name, Some(value)));
            let is_of = |names: &[String]| names.iter().any(|known| known == name);
            let value = match value {
                None if is_of(&known.valued) => {
                    Some(*words.next().ok_or_else(|| format!("a value of `{word}` is missing"))?)
                }
                Some(_) | None => value,
            };
            if !is_of(&known.flags) && !is_of(&known.valued) {
                return Err(format!("what `{word}` of {program} means for the code is not known"));
            }
            read.options.push((name, value));
        }
        Ok(read)
    }

    /// The values that an option is given, in order.
    fn values(&self, name: &str) -> impl DoubleEndedIterator<Item = &'w str> {
        self.options.iter().filter(move |(option, _)| *option == name).filter_map(|(_, value)| *value)
    }

    fn flags(&self) -> Vec<String> {
        self.options.iter().filter(|(_, value)| value.is_none()).map(|(name, _)| (*name).to_string()).collect()
    }

    /// That the text of code for an AMD GPU comes out.
    fn prints_assembly(&self) -> Result<(), String> {
        let is_gpu = |name: &str| ["amdgcn", "amdgpu"].iter().any(|known| name.starts_with(known));
        let wrong =
            |option: &str, value: &str| Err(format!("with `-{option}={value}` no assembly of an AMD GPU comes out"));
        for (option, value) in &self.options {
            match (*option, *value) {
                ("mtriple" | "march", Some(value)) if !is_gpu(value) => return wrong(option, value),
                ("filetype", Some(value)) if value != "asm" => return wrong(option, value),
                ("o", Some(value)) if value != "-" => return wrong(option, value),
                _ => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::runs;

    /// What is said of a command: the processor, the prefixes and features, or why it is not read; nothing of one without code.
    fn told(command: &str) -> String {
        let (runs, unread) = runs(&format!("; RUN: {command}\n"));
        match (&runs[..], &unread[..]) {
            ([], []) => "no code".into(),
            ([], [(1, why)]) => why.clone(),
            ([run], []) => format!(
                "{} {} {} {}",
                run.processor.as_deref().unwrap_or("-"),
                run.prefixes.join(","),
                run.features.join(","),
                run.flags.join(",")
            ),
            (runs, unread) => format!("{runs:?} {unread:?}"),
        }
    }

    #[test]
    fn commands_of_llc_and_filecheck_are_read() {
        let told = |options: &str, prefix: &str| told(&format!("llc {options} < %s | FileCheck {prefix} %s"));
        assert_eq!(told("-mtriple=amdgcn -mcpu=gfx900 -O0", "-check-prefix=A"), "gfx900 A  O0");
        assert_eq!(told("-mtriple=amdgcn --mcpu gfx900 -mattr=+cumode,-xnack", ""), "gfx900 CHECK +cumode,-xnack ");
        assert_eq!(
            told("-mtriple=amdgpu9.00-amd-amdhsa -mattr='+tgsplit'", "--check-prefixes A,B"),
            "amdgpu9.00 A,B +tgsplit "
        );
        assert_eq!(told("-mtriple=amdgcn -mcpu=gfx900 -mcpu=gfx90a -global-isel=1 -o -", "-vv"), "gfx90a CHECK  ");
    }

    #[test]
    fn what_is_expected_to_fail_says_no_code() {
        let (read, unread) = runs("; RUN: llc -mtriple=amdgcn %s | FileCheck %s\n; XFAIL: *\n");
        assert_eq!((read.len(), unread.len(), unread[0].0), (0, 1, 2));
        let (read, unread) = runs("; UNSUPPORTED: true\n; RUN: llc -mtriple=amdgcn %s | FileCheck %s\n");
        assert_eq!((read.len(), unread.len(), unread[0].0), (0, 1, 1));
    }

    #[test]
    fn other_commands_are_not_read() {
        let commands = [
            "sed 's/x/y/' %s | llc -mtriple=amdgcn | FileCheck %s",
            "opt -S %s | llc -mtriple=amdgcn | FileCheck %s",
            "opt -S %s | FileCheck %s",
            "not llc -mtriple=amdgcn %s | FileCheck %s",
            "%{compile} -mcpu=gfx900 | FileCheck %s",
            "cat %t/other.ll | llc -mtriple=amdgcn | FileCheck %s",
            "llc -mtriple=amdgcn < %t/other.ll | FileCheck %s",
            "llc -mtriple=amdgcn < %s | grep -v wait | FileCheck %s",
            "llc -mtriple=amdgcn < %s | FileCheck other.ll",
            "llc -mtriple=amdgcn < %s | FileCheck %s --input-file=%t",
            "llc -mtriple=amdgcn < %s",
            "llc -mtriple=amdgcn < %s -o %t | FileCheck %s",
            "llc -mtriple=amdgcn -o",
            "llc -mtriple=amdgcn -o < %s | FileCheck",
            "llc -mtriple=x86_64 < %s | FileCheck %s",
            "llc -mtriple=amdgcn -filetype=obj < %s | FileCheck %s",
            "llc -mtriple=amdgcn -mattr=+precise-memory < %s | FileCheck %s",
            "llc -mtriple=amdgcn -mattr=cumode < %s | FileCheck %s",
            "llc -mtriple=amdgcn -amdgcn-skip-cache-invalidations < %s | FileCheck %s",
            "llc -mtriple=amdgcn -stop-before=si-memory-legalizer < %s | FileCheck %s",
            "llc -mtriple=amdgcn < %s | FileCheck -DREG=v1 %s",
            "%if x86 %{ llc -mtriple=amdgcn < %s | FileCheck %s %}",
            "llc -mtriple='amdgcn < %s | FileCheck %s",
            "| FileCheck %s",
        ];
        insta::assert_snapshot!(commands.map(|command| format!("{command}\n    {}\n", told(command))).concat());
    }
}
