//! The empty square board under its eight symmetries, by the smallest edge reading.
//!
//! A solution has one queen on each of the four edges; read from either end, they give eight numbers,
//! and the eight images of the board permute these readings. So every solution has an image
//! whose left column, read from the last row, gives the smallest of the eight. If `k` other readings equal it,
//! `k + 1` of the eight images do; with `c_k` such images in all,
//!
//! ```text
//! solutions = 8 c_0 + 4 c_1 + 8/3 c_2 + 2 c_3
//! ```
//!
//! An edge ties in one of its two readings only: with its queen in the middle, all four would stand in the middle of
//! their edges, where they attack each other; so k <= 3, and the scheme needs queens that share no edge but at a
//! corner, hence n >= 6. What comes out is one group for each choice of the queens in the left and the right column and, where they
//! tie, of those in row 0 and the last row: the lines that are left and the number of ties, so that nothing is tested
//! at the leaves. With both side columns taken, n - 2 columns remain to be searched.

use super::lines::Line;

/// The part of a search whose solutions weigh the same.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// How many other readings equal the smallest.
    pub(super) ties: usize,
    pub(super) lines: Vec<Line>,
}

/// The scheme needs a board of this side: smaller ones have queens that share edges.
pub(super) const SMALLEST: u32 = 6;

/// The number of solutions by their ties; a lower bound where the counts are not complete, since
/// every image counted stands for that part of a solution's images.
pub(super) fn weigh(by_ties: [u64; 4]) -> u128 {
    let [none, one, two, three] = by_ties.map(u128::from);
    // The two-tie images come in threes, so the division is exact when all are counted.
    8 * none + 4 * one + 8 * two / 3 + 2 * three
}

/// The groups of the empty board of `n >= 6` rows. Their columns are those between the sides.
///
/// Reading the left column from the last row, not from row 0, saves a tenth of the nodes: the right
/// queen is above the left one then, so the lines searched first are the more restricted ones.
pub(super) fn groups(n: u32) -> Vec<Group> {
    let mut groups = Vec::new();
    for smallest in 0..n / 2 {
        let left = n - 1 - smallest;
        // The right queen's readings are no smaller; level with the left one it would be attacked.
        for right in smallest..left {
            let sides = [(left, 0), (right, n - 1)];
            if smallest == 0 {
                groups.extend(corner(n, right, &sides));
                continue;
            }
            let far = usize::from(right == smallest);
            let ties = [None, Some(smallest), Some(n - 1 - smallest)];
            for top in ties {
                for bottom in ties {
                    let mut queens = sides.to_vec();
                    queens.extend(top.map(|column| (0, column)));
                    queens.extend(bottom.map(|column| (n - 1, column)));
                    groups.extend(group(n, smallest, &queens, far + queens.len() - 2));
                }
            }
        }
    }
    groups
}

/// The group of a queen in the corner, which is on two edges and ties with itself alone. Its two images are
/// reflections of each other in the diagonal of the corner, so one is left out, that whose queen in row 0 is
/// nearer to its side than the right one to hers, and the other weighs as if there were no tie.
fn corner(n: u32, right: u32, sides: &[(u32, u32)]) -> Option<Group> {
    let mut group = group(n, 0, sides, 0)?;
    let farther = u128::MAX << (n - 1 - right);
    group.lines[0].open &= farther;
    (group.lines[0].open != 0).then_some(group)
}

/// The lines left by `queens` (rows and columns); none if they attack each other or leave a line without an open square.
fn group(n: u32, smallest: u32, queens: &[(u32, u32)], ties: usize) -> Option<Group> {
    let attacks = |&(r, c): &(u32, u32), row: u32, column: u32| {
        c == column || r == row || r.abs_diff(row) == c.abs_diff(column)
    };
    let attacked = |by: &[(u32, u32)], row, column| by.iter().any(|q| attacks(q, row, column));
    let clash = |(at, &(row, column)): (usize, &(u32, u32))| attacked(&queens[..at], row, column);
    if queens.iter().enumerate().any(clash) {
        return None;
    }
    let mut lines = Vec::new();
    for row in (0..n).filter(|&row| queens.iter().all(|&(r, _)| r != row)) {
        // Queens on the upper and lower edge that tie are placed; any other reads more than the smallest.
        let no_larger = |column| column <= smallest || column >= n - 1 - smallest;
        let edge = (row == 0 || row == n - 1) && smallest > 0;
        let columns = (1..n - 1)
            .filter(|&column| !(attacked(queens, row, column) || edge && no_larger(column)));
        let open = columns.fold(0, |open, column| open | 1 << (column - 1));
        if open == 0 {
            return None;
        }
        lines.push(Line { index: row, open });
    }
    Some(Group { ties, lines })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts by trying every square of every line, with coordinates alone.
    fn brute(lines: &[Line], queens: &mut Vec<(u32, u32)>) -> u64 {
        let Some((line, rest)) = lines.split_first() else {
            return 1;
        };
        let mut count = 0;
        for column in (0..32).filter(|column| line.open >> column & 1 == 1) {
            let free = queens
                .iter()
                .all(|&(r, c)| c != column && c.abs_diff(column) != r.abs_diff(line.index));
            if free {
                queens.push((line.index, column));
                count += brute(rest, queens);
                queens.pop();
            }
        }
        count
    }

    #[test]
    fn the_weighed_groups_are_the_solutions() {
        for (n, solutions) in (SMALLEST..).zip([4, 40, 92, 352, 724, 2680]) {
            let mut by_ties = [0; 4];
            for group in groups(n) {
                by_ties[group.ties] += brute(&group.lines, &mut Vec::new());
            }
            assert_eq!(weigh(by_ties), solutions, "n = {n}: {by_ties:?}");
            assert_eq!(by_ties[2] % 3, 0, "n = {n}");
        }
    }

    #[test]
    fn a_part_of_the_images_is_a_lower_bound() {
        // Two of the three images of one solution with two ties, rounded down.
        assert_eq!(weigh([0, 0, 2, 0]), 5);
        assert_eq!(weigh([1, 1, 3, 1]), 22);
    }
}
