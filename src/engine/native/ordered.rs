//! All solutions in lexicographic order, for listing: the plain search with a look one line ahead.
//!
//! A square whose queen leaves the next line without a free square is a node, but no call; most nodes
//! are such. The tree, its order and the nodes counted are those of the [plain search](super::plain), which
//! takes about twice as long. Solutions are shown in one placement that is written over, as they are
//! to be verified and printed at a small part of the cost of finding them.

use std::ops::ControlFlow;

use super::lines::{Line, Lines};
use super::mask::Mask;
use crate::control::{Control, Stopped};
use crate::engine::{Effort, Outcome, Visitor};
use crate::solution::Placement;

/// Shows every solution in lexicographic order.
pub(super) fn enumerate(lines: &Lines, control: &Control, visit: &mut Visitor<'_>) -> Outcome {
    if lines.width <= u64::BITS {
        run::<u64>(lines, control, visit)
    } else {
        run::<u128>(lines, control, visit)
    }
}

fn run<M: Mask>(lines: &Lines, control: &Control, visit: &mut Visitor<'_>) -> Outcome {
    let next = lines.lacking.iter().skip(1).map(Some).chain([None]);
    let step = |(line, next): (&Line, Option<&Line>)| Step {
        gap: next.map_or(0, |next| next.index - line.index),
        below: M::narrow(next.map_or(0, |next| next.open)),
    };
    let mut search = Search {
        steps: lines.lacking.iter().zip(next).map(step).collect(),
        lines,
        control,
        visit,
        across: vec![0; lines.lacking.len()],
        placement: Placement::new([]),
        nodes: 0,
        solutions: 0,
    };
    let stopped = if lines.conflict {
        None
    } else {
        control.check().and_then(|()| search.root()).err()
    };
    Outcome {
        solutions: search.solutions.into(),
        stopped,
        effort: Effort {
            nodes: Some(search.nodes),
            ..Effort::default()
        },
    }
}

/// What comes behind a line: the distance to the next and that one's open squares.
#[derive(Clone, Copy)]
struct Step<M> {
    gap: u32,
    below: M,
}

struct Search<'a, 'v, M> {
    steps: Vec<Step<M>>,
    lines: &'a Lines,
    control: &'a Control,
    visit: &'a mut Visitor<'v>,
    across: Vec<u32>,
    placement: Placement,
    nodes: u64,
    solutions: u64,
}

/// The lines under attack, as seen from one line; falling diagonals move up a column from line to line.
#[derive(Clone, Copy)]
struct Attacks<M> {
    taken: M,
    falling: M,
    rising: M,
}

/// Nodes between two looks at the control, a power of two; some ten microseconds.
const CHECK_EVERY: u64 = 1 << 14;

impl<M: Mask> Search<'_, '_, M> {
    fn root(&mut self) -> Result<(), Stopped> {
        self.nodes = 1;
        let none = Attacks {
            taken: M::EMPTY,
            falling: M::EMPTY,
            rising: M::EMPTY,
        };
        match self.lines.lacking.first() {
            None => self.solution(),
            Some(first) => self.descend(0, M::narrow(first.open), none),
        }
    }

    /// Tries every square of `free` on the line at `depth`.
    fn descend(&mut self, depth: usize, mut free: M, attacks: Attacks<M>) -> Result<(), Stopped> {
        let last = depth + 1 == self.steps.len();
        let Step { gap, below } = self.steps[depth];
        while !free.is_empty() {
            let queen = free.lowest();
            free ^= queen;
            self.nodes += 1;
            if self.nodes.is_multiple_of(CHECK_EVERY) {
                self.control.report_steps(self.nodes);
                self.control.report_solutions(self.solutions);
                self.control.check()?;
            }
            self.across[depth] = queen.first();
            if last {
                self.solution()?;
                continue;
            }
            let attacks = Attacks {
                taken: attacks.taken | queen,
                falling: (attacks.falling | queen) << gap,
                rising: (attacks.rising | queen) >> gap,
            };
            let open = below & !(attacks.taken | attacks.falling | attacks.rising);
            if !open.is_empty() {
                self.descend(depth + 1, open, attacks)?;
            }
        }
        Ok(())
    }

    fn solution(&mut self) -> Result<(), Stopped> {
        self.solutions += 1;
        self.lines.place(&self.across, &mut self.placement);
        match (self.visit)(&self.placement) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped::Limit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Square};
    use crate::engine::native::plain;
    use crate::problem::Problem;

    #[test]
    fn the_list_and_the_nodes_are_those_of_the_plain_search() {
        let empty = |rows, columns| Problem::empty(Board::new(rows, columns).expect("small"));
        let mut given = empty(9, 9);
        given.place(Square::new(4, 6)).expect("inside");
        given.block(Square::new(0, 0)).expect("inside");
        let mut wrong = empty(4, 4);
        wrong.block(Square::new(0, 0)).expect("inside");
        wrong.place(Square::new(0, 0)).expect("inside");
        let sides = [
            (0, 0),
            (1, 1),
            (2, 2),
            (3, 3),
            (8, 8),
            (5, 8),
            (8, 5),
            (2, 70),
        ];
        let boards = sides.map(|(rows, columns)| empty(rows, columns));
        for problem in boards.into_iter().chain([given, wrong]) {
            let lines = Lines::new(&problem, "test").expect("small");
            type Search = fn(&Lines, &Control, &mut Visitor<'_>) -> Outcome;
            let list = |search: Search, limit: usize| {
                let mut shown = Vec::new();
                let outcome = search(&lines, &Control::unlimited(), &mut |placement| {
                    shown.push(placement.clone());
                    if shown.len() == limit {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                (shown, outcome)
            };
            for limit in [1, 3, usize::MAX] {
                assert_eq!(
                    list(enumerate, limit),
                    list(plain::enumerate, limit),
                    "{limit}"
                );
            }
        }
    }
}
