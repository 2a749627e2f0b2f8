//! When to stop: a deadline and a cancellation flag, with running tallies for whoever watches.
//!
//! Comes in: a time limit, Ctrl-C. Goes out: [`Control::check`], which every long computation calls
//! now and then. A clone shares its state with the original, so one handle may sit in a signal
//! handler and another in a solver.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Why a computation ended before its natural end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stopped {
    /// The deadline passed.
    #[error("the time limit was reached")]
    Deadline,
    /// Somebody cancelled: Ctrl-C, or a rival that answered first.
    #[error("interrupted")]
    Cancelled,
    /// The caller wanted no further solution.
    #[error("the limit on the number of solutions was reached")]
    Limit,
    /// A solver ended without a verdict, by a limit of its own.
    #[error("the solver gave up without a verdict")]
    GaveUp,
}

#[derive(Debug, Default)]
struct State {
    /// The computation that this one is a part of.
    parent: Option<Control>,
    deadline: Option<Instant>,
    cancelled: AtomicBool,
    solutions: AtomicU64,
    steps: AtomicU64,
}

/// A shared handle on one computation's deadline, cancellation flag and tallies.
#[derive(Clone, Debug)]
pub struct Control {
    state: Arc<State>,
    threads: NonZeroUsize,
}

impl Default for Control {
    fn default() -> Self {
        Self::unlimited()
    }
}

impl Control {
    /// Never stops by itself; may still be cancelled.
    pub fn unlimited() -> Self {
        Self::from_state(State::default())
    }

    fn from_state(state: State) -> Self {
        Self {
            state: Arc::new(state),
            threads: NonZeroUsize::MIN,
        }
    }

    /// The same handle for engines that may use this many threads; 0 counts as 1, which is what every
    /// new control has.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self {
            threads: NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
            ..self
        }
    }

    /// How many threads an engine may use, the caller's among them.
    pub fn threads(&self) -> usize {
        self.threads.get()
    }

    /// Stops once `limit` has passed from now. A limit too far to represent is no limit.
    pub fn with_timeout(limit: Duration) -> Self {
        Self::from_state(State {
            deadline: Instant::now().checked_add(limit),
            ..State::default()
        })
    }

    /// A timeout if there is one.
    pub fn new(limit: Option<Duration>) -> Self {
        limit.map_or_else(Self::unlimited, Self::with_timeout)
    }

    /// A control with a time limit and tallies of its own that stops with this one, too, and may be
    /// cancelled alone. It may use one thread.
    #[must_use]
    pub fn child(&self, limit: Option<Duration>) -> Self {
        let own = limit.and_then(|limit| Instant::now().checked_add(limit));
        let deadline = own.into_iter().chain(self.state.deadline).min();
        Self::from_state(State {
            parent: Some(self.clone()),
            deadline,
            ..State::default()
        })
    }

    /// Asks everything that shares this handle to stop.
    pub fn cancel(&self) {
        self.state.cancelled.store(true, Relaxed);
    }

    /// Whether [`cancel`](Self::cancel) was called, here or on what this is a part of.
    pub fn is_cancelled(&self) -> bool {
        let above = || self.state.parent.as_ref().is_some_and(Self::is_cancelled);
        self.state.cancelled.load(Relaxed) || above()
    }

    /// The instant after which [`check`](Self::check) fails, if there is one.
    pub fn deadline(&self) -> Option<Instant> {
        let above = self.state.parent.as_ref().and_then(Self::deadline);
        [self.state.deadline, above].into_iter().flatten().min()
    }

    /// Whether to go on.
    ///
    /// # Errors
    /// [`Stopped::Cancelled`] or [`Stopped::Deadline`]. Costs a clock reading, so hot loops call it
    /// once in some thousand steps.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.is_cancelled() {
            return Err(Stopped::Cancelled);
        }
        match self.deadline() {
            Some(deadline) if Instant::now() >= deadline => Err(Stopped::Deadline),
            _ => Ok(()),
        }
    }

    /// Publishes how many solutions are known so far.
    pub fn report_solutions(&self, solutions: u64) {
        self.state.solutions.store(solutions, Relaxed);
    }

    /// Publishes how many steps (nodes, learned clauses) were taken so far.
    pub fn report_steps(&self, steps: u64) {
        self.state.steps.store(steps, Relaxed);
    }

    /// The solutions published so far: a lower bound on the count.
    pub fn solutions(&self) -> u64 {
        self.state.solutions.load(Relaxed)
    }

    /// The steps published so far.
    pub fn steps(&self) -> u64 {
        self.state.steps.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_shares_the_cancellation() {
        let control = Control::unlimited();
        let clone = control.clone();
        assert_eq!(control.check(), Ok(()));
        clone.cancel();
        assert_eq!(control.check(), Err(Stopped::Cancelled));
    }

    #[test]
    fn a_child_stops_with_its_parent_but_not_the_other_way_round() {
        let parent = Control::with_timeout(Duration::from_secs(3600));
        let (one, other) = (parent.child(None), parent.child(Some(Duration::ZERO)));
        assert_eq!(
            (one.check(), other.check()),
            (Ok(()), Err(Stopped::Deadline))
        );
        one.report_steps(7);
        assert_eq!((parent.steps(), one.threads()), (0, 1));
        assert!(one.deadline() == parent.deadline() && other.deadline() < parent.deadline());
        other.cancel();
        assert_eq!(one.check(), Ok(()));
        parent.cancel();
        assert_eq!(one.check(), Err(Stopped::Cancelled));
    }

    #[test]
    fn threads_are_at_least_one_and_leave_the_state_shared() {
        let control = Control::unlimited();
        assert_eq!(control.threads(), 1);
        let parallel = control.clone().with_threads(7);
        assert_eq!((parallel.threads(), control.threads()), (7, 1));
        assert_eq!(parallel.clone().with_threads(0).threads(), 1);
        control.cancel();
        assert!(parallel.is_cancelled());
    }

    #[test]
    fn a_passed_deadline_stops_and_a_huge_one_never_does() {
        assert_eq!(
            Control::with_timeout(Duration::ZERO).check(),
            Err(Stopped::Deadline)
        );
        assert_eq!(Control::with_timeout(Duration::MAX).check(), Ok(()));
    }
}
