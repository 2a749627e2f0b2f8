//! What makes a local search an [`Engine`](crate::engine::Engine): restarts until a solution is found
//! or the control stops it.
//!
//! A local search is incomplete. It finds one solution where there is one and it has luck and time;
//! it can neither count nor list, and where there is none it searches until the control stops it:
//! the answer is then "unknown", never "none". Only givens that contradict themselves are answered at
//! once, since that is read and not searched.

use crate::control::{Control, Stopped};
use crate::engine::{Effort, Engine, EngineError, Outcome, Visitor};
use crate::problem::Problem;
use crate::solution::Placement;

use super::collisions::Collisions;
use super::random::Random;

/// A local search over one queen a rank.
pub(super) trait LocalSearch: Send + Sync {
    const NAME: &'static str;

    /// One try from a new start: the square of each rank's queen, or `None` if it got stuck.
    fn attempt(
        &self,
        collisions: &mut Collisions,
        random: &mut Random,
        work: &mut Work<'_>,
    ) -> Result<Option<Vec<u32>>, Stopped>;
}

/// What a seed parameter is told to be.
pub(crate) const EXPECTED: &str = "a seed, a number below 2^64";

/// What a local search has done, over all its attempts.
pub(super) struct Work<'a> {
    control: &'a Control,
    tried: u64,
    moves: u64,
    checked: u64,
    /// Squares that may be tried.
    budget: u64,
}

/// Squares that a brief search tries for each queen that is missing, and at least.
const BRIEF: (u64, u64) = (1_000, 100_000);

/// Squares tried between two looks at the control.
const CHECK_EVERY: u64 = 1 << 12;

impl Work<'_> {
    /// Squares were looked at.
    pub(super) fn tried(&mut self, squares: usize) -> Result<(), Stopped> {
        self.tried += squares as u64;
        if self.tried - self.checked >= CHECK_EVERY {
            self.checked = self.tried;
            self.control.report_steps(self.moves);
            self.control.check()?;
            if self.tried > self.budget {
                return Err(Stopped::Limit);
            }
        }
        Ok(())
    }

    /// Queens changed their squares.
    pub(super) fn moved(&mut self, queens: u64) {
        self.moves += queens;
    }
}

impl<S: LocalSearch> Engine for Restarted<S> {
    fn name(&self) -> String {
        match self.seed {
            0 => S::NAME.to_owned(),
            seed => format!("{}:{seed}", S::NAME),
        }
    }

    fn enumerate(
        &self,
        _: &Problem,
        _: &Control,
        _: &mut Visitor<'_>,
    ) -> Result<Outcome, EngineError> {
        Err(EngineError::OneSolution { engine: S::NAME })
    }

    fn find(
        &self,
        problem: &Problem,
        control: &Control,
    ) -> Result<(Option<Placement>, Outcome), EngineError> {
        Ok(find_within(self, u64::MAX, problem, control))
    }
}

/// A local search with restarts, whose random choices follow from a seed.
pub struct Restarted<S> {
    search: S,
    seed: u64,
}

impl<S> Restarted<S> {
    pub(super) fn new(search: S, seed: u64) -> Self {
        Self { search, seed }
    }

    /// With the seed behind the colon; none is 0.
    pub(super) fn parse(search: S, text: Option<&str>) -> Option<Self> {
        let seed = text.map_or(Some(0), |text| text.parse().ok())?;
        Some(Self::new(search, seed))
    }
}

/// What a bounded search may try: so many squares for each queen that is missing, and at least.
pub(super) fn brief(problem: &Problem) -> u64 {
    let given = problem.queens().len() as u64;
    let missing = u64::from(problem.required_queens()).saturating_sub(given);
    (BRIEF.0 * missing).max(BRIEF.1)
}

/// Searches until `budget` squares were tried: [`Stopped::Limit`] if they bring no solution.
pub(super) fn find_within(
    local: &Restarted<impl LocalSearch>,
    budget: u64,
    problem: &Problem,
    control: &Control,
) -> (Option<Placement>, Outcome) {
    let mut work = Work {
        control,
        tried: 0,
        moves: 0,
        checked: 0,
        budget,
    };
    let mut restarts = 0;
    let result = if let Err(stopped) = control.check() {
        Err(stopped)
    } else if problem.conflict().is_some() {
        Ok(None)
    } else {
        restart(local, problem, &mut restarts, &mut work).map(Some)
    };
    let outcome = Outcome {
        solutions: u128::from(matches!(result, Ok(Some(_)))),
        stopped: result.as_ref().err().copied(),
        effort: Effort {
            tried: Some(work.tried),
            moves: Some(work.moves),
            restarts: Some(restarts),
            ..Effort::default()
        },
    };
    (result.ok().flatten(), outcome)
}

fn restart(
    local: &Restarted<impl LocalSearch>,
    problem: &Problem,
    restarts: &mut u64,
    work: &mut Work<'_>,
) -> Result<Placement, Stopped> {
    let mut collisions = Collisions::new(problem);
    let mut random = Random::new(local.seed);
    loop {
        collisions.reset();
        if let Some(across) = local.search.attempt(&mut collisions, &mut random, work)? {
            return Ok(collisions.placement(&across));
        }
        *restarts += 1;
    }
}
