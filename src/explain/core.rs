//! A minimal set of givens that already excludes every completion: in comes a problem and an engine, out
//! comes a set of which no member can be spared.
//!
//! The set is found by deletion: some members are dropped, the rest is solved afresh, and the drop
//! stands if there is still no completion. Members go one at a time at first; after each drop that
//! stands twice as many are tried, after each that does not half as many (the progression of
//! Marques-Silva, Janota & Belov, "Minimal sets over monotone predicates in Boolean formulae", CAV
//! 2013). Deletion starts from all givens and not, as QuickXplain, from few, because the givens make
//! the problem small: of 2547 rows with 2537 queens a check without one of them sees eleven rows, a
//! check of a few queens alone would see 6.5 million squares.
//!
//! Members go in random order, which the seed 0 decides. Neighbours in a structured board open squares that
//! overlap: with some dozens of them dropped together, what is left has too few columns for its rows, which
//! solvers can only count out (on the board above in hours; in random order no check takes seconds).

use std::collections::BTreeSet;

use super::{ExplainError, Given, propagate};
use crate::control::{Control, Stopped};
use crate::engine::Engine;
use crate::problem::reduce::Residual;
use crate::problem::{Conflict, Problem};
use crate::random::Random;
use crate::solution::{Solution, verify};

/// Which givens may be members of the set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Candidates {
    /// The placed queens; blocked squares stay as they are.
    #[default]
    Queens,
    /// The placed queens and the blocked squares; blocked ones are dropped first.
    QueensAndBlocked,
}

/// A set of givens that excludes every completion.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Core {
    /// The members: queens in row-major order, then blocked squares.
    pub members: Vec<Given>,
    /// How many givens could have been members.
    pub candidates: usize,
    /// Whether every member was shown to be needed: without it the rest has a completion.
    pub minimal: bool,
    /// The problems solved.
    pub checks: u64,
    /// Why the search ended before the set was minimal, if it did.
    pub stopped: Option<Stopped>,
}

/// What was found out about a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It has a completion.
    Completable(Solution),
    /// It has none, and these givens are why.
    Excluded(Core),
    /// The control ended the search for a completion.
    Unknown(Stopped),
}

/// Looks for a completion and, if there is none, for a minimal set of givens that excludes all: no member can
/// be spared. Smaller sets of other givens may exist.
///
/// Of givens that contradict themselves the deletion starts from the first attacking pair, or the queen on a
/// blocked square. A part of these can exclude every completion for another reason, as a corner queen
/// on six rows does; on boards where that check would be of more than 128 x 128 squares it is not
/// made, and the set is not called minimal.
///
/// [`Control::report_steps`] is told how many candidates are decided. A search that the control stops
/// gives the set it had come to, which excludes every completion but may not be minimal.
///
/// # Errors
/// The engine cannot work on the problem, or gives a board that is no completion.
pub fn core(
    problem: &Problem,
    candidates: Candidates,
    engine: &dyn Engine,
    control: &Control,
) -> Result<Finding, ExplainError> {
    let all = members(problem, candidates);
    let total = all.len();
    let mut deletion = Deletion {
        problem,
        candidates,
        engine,
        control,
        checks: 0,
    };
    let start = if let Some(conflict) = problem.conflict() {
        let members = contradiction(conflict, candidates);
        if problem.board().squares() > LARGEST_ALMOST_EMPTY {
            return Ok(Finding::Excluded(Core {
                members,
                candidates: total,
                minimal: false,
                checks: 0,
                stopped: None,
            }));
        }
        members
    } else {
        match deletion.check(&all, &[])? {
            Check::Completion(solution) => return Ok(Finding::Completable(solution)),
            Check::Stopped(stopped) => return Ok(Finding::Unknown(stopped)),
            Check::None => {}
        }
        match deletion.start(&all) {
            Ok(start) => start,
            Err(ExplainError::Stopped(_)) => all,
            Err(error) => return Err(error),
        }
    };
    let (mut members, stopped) = deletion.run(start, total)?;
    members.sort_unstable();
    Ok(Finding::Excluded(Core {
        members,
        candidates: total,
        minimal: stopped.is_none(),
        checks: deletion.checks,
        stopped,
    }))
}

/// The problem with only these members, and with the blocked squares if they are no candidates.
pub(super) fn reduced_to(
    problem: &Problem,
    candidates: Candidates,
    members: impl Iterator<Item = Given>,
) -> Problem {
    let mut reduced = Problem::empty(problem.board());
    let fixed = problem.blocked().map(Given::Blocked);
    for given in members.chain(fixed.filter(|_| candidates == Candidates::Queens)) {
        match given {
            Given::Queen(square) => reduced.place(square),
            Given::Blocked(square) => reduced.block(square),
        }
        .expect("a given of the same board");
    }
    reduced
}

