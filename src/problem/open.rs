//! The set of open squares, with rank and select: the n-th open square and back, in constant and
//! logarithmic time.
//!
//! A board without givens is kept as its two sides alone, so that a board of 10^10 squares costs
//! nothing; any other as one bit a square of its remaining rows, with a running count a word
//! (the succinct rank index of Jacobson, 1989, with 64-bit blocks).

/// Open squares by *position*, the index of a row among the remaining rows, and column.
#[derive(Clone, Debug)]
pub(super) enum OpenSquares {
    /// Every square of `rows` by `columns`.
    All { rows: u32, columns: u32 },
    /// The squares whose bit is set.
    Some(Bits),
}

impl OpenSquares {
    pub(super) fn contains(&self, position: u32, column: u32) -> bool {
        match self {
            Self::All { rows, columns } => position < *rows && column < *columns,
            Self::Some(bits) => bits.get(position, column),
        }
    }

    pub(super) fn len(&self) -> u64 {
        match self {
            Self::All { rows, columns } => u64::from(*rows) * u64::from(*columns),
            Self::Some(bits) => bits.total.into(),
        }
    }

    /// How many open squares stand before this one in row-major order.
    pub(super) fn rank(&self, position: u32, column: u32) -> u64 {
        match self {
            Self::All { columns, .. } => {
                u64::from(position) * u64::from(*columns) + u64::from(column)
            }
            Self::Some(bits) => bits.rank(position, column).into(),
        }
    }

    /// The open square with `rank` others before it, as position and column.
    pub(super) fn select(&self, rank: u64) -> Option<(u32, u32)> {
        if rank >= self.len() {
            return None;
        }
        match self {
            Self::All { columns, .. } => {
                let side = u64::from(*columns);
                let narrow = |value: u64| u32::try_from(value).expect("a side of the board");
                Some((narrow(rank / side), narrow(rank % side)))
            }
            Self::Some(bits) => {
                Some(bits.select(u32::try_from(rank).expect("below the total, a u32")))
            }
        }
    }

    /// The first 64 columns of a row as a mask, column 0 lowest.
    pub(super) fn mask(&self, position: u32) -> u64 {
        match self {
            Self::All { columns: 0, .. } => 0,
            Self::All { columns, .. } => u64::MAX >> (64 - columns.min(&64)),
            Self::Some(bits) => bits.word(position, 0),
        }
    }

    /// The first 128 columns of a row as a mask, column 0 lowest.
    pub(super) fn wide_mask(&self, position: u32) -> u128 {
        match self {
            Self::All { columns: 0, .. } => 0,
            Self::All { columns, .. } => u128::MAX >> (128 - columns.min(&128)),
            Self::Some(bits) => {
                u128::from(bits.word(position, 0)) | u128::from(bits.word(position, 1)) << 64
            }
        }
    }
}

/// A bit matrix with a rank index.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    words_per_row: usize,
    words: Vec<u64>,
    /// Set bits before each word.
    before: Vec<u32>,
    total: u32,
}

impl Bits {
    /// The matrix of `rows` by `columns` whose set bits are those for which `is_open` holds; the
    /// caller keeps their number below 2^32.
    pub(super) fn new(
        rows: u32,
        columns: &[u32],
        width: u32,
        mut is_open: impl FnMut(u32, u32) -> bool,
    ) -> Self {
        let words_per_row = width.div_ceil(64) as usize;
        let mut words = vec![0_u64; words_per_row * rows as usize];
        for position in 0..rows {
            let start = position as usize * words_per_row;
            for &column in columns {
                let bit = u64::from(is_open(position, column));
                words[start + column as usize / 64] |= bit << (column % 64);
            }
        }
        let mut total = 0;
        let before = words
            .iter()
            .map(|word| {
                total += word.count_ones();
                total - word.count_ones()
            })
            .collect();
        Self {
            words_per_row,
            words,
            before,
            total,
        }
    }

    fn get(&self, position: u32, column: u32) -> bool {
        self.words[self.word_of(position, column)] >> (column % 64) & 1 == 1
    }

    /// The columns from `64 * index` on of a row; none past its end.
    fn word(&self, position: u32, index: usize) -> u64 {
        if index >= self.words_per_row {
            return 0;
        }
        let start = position as usize * self.words_per_row;
        self.words.get(start + index).copied().unwrap_or(0)
    }

    fn word_of(&self, position: u32, column: u32) -> usize {
        position as usize * self.words_per_row + column as usize / 64
    }

    fn rank(&self, position: u32, column: u32) -> u32 {
        let word = self.word_of(position, column);
        let below = (1_u64 << (column % 64)) - 1;
        self.before[word] + (self.words[word] & below).count_ones()
    }

    fn select(&self, rank: u32) -> (u32, u32) {
        // The last word with at most `rank` bits before it may be followed by empty ones with the
        // same count; `partition_point` finds the end of that run, so step back over them.
        let mut word = self.before.partition_point(|&before| before <= rank) - 1;
        while self.words[word] == 0 {
            word -= 1;
        }
        let mut bits = self.words[word];
        for _ in self.before[word]..rank {
            bits &= bits - 1;
        }
        let narrow = |value: usize| u32::try_from(value).expect("a side of the board");
        let column = narrow(word % self.words_per_row * 64) + bits.trailing_zeros();
        (narrow(word / self.words_per_row), column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_and_select_are_inverse() {
        let columns: Vec<u32> = (0..200).collect();
        let sparse = OpenSquares::Some(Bits::new(9, &columns, 200, |p, c| {
            p != 4 && (p * 31 + c * 17) % 97 == 0
        }));
        let all = OpenSquares::All {
            rows: 3,
            columns: 70,
        };
        for open in [sparse, all] {
            assert!(open.len() > 10);
            for rank in 0..open.len() {
                let (position, column) = open.select(rank).expect("in range");
                assert!(open.contains(position, column));
                assert_eq!(open.rank(position, column), rank);
            }
            assert_eq!(open.select(open.len()), None);
        }
    }

    #[test]
    fn wide_masks_join_two_words() {
        let columns: Vec<u32> = (0..130).collect();
        let open = OpenSquares::Some(Bits::new(2, &columns, 130, |p, c| c % 63 == p));
        assert_eq!(open.wide_mask(0), 1 | 1 << 63 | 1 << 126);
        assert_eq!(open.wide_mask(1), 1 << 1 | 1 << 64 | 1 << 127);
        let narrow = OpenSquares::Some(Bits::new(2, &columns[..3], 3, |_, _| true));
        assert_eq!((narrow.wide_mask(0), narrow.wide_mask(1)), (7, 7));
        let all = OpenSquares::All {
            rows: 1,
            columns: 65,
        };
        assert_eq!(all.wide_mask(0), (1 << 65) - 1);
    }

    #[test]
    fn masks_reach_64_columns() {
        assert_eq!(
            OpenSquares::All {
                rows: 1,
                columns: 64
            }
            .mask(0),
            u64::MAX
        );
        assert_eq!(
            OpenSquares::All {
                rows: 1,
                columns: 63
            }
            .mask(0),
            u64::MAX >> 1
        );
        assert_eq!(
            OpenSquares::All {
                rows: 1,
                columns: 0
            }
            .mask(0),
            0
        );
    }
}
