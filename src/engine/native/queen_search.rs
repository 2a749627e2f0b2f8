//! Queen search: a permutation of the columns, repaired by swaps.
//!
//! Queens are one a row and one a column throughout, so only diagonals collide. The start draws a
//! column for each row that collides with no earlier queen, as long as draws hold out; the few rows
//! left take what remains. Then each attacked queen swaps columns with random ones as long as the
//! collisions do not grow. On a rectangular board the columns in excess wait behind the permutation
//! and take part in swaps. Sources: Sosič and Gu, "A polynomial time algorithm for the n-queens
//! problem", SIGART Bulletin 1 (1990), and "Efficient local search with conflict minimization: a case
//! study of the n-queens problem", IEEE TKDE 6 (1994). Cost: linear in n on empty boards, a million
//! queens in a fraction of a second; swaps that leave the collisions equal are kept, which the papers
//! do not do and small or constrained boards need. One solution only, and never the answer that there is none.

use super::collisions::Collisions;
use super::local::{LocalSearch, Restarted, Work, brief, find_within};
use super::random::Random;
use crate::control::{Control, Stopped};
use crate::engine::Outcome;
use crate::problem::Problem;
use crate::solution::Placement;

/// The search; a new random start follows an attempt that got stuck.
pub struct QueenSearch;

impl QueenSearch {
    /// Its name without the seed.
    pub const NAME: &'static str = "queen-search";

    /// The search whose random choices follow from `seed`.
    pub fn new(seed: u64) -> Restarted<Self> {
        Restarted::new(Self, seed)
    }

    /// The search with the seed in `text`, 0 if there is none.
    pub fn parse(text: Option<&str>) -> Option<Restarted<Self>> {
        Restarted::parse(Self, text)
    }
}

impl Restarted<QueenSearch> {
    /// Searches with an effort that grows with the queens that are missing; [`Stopped::Limit`] if it brings no solution.
    pub(in crate::engine) fn find_briefly(
        &self,
        problem: &Problem,
        control: &Control,
    ) -> (Option<Placement>, Outcome) {
        find_within(self, brief(problem), problem, control)
    }
}

/// Draws of the start for 100 ranks; 3.08 a rank in the paper of 1994.
const DRAWS_FOR_100: usize = 308;
/// Swaps tried for an attacked queen before it is the next one's turn.
const PARTNERS: usize = 40;
/// Passes over the attacked queens that lower nothing before a new start.
const PATIENCE: usize = 20;

impl LocalSearch for QueenSearch {
    const NAME: &'static str = QueenSearch::NAME;

    fn attempt(
        &self,
        collisions: &mut Collisions,
        random: &mut Random,
        work: &mut Work<'_>,
    ) -> Result<Option<Vec<u32>>, Stopped> {
        let mut permutation = Permutation {
            across: collisions.across().to_vec(),
            is_suspect: vec![false; collisions.ranks()],
            suspects: Vec::new(),
            collisions,
        };
        permutation.start(random, work)?;
        let mut patience = PATIENCE;
        while patience > 0 {
            match permutation.pass(random, work)? {
                Pass::Solved => return Ok(Some(permutation.across)),
                Pass::Lowered => patience = PATIENCE,
                Pass::Stale => patience -= 1,
            }
        }
        Ok(None)
    }
}

/// What a pass over the suspects came to.
enum Pass {
    Solved,
    Lowered,
    Stale,
}

struct Permutation<'a> {
    collisions: &'a mut Collisions,
    /// The column of each rank, then the columns that no rank has.
    across: Vec<u32>,
    /// The ranks that were left over at the start or moved later. The others were set free of
    /// collisions and never moved since, so every collision has a suspect in it.
    suspects: Vec<usize>,
    is_suspect: Vec<bool>,
}

impl Permutation<'_> {
    fn start(&mut self, random: &mut Random, work: &mut Work<'_>) -> Result<(), Stopped> {
        let ranks = self.collisions.ranks();
        let (mut rank, mut draws) = (0, ranks * DRAWS_FOR_100 / 100);
        while rank < ranks && draws > 0 {
            draws -= 1;
            work.tried(1)?;
            let other = random.between(rank, self.across.len());
            if self.collisions.of_new(rank, self.across[other]) == 0 {
                self.across.swap(rank, other);
                self.collisions.add(rank, self.across[rank]);
                rank += 1;
            }
        }
        for rest in rank..ranks {
            let other = random.between(rest, self.across.len());
            self.across.swap(rest, other);
            self.collisions.add(rest, self.across[rest]);
            self.suspect(rest);
        }
        Ok(())
    }

    fn suspect(&mut self, rank: usize) {
        if rank < self.is_suspect.len() && !std::mem::replace(&mut self.is_suspect[rank], true) {
            self.suspects.push(rank);
        }
    }

    fn pass(&mut self, random: &mut Random, work: &mut Work<'_>) -> Result<Pass, Stopped> {
        let mut pass = Pass::Solved;
        work.tried(self.suspects.len())?;
        // New suspects are looked at in the same pass.
        let mut index = 0;
        while let Some(&rank) = self.suspects.get(index) {
            index += 1;
            if self.is_attacked(rank) {
                if self.relieve(rank, random, work)? {
                    pass = Pass::Lowered;
                } else if matches!(pass, Pass::Solved) {
                    pass = Pass::Stale;
                }
            }
        }
        Ok(pass)
    }

    fn is_attacked(&self, rank: usize) -> bool {
        self.collisions.of_counted(rank, self.across[rank]) > 0
    }

    /// Swaps an attacked queen's column until it stands well; whether that lowered the collisions.
    fn relieve(
        &mut self,
        rank: usize,
        random: &mut Random,
        work: &mut Work<'_>,
    ) -> Result<bool, Stopped> {
        let mut lowered = false;
        for _ in 0..PARTNERS {
            work.tried(1)?;
            let other = random.below(self.across.len());
            let change = self.swap(rank, other);
            if change > 0 {
                self.swap(rank, other);
                continue;
            }
            self.suspect(other);
            work.moved(2);
            lowered |= change < 0;
            if !self.is_attacked(rank) {
                break;
            }
        }
        Ok(lowered)
    }

    /// Swaps two columns, of which the second may be one without a rank, and gives the change of collisions.
    fn swap(&mut self, rank: usize, other: usize) -> i64 {
        if rank == other {
            return 0;
        }
        let ranks = self.collisions.ranks();
        let moving = [rank, other].into_iter().filter(|&index| index < ranks);
        let mut change = 0;
        for index in moving.clone() {
            change -= i64::from(self.collisions.remove(index, self.across[index]));
        }
        self.across.swap(rank, other);
        for index in moving {
            change += i64::from(self.collisions.add(index, self.across[index]));
        }
        change
    }
}
