//! The vector operations of AVX-512: 32 lanes of 16 bits, 16 lanes of 32 bits.
//!
//! Compression happens in a register and a whole vector is stored: compressing stores are slow on some processors.

/// Whether the processor has every instruction used here.
pub(super) fn detected() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

macro_rules! operations {
    ($($(#[$attribute:meta])* fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty $body:block)*) => {
        $(
            $(#[$attribute])*
            #[inline]
            #[target_feature(
                enable = "avx512f,avx512bw,avx512vbmi2,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
            )]
            fn $name($($argument: $type),*) -> $result $body
        )*
    };
}

macro_rules! lanes {
    ($word:ty, $signed:ty, $lanes:literal, $mask:ty,
     $set1:ident, $sub:ident, $add:ident, $sllv:ident, $srlv:ident, $test:ident, $mask_test:ident,
     $compress:ident, $popcnt:ident, $select:ident) => {
        use std::arch::x86_64::{
            __m512i, _mm512_and_si512, _mm512_andnot_si512, _mm512_or_si512, _mm512_setzero_si512,
            _mm512_ternarylogic_epi64, _mm512_xor_si512, $add, $compress, $mask_test, $popcnt, $select,
            $set1, $sllv, $srlv, $sub, $test,
        };

        use super::super::memory::{load_512, store_512};
        use super::super::{Kernel, kernel};
        use crate::engine::native::batch::{Buffer, CAPACITY, Step, Words};

        type Word = $word;
        const LANES: usize = $lanes;

        operations! {
            fn splat(word: Word) -> __m512i { $set1(word.cast_signed()) }
            fn distance(gap: u32) -> __m512i { $set1(<$signed>::try_from(gap).expect("a side")) }
            fn up(lanes: __m512i, gap: __m512i) -> __m512i { $sllv(lanes, gap) }
            fn down(lanes: __m512i, gap: __m512i) -> __m512i { $srlv(lanes, gap) }
            fn or(a: __m512i, b: __m512i) -> __m512i { _mm512_or_si512(a, b) }
            fn xor(a: __m512i, b: __m512i) -> __m512i { _mm512_xor_si512(a, b) }
            fn lowest(lanes: __m512i) -> __m512i {
                _mm512_and_si512(lanes, $sub(_mm512_setzero_si512(), lanes))
            }
            fn without(all: __m512i, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
                // 0xFE is the truth table of the union of three.
                _mm512_andnot_si512(_mm512_ternarylogic_epi64(a, b, c, 0xFE), all)
            }
            fn nonzero(lanes: __m512i) -> $mask { $test(lanes, lanes) }
            fn both(a: __m512i, b: __m512i) -> $mask { $mask_test(nonzero(a), b, b) }
            fn where_set(condition: __m512i, lanes: __m512i) -> __m512i { $select(nonzero(condition), lanes) }
            fn packing(alive: $mask) -> $mask { alive }
            fn load(words: &Words<Word>, at: usize) -> __m512i {
                load_512::<_, LANES>(words[at % CAPACITY..].first_chunk().expect("room for a vector"))
            }
            fn add_squares(sums: __m512i, open: __m512i) -> __m512i { $add(sums, $popcnt(open)) }
            fn sum(sums: __m512i) -> u64 {
                let mut words = [0; LANES];
                store_512::<Word, LANES>(&mut words, sums);
                words.into_iter().map(u64::from).sum()
            }
        }

        #[inline]
        #[target_feature(
            enable = "avx512f,avx512bw,avx512vbmi2,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
        )]
        fn pack(words: &mut Words<Word>, at: usize, alive: &$mask, lanes: __m512i) {
            let chunk = words[at % CAPACITY..].first_chunk_mut().expect("room for a vector");
            store_512::<_, LANES>(chunk, $compress(*alive, lanes));
        }

        kernel!("avx512f,avx512bw,avx512vbmi2,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt");
    };
}

pub(super) mod narrow {
    lanes!(
        u16,
        i16,
        32,
        u32,
        _mm512_set1_epi16,
        _mm512_sub_epi16,
        _mm512_add_epi16,
        _mm512_sllv_epi16,
        _mm512_srlv_epi16,
        _mm512_test_epi16_mask,
        _mm512_mask_test_epi16_mask,
        _mm512_maskz_compress_epi16,
        _mm512_popcnt_epi16,
        _mm512_maskz_mov_epi16
    );
}

pub(super) mod wide {
    lanes!(
        u32,
        i32,
        16,
        u16,
        _mm512_set1_epi32,
        _mm512_sub_epi32,
        _mm512_add_epi32,
        _mm512_sllv_epi32,
        _mm512_srlv_epi32,
        _mm512_test_epi32_mask,
        _mm512_mask_test_epi32_mask,
        _mm512_maskz_compress_epi32,
        _mm512_popcnt_epi32,
        _mm512_maskz_mov_epi32
    );
}
