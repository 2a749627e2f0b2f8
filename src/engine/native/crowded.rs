//! Boards with few open squares: when the search over rows and columns is the right one, and how it
//! decides, counts and lists.
//!
//! A decision has two sides: a search in fixed order, and restarts with random ties and
//! budgets that grow geometrically. On boards with solutions these cut the tail of unlucky orders (the empty
//! board of 128 is one); on those without, the fixed order decides. With several threads one keeps to the
//! fixed order and the others restart, and the first to know ends the rest; a single thread spends
//! a fifth of its nodes on restarts.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::branching::{Branching, Ended, Found, Ties};
use super::lines::Lines;
use super::mask::Mask;
use crate::control::{Control, Stopped};
use crate::engine::{Effort, Outcome, Visitor};
use crate::solution::Placement;

/// Lines from which the search over rows and columns is quicker than batches in vectors, and than one
/// state at a time, if few squares are open: measured on blocked boards of n = 12..28 with 4 to 14 open squares a line.
/// With fewer lines both take milliseconds.
pub(super) const LINES_FOR_VECTORS: usize = 23;
pub(super) const LINES_FOR_WORDS: usize = 17;
/// Open squares a line at which both searches take as long.
const FEW_SQUARES: u32 = 10;

/// Whether rows and columns with the fewest squares should be searched first.
pub(super) fn is_crowded(lines: &Lines, least: usize) -> bool {
    let count = u32::try_from(lines.lacking.len()).expect("at most 128");
    let open: u32 = lines
        .lacking
        .iter()
        .map(|line| line.open.count_ones())
        .sum();
    lines.lacking.len() >= least && open <= FEW_SQUARES * count
}

/// Solutions that are listed from memory, sorted; a board with more is searched in natural order.
const SORTED: usize = 1 << 14;

/// Nodes of the search in fixed order for each node of a restart, where one thread does both.
const SHARE: u64 = 4;
/// Nodes of the first restart, and the growth of that budget as a ratio of the two numbers.
const FIRST_RESTART: u64 = 1 << 12;
const GROWTH: (u64, u64) = (5, 4);

type Report<'a> = dyn Fn(u64, u64) -> Result<(), Stopped> + 'a;

/// Runs one search in the word that the lines need.
fn search(
    lines: &Lines,
    ties: Ties,
    budget: u64,
    report: &Report<'_>,
    found: &mut Found<'_>,
) -> (Option<Ended>, Outcome) {
    fn run<M: Mask>(
        mut search: Branching<'_, M>,
        budget: u64,
        found: &mut Found<'_>,
    ) -> (Option<Ended>, Outcome) {
        search.budget = budget;
        let ended = search.run(found).err();
        let outcome = Outcome {
            solutions: search.solutions.into(),
            stopped: match ended {
                Some(Ended::Stopped(stopped)) => Some(stopped),
                Some(Ended::Budget) | None => None,
            },
            effort: Effort {
                nodes: Some(search.nodes),
                ..Effort::default()
            },
        };
        (ended, outcome)
    }
    if lines.conflict {
        let nothing = Outcome {
            solutions: 0,
            stopped: None,
            effort: Effort {
                nodes: Some(1),
                ..Effort::default()
            },
        };
        (None, nothing)
    } else if lines.width <= u64::BITS {
        run(Branching::<u64>::new(lines, ties, report), budget, found)
    } else {
        run(Branching::<u128>::new(lines, ties, report), budget, found)
    }
}

fn reporting(control: &Control) -> impl Fn(u64, u64) -> Result<(), Stopped> + '_ {
    |nodes, solutions| {
        control.report_steps(nodes);
        control.report_solutions(solutions);
        control.check()
    }
}

pub(super) fn count(lines: &Lines, control: &Control) -> Outcome {
    let mut each = |_: &[u32]| ControlFlow::Continue(());
    search(lines, Ties::First, u64::MAX, &reporting(control), &mut each).1
}

/// Shows the solutions in lexicographic order. Up to some number they are found in the order that is
/// quickest, and sorted; should time run out before, those known are shown, sorted too.
pub(super) fn enumerate(lines: &Lines, control: &Control, visit: &mut Visitor<'_>) -> Outcome {
    let mut known: Vec<Vec<u32>> = Vec::new();
    let mut collect = |across: &[u32]| {
        known.push(across.to_vec());
        if known.len() > SORTED {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let report = reporting(control);
    let (_, mut outcome) = search(lines, Ties::First, u64::MAX, &report, &mut collect);
    if known.len() > SORTED {
        let mut placement = Placement::new([]);
        let mut show = |across: &[u32]| {
            lines.place(across, &mut placement);
            visit(&placement)
        };
        let (_, natural) = search(lines, Ties::Natural, u64::MAX, &report, &mut show);
        let nodes = outcome.effort.nodes.zip(natural.effort.nodes);
        outcome = natural;
        outcome.effort.nodes = nodes.map(|(first, second)| first + second);
        return outcome;
    }
    known.sort_unstable();
    outcome.solutions = 0;
    for across in &known {
        outcome.solutions += 1;
        if visit(&lines.placement(across)).is_break() {
            outcome.stopped = Some(Stopped::Limit);
            break;
        }
    }
    outcome
}

/// What the searches of one decision share.
struct Race<'a> {
    control: &'a Control,
    decided: AtomicBool,
    found: Mutex<Option<Vec<u32>>>,
    nodes: AtomicU64,
}

impl Race<'_> {
    /// Runs one search until it is decided, by it or another, or its budget is used up. An error is
    /// the control's.
    fn run(
        &self,
        lines: &Lines,
        ties: Ties,
        budget: u64,
        between: &dyn Fn(u64),
    ) -> Result<(), Stopped> {
        let report = |nodes, _| {
            self.control.report_steps(nodes);
            between(nodes);
            if self.decided.load(Relaxed) {
                return Err(Stopped::Cancelled);
            }
            self.control.check()
        };
        let mut first = |across: &[u32]| {
            let mut found = self.found.lock().expect("no thread panics with the lock");
            found.get_or_insert_with(|| across.to_vec());
            ControlFlow::Break(())
        };
        let (ended, outcome) = search(lines, ties, budget, &report, &mut first);
        self.nodes
            .fetch_add(outcome.effort.nodes.unwrap_or(0), Relaxed);
        match ended {
            None | Some(Ended::Stopped(Stopped::Limit)) => {
                self.decided.store(true, Relaxed);
                Ok(())
            }
            Some(Ended::Stopped(_)) if self.decided.load(Relaxed) => Ok(()),
            Some(Ended::Stopped(stopped)) => Err(stopped),
            Some(Ended::Budget) => Ok(()),
        }
    }

    /// Whether there is something left to decide.
    fn is_open(&self) -> bool {
        !self.decided.load(Relaxed) && self.control.check().is_ok()
    }
}

