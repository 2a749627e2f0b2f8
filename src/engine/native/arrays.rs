//! Depth-first search over the ranks with boolean arrays: one flag a column, a falling and a rising diagonal.
//!
//! A queen attacks one line of each kind, so three flags decide whether a square is free, whatever
//! stands on the board. Solutions come in lexicographic order. Sources: Wirth, "Program development
//! by stepwise refinement", CACM 14 (1971); Dijkstra, "Structured programming" (1972). Cost: three
//! reads a square tried; nodes on the empty board are OEIS A319283.

use super::ranks::Ranks;
use super::search::{Halt, Search, Tally};
use crate::control::Stopped;
use crate::problem::Problem;

/// The search.
pub struct Arrays;

impl Arrays {
    /// Its name.
    pub const NAME: &'static str = "arrays";
}

impl Search for Arrays {
    fn name(&self) -> String {
        Self::NAME.to_owned()
    }

    fn search(&self, problem: &Problem, tally: &mut Tally<'_>) -> Result<(), Halt> {
        let ranks = Ranks::for_recursion(problem, Self::NAME)?;
        let mut attacked = Attacked {
            columns: vec![false; ranks.width()],
            falling: vec![false; ranks.diagonals()],
            rising: vec![false; ranks.diagonals()],
            queens: Vec::new(),
        };
        Ok(attacked.descend(&ranks, tally)?)
    }
}

/// The lines that the queens so far attack.
struct Attacked {
    columns: Vec<bool>,
    falling: Vec<bool>,
    rising: Vec<bool>,
    queens: Vec<u32>,
}

impl Attacked {
    fn descend(&mut self, ranks: &Ranks, tally: &mut Tally<'_>) -> Result<(), Stopped> {
        tally.node()?;
        let rank = self.queens.len();
        if rank == ranks.len() {
            return tally.solution(|| ranks.placement(&self.queens));
        }
        for column in ranks.open(rank) {
            tally.tried()?;
            let (falling, rising) = (ranks.falling(rank, column), ranks.rising(rank, column));
            if self.columns[column as usize] || self.falling[falling] || self.rising[rising] {
                continue;
            }
            self.queens.push(column);
            self.set(column, falling, rising, true);
            self.descend(ranks, tally)?;
            self.set(column, falling, rising, false);
            self.queens.pop();
        }
        Ok(())
    }

    fn set(&mut self, column: u32, falling: usize, rising: usize, attacked: bool) {
        self.columns[column as usize] = attacked;
        self.falling[falling] = attacked;
        self.rising[rising] = attacked;
    }
}
