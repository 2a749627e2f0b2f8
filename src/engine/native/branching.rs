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
    /// The open squares of each line, by depth; placed lines have none.
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

/// Where the search goes on.
#[derive(Clone, Copy)]
enum Choice {
    Dead,
    Solved,
    Line(usize),
    Column(u32),
}

/// What a pass over the lines sees: columns reached by at least so many of them.
struct Seen<M> {
    by_one: M,
    by_two: M,
    by_three: M,
    by_four: M,
    lines: usize,
    /// A line with one square, and a line with two.
    single: Option<usize>,
    double: Option<usize>,
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
        let mut open = vec![M::EMPTY; height];
        for line in &lines.lacking {
            open[line.index as usize] = M::narrow(line.open);
        }
        Self {
            height,
            square: lines.square,
            fans: fans(lines.width, height),
            open,
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
        self.open.resize(self.height * (lines + 1), M::EMPTY);
        let columns = self.open[..self.height]
            .iter()
            .fold(M::EMPTY, |all, &line| all | line);
        if self.square && columns.len() as usize != lines {
            // A column that lacks a queen and has no open square is a dead end.
            return Ok(());
        }
        let mut rest = Rest { lines, columns };
        let choice = self.choose_from(0, &mut rest);
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
            Choice::Line(line) => {
                let mut open = self.open[depth * self.height + line];
                while !open.is_empty() {
                    let queen = self.pick(open);
                    open ^= queen;
                    self.place_and_descend(depth, rest, line, queen.first(), found)?;
                }
                Ok(())
            }
            Choice::Column(column) => {
                for line in 0..self.height {
                    let open = self.open[depth * self.height + line];
                    if !(open >> column & M::narrow(1)).is_empty() {
                        self.place_and_descend(depth, rest, line, column, found)?;
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
        line: usize,
        column: u32,
        found: &mut Found<'_>,
    ) -> Result<(), Ended> {
        self.count_node()?;
        let from = depth * self.height;
        self.open
            .copy_within(from..from + self.height, from + self.height);
        self.place(depth + 1, &mut rest, line, column);
        let choice = self.choose_from(depth + 1, &mut rest);
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

    /// Takes what the queen attacks out of all lines.
    fn place(&mut self, depth: usize, rest: &mut Rest<M>, line: usize, column: u32) {
        let fan = column as usize * (2 * self.height - 1) + self.height - 1 - line;
        let fan = &self.fans[fan..fan + self.height];
        let open = &mut self.open[depth * self.height..][..self.height];
        for (open, &attacked) in open.iter_mut().zip(fan) {
            *open &= !attacked;
        }
        open[line] = M::EMPTY;
        self.across[line] = column;
        rest.lines -= 1;
        rest.columns &= !(M::narrow(1) << column);
    }

    /// Places the queens that have no choice, then says where to branch.
    fn choose_from(&mut self, depth: usize, rest: &mut Rest<M>) -> Choice {
        loop {
            if rest.lines == 0 {
                return Choice::Solved;
            }
            let open = &self.open[depth * self.height..][..self.height];
            let seen = see(open);
            if seen.lines < rest.lines || self.square && seen.by_one != rest.columns {
                return Choice::Dead;
            }
            let lonely = seen.by_one & !seen.by_two;
            if let Some(line) = seen.single {
                self.place(depth, rest, line, open[line].first());
            } else if self.square && !lonely.is_empty() {
                let column = lonely.first();
                let reaches = |open: &M| !(*open >> column & M::narrow(1)).is_empty();
                let line = open.iter().position(reaches).expect("a line reaches it");
                self.place(depth, rest, line, column);
            } else {
                return self.branch(depth, &seen);
            }
        }
    }

    fn branch(&mut self, depth: usize, seen: &Seen<M>) -> Choice {
        let open = &self.open[depth * self.height..][..self.height];
        let lacking = (0..open.len()).filter(|&line| !open[line].is_empty());
        match &mut self.ties {
            Ties::Natural => return Choice::Line(lacking.min().expect("a line lacks a queen")),
            Ties::First => {
                if let Some(line) = seen.double {
                    return Choice::Line(line);
                }
            }
            Ties::Random(_) => {}
        }
        let fewest = lacking.clone().map(|line| open[line].len()).min();
        let fewest = fewest.expect("a line lacks a queen");
        let pairs = seen.by_two & !seen.by_three;
        let triples = seen.by_three & !seen.by_four;
        if self.square && fewest > 2 && !pairs.is_empty() {
            return Choice::Column(self.pick(pairs).first());
        }
        if self.square && fewest > 3 && !triples.is_empty() {
            return Choice::Column(self.pick(triples).first());
        }
        let mut tied = lacking.filter(|&line| open[line].len() == fewest);
        match &mut self.ties {
            Ties::Random(state) => {
                let at = random_below(state, tied.clone().count());
                Choice::Line(tied.nth(at).expect("below their number"))
            }
            _ => Choice::Line(tied.next().expect("one has the fewest")),
        }
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

/// For each of `width` columns, and each distance from `1 - height` to `height - 1`, the columns attacked in the line there.
fn fans<M: Mask>(width: u32, height: usize) -> Vec<M> {
    let distances = |column: u32| {
        let height = i64::try_from(height).expect("at most 128");
        (1 - height..height).map(move |distance| {
            let away = u32::try_from(distance.unsigned_abs()).expect("at most 128");
            let up = column.checked_add(away).filter(|&at| at < width);
            let reached = [Some(column), up, column.checked_sub(away)];
            let reached = reached.into_iter().flatten();
            reached.fold(M::EMPTY, |all, at| all | M::narrow(1) << at)
        })
    };
    (0..width).flat_map(distances).collect()
}

fn see<M: Mask>(open: &[M]) -> Seen<M> {
    let (mut by_one, mut by_two, mut by_three, mut by_four) =
        (M::EMPTY, M::EMPTY, M::EMPTY, M::EMPTY);
    let (mut lines, mut single, mut double) = (0, None, None);
    for (at, &line) in open.iter().enumerate() {
        by_four |= by_three & line;
        by_three |= by_two & line;
        by_two |= by_one & line;
        by_one |= line;
        let but_one = line & !line.lowest();
        let but_two = but_one & !but_one.lowest();
        lines += usize::from(!line.is_empty());
        if but_two.is_empty() && !line.is_empty() {
            if but_one.is_empty() {
                single = Some(at);
            } else {
                double = Some(at);
            }
        }
    }
    Seen {
        by_one,
        by_two,
        by_three,
        by_four,
        lines,
        single,
        double,
    }
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
    fn a_fan_is_what_a_queen_attacks() {
        let fans = fans::<u64>(5, 3);
        // The queen on column 1: two lines above, one above, her own, one below, two below.
        assert_eq!(fans[5..10], [0b01010, 0b00111, 0b00010, 0b00111, 0b01010]);
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
