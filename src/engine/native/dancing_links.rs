//! Dancing links: the board as an exact cover problem, searched by Algorithm X.
//!
//! A queen is an option with four items: its row, its column and its two diagonals. Rows and columns
//! are primary items, covered exactly once, and diagonals secondary, covered at most once; on a
//! rectangular board the lines of the longer direction are secondary too. The search branches on the
//! primary item with the fewest options left, the first of them, so solutions come in the order of
//! the tree. Source: Knuth, "Dancing links" (2000), and The Art of Computer Programming 4B, 7.2.2.1.
//! Cost: the links that a queen removes are put back in reverse order, O(n) of them a node; the
//! fewest-options choice over rows *and* columns gives small trees. `tried` counts the options.

use super::ranks::Ranks;
use super::search::{Halt, Search, Tally};
use crate::board::Square;
use crate::control::Stopped;
use crate::engine::EngineError;
use crate::problem::Problem;
use crate::problem::reduce::Residual;
use crate::solution::Placement;

/// The search.
pub struct DancingLinks;

impl DancingLinks {
    /// Its name.
    pub const NAME: &'static str = "dancing-links";
}

impl Search for DancingLinks {
    fn name(&self) -> String {
        Self::NAME.to_owned()
    }

    fn search(&self, problem: &Problem, tally: &mut Tally<'_>) -> Result<(), Halt> {
        let board = problem.board();
        if board.rows().max(board.columns()) > Ranks::MAX_DEPTH {
            return Err(Halt::Refused(EngineError::TooLarge {
                engine: Self::NAME,
                limit: Ranks::MAX_DEPTH,
                found: board,
            }));
        }
        let mut links = Links::new(&Residual::new(problem)?);
        Ok(links.descend(tally)?)
    }
}

/// Items in an option.
const ITEMS: usize = 4;

/// Node 0 is the root of the primary items' list and nodes 1 to `items` head an item each; the
/// nodes behind them are the options, four in a row.
struct Links {
    items: usize,
    left: Vec<usize>,
    right: Vec<usize>,
    up: Vec<usize>,
    down: Vec<usize>,
    /// The item of each node.
    top: Vec<usize>,
    /// Options left for each item.
    options: Vec<usize>,
    /// The square of each option.
    squares: Vec<Square>,
    placed: Vec<Square>,
    chosen: Vec<Square>,
}

impl Links {
    fn new(residual: &Residual) -> Self {
        let board = residual.board();
        let (rows, columns) = (residual.rows(), residual.columns());
        let diagonals = board.diagonals() as usize;
        // The shorter direction's lines come first, so that the primary items are the first ones.
        let turned = board.rows() > board.columns();
        let straight = rows.len() + columns.len();
        let primary = match board.rows().cmp(&board.columns()) {
            std::cmp::Ordering::Equal => straight,
            _ => rows.len().min(columns.len()),
        };
        let (rows_from, columns_from) = if turned {
            (1 + columns.len(), 1)
        } else {
            (1, 1 + rows.len())
        };
        let mut links = Self::without_options(primary, straight + 2 * diagonals);
        links.placed = residual.placed().to_vec();
        for (position, &row) in (0_u32..).zip(rows) {
            for (place, &column) in columns.iter().enumerate() {
                if residual.is_open(position, column) {
                    let square = Square::new(row, column);
                    links.add_option(
                        square,
                        [
                            rows_from + position as usize,
                            columns_from + place,
                            1 + straight + board.falling(square) as usize,
                            1 + straight + diagonals + board.rising(square) as usize,
                        ],
                    );
                }
            }
        }
        links
    }

