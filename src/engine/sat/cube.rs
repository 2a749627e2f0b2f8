//! One cube in a fresh small solver: its solutions come out one by one, up to a bound.

use std::ops::ControlFlow;

use crate::board::Square;
use crate::cnf::Lit;
use crate::control::{Control, Stopped};
use crate::encode::{Encoding, Numbering};
use crate::engine::EngineError;
use crate::problem::reduce::Residual;
use crate::sat::{Embedded, Mode, SolveError};

use super::blocking::load;

/// Shown the placed queens and the others of a solution, says whether to go on.
pub(super) type Found<'a> = dyn FnMut(&[Square], &[Square]) -> ControlFlow<()> + 'a;
/// The same from several threads at once.
pub(super) type FoundByMany<'a> = dyn Fn(&[Square], &[Square]) -> ControlFlow<()> + Sync + 'a;

/// A part of the search space.
pub(super) struct Cube {
    /// The problem with the cube's queens placed.
    pub(super) residual: Residual,
    /// Its solutions that are known already, without the placed queens: a cube that was cut after it had
    /// given some hands them down.
    pub(super) known: Vec<Vec<Square>>,
    /// How many cubes it stands for, once that is known.
    pub(super) weight: Option<u64>,
}

/// Why the search ends before all cubes are done.
pub(super) enum Halt {
    /// The control, or the visitor, wants no more.
    Stopped(Stopped),
    /// The engine failed.
    Failed(EngineError),
}

/// What a solver did on a cube.
#[derive(Default)]
pub(super) struct Work {
    /// Models that it gave.
    pub(super) models: u64,
    /// Clauses that block solutions.
    pub(super) blocked: u64,
    /// Clauses that it learned.
    pub(super) learned: u64,
    /// Whether it gave the last one; otherwise the bound was reached.
    pub(super) exhausted: bool,
}

impl Cube {
    /// The part with one more queen.
    pub(super) fn part(&self, queen: Square) -> Self {
        let with_queen = self.known.iter().filter(|known| known.contains(&queen));
        let without = |known: &Vec<Square>| {
            known
                .iter()
                .copied()
                .filter(|&square| square != queen)
                .collect()
        };
        Self {
            residual: self.residual.with_queen(queen),
            known: with_queen.map(without).collect(),
            weight: self.weight,
        }
    }

    /// Shows the solutions that are not yet known and adds them to these, until as many as `bound` are known.
    pub(super) fn enumerate(
        &mut self,
        (solver, encoding): (Embedded, &Encoding),
        bound: usize,
        control: &Control,
        work: &mut Work,
        found: &mut Found,
    ) -> Result<(), Halt> {
        let loaded = load(
            &self.residual,
            (solver, Mode::Incremental),
            encoding,
            control,
        );
        let mut solver = loaded.map_err(Halt::Failed)?.map_err(Halt::Stopped)?;
        let numbering = Numbering::new(&self.residual);
        let mut blocked: Vec<Lit> = Vec::new();
        for known in &self.known {
            let literal = |&square| numbering.literal(square).expect("a known queen was open");
            blocked.clear();
            blocked.extend(known.iter().map(|square| !literal(square)));
            solver.add_clause(&blocked);
            work.blocked += 1;
        }
        while self.known.len() < bound {
            let answer = solver.solve(&[], control);
            work.learned = solver.learned();
            let Some(model) = answer.map_err(halt)? else {
                work.exhausted = true;
                return Ok(());
            };
            work.models += 1;
            let queens: Vec<Square> = numbering.squares(&model).collect();
            blocked.clear();
            blocked.extend(numbering.queens(&model).iter().map(|&queen| !queen));
            solver.add_clause(&blocked);
            work.blocked += 1;
            let go_on = found(self.residual.placed(), &queens);
            self.known.push(queens);
            if go_on.is_break() {
                return Err(Halt::Stopped(Stopped::Limit));
            }
        }
        Ok(())
    }
}

fn halt(error: SolveError) -> Halt {
    match error {
        SolveError::Stopped(stopped) => Halt::Stopped(stopped),
        other => Halt::Failed(EngineError::Solve(other)),
    }
}
