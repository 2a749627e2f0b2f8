//! The inner loops of the batch search: one body, written for lanes, in AVX-512, AVX2 and portable code.
//!
//! Which one runs is chosen when the program runs, by what the processor has. This file alone holds
//! unsafe code: calls of functions compiled for instructions that were detected before, and
//! loads and stores of vectors, whose bounds the types of their arrays state.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod scalar;

use super::batch::{Buffer, Step};
use super::mask::Mask;

/// The instructions that an inner loop is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Instructions {
    /// Those that every processor has.
    Scalar,
    /// 256-bit vectors.
    Avx2,
    /// 512-bit vectors with compression of 16-bit lanes: AVX-512 F, BW, VBMI2, BITALG and VPOPCNTDQ.
    Avx512,
}

impl Instructions {
    /// Worst to best.
    pub(crate) const ALL: [Self; 3] = [Self::Scalar, Self::Avx2, Self::Avx512];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// Whether this processor has them.
    pub(crate) fn are_here(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return match self {
            Self::Scalar => true,
            Self::Avx2 => avx2::detected(),
            Self::Avx512 => avx512::detected(),
        };
        #[cfg(not(target_arch = "x86_64"))]
        return self == Self::Scalar;
    }

    /// The best that this processor has.
    pub(crate) fn best() -> Self {
        let here = Self::ALL.into_iter().rfind(|choice| choice.are_here());
        here.unwrap_or(Self::Scalar)
    }
}

/// A word that lanes are made of.
pub(super) trait Lane: Mask {
    /// The inner loops for these instructions, or portable ones where the processor lacks them.
    fn kernel(instructions: Instructions) -> Kernel<Self>;
}

type Expand<W> = unsafe fn(&mut Buffer<W>, &mut Buffer<W>, &Step<W>);
type Finish<W> = unsafe fn(&mut Buffer<W>, &Step<W>) -> u64;

/// The two inner loops.
#[derive(Clone, Copy)]
pub(super) struct Kernel<W> {
    lanes: usize,
    /// Compiled for instructions that this processor has: [`Lane::kernel`] makes no other.
    expand: Expand<W>,
    finish: Finish<W>,
}

impl<W> Kernel<W> {
    /// States that are worked on together.
    pub(super) fn lanes(&self) -> usize {
        self.lanes
    }

    /// Places one queen for each parent, until less than a vector of parents waits or none of
    /// children has room.
    #[expect(
        unsafe_code,
        reason = "the loops are compiled for detected instructions"
    )]
    pub(super) fn expand(&self, parents: &mut Buffer<W>, children: &mut Buffer<W>, step: &Step<W>) {
        // SAFETY: the processor has the instructions, see the field.
        unsafe { (self.expand)(parents, children, step) }
    }

    /// Counts the solutions below all states of the last line but one, and empties their buffer,
    /// behind which a vector of states without children stands.
    #[expect(
        unsafe_code,
        reason = "the loops are compiled for detected instructions"
    )]
    pub(super) fn finish(&self, states: &mut Buffer<W>, step: &Step<W>) -> u64 {
        // SAFETY: the processor has the instructions, see the field.
        unsafe { (self.finish)(states, step) }
    }
}

macro_rules! lane {
    ($word:ty, $module:ident) => {
        impl Lane for $word {
            fn kernel(instructions: Instructions) -> Kernel<Self> {
                match instructions {
                    #[cfg(target_arch = "x86_64")]
                    Instructions::Avx512 if instructions.are_here() => avx512::$module::KERNEL,
                    #[cfg(target_arch = "x86_64")]
                    Instructions::Avx2 if instructions.are_here() => avx2::$module::KERNEL,
                    _ => scalar::kernel(),
                }
            }
        }
    };
}

lane!(u16, narrow);
lane!(u32, wide);

