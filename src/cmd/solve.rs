//! `solve`: one solution, verified, or the word that there is none.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use queensat::cnf::ClauseSink;
use queensat::control::Control;
use queensat::encode::{Numbering, encode};
use queensat::problem::reduce::Residual;

use super::encoding::EncodingOptions;
use super::formula::solve_file;
use super::instance::Givens;
use super::output::{NO_FILE, Output};
use super::proof::{FOR_PROOFS, Proof, ProofOptions, encoding_of};
use super::shape::SolutionShape;
use super::words::encode_command;
use super::{Ending, note, run, verified, word};

/// Arguments of `solve`.
#[derive(Args)]
pub(super) struct Solve {
    /// A number (8), rows by columns (6x8), squares ("8: b4 d5"), a file, or - for standard input
    #[arg(value_name = "INSTANCE", required_unless_present = "dimacs")]
    text: Option<String>,
    #[command(flatten)]
    givens: Givens,
    /// Solve this formula in DIMACS CNF instead of an instance; prints `s` and `v` lines
    #[arg(long, value_name = "FILE", conflicts_with_all = FOR_INSTANCES)]
    dimacs: Option<PathBuf>,
    /// The engine, NAME[+ENCODING] (`queensat list engines`) [default: auto, or sat where an encoding or a proof is
    /// asked for]
    #[arg(long, short)]
    engine: Option<String>,
    #[command(flatten)]
    encoding: EncodingOptions,
    /// Give up after this time: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = run::parse_duration)]
    timeout: Option<Duration>,
    /// Threads that the engine may use, if it can use more than one: 1 to 256
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = run::parse_threads)]
    threads: usize,
    /// How the answer is written
    #[arg(long, short, value_enum, default_value_t = SolutionShape::Board)]
    format: SolutionShape,
    #[command(flatten)]
    proof: ProofOptions,
    /// Write to a file, which appears whole or not at all, and not at all where nothing is known; .gz compresses
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What makes no sense for a formula that is solved as it stands.
const FOR_INSTANCES: [&str; 14] = [
    "text",
    "queen",
    "block",
    "from",
    "base",
    "size",
    "diagonals",
    "engine",
    "format",
    "amo",
    "amo_rows",
    "amo_columns",
    "amo_diagonals",
    "auxiliaries",
];

impl Solve {
    pub(super) fn run(&self, quiet: bool) -> anyhow::Result<Ending> {
        let control = run::interruptible(self.timeout)?.with_threads(self.threads);
        let shape = if self.dimacs.is_some() {
            SolutionShape::Dimacs
        } else {
            self.format
        };
        let output = Output::new(self.output.as_deref())?;
        let to_file = output.is_file();
        let watch = run::Watch::new(quiet, &control, move |stopped, _| {
            let words = if to_file {
                String::new()
            } else {
                shape.unknown().unwrap_or_default()
            };
            (words, Ending::of_unknown(stopped))
        });
        let mut proof = self.proof.open(self.output.as_deref())?;
        let (text, ending) = match &self.dimacs {
            Some(path) => {
                let (text, ending) = solve_file(path, proof.as_mut(), quiet, &control)?;
                (Some(text), ending)
            }
            None => self.solve(proof.as_mut(), quiet, &control)?,
        };
        drop(watch);
        if let Some(proof) = proof {
            proof.finish(quiet, ending, || self.formula())?;
        }
        let known = matches!(ending, Ending::Satisfiable | Ending::Unsatisfiable);
        match text {
            Some(_) if to_file && !known => note(quiet, format_args!("note: {NO_FILE}")),
            Some(text) => output.write_text(&text)?,
            None => {}
        }
        Ok(ending)
    }

    /// The formula's file and the command that writes it, for a checker of proofs.
    fn formula(&self) -> (String, Option<String>) {
        if let Some(path) = &self.dimacs {
            return (path.to_string_lossy().into_owned(), None);
        }
        let target = "formula.cnf";
        let text = self.text.as_deref().expect("required without --dimacs");
        let encoding =
            encoding_of(self.engine.as_deref(), &self.encoding).expect("it was solved by it");
        let command = encode_command(text, &self.givens, &encoding, target);
        (target.to_owned(), Some(command))
    }

    fn solve(
        &self,
        proof: Option<&mut Proof<'_>>,
        quiet: bool,
        control: &Control,
    ) -> anyhow::Result<(Option<String>, Ending)> {
        let text = self.text.as_deref().expect("required without --dimacs");
        // A proof is of a formula.
        let formula = proof.is_some().then_some(FOR_PROOFS);
        let engine = self.encoding.engine(self.engine.as_deref().or(formula))?;
        let problem = self.givens.read(text)?;
        self.format.check_board(problem.board())?;
        let (found, stopped) = if let Some(proof) = proof {
            let encoding = encoding_of(self.engine.as_deref(), &self.encoding)?;
            let residual = Residual::new(&problem)?;
            let send = |sink: &mut dyn ClauseSink| Ok(encode(&residual, &encoding, sink, control)?);
            match proof.solve(control, send)? {
                Ok(model) => {
                    let numbering = Numbering::new(&residual);
                    (model.map(|model| numbering.decode(&model)), None)
                }
                Err(stopped) => (None, Some(stopped)),
            }
        } else {
            let (found, outcome) = engine.find(&problem, control)?;
            (found, outcome.stopped)
        };
        match (found, stopped) {
            (Some(placement), _) => {
                let solution = verified(&*engine, &problem, &placement)?;
                Ok((
                    Some(self.format.text(&problem, &solution)?),
                    Ending::Satisfiable,
                ))
            }
            (None, None) => {
                if let Some(conflict) = problem.conflict() {
                    note(quiet, format_args!("note: {conflict}"));
                }
                Ok((
                    word(quiet, "unsatisfiable", self.format.unsatisfiable()),
                    Ending::Unsatisfiable,
                ))
            }
            (None, Some(stopped)) => {
                note(quiet, format_args!("note: {stopped}"));
                Ok((
                    word(quiet, "unknown", self.format.unknown()),
                    Ending::of_unknown(stopped),
                ))
            }
        }
    }
}
