//! Seeded instances: in comes a recipe and a seed, out comes a [`Problem`], the same for ever.
//!
//! Every instance is determined by its recipe and one seed of 64 bits, through the key stream of
//! ChaCha20 and a rule of our own for ranges, both described where they are implemented
//! ([`Random`](crate::random::Random)). Instance k of a batch has the seed [`derived_seed`]`(batch seed, k)`. A [`Filter`] looks for the first
//! candidate that passes among the seeds [`candidate_seed`]`(instance seed, j)`, of which j = 0 is that seed
//! itself and the others belong to no other instance. So the recipe with the seed that [`Instance`] names gives the same problem again, without the batch,
//! the filter and the engine.
//!
//! ```
//! use queensat::{control::Control, engine, generate::{Batch, Filter, Origin, Recipe}};
//! let control = Control::unlimited();
//! let recipe = Recipe::Completion { n: 8, queens: 3, origin: Origin::Solution };
//! let batch = Batch { recipe, filter: Some(Filter::Single), seed: 1 };
//! let third = batch.instance(2, &*engine::parse("bitmask").unwrap(), &control).unwrap();
//! assert_eq!(third.problem.queens().len(), 3);
//! assert_eq!(recipe.instance(third.seed, &control).unwrap().problem, third.problem);
//! ```

mod blocked;
mod completion;
mod diagonals;

use std::ops::ControlFlow;

use crate::board::{Board, SideTooLong};
use crate::control::{Control, Stopped};
use crate::engine::{Engine, EngineError};
use crate::problem::Problem;
use crate::random::{candidate_seed, derived_seed};

pub use blocked::{THRESHOLD_OPEN_PER_ROW, blocked};
pub use completion::{Origin, completion};
pub use diagonals::{Diagonals, ExcludedDiagonal, diagonals};

/// What to generate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Recipe {
    /// A board with placed queens; see [`completion`].
    Completion {
        /// Rows and columns.
        n: u32,
        /// Placed queens.
        queens: u32,
        /// Where they come from.
        origin: Origin,
    },
    /// A board with blocked squares; see [`blocked`].
    Blocked {
        /// Rows and columns.
        n: u32,
        /// Expected open squares a row, usually [`THRESHOLD_OPEN_PER_ROW`].
        open_per_row: f64,
    },
    /// A board with excluded diagonals; see [`diagonals`].
    Diagonals {
        /// Rows and columns.
        n: u32,
        /// How many; as many as possible if `None`.
        number: Option<u32>,
    },
}

impl Recipe {
    /// The instance of this seed.
    ///
    /// # Errors
    /// Those of [`completion`], [`blocked`] and [`diagonals`].
    pub fn instance(&self, seed: u64, control: &Control) -> Result<Instance, GenerateError> {
        let mut excluded = Vec::new();
        let problem = match *self {
            Self::Completion { n, queens, origin } => completion(n, queens, origin, seed, control)?,
            Self::Blocked { n, open_per_row } => blocked(n, open_per_row, seed, control)?,
            Self::Diagonals { n, number } => {
                let made = diagonals(n, number, seed, control)?;
                excluded = made.excluded;
                made.problem
            }
        };
        Ok(Instance {
            problem,
            excluded,
            seed,
            candidates: 1,
        })
    }
}

/// A generated instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The problem.
    pub problem: Problem,
    /// The excluded diagonals in their order; empty for other recipes.
    pub excluded: Vec<ExcludedDiagonal>,
    /// The seed that gives this instance without a filter.
    pub seed: u64,
    /// How many candidates the filter looked at, this one included.
    pub candidates: u64,
}

/// Which instances are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    /// At least one completion.
    Satisfiable,
    /// No completion.
    Unsatisfiable,
    /// Exactly one completion.
    Single,
}

