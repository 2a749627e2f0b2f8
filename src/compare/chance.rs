//! Draws that a seed decides, alike on every machine: the order of jobs, and resampling.
//!
//! ChaCha8 gives the words. A range takes them by rejection, with no library's sampling rule
//! between, so that an order recorded today is the order of any later version.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A stream of draws.
pub(super) struct Chance(ChaCha8Rng);

impl Chance {
    pub(super) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `end`, each as likely: words past the last whole multiple of `end` are drawn again.
    pub(super) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).expect("at most 64 bits");
        let whole = u64::MAX - u64::MAX % end;
        loop {
            let word = self.0.next_u64();
            if word < whole {
                return usize::try_from(word % end).expect("below a usize");
            }
        }
    }

    /// Every order as likely (Fisher and Yates, in Durstenfeld's form).
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_decides_the_order_and_nothing_is_lost() {
        let order = |seed| {
            let mut items: Vec<u32> = (0..100).collect();
            Chance::new(seed).shuffle(&mut items);
            items
        };
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
        let mut sorted = order(3);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn every_number_below_the_end_is_drawn_about_as_often() {
        let mut chance = Chance::new(7);
        let mut drawn = [0_u32; 3];
        for _ in 0..3000 {
            drawn[chance.below(3)] += 1;
        }
        // Six standard deviations are 155.
        assert!(
            drawn.iter().all(|&times| times.abs_diff(1000) < 155),
            "{drawn:?}"
        );
    }
}
