//! Brute force: every choice of n of the open squares, tested once it is whole.
//!
//! The definition and nothing else, for small boards and for trust in the others. Choices come in
//! row-major order, so the solutions do too. Source: none needed; the number of choices, C(64, 8) =
//! 4,426,165,368 on the chess board, opens most texts on the problem. Cost: C(n², n) boards, n²/2
//! pairs each at most; `tried` counts the boards.

use super::ranks::Ranks;
use super::search::{Halt, Search, Tally};
use crate::board::Square;
use crate::control::Stopped;
use crate::problem::Problem;
use crate::solution::Placement;

/// The search.
pub struct BruteForce;

impl BruteForce {
    /// Its name.
    pub const NAME: &'static str = "brute-force";
}

impl Search for BruteForce {
    fn name(&self) -> String {
        Self::NAME.to_owned()
    }

    fn search(&self, problem: &Problem, tally: &mut Tally<'_>) -> Result<(), Halt> {
        let ranks = Ranks::for_recursion(problem, Self::NAME)?;
        let open = |rank| ranks.open(rank).map(move |across| (rank, across));
        let mut squares: Vec<Square> = (0..ranks.len())
            .flat_map(open)
            .map(|(rank, across)| ranks.square(rank, across))
            .collect();
        squares.sort_unstable();
        let mut choice = Choice {
            placed: problem.queens().collect(),
            wanted: ranks.len(),
            chosen: Vec::new(),
        };
        Ok(choice.extend(&squares, tally)?)
    }
}

struct Choice {
    placed: Vec<Square>,
    wanted: usize,
    chosen: Vec<Square>,
}

impl Choice {
    /// Completes the choice from `squares`, the ones behind the last chosen.
    fn extend(&mut self, squares: &[Square], tally: &mut Tally<'_>) -> Result<(), Stopped> {
        tally.node()?;
        let missing = self.wanted - self.chosen.len();
        if missing == 0 {
            tally.tried()?;
            return if self.is_solution() {
                let queens = self.placed.iter().chain(&self.chosen);
                tally.solution(|| Placement::new(queens.copied()))
            } else {
                Ok(())
            };
        }
        // A choice that begins too late can no longer be completed.
        for first in 0..(squares.len() + 1).saturating_sub(missing) {
            self.chosen.push(squares[first]);
            self.extend(&squares[first + 1..], tally)?;
            self.chosen.pop();
        }
        Ok(())
    }

    fn is_solution(&self) -> bool {
        let mut rest = self.chosen.as_slice();
        while let Some((&queen, others)) = rest.split_first() {
            if others.iter().any(|&other| queen.attack(other).is_some()) {
                return false;
            }
            rest = others;
        }
        true
    }
}
