//! What both local searches count: how many queens stand on each diagonal.
//!
//! Comes in: a [`Problem`] whose givens do not contradict themselves, of any size, as no square has
//! a bit or a flag. Goes out: the collisions of a queen on any square in constant time. A blocked square
//! counts as one collision, and so does each diagonal that a placed queen attacks; rows and columns of
//! placed queens are taken out beforehand.

use std::collections::HashSet;

use crate::board::Square;
use crate::problem::Problem;
use crate::solution::Placement;

/// The counters, over the ranks (the lines of the shorter direction) that lack a queen.
pub(super) struct Collisions {
    turned: bool,
    width: u32,
    ranks: Vec<u32>,
    across: Vec<u32>,
    /// By the rank's index on the board.
    blocked: HashSet<(u32, u32)>,
    /// The placed queens, which never move; their diagonals stay counted.
    placed: Vec<Square>,
    falling: Vec<u32>,
    rising: Vec<u32>,
}

impl Collisions {
    pub(super) fn new(problem: &Problem) -> Self {
        let board = problem.board();
        let turned = board.rows() > board.columns();
        let along = |square: Square| {
            if turned {
                (square.column, square.row)
            } else {
                (square.row, square.column)
            }
        };
        let width = board.rows().max(board.columns());
        let free = |length: u32, of: fn((u32, u32)) -> u32| {
            let mut free = vec![true; length as usize];
            for queen in problem.queens() {
                free[of(along(queen)) as usize] = false;
            }
            let lines = (0..length).zip(free).filter(|&(_, free)| free);
            lines.map(|(line, _)| line).collect::<Vec<u32>>()
        };
        let mut collisions = Self {
            turned,
            width,
            ranks: free(board.shorter_side(), |(rank, _)| rank),
            across: free(width, |(_, across)| across),
            blocked: problem.blocked().map(along).collect(),
            placed: problem.queens().collect(),
            falling: Vec::new(),
            rising: Vec::new(),
        };
        collisions.clear(board.diagonals() as usize);
        collisions
    }

    /// Takes every queen but the placed ones off the board.
    pub(super) fn reset(&mut self) {
        self.clear(self.falling.len());
    }

    fn clear(&mut self, diagonals: usize) {
        for counters in [&mut self.falling, &mut self.rising] {
            counters.clear();
            counters.resize(diagonals, 0);
        }
        for index in 0..self.placed.len() {
            let Square { row, column } = self.placed[index];
            let (rank, across) = if self.turned {
                (column, row)
            } else {
                (row, column)
            };
            self.falling[(rank + self.width - 1 - across) as usize] += 1;
            self.rising[(rank + across) as usize] += 1;
        }
    }

    /// How many ranks lack a queen.
    pub(super) fn ranks(&self) -> usize {
        self.ranks.len()
    }

    /// The squares of a rank on lines across without a placed queen, ascending; at least as many as ranks.
    pub(super) fn across(&self) -> &[u32] {
        &self.across
    }

    /// The length of a rank.
    pub(super) fn width(&self) -> usize {
        self.width as usize
    }

    fn diagonals(&self, rank: usize, across: u32) -> (usize, usize) {
        let rank = self.ranks[rank];
        (
            (rank + self.width - 1 - across) as usize,
            (rank + across) as usize,
        )
    }

    /// How many collisions a queen not yet counted would have there.
    pub(super) fn of_new(&self, rank: usize, across: u32) -> u32 {
        let (falling, rising) = self.diagonals(rank, across);
        let blocked =
            !self.blocked.is_empty() && self.blocked.contains(&(self.ranks[rank], across));
        self.falling[falling] + self.rising[rising] + u32::from(blocked)
    }

    /// How many collisions the counted queen there has: its own two counts do not collide.
    pub(super) fn of_counted(&self, rank: usize, across: u32) -> u32 {
        self.of_new(rank, across) - 2
    }

    /// Counts a queen and says how many collisions it brings.
    pub(super) fn add(&mut self, rank: usize, across: u32) -> u32 {
        let collisions = self.of_new(rank, across);
        let (falling, rising) = self.diagonals(rank, across);
        self.falling[falling] += 1;
        self.rising[rising] += 1;
        collisions
    }

    /// Counts a queen no longer and says how many collisions it takes away.
    pub(super) fn remove(&mut self, rank: usize, across: u32) -> u32 {
        let (falling, rising) = self.diagonals(rank, across);
        self.falling[falling] -= 1;
        self.rising[rising] -= 1;
        self.of_new(rank, across)
    }

    /// The placement with queens at `across`, rank by rank, and the placed ones.
    pub(super) fn placement(&self, across: &[u32]) -> Placement {
        let queens = self.ranks.iter().zip(across).map(|(&rank, &across)| {
            if self.turned {
                Square::new(across, rank)
            } else {
                Square::new(rank, across)
            }
        });
        Placement::new(self.placed.iter().copied().chain(queens))
    }
}
