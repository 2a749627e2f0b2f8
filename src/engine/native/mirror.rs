//! The plain search on half of the board: the first line's left half counted twice, its middle square once.
//!
//! A mirror image of a solution is a solution, so those with the first queen on the left are as many as
//! those with it on the right. That holds wherever the open squares have the mirror's symmetry:
//! on the empty board, square or not, and on boards with givens that are their own mirror image.
//! On others this is the plain search. Cost: half the nodes of the plain search (for odd n a little more).
//! Listing is in the plain search's order. Source: folklore.

use super::lines::{Line, Lines};
use super::{ordered, plain};
use crate::control::Control;
use crate::engine::{Effort, Engine, EngineError, Outcome, Visitor};
use crate::problem::Problem;

/// The halved search; boards of at most 128 rows and columns.
pub struct BitmaskMirror;

impl BitmaskMirror {
    /// Its name.
    pub const NAME: &'static str = "bitmask-mirror";
}

impl Engine for BitmaskMirror {
    fn name(&self) -> String {
        Self::NAME.to_owned()
    }

    fn enumerate(
        &self,
        problem: &Problem,
        control: &Control,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome, EngineError> {
        let lines = Lines::new(problem, Self::NAME)?;
        Ok(ordered::enumerate(&lines, control, visit))
    }

    fn count(&self, problem: &Problem, control: &Control) -> Result<Outcome, EngineError> {
        let lines = Lines::new(problem, Self::NAME)?;
        let symmetric = lines
            .lacking
            .iter()
            .all(|line| line.open == mirrored(line.open, lines.width));
        if !symmetric || lines.lacking.is_empty() {
            return Ok(plain::count(&lines, &lines.lacking, control));
        }
        let left = (1_u128 << (lines.width / 2)) - 1;
        let middle = u128::from(lines.width % 2) << (lines.width / 2);
        // The middle first: it is small, and the progress shown stays a lower bound on the count.
        let once = plain::count(&lines, &first_within(&lines.lacking, middle), control);
        if once.stopped.is_some() {
            return Ok(once);
        }
        let twice = plain::count(&lines, &first_within(&lines.lacking, left), control);
        let nodes = once.effort.nodes.zip(twice.effort.nodes);
        Ok(Outcome {
            solutions: once.solutions + 2 * twice.solutions,
            stopped: twice.stopped,
            effort: Effort {
                nodes: nodes.map(|(once, twice)| once + twice),
                ..Effort::default()
            },
        })
    }
}

fn mirrored(open: u128, width: u32) -> u128 {
    // A width of 0 has no lines, so the shift stays below 128.
    open.reverse_bits() >> (u128::BITS - width)
}

/// The same lines with the first queen kept to `half`.
fn first_within(lines: &[Line], half: u128) -> Vec<Line> {
    let mut lines = lines.to_vec();
    lines[0].open &= half;
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Square};
    use crate::engine::native::BitmaskPlain;

    fn agree(problem: &Problem) -> (u64, u64) {
        let control = Control::unlimited();
        let plain = BitmaskPlain.count(problem, &control).expect("small");
        let mirror = BitmaskMirror.count(problem, &control).expect("small");
        assert_eq!(mirror.solutions, plain.solutions);
        let nodes = |outcome: Outcome| outcome.effort.nodes.expect("counted");
        (nodes(mirror), nodes(plain))
    }

    #[test]
    fn counts_are_the_plain_ones_for_half_the_nodes() {
        for (rows, columns) in [
            (0, 0),
            (0, 3),
            (1, 1),
            (1, 5),
            (5, 1),
            (2, 2),
            (3, 3),
            (4, 7),
        ] {
            agree(&Problem::empty(Board::new(rows, columns).expect("small")));
        }
        let (mirror, plain) = agree(&Problem::queens_on(10).expect("small"));
        // The root is counted in both runs, the empty middle of an even board among them.
        assert_eq!(2 * (mirror - 2), plain - 1);
    }

    #[test]
    fn givens_count_too_whether_they_are_symmetric_or_not() {
        let mut problem = Problem::queens_on(7).expect("small");
        problem.place(Square::new(2, 3)).expect("inside");
        let (mirror, plain) = agree(&problem);
        assert!(mirror < plain);
        problem.block(Square::new(4, 0)).expect("inside");
        let (mirror, plain) = agree(&problem);
        assert_eq!(mirror, plain);
    }
}
