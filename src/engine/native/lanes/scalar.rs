//! The inner loops in portable code: one lane, and no branch that depends on the state, since those
//! would be guessed wrong every few nodes. Every child is written behind the others and stays there if
//! it has squares to go on with.

use super::Kernel;
use crate::engine::native::batch::{Buffer, CAPACITY, Step};
use crate::engine::native::mask::Mask;

pub(super) fn kernel<W: Mask>() -> Kernel<W> {
    Kernel {
        lanes: 1,
        expand,
        finish,
    }
}

/// Keeps an index inside the arrays, which it is: so the compiler sees it too.
const INSIDE: usize = CAPACITY - 1;

fn expand<W: Mask>(parents: &mut Buffer<W>, children: &mut Buffer<W>, step: &Step<W>) {
    let (mut at, mut end) = (parents.next, children.end);
    let mut free = parents.free[at & INSIDE];
    while at < parents.end && end < CAPACITY {
        let queen = free.lowest();
        free ^= queen;
        let taken = parents.taken[at & INSIDE] | queen;
        let falling = (parents.falling[at & INSIDE] | queen) << step.gap;
        let rising = (parents.rising[at & INSIDE] | queen) >> step.gap;
        let open = step.below & !(taken | falling | rising);
        let after = step.second & !(taken | falling << step.second_gap | rising >> step.second_gap);
        children.taken[end & INSIDE] = taken;
        children.falling[end & INSIDE] = falling;
        children.rising[end & INSIDE] = rising;
        children.free[end & INSIDE] = open;
        end += usize::from(!open.is_empty() & !after.is_empty());
        at += usize::from(free.is_empty());
        let next = parents.free[at & INSIDE];
        free = if free.is_empty() { next } else { free };
    }
    // The parent at the front may have squares left.
    parents.free[at & INSIDE] = free;
    (parents.next, children.end) = (at, end);
}

fn finish<W: Mask>(states: &mut Buffer<W>, step: &Step<W>) -> u64 {
    let mut solutions = 0;
    let mut at = 0;
    let mut free = states.free[0];
    while at < states.end {
        let queen = free.lowest();
        free ^= queen;
        let taken = states.taken[at & INSIDE] | queen;
        let falling = (states.falling[at & INSIDE] | queen) << step.gap;
        let rising = (states.rising[at & INSIDE] | queen) >> step.gap;
        solutions += u64::from((step.below & !(taken | falling | rising)).len());
        at += usize::from(free.is_empty());
        let next = states.free[at & INSIDE];
        free = if free.is_empty() { next } else { free };
    }
    states.end = 0;
    solutions
}
