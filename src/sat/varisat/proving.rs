//! One call of varisat with its proof written out: clauses come in, an answer and a proof go out.
//!
//! A proof is valid for the DIMACS file of the same clauses in the same order. varisat says nothing more where the
//! clauses contradict themselves before any search, by an empty one or by two opposite units; the line that
//! checkers want to see, the empty clause, is added here.
//! Sources of the formats: Wetzler, Heule & Hunt, "DRAT-trim", SAT 2014; Cruz-Filipe et al., "Efficient
//! certified RAT verification" (LRAT), CADE 2017.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::str::FromStr;

use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};
use varisat::{ExtendFormula, ProofFormat, Solver};
use varisat_lrat::WriteLrat;

use super::{from_varisat, to_varisat};
use crate::cnf::{ClauseSink, Lit, Model};
use crate::control::Control;
use crate::sat::SolveError;
use crate::sat::proof::Tally;

/// A format of proofs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// DRAT as text: `drat-trim`.
    Drat,
    /// DRAT in its binary form: `drat-trim` again.
    BinaryDrat,
    /// LRAT as text: `lrat-check`, `cake_lpr`.
    Lrat,
    /// varisat's own: `varisat --check`.
    Varisat,
}

/// No proof format has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a proof format (drat, binary-drat, lrat, varisat), found {0:?}")]
pub struct NoFormat(String);

impl FromStr for Format {
    type Err = NoFormat;

    fn from_str(name: &str) -> Result<Self, NoFormat> {
        match name {
            "drat" => Ok(Self::Drat),
            "binary-drat" => Ok(Self::BinaryDrat),
            "lrat" => Ok(Self::Lrat),
            "varisat" => Ok(Self::Varisat),
            _ => Err(NoFormat(name.to_owned())),
        }
    }
}

/// What a proving solver has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// A model, or `None` if there is none: then the proof is complete.
    pub model: Option<Model>,
    /// Clauses that were learned.
    pub learned: u64,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum ProveError<E> {
    /// The formula could not be sent.
    #[error(transparent)]
    Send(E),
    /// The solver was stopped, or the proof could not be written.
    #[error(transparent)]
    Solve(SolveError),
    /// varisat checked itself and found a fault.
    #[error("the solver's check of its own proof failed, a defect of varisat; nothing is proved")]
    SelfCheck,
}

/// Solves the formula that `send` sends and writes the proof to `out`. With `self_check`, varisat also checks
/// each step of its proof.
///
/// # Errors
/// The formula could not be sent, the control stopped the solver, the proof could not be written, or the self-check failed.
pub fn prove<E>(
    (format, self_check): (Format, bool),
    out: impl Write,
    control: &Control,
    send: impl FnOnce(&mut dyn ClauseSink) -> Result<(), E>,
) -> Result<Answer, ProveError<E>> {
    let tee = Rc::new(RefCell::new(Tee {
        out,
        tally: match format {
            Format::Drat => Some(Tally::drat()),
            Format::BinaryDrat => Some(Tally::binary_drat()),
            Format::Varisat => Some(Tally::native()),
            Format::Lrat => None,
        },
        control: control.clone(),
        failure: None,
    }));
    let mut lrat = Lrat {
        writer: WriteLrat::new(Shared(tee.clone()), false),
        learned: 0,
        control: control.clone(),
    };
    let mut solver = Solver::new();
    match format {
        Format::Drat => solver.write_proof(Shared(tee.clone()), ProofFormat::Drat),
        Format::BinaryDrat => solver.write_proof(Shared(tee.clone()), ProofFormat::BinaryDrat),
        Format::Varisat => solver.write_proof(Shared(tee.clone()), ProofFormat::Varisat),
        Format::Lrat => solver.add_proof_processor(&mut lrat),
    }
    if self_check {
        solver.enable_self_checking();
    }
    let mut feed = Feed::new(&mut solver);
    send(&mut feed).map_err(ProveError::Send)?;
    let (contradiction, clauses) = (feed.contradiction, feed.clauses);
    let verdict = control.check().map_err(SolveError::from);
    let verdict = verdict.map(|()| catch_unwind(AssertUnwindSafe(|| solver.solve())));
    let verdict = verdict.map_err(ProveError::Solve)?;
    // varisat panics with a message when a check of its own fails.
    let verdict = verdict.map_err(|_| ProveError::SelfCheck)?;
    let model = solver.model();
    let closed = solver.close_proof().is_ok();
    drop(solver);
    let flushed = format != Format::Lrat || lrat.writer.flush().is_ok();
    let mut learned = lrat.learned;
    drop(lrat);
    let mut tee = tee.borrow_mut();
    learned += tee.tally.as_ref().map_or(0, Tally::clauses);
    if let Some(model) = model {
        let model = Some(Model::new(model.into_iter().map(from_varisat)));
        return Ok(Answer { model, learned });
    }
    if verdict.is_ok()
        && closed
        && flushed
        && let Some(hints) = contradiction
    {
        let _ = tee.write_all(&empty_clause(format, clauses, &hints));
    }
    let _ = tee.flush();
    match tee.failure.take() {
        Some(failure) => Err(ProveError::Solve(failure)),
        None if verdict.is_ok() && closed && flushed => Ok(Answer {
            model: None,
            learned,
        }),
        // An LRAT step was refused for the control's sake.
        None => Err(ProveError::Solve(
            control.check().err().map_or(SolveError::Spent, Into::into),
        )),
    }
}

