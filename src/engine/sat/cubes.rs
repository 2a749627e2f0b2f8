//! Enumeration by cubes: the search space is cut where it holds many solutions, each part gets a fresh small solver.
//!
//! Every solution found costs a blocking clause, and a solver that holds thousands of them is slow. So a solver
//! that has given some models is dropped and its cube cut along the line with the fewest open
//! squares; each part is reduced, encoded afresh with few variables, and told which of its solutions are known.
//! Parts that reduction decides are not encoded. At most half of the queens are placed by cuts, the
//! solver finds the rest. A problem with few solutions is never cut and the solver sees the whole of it. The constants
//! are measured on empty boards of 10 to 13 rows.
//!
//! Cubes are independent and run on as many threads as the control allows; a thread holds the cubes
//! of one path to the root. For counting, the problem's own symmetries leave one cube of each class
//! to be solved (module [`cubes`](crate::cubes)); listing does not use them.

use std::ops::ControlFlow;
use std::sync::mpsc::sync_channel;

use super::blocking::find_one;
use super::cube::{Cube, Halt};
use super::cube_run::Run;
use super::default_encoding;
use crate::amo::{self, Auxiliaries};
use crate::board::Square;
use crate::control::{Control, Stopped};
use crate::cubes::Frame;
use crate::encode::{EncodeError, Encoding, predict_within};
use crate::engine::{Engine, EngineError, Outcome, Visitor};
use crate::problem::Problem;
use crate::problem::reduce::Residual;
use crate::sat::{Embedded, Mode};
use crate::solution::Placement;

/// Placements that wait for the caller's thread.
const WAITING: usize = 256;

/// A SAT solver on cubes. With one thread, solutions come in an order that only the solver's version
/// determines; with more, in any order.
pub struct Cubes {
    solver: Option<Embedded>,
    encoding: Option<Encoding>,
    symmetry: bool,
}

impl Cubes {
    /// The name without solver and encoding.
    pub const NAME: &'static str = "sat";
    /// How many models a solver may give before its cube is cut.
    pub const BOUND: usize = 64;
    /// A cube of at most [`ROWS`](Self::ROWS) rows with more open squares is cut without asking the solver.
    pub const OPEN: u64 = 44;
    /// Of more rows, the solver decides first whether there is anything to cut for.
    pub const ROWS: usize = 16;

    /// The engine with this solver. Without one it takes batsat for cubes, which asks whether to stop where
    /// varisat has to write a proof to be stopped, and varisat for one solution; without an encoding
    /// `pairwise` for cubes, which are small, and [`default_encoding`] for one solution.
    pub fn new(solver: Option<Embedded>, encoding: Option<Encoding>) -> Self {
        Self {
            solver,
            encoding,
            symmetry: true,
        }
    }

    /// The same without use of symmetry.
    #[must_use]
    pub fn without_symmetry(self) -> Self {
        Self {
            symmetry: false,
            ..self
        }
    }

    fn cube_encoding(&self) -> Encoding {
        let pairwise = || amo::parse("pairwise").expect("a name of the table");
        let default = || Encoding::uniform(pairwise(), Auxiliaries::Free);
        self.encoding.clone().unwrap_or_else(default)
    }

    /// Prepares a run, lets `search` do it and sums it up.
    fn run(
        &self,
        problem: &Problem,
        control: &Control,
        symmetry: bool,
        search: impl FnOnce(&Run, Cube) -> Result<(), Halt>,
    ) -> Result<Outcome, EngineError> {
        let residual = Residual::new(problem)?;
        let encoding = self.cube_encoding();
        let solver = self.solver.unwrap_or(Embedded::Batsat);
        let limit = solver.solver(Mode::Incremental).max_variables();
        predict_within(&residual, &encoding, limit).map_err(EngineError::Encode)?;
        let wanting = residual.rows().len().min(residual.columns().len());
        let frame = Some(&residual).filter(|_| symmetry).and_then(Frame::of);
        let root = Cube {
            weight: frame.is_none().then_some(1),
            known: Vec::new(),
            residual,
        };
        let most = root.residual.placed().len() + wanting / 2;
        let run = Run::new((solver, &encoding), frame, most, control);
        match search(&run, root) {
            Ok(()) => Ok(run.outcome(None)),
            Err(
                Halt::Stopped(stopped)
                | Halt::Failed(EngineError::Encode(EncodeError::Stopped(stopped))),
            ) => Ok(run.outcome(Some(stopped))),
            Err(Halt::Failed(error)) => Err(error),
        }
    }
}

impl Engine for Cubes {
    fn name(&self) -> String {
        let mut name = Self::NAME.to_owned();
        let mut separator = ':';
        if let Some(solver) = self.solver {
            name += &format!("{separator}{solver}");
            separator = '/';
        }
        if !self.symmetry {
            name += &format!("{separator}no-symmetry");
        }
        if let Some(encoding) = &self.encoding {
            name += &format!("+{}", encoding.name());
        }
        name
    }

    fn encoding(&self) -> Option<&Encoding> {
        self.encoding.as_ref()
    }

