//! The vector operations of AVX2: 16 lanes of 16 bits, 8 lanes of 32 bits.
//!
//! There is no compression; a table gives for each mask of eight lanes the permutation that brings the set ones to the front.
//! Lanes of 16 bits are permuted by halves of the vector, and each half is stored by itself.

/// Whether the processor has every instruction used here.
pub(super) fn detected() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

macro_rules! operations {
    ($(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)? $body:block)*) => {
        $(
            #[inline]
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
            fn $name($($argument: $type),*) $(-> $result)? $body
        )*
    };
}

/// What both widths share.
macro_rules! lanes {
    ($word:ty, $lanes:literal, $set1:ident, $sub:ident, $sll:ident, $srl:ident, $min:ident, $cmpeq:ident) => {
        use super::super::memory::{load_256, store_256};
        use super::super::{Kernel, kernel};
        use crate::engine::native::batch::{Buffer, CAPACITY, Step, Words};

        type Word = $word;
        const LANES: usize = $lanes;

        operations! {
            fn splat(word: Word) -> __m256i { $set1(word.cast_signed()) }
            fn distance(gap: u32) -> __m128i { _mm_cvtsi32_si128(gap.cast_signed()) }
            fn up(lanes: __m256i, gap: __m128i) -> __m256i { $sll(lanes, gap) }
            fn down(lanes: __m256i, gap: __m128i) -> __m256i { $srl(lanes, gap) }
            fn or(a: __m256i, b: __m256i) -> __m256i { _mm256_or_si256(a, b) }
            fn xor(a: __m256i, b: __m256i) -> __m256i { _mm256_xor_si256(a, b) }
            fn lowest(lanes: __m256i) -> __m256i {
                _mm256_and_si256(lanes, $sub(_mm256_setzero_si256(), lanes))
            }
            fn without(all: __m256i, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
                _mm256_andnot_si256(or(or(b, c), a), all)
            }
            fn both(a: __m256i, b: __m256i) -> u32 { nonzero($min(a, b)) }
            fn where_set(condition: __m256i, lanes: __m256i) -> __m256i {
                _mm256_andnot_si256($cmpeq(condition, _mm256_setzero_si256()), lanes)
            }
            fn load(words: &Words<Word>, at: usize) -> __m256i {
                load_256::<_, LANES>(words[at % CAPACITY..].first_chunk().expect("room for a vector"))
            }
            fn add_squares(sums: __m256i, open: __m256i) -> __m256i {
                // Bits of each half byte by table, of each byte by addition, of eight bytes by differences from 0.
                let low = _mm256_set1_epi8(0x0F);
                let bits = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                    0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                ));
                let lower = _mm256_shuffle_epi8(bits, _mm256_and_si256(open, low));
                let upper = _mm256_shuffle_epi8(bits, _mm256_and_si256(_mm256_srli_epi16(open, 4), low));
                let bytes = _mm256_add_epi8(lower, upper);
                _mm256_add_epi64(sums, _mm256_sad_epu8(bytes, _mm256_setzero_si256()))
            }
            fn sum(sums: __m256i) -> u64 {
                let mut words = [0_u64; 4];
                store_256(&mut words, sums);
                words.into_iter().sum()
            }
        }

        kernel!("avx2,bmi1,bmi2,popcnt");
    };
}

pub(super) mod narrow {
    use std::arch::x86_64::{
        __m128i, __m256i, _mm_cvtsi32_si128, _mm_setr_epi8, _mm256_add_epi8, _mm256_add_epi64,
        _mm256_and_si256, _mm256_andnot_si256, _mm256_broadcastsi128_si256, _mm256_castsi256_si128,
        _mm256_cmpeq_epi16, _mm256_extracti128_si256, _mm256_min_epu16, _mm256_movemask_epi8,
        _mm256_or_si256, _mm256_packs_epi16, _mm256_sad_epu8, _mm256_set_m128i, _mm256_set1_epi8,
        _mm256_set1_epi16, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sll_epi16,
        _mm256_srl_epi16, _mm256_srli_epi16, _mm256_sub_epi16, _mm256_xor_si256,
    };

    use super::super::memory::{load_128, store_128};

    lanes!(
        u16,
        16,
        _mm256_set1_epi16,
        _mm256_sub_epi16,
        _mm256_sll_epi16,
        _mm256_srl_epi16,
        _mm256_min_epu16,
        _mm256_cmpeq_epi16
    );

