//! Refutation by unit propagation: in comes a problem, out comes how its rows and columns alone, without
//! any guess, show that it has no completion; or that they do not.
//!
//! A line that needs a queen and has one open square left gets its queen there; a line without an
//! open square is a contradiction. Rounds go breadth-first, so the first contradiction needs the
//! fewest of them; what it does not rest on is then dropped.

use std::collections::{BTreeSet, HashMap};

use super::{ExplainError, Given};
use crate::board::{Board, Line, Square};
use crate::constraint::{Bound, groups};
use crate::control::Control;
use crate::problem::Problem;
use crate::problem::reduce::Residual;

/// A queen that must stand where it does because its line has no other square left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) line: Line,
    pub(super) queen: Square,
    /// How many steps were known before the round of this one: what it may rest on.
    known: usize,
}

/// A chain of forced queens that ends in a line without a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refutation {
    /// The forced queens that the contradiction rests on, in order.
    pub(super) steps: Vec<Step>,
    /// The line that needs a queen and has no open square left.
    pub(super) line: Line,
    /// The givens that it rests on.
    pub(super) givens: BTreeSet<Given>,
}

/// Empty lines of one round that are traced back to find the shortest refutation.
const TRACED: usize = 50;

/// Tries to refute a problem whose givens do not contradict each other. `free` says which givens
/// cost nothing to rest on, such as blocked squares that are not up for discussion.
pub(super) fn refute(
    problem: &Problem,
    free: impl Fn(Given) -> bool,
    control: &Control,
) -> Result<Option<Refutation>, ExplainError> {
    let mut search = Propagation::new(problem, control)?;
    loop {
        control.check()?;
        let (empty, forced) = search.look();
        if !empty.is_empty() {
            let trace = Trace::new(&search, &free);
            let refutations = empty
                .into_iter()
                .take(TRACED)
                .map(|line| trace.back_from(line));
            return Ok(refutations.min_by_key(|r| (r.steps.len(), r.givens.len())));
        }
        if forced.is_empty() {
            return Ok(None);
        }
        search.place(&forced);
    }
}

/// The open squares while forced queens are placed.
struct Propagation<'a> {
    problem: &'a Problem,
    board: Board,
    open: Vec<Square>,
    /// Lines that still need a queen.
    wanting: Vec<Line>,
    steps: Vec<Step>,
    /// The forced queen on each line that has one.
    forced: HashMap<Line, usize>,
}

impl<'a> Propagation<'a> {
    fn new(problem: &'a Problem, control: &Control) -> Result<Self, ExplainError> {
        let residual = Residual::new(problem)?;
        control.check()?;
        let wanting = groups(&residual).filter(|group| group.bound == Bound::ExactlyOne);
        Ok(Self {
            problem,
            board: problem.board(),
            open: (0..).map_while(|rank| residual.select(rank)).collect(),
            wanting: wanting.map(|group| group.line).collect(),
            steps: Vec::new(),
            forced: HashMap::new(),
        })
    }

    /// The lines that want a queen without an open square, and those with a single one.
    fn look(&self) -> (Vec<Line>, Vec<(Line, Square)>) {
        let mut found: HashMap<Line, (u32, Square)> = HashMap::new();
        for &square in &self.open {
            for line in [Line::Row(square.row), Line::Column(square.column)] {
                found.entry(line).or_insert((0, square)).0 += 1;
            }
        }
        let mut empty = Vec::new();
        let mut single = Vec::new();
        for &line in &self.wanting {
            match found.get(&line) {
                None => empty.push(line),
                Some(&(1, square)) => single.push((line, square)),
                Some(_) => {}
            }
        }
        (empty, single)
    }

    /// Places the forced queens of one round. One that an earlier one attacks is left out: its line
    /// is empty in the next round.
    fn place(&mut self, forced: &[(Line, Square)]) {
        let known = self.steps.len();
        for &(line, queen) in forced {
            let lines = self.board.lines(queen);
            if lines.iter().any(|line| self.forced.contains_key(line)) {
                continue;
            }
            let step = self.steps.len();
            self.steps.push(Step { line, queen, known });
            self.forced.extend(lines.map(|line| (line, step)));
        }
        let taken = &self.forced;
        self.wanting.retain(|line| !taken.contains_key(line));
        let board = self.board;
        self.open.retain(|&square| {
            !board
                .lines(square)
                .iter()
                .any(|line| taken.contains_key(line))
        });
    }
}

