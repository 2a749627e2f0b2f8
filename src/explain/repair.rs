//! The smallest repair: in comes a problem without completion, out comes how few placed queens must go
//! so that the rest has one, which, and the board.
//!
//! For k = 0, 1, 2, .. the whole board is encoded afresh with the placed queens as wishes, of which at most k
//! may be denied; the first k with a model is the smallest. A square that more than k placed queens
//! attack cannot hold a queen then, so it is left out beforehand: on 2547 rows with 2537 queens 12,804
//! of 6.5 million squares remain for k = 1, and 816,745 for k = 2. Each k without a model is a proof
//! that the solver must find, so large repairs of large boards end by the [`Control`], with bounds.
//!
//! On small boards a repair of which no queen could stay besides is found first: it is the upper bound.

use super::{ExplainError, formula};
use crate::board::{Board, Line, Square};
use crate::cnf::{Lit, Model};
use crate::control::{Control, Stopped};
use crate::encode::Numbering;
use crate::problem::Problem;
use crate::problem::reduce::Residual;
use crate::sat::varisat::{Mode, Varisat};

/// A completion of most of the placed queens.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Repaired {
    /// The placed queens that are not on the board, in row-major order.
    pub removed: Vec<Square>,
    /// The queens of the board, in row-major order.
    pub queens: Vec<Square>,
}

/// How many placed queens must be removed so that the rest has a completion.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Repair {
    /// At least so many: fewer were shown not to do.
    pub at_least: usize,
    /// The best repair found; its removed queens are enough.
    pub best: Option<Repaired>,
    /// Whether no repair exists, since the blocked squares or the board itself exclude every solution.
    pub impossible: bool,
    /// Why the search ended before the smallest repair was known, if it did.
    pub stopped: Option<Stopped>,
}

impl Repair {
    /// Whether [`best`](Self::best) is proved to remove as few queens as possible.
    pub fn is_smallest(&self) -> bool {
        self.best
            .as_ref()
            .is_some_and(|best| best.removed.len() == self.at_least)
    }

    /// At most so many need to be removed, if any repair is known.
    pub fn at_most(&self) -> Option<usize> {
        self.best.as_ref().map(|best| best.removed.len())
    }
}

/// Squares up to which the whole board is solved for an upper bound.
const SMALL_BOARD: u64 = 10_000;

/// Finds a smallest repair, or bounds on it if the control stops the search. A problem with a
/// completion needs no removal. [`Control::report_steps`] is told the lower bound.
///
/// # Errors
/// The board has more squares than can be numbered, or the solver failed.
pub fn repair(problem: &Problem, control: &Control) -> Result<Repair, ExplainError> {
    let mut repair = Repair {
        at_least: 0,
        best: None,
        impossible: false,
        stopped: None,
    };
    match search(problem, &mut repair, control) {
        Err(ExplainError::Stopped(stopped)) => repair.stopped = Some(stopped),
        other => other?,
    }
    Ok(repair)
}

fn search(problem: &Problem, repair: &mut Repair, control: &Control) -> Result<(), ExplainError> {
    let queens = problem.queens().len();
    if problem.board().squares() <= SMALL_BOARD {
        keep_what_can_stay(problem, repair, control)?;
    }
    while !repair.impossible && !repair.is_smallest() {
        control.report_steps(repair.at_least as u64);
        if let Some(found) = with_removed(problem, repair.at_least, control)? {
            repair.best = Some(found);
        } else if repair.at_least < queens {
            repair.at_least += 1;
        } else {
            repair.impossible = true;
        }
    }
    Ok(())
}

