//! Seeds that mean the same for ever: in comes a seed of 64 bits, out come numbers, ranges and shuffles.
//!
//! The numbers are the key stream of ChaCha with 20 rounds (Bernstein, "ChaCha, a variant of Salsa20",
//! 2008), read as little-endian words of 64 bits. The key is the seed, little-endian, in its first eight bytes
//! and zero in the others. Stream 0 gives the draws of an instance, stream 1 the seeds of a batch's instances,
//! stream 2 those of an instance's further candidates. Ranges are drawn by a rule written here, since those of libraries change between
//! releases. So any ChaCha can repeat what is drawn here: generated
//! instances, the order of jobs, resampling, the order in which givens are dropped.

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of numbers that its seed determines.
pub struct Random(ChaCha20Rng);

impl Random {
    /// The draws of `seed`.
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self(ChaCha20Rng::from_seed(key))
    }

    /// The next number of the stream, all 2^64 equally likely.
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, all equally likely: numbers from the last incomplete run of `bound`
    /// below 2^64 are rejected and drawn again, of any other the remainder is taken.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        // 2^64 mod bound, without 2^64.
        let incomplete = (u64::MAX % bound + 1) % bound;
        loop {
            let number = self.word();
            if number <= u64::MAX - incomplete {
                return number % bound;
            }
        }
    }

    /// An index of a list of `length`.
    ///
    /// # Panics
    /// If `length` is 0.
    pub fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).expect("below a length")
    }

    /// Puts `items` in a random order, all equally likely: from the last place down, each is
    /// exchanged with a random one up to it (Durstenfeld, CACM 7, 1964).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }
}

/// The seed of instance `index` of the batch of `seed`: number `index` of the seed's stream 1, counted from 1;
/// index 0 is the seed itself.
pub fn derived_seed(seed: u64, index: u64) -> u64 {
    from_stream(1, seed, index)
}

/// The seed of candidate `index` for the instance of `seed`: number `index` of the seed's stream 2, counted from
/// 1; index 0 is the seed itself. Stream 1 would make them the other instances of a batch of that seed.
pub fn candidate_seed(seed: u64, index: u64) -> u64 {
    from_stream(2, seed, index)
}

fn from_stream(number: u64, seed: u64, index: u64) -> u64 {
    if index == 0 {
        return seed;
    }
    let Random(mut stream) = Random::new(seed);
    stream.set_stream(number);
    stream.set_word_pos(2 * u128::from(index - 1));
    stream.next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_that_of_the_published_test_vector() {
        // RFC 7539, A.1, test vector 1: key, nonce and counter zero; 76 b8 e0 ad a0 f1 3d 90 40 5d ..
        let mut random = Random::new(0);
        assert_eq!(random.word(), 0x903d_f1a0_ade0_b876);
        assert_eq!(random.word() & 0xffff, 0x5d40);
    }

    #[test]
    fn ranges_reject_the_incomplete_run() {
        let mut random = Random::new(7);
        // Of 2^63 + 1 numbers only one run fits below 2^64, so nearly half of the draws are rejected.
        let bound = (1 << 63) + 1;
        let mut raw = Random::new(7);
        let expected: Vec<u64> = std::iter::repeat_with(|| raw.word())
            .filter(|&number| number < bound)
            .take(20)
            .collect();
        let drawn: Vec<u64> = (0..20).map(|_| random.below(bound)).collect();
        assert_eq!(drawn, expected);
        assert_eq!(random.below(1), 0);
    }

    #[test]
    fn shuffles_reach_every_order_equally_often() {
        let mut random = Random::new(1);
        let mut seen = std::collections::HashMap::new();
        for _ in 0..6000 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items);
            *seen.entry(items).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(
            seen.values().all(|count| (850..1150).contains(count)),
            "{seen:?}"
        );
    }

    #[test]
    fn derived_seeds_are_random_access_and_pinned() {
        for (number, derive) in [
            (1, derived_seed as fn(u64, u64) -> u64),
            (2, candidate_seed),
        ] {
            let mut stream = Random::new(9).0;
            stream.set_stream(number);
            let first: Vec<u64> = (0..20).map(|_| stream.next_u64()).collect();
            let derived: Vec<u64> = (1..=20).map(|index| derive(9, index)).collect();
            assert_eq!(derived, first);
            assert_eq!(derive(9, 0), 9);
        }
    }
}
