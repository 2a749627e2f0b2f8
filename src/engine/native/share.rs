//! Groups of lines counted by the batch search, shared out among threads.
//!
//! Each thread keeps its own buffers; what they count goes into atomic sums after every step of a
//! batch, so that progress is shown and a stopped run loses nothing.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::batch::Batch;
use super::edges::Group;
use super::lanes::{Instructions, Lane};
use super::lines::Line;
use crate::control::{Control, Stopped};
use crate::engine::{Effort, Outcome};

/// How a count by ties becomes a number of solutions, or a lower bound on it.
pub(super) type Weigh = fn([u64; 4]) -> u128;

struct Sums<'a> {
    by_ties: [AtomicU64; 4],
    nodes: AtomicU64,
    weigh: Weigh,
    control: &'a Control,
}

impl Sums<'_> {
    fn solutions(&self) -> u128 {
        let [a, b, c, d] = &self.by_ties;
        (self.weigh)([a, b, c, d].map(|sum| sum.load(Relaxed)))
    }

    fn add(&self, ties: usize, nodes: u64, solutions: u64) -> Result<(), Stopped> {
        let nodes = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        self.control.report_steps(nodes);
        if solutions > 0 {
            self.by_ties[ties].fetch_add(solutions, Relaxed);
            let known = u64::try_from(self.solutions()).unwrap_or(u64::MAX);
            self.control.report_solutions(known);
        }
        self.control.check()
    }
}

/// Counts the solutions of all groups, whose lines have at most `width` squares, at most 32.
pub(super) fn count(
    groups: &[Group],
    width: u32,
    weigh: Weigh,
    instructions: Instructions,
    control: &Control,
) -> Outcome {
    // Words of 16 bits double the lanes of a vector; on single words they only cost a prefix.
    if width <= u16::BITS && instructions != Instructions::Scalar {
        count_in::<u16>(groups, weigh, instructions, control)
    } else {
        count_in::<u32>(groups, weigh, instructions, control)
    }
}

fn count_in<W: Lane>(
    groups: &[Group],
    weigh: Weigh,
    instructions: Instructions,
    control: &Control,
) -> Outcome {
    let sums = Sums {
        by_ties: Default::default(),
        nodes: AtomicU64::new(0),
        weigh,
        control,
    };
    let batch = || Batch::new(W::kernel(instructions));
    let count = |batch: &mut Batch<W>, group: &Group| {
        batch.count(&group.lines, &mut |nodes, solutions| {
            sums.add(group.ties, nodes, solutions)
        })
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(control.threads());
    // Where the system refuses more threads, this one does the work.
    let pool = (control.threads() > 1).then(|| pool.build().ok()).flatten();
    let result = match pool {
        None => {
            let mut batch = batch();
            groups.iter().try_for_each(|group| count(&mut batch, group))
        }
        Some(pool) => pool.install(|| {
            let groups = groups.par_iter().with_max_len(1);
            groups.try_for_each_init(batch, count)
        }),
    };
    Outcome {
        solutions: sums.solutions(),
        stopped: result.err(),
        effort: Effort {
            nodes: Some(sums.nodes.load(Relaxed)),
            ..Effort::default()
        },
    }
}

/// Splits the groups by the squares of their first lines until there are enough for `threads` to share evenly.
pub(super) fn split(mut groups: Vec<Group>, threads: usize) -> Vec<Group> {
    const EACH: usize = 64;
    /// Lines that are split at most: each multiplies the groups, and small groups leave lanes empty.
    const DEEPEST: usize = 2;
    if threads == 1 {
        return groups;
    }
    for depth in 0..DEEPEST {
        if groups.len() >= EACH * threads {
            break;
        }
        groups = groups
            .iter()
            .flat_map(|group| by_square(group, depth))
            .collect();
    }
    groups
}

/// One group for each open square of the line at `depth`, if it is not among the last.
fn by_square(group: &Group, depth: usize) -> Vec<Group> {
    if depth + 2 >= group.lines.len() {
        return vec![group.clone()];
    }
    let open = group.lines[depth].open;
    let squares = (0..u128::BITS)
        .map(|at| 1 << at)
        .filter(|bit| open & bit != 0);
    let keep = |bit| {
        let mut lines: Vec<Line> = group.lines.clone();
        lines[depth].open = bit;
        Group { lines, ..*group }
    };
    squares.map(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::native::edges;

    fn count_of(n: u32, instructions: Instructions, threads: usize) -> Outcome {
        let groups = split(edges::groups(n), threads);
        let control = Control::unlimited().with_threads(threads);
        count(&groups, n - 2, edges::weigh, instructions, &control)
    }

    #[test]
    fn counts_and_nodes_are_the_same_in_all_instructions_on_any_number_of_threads() {
        for (n, solutions) in (6..).zip([4, 40, 92, 352, 724, 2680, 14200]) {
            let scalar = count_of(n, Instructions::Scalar, 1);
            assert_eq!(scalar.solutions, solutions, "n = {n}");
            for instructions in Instructions::ALL {
                if !instructions.are_here() {
                    continue;
                }
                assert_eq!(count_of(n, instructions, 1), scalar, "n = {n}");
                for threads in [2, 7] {
                    let outcome = count_of(n, instructions, threads);
                    assert_eq!(outcome.solutions, solutions, "n = {n}, {threads} threads");
                }
            }
        }
    }

    #[test]
    fn a_stopped_count_is_a_lower_bound() {
        let control = Control::with_timeout(std::time::Duration::from_millis(30)).with_threads(2);
        let groups = split(edges::groups(24), 2);
        let best = Instructions::best();
        let outcome = count(&groups, 22, edges::weigh, best, &control);
        assert_eq!(outcome.stopped, Some(Stopped::Deadline));
        assert!(outcome.solutions < 227_514_171_973_736);
        assert!(u128::from(control.solutions()) <= outcome.solutions);
        assert!(outcome.effort.nodes > Some(0));
    }
}
