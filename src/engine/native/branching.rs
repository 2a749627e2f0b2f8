//! Search over rows *and* columns for boards with many blocked squares: the line with the fewest open
//! squares first, and no choice where there is none.
//!
//! Each state keeps the open squares of every line as a mask. A queen takes its attacks out of all of them;
//! the same pass counts, for all columns at once, whether one, two, three or four lines still reach them (bit-sliced
//! counters). A line or, on a square board, a column without an open square is a dead end; one
//! with a single square forces a queen. Otherwise the search branches on a line with the fewest squares, or on a
//! column if it has fewer. Cost: a pass over the lines for each queen; near the threshold of blocked boards 3 to 10 times fewer
//! nodes than with lines alone, and far fewer than in natural order. Nodes are the queens placed by choice, and the root.
//! Source: Bitner, Reingold, "Backtrack programming techniques", CACM 18, 1975 (fewest choices first), on both
//! directions as in Knuth's exact cover, "Dancing links", 2000; restarts as Gomes, Selman, Kautz, 1998.

use std::ops::ControlFlow;

use super::lines::Lines;
use super::mask::Mask;
use super::reach::{Seen, fans};
use crate::control::Stopped;

/// Why a search ended before its tree did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    Stopped(Stopped),
    /// The nodes allowed were used up.
    Budget,
}

/// How ties between lines, and the order of their squares, are decided.
pub(super) enum Ties {
    /// The first line, lowest square first.
    First,
    /// At random, by this seed.
    Random(u64),
    /// Lines in their order however many squares they have, so that solutions come in lexicographic order.
    Natural,
}

/// Shown the position across each line.
pub(super) type Found<'a> = dyn FnMut(&[u32]) -> ControlFlow<()> + 'a;

/// Nodes between two looks at the control, a power of two; below a millisecond.
const CHECK_EVERY: u64 = 1 << 10;

pub(super) struct Branching<'a, M> {
    /// Lines of the board to the last that lacks a queen.
    height: usize,
    square: bool,
    /// For each column what a queen there attacks in the lines around hers, hers in the middle.
    fans: Vec<M>,
    /// By depth, the lines that lack a queen, ascending, and the open squares of each.
    lacking: Vec<u8>,
    open: Vec<M>,
    /// Where the queen of each line stands.
    across: Vec<u32>,
    /// The lines that lack a queen at the start.
    lines: Vec<usize>,
    ties: Ties,
    stopped: &'a dyn Fn(u64, u64) -> Result<(), Stopped>,
    /// Nodes until the search gives up.
    pub(super) budget: u64,
    pub(super) nodes: u64,
    pub(super) solutions: u64,
}

/// What is left to do in a state.
#[derive(Clone, Copy)]
struct Rest<M> {
    lines: usize,
    columns: M,
}

/// Where the search goes on: lines are given by their place among those that lack a queen.
#[derive(Clone, Copy)]
enum Choice {
    Dead,
    Solved,
    Line(usize),
    Column(u32),
}

impl<'a, M: Mask> Branching<'a, M> {
    /// A search that reports to `stopped` its nodes and solutions, and ends when that fails.
    pub(super) fn new(
        lines: &Lines,
        ties: Ties,
        stopped: &'a dyn Fn(u64, u64) -> Result<(), Stopped>,
    ) -> Self {
        let height = lines
            .lacking
            .last()
            .map_or(0, |line| line.index as usize + 1);
        Self {
            height,
            square: lines.square,
            fans: fans(lines.width, height),
            lacking: lines.lacking.iter().map(|line| byte(line.index)).collect(),
            open: lines
                .lacking
                .iter()
                .map(|line| M::narrow(line.open))
                .collect(),
            across: vec![0; height],
            lines: lines
                .lacking
                .iter()
                .map(|line| line.index as usize)
                .collect(),
            ties,
            stopped,
            budget: u64::MAX,
            nodes: 0,
            solutions: 0,
        }
    }

    /// Shows every solution once.
    pub(super) fn run(&mut self, found: &mut Found<'_>) -> Result<(), Ended> {
        self.count_node()?;
        let lines = self.lines.len();
        let mut seen = Seen::NOTHING;
        for (at, &open) in self.open.iter().enumerate() {
            if open.is_empty() {
                return Ok(());
            }
            seen.line(at, open);
        }
        let columns = seen.by_one;
        if self.square && columns.len() as usize != lines {
            // A column that lacks a queen and has no open square is a dead end.
            return Ok(());
        }
        self.open.resize(self.height * (lines + 1), M::EMPTY);
        self.lacking.resize(self.height * (lines + 1), 0);
        let mut rest = Rest { lines, columns };
        let choice = self.choose(0, &mut rest, Some(seen));
        self.descend(0, rest, choice, found)
    }

