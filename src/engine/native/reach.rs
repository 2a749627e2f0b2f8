//! What a queen takes out of the lines around her, and which columns the squares that are left still reach.
//!
//! Columns are counted all at once, in words that hold one bit of unary count for each (bit-sliced): reached by at least
//! one line, by two, by three, by four.

use super::mask::Mask;

/// What a pass over the lines sees: columns reached by at least so many of them.
pub(super) struct Seen<M> {
    pub(super) by_one: M,
    pub(super) by_two: M,
    pub(super) by_three: M,
    pub(super) by_four: M,
    /// A line with one square, and a line with two.
    pub(super) single: Option<usize>,
    pub(super) double: Option<usize>,
}

impl<M: Mask> Seen<M> {
    pub(super) const NOTHING: Self = Self {
        by_one: M::EMPTY,
        by_two: M::EMPTY,
        by_three: M::EMPTY,
        by_four: M::EMPTY,
        single: None,
        double: None,
    };

    /// Adds the line with this place among those that lack a queen; it has an open square.
    #[inline]
    pub(super) fn line(&mut self, at: usize, open: M) {
        self.by_four |= self.by_three & open;
        self.by_three |= self.by_two & open;
        self.by_two |= self.by_one & open;
        self.by_one |= open;
        let but_one = open & !open.lowest();
        if (but_one & !but_one.lowest()).is_empty() {
            if but_one.is_empty() {
                self.single = Some(at);
            } else {
                self.double = Some(at);
            }
        }
    }
}

/// For each of `width` columns, and each distance from `1 - height` to `height - 1`, the columns attacked in the line there.
pub(super) fn fans<M: Mask>(width: u32, height: usize) -> Vec<M> {
    let distances = |column: u32| {
        let height = i64::try_from(height).expect("at most 128");
        (1 - height..height).map(move |distance| {
            let away = u32::try_from(distance.unsigned_abs()).expect("at most 128");
            let up = column.checked_add(away).filter(|&at| at < width);
            let reached = [Some(column), up, column.checked_sub(away)];
            let reached = reached.into_iter().flatten();
            reached.fold(M::EMPTY, |all, at| all | M::narrow(1) << at)
        })
    };
    (0..width).flat_map(distances).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fan_is_what_a_queen_attacks() {
        let fans = fans::<u64>(5, 3);
        // The queen on column 1: two lines above, one above, her own, one below, two below.
        assert_eq!(fans[5..10], [0b01010, 0b00111, 0b00010, 0b00111, 0b01010]);
    }

    #[test]
    fn columns_are_counted_to_four() {
        let mut seen = Seen::<u64>::NOTHING;
        for (at, open) in [0b1_1111, 0b1_1110, 0b1_1100, 0b1_1000, 0b1_0000]
            .into_iter()
            .enumerate()
        {
            seen.line(at, open);
        }
        let counted = [seen.by_one, seen.by_two, seen.by_three, seen.by_four];
        assert_eq!(counted, [0b1_1111, 0b1_1110, 0b1_1100, 0b1_1000]);
        assert_eq!((seen.single, seen.double), (Some(4), Some(3)));
    }
}
