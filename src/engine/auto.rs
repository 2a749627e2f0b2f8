//! The engine that picks another for each problem and question.
//!
//! | problem | one solution | counts and lists |
//! |---|---|---|
//! | the empty square board | `construction` | `bitmask` to 128 rows and columns, then `sat` |
//! | at most 16 lines lack a queen, or at most 60 with at most 12 open squares each; to 128 | `bitmask` | `bitmask` |
//! | any other, to 128 | `sat` | `bitmask` |
//! | larger | `queen-search` for a while, then `sat` | `sat` |

use super::choice::{best_to_count, best_to_find};
use super::{Engine, EngineError, Outcome, Visitor};
use crate::control::Control;
use crate::problem::Problem;
use crate::solution::Placement;

/// The engine that picks.
pub struct Auto;

impl Auto {
    /// Its name.
    pub const NAME: &'static str = "auto";
}

impl Engine for Auto {
    fn name(&self) -> String {
        Self::NAME.to_owned()
    }

    fn prepare(&self, problem: &Problem, control: &Control) -> Result<bool, EngineError> {
        best_to_find(problem).prepare(problem, control)
    }

    fn enumerate(
        &self,
        problem: &Problem,
        control: &Control,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome, EngineError> {
        best_to_count(problem).enumerate(problem, control, visit)
    }

    fn count(&self, problem: &Problem, control: &Control) -> Result<Outcome, EngineError> {
        best_to_count(problem).count(problem, control)
    }

    fn find(
        &self,
        problem: &Problem,
        control: &Control,
    ) -> Result<(Option<Placement>, Outcome), EngineError> {
        best_to_find(problem).find(problem, control)
    }
}
