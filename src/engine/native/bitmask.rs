//! Depth-first search over the rows with bit masks, lowest column first.
//!
//! The attacked columns and both kinds of attacked diagonals are three words that shift from row to
//! row, so the free squares of a row are one expression. On a board with more rows than columns the
//! search runs over the columns. Solutions come in lexicographic order of the searched lines.
//! Source: the folklore program of Richards, "Backtracking algorithms in MCPL using bit patterns and
//! recursion", Cambridge 1997. Nodes on the empty board: OEIS A319283.

use std::ops::ControlFlow;

use crate::board::{Board, Square};
use crate::control::{Control, Stopped};
use crate::engine::{Effort, Engine, EngineError, Outcome, Visitor};
use crate::problem::Problem;
use crate::problem::reduce::Residual;
use crate::solution::Placement;

/// The search; boards of at most 64 rows and columns.
pub struct Bitmask;

impl Bitmask {
    /// Its name.
    pub const NAME: &'static str = "bitmask";

    /// The longest side: a mask has this many bits.
    pub const MAX_SIDE: u32 = u64::BITS;
}

impl Engine for Bitmask {
    fn name(&self) -> String {
        Self::NAME.to_owned()
    }

    fn enumerate(
        &self,
        problem: &Problem,
        control: &Control,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome, EngineError> {
        let lines = Lines::new(problem)?;
        let mut found = |columns: &[u32]| visit(&lines.placement(columns));
        Ok(Search::new(&lines, control, Some(&mut found)).run())
    }

    fn count(&self, problem: &Problem, control: &Control) -> Result<Outcome, EngineError> {
        let lines = Lines::new(problem)?;
        Ok(Search::new(&lines, control, None).run())
    }
}

/// The lines that each need a queen: rows, or columns where they are the shorter direction.
struct Lines {
    placed: Vec<Square>,
    transposed: bool,
    conflict: bool,
    /// For each line its index and the mask of its open squares.
    open: Vec<(u32, u64)>,
}

impl Lines {
    fn new(problem: &Problem) -> Result<Self, EngineError> {
        let board: Board = problem.board();
        if board.rows().max(board.columns()) > Bitmask::MAX_SIDE {
            return Err(EngineError::TooLarge {
                engine: Bitmask::NAME,
                limit: Bitmask::MAX_SIDE,
                found: board,
            });
        }
        let residual = Residual::new(problem)?;
        let transposed = board.rows() > board.columns();
        let rows = (0_u32..).zip(residual.rows());
        let open = if transposed {
            let column_mask = |&column: &u32| {
                let open = rows
                    .clone()
                    .filter(|&(position, _)| residual.is_open(position, column));
                (column, open.fold(0, |mask, (_, row)| mask | 1 << row))
            };
            residual.columns().iter().map(column_mask).collect()
        } else {
            rows.map(|(position, &row)| (row, residual.mask(position)))
                .collect()
        };
        Ok(Self {
            placed: residual.placed().to_vec(),
            transposed,
            conflict: residual.conflict().is_some(),
            open,
        })
    }

    /// The placement with a queen on each line at the position that `across` gives.
    fn placement(&self, across: &[u32]) -> Placement {
        let queens = self.open.iter().zip(across).map(|(&(line, _), &across)| {
            if self.transposed {
                Square::new(across, line)
            } else {
                Square::new(line, across)
            }
        });
        Placement::new(self.placed.iter().copied().chain(queens))
    }
}

/// Shown the position across each line.
type Found<'a> = dyn FnMut(&[u32]) -> ControlFlow<()> + 'a;

struct Search<'a> {
    lines: &'a Lines,
    control: &'a Control,
    found: Option<&'a mut Found<'a>>,
    across: Vec<u32>,
    nodes: u64,
    solutions: u64,
}

/// Nodes between two looks at the control, a power of two; some ten microseconds.
const CHECK_EVERY: u64 = 1 << 14;

impl<'a> Search<'a> {
    fn new(lines: &'a Lines, control: &'a Control, found: Option<&'a mut Found<'a>>) -> Self {
        Self {
            lines,
            control,
            found,
            across: Vec::with_capacity(lines.open.len()),
            nodes: 0,
            solutions: 0,
        }
    }

    fn run(mut self) -> Outcome {
        let stopped = if self.lines.conflict {
            None
        } else {
            let begun = self.control.check();
            begun.and_then(|()| self.descend(0, 0, 0, 0)).err()
        };
        let effort = Effort {
            nodes: Some(self.nodes),
            ..Effort::default()
        };
        Outcome {
            solutions: self.solutions.into(),
            stopped,
            effort,
        }
    }

    /// Tries every open square of the line at `depth`. `falling` and `rising` are the diagonals under
    /// attack, as seen from that line; falling ones move up a column from line to line.
    fn descend(
        &mut self,
        depth: usize,
        taken: u64,
        falling: u64,
        rising: u64,
    ) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            self.control.report_steps(self.nodes);
            self.control.report_solutions(self.solutions);
            self.control.check()?;
        }
        let Some(&(line, open)) = self.lines.open.get(depth) else {
            return self.solution();
        };
        // Lines whose queen was placed beforehand are skipped over, so the diagonals may move by more than one.
        let gap = self
            .lines
            .open
            .get(depth + 1)
            .map_or(0, |&(next, _)| next - line);
        let mut free = open & !(taken | falling | rising);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            self.across.push(queen.trailing_zeros());
            let result = self.descend(
                depth + 1,
                taken | queen,
                (falling | queen) << gap,
                (rising | queen) >> gap,
            );
            self.across.pop();
            result?;
        }
        Ok(())
    }

    fn solution(&mut self) -> Result<(), Stopped> {
        self.solutions += 1;
        match &mut self.found {
            Some(found) => match found(&self.across) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(Stopped::Limit),
            },
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(n: u32) -> Outcome {
        Bitmask
            .count(
                &Problem::queens_on(n).expect("small"),
                &Control::unlimited(),
            )
            .expect("small")
    }

    #[test]
    fn counts_and_nodes_are_those_of_the_oeis() {
        let solutions = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724];
        let nodes = [1, 2, 3, 6, 17, 54, 153, 552, 2057, 8394, 35539];
        for (n, (solutions, nodes)) in (0..).zip(solutions.into_iter().zip(nodes)) {
            let outcome = count(n);
            assert_eq!(
                (outcome.solutions, outcome.effort.nodes),
                (solutions, Some(nodes)),
                "n = {n}"
            );
        }
    }

    #[test]
    fn the_first_solution_is_the_lexicographically_first() {
        let problem = Problem::queens_on(8).expect("small");
        let (found, outcome) = Bitmask
            .find(&problem, &Control::unlimited())
            .expect("small");
        let columns: Vec<u32> = found
            .expect("n = 8 has some")
            .queens()
            .iter()
            .map(|q| q.column + 1)
            .collect();
        assert_eq!(columns, [1, 5, 8, 6, 3, 7, 2, 4]);
        assert_eq!(
            (outcome.solutions, outcome.stopped, outcome.effort.nodes),
            (1, None, Some(114))
        );
    }

    #[test]
    fn boards_to_64_work_and_larger_ones_are_refused() {
        let limited = |n| {
            let control = Control::with_timeout(std::time::Duration::from_millis(20));
            Bitmask.count(&Problem::queens_on(n).expect("small"), &control)
        };
        for n in [31, 32, 33, 63, 64] {
            assert_eq!(
                limited(n).expect("within the limit").stopped,
                Some(Stopped::Deadline),
                "n = {n}"
            );
        }
        assert!(matches!(limited(65), Err(EngineError::TooLarge { .. })));
    }
}
