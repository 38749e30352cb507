//! `litmus model check`: whether cat files are models, and what they need.

use super::*;
use crate::cat::{Meant, Model, Warning};
use crate::languages;
use crate::models;
use crate::report::lines::wrap_words;
use crate::syntax::cat::ast::Statement;

#[derive(Subcommand)]
pub enum ModelCommand {
    /// Check that cat files are well formed, warn of what is probably not meant, and say what tests must provide.
    Check(CheckModelArgs),
}

#[derive(Args)]
pub struct CheckModelArgs {
    /// Cat files, or models of `litmus list models`.
    #[arg(required = true, value_name = "NAME|FILE")]
    models: Vec<String>,
    /// Print without colours (so does a NO_COLOR environment variable).
    #[arg(long)]
    no_color: bool,
}

pub fn run(command: &ModelCommand) -> u8 {
    let ModelCommand::Check(args) = command;
    args.models.iter().unique().map(|name| check_model(name, args)).max().unwrap_or(OK)
}

fn check_model(name: &str, args: &CheckModelArgs) -> u8 {
    let refuse = |errors: &[Diagnostic]| {
        print_errors(errors, args.no_color);
        BAD_INPUT
    };
    let model = match models::load_unchecked(name) {
        Ok(model) => model,
        Err(error) => return refuse(&[*error]),
    };
    let mut wrong = wrong(&model);
    let otherwise = models::by_options(&model);
    wrong.extend(otherwise.iter().flat_map(wrong_by_options));
    if !wrong.is_empty() {
        // What is so whatever is chosen is said first, and without a choice.
        let said = |problem: &Diagnostic| (problem.place(), problem.message.clone());
        return refuse(&wrong.into_iter().unique_by(said).collect::<Vec<_>>());
    }
    let warnings: Vec<Diagnostic> = models::warnings(&model).into_iter().map(|(_, warning)| warning).collect();
    print_warnings(&warnings);
    let needs = languages::needs(&model);
    print(&format!("{name}: {}\n", what_it_is(&model)));
    print(&wrap_words(&format!("for tests in {}", sources(&needs)), "  "));
    if models::has_check(&model).is_ok() {
        print(&wrap_words(updates(&model), "  "));
    }
    for (name, languages) in &needs.foreign {
        print(&wrap_words(&format!("`{name}` is of tests in {}", languages.join(", ")), "  "));
    }
    if needs.foreign.is_empty() { OK } else { FAILED }
}

/// What is wrong with a model: its names, else what it means.
fn wrong(model: &Model) -> Vec<Diagnostic> {
    let mut problems = models::problems(model);
    if problems.is_empty() {
        problems.extend(models::check_of_any_language(model).err().map(|error| *error));
    }
    problems
}

/// The same, with the options that are chosen.
fn wrong_by_options(model: &Model) -> Vec<Diagnostic> {
    let options = model.chosen.iter().map(|name| format!("`{name}`")).join(" and ");
    let told = format!("this is so where {options} is chosen");
    let with = |problem: Diagnostic| {
        let help = problem.help.as_ref().map_or_else(|| told.clone(), |help| format!("{help}; {told}"));
        problem.help(help)
    };
    wrong(model).into_iter().map(with).collect()
}

/// What a file is, in words.
fn what_it_is(model: &Model) -> String {
    if models::has_check(model).is_err() {
        return "well formed, for inclusion: it checks nothing itself".to_string();
    }
    let (mut axioms, mut flags) = (0, 0);
    for placed in &model.statements {
        placed.statement.visit(&mut |statement| {
            if let Statement::Test(test) = statement {
                *(if test.flag { &mut flags } else { &mut axioms }) += 1;
            }
        });
    }
    let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    format!("a model of {} and {}", count(axioms, "axiom"), count(flags, "flag"))
}

/// What a read-modify-write of C is to a model, as far as its text tells.
fn updates(model: &Model) -> &'static str {
    match model.meant {
        Meant::OneEvent => "to which a read-modify-write is one event, as it is to herd7 for C",
        Meant::Both => {
            "to which a read-modify-write of C may be one event (`RMW`) or two (`rmw`): it is asked both ways"
        }
        Meant::TwoEvents => "to which a read-modify-write is two events, as it says",
        Meant::Unsaid => {
            "to which a read-modify-write of C is two events (`rmw`), or perhaps one: it is asked both ways unless one would lose updates"
        }
    }
}

/// The languages whose tests provide what a model needs; of those read here, which is one, first.
fn sources(needs: &languages::Needs) -> String {
    let own = if needs.foreign.is_empty() { "the litmus language" } else { "no language that is read here" };
    match needs.provided_by.as_slice() {
        [] => own.to_string(),
        others => format!("{own} (all names are known in: {})", others.join(", ")),
    }
}

/// Warns of models of users that hide what programs provide.
pub fn warn_of_hidden(loaded: impl IntoIterator<Item = &'static Model>) {
    let mut said: Vec<Diagnostic> = Vec::new();
    for model in loaded {
        let hidden = models::warnings(model).into_iter().filter(|(kind, _)| *kind == Warning::HidesBase);
        add_new_errors(&mut said, hidden.map(|(_, warning)| warning).collect());
    }
    print_warnings(&said);
}
