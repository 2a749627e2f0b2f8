//! varisat, the embedded solver (J. Harder, version 0.2.2).
//!
//! varisat has no interrupt, but its proof writer is one: `solve` ends with `ProofIoError` as soon as
//! the proof sink's `write` fails, within one 8 KiB buffer of proof. So every solver here writes its proof to a
//! `Watch`, which looks at the [`Control`] and counts learned clauses as they pass. One-shot solving
//! takes text DRAT; clauses added after a solve make DRAT panic, so incremental solving takes the
//! native format.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use varisat::{ExtendFormula, ProofFormat};

use super::proof::Tally;
use super::{SolveError, Solver};
use crate::cnf::{ClauseSink, Lit, Model};
use crate::control::{Control, Stopped};

/// How the solver will be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One call of `solve`.
    OneShot,
    /// Assumptions, and clauses between calls.
    Incremental,
}

/// A varisat solver. It cannot be sent between threads: build it in the one that uses it.
pub struct Varisat {
    solver: varisat::Solver<'static>,
    mode: Mode,
    watch: Rc<RefCell<Watch>>,
    clause: Vec<varisat::Lit>,
    spent: bool,
}

impl Varisat {
    /// A solver without clauses.
    pub fn new(mode: Mode) -> Self {
        let (format, tally) = match mode {
            Mode::OneShot => (ProofFormat::Drat, Tally::drat()),
            Mode::Incremental => (ProofFormat::Varisat, Tally::native()),
        };
        let watch = Watch {
            control: Control::unlimited(),
            tally,
            stopped: None,
        };
        let watch = Rc::new(RefCell::new(watch));
        let mut solver = varisat::Solver::new();
        // Before the first clause: varisat refuses a proof afterwards.
        solver.write_proof(SharedWatch(watch.clone()), format);
        Self {
            solver,
            mode,
            watch,
            clause: Vec::new(),
            spent: false,
        }
    }
}

impl ClauseSink for Varisat {
    fn new_var(&mut self) -> Lit {
        from_varisat(self.solver.new_var().positive())
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().copied().map(to_varisat));
        self.solver.add_clause(&self.clause);
    }

    fn max_variables(&self) -> u32 {
        1 << 28
    }
}

impl Solver for Varisat {
    fn solve(
        &mut self,
        assumptions: &[Lit],
        control: &Control,
    ) -> Result<Option<Model>, SolveError> {
        if self.spent {
            // The call before may have ended with a model although the control had said stop.
            return Err(self
                .watch
                .borrow()
                .stopped
                .map_or(SolveError::Spent, SolveError::Stopped));
        }
        control.check()?;
        self.watch.borrow_mut().control = control.clone();
        match self.mode {
            Mode::Incremental => {
                let assumptions: Vec<varisat::Lit> =
                    assumptions.iter().copied().map(to_varisat).collect();
                self.solver.assume(&assumptions);
            }
            // DRAT has no assumptions; for a single call, unit clauses are the same.
            Mode::OneShot => {
                for &assumption in assumptions {
                    self.add_clause(&[assumption]);
                }
            }
        }
        let verdict = self.solver.solve();
        self.spent = verdict.is_err() || self.mode == Mode::OneShot;
        // A solve whose last flush of the proof fails returns an error with the model present.
        if let Some(model) = self.solver.model() {
            return Ok(Some(Model::new(model.into_iter().map(from_varisat))));
        }
        match verdict {
            Ok(_) => Ok(None),
            Err(error) => Err(match self.watch.borrow().stopped {
                Some(stopped) => SolveError::Stopped(stopped),
                None => SolveError::Proof(io::Error::other(error.to_string())),
            }),
        }
    }

    fn learned(&self) -> u64 {
        self.watch.borrow().tally.clauses()
    }
}

fn to_varisat(literal: Lit) -> varisat::Lit {
    varisat::Lit::from_dimacs(literal.to_dimacs() as isize)
}

fn from_varisat(literal: varisat::Lit) -> Lit {
    let integer = i32::try_from(literal.to_dimacs()).expect("at most 2^28 variables");
    Lit::from_dimacs(integer).expect("no literal is zero")
}

/// The proof sink: keeps nothing, counts learned clauses and fails once the control says stop.
struct Watch {
    control: Control,
    tally: Tally,
    stopped: Option<Stopped>,
}

impl Write for Watch {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        self.tally.read(proof);
        self.control.report_steps(self.tally.clauses());
        match self.control.check() {
            Ok(()) => Ok(proof.len()),
            Err(stopped) => {
                self.stopped = Some(stopped);
                Err(io::Error::other(stopped))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The solver owns one handle of the watch, [`Varisat`] the other.
struct SharedWatch(Rc<RefCell<Watch>>);

impl Write for SharedWatch {
    fn write(&mut self, proof: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(proof)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// n + 1 pigeons into n holes: hard for resolution, so a real solver needs long.
    fn pigeons(holes: u32, mode: Mode) -> Varisat {
        let mut solver = Varisat::new(mode);
        let x: Vec<Vec<Lit>> = (0..=holes)
            .map(|_| (0..holes).map(|_| solver.new_var()).collect())
            .collect();
        for pigeon in &x {
            solver.add_clause(pigeon);
        }
        for hole in 0..holes as usize {
            for (index, first) in x.iter().enumerate() {
                x[..index]
                    .iter()
                    .for_each(|second| solver.add_clause(&[!first[hole], !second[hole]]));
            }
        }
        solver
    }

    #[test]
    fn verdicts_and_learned_clauses() {
        let mut solver = pigeons(5, Mode::OneShot);
        assert_eq!(
            solver.solve(&[], &Control::unlimited()).expect("a verdict"),
            None
        );
        let learned = solver.learned();
        assert!(learned > 5);
        assert!(matches!(
            solver.solve(&[], &Control::unlimited()),
            Err(SolveError::Spent)
        ));
    }

    #[test]
    fn a_deadline_and_a_cancellation_end_a_long_run() {
        for mode in [Mode::OneShot, Mode::Incremental] {
            let control = Control::with_timeout(std::time::Duration::from_millis(50));
            let stopped = pigeons(12, mode).solve(&[], &control);
            assert!(
                matches!(stopped, Err(SolveError::Stopped(Stopped::Deadline))),
                "{stopped:?}"
            );
        }
        let control = Control::unlimited();
        let remote = control.clone();
        let canceller = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(50));
            remote.cancel();
        });
        let stopped = pigeons(12, Mode::OneShot).solve(&[], &control);
        canceller.join().expect("only sleeps and cancels");
        assert!(
            matches!(stopped, Err(SolveError::Stopped(Stopped::Cancelled))),
            "{stopped:?}"
        );
    }

    #[test]
    fn incremental_solving_takes_clauses_and_assumptions() {
        let mut solver = Varisat::new(Mode::Incremental);
        let (x, y) = (solver.new_var(), solver.new_var());
        solver.add_clause(&[x, y]);
        let control = Control::unlimited();
        let model = solver
            .solve(&[!x], &control)
            .expect("a verdict")
            .expect("y is true");
        assert!(model.satisfies(y) && model.satisfies(!x));
        solver.add_clause(&[!y]);
        assert_eq!(solver.solve(&[!x], &control).expect("a verdict"), None);
        assert!(solver.solve(&[], &control).expect("a verdict").is_some());
    }
}
