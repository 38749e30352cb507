//! The compiler as a program: what it is, and what it makes of IR.

use super::program;
use super::release::Release;
use crate::allowance::{self, Allowance};
use crate::engine::Inconclusive;
use crate::targets::{TargetConfiguration, processor_name};
use std::process::Command;

/// How much is optimized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimization {
    /// `-O0`
    None,
    /// `-O2`
    Default,
}

impl Optimization {
    /// The option that says so.
    pub fn option(self) -> &'static str {
        match self {
            Optimization::None => "-O0",
            Optimization::Default => "-O2",
        }
    }
}

/// A processor to compile for, with what its code is judged on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Processor {
    /// Its name, as `-mcpu` takes it.
    pub name: String,
    /// Its target in a mode.
    pub configuration: TargetConfiguration,
    /// Whether it stands for its target, so that code that is given may be for any processor of that.
    pub stands_for_target: bool,
}

impl Processor {
    /// The processor of `PROCESSOR[,MODE]`: of a target's name, the one that stands for it.
    ///
    /// # Errors
    /// Which name is unknown, and what would be right.
    pub fn parse(text: &str) -> Result<Processor, String> {
        let configuration = TargetConfiguration::parse(text)?;
        let asked = processor_name(text.split(',').next().unwrap_or_default());
        let name = match asked == configuration.target.name {
            true => configuration.target.mcpu.clone(),
            false => asked.to_string(),
        };
        let stands_for_target = name != asked;
        Ok(Processor { name, configuration, stands_for_target })
    }

    /// Whether it is what code for a processor is for.
    pub fn runs(&self, code_for: &str) -> bool {
        let target = self.configuration.target;
        self.name == code_for || (self.stands_for_target && target.names().any(|name| name == code_for))
    }
}

impl std::fmt::Display for Processor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.configuration.mode {
            Some(mode) => write!(f, "{},{mode}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// A message without the addresses of the compiler's own memory, which are others each time.
fn without_addresses(message: &str) -> String {
    let mut parts = message.split("0x");
    let mut told = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_hexdigit()).len();
        told += "0x";
        told += if digits > 8 { "…" } else { &part[..digits] };
        told += &part[digits..];
    }
    told
}

/// A compiler: `llc` of some release.
#[derive(Clone, Debug)]
pub struct Llc {
    /// The program, as it was named.
    pub program: String,
    /// The version that it prints.
    pub version: String,
    /// Its release.
    pub release: Release,
}

impl Llc {
    /// Asks a program which release it is, within an allowance.
    ///
    /// # Errors
    /// It cannot be run, does not answer in time, is no `llc`, or of a release of which it is not known what it takes.
    pub fn find(program: &str, allowance: Allowance) -> Result<Llc, String> {
        let mut asked = Command::new(program);
        asked.arg("--version");
        let output = allowance::within(allowance, || program::output(asked, ""))
            .map_err(|why| format!("`{program} --version`: {}", Inconclusive::from(why)))?
            .map_err(|error| format!("`{program}` cannot be run: {error}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let version = text.split_once("LLVM version ").and_then(|(_, rest)| rest.split_whitespace().next());
        let release = version.and_then(|version| version.split('.').next()?.parse().ok());
        match (version, release) {
            (Some(version), Some(release)) => {
                let release = Release::known(release).map_err(|why| format!("`{program}`: {why}"))?;
                Ok(Llc { program: program.into(), version: version.into(), release })
            }
            (None, _) | (_, None) => Err(format!("`{program} --version` does not say a version of LLVM")),
        }
    }

    /// The assembly for a module.
    ///
    /// # Errors
    /// What it says, were it only a warning: of a processor that it does not know it compiles for another.
    pub fn compile(&self, ir: &str, processor: &Processor, optimization: Optimization) -> Result<String, String> {
        self.compile_until(ir, processor, optimization, None)
    }

    /// The assembly for a module, or the machine IR after a pass.
    ///
    /// # Errors
    /// What it says, were it only a warning.
    pub fn compile_until(
        &self,
        ir: &str,
        processor: &Processor,
        optimization: Optimization,
        pass: Option<&str>,
    ) -> Result<String, String> {
        let program = &self.program;
        let mode = processor.configuration.mode.and_then(|mode| self.release.mode(mode));
        let features = mode.and_then(|mode| mode.features);
        let mut command = Command::new(program);
        command.args(["-mtriple=amdgcn-amd-amdhsa", optimization.option(), "-o", "-", "-"]);
        command.arg(format!("-mcpu={}", processor.name)).args(features.map(|features| format!("-mattr={features}")));
        command.args(pass.map(|pass| format!("-stop-after={pass}")));
        let output = program::output(command, ir).map_err(|error| format!("`{program}` cannot be run: {error}"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        match (output.status.success(), said.trim()) {
            (true, "") => String::from_utf8(output.stdout).map_err(|_| format!("`{program}` prints no text")),
            (_, "") => Err(format!("`{program}` ends with {}", output.status)),
            (_, said) => {
                // Of a crash the lines about reporting it come first.
                let tells = |line: &&str| line.to_lowercase().contains("error:");
                let line = said.lines().find(tells).or(said.lines().next()).unwrap_or(said);
                Err(format!("`{program}` for {processor}: {}", without_addresses(line.trim())))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::without_addresses;

    #[test]
    fn addresses_are_left_out_of_messages() {
        let said = "LLVM ERROR: Cannot select: 0x55d0c8a3f1b0: i32,ch = AtomicLoad<(load acquire (s32))> 0x55d0c8a3f1b0:1, 0x10";
        let told = "LLVM ERROR: Cannot select: 0x…: i32,ch = AtomicLoad<(load acquire (s32))> 0x…:1, 0x10";
        assert_eq!(without_addresses(said), told);
    }
}
