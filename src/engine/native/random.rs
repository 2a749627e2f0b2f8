//! Pseudo-random numbers for the local searches: the same seed gives the same run, for ever.
//!
//! SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
//! Ranges by Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019), without
//! his rejection step: the bias is below 2^-40 for every range of a board.

/// A generator.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let product = u128::from(self.next()) * bound as u128;
        usize::try_from(product >> 64).expect("below the bound, a usize")
    }

    /// One of the numbers from `from` to `to`, `to` excluded and past `from`.
    pub(super) fn between(&mut self, from: usize, to: usize) -> usize {
        from + self.below(to - from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        // The first two outputs for seed 1234567 of the authors' reference program.
        let mut random = Random::new(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn every_number_below_the_bound_comes_up() {
        let mut random = Random::new(0);
        let mut seen = [0; 5];
        for _ in 0..1_000 {
            seen[random.below(5)] += 1;
        }
        assert!(seen.iter().all(|&times| times > 150), "{seen:?}");
    }
}