    fn count_node(&mut self) -> Result<(), Ended> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            (self.stopped)(self.nodes, self.solutions).map_err(Ended::Stopped)?;
        }
        if self.nodes > self.budget {
            return Err(Ended::Budget);
        }
        Ok(())
    }

    fn descend(
        &mut self,
        depth: usize,
        rest: Rest<M>,
        choice: Choice,
        found: &mut Found<'_>,
    ) -> Result<(), Ended> {
        match choice {
            Choice::Dead => Ok(()),
            Choice::Solved => self.solution(found),
            Choice::Line(at) => {
                let mut open = self.open[depth * self.height + at];
                while !open.is_empty() {
                    let queen = self.pick(open);
                    open ^= queen;
                    self.place_and_descend(depth, rest, at, queen.first(), found)?;
                }
                Ok(())
            }
            Choice::Column(column) => {
                for at in 0..rest.lines {
                    let open = self.open[depth * self.height + at];
                    if !(open >> column & M::narrow(1)).is_empty() {
                        self.place_and_descend(depth, rest, at, column, found)?;
                    }
                }
                Ok(())
            }
        }
    }

    fn place_and_descend(
        &mut self,
        depth: usize,
        mut rest: Rest<M>,
        at: usize,
        column: u32,
        found: &mut Found<'_>,
    ) -> Result<(), Ended> {
        self.count_node()?;
        let seen = self.place([depth, depth + 1], &mut rest, at, column);
        let choice = self.choose(depth + 1, &mut rest, seen);
        self.descend(depth + 1, rest, choice, found)
    }

    fn solution(&mut self, found: &mut Found<'_>) -> Result<(), Ended> {
        self.solutions += 1;
        let across: Vec<u32> = self.lines.iter().map(|&line| self.across[line]).collect();
        match found(&across) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Ended::Stopped(Stopped::Limit)),
        }
    }

    /// Places a queen on the line `at` of one depth and writes what she leaves of the others to another, which may be the
    /// same; nothing is seen if a line is left without an open square.
    fn place(
        &mut self,
        [from, to]: [usize; 2],
        rest: &mut Rest<M>,
        at: usize,
        column: u32,
    ) -> Option<Seen<M>> {
        let (from, to) = (from * self.height, to * self.height);
        let placed = usize::from(self.lacking[from + at]);
        self.across[placed] = column;
        let fan = column as usize * (2 * self.height - 1) + self.height - 1 - placed;
        let fan = &self.fans[fan..fan + self.height];
        let mut seen = Seen::NOTHING;
        let mut kept = 0;
        for other in (0..rest.lines).filter(|&other| other != at) {
            let line = self.lacking[from + other];
            let open = self.open[from + other] & !fan[usize::from(line)];
            if open.is_empty() {
                return None;
            }
            self.lacking[to + kept] = line;
            self.open[to + kept] = open;
            seen.line(kept, open);
            kept += 1;
        }
        rest.lines = kept;
        rest.columns &= !(M::narrow(1) << column);
        Some(seen)
    }

    /// Places the queens that have no choice, then says where to branch.
    fn choose(&mut self, depth: usize, rest: &mut Rest<M>, seen: Option<Seen<M>>) -> Choice {
        let mut last = seen;
        loop {
            let Some(seen) = last else {
                return Choice::Dead;
            };
            if rest.lines == 0 {
                return Choice::Solved;
            }
            if self.square && seen.by_one != rest.columns {
                return Choice::Dead;
            }
            let open = &self.open[depth * self.height..][..rest.lines];
            let lonely = seen.by_one & !seen.by_two;
            let (at, column) = if let Some(at) = seen.single {
                (at, open[at].first())
            } else if self.square && !lonely.is_empty() {
                let column = lonely.first();
                let reaches = |open: &M| !(*open >> column & M::narrow(1)).is_empty();
                let at = open.iter().position(reaches).expect("a line reaches it");
                (at, column)
            } else {
                return self.branch(depth, rest.lines, &seen);
            };
            last = self.place([depth, depth], rest, at, column);
        }
    }

    fn branch(&mut self, depth: usize, lines: usize, seen: &Seen<M>) -> Choice {
        let open = &self.open[depth * self.height..][..lines];
        match (&self.ties, seen.double) {
            (Ties::Natural, _) => return Choice::Line(0),
            (Ties::First, Some(at)) => return Choice::Line(at),
            (Ties::First | Ties::Random(_), _) => {}
        }
        let fewest = open.iter().map(|open| open.len()).min();
        let fewest = fewest.expect("a line lacks a queen");
        let pairs = seen.by_two & !seen.by_three;
        let triples = seen.by_three & !seen.by_four;
        if self.square && fewest > 2 && !pairs.is_empty() {
            return Choice::Column(self.pick(pairs).first());
        }
        if self.square && fewest > 3 && !triples.is_empty() {
            return Choice::Column(self.pick(triples).first());
        }
        let open = &self.open[depth * self.height..][..lines];
        let mut tied = (0..lines).filter(|&at| open[at].len() == fewest);
        let chosen = match &mut self.ties {
            Ties::Random(state) => {
                let number = tied.clone().count();
                tied.nth(random_below(state, number))
            }
            Ties::First | Ties::Natural => tied.next(),
        };
        Choice::Line(chosen.expect("one has the fewest"))
    }

    /// One of some columns, as a set.
    fn pick(&mut self, columns: M) -> M {
        let Ties::Random(state) = &mut self.ties else {
            return columns.lowest();
        };
        let mut columns = columns;
        for _ in 0..random_below(state, columns.len() as usize) {
            columns ^= columns.lowest();
        }
        columns.lowest()
    }
}

