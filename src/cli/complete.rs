//! `litmus completions` and `litmus man`: what shells and man(1) show of the command line, made from its arguments.

use super::streams::print;
use super::{BAD_INPUT, OK, command, say_line};
use clap::Args;
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use std::io::Write;

#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

/// Prints the script of a shell.
pub fn completions(args: &CompletionsArgs) -> u8 {
    let mut script = Vec::new();
    generate(args.shell, &mut command(), "litmus", &mut script);
    print(&String::from_utf8_lossy(&script));
    OK
}

/// Prints the manual page, with a section for every command.
pub fn man() -> u8 {
    match page() {
        Ok(page) => {
            print(&String::from_utf8_lossy(&page));
            OK
        }
        Err(error) => {
            say_line!("litmus: the manual page cannot be made: {error}");
            BAD_INPUT
        }
    }
}

fn page() -> std::io::Result<Vec<u8>> {
    let mut command = command();
    // Global arguments are added to commands, and names of commands get those above, before they are shown.
    command.build();
    let mut page = Vec::new();
    let man = Man::new(command.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    section(&command, &mut page)?;
    commands(&command, "litmus", &mut page)?;
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// The sections of a command's commands, each by all of its words.
fn commands(command: &clap::Command, before: &str, page: &mut Vec<u8>) -> std::io::Result<()> {
    for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
        let name = format!("{before} {}", command.get_name());
        writeln!(page, ".SH {}", name.to_uppercase())?;
        section(command, page)?;
        commands(command, &name, page)?;
    }
    Ok(())
}

/// What a command is for, its arguments, and its exit codes.
fn section(command: &clap::Command, page: &mut Vec<u8>) -> std::io::Result<()> {
    let man = Man::new(command.clone());
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)?;
    match command.get_after_help() {
        Some(codes) => writeln!(page, ".SH EXIT STATUS\n{codes}"),
        None => Ok(()),
    }
}
