//! Completion instances: some queens of a random solution, or queens placed at random that only do not
//! attack each other.
//!
//! The former always have a completion. The latter are no benchmark, since nearly all of them are
//! trivial, but they are what a first thought asks for. Source of the search for a random solution:
//! Sosic & Gu, "Efficient local search with conflict minimization", IEEE TKDE 6, 1994; it finds
//! every solution, but not all equally often.

use super::{GenerateError, check_side};
use crate::board::{Board, Square};
use crate::control::Control;
use crate::problem::Problem;
use crate::random::Random;

/// Where the placed queens of a completion instance come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// A random solution, of which a random selection is kept.
    #[default]
    Solution,
    /// One after the other on a random square that no earlier queen attacks.
    Placement,
}

/// Fresh starts of [`Origin::Placement`] when no square is left.
const PLACEMENT_TRIES: u32 = 1000;

/// The square board of `n` rows with `queens` placed queens that do not attack each other.
///
/// # Errors
/// More queens than rows, a board without solutions, a placement that is not found in a thousand
/// tries, a board too large, or a control that stops.
pub fn completion(
    n: u32,
    queens: u32,
    origin: Origin,
    seed: u64,
    control: &Control,
) -> Result<Problem, GenerateError> {
    if queens > n {
        return Err(GenerateError::TooManyQueens { queens, n });
    }
    let mut random = Random::new(seed);
    let squares = match origin {
        Origin::Solution => {
            let mut solution = random_solution(n, &mut random, control)?;
            random.shuffle(&mut solution);
            solution.truncate(queens as usize);
            solution
        }
        Origin::Placement => random_placement(n, queens, &mut random, control)?,
    };
    let mut problem = Problem::empty(Board::new(n.into(), n.into())?);
    for square in squares {
        problem.place(square).expect("a square of the board");
    }
    Ok(problem)
}

fn random_placement(
    n: u32,
    queens: u32,
    random: &mut Random,
    control: &Control,
) -> Result<Vec<Square>, GenerateError> {
    check_side(n)?;
    let all: Vec<Square> = (0..n)
        .flat_map(|row| (0..n).map(move |column| Square::new(row, column)))
        .collect();
    for _ in 0..PLACEMENT_TRIES {
        let mut free = all.clone();
        let mut placed = Vec::new();
        while placed.len() < queens as usize && !free.is_empty() {
            control.check()?;
            let queen = free[random.index(free.len())];
            free.retain(|&square| square != queen && queen.attack(square).is_none());
            placed.push(queen);
        }
        if placed.len() == queens as usize {
            return Ok(placed);
        }
    }
    Err(GenerateError::NoPlacement {
        queens,
        n,
        tries: PLACEMENT_TRIES,
    })
}

fn random_solution(
    n: u32,
    random: &mut Random,
    control: &Control,
) -> Result<Vec<Square>, GenerateError> {
    if n == 2 || n == 3 {
        return Err(GenerateError::NoSolution(n));
    }
    Board::new(n.into(), n.into())?;
    loop {
        let mut queens = Queens::start(n, random);
        if queens.mend(random, control)? {
            let columns = queens.columns.iter();
            return Ok((0..)
                .zip(columns)
                .map(|(row, &column)| Square::new(row, column))
                .collect());
        }
    }
}

/// Draws to find a free column for a row at the start, and a better exchange for a row that is attacked.
const DRAWS: usize = 50;
/// Rounds without any better exchange before a fresh start.
const IDLE_ROUNDS: usize = 20;

/// One queen in each row and column, with the queens counted on every diagonal.
struct Queens {
    columns: Vec<u32>,
    falling: Vec<u32>,
    rising: Vec<u32>,
}

impl Queens {
    /// Rows from the top get one of the remaining columns, preferably one free of attacks.
    fn start(n: u32, random: &mut Random) -> Self {
        let diagonals = 2 * n as usize;
        let mut queens = Self {
            columns: (0..n).collect(),
            falling: vec![0; diagonals],
            rising: vec![0; diagonals],
        };
        for row in 0..n as usize {
            for _ in 0..DRAWS {
                let other = row + random.index(n as usize - row);
                queens.columns.swap(row, other);
                let (falling, rising) = queens.diagonals(row, queens.columns[row]);
                if queens.falling[falling] + queens.rising[rising] == 0 {
                    break;
                }
            }
            queens.put(row, queens.columns[row]);
        }
        queens
    }

