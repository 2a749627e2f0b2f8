//! The textbook loop: solve, note the solution, add a clause that blocks it, solve again.
//!
//! A blocking clause holds the negated queens that the solver placed and nothing else: a full board of
//! queens is determined by them, so neither empty squares nor auxiliary variables need to be named.
//! Past some thousand solutions the loop is slow by nature, since every solution adds a clause.

use crate::cnf::Lit;
use crate::control::{Control, Stopped};
use crate::encode::{EncodeError, Encoding, Numbering, encode};
use crate::engine::{Effort, Engine, EngineError, Outcome, Visitor};
use crate::problem::Problem;
use crate::problem::reduce::Residual;
use crate::sat::{Embedded, Mode, SolveError, Solver};
use crate::solution::Placement;

/// A solver with blocking clauses. Solutions come in the order in which the solver finds them.
pub struct Blocking {
    solver: Embedded,
    encoding: Encoding,
}

impl Blocking {
    /// The name without encoding.
    pub const NAME: &'static str = "sat-blocking";

    /// The loop over formulas in this encoding.
    pub fn new(solver: Embedded, encoding: Encoding) -> Self {
        Self { solver, encoding }
    }
}

/// A solver loaded with the problem, or why the control stopped the loading.
pub(super) fn load(
    residual: &Residual,
    (solver, mode): (Embedded, Mode),
    encoding: &Encoding,
    control: &Control,
) -> Result<Result<Box<dyn Solver>, Stopped>, EngineError> {
    let mut solver = solver.solver(mode);
    match encode(residual, encoding, &mut *solver, control) {
        Ok(()) => Ok(Ok(solver)),
        Err(EncodeError::Stopped(stopped)) => Ok(Err(stopped)),
        Err(error) => Err(EngineError::Encode(error)),
    }
}

/// One solution, by one call of the solver.
pub(super) fn find_one(
    problem: &Problem,
    solver: Embedded,
    encoding: &Encoding,
    control: &Control,
) -> Result<(Option<Placement>, Outcome), EngineError> {
    let residual = Residual::new(problem)?;
    let mut solver = match load(&residual, (solver, Mode::OneShot), encoding, control)? {
        Ok(solver) => solver,
        Err(stopped) => return Ok((None, outcome([0; 2], Some(stopped), 0))),
    };
    let (placement, stopped) = match solver.solve(&[], control) {
        Ok(model) => (
            model.map(|model| Numbering::new(&residual).decode(&model)),
            None,
        ),
        Err(SolveError::Stopped(stopped)) => (None, Some(stopped)),
        Err(error) => return Err(EngineError::Solve(error)),
    };
    let models = u64::from(placement.is_some());
    Ok((placement, outcome([models, 0], stopped, solver.learned())))
}

fn outcome([models, blocked]: [u64; 2], stopped: Option<Stopped>, learned: u64) -> Outcome {
    let effort = Effort {
        learned: Some(learned),
        models: Some(models),
        blocking_clauses: Some(blocked),
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
        let solver = match self.solver {
            varisat if varisat == Embedded::default() => String::new(),
            other => format!(":{other}"),
        };
        format!("{}{solver}+{}", Self::NAME, self.encoding.name())
    }

    fn encoding(&self) -> Option<&Encoding> {
        Some(&self.encoding)
    }

    fn prepare(&self, problem: &Problem, control: &Control) -> Result<bool, EngineError> {
        let residual = Residual::new(problem)?;
        let mode = (self.solver, Mode::Incremental);
        load(&residual, mode, &self.encoding, control)?.ok();
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
        let mut solver = match load(
            &residual,
            (self.solver, Mode::Incremental),
            &self.encoding,
            control,
        )? {
            Ok(solver) => solver,
            Err(stopped) => return Ok(outcome([0; 2], Some(stopped), 0)),
        };
        let mut models = 0;
        loop {
            let model = match solver.solve(&[], control) {
                Ok(Some(model)) => model,
                Ok(None) => return Ok(outcome([models; 2], None, solver.learned())),
                Err(SolveError::Stopped(stopped)) => {
                    return Ok(outcome([models; 2], Some(stopped), solver.learned()));
                }
                Err(error) => return Err(EngineError::Solve(error)),
            };
            models += 1;
            control.report_solutions(models);
            if visit(&numbering.decode(&model)).is_break() {
                let numbers = [models, models - 1];
                return Ok(outcome(numbers, Some(Stopped::Limit), solver.learned()));
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
        find_one(problem, self.solver, &self.encoding, control)
    }
}