/// Starts from the placed queens that some solution has and adds the others one by one, as long as
/// there is a completion. What is left out then cannot stay besides, though another choice may be better.
fn keep_what_can_stay(
    problem: &Problem,
    repair: &mut Repair,
    control: &Control,
) -> Result<(), ExplainError> {
    let board = Residual::restricted(problem.board(), |square| !problem.is_blocked(square))?;
    let numbering = Numbering::new(&board);
    let mut solver = formula::load(&board, Mode::Incremental, control)?;
    let Some(mut shown) = formula::model(&mut solver, &[], control)? else {
        repair.impossible = true;
        return Ok(());
    };
    let wishes = || {
        problem
            .queens()
            .filter_map(|queen| numbering.literal(queen))
    };
    for wish in wishes() {
        repair.best = Some(repaired(problem, numbering, &shown));
        if !shown.satisfies(wish) {
            let kept = wishes().filter(|&queen| queen == wish || shown.satisfies(queen));
            let kept: Vec<Lit> = kept.collect();
            shown = formula::model(&mut solver, &kept, control)?.unwrap_or(shown);
        }
    }
    repair.best = Some(repaired(problem, numbering, &shown));
    Ok(())
}

/// A completion that lacks at most `removed` of the placed queens.
fn with_removed(
    problem: &Problem,
    removed: usize,
    control: &Control,
) -> Result<Option<Repaired>, ExplainError> {
    let attacks = Attacks::of(problem);
    let is_open = |square| !problem.is_blocked(square) && attacks.on(square) <= removed;
    let residual = Residual::restricted(problem.board(), is_open)?;
    let numbering = Numbering::new(&residual);
    let denied: Vec<Lit> = problem
        .queens()
        .filter_map(|queen| Some(!numbering.literal(queen)?))
        .collect();
    // Queens on squares that were left out are denied already.
    let Some(bound) = removed.checked_sub(problem.queens().len() - denied.len()) else {
        return Ok(None);
    };
    let mut solver: Varisat = formula::load(&residual, Mode::OneShot, control)?;
    formula::at_most(&denied, bound, &mut solver);
    let model = formula::model(&mut solver, &[], control)?;
    Ok(model.map(|model| repaired(problem, numbering, &model)))
}

fn repaired(problem: &Problem, numbering: Numbering<'_>, model: &Model) -> Repaired {
    let board = numbering.decode(model);
    let stands = |queen: &Square| board.queens().binary_search(queen).is_ok();
    Repaired {
        removed: problem.queens().filter(|queen| !stands(queen)).collect(),
        queens: board.queens().to_vec(),
    }
}

/// How many placed queens stand on each line.
struct Attacks<'a> {
    problem: &'a Problem,
    board: Board,
    rows: Vec<usize>,
    columns: Vec<usize>,
    falling: Vec<usize>,
    rising: Vec<usize>,
}

impl<'a> Attacks<'a> {
    fn of(problem: &'a Problem) -> Self {
        let board = problem.board();
        let none = |lines: u32| vec![0; lines as usize];
        let mut attacks = Self {
            problem,
            board,
            rows: none(board.rows()),
            columns: none(board.columns()),
            falling: none(board.diagonals()),
            rising: none(board.diagonals()),
        };
        for queen in problem.queens() {
            for line in board.lines(queen) {
                *attacks.queens_on(line) += 1;
            }
        }
        attacks
    }

    fn queens_on(&mut self, line: Line) -> &mut usize {
        match line {
            Line::Row(index) => &mut self.rows[index as usize],
            Line::Column(index) => &mut self.columns[index as usize],
            Line::Falling(index) => &mut self.falling[index as usize],
            Line::Rising(index) => &mut self.rising[index as usize],
        }
    }

    /// How many placed queens attack `square`; one on the square itself does not.
    fn on(&self, square: Square) -> usize {
        let lines = self.rows[square.row as usize]
            + self.columns[square.column as usize]
            + self.falling[self.board.falling(square) as usize]
            + self.rising[self.board.rising(square) as usize];
        // The queen on the square was counted on each of its four lines.
        if self.problem.has_queen(square) {
            lines - 4
        } else {
            lines
        }
    }
}
