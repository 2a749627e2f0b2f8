//! Several engines side by side: the first verified answer wins, the others stop at once.
//!
//! No engine is best on all problems: native search leads on small hard boards, the solvers on large ones, and
//! which encoding or setting is lucky nobody knows beforehand. Each member runs on a thread of its own
//! under a child of the control. A placement counts only once it is verified; a count, or the word that
//! there is no solution, is believed as any engine's is.
//! Source: Gomes & Selman, "Algorithm portfolios", Artificial Intelligence 126, 2001.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use crate::control::{Control, Stopped};
use crate::engine::{Effort, Engine, EngineError, Outcome, Visitor};
use crate::problem::Problem;
use crate::solution::{Placement, verify};

/// The members, which run at the same time whatever number of threads the control allows.
pub struct Portfolio {
    members: Vec<Arc<dyn Engine>>,
}

impl Portfolio {
    /// The name without members.
    pub const NAME: &'static str = "portfolio";
    /// The default. batsat was the fastest on blocked boards of 45 rows at the threshold, varisat leads on large ones,
    /// its frequent restarts are lucky on some where the rest is not; native search sees what is small.
    pub const MEMBERS: &[&str] = &["sat:batsat", "sat:varisat/restart=32", "bitmask"];

    /// A portfolio of these engines, at least one.
    pub fn new(members: Vec<Arc<dyn Engine>>) -> Self {
        Self { members }
    }

    /// Runs `work` with every member; the first answer that is whole and passes `accept` stops the others. Without
    /// one, the best partial answer.
    fn race<T: Send>(
        &self,
        control: &Control,
        work: impl Fn(&dyn Engine, &Control) -> Result<(T, Outcome), EngineError> + Sync,
        accept: impl Fn(&T) -> bool,
    ) -> Result<(Option<T>, Outcome), EngineError> {
        let race = control.child(None);
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            for member in &self.members {
                let (sender, race, work) = (sender.clone(), race.clone(), &work);
                scope.spawn(move || {
                    // Nobody listens once the race is decided.
                    let _ = sender.send(work(&**member, &race.child(None)));
                });
            }
            drop(sender);
            let decided = decide(&receiver, control, accept);
            race.cancel();
            decided
        })
    }
}

/// What the first whole answer is; the error of a member counts only if no other has an answer.
fn decide<T>(
    receiver: &Receiver<Result<(T, Outcome), EngineError>>,
    control: &Control,
    accept: impl Fn(&T) -> bool,
) -> Result<(Option<T>, Outcome), EngineError> {
    let mut partial: Option<Outcome> = None;
    let mut error = None;
    for answer in receiver {
        match answer {
            Ok((answer, outcome)) if outcome.stopped.is_none() && accept(&answer) => {
                return Ok((Some(answer), outcome));
            }
            Ok((_, outcome)) if outcome.stopped.is_some() => {
                control.report_solutions(u64::try_from(outcome.solutions).unwrap_or(u64::MAX));
                if partial.is_none_or(|best| best.solutions < outcome.solutions) {
                    partial = Some(outcome);
                }
            }
            // A lie: the others may know better.
            Ok(_) => {}
            Err(fault) => error = Some(fault),
        }
    }
    match (partial, error) {
        (Some(outcome), _) => Ok((None, outcome)),
        (None, Some(error)) => Err(error),
        (None, None) => Ok((
            None,
            Outcome {
                solutions: 0,
                stopped: Some(control.check().err().unwrap_or(Stopped::Cancelled)),
                effort: Effort::default(),
            },
        )),
    }
}

impl Engine for Portfolio {
    fn name(&self) -> String {
        let names: Vec<String> = self.members.iter().map(|member| member.name()).collect();
        if names == Self::MEMBERS {
            return Self::NAME.to_owned();
        }
        format!("{}:{}", Self::NAME, names.join(","))
    }

    fn is_external(&self) -> bool {
        self.members.iter().any(|member| member.is_external())
    }

    /// The first member that takes the problem lists its solutions alone: lists cannot be raced, since what
    /// was shown cannot be taken back.
    fn enumerate(
        &self,
        problem: &Problem,
        control: &Control,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome, EngineError> {
        let mut fault = None;
        for member in &self.members {
            match member.enumerate(problem, control, visit) {
                Ok(outcome) => return Ok(outcome),
                // An engine refuses a problem before it shows anything.
                Err(error) => fault = Some(error),
            }
        }
        Err(fault.expect("a portfolio has members"))
    }

    fn count(&self, problem: &Problem, control: &Control) -> Result<Outcome, EngineError> {
        let count =
            |member: &dyn Engine, control: &Control| Ok(((), member.count(problem, control)?));
        Ok(self.race(control, count, |()| true)?.1)
    }

    fn find(
        &self,
        problem: &Problem,
        control: &Control,
    ) -> Result<(Option<Placement>, Outcome), EngineError> {
        let find = |member: &dyn Engine, control: &Control| member.find(problem, control);
        let holds = |found: &Option<Placement>| {
            let verified = |placement| verify(problem, placement).is_ok();
            found.as_ref().is_none_or(verified)
        };
        let (found, outcome) = self.race(control, find, holds)?;
        Ok((found.flatten(), outcome))
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::engine;

    /// Waits for the control, then claims queens in one corner.
    struct Liar {
        waits: bool,
    }

    impl Engine for Liar {
        fn name(&self) -> String {
            "liar".to_owned()
        }

        fn enumerate(
            &self,
            _: &Problem,
            control: &Control,
            visit: &mut Visitor<'_>,
        ) -> Result<Outcome, EngineError> {
            while self.waits && control.check().is_ok() {
                thread::sleep(Duration::from_millis(1));
            }
            let corner = crate::board::Square::new(0, 0);
            let _ = visit(&Placement::new([corner, corner]));
            Ok(Outcome {
                solutions: 1,
                stopped: control.check().err(),
                effort: Effort::default(),
            })
        }
    }

    fn portfolio(waits: bool) -> Portfolio {
        let honest = engine::parse("sat").expect("an engine");
        Portfolio::new(vec![Arc::new(Liar { waits }), honest])
    }

    #[test]
    fn a_lie_does_not_win_and_a_loser_stops_at_once() {
        let problem = Problem::queens_on(8).expect("small");
        let control = Control::unlimited();
        let (found, outcome) = portfolio(false).find(&problem, &control).expect("small");
        assert!(verify(&problem, &found.expect("a solution")).is_ok());
        assert_eq!(outcome.stopped, None);
        let outcome = portfolio(true).count(&problem, &control).expect("small");
        assert_eq!((outcome.solutions, outcome.stopped), (92, None));
        assert!(control.check().is_ok());
    }

    #[test]
    fn an_interrupted_race_ends_with_what_is_known() {
        let problem = Problem::queens_on(20).expect("small");
        let control = Control::with_timeout(Duration::from_millis(200));
        let begin = Instant::now();
        let outcome = engine::parse("portfolio")
            .expect("an engine")
            .count(&problem, &control)
            .expect("small");
        assert_eq!(outcome.stopped, Some(Stopped::Deadline));
        assert!(outcome.solutions > 0);
        assert!(begin.elapsed() < Duration::from_secs(2));
    }
}
