//! A solution by formula, without search.
//!
//! Source: Pauls, "Das Maximalproblem der Damen auf dem Schachbrete", Deutsche Schachzeitung 29
//! (1874), who proved that every board of n >= 4 has one. Cost: one square a queen. The formulas are
//! for empty square boards; a solution through placed queens, past blocked squares or on a rectangle
//! cannot be read off them, so such problems are refused.

use crate::board::Square;
use crate::control::Control;
use crate::engine::{Effort, Engine, EngineError, Outcome, Visitor};
use crate::problem::Problem;
use crate::solution::Placement;

/// The closed form.
pub struct Construction;

impl Construction {
    /// Its name.
    pub const NAME: &'static str = "construction";
}

impl Engine for Construction {
    fn name(&self) -> String {
        Self::NAME.to_owned()
    }

    fn enumerate(
        &self,
        _: &Problem,
        _: &Control,
        _: &mut Visitor<'_>,
    ) -> Result<Outcome, EngineError> {
        Err(EngineError::OneSolution { engine: Self::NAME })
    }

    fn find(
        &self,
        problem: &Problem,
        control: &Control,
    ) -> Result<(Option<Placement>, Outcome), EngineError> {
        let board = problem.board();
        if !problem.is_plain() || board.rows() != board.columns() {
            return Err(EngineError::Unsuited {
                engine: Self::NAME,
                reason: "its formula is for empty square boards; choose another, as `--engine queen-search`",
            });
        }
        let stopped = control.check().err();
        let found = if stopped.is_none() {
            pauls(board.rows())
        } else {
            None
        };
        let outcome = Outcome {
            solutions: u128::from(found.is_some()),
            stopped,
            effort: Effort::default(),
        };
        Ok((found, outcome))
    }
}

/// The solution for `n` queens; none for 2 and 3, which have none.
fn pauls(n: u32) -> Option<Placement> {
    if n == 2 || n == 3 {
        return None;
    }
    // 1-based pairs of column and row, as the formulas are written.
    let half = n / 2;
    let squares: Vec<(u32, u32)> = match n % 6 {
        0 | 4 => {
            let lower = (1..=half).map(|i| (2 * i, i));
            lower
                .chain((1..=half).map(|i| (2 * i - 1, half + i)))
                .collect()
        }
        1 | 5 => {
            let lower = (1..=half).map(|i| (2 * i, i + 1));
            let upper = (1..=half).map(|i| (2 * i - 1, half + 1 + i));
            std::iter::once((n, 1)).chain(lower).chain(upper).collect()
        }
        2 => two_modulo_six(n),
        _ => {
            let mut squares = two_modulo_six(n - 1);
            squares.push((n, n));
            squares
        }
    };
    let queens = squares.into_iter();
    Some(Placement::new(
        queens.map(|(column, row)| Square::new(row - 1, column - 1)),
    ))
}

/// For n = 8, 14, 20, ..
fn two_modulo_six(n: u32) -> Vec<(u32, u32)> {
    let half = n / 2;
    let corners = [
        (4, 1),
        (n, half - 1),
        (2, half),
        (n - 1, half + 1),
        (1, half + 2),
        (n - 3, n),
    ];
    let lower = (1..=half - 3).map(|i| (n - 2 * i, i + 1));
    let upper = (1..=half - 3).map(|i| (n - 2 * i - 3, half + i + 2));
    corners.into_iter().chain(lower).chain(upper).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::verify;

    #[test]
    fn every_board_that_has_a_solution_gets_one() {
        for n in (0..=200).chain([1_000, 1_001, 1_002, 1_003, 1_004, 1_005, 10_000]) {
            let problem = Problem::queens_on(n).expect("within the limit");
            let (found, outcome) = Construction
                .find(&problem, &Control::unlimited())
                .expect("empty and square");
            match found {
                Some(placement) => assert!(verify(&problem, &placement).is_ok(), "n = {n}"),
                None => assert!(n == 2 || n == 3, "n = {n}"),
            }
            assert_eq!(outcome.stopped, None);
        }
    }

    #[test]
    fn what_the_formula_does_not_cover_is_refused_with_the_reason() {
        let mut problem = Problem::queens_on(8).expect("small");
        problem.block(Square::new(0, 0)).expect("inside");
        let refused = Construction.find(&problem, &Control::unlimited());
        assert_eq!(
            refused.expect_err("blocked").to_string(),
            "the engine `construction` cannot take this problem: its formula is for empty square \
             boards; choose another, as `--engine queen-search`"
        );
    }
}
