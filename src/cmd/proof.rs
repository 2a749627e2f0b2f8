//! `solve --proof` and `--self-check`: varisat with its proof in a file, or checked as it goes; and the commands by
//! which others check a proof.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Args;
use queensat::cnf::{ClauseSink, Model};
use queensat::control::{Control, Stopped};
use queensat::encode::{EncodeError, Encoding};
use queensat::sat::SolveError;
use queensat::sat::varisat::{Format, ProveError, prove};

use super::encoding::EncodingOptions;
use super::output::Output;
use super::words::quoted;
use super::{Ending, note, note_command};

/// The engines that stand for one call of varisat in its own settings, which is what a proof is of.
const ENGINES: [&str; 4] = ["sat", "sat:varisat", "sat-blocking", "sat-blocking:varisat"];

/// What is to happen with the proof of the solver.
#[derive(Args)]
pub(super) struct ProofOptions {
    /// Write varisat's proof that there is no solution to a file, which appears whole or not at all; it is for the
    /// formula that `encode` writes with the same options
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Its format: drat or binary-drat (for drat-trim), lrat (lrat-check), varisat
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "drat",
        requires = "proof"
    )]
    proof_format: Format,
    /// Let varisat check its own proof as it goes
    #[arg(long)]
    self_check: bool,
}

/// A proof to be. Call [`finish`](Proof::finish), or its file never appears.
pub(super) struct Proof<'a> {
    options: &'a ProofOptions,
    output: Option<Output>,
}

impl ProofOptions {
    /// The proof, its file opened, if any option asks for one; `output` is where the answer goes.
    pub(super) fn open(&self, output: Option<&Path>) -> anyhow::Result<Option<Proof<'_>>> {
        if self.proof.is_none() && !self.self_check {
            return Ok(None);
        }
        let path = self.proof.as_deref();
        ensure!(
            path != Some(Path::new("-")),
            "expected a file for --proof, found -: standard output has the verdict"
        );
        ensure!(
            path.is_none() || path != output,
            "expected two files for --output and --proof, found the same one twice"
        );
        let output = path.map(|path| Output::new(Some(path))).transpose()?;
        let options = self;
        Ok(Some(Proof { options, output }))
    }
}

/// The engine of proofs where none is named.
pub(super) const FOR_PROOFS: &str = "sat";

/// The encoding of the formula that a proof is for: the engine's if its name has one, else as `encode` chooses it.
pub(super) fn encoding_of(
    engine: Option<&str>,
    options: &EncodingOptions,
) -> anyhow::Result<Encoding> {
    let engine = engine.unwrap_or(FOR_PROOFS);
    let known = options.engine(Some(engine))?;
    if !ENGINES.contains(&engine.split('+').next().unwrap_or_default()) {
        bail!(
            "expected the embedded varisat for --proof and --self-check ({}, and +ENCODING if wanted), found the engine {engine:?}",
            ENGINES.join(", ")
        );
    }
    match known.encoding() {
        Some(encoding) => Ok(encoding.clone()),
        None => options.encoding(),
    }
}

impl Proof<'_> {
    /// A model of what `send` sends, or `None` and a whole proof, or why it was stopped.
    pub(super) fn solve(
        &mut self,
        control: &Control,
        send: impl FnOnce(&mut dyn ClauseSink) -> anyhow::Result<()>,
    ) -> anyhow::Result<Result<Option<Model>, Stopped>> {
        let out: &mut dyn Write = match &mut self.output {
            Some(output) => output,
            None => &mut io::sink(),
        };
        let how = (self.options.proof_format, self.options.self_check);
        match prove(how, out, control, send) {
            Ok(answer) => Ok(Ok(answer.model)),
            Err(ProveError::Solve(SolveError::Stopped(stopped))) => Ok(Err(stopped)),
            Err(ProveError::Solve(SolveError::Proof(fault))) => {
                Err(fault).context("the proof could not be written")
            }
            Err(ProveError::Solve(fault)) => Err(fault.into()),
            Err(ProveError::Send(fault)) => match fault.downcast_ref() {
                Some(EncodeError::Stopped(stopped)) => Ok(Err(*stopped)),
                _ => Err(fault),
            },
            Err(ProveError::SelfCheck) => Err(ProveError::<EncodeError>::SelfCheck.into()),
        }
    }

    /// Gives the file its name if there is a proof, and says how to check it: `formula` is the formula's file and
    /// the command that writes it, if one has to.
    pub(super) fn finish(
        self,
        quiet: bool,
        ending: Ending,
        formula: impl FnOnce() -> (String, Option<String>),
    ) -> anyhow::Result<()> {
        let (Some(output), Some(path)) = (self.output, &self.options.proof) else {
            return Ok(());
        };
        let name = path.to_string_lossy();
        match ending {
            Ending::Unsatisfiable => {
                output.finish()?;
                let (formula, export) = formula();
                let export = export.map_or(String::new(), |export| export + " && ");
                let check = check_command(self.options.proof_format, &formula, &name);
                note_command(
                    quiet,
                    format_args!("note: to check the proof: {export}{check}"),
                );
            }
            Ending::Satisfiable => note(
                quiet,
                format_args!("note: there is a solution, so no proof is written to {name}"),
            ),
            _ => {}
        }
        Ok(())
    }
}

/// The command of a public checker.
pub(super) fn check_command(format: Format, formula: &str, proof: &str) -> String {
    let (unpack, proof) = match proof.strip_suffix(".gz") {
        Some(unpacked) => (format!("gunzip {} && ", quoted(proof)), unpacked),
        None => (String::new(), proof),
    };
    let (formula, proof) = (quoted(formula), quoted(proof));
    let check = match format {
        Format::Drat | Format::BinaryDrat => format!("drat-trim {formula} {proof}"),
        Format::Lrat => format!("lrat-check {formula} {proof}"),
        Format::Varisat => format!("varisat --check {formula} --proof={proof}"),
    };
    unpack + &check
}