/// Restarts with random ties, which differ from thread to thread.
struct Restarts<'a> {
    race: &'a Race<'a>,
    lines: &'a Lines,
    thread: u64,
    round: Cell<u64>,
    budget: Cell<u64>,
    spent: Cell<u64>,
}

impl<'a> Restarts<'a> {
    fn new(race: &'a Race<'a>, lines: &'a Lines, thread: u64) -> Self {
        Self {
            race,
            lines,
            thread,
            round: Cell::new(0),
            budget: Cell::new(FIRST_RESTART),
            spent: Cell::new(0),
        }
    }

    /// Restarts as long as no more than `allowed` nodes are spent in all and nothing is decided.
    fn spend(&self, allowed: u64) {
        while self.race.is_open() {
            let (round, budget) = (self.round.get(), self.budget.get());
            let spent = self.spent.get().saturating_add(budget);
            if spent > allowed {
                return;
            }
            let ties = Ties::Random(round << 16 | self.thread);
            if self.race.run(self.lines, ties, budget, &|_| ()).is_err() {
                return;
            }
            self.round.set(round + 1);
            self.budget.set(budget / GROWTH.1 * GROWTH.0);
            self.spent.set(spent);
        }
    }
}

/// Decides whether there is a solution, and gives the position across each line if so.
pub(super) fn find(lines: &Lines, control: &Control) -> (Option<Vec<u32>>, Outcome) {
    let race = Race {
        control,
        decided: AtomicBool::new(false),
        found: Mutex::new(None),
        nodes: AtomicU64::new(0),
    };
    let stopped = std::thread::scope(|scope| {
        for thread in 1..control.threads() as u64 {
            let race = &race;
            scope.spawn(move || Restarts::new(race, lines, thread).spend(u64::MAX));
        }
        let restarts = Restarts::new(&race, lines, 0);
        let between = |nodes| {
            if control.threads() == 1 {
                restarts.spend(nodes / SHARE);
            }
        };
        race.run(lines, Ties::First, u64::MAX, &between).err()
    });
    let found = race.found.into_inner().expect("no thread panicked");
    let outcome = Outcome {
        solutions: u128::from(found.is_some()),
        stopped: if found.is_some() { None } else { stopped },
        effort: Effort {
            nodes: Some(race.nodes.into_inner()),
            ..Effort::default()
        },
    };
    (found, outcome)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::problem::Problem;

    /// A blocked board of `n` rows that keeps about `keep` in 64 of its squares, by a fixed rule.
    fn blocked(n: u32, keep: u32) -> Lines {
        let mut problem = Problem::queens_on(n).expect("small");
        let mut state = 1_u32;
        for square in (0..n * n).map(|at| Square::new(at / n, at % n)) {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if state >> 26 >= keep {
                problem.block(square).expect("inside");
            }
        }
        Lines::new(&problem, "test").expect("small")
    }

    #[test]
    fn few_open_squares_on_many_lines_are_crowded() {
        assert!(is_crowded(&blocked(28, 16), LINES_FOR_VECTORS));
        assert!(!is_crowded(&blocked(28, 48), LINES_FOR_VECTORS));
        assert!(!is_crowded(&blocked(20, 16), LINES_FOR_VECTORS));
        assert!(is_crowded(&blocked(20, 16), LINES_FOR_WORDS));
    }

    #[test]
    fn threads_decide_as_one_does() {
        for keep in [14, 18, 22, 26] {
            let lines = blocked(24, keep);
            let decide = |threads| {
                let control = Control::unlimited().with_threads(threads);
                let (found, outcome) = find(&lines, &control);
                assert_eq!(outcome.stopped, None);
                assert_eq!(outcome.solutions, u128::from(found.is_some()));
                found.is_some()
            };
            assert_eq!(decide(1), decide(3), "{keep} in 64");
        }
    }

    #[test]
    fn lists_are_sorted_from_memory_and_beyond() {
        // The empty board of 12 has 14,200 solutions, fewer than are sorted; that of 13 has 73,712.
        for (n, count, limit) in [(9, 352, u64::MAX), (13, 73_712, 20_000)] {
            let lines = Lines::new(&Problem::queens_on(n).expect("small"), "test").expect("small");
            let mut shown: Vec<Vec<u32>> = Vec::new();
            let outcome = enumerate(&lines, &Control::unlimited(), &mut |placement| {
                shown.push(placement.queens().iter().map(|q| q.column).collect());
                if shown.len() as u64 == limit {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            assert!(shown.is_sorted(), "n = {n}");
            assert_eq!(outcome.solutions, u128::from(limit.min(count)));
            assert_eq!(outcome.solutions, shown.len() as u128);
        }
    }
}
