//! Forced and impossible squares: in comes a problem, out comes whether it has exactly one completion,
//! on which squares every completion has a queen and on which none has.
//!
//! Each open square that no completion found so far has a queen on is asked for by an assumption; a model shows
//! as many possible squares as the board has rows, so few questions have to be put. A square is forced
//! if every other open square of its row (column, where columns are the shorter direction) is impossible.

use super::{ExplainError, formula};
use crate::board::{LineKind, Square};
use crate::cnf::{ClauseSink, Lit, Model};
use crate::constraint::groups;
use crate::control::{Control, Stopped};
use crate::encode::Numbering;
use crate::problem::Problem;
use crate::problem::reduce::Residual;
use crate::sat::varisat::{Mode, Varisat};

/// How many completions there are, as far as forced squares tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Completions {
    /// None.
    None,
    /// Exactly one.
    One,
    /// At least two.
    Several,
    /// At least one; the search was stopped.
    Some,
    /// Not known; the search was stopped.
    Unknown,
}

/// What all completions have in common. Placed queens are not listed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Squares {
    /// How many completions there are.
    pub completions: Completions,
    /// Squares on which every completion has a queen.
    pub forced: Vec<Square>,
    /// Squares that are open, but no completion has a queen there.
    pub impossible: Vec<Square>,
    /// Squares that some completion has a queen on and, as far as known, another has not.
    pub possible: Vec<Square>,
    /// Open squares that were not decided before the search was stopped.
    pub undecided: Vec<Square>,
    /// Why the search ended before all squares were decided, if it did.
    pub stopped: Option<Stopped>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Undecided,
    Possible,
    Impossible,
}

/// Decides every open square. [`Control::report_steps`] is told how many are decided.
///
/// # Errors
/// The problem is too large for the solver, or the solver failed. A search that the control stops is a
/// result, with the squares that are left over as [`Squares::undecided`].
pub fn squares(problem: &Problem, control: &Control) -> Result<Squares, ExplainError> {
    let residual = Residual::new(problem)?;
    let numbering = Numbering::new(&residual);
    let mut search = Search {
        numbering,
        status: Vec::new(),
        completions: Completions::Unknown,
        control,
    };
    let stopped = match search.run(&residual) {
        Err(ExplainError::Stopped(stopped)) => Some(stopped),
        other => {
            other?;
            None
        }
    };
    Ok(search.result(&residual, stopped))
}

struct Search<'a> {
    numbering: Numbering<'a>,
    /// One for each variable of a square.
    status: Vec<Status>,
    completions: Completions,
    control: &'a Control,
}

impl Search<'_> {
    fn run(&mut self, residual: &Residual) -> Result<(), ExplainError> {
        let mut solver = formula::load(residual, Mode::Incremental, self.control)?;
        let open = usize::try_from(self.numbering.len()).expect("the formula was loaded");
        self.status = vec![Status::Undecided; open];
        let Some(first) = formula::model(&mut solver, &[], self.control)? else {
            self.completions = Completions::None;
            self.status.fill(Status::Impossible);
            return Ok(());
        };
        self.completions = Completions::Some;
        let queens = self.note(&first);
        // The first completion has shown all it can, so it may be excluded for good.
        let others: Vec<Lit> = queens.into_iter().map(|queen| !queen).collect();
        solver.add_clause(&others);
        let Some(second) = formula::model(&mut solver, &[], self.control)? else {
            self.completions = Completions::One;
            self.rest_is_impossible();
            return Ok(());
        };
        self.completions = Completions::Several;
        self.note(&second);
        self.ask_for_each(&mut solver)
    }

    fn ask_for_each(&mut self, solver: &mut Varisat) -> Result<(), ExplainError> {
        let mut decided = 0;
        for (queen, _) in self.numbering.iter() {
            let index = queen.variable() as usize - 1;
            if self.status[index] == Status::Undecided {
                if let Some(model) = formula::model(solver, &[queen], self.control)? {
                    self.note(&model);
                } else {
                    self.status[index] = Status::Impossible;
                    solver.add_clause(&[!queen]);
                }
            }
            decided += 1;
            self.control.report_steps(decided);
        }
        Ok(())
    }

    /// The queens of a model, now known to be possible.
    fn note(&mut self, model: &Model) -> Vec<Lit> {
        let queens = self.numbering.queens(model);
        for queen in &queens {
            self.status[queen.variable() as usize - 1] = Status::Possible;
        }
        queens
    }

    fn rest_is_impossible(&mut self) {
        let undecided = self
            .status
            .iter_mut()
            .filter(|status| **status == Status::Undecided);
        undecided.for_each(|status| *status = Status::Impossible);
    }

    fn status(&self, square: Square) -> Status {
        let literal = self.numbering.literal(square);
        let index = literal.map(|literal| literal.variable() as usize - 1);
        let status = index.and_then(|index| self.status.get(index));
        status.copied().unwrap_or(Status::Undecided)
    }

    fn result(&self, residual: &Residual, stopped: Option<Stopped>) -> Squares {
        let mut result = Squares {
            completions: self.completions,
            forced: Vec::new(),
            impossible: Vec::new(),
            possible: Vec::new(),
            undecided: Vec::new(),
            stopped,
        };
        // Each open square lies on one of these lines, and each of them holds one queen.
        let board = residual.board();
        let kind = if board.rows() <= board.columns() {
            LineKind::Row
        } else {
            LineKind::Column
        };
        for group in groups(residual).filter(|group| group.line.kind() == kind) {
            let with = |status| {
                group
                    .squares
                    .iter()
                    .copied()
                    .filter(move |&square| self.status(square) == status)
            };
            let possible: Vec<Square> = with(Status::Possible).collect();
            let undecided: Vec<Square> = with(Status::Undecided).collect();
            result.impossible.extend(with(Status::Impossible));
            match possible[..] {
                [queen] if undecided.is_empty() => result.forced.push(queen),
                _ => result.possible.extend(possible),
            }
            result.undecided.extend(undecided);
        }
        for list in [
            &mut result.forced,
            &mut result.impossible,
            &mut result.possible,
            &mut result.undecided,
        ] {
            list.sort_unstable();
        }
        result
    }
}
