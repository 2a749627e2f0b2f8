//! Depth-first search by batches: many states of one depth advance together, so that a processor's
//! lanes stay full and no branch is guessed.
//!
//! A *state* is a partial placement: the taken columns, both kinds of attacked diagonals and the
//! squares of its line still to be tried. Each depth has a buffer of states, as four arrays. One step takes
//! a vector of states, places a queen on the lowest free square of each, drops the
//! children whose next line or the one after has no free square left, and packs the others into the next buffer
//! and the parents that have squares left back into their own. When the next buffer is full it is worked on first, so memory stays
//! fixed; buffers that are not full wait until the end. On the last line but one, children are only counted.
//! Cost: one lane a square tried. The nodes are the states that entered a buffer, the root and the
//! solutions: the same for all lanes and words. Source: lane compression as in Polychroniou, Raghavan, Ross,
//! "Rethinking SIMD vectorization for in-memory databases", SIGMOD 2015.

use super::lanes::{Kernel, Lane};
use super::lines::Line;
use crate::control::Stopped;

/// States a buffer holds before it is worked on, a power of two; measured: half or twice as many take longer.
pub(super) const CAPACITY: usize = 1024;
/// Room behind them, so that a whole vector can be written wherever one state fits.
const ROOM: usize = 64;

/// One of the four arrays of a buffer.
pub(super) type Words<W> = [W; CAPACITY + ROOM];

/// The states of one depth. Those from `next` to `end` wait for their turn; those below `again` had it
/// and have squares left to try. Aligned to cache lines, so that no load of a vector crosses one.
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Buffer<W> {
    pub(super) taken: Words<W>,
    pub(super) falling: Words<W>,
    pub(super) rising: Words<W>,
    pub(super) free: Words<W>,
    pub(super) again: usize,
    pub(super) next: usize,
    pub(super) end: usize,
}

/// What a step at one depth has to know of the lines below.
#[derive(Clone, Copy)]
pub(super) struct Step<W> {
    /// Rows to the next line, and its open squares.
    pub(super) gap: u32,
    pub(super) below: W,
    /// Rows from there to the line after, and its open squares; the last line has none.
    pub(super) second_gap: u32,
    pub(super) second: W,
}

impl<W: Lane> Buffer<W> {
    fn new() -> Self {
        let words = [W::EMPTY; CAPACITY + ROOM];
        Self {
            taken: words,
            falling: words,
            rising: words,
            free: words,
            again: 0,
            next: 0,
            end: 0,
        }
    }

    /// Whether a vector of states waits, or, if the last states are wanted too, any; these are
    /// filled up to a whole vector then.
    fn ready(&mut self, lanes: usize, all: bool) -> bool {
        if self.next + lanes > self.end {
            self.settle();
            if all && (1..lanes).contains(&self.end) {
                self.pad(lanes);
                self.end = lanes;
            }
        }
        self.next + lanes <= self.end
    }

    /// Moves the states that wait behind those that go again.
    fn settle(&mut self) {
        let (rest, to) = (self.next..self.end, self.again);
        for words in [
            &mut self.taken,
            &mut self.falling,
            &mut self.rising,
            &mut self.free,
        ] {
            words.copy_within(rest.clone(), to);
        }
        self.end = to + rest.len();
        (self.next, self.again) = (0, 0);
    }

    /// Puts a vector of states behind the last that have no free square and no child.
    fn pad(&mut self, lanes: usize) {
        for at in self.end..self.end + lanes {
            self.taken[at] = !W::EMPTY;
            self.free[at] = W::EMPTY;
        }
    }
}

/// Told now and then of the nodes and solutions since the last time; an error ends the search.
pub(super) type Tally<'a> = dyn FnMut(u64, u64) -> Result<(), Stopped> + 'a;

/// Steps of batches between two tallies; some hundred microseconds.
const TALLY_EVERY: u32 = 64;

