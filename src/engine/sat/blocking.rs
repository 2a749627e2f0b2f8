//! The textbook loop: solve, note the solution, add a clause that blocks it, solve again.
//!
//! A blocking clause holds the negated queens that the solver placed and nothing else: a full board of
//! queens is determined by them, so neither empty squares nor auxiliary variables need to be named.
//! Past some thousand solutions the loop is slow by nature, since every solution adds a clause.

use crate::cnf::{ClauseSink, Lit};
use crate::control::{Control, Stopped};
use crate::encode::{EncodeError, Encoding, Numbering, encode};
use crate::engine::{Effort, Engine, EngineError, Outcome, Visitor};
use crate::problem::Problem;
use crate::problem::reduce::Residual;
use crate::sat::varisat::{Mode, Varisat};
use crate::sat::{SolveError, Solver};
use crate::solution::Placement;

/// varisat with blocking clauses. Solutions come in the order in which the solver finds them.
pub struct Blocking {
    encoding: Encoding,
}

impl Blocking {
    /// The name without encoding.
    pub const NAME: &'static str = "sat-blocking";

    /// The loop over formulas in this encoding.
    pub fn new(encoding: Encoding) -> Self {
        Self { encoding }
    }

    /// A solver loaded with the problem, or why the control stopped the loading.
    fn load(
        &self,
        residual: &Residual,
        mode: Mode,
        control: &Control,
    ) -> Result<Result<Varisat, Stopped>, EngineError> {
        let mut solver = Varisat::new(mode);
        match encode(residual, &self.encoding, &mut solver, control) {
            Ok(()) => Ok(Ok(solver)),
            Err(EncodeError::Stopped(stopped)) => Ok(Err(stopped)),
            Err(error) => Err(EngineError::Encode(error)),
        }
    }
}

fn outcome(models: u64, stopped: Option<Stopped>, learned: u64) -> Outcome {
    let effort = Effort {
        learned: Some(learned),
        models: Some(models),
        ..Effort::default()
    };
    Outcome {
        solutions: models.into(),
        stopped,
        effort,
    }
}

impl Engine for Blocking {
    fn name(&self) -> String {
        format!("{}+{}", Self::NAME, self.encoding.name())
    }

    fn encoding(&self) -> Option<&Encoding> {
        Some(&self.encoding)
    }

    fn prepare(&self, problem: &Problem, control: &Control) -> Result<bool, EngineError> {
        let residual = Residual::new(problem)?;
        self.load(&residual, Mode::Incremental, control)?.ok();
        Ok(true)
    }

    fn enumerate(
        &self,
        problem: &Problem,
        control: &Control,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome, EngineError> {
        let residual = Residual::new(problem)?;
        let numbering = Numbering::new(&residual);
        let mut solver = match self.load(&residual, Mode::Incremental, control)? {
            Ok(solver) => solver,
            Err(stopped) => return Ok(outcome(0, Some(stopped), 0)),
        };
        let mut models = 0;
        loop {
            let model = match solver.solve(&[], control) {
                Ok(Some(model)) => model,
                Ok(None) => return Ok(outcome(models, None, solver.learned())),
                Err(SolveError::Stopped(stopped)) => {
                    return Ok(outcome(models, Some(stopped), solver.learned()));
                }
                Err(error) => return Err(EngineError::Solve(error)),
            };
            models += 1;
            control.report_solutions(models);
            if visit(&numbering.decode(&model)).is_break() {
                return Ok(outcome(models, Some(Stopped::Limit), solver.learned()));
            }
            let blocked: Vec<Lit> = numbering
                .queens(&model)
                .into_iter()
                .map(|queen| !queen)
                .collect();
            solver.add_clause(&blocked);
        }
    }

    fn find(
        &self,
        problem: &Problem,
        control: &Control,
    ) -> Result<(Option<Placement>, Outcome), EngineError> {
        let residual = Residual::new(problem)?;
        let mut solver = match self.load(&residual, Mode::OneShot, control)? {
            Ok(solver) => solver,
            Err(stopped) => return Ok((None, outcome(0, Some(stopped), 0))),
        };
        match solver.solve(&[], control) {
            Ok(Some(model)) => {
                let placement = Numbering::new(&residual).decode(&model);
                Ok((Some(placement), outcome(1, None, solver.learned())))
            }
            Ok(None) => Ok((None, outcome(0, None, solver.learned()))),
            Err(SolveError::Stopped(stopped)) => {
                Ok((None, outcome(0, Some(stopped), solver.learned())))
            }
            Err(error) => Err(EngineError::Solve(error)),
        }
    }
}