fn byte(index: u32) -> u8 {
    u8::try_from(index).expect("lines are at most 128")
}

/// A number below `bound`, by SplitMix64 (Steele, Lea, Flood 2014); for ties, so its tiny bias does not matter.
fn random_below(state: &mut u64, bound: usize) -> usize {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^= mixed >> 31;
    let scaled = (u128::from(mixed) * bound as u128) >> 64;
    usize::try_from(scaled).expect("below the bound")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::problem::Problem;

    fn solutions(problem: &Problem, ties: Ties) -> (Vec<Vec<u32>>, u64) {
        let lines = Lines::new(problem, "test").expect("small");
        let mut found = Vec::new();
        let mut search = Branching::<u64>::new(&lines, ties, &|_, _| Ok(()));
        let ended = search.run(&mut |across| {
            found.push(across.to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(ended, Ok(()));
        assert_eq!(search.solutions, found.len() as u64);
        (found, search.nodes)
    }

    #[test]
    fn all_ways_to_decide_ties_find_the_same_solutions_and_natural_order_is_lexicographic() {
        for (n, count) in [1, 1, 0, 0, 2, 10, 4, 40, 92].into_iter().enumerate() {
            let problem = Problem::queens_on(u32::try_from(n).expect("small")).expect("small");
            let (natural, _) = solutions(&problem, Ties::Natural);
            assert_eq!(natural.len(), count, "n = {n}");
            assert!(natural.is_sorted());
            for ties in [Ties::First, Ties::Random(1), Ties::Random(2)] {
                let (mut found, _) = solutions(&problem, ties);
                found.sort();
                assert_eq!(found, natural, "n = {n}");
            }
        }
    }

    #[test]
    fn forced_queens_are_no_nodes() {
        // With a queen on b1 each of the other three lines of the board of 4 has one way out in turn.
        let mut problem = Problem::queens_on(4).expect("small");
        problem.place(Square::new(0, 1)).expect("inside");
        let (found, nodes) = solutions(&problem, Ties::First);
        assert_eq!((found, nodes), (vec![vec![3, 0, 2]], 1));
    }

    #[test]
    fn budgets_and_limits_end_a_search() {
        let problem = Problem::queens_on(8).expect("small");
        let lines = Lines::new(&problem, "test").expect("small");
        let mut search = Branching::<u128>::new(&lines, Ties::First, &|_, _| Ok(()));
        search.budget = 5;
        let ended = search.run(&mut |_| ControlFlow::Continue(()));
        assert_eq!((ended, search.nodes), (Err(Ended::Budget), 6));
        let mut search = Branching::<u128>::new(&lines, Ties::First, &|_, _| Ok(()));
        let ended = search.run(&mut |_| ControlFlow::Break(()));
        assert_eq!(ended, Err(Ended::Stopped(Stopped::Limit)));
        assert_eq!(search.solutions, 1);
    }
}