/// The line that derives the empty clause from the clauses `hints`, of `clauses` in all.
fn empty_clause(format: Format, clauses: u64, hints: &[u64]) -> Vec<u8> {
    match format {
        Format::Drat => b"0\n".to_vec(),
        Format::BinaryDrat => b"a\0".to_vec(),
        Format::Lrat => {
            let hints: Vec<String> = hints.iter().map(u64::to_string).collect();
            format!("{} 0 {} 0\n", clauses + 1, hints.join(" ")).into_bytes()
        }
        Format::Varisat => Vec::new(),
    }
}

/// Sends clauses to varisat and notices when they contradict themselves by inspection.
struct Feed<'s, 'a> {
    solver: &'s mut Solver<'a>,
    clause: Vec<varisat::Lit>,
    clauses: u64,
    units: HashMap<Lit, u64>,
    /// The clauses, counted from 1, that do.
    contradiction: Option<Vec<u64>>,
}

impl<'s, 'a> Feed<'s, 'a> {
    fn new(solver: &'s mut Solver<'a>) -> Self {
        Self {
            solver,
            clause: Vec::new(),
            clauses: 0,
            units: HashMap::new(),
            contradiction: None,
        }
    }
}

impl ClauseSink for Feed<'_, '_> {
    fn new_var(&mut self) -> Lit {
        from_varisat(self.solver.new_var().positive())
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        let contradiction = match *clause {
            [] => Some(vec![self.clauses]),
            [unit] => {
                self.units.entry(unit).or_insert(self.clauses);
                let opposite = self.units.get(&!unit);
                opposite.map(|&earlier| vec![earlier, self.clauses])
            }
            _ => None,
        };
        if self.contradiction.is_none() {
            self.contradiction = contradiction;
        }
        self.clause.clear();
        self.clause.extend(clause.iter().copied().map(to_varisat));
        self.solver.add_clause(&self.clause);
    }

    fn max_variables(&self) -> u32 {
        super::MAX_VARIABLES
    }
}

/// Passes the proof on, counts its clauses and fails once the control says stop.
struct Tee<W> {
    out: W,
    tally: Option<Tally>,
    control: Control,
    failure: Option<SolveError>,
}