    fn enumerate(
        &self,
        problem: &Problem,
        control: &Control,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome, EngineError> {
        let mut shown = 0_u128;
        let mut show = |placement: &Placement| {
            shown += 1;
            visit(placement)
        };
        let mut outcome = self.run(problem, control, false, |run, root| {
            match pool(control.threads()) {
                None => {
                    run.sequentially(root, &mut |placed, others| show(&placement(placed, others)))
                }
                Some(pool) => in_parallel(&pool, run, root, &mut show),
            }
        })?;
        // Threads may have found more than a visitor that breaks has seen.
        outcome.solutions = shown;
        Ok(outcome)
    }

    fn count(&self, problem: &Problem, control: &Control) -> Result<Outcome, EngineError> {
        self.run(problem, control, self.symmetry, |run, root| {
            match pool(control.threads()) {
                None => run.sequentially(root, &mut |_, _| ControlFlow::Continue(())),
                Some(pool) => {
                    pool.install(|| run.in_parallel(root, &|_, _| ControlFlow::Continue(())))
                }
            }
        })
    }

    fn find(
        &self,
        problem: &Problem,
        control: &Control,
    ) -> Result<(Option<Placement>, Outcome), EngineError> {
        let squares = Residual::new(problem)?.open_squares();
        let encoding = self.encoding.clone();
        let encoding = encoding.unwrap_or_else(|| default_encoding(squares));
        find_one(problem, self.solver.unwrap_or_default(), &encoding, control)
    }
}

fn placement(placed: &[Square], others: &[Square]) -> Placement {
    Placement::new(placed.iter().chain(others).copied())
}

/// Threads, if several are allowed and can be had.
fn pool(threads: usize) -> Option<rayon::ThreadPool> {
    if threads < 2 {
        return None;
    }
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    builder.build().ok()
}

/// The pool searches, the caller's thread shows what comes through a channel.
fn in_parallel(
    pool: &rayon::ThreadPool,
    run: &Run,
    root: Cube,
    show: &mut dyn FnMut(&Placement) -> ControlFlow<()>,
) -> Result<(), Halt> {
    let (sender, receiver) = sync_channel(WAITING);
    let mut ended = Ok(());
    let ending = &mut ended;
    let mut limited = false;
    pool.in_place_scope(|scope| {
        scope.spawn(move |_| {
            *ending = run.in_parallel(root, &|placed, others| match sender
                .send(placement(placed, others))
            {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
        });
        limited = receiver.iter().any(|placement| show(&placement).is_break());
        if limited {
            run.stop();
        }
        drop(receiver);
    });
    if limited {
        return Err(Halt::Stopped(Stopped::Limit));
    }
    ended
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OEIS A000170.
    const SOLUTIONS: [u128; 10] = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352];

    #[test]
    fn symmetry_and_threads_change_no_count() {
        for (n, &solutions) in (0..).zip(&SOLUTIONS) {
            let problem = Problem::queens_on(n).expect("small");
            for threads in [1, 3] {
                let control = Control::unlimited().with_threads(threads);
                for solver in [Some(Embedded::default()), None] {
                    let engine = Cubes::new(solver, None);
                    let with = engine.count(&problem, &control).expect("small");
                    assert_eq!((with.solutions, with.stopped), (solutions, None), "{n}");
                    let engine = engine.without_symmetry();
                    let without = engine.count(&problem, &control).expect("small");
                    assert_eq!(without.solutions, solutions, "{n}");
                    if n >= 8 {
                        let (with, without) = (with.effort.models, without.effort.models);
                        assert!(4 * with.expect("counted") < without.expect("counted"));
                    }
                }
            }
        }
    }

    #[test]
    fn the_solver_finds_the_models_and_no_cube_is_solved_by_cuts() {
        let problem = Problem::queens_on(8).expect("small");
        let engine = Cubes::new(None, None).without_symmetry();
        let outcome = engine.count(&problem, &Control::unlimited());
        let effort = outcome.expect("small").effort;
        assert_eq!(effort.models, Some(92));
        assert!(
            effort.cubes.is_some_and(|cubes| (5..92).contains(&cubes)),
            "{effort:?}"
        );
        assert!(effort.learned.is_some_and(|learned| learned > 0));
    }

    #[test]
    fn a_limit_a_deadline_and_a_cancellation_keep_what_was_shown() {
        let problem = Problem::queens_on(13).expect("small");
        let engine = Cubes::new(None, None);
        for threads in [1, 3] {
            let control = Control::unlimited().with_threads(threads);
            let mut shown = 0;
            let outcome = engine.enumerate(&problem, &control, &mut |_| {
                shown += 1;
                if shown == 100 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            let outcome = outcome.expect("small");
            assert_eq!(
                (outcome.solutions, outcome.stopped),
                (100, Some(Stopped::Limit))
            );

            let control = Control::unlimited().with_threads(threads);
            let mut shown = 0;
            let outcome = engine.enumerate(&problem, &control, &mut |_| {
                shown += 1;
                if shown == 50 {
                    control.cancel();
                }
                ControlFlow::Continue(())
            });
            let outcome = outcome.expect("small");
            assert_eq!(
                (outcome.solutions, outcome.stopped),
                (shown, Some(Stopped::Cancelled))
            );
            assert!(shown >= 50);

            let limit = std::time::Duration::from_millis(100);
            let control = Control::with_timeout(limit).with_threads(threads);
            let outcome = engine.count(&Problem::queens_on(16).expect("small"), &control);
            let outcome = outcome.expect("small");
            assert_eq!(outcome.stopped, Some(Stopped::Deadline));
            assert!(outcome.solutions > 0);
        }
    }
}
