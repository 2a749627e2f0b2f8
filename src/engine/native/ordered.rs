//! All solutions in lexicographic order, for listing: the plain search with a look two lines ahead.
//!
//! A square whose queen leaves one of the next two lines without a free square is no call. The tree, its order and
//! the nodes counted are those of the [plain search](super::plain): a child without children is one node, and below
//! a child that leaves nothing on the second line each of its own children is one. Solutions are shown in one
//! placement that is written over, as they are to be verified and printed at a small part of the cost of finding them.

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
    let all = &lines.lacking;
    let ahead = |from: &Line, to: Option<&Line>| Ahead {
        gap: to.map_or(0, |to| to.index - from.index),
        open: to.map(|to| M::narrow(to.open)),
    };
    let step = |depth: usize| {
        let (next, second) = (all.get(depth + 1), all.get(depth + 2));
        let next_line = next.unwrap_or(&all[depth]);
        [ahead(&all[depth], next), ahead(next_line, second)]
    };
    let mut search = Search {
        steps: (0..all.len()).map(step).collect(),
        lines,
        control,
        visit,
        across: vec![0; lines.lacking.len()],
        placement: Placement::new([]),
        nodes: 0,
        next_check: CHECK_EVERY,
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

/// A line to come, if there is one.
#[derive(Clone, Copy)]
struct Ahead<M> {
    /// The distance to it.
    gap: u32,
    open: Option<M>,
}

struct Search<'a, 'v, M> {
    /// Of each line the two behind it.
    steps: Vec<[Ahead<M>; 2]>,
    lines: &'a Lines,
    control: &'a Control,
    visit: &'a mut Visitor<'v>,
    across: Vec<u32>,
    placement: Placement,
    nodes: u64,
    /// The nodes at which the control is looked at.
    next_check: u64,
    solutions: u64,
}

/// The lines under attack, as seen from one line; falling diagonals move up a column from line to line.
#[derive(Clone, Copy)]
struct Attacks<M> {
    taken: M,
    falling: M,
    rising: M,
}

impl<M: Mask> Attacks<M> {
    fn and(self, queen: M) -> Self {
        Self {
            taken: self.taken | queen,
            falling: self.falling | queen,
            rising: self.rising | queen,
        }
    }

    fn moved(self, gap: u32) -> Self {
        Self {
            taken: self.taken,
            falling: self.falling << gap,
            rising: self.rising >> gap,
        }
    }

    fn free(self, open: M) -> M {
        open & !(self.taken | self.falling | self.rising)
    }
}

/// Nodes between two looks at the control; some ten microseconds.
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
        let [next, second] = self.steps[depth];
        while !free.is_empty() {
            let queen = free.lowest();
            free ^= queen;
            self.across[depth] = queen.first();
            self.nodes += 1;
            if self.nodes >= self.next_check {
                self.check()?;
            }
            let Some(below) = next.open else {
                self.solution()?;
                continue;
            };
            let attacks = attacks.and(queen).moved(next.gap);
            let below = attacks.free(below);
            if let Some(behind) = second.open
                && attacks.moved(second.gap).free(behind).is_empty()
            {
                self.nodes += u64::from(below.len());
            } else if !below.is_empty() {
                self.descend(depth + 1, below, attacks)?;
            }
        }
        Ok(())
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stopped> {
        self.next_check = self.nodes + CHECK_EVERY;
        self.control.report_steps(self.nodes);
        self.control.report_solutions(self.solutions);
        self.control.check()
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

    type Search = fn(&Lines, &Control, &mut Visitor<'_>) -> Outcome;

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