    /// For each mask of eight lanes the bytes of the set ones.
    static TO_FRONT: [[u8; 16]; 256] = to_front();

    const fn to_front() -> [[u8; 16]; 256] {
        let mut table = [[0; 16]; 256];
        let mut mask = 0;
        while mask < 256 {
            let (mut lane, mut at) = (0_u8, 0);
            while lane < 8 {
                if mask >> lane & 1 == 1 {
                    table[mask][at] = 2 * lane;
                    table[mask][at + 1] = 2 * lane + 1;
                    at += 2;
                }
                lane += 1;
            }
            mask += 1;
        }
        table
    }

    struct Packing {
        bytes: __m256i,
        in_lower_half: usize,
    }

    operations! {
        /* Bits 0 to 7 are the lower half's lanes, bits 16 to 23 the upper half's. */
        fn nonzero(lanes: __m256i) -> u32 {
            let zero = _mm256_cmpeq_epi16(lanes, _mm256_setzero_si256());
            let bytes = _mm256_packs_epi16(zero, zero);
            !_mm256_movemask_epi8(bytes).cast_unsigned() & 0x00FF_00FF
        }
        fn packing(alive: u32) -> Packing {
            let (lower, upper) = (alive as usize & 0xFF, alive as usize >> 16 & 0xFF);
            Packing {
                bytes: _mm256_set_m128i(load_128(&TO_FRONT[upper]), load_128(&TO_FRONT[lower])),
                in_lower_half: lower.count_ones() as usize,
            }
        }
        fn pack(words: &mut Words<Word>, at: usize, packing: &Packing, lanes: __m256i) {
            let packed = _mm256_shuffle_epi8(lanes, packing.bytes);
            let chunk: &mut [u16; LANES] =
                words[at % CAPACITY..].first_chunk_mut().expect("room for a vector");
            let lower = chunk.first_chunk_mut().expect("half a vector");
            store_128::<_, 8>(lower, _mm256_castsi256_si128(packed));
            let upper = chunk[packing.in_lower_half..].first_chunk_mut().expect("at most half are before it");
            store_128::<_, 8>(upper, _mm256_extracti128_si256::<1>(packed));
        }
    }
}

pub(super) mod wide {
    use std::arch::x86_64::{
        __m128i, __m256i, _mm_cvtsi32_si128, _mm_setr_epi8, _mm256_add_epi8, _mm256_add_epi64,
        _mm256_and_si256, _mm256_andnot_si256, _mm256_broadcastsi128_si256, _mm256_castsi256_ps,
        _mm256_cmpeq_epi32, _mm256_min_epu32, _mm256_movemask_ps, _mm256_or_si256,
        _mm256_permutevar8x32_epi32, _mm256_sad_epu8, _mm256_set1_epi8, _mm256_set1_epi32,
        _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sll_epi32, _mm256_srl_epi32,
        _mm256_srli_epi16, _mm256_sub_epi32, _mm256_xor_si256,
    };

    lanes!(
        u32,
        8,
        _mm256_set1_epi32,
        _mm256_sub_epi32,
        _mm256_sll_epi32,
        _mm256_srl_epi32,
        _mm256_min_epu32,
        _mm256_cmpeq_epi32
    );

    /// For each mask of eight lanes the indices of the set ones.
    static TO_FRONT: [[u32; 8]; 256] = to_front();

    const fn to_front() -> [[u32; 8]; 256] {
        let mut table = [[0; 8]; 256];
        let mut mask = 0;
        while mask < 256 {
            let (mut lane, mut at) = (0, 0);
            while lane < 8 {
                if mask >> lane & 1 == 1 {
                    table[mask][at] = lane;
                    at += 1;
                }
                lane += 1;
            }
            mask += 1;
        }
        table
    }

    operations! {
        fn nonzero(lanes: __m256i) -> u32 {
            let zero = _mm256_cmpeq_epi32(lanes, _mm256_setzero_si256());
            !_mm256_movemask_ps(_mm256_castsi256_ps(zero)).cast_unsigned() & 0xFF
        }
        fn packing(alive: u32) -> __m256i { load_256(&TO_FRONT[alive as usize & 0xFF]) }
        fn pack(words: &mut Words<Word>, at: usize, packing: &__m256i, lanes: __m256i) {
            let chunk = words[at % CAPACITY..].first_chunk_mut().expect("room for a vector");
            store_256::<_, LANES>(chunk, _mm256_permutevar8x32_epi32(lanes, *packing));
        }
    }
}
