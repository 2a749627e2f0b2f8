//! Min-conflicts: take a queen under attack and move it to the square of its rank with the fewest attacks.
//!
//! Queens start one a rank on squares that the earlier ones attack least. Then a random attacked queen
//! moves, ties broken at random, until none is attacked, or until so many moves were made that a
//! new start is better. Source: Minton, Johnston, Philips and Laird, "Minimizing conflicts: a heuristic
//! repair method for constraint satisfaction and scheduling problems", Artificial Intelligence 58
//! (1992). Cost: the start reads all n² squares, a move one rank; the number of moves hardly depends on
//! n (some fifty). One solution only, and never the answer that there is none.

use super::collisions::Collisions;
use super::local::{LocalSearch, Restarted, Work};
use super::random::Random;
use crate::control::Stopped;

/// The search; a new start with random ties follows an attempt that got stuck.
pub struct MinConflicts;

impl MinConflicts {
    /// Its name without the seed.
    pub const NAME: &'static str = "min-conflicts";

    /// The search whose random choices follow from `seed`.
    pub fn new(seed: u64) -> Restarted<Self> {
        Restarted::new(Self, seed)
    }

    /// The search with the seed in `text`, 0 if there is none.
    pub fn parse(text: Option<&str>) -> Option<Restarted<Self>> {
        Restarted::parse(Self, text)
    }
}

/// Moves of an attempt, for each rank and beyond; a run that succeeds needs fewer as a rule.
const MOVES_A_RANK: usize = 4;
const MOVES: usize = 100;

impl LocalSearch for MinConflicts {
    const NAME: &'static str = MinConflicts::NAME;

    fn attempt(
        &self,
        collisions: &mut Collisions,
        random: &mut Random,
        work: &mut Work<'_>,
    ) -> Result<Option<Vec<u32>>, Stopped> {
        let mut queens = Queens {
            columns: vec![0; collisions.width()],
            across: Vec::with_capacity(collisions.ranks()),
            collisions,
        };
        for rank in 0..queens.collisions.ranks() {
            let across = queens.least_attacked(rank, random, work)?;
            queens.across.push(across);
            queens.add(rank);
        }
        for _ in 0..MOVES + MOVES_A_RANK * queens.across.len() {
            work.tried(queens.across.len())?;
            let attacked: Vec<usize> = (0..queens.across.len())
                .filter(|&rank| queens.is_attacked(rank))
                .collect();
            if attacked.is_empty() {
                return Ok(Some(queens.across));
            }
            let rank = attacked[random.below(attacked.len())];
            queens.remove(rank);
            queens.across[rank] = queens.least_attacked(rank, random, work)?;
            queens.add(rank);
            work.moved(1);
        }
        Ok(None)
    }
}

struct Queens<'a> {
    collisions: &'a mut Collisions,
    /// Queens in each column.
    columns: Vec<u32>,
    across: Vec<u32>,
}

impl Queens<'_> {
    fn add(&mut self, rank: usize) {
        self.columns[self.across[rank] as usize] += 1;
        self.collisions.add(rank, self.across[rank]);
    }

    fn remove(&mut self, rank: usize) {
        self.columns[self.across[rank] as usize] -= 1;
        self.collisions.remove(rank, self.across[rank]);
    }

    fn is_attacked(&self, rank: usize) -> bool {
        let across = self.across[rank];
        self.columns[across as usize] > 1 || self.collisions.of_counted(rank, across) > 0
    }

    /// A square of the rank, whose queen is not counted, with the fewest collisions, by lot.
    fn least_attacked(
        &self,
        rank: usize,
        random: &mut Random,
        work: &mut Work<'_>,
    ) -> Result<u32, Stopped> {
        work.tried(self.collisions.across().len())?;
        let (mut best, mut fewest, mut alike) = (0, u32::MAX, 0);
        for &across in self.collisions.across() {
            let found = self.columns[across as usize] + self.collisions.of_new(rank, across);
            if found < fewest {
                (best, fewest, alike) = (across, found, 1);
            } else if found == fewest {
                alike += 1;
                if random.below(alike) == 0 {
                    best = across;
                }
            }
        }
        Ok(best)
    }
}
