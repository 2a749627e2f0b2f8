//! Depth-first search over the lines with bit masks, lowest column first.
//!
//! The attacked columns and both kinds of attacked diagonals are three words that shift from row to
//! row, so the free squares of a row are one expression. On a board with more rows than columns the
//! search runs over the columns. Solutions come in lexicographic order of the searched lines.
//! Source: the folklore program of Richards, "Backtracking algorithms in MCPL using bit patterns and
//! recursion", Cambridge 1997. Cost: one step a node; nodes on the empty board are OEIS A319283, by
//! depth A319284. Words of 64 bits, and of 128 where a line is longer.

use std::ops::ControlFlow;

use super::lines::{Line, Lines};
use super::mask::Mask;
use crate::control::{Control, Stopped};
use crate::engine::{Effort, Engine, EngineError, Outcome, Visitor};
use crate::problem::Problem;
use crate::solution::Placement;

/// The plain search; boards of at most 128 rows and columns.
pub struct BitmaskPlain;

impl BitmaskPlain {
    /// Its name.
    pub const NAME: &'static str = "bitmask-plain";
}

impl Engine for BitmaskPlain {
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
        Ok(enumerate(&lines, control, visit))
    }

    fn count(&self, problem: &Problem, control: &Control) -> Result<Outcome, EngineError> {
        let lines = Lines::new(problem, Self::NAME)?;
        Ok(count(&lines, &lines.lacking, control))
    }
}

/// Shows every solution in lexicographic order.
pub(super) fn enumerate(lines: &Lines, control: &Control, visit: &mut Visitor<'_>) -> Outcome {
    let mut placement = Placement::new([]);
    let mut found = |across: &[u32]| {
        lines.place(across, &mut placement);
        visit(&placement)
    };
    run(lines, &lines.lacking, u64::MAX, control, Some(&mut found))
}

/// The first solution in lexicographic order, if `budget` nodes bring it or show that there is none.
pub(super) fn first(lines: &Lines, budget: u64, control: &Control) -> (First, Outcome) {
    let mut across = None;
    let mut found = |queens: &[u32]| {
        across = Some(queens.to_vec());
        ControlFlow::Break(())
    };
    let outcome = run(lines, &lines.lacking, budget, control, Some(&mut found));
    let first = match (across, outcome.stopped) {
        (Some(across), _) => First::Found(across),
        (None, None) => First::Impossible,
        (None, Some(_)) => First::Unknown,
    };
    (first, outcome)
}

/// What [`first`] came to.
pub(super) enum First {
    /// The position across each line.
    Found(Vec<u32>),
    Impossible,
    /// The budget was used up, or the control ended the search.
    Unknown,
}

/// Counts the solutions on `within`, the lines of `lines` or those with fewer open squares.
pub(super) fn count(lines: &Lines, within: &[Line], control: &Control) -> Outcome {
    run(lines, within, u64::MAX, control, None)
}

fn run<'a>(
    lines: &Lines,
    within: &[Line],
    budget: u64,
    control: &'a Control,
    found: Option<&'a mut Found<'a>>,
) -> Outcome {
    if lines.width <= u64::BITS {
        Search::<u64>::new(within, budget, control, found).run(lines.conflict)
    } else {
        Search::<u128>::new(within, budget, control, found).run(lines.conflict)
    }
}

/// Shown the position across each line.
type Found<'a> = dyn FnMut(&[u32]) -> ControlFlow<()> + 'a;

struct Search<'a, M> {
    /// Of each line the open squares and the distance to the next.
    lines: Vec<(M, u32)>,
    /// Nodes allowed; one more ends the search as a limit does.
    budget: u64,
    control: &'a Control,
    found: Option<&'a mut Found<'a>>,
    across: Vec<u32>,
    nodes: u64,
    solutions: u64,
}

/// Nodes between two looks at the control, a power of two; some ten microseconds.
const CHECK_EVERY: u64 = 1 << 14;

impl<'a, M: Mask> Search<'a, M> {
    fn new(
        lines: &[Line],
        budget: u64,
        control: &'a Control,
        found: Option<&'a mut Found<'a>>,
    ) -> Self {
        let next = lines.iter().skip(1).map(Some).chain([None]);
        let gap = |line: &Line, next: Option<&Line>| next.map_or(0, |next| next.index - line.index);
        Self {
            lines: lines
                .iter()
                .zip(next)
                .map(|(line, next)| (M::narrow(line.open), gap(line, next)))
                .collect(),
            budget,
            control,
            found,
            across: Vec::with_capacity(lines.len()),
            nodes: 0,
            solutions: 0,
        }
    }

    fn run(mut self, conflict: bool) -> Outcome {
        let stopped = if conflict {
            None
        } else {
            let begun = self.control.check();
            begun
                .and_then(|()| self.descend(0, M::EMPTY, M::EMPTY, M::EMPTY))
                .err()
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
    fn descend(&mut self, depth: usize, taken: M, falling: M, rising: M) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            self.control.report_steps(self.nodes);
            self.control.report_solutions(self.solutions);
            self.control.check()?;
        }
        if self.nodes > self.budget {
            return Err(Stopped::Limit);
        }
        let Some(&(open, gap)) = self.lines.get(depth) else {
            return self.solution();
        };
        let mut free = open & !(taken | falling | rising);
        while !free.is_empty() {
            let queen = free.lowest();
            free ^= queen;
            self.across.push(queen.first());
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
        BitmaskPlain
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
        let (found, outcome) = BitmaskPlain
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
    fn boards_to_128_work_and_larger_ones_are_refused() {
        let limited = |n| {
            let control = Control::with_timeout(std::time::Duration::from_millis(20));
            BitmaskPlain.count(&Problem::queens_on(n).expect("small"), &control)
        };
        for n in [31, 32, 33, 63, 64, 65, 127, 128] {
            assert_eq!(
                limited(n).expect("within the limit").stopped,
                Some(Stopped::Deadline),
                "n = {n}"
            );
        }
        assert!(matches!(limited(129), Err(EngineError::TooLarge { .. })));
    }
}