impl Filter {
    /// Whether `problem` is wanted. Looks for no more than two completions.
    ///
    /// # Errors
    /// The engine cannot work on the problem, or the control stops it.
    pub fn passes(
        self,
        problem: &Problem,
        engine: &dyn Engine,
        control: &Control,
    ) -> Result<bool, GenerateError> {
        if self != Self::Single {
            let (found, outcome) = engine.find(problem, control)?;
            return match (found, outcome.stopped) {
                (None, Some(stopped)) => Err(stopped.into()),
                (found, _) => Ok(found.is_some() == (self == Self::Satisfiable)),
            };
        }
        let mut completions = 0;
        let outcome = engine.enumerate(problem, control, &mut |_| {
            completions += 1;
            if completions < 2 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
        match outcome.stopped {
            Some(stopped) if completions < 2 => Err(stopped.into()),
            _ => Ok(completions == 1),
        }
    }
}

/// Instances of one recipe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Batch {
    /// What to generate.
    pub recipe: Recipe,
    /// Which instances are wanted; all if `None`.
    pub filter: Option<Filter>,
    /// The seed that those of the instances are derived from.
    pub seed: u64,
}

impl Batch {
    /// Instance `index` of the batch, from 0; no other needs to be made for it. Where nothing passes
    /// the filter, only `control` ends the search.
    ///
    /// # Errors
    /// Those of the recipe, an engine that cannot work on a candidate, or a control that stops.
    pub fn instance(
        &self,
        index: u64,
        engine: &dyn Engine,
        control: &Control,
    ) -> Result<Instance, GenerateError> {
        let seed = derived_seed(self.seed, index);
        let mut candidates = 0;
        loop {
            control.check()?;
            let candidate = candidate_seed(seed, candidates);
            let instance = self.recipe.instance(candidate, control)?;
            let passes = match self.filter {
                Some(filter) => filter.passes(&instance.problem, engine, &control.child(None))?,
                None => true,
            };
            candidates += 1;
            control.report_steps(candidates);
            if passes {
                return Ok(Instance {
                    candidates,
                    ..instance
                });
            }
        }
    }
}

/// Why an instance was not generated.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// The board is too long.
    #[error(transparent)]
    SideTooLong(#[from] SideTooLong),
    /// The board is too large for lists of its squares.
    #[error(
        "boards with blocked or random squares are generated up to {limit} rows, found {found}"
    )]
    TooLarge {
        /// The most rows.
        limit: u32,
        /// Those asked for.
        found: u32,
    },
    /// More queens than fit.
    #[error("a board of {n} rows holds at most {n} queens, found {queens}")]
    TooManyQueens {
        /// Queens asked for.
        queens: u32,
        /// Rows of the board.
        n: u32,
    },
    /// A solution was wanted of a board without one.
    #[error("the board of {0} rows has no solution to take queens from; choose random placements")]
    NoSolution(u32),
    /// Random placements ended early each time.
    #[error(
        "no {queens} queens found place on a board of {n} rows in {tries} tries; ask for fewer, or for queens of a solution"
    )]
    NoPlacement {
        /// Queens asked for.
        queens: u32,
        /// Rows of the board.
        n: u32,
        /// Tries.
        tries: u32,
    },
    /// The sequence of diagonals is shorter.
    #[error(
        "{wanted} diagonals were asked for, but with this seed only {possible} can be excluded"
    )]
    TooFewDiagonals {
        /// Diagonals asked for.
        wanted: u32,
        /// Diagonals of the maximal sequence.
        possible: u32,
    },
    /// No number of squares.
    #[error("expected a number of open squares a row, at least 0, found {0}")]
    OpenPerRow(f64),
    /// The control stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The engine of the filter cannot work on the instance.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// The longest side of a board whose squares are listed one by one: 16.8 million squares.
const LONGEST_SIDE: u32 = 4096;

fn check_side(n: u32) -> Result<Board, GenerateError> {
    if n > LONGEST_SIDE {
        return Err(GenerateError::TooLarge {
            limit: LONGEST_SIDE,
            found: n,
        });
    }
    Ok(Board::new(n.into(), n.into())?)
}
