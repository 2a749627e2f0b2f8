//! The best native search for each problem, and the rule that picks it.

use super::edges::{self, Group};
use super::lanes::Instructions;
use super::lines::Lines;
use super::{plain, share};
use crate::control::Control;
use crate::engine::{Engine, EngineError, Outcome, Visitor};
use crate::problem::Problem;

/// The engine that picks; boards of at most 128 rows and columns.
pub struct Bitmask {
    /// Those asked for by name; otherwise the best here.
    chosen: Option<Instructions>,
}

impl Default for Bitmask {
    fn default() -> Self {
        Self::new()
    }
}

impl Bitmask {
    /// Its name.
    pub const NAME: &'static str = "bitmask";

    /// With the best instructions that this processor has.
    pub fn new() -> Self {
        Self { chosen: None }
    }

    /// With the instructions named `scalar`, `avx2` or `avx512`; none if there is no such name.
    pub fn with_instructions(name: &str) -> Option<Self> {
        let all = Instructions::ALL.into_iter();
        let chosen = all.rev().find(|choice| choice.name() == name)?;
        Some(Self {
            chosen: Some(chosen),
        })
    }

    /// Whether this processor has the instructions asked for.
    pub fn is_here(&self) -> bool {
        self.chosen.is_none_or(Instructions::are_here)
    }

    fn instructions(&self) -> Instructions {
        self.chosen.unwrap_or_else(Instructions::best)
    }
}

impl Engine for Bitmask {
    fn name(&self) -> String {
        match self.chosen {
            None => Self::NAME.to_owned(),
            Some(chosen) => format!("{}:{}", Self::NAME, chosen.name()),
        }
    }

    fn enumerate(
        &self,
        problem: &Problem,
        control: &Control,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome, EngineError> {
        let lines = Lines::new(problem, Self::NAME)?;
        Ok(plain::enumerate(&lines, control, visit))
    }

    fn count(&self, problem: &Problem, control: &Control) -> Result<Outcome, EngineError> {
        let lines = Lines::new(problem, Self::NAME)?;
        if lines.conflict || lines.width > u32::BITS + 2 {
            return Ok(plain::count(&lines, &lines.lines, control));
        }
        let n = problem.board().rows();
        let (groups, width, weigh): (_, _, share::Weigh) =
            if problem.is_plain() && lines.square && n >= edges::SMALLEST {
                (edges::groups(n), n - 2, edges::weigh)
            } else if lines.width <= u32::BITS {
                let whole = Group {
                    ties: 0,
                    lines: lines.lines.clone(),
                };
                (vec![whole], lines.width, |[all, ..]| all.into())
            } else {
                return Ok(plain::count(&lines, &lines.lines, control));
            };
        let groups = share::split(groups, control.threads());
        Ok(share::count(
            &groups,
            width,
            weigh,
            self.instructions(),
            control,
        ))
    }
}
