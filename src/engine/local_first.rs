//! Queen search for a while, then a complete engine: for boards beyond the masks of native search.
//!
//! On large boards local search places the queens in a moment where there are few givens, while a formula of
//! them takes seconds to write and minutes to solve. It never knows that there is no solution, so its effort is bounded,
//! and the complete engine has the last word.

use std::sync::Arc;

use super::native::{QueenSearch, Restarted};
use super::{Effort, Engine, EngineError, Outcome, Visitor};
use crate::control::{Control, Stopped};
use crate::problem::Problem;
use crate::solution::Placement;

/// Local search, then another engine.
pub(super) struct LocalFirst {
    local: Restarted<QueenSearch>,
    complete: Arc<dyn Engine>,
}

impl LocalFirst {
    pub(super) fn new(complete: Arc<dyn Engine>) -> Self {
        Self {
            local: QueenSearch::new(0),
            complete,
        }
    }
}

impl Engine for LocalFirst {
    fn name(&self) -> String {
        format!("{}, then {}", self.local.name(), self.complete.name())
    }

    fn enumerate(
        &self,
        problem: &Problem,
        control: &Control,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome, EngineError> {
        self.complete.enumerate(problem, control, visit)
    }

    fn count(&self, problem: &Problem, control: &Control) -> Result<Outcome, EngineError> {
        self.complete.count(problem, control)
    }

    fn find(
        &self,
        problem: &Problem,
        control: &Control,
    ) -> Result<(Option<Placement>, Outcome), EngineError> {
        let (found, local) = self.local.find_briefly(problem, control);
        if local.stopped != Some(Stopped::Limit) {
            return Ok((found, local));
        }
        let (found, complete) = self.complete.find(problem, control)?;
        let Effort {
            tried,
            moves,
            restarts,
            ..
        } = local.effort;
        let effort = Effort {
            tried,
            moves,
            restarts,
            ..complete.effort
        };
        Ok((found, Outcome { effort, ..complete }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Square};
    use crate::engine::parse;
    use crate::solution::verify;

    fn find(problem: &Problem) -> (Option<Placement>, Outcome) {
        let engine = LocalFirst::new(parse("sat").expect("an engine"));
        let control = Control::unlimited();
        engine.find(problem, &control).expect("within the limits")
    }

    #[test]
    fn local_search_finds_and_the_other_engine_refutes() {
        let mut problem = Problem::empty(Board::new(150, 150).expect("small"));
        problem.place(Square::new(0, 3)).expect("inside");
        let (found, outcome) = find(&problem);
        assert!(verify(&problem, &found.expect("easy")).is_ok());
        assert_eq!((outcome.stopped, outcome.effort.learned), (None, None));
        // The first two rows keep one square each, in one column.
        for square in (0..300).map(|at| Square::new(1 + at / 150, at % 150)) {
            if square.column != 70 {
                problem.block(square).expect("inside");
            }
        }
        let (found, outcome) = find(&problem);
        assert_eq!((found, outcome.stopped), (None, None));
        assert!(outcome.effort.tried > Some(100_000) && outcome.effort.restarts > Some(0));
    }

    #[test]
    fn givens_that_contradict_themselves_need_no_search() {
        let mut problem = Problem::empty(Board::new(150, 200).expect("small"));
        problem.place(Square::new(0, 0)).expect("inside");
        problem.place(Square::new(9, 9)).expect("inside");
        let (found, outcome) = find(&problem);
        assert_eq!((found, outcome.stopped), (None, None));
        assert_eq!(outcome.effort.tried, Some(0));
    }
}
