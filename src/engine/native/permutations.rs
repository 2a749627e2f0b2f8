//! Every permutation of the columns, tested once it is whole.
//!
//! One queen a row and one a column leave only the diagonals to test, so n! boards remain of the
//! C(n², n) of `brute-force`; a search that tests each queen as it is placed sees far fewer still. On a
//! rectangular board the permutations are those of as many columns as there are rows. They come in
//! lexicographic order. Source: the first refinement in Wirth, "Program development by stepwise
//! refinement", CACM 14 (1971). Cost: n! boards of n queens; `tried` counts the boards.

use super::ranks::Ranks;
use super::search::{Halt, Search, Tally};
use crate::control::Stopped;
use crate::problem::Problem;

/// The search.
pub struct Permutations;

impl Permutations {
    /// Its name.
    pub const NAME: &'static str = "permutations";
}

impl Search for Permutations {
    fn name(&self) -> String {
        Self::NAME.to_owned()
    }

    fn search(&self, problem: &Problem, tally: &mut Tally<'_>) -> Result<(), Halt> {
        let ranks = Ranks::for_recursion(problem, Self::NAME)?;
        let mut permutation = Permutation {
            used: vec![false; ranks.across().len()],
            columns: Vec::new(),
            falling: vec![false; ranks.diagonals()],
            rising: vec![false; ranks.diagonals()],
        };
        Ok(permutation.extend(&ranks, tally)?)
    }
}

struct Permutation {
    used: Vec<bool>,
    columns: Vec<u32>,
    /// Scratch of the test; all false between tests.
    falling: Vec<bool>,
    rising: Vec<bool>,
}

impl Permutation {
    fn extend(&mut self, ranks: &Ranks, tally: &mut Tally<'_>) -> Result<(), Stopped> {
        tally.node()?;
        if self.columns.len() == ranks.len() {
            tally.tried()?;
            return if self.is_solution(ranks) {
                tally.solution(|| ranks.placement(&self.columns))
            } else {
                Ok(())
            };
        }
        for (index, &column) in ranks.across().iter().enumerate() {
            if !self.used[index] {
                self.used[index] = true;
                self.columns.push(column);
                self.extend(ranks, tally)?;
                self.columns.pop();
                self.used[index] = false;
            }
        }
        Ok(())
    }

    /// Whether all squares are open and no diagonal is used twice.
    fn is_solution(&mut self, ranks: &Ranks) -> bool {
        let queens = self.columns.iter().enumerate();
        let free = queens.clone().all(|(rank, &column)| {
            let (falling, rising) = (ranks.falling(rank, column), ranks.rising(rank, column));
            ranks.is_open(rank, column)
                && !std::mem::replace(&mut self.falling[falling], true)
                && !std::mem::replace(&mut self.rising[rising], true)
        });
        for (rank, &column) in queens {
            self.falling[ranks.falling(rank, column)] = false;
            self.rising[ranks.rising(rank, column)] = false;
        }
        free
    }
}