    /// Exchanges the columns of two rows while that lessens the attacks; whether none is left. Gives
    /// up when some rounds pass without a better exchange.
    fn mend(&mut self, random: &mut Random, control: &Control) -> Result<bool, GenerateError> {
        let mut idle = 0;
        while idle < IDLE_ROUNDS {
            control.check()?;
            let rows = 0..self.columns.len();
            let attacked: Vec<usize> = rows.filter(|&row| self.is_attacked(row)).collect();
            if attacked.is_empty() {
                return Ok(true);
            }
            idle += 1;
            for row in attacked {
                for _ in 0..DRAWS {
                    let other = random.index(self.columns.len());
                    if self.exchange_if_better(row, other) {
                        idle = 0;
                        break;
                    }
                }
            }
        }
        Ok(false)
    }

    fn is_attacked(&self, row: usize) -> bool {
        let (falling, rising) = self.diagonals(row, self.columns[row]);
        self.falling[falling] > 1 || self.rising[rising] > 1
    }

    fn exchange_if_better(&mut self, a: usize, b: usize) -> bool {
        let (column_a, column_b) = (self.columns[a], self.columns[b]);
        if a == b || !self.is_attacked(a) {
            return false;
        }
        // Queens met while taking both out and while putting them back: the attacks before and after.
        let before = self.take(a, column_a) + self.take(b, column_b);
        let after = self.put(a, column_b) + self.put(b, column_a);
        if after < before {
            self.columns.swap(a, b);
            return true;
        }
        self.take(a, column_b);
        self.take(b, column_a);
        self.put(a, column_a);
        self.put(b, column_b);
        false
    }

    fn diagonals(&self, row: usize, column: u32) -> (usize, usize) {
        let column = column as usize;
        (row + self.columns.len() - 1 - column, row + column)
    }

    /// Adds a queen; how many it meets on its diagonals.
    fn put(&mut self, row: usize, column: u32) -> u32 {
        let (falling, rising) = self.diagonals(row, column);
        let met = self.falling[falling] + self.rising[rising];
        self.falling[falling] += 1;
        self.rising[rising] += 1;
        met
    }

    /// Removes a queen; how many it leaves on its diagonals.
    fn take(&mut self, row: usize, column: u32) -> u32 {
        let (falling, rising) = self.diagonals(row, column);
        self.falling[falling] -= 1;
        self.rising[rising] -= 1;
        self.falling[falling] + self.rising[rising]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::{Placement, verify};

    fn make(n: u32, queens: u32, origin: Origin, seed: u64) -> Result<Problem, GenerateError> {
        completion(n, queens, origin, seed, &Control::unlimited())
    }

    #[test]
    fn random_solutions_are_solutions_and_differ() {
        for n in [0, 1, 4, 5, 6, 7, 8, 13, 100, 1000] {
            let made = make(n, n, Origin::Solution, u64::from(n)).expect("has solutions");
            let plain = Problem::queens_on(n).expect("small");
            assert!(
                verify(&plain, &Placement::new(made.queens())).is_ok(),
                "n = {n}"
            );
        }
        let six: std::collections::HashSet<Vec<Square>> = (0..100)
            .map(|seed| make(6, 6, Origin::Solution, seed).expect("n = 6"))
            .map(|problem| problem.queens().collect())
            .collect();
        assert_eq!(six.len(), 4, "all four solutions of n = 6 are reached");
    }

    #[test]
    fn as_many_queens_as_asked_that_do_not_attack() {
        for origin in [Origin::Solution, Origin::Placement] {
            for seed in 0..20 {
                let made = make(20, 9, origin, seed).expect("easy");
                assert_eq!((made.queens().len(), made.conflict()), (9, None));
            }
        }
    }

    #[test]
    fn what_cannot_be_is_told() {
        let said = |n, queens, origin| {
            make(n, queens, origin, 1)
                .expect_err("impossible")
                .to_string()
        };
        assert!(said(8, 9, Origin::Solution).contains("at most 8"));
        assert!(said(3, 1, Origin::Solution).contains("no solution"));
        assert!(said(3, 3, Origin::Placement).contains("1000 tries"));
        assert!(make(3, 2, Origin::Placement, 1).is_ok());
        let control = Control::unlimited();
        control.cancel();
        assert!(matches!(
            completion(8, 3, Origin::Solution, 1, &control),
            Err(GenerateError::Stopped(_))
        ));
    }
}
