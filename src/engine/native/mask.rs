//! Sets of columns as machine words: what the searches ask of `u16` to `u128`.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXorAssign, Not, Shl, Shr};

/// A word of as many columns as it has bits, column 0 lowest.
pub(super) trait Mask:
    Copy
    + Eq
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const EMPTY: Self;

    /// The columns of `wide` that the word has.
    fn narrow(wide: u128) -> Self;
    /// The lowest column, as a set; of the empty set the empty one.
    fn lowest(self) -> Self;
    /// The index of the lowest column.
    fn first(self) -> u32;
    /// How many columns.
    fn len(self) -> u32;

    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

macro_rules! mask {
    ($word:ty, $narrow:expr) => {
        impl Mask for $word {
            const EMPTY: Self = 0;

            fn narrow(wide: u128) -> Self {
                let narrow: fn(u128) -> Self = $narrow;
                narrow(wide)
            }

            #[inline]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }

            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn len(self) -> u32 {
                self.count_ones()
            }
        }
    };
}

mask!(u16, |wide| (wide & u128::from(u16::MAX))
    .try_into()
    .expect("16 bits"));
mask!(u32, |wide| (wide & u128::from(u32::MAX))
    .try_into()
    .expect("32 bits"));
mask!(u64, |wide| (wide & u128::from(u64::MAX))
    .try_into()
    .expect("64 bits"));
mask!(u128, |wide| wide);