/// The candidates in random order: queens, then blocked squares. Deletion takes them from the end.
fn members(problem: &Problem, candidates: Candidates) -> Vec<Given> {
    let mut random = Random::new(SEED);
    let mut members: Vec<Given> = problem.queens().map(Given::Queen).collect();
    random.shuffle(&mut members);
    if candidates == Candidates::QueensAndBlocked {
        let mut blocked: Vec<Given> = problem.blocked().map(Given::Blocked).collect();
        random.shuffle(&mut blocked);
        members.append(&mut blocked);
    }
    members
}

fn contradiction(conflict: Conflict, candidates: Candidates) -> Vec<Given> {
    match (conflict, candidates) {
        (Conflict::Attack(a, b), _) => vec![Given::Queen(a), Given::Queen(b)],
        (Conflict::OnBlocked(square), Candidates::Queens) => vec![Given::Queen(square)],
        (Conflict::OnBlocked(square), Candidates::QueensAndBlocked) => {
            vec![Given::Queen(square), Given::Blocked(square)]
        }
    }
}

/// Decides the order of the deletion.
const SEED: u64 = 0;

/// Rows times columns up to which a set found by propagation is a better start than all givens.
const SMALL_RESIDUAL: usize = 64 * 64;

/// Squares of a board up to which the board without any but one or two givens is solved.
const LARGEST_ALMOST_EMPTY: u64 = 128 * 128;

enum Check {
    Completion(Solution),
    None,
    Stopped(Stopped),
}

struct Deletion<'a> {
    problem: &'a Problem,
    candidates: Candidates,
    engine: &'a dyn Engine,
    control: &'a Control,
    checks: u64,
}

impl Deletion<'_> {
    /// Solves the problem with only these members.
    fn check(&mut self, members: &[Given], more: &[Given]) -> Result<Check, ExplainError> {
        if let Err(stopped) = self.control.check() {
            return Ok(Check::Stopped(stopped));
        }
        self.checks += 1;
        let members = members.iter().chain(more).copied();
        let problem = reduced_to(self.problem, self.candidates, members);
        let (found, outcome) = self.engine.find(&problem, &self.control.child(None))?;
        match (found, outcome.stopped) {
            (Some(placement), _) => match verify(&problem, &placement) {
                Ok(solution) => Ok(Check::Completion(solution)),
                Err(violation) => Err(ExplainError::Lie {
                    engine: self.engine.name(),
                    violation,
                }),
            },
            (None, Some(stopped)) => Ok(Check::Stopped(stopped)),
            (None, None) => Ok(Check::None),
        }
    }

    /// A set to start from: what propagation needs, if it refutes and what is left is small.
    fn start(&self, all: &[Given]) -> Result<Vec<Given>, ExplainError> {
        let is_candidate = |given| match given {
            Given::Queen(_) => true,
            Given::Blocked(_) => self.candidates == Candidates::QueensAndBlocked,
        };
        let refutation =
            propagate::refute(self.problem, |given| !is_candidate(given), self.control)?;
        let Some(refutation) = refutation else {
            return Ok(all.to_vec());
        };
        let givens: BTreeSet<Given> = refutation.givens;
        let start: Vec<Given> = givens
            .into_iter()
            .filter(|&given| is_candidate(given))
            .collect();
        let reduced = reduced_to(self.problem, self.candidates, start.iter().copied());
        let residual = Residual::new(&reduced)?;
        let small = residual.rows().len() * residual.columns().len() <= SMALL_RESIDUAL;
        Ok(if small { start } else { all.to_vec() })
    }

    /// Drops members from the end of `open` until all that remain are known to be needed.
    fn run(
        &mut self,
        mut open: Vec<Given>,
        total: usize,
    ) -> Result<(Vec<Given>, Option<Stopped>), ExplainError> {
        let mut needed = Vec::new();
        let mut chunk = 1;
        while !open.is_empty() {
            self.control.report_steps((total - open.len()) as u64);
            let tail = open.len().saturating_sub(chunk);
            match self.check(&open[..tail], &needed)? {
                Check::None => {
                    open.truncate(tail);
                    chunk *= 2;
                }
                Check::Completion(solution) => {
                    // A completion that lacks a single member shows that this one is needed, however
                    // many were dropped.
                    let lacked = |&index: &usize| !agrees(&solution, open[index]);
                    let mut lacked = (tail..open.len()).filter(lacked);
                    match (lacked.next(), lacked.next()) {
                        (Some(index), None) => needed.push(open.remove(index)),
                        (Some(_), Some(_)) => {}
                        // A completion of what was said to have none.
                        (None, _) => return Err(ExplainError::Contradiction(self.engine.name())),
                    }
                    chunk = (chunk / 2).max(1);
                }
                Check::Stopped(stopped) => {
                    needed.extend(open);
                    return Ok((needed, Some(stopped)));
                }
            }
        }
        self.control.report_steps(total as u64);
        Ok((needed, None))
    }
}

/// Whether a solution has the given queen, or leaves the blocked square empty.
fn agrees(solution: &Solution, given: Given) -> bool {
    let occupied = |square| solution.queens().binary_search(&square).is_ok();
    match given {
        Given::Queen(square) => occupied(square),
        Given::Blocked(square) => !occupied(square),
    }
}
