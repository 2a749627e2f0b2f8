//! Depth-first search over the ranks with three hash sets: the taken columns, r + c and r - c.
//!
//! The textbook form where arrays would need their sizes up front: squares on one diagonal share
//! r + c or r - c, and a set holds those of the queens so far. Solutions come in lexicographic
//! order. Source: folklore of the interpreted languages; the sums and differences are those of Wirth,
//! "Algorithms + Data Structures = Programs" (1976), 3.5. Cost: the tree of `arrays`, square for
//! square, but up to three hashes for each square tried.

use std::collections::HashSet;

use super::ranks::Ranks;
use super::search::{Halt, Search, Tally};
use crate::control::Stopped;
use crate::problem::Problem;

/// The search.
pub struct Sets;

impl Sets {
    /// Its name.
    pub const NAME: &'static str = "sets";
}

impl Search for Sets {
    fn name(&self) -> String {
        Self::NAME.to_owned()
    }

    fn search(&self, problem: &Problem, tally: &mut Tally<'_>) -> Result<(), Halt> {
        let ranks = Ranks::for_recursion(problem, Self::NAME)?;
        Ok(Taken::default().descend(&ranks, tally)?)
    }
}

/// What the queens so far attack.
#[derive(Default)]
struct Taken {
    columns: HashSet<u32>,
    sums: HashSet<u32>,
    differences: HashSet<i64>,
    queens: Vec<u32>,
}

impl Taken {
    fn descend(&mut self, ranks: &Ranks, tally: &mut Tally<'_>) -> Result<(), Stopped> {
        tally.node()?;
        let rank = self.queens.len();
        let Some(&r) = ranks.indices().get(rank) else {
            return tally.solution(|| ranks.placement(&self.queens));
        };
        for c in ranks.open(rank) {
            tally.tried()?;
            let (sum, difference) = (r + c, i64::from(r) - i64::from(c));
            if self.columns.contains(&c)
                || self.sums.contains(&sum)
                || self.differences.contains(&difference)
            {
                continue;
            }
            self.columns.insert(c);
            self.sums.insert(sum);
            self.differences.insert(difference);
            self.queens.push(c);
            self.descend(ranks, tally)?;
            self.queens.pop();
            self.columns.remove(&c);
            self.sums.remove(&sum);
            self.differences.remove(&difference);
        }
        Ok(())
    }
}
