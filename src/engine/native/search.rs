//! What the textbook searches share: the tally of their cost and solutions, and one way to be an [`Engine`].
//!
//! A search takes a problem and a [`Tally`]. It tells the tally of each node, of each square it
//! tries and of each solution; the tally looks at the control and calls the visitor.

use std::ops::ControlFlow;

use crate::control::{Control, Stopped};
use crate::engine::{Effort, Engine, EngineError, Outcome, Visitor};
use crate::problem::Problem;
use crate::problem::reduce::TooManySquares;
use crate::solution::Placement;

/// A complete search that shows every solution to its tally.
pub(super) trait Search: Send + Sync {
    fn name(&self) -> String;

    /// Searches a problem whose givens do not contradict themselves.
    fn search(&self, problem: &Problem, tally: &mut Tally<'_>) -> Result<(), Halt>;
}

/// Why a search did not come to its end.
pub(super) enum Halt {
    Stopped(Stopped),
    Refused(EngineError),
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl From<EngineError> for Halt {
    fn from(error: EngineError) -> Self {
        Self::Refused(error)
    }
}

impl From<TooManySquares> for Halt {
    fn from(error: TooManySquares) -> Self {
        Self::Refused(error.into())
    }
}

impl<S: Search> Engine for S {
    fn name(&self) -> String {
        Search::name(self)
    }

    fn enumerate(
        &self,
        problem: &Problem,
        control: &Control,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome, EngineError> {
        Tally::new(control, Some(visit)).run(self, problem)
    }

    fn count(&self, problem: &Problem, control: &Control) -> Result<Outcome, EngineError> {
        Tally::new(control, None).run(self, problem)
    }
}

/// What a search has cost and found so far.
pub(super) struct Tally<'a> {
    control: &'a Control,
    visit: Option<&'a mut Visitor<'a>>,
    nodes: u64,
    tried: u64,
    solutions: u64,
    /// Steps since the control was looked at.
    steps: usize,
}

/// Steps between two looks at the control.
const CHECK_EVERY: usize = 1 << 12;

impl<'a> Tally<'a> {
    fn new(control: &'a Control, visit: Option<&'a mut Visitor<'a>>) -> Self {
        Self {
            control,
            visit,
            nodes: 0,
            tried: 0,
            solutions: 0,
            steps: 0,
        }
    }

    fn run(mut self, search: &impl Search, problem: &Problem) -> Result<Outcome, EngineError> {
        let ended = match problem.conflict() {
            Some(_) => Ok(()),
            None => search.search(problem, &mut self),
        };
        let stopped = match ended {
            Ok(()) => None,
            Err(Halt::Stopped(stopped)) => Some(stopped),
            Err(Halt::Refused(error)) => return Err(error),
        };
        Ok(Outcome {
            solutions: self.solutions.into(),
            stopped,
            effort: Effort {
                nodes: Some(self.nodes),
                tried: Some(self.tried),
                ..Effort::default()
            },
        })
    }

    /// A node of the search tree was entered.
    pub(super) fn node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        self.steps(1)
    }

    /// A square, or a whole board, is tried.
    pub(super) fn tried(&mut self) -> Result<(), Stopped> {
        self.tried += 1;
        self.steps(1)
    }

    /// Work was done that no other tally shows, in steps of some hundred instructions at most.
    pub(super) fn steps(&mut self, steps: usize) -> Result<(), Stopped> {
        self.steps += steps;
        if self.steps >= CHECK_EVERY {
            self.steps = 0;
            self.control.report_steps(self.nodes);
            self.control.report_solutions(self.solutions);
            self.control.check()?;
        }
        Ok(())
    }

    /// A solution was found; its placement is made only if somebody wants to see it.
    pub(super) fn solution(
        &mut self,
        placement: impl FnOnce() -> Placement,
    ) -> Result<(), Stopped> {
        self.solutions += 1;
        match &mut self.visit {
            Some(visit) => match visit(&placement()) {
                ControlFlow::Continue(()) => Ok(()),
                ControlFlow::Break(()) => Err(Stopped::Limit),
            },
            None => Ok(()),
        }
    }
}