/// Finds what a contradiction rests on.
struct Trace<'a, F> {
    search: &'a Propagation<'a>,
    queens: HashMap<Line, Square>,
    free: &'a F,
}

impl<'a, F: Fn(Given) -> bool> Trace<'a, F> {
    fn new(search: &'a Propagation<'a>, free: &'a F) -> Self {
        let board = search.board;
        let lines = |queen: Square| board.lines(queen).map(|line| (line, queen));
        Self {
            search,
            queens: search.problem.queens().flat_map(lines).collect(),
            free,
        }
    }

    /// The refutation that ends in `line`: its squares must be closed, and so must the other squares of
    /// each step that this needs, from the last step to the first.
    fn back_from(&self, line: Line) -> Refutation {
        let mut needed = Needed {
            steps: vec![false; self.search.steps.len()],
            givens: BTreeSet::new(),
        };
        self.close(line, None, self.search.steps.len(), &mut needed);
        for (index, step) in self.search.steps.iter().enumerate().rev() {
            if needed.steps[index] {
                self.close(step.line, Some(step.queen), step.known, &mut needed);
            }
        }
        let steps = self.search.steps.iter().zip(&needed.steps);
        Refutation {
            steps: steps
                .filter(|&(_, &used)| used)
                .map(|(&step, _)| step)
                .collect(),
            line,
            givens: needed.givens,
        }
    }

    /// Adds what closes every square of `line` but `except`: givens before steps, and of the givens
    /// greedily the one that closes most squares.
    fn close(&self, line: Line, except: Option<Square>, known: usize, needed: &mut Needed) {
        let mut closable: Vec<Vec<Given>> = Vec::new();
        for square in squares_of(line, self.search.board).filter(|&square| Some(square) != except) {
            let givens = self.givens_closing(square);
            if let Some(&free) = givens.iter().find(|&&given| (self.free)(given)) {
                needed.givens.insert(free);
            } else if !givens.is_empty() {
                closable.push(givens);
            } else {
                let mut steps = self.steps_closing(square, known);
                if !steps.clone().any(|step| needed.steps[step]) {
                    let step = steps
                        .next()
                        .expect("a square is closed by a given or a step");
                    needed.steps[step] = true;
                }
            }
        }
        // Where there is no choice, there is nothing to weigh.
        let single = closable.iter().filter(|givens| givens.len() == 1);
        needed.givens.extend(single.map(|givens| givens[0]));
        loop {
            closable.retain(|givens| givens.iter().all(|given| !needed.givens.contains(given)));
            let mut closes: HashMap<Given, usize> = HashMap::new();
            for &given in closable.iter().flatten() {
                *closes.entry(given).or_default() += 1;
            }
            // Ties go to the first square, so that the result does not depend on the map's order.
            let best = closes
                .into_iter()
                .max_by_key(|&(given, count)| (count, std::cmp::Reverse(given)));
            match best {
                Some((given, _)) => needed.givens.insert(given),
                None => break,
            };
        }
    }

    /// The givens that keep a queen from `square`.
    fn givens_closing(&self, square: Square) -> Vec<Given> {
        let blocked = self
            .search
            .problem
            .is_blocked(square)
            .then_some(Given::Blocked(square));
        let lines = self.search.board.lines(square);
        let queens = lines.iter().filter_map(|line| self.queens.get(line));
        blocked
            .into_iter()
            .chain(queens.map(|&queen| Given::Queen(queen)))
            .collect()
    }

    /// The steps among the first `known` whose queens attack `square`.
    fn steps_closing(&self, square: Square, known: usize) -> impl Iterator<Item = usize> + Clone {
        let lines = self.search.board.lines(square);
        let steps = lines.map(|line| self.search.forced.get(&line).copied());
        steps
            .into_iter()
            .flatten()
            .filter(move |&step| step < known)
    }
}

struct Needed {
    steps: Vec<bool>,
    givens: BTreeSet<Given>,
}

/// The squares of a row or column.
fn squares_of(line: Line, board: Board) -> impl Iterator<Item = Square> {
    let row = match line {
        Line::Row(row) => Some(row),
        _ => None,
    };
    let column = match line {
        Line::Column(column) => Some(column),
        _ => None,
    };
    let along_row = row
        .into_iter()
        .flat_map(move |row| (0..board.columns()).map(move |column| Square::new(row, column)));
    let along_column = column
        .into_iter()
        .flat_map(move |column| (0..board.rows()).map(move |row| Square::new(row, column)));
    along_row.chain(along_column)
}
