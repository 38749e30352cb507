//! Which processors have which mnemonics is what LLVM's assemblers say, where they are there.

use std::process::Command;

#[test]
fn processors_have_what_the_assembler_takes() {
    let starts = |(program, argument): &(&str, &str)| {
        Command::new(program).args(argument.split('|')).output().is_ok_and(|output| output.status.success())
    };
    let needed = [("python3", "-c|import tomllib"), ("llvm-mc-22", "--version"), ("llvm-mc-19", "--version")];
    if let Some((missing, _)) = needed.iter().find(|needed| !starts(needed)) {
        eprintln!("skipped: {missing}");
        return;
    }
    let output = Command::new("scripts/mnemonics.py").arg("--check").output().expect("it starts");
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success(), "{}", said.concat());
}