impl<W: Write> Write for Tee<W> {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        if let Some(tally) = &mut self.tally {
            tally.read(proof);
            self.control.report_steps(tally.clauses());
        }
        if let Err(stopped) = self.control.check() {
            self.failure = Some(stopped.into());
            return Err(io::Error::other(stopped));
        }
        match self.out.write_all(proof) {
            Ok(()) => Ok(proof.len()),
            Err(error) => {
                let kind = error.kind();
                self.failure = Some(SolveError::Proof(error));
                Err(kind.into())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// varisat owns one handle, [`prove`] the other.
struct Shared<W>(Rc<RefCell<Tee<W>>>);

impl<W: Write> Write for Shared<W> {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(proof)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Sees every step before it is written: LRAT needs the checker's clause numbers.
struct Lrat<'a> {
    writer: WriteLrat<'a>,
    learned: u64,
    control: Control,
}

impl ProofProcessor for Lrat<'_> {
    // The trait asks for this error type.
    fn process_step(
        &mut self,
        step: &CheckedProofStep,
        data: CheckerData,
    ) -> Result<(), anyhow::Error> {
        self.learned += u64::from(matches!(step, CheckedProofStep::AtClause { .. }));
        self.control.report_steps(self.learned);
        self.control.check()?;
        self.writer.process_step(step, data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Stopped;

    fn proof(format: Format, clauses: &[&[i32]]) -> (Answer, Vec<u8>) {
        let mut out = Vec::new();
        let answer = prove((format, true), &mut out, &Control::unlimited(), |sink| {
            for _ in 0..3 {
                sink.new_var();
            }
            for clause in clauses {
                let literals: Vec<Lit> =
                    clause.iter().filter_map(|&x| Lit::from_dimacs(x)).collect();
                sink.add_clause(&literals);
            }
            Ok::<(), Stopped>(())
        });
        (answer.expect("a verdict"), out)
    }

    #[test]
    fn clauses_that_contradict_themselves_end_in_the_empty_clause_too() {
        for (clauses, lrat) in [
            (&[&[1, 2][..], &[][..]][..], "3 0 2 0\n"),
            (&[&[2], &[1, 2], &[-2]], "4 0 1 3 0\n"),
        ] {
            for (format, text) in [
                (Format::Drat, "0\n"),
                (Format::BinaryDrat, "a\0"),
                (Format::Lrat, lrat),
            ] {
                let (answer, out) = proof(format, clauses);
                assert_eq!(answer.model, None);
                // A clause that the units satisfy is deleted first.
                assert!(out.ends_with(text.as_bytes()), "{out:?}");
            }
        }
    }

    #[test]
    fn learned_clauses_count_alike_in_all_formats() {
        let clauses: &[&[i32]] = &[&[1, 2], &[1, -2], &[-1, 3], &[-1, -3]];
        let counts: Vec<u64> = [Format::Drat, Format::BinaryDrat, Format::Lrat]
            .map(|format| proof(format, clauses).0.learned)
            .to_vec();
        assert!(counts[0] > 0);
        assert_eq!(counts, [counts[0]; 3]);
        let (answer, _) = proof(Format::Drat, &[&[1, 2], &[-1]]);
        assert!(
            answer
                .model
                .is_some_and(|model| model.satisfies(Lit::from_dimacs(2).expect("2")))
        );
    }

    #[test]
    fn a_full_disk_and_a_deadline_are_errors() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        for format in [Format::Drat, Format::Lrat] {
            let send = |sink: &mut dyn ClauseSink| {
                let x = sink.new_var();
                let y = sink.new_var();
                for clause in [[x, y], [x, !y], [!x, y], [!x, !y]] {
                    sink.add_clause(&clause);
                }
                Ok::<(), Stopped>(())
            };
            let full = prove((format, false), Full, &Control::unlimited(), send);
            assert!(
                matches!(full, Err(ProveError::Solve(SolveError::Proof(_)))),
                "{full:?}"
            );
            let late = Control::with_timeout(std::time::Duration::ZERO);
            let late = prove((format, false), io::sink(), &late, send);
            assert!(
                matches!(late, Err(ProveError::Solve(SolveError::Stopped(_)))),
                "{late:?}"
            );
        }
    }
}