/// The two loops in terms of the vector operations of the module that they are written into.
#[cfg(target_arch = "x86_64")]
macro_rules! kernel {
    ($features:literal) => {
        pub(in super::super) const KERNEL: Kernel<Word> = Kernel {
            lanes: LANES,
            expand,
            finish,
        };

        #[target_feature(enable = $features)]
        fn expand(parents: &mut Buffer<Word>, children: &mut Buffer<Word>, step: &Step<Word>) {
            let (gap, second_gap) = (distance(step.gap), distance(step.second_gap));
            let (below, second) = (splat(step.below), splat(step.second));
            let (mut next, mut again, mut end) = (parents.next, parents.again, children.end);
            while next + LANES <= parents.end && end + LANES <= CAPACITY {
                let taken = load(&parents.taken, next);
                let falling = load(&parents.falling, next);
                let rising = load(&parents.rising, next);
                let free = load(&parents.free, next);
                next += LANES;

                let queen = lowest(free);
                let child_taken = or(taken, queen);
                let child_falling = up(or(falling, queen), gap);
                let child_rising = down(or(rising, queen), gap);
                let open = without(below, child_taken, child_falling, child_rising);
                let after = without(
                    second,
                    child_taken,
                    up(child_falling, second_gap),
                    down(child_rising, second_gap),
                );
                let alive = both(open, after);
                let packing = packing(alive);
                pack(&mut children.taken, end, &packing, child_taken);
                pack(&mut children.falling, end, &packing, child_falling);
                pack(&mut children.rising, end, &packing, child_rising);
                pack(&mut children.free, end, &packing, open);
                end += alive.count_ones() as usize;

                let rest = xor(free, queen);
                let left = nonzero(rest);
                let packing = self::packing(left);
                pack(&mut parents.taken, again, &packing, taken);
                pack(&mut parents.falling, again, &packing, falling);
                pack(&mut parents.rising, again, &packing, rising);
                pack(&mut parents.free, again, &packing, rest);
                again += left.count_ones() as usize;
            }
            (parents.next, parents.again, children.end) = (next, again, end);
        }

        #[target_feature(enable = $features)]
        fn finish(states: &mut Buffer<Word>, step: &Step<Word>) -> u64 {
            let (gap, below) = (distance(step.gap), splat(step.below));
            let mut solutions = splat(0);
            for at in (0..states.end).step_by(LANES) {
                let taken = load(&states.taken, at);
                let falling = load(&states.falling, at);
                let rising = load(&states.rising, at);
                let mut free = load(&states.free, at);
                let mut left = nonzero(free);
                while left != 0 {
                    let queen = lowest(free);
                    free = xor(free, queen);
                    let open = without(
                        below,
                        or(taken, queen),
                        up(or(falling, queen), gap),
                        down(or(rising, queen), gap),
                    );
                    // A lane without a queen has no solution; where none is left, `queen` is empty.
                    solutions = add_squares(solutions, where_set(queen, open));
                    left = nonzero(free);
                }
            }
            states.end = 0;
            sum(solutions)
        }
    };
}
#[cfg(target_arch = "x86_64")]
use kernel;

/// Loads and stores of vectors, safe by the lengths of their arrays.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "the instructions take addresses")]
mod memory {
    use std::arch::x86_64::{
        __m128i, __m256i, __m512i, _mm_loadu_si128, _mm_storeu_si128, _mm256_loadu_si256,
        _mm256_storeu_si256, _mm512_loadu_si512, _mm512_storeu_si512,
    };

    use super::Mask;

    macro_rules! load_and_store {
        ($features:literal, $vector:ty, $load:ident = $by:ident, $store:ident = $with:ident) => {
            #[inline]
            #[target_feature(enable = $features)]
            pub(super) fn $load<W: Word, const N: usize>(words: &[W; N]) -> $vector {
                const { assert!(size_of::<[W; N]>() == size_of::<$vector>()) };
                // SAFETY: the array is as long as the vector, which needs no alignment.
                unsafe { $by(words.as_ptr().cast()) }
            }

            #[inline]
            #[target_feature(enable = $features)]
            pub(super) fn $store<W: Word, const N: usize>(words: &mut [W; N], vector: $vector) {
                const { assert!(size_of::<[W; N]>() == size_of::<$vector>()) };
                // SAFETY: the array is as long as the vector, which needs no alignment.
                unsafe { $with(words.as_mut_ptr().cast(), vector) }
            }
        };
    }

    /// Integers, of which any bits are a value.
    pub(super) trait Word {}
    impl<M: Mask> Word for M {}
    impl Word for u8 {}

    load_and_store!(
        "avx2",
        __m128i,
        load_128 = _mm_loadu_si128,
        store_128 = _mm_storeu_si128
    );
    load_and_store!(
        "avx2",
        __m256i,
        load_256 = _mm256_loadu_si256,
        store_256 = _mm256_storeu_si256
    );
    load_and_store!(
        "avx512f",
        __m512i,
        load_512 = _mm512_loadu_si512,
        store_512 = _mm512_storeu_si512
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_instructions_are_here_and_portable_ones_always() {
        assert!(Instructions::Scalar.are_here());
        assert!(Instructions::best().are_here());
    }
}