/// Counts the placements of one queen on each of some lines; keeps its buffers from call to call.
pub(super) struct Batch<W: Lane> {
    kernel: Kernel<W>,
    buffers: Vec<Box<Buffer<W>>>,
    steps: Vec<Step<W>>,
    untold: Untold,
}

/// What was counted since the last tally.
#[derive(Default)]
struct Untold {
    nodes: u64,
    solutions: u64,
    steps: u32,
}

impl Untold {
    fn add(&mut self, nodes: u64, solutions: u64, tally: &mut Tally<'_>) -> Result<(), Stopped> {
        self.nodes += nodes;
        self.solutions += solutions;
        self.steps += 1;
        if self.steps < TALLY_EVERY {
            return Ok(());
        }
        self.tell(tally)
    }

    fn tell(&mut self, tally: &mut Tally<'_>) -> Result<(), Stopped> {
        let Self {
            nodes, solutions, ..
        } = std::mem::take(self);
        tally(nodes, solutions)
    }
}

impl<W: Lane> Batch<W> {
    pub(super) fn new(kernel: Kernel<W>) -> Self {
        Self {
            kernel,
            buffers: Vec::new(),
            steps: Vec::new(),
            untold: Untold::default(),
        }
    }

    /// Counts the placements on `lines`, whose open squares fit the word.
    pub(super) fn count(&mut self, lines: &[Line], tally: &mut Tally<'_>) -> Result<(), Stopped> {
        let [first, _, ..] = lines else {
            let solutions = lines.first().map_or(1, |line| line.open.count_ones());
            return tally(1 + u64::from(solutions), solutions.into());
        };
        self.untold.add(1, 0, tally)?;
        let open = |at: usize| lines.get(at).map_or(0, |line| line.open);
        let gap = |at: usize| match lines.get(at..at + 2) {
            Some([upper, lower]) => lower.index - upper.index,
            _ => 0,
        };
        self.steps.clear();
        self.steps.extend((0..lines.len() - 1).map(|at| Step {
            gap: gap(at),
            below: W::narrow(open(at + 1)),
            second_gap: gap(at + 1),
            second: W::narrow(open(at + 2)),
        }));
        while self.buffers.len() < self.steps.len() {
            self.buffers.push(Box::new(Buffer::new()));
        }
        for buffer in &mut self.buffers {
            (buffer.again, buffer.next, buffer.end) = (0, 0, 0);
        }
        let root = &mut self.buffers[0];
        // A state in a buffer has a free square: the loops place a queen without asking.
        root.end = usize::from(first.open != 0);
        root.free[0] = W::narrow(first.open);
        for words in [&mut root.taken, &mut root.falling, &mut root.rising] {
            words[0] = W::EMPTY;
        }
        (0..self.steps.len()).try_for_each(|depth| self.advance(depth, true, tally))?;
        self.untold.tell(tally)
    }

    /// Works on the buffer at `depth` until less than a vector waits in it, or nothing if `all`.
    fn advance(&mut self, depth: usize, all: bool, tally: &mut Tally<'_>) -> Result<(), Stopped> {
        if depth + 1 == self.steps.len() {
            let buffer = &mut self.buffers[depth];
            buffer.pad(self.kernel.lanes());
            let solutions = self.kernel.finish(buffer, &self.steps[depth]);
            return self.untold.add(solutions, solutions, tally);
        }
        while self.buffers[depth].ready(self.kernel.lanes(), all) {
            let (upper, lower) = self.buffers.split_at_mut(depth + 1);
            let children = &mut *lower[0];
            let before = children.end;
            self.kernel
                .expand(&mut upper[depth], children, &self.steps[depth]);
            let born = children.end - before;
            let full = children.end + self.kernel.lanes() > CAPACITY;
            self.untold.add(born as u64, 0, tally)?;
            if full {
                self.advance(depth + 1, false, tally)?;
            }
        }
        Ok(())
    }
}
