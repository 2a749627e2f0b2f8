//! A count that anyone can check: a problem comes in, a folder of four files goes out.
//!
//! `formula.cnf` is the problem; `solutions.txt` lists its solutions, one a line as columns by row;
//! `blocked.cnf` is the formula with one clause for each solution that forbids its queens; `proof.drat`, or
//! `proof.lrat` and so on, proves that no solution is left. Who checks has to see that the listed solutions
//! are solutions and differ, that `blocked.cnf` is `formula.cnf` and their clauses, and to run a proof checker.

use std::fs::File;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::cnf::dimacs::Writer;
use crate::cnf::{ClauseSink, Lit, Size};
use crate::control::{Control, Stopped};
use crate::encode::{EncodeError, Encoding, Numbering, encode, predict};
use crate::engine::{Engine, EngineError, blame};
use crate::problem::Problem;
use crate::problem::formats::columns_line;
use crate::problem::reduce::{Residual, TooManySquares};
use crate::sat::SolveError;
use crate::sat::varisat::{Format, ProveError, prove};
use crate::solution::{Placement, verify};

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// A file could not be written.
    #[error("cannot write {path}: {source}", path = .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The control stopped it: a partial certificate would certify nothing.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The problem has too many squares.
    #[error(transparent)]
    TooManySquares(#[from] TooManySquares),
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The formula could not be encoded.
    #[error(transparent)]
    Encode(EncodeError),
    /// The proof was not found.
    #[error(transparent)]
    Prove(ProveError<EncodeError>),
    /// The engine's list is wrong.
    #[error("the engine {engine} {fault}, {blame}")]
    Wrong {
        /// The engine.
        engine: String,
        /// What it did.
        fault: &'static str,
        /// Whose defect that is.
        blame: &'static str,
    },
}

/// Certifies the number of solutions that `engine` lists, and returns it. `folder` must exist; the solutions are
/// held in memory.
///
/// # Errors
/// A file that cannot be written, a control that stops, an engine that lies. What was written by then certifies nothing.
pub fn certify(
    problem: &Problem,
    engine: &dyn Engine,
    encoding: &Encoding,
    format: Format,
    folder: &Path,
    control: &Control,
) -> Result<u64, CertificateError> {
    let residual = Residual::new(problem)?;
    let solutions = solutions(problem, engine, control)?;
    let blocking = blocking(&residual, &solutions);
    let rows = problem.board().rows();
    save(folder, "solutions.txt", |file| {
        let mut file = io::BufWriter::new(file);
        for solution in &solutions {
            file.write_all(columns_line(solution.queens(), rows).as_bytes())?;
        }
        file.flush()
    })?;
    let formula = Formula {
        residual: &residual,
        encoding,
        control,
    };
    formula.write(folder, "formula.cnf", &[])?;
    formula.write(folder, "blocked.cnf", &blocking)?;
    let (name, out) = create(folder, proof_name(format))?;
    let answer = prove((format, false), out, control, |sink| {
        formula.send(&blocking, sink)
    });
    match answer {
        Ok(answer) if answer.model.is_none() => Ok(solutions.len() as u64),
        Ok(_) => Err(CertificateError::Wrong {
            engine: engine.name(),
            fault: "missed a solution",
            blame: blame(engine),
        }),
        Err(
            ProveError::Solve(SolveError::Stopped(stopped))
            | ProveError::Send(EncodeError::Stopped(stopped)),
        ) => Err(stopped.into()),
        Err(ProveError::Solve(SolveError::Proof(source))) => {
            Err(CertificateError::Write { path: name, source })
        }
        Err(error) => Err(CertificateError::Prove(error)),
    }
}

/// The name of the proof's file.
pub fn proof_name(format: Format) -> &'static str {
    match format {
        Format::Drat => "proof.drat",
        Format::BinaryDrat => "proof.bdrat",
        Format::Lrat => "proof.lrat",
        Format::Varisat => "proof.varisat",
    }
}

/// All solutions, verified and sorted.
fn solutions(
    problem: &Problem,
    engine: &dyn Engine,
    control: &Control,
) -> Result<Vec<Placement>, CertificateError> {
    let mut list: Vec<Placement> = Vec::new();
    let outcome = engine.enumerate(problem, control, &mut |placement| {
        list.push(placement.clone());
        ControlFlow::Continue(())
    })?;
    if let Some(stopped) = outcome.stopped {
        return Err(stopped.into());
    }
    let wrong = |fault| CertificateError::Wrong {
        engine: engine.name(),
        fault,
        blame: blame(engine),
    };
    if list
        .iter()
        .any(|placement| verify(problem, placement).is_err())
    {
        return Err(wrong("listed a placement that is no solution"));
    }
    list.sort_unstable_by(|a, b| a.queens().cmp(b.queens()));
    if list.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(wrong("listed a solution twice"));
    }
    Ok(list)
}

/// A clause for each solution: not all of its queens but the placed ones.
fn blocking(residual: &Residual, solutions: &[Placement]) -> Vec<Vec<Lit>> {
    let numbering = Numbering::new(residual);
    let clause = |solution: &Placement| {
        let queens = solution.queens().iter();
        queens
            .filter_map(|&queen| Some(!numbering.literal(queen)?))
            .collect()
    };
    solutions.iter().map(clause).collect()
}

fn create(folder: &Path, name: &str) -> Result<(PathBuf, File), CertificateError> {
    let path = folder.join(name);
    match File::create(&path) {
        Ok(file) => Ok((path, file)),
        Err(source) => Err(CertificateError::Write { path, source }),
    }
}

fn save(
    folder: &Path,
    name: &str,
    write: impl FnOnce(File) -> io::Result<()>,
) -> Result<(), CertificateError> {
    let (path, file) = create(folder, name)?;
    write(file).map_err(|source| CertificateError::Write { path, source })
}

struct Formula<'a> {
    residual: &'a Residual,
    encoding: &'a Encoding,
    control: &'a Control,
}

impl Formula<'_> {
    fn send(&self, blocking: &[Vec<Lit>], sink: &mut dyn ClauseSink) -> Result<(), EncodeError> {
        encode(self.residual, self.encoding, sink, self.control)?;
        for clause in blocking {
            sink.add_clause(clause);
        }
        Ok(())
    }

    fn write(
        &self,
        folder: &Path,
        name: &str,
        blocking: &[Vec<Lit>],
    ) -> Result<(), CertificateError> {
        let (path, file) = create(folder, name)?;
        let mut writer = Writer::new(file);
        let mut size = predict(self.residual, self.encoding);
        for clause in blocking {
            size += Size::clause(clause.len() as u64);
        }
        for (literal, square) in Numbering::new(self.residual).iter() {
            writer.varname(literal, &format!("x_{}_{}", square.row, square.column));
        }
        writer.header(size);
        match self.send(blocking, &mut writer) {
            Ok(()) | Err(EncodeError::SinkFailed) => {}
            Err(EncodeError::Stopped(stopped)) => return Err(stopped.into()),
            Err(error) => return Err(CertificateError::Encode(error)),
        }
        let finished = writer.finish();
        finished.map_err(|source| CertificateError::Write { path, source })?;
        Ok(())
    }
}