    fn without_options(primary: usize, items: usize) -> Self {
        let itself: Vec<usize> = (0..=items).collect();
        let (mut left, mut right) = (itself.clone(), itself.clone());
        for item in 0..=primary {
            right[item] = (item + 1) % (primary + 1);
            left[(item + 1) % (primary + 1)] = item;
        }
        Self {
            items,
            left,
            right,
            up: itself.clone(),
            down: itself.clone(),
            top: itself,
            options: vec![0; items + 1],
            squares: Vec::new(),
            placed: Vec::new(),
            chosen: Vec::new(),
        }
    }

    fn add_option(&mut self, square: Square, items: [usize; ITEMS]) {
        self.squares.push(square);
        for item in items {
            let (node, last) = (self.top.len(), self.up[item]);
            self.top.push(item);
            self.up.push(last);
            self.down.push(item);
            self.down[last] = node;
            self.up[item] = node;
            self.options[item] += 1;
        }
    }

    /// Where the nodes of an option begin that has this node.
    fn start(&self, node: usize) -> usize {
        node - (node - self.items - 1) % ITEMS
    }

    fn descend(&mut self, tally: &mut Tally<'_>) -> Result<(), Stopped> {
        tally.node()?;
        let Some(item) = self.fewest_options() else {
            let queens = self.placed.iter().chain(&self.chosen);
            return tally.solution(|| Placement::new(queens.copied()));
        };
        self.cover(item);
        let mut node = self.down[item];
        while node != item {
            tally.tried()?;
            let start = self.start(node);
            let items = &self.top[start..start + ITEMS];
            tally.steps(items.iter().map(|&item| self.options[item]).sum())?;
            for other in start..start + ITEMS {
                if other != node {
                    self.cover(self.top[other]);
                }
            }
            self.chosen
                .push(self.squares[(start - self.items - 1) / ITEMS]);
            self.descend(tally)?;
            self.chosen.pop();
            for other in (start..start + ITEMS).rev() {
                if other != node {
                    self.uncover(self.top[other]);
                }
            }
            node = self.down[node];
        }
        self.uncover(item);
        Ok(())
    }

    fn fewest_options(&self) -> Option<usize> {
        let primary = std::iter::successors(Some(self.right[0]), |&item| Some(self.right[item]));
        primary
            .take_while(|&item| item != 0)
            .min_by_key(|&item| self.options[item])
    }

    /// Takes the item out of the list of items and its options out of all other items.
    fn cover(&mut self, item: usize) {
        let (left, right) = (self.left[item], self.right[item]);
        self.right[left] = right;
        self.left[right] = left;
        let mut node = self.down[item];
        while node != item {
            let start = self.start(node);
            for other in (start..start + ITEMS).filter(|&other| other != node) {
                let (up, down) = (self.up[other], self.down[other]);
                self.down[up] = down;
                self.up[down] = up;
                self.options[self.top[other]] -= 1;
            }
            node = self.down[node];
        }
    }

    /// Undoes [`cover`](Self::cover), step by step in reverse.
    fn uncover(&mut self, item: usize) {
        let mut node = self.up[item];
        while node != item {
            let start = self.start(node);
            for other in (start..start + ITEMS).rev().filter(|&other| other != node) {
                let (up, down) = (self.up[other], self.down[other]);
                self.down[up] = other;
                self.up[down] = other;
                self.options[self.top[other]] += 1;
            }
            node = self.up[node];
        }
        let (left, right) = (self.left[item], self.right[item]);
        self.right[left] = item;
        self.left[right] = item;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;

    #[test]
    fn uncovering_restores_every_link() {
        let problem = Problem::queens_on(5).expect("small");
        let mut links = Links::new(&Residual::new(&problem).expect("small"));
        let state = |links: &Links| {
            let vertical = (links.up.clone(), links.down.clone(), links.options.clone());
            (links.left.clone(), links.right.clone(), vertical)
        };
        let before = state(&links);
        for item in [1, 7, 12] {
            links.cover(item);
        }
        assert_ne!(state(&links), before);
        for item in [12, 7, 1] {
            links.uncover(item);
        }
        assert_eq!(state(&links), before);
    }
}
