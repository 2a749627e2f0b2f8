//! batsat, the second embedded solver (S. Cruanes and M. Haraguchi, version 0.6): `MiniSat` in Rust.
//!
//! Unlike varisat it asks whether to stop and counts its conflicts, so nothing of it passes through a
//! proof; nor can it write one.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};

use super::{SolveError, Solver};
use crate::cnf::{ClauseSink, Lit, Model};
use crate::control::{Control, Stopped};

/// A batsat solver.
pub struct Batsat {
    solver: batsat::Solver<Watch>,
    clause: Vec<batsat::Lit>,
    core: Vec<Lit>,
}

impl Batsat {
    /// A solver without clauses.
    pub fn new() -> Self {
        Self {
            solver: batsat::Solver::new(SolverOpts::default(), Watch::default()),
            clause: Vec::new(),
            core: Vec::new(),
        }
    }
}

impl Default for Batsat {
    fn default() -> Self {
        Self::new()
    }
}

impl ClauseSink for Batsat {
    fn new_var(&mut self) -> Lit {
        let index = self.solver.new_var_default().idx();
        Lit::positive(index + 1).expect("no more variables than max_variables")
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().copied().map(to_batsat));
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn max_variables(&self) -> u32 {
        (1 << 30) - 1 // a literal is twice its variable in an i32
    }
}

impl Solver for Batsat {
    fn solve(
        &mut self,
        assumptions: &[Lit],
        control: &Control,
    ) -> Result<Option<Model>, SolveError> {
        control.check()?;
        self.solver.cb_mut().begin(control);
        let literals: Vec<batsat::Lit> = assumptions.iter().copied().map(to_batsat).collect();
        let verdict = self.solver.solve_limited(&literals);
        if verdict == lbool::TRUE {
            let values = (1_u32..).zip(self.solver.get_model());
            let literal = |variable| Lit::positive(variable).expect("batsat got it from here");
            return Ok(Some(Model::new(values.map(|(variable, &value)| {
                let literal = literal(variable);
                if value == lbool::TRUE {
                    literal
                } else {
                    !literal
                }
            }))));
        }
        if verdict == lbool::FALSE {
            let solver = &self.solver;
            let failed = |literal: &Lit| solver.unsat_core_contains_var(to_batsat(*literal).var());
            self.core = assumptions.iter().copied().filter(failed).collect();
            return Ok(None);
        }
        let stopped = control.check().err();
        Err(stopped.unwrap_or(Stopped::Cancelled).into())
    }

    fn learned(&self) -> u64 {
        self.solver.cb().learned
    }

    fn propagations(&self) -> Option<u64> {
        Some(self.solver.num_propagations())
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }
}

fn to_batsat(literal: Lit) -> batsat::Lit {
    let variable = batsat::Var::unsafe_from_idx(literal.variable() - 1);
    batsat::Lit::new(variable, literal.is_positive())
}

/// Counts learned clauses and says when to stop.
#[derive(Default)]
struct Watch {
    control: Control,
    learned: u64,
    asked: Cell<u32>,
    /// Said once, said for good: batsat asks a second time, and goes on if it hears another answer.
    stopped: Cell<bool>,
}

impl Watch {
    /// batsat asks at every decision: a clock reading is too dear for each.
    const PATIENCE: u32 = 256;

    fn begin(&mut self, control: &Control) {
        self.control = control.clone();
        self.stopped.set(false);
    }
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: ClauseKind) {
        self.learned += u64::from(kind == ClauseKind::Learnt);
    }

    fn stop(&self) -> bool {
        let asked = self.asked.get().wrapping_add(1);
        self.asked.set(asked);
        if asked.is_multiple_of(Self::PATIENCE) && !self.stopped.get() {
            self.control.report_steps(self.learned);
            self.stopped.set(self.control.check().is_err());
        }
        self.stopped.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_solves_under_assumptions_and_names_those_that_fail() {
        let mut solver = Batsat::new();
        let [x, y, z] = [0; 3].map(|_| solver.new_var());
        solver.add_clause(&[x, y]);
        let control = Control::unlimited();
        let model = solver.solve(&[!x, z], &control).expect("a verdict");
        assert!(model.is_some_and(|model| model.satisfies(y) && model.satisfies(!x)));
        assert_eq!(
            solver.solve(&[z, !x, !y], &control).expect("a verdict"),
            None
        );
        let core = solver.core();
        assert!(core.contains(&!x) && core.contains(&!y) && !core.contains(&z));
        assert!(solver.solve(&[], &control).expect("a verdict").is_some());
        solver.add_clause(&[]);
        assert_eq!(solver.solve(&[x], &control).expect("a verdict"), None);
        assert!(solver.core().is_empty());
    }
}
