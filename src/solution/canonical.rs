//! Placements up to symmetry: images, the canonical one of them, and the classes.
//!
//! The canonical form is the lexicographically smallest image, comparing the queens in row-major
//! order: on a square board the smallest list of columns. Symmetries are given as a group, such as
//! [`Problem::symmetries`](crate::problem::Problem::symmetries).

use std::cmp::Ordering;

use super::Placement;
use crate::board::{Board, Square, Symmetry};

/// What rotations leave a placement as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// A quarter turn does; on a square board two images differ (one, if no more than one queen stands there).
    DoublySymmetric,
    /// A half turn does and a quarter turn does not; four images differ.
    SinglySymmetric,
    /// Only the full turn does; all eight images differ.
    Asymmetric,
}

impl Placement {
    /// What the symmetry makes of it; queens off the board have no image and stay away.
    #[must_use]
    pub fn image(&self, board: Board, symmetry: Symmetry) -> Self {
        Self::new(images(self, board, symmetry))
    }

    /// The smallest image under the symmetries of a group.
    #[must_use]
    pub fn canonical(&self, board: Board, group: &[Symmetry]) -> Self {
        let images = group.iter().map(|&symmetry| self.image(board, symmetry));
        images
            .min_by(|a, b| a.queens().cmp(b.queens()))
            .unwrap_or_else(|| self.clone())
    }

    /// Whether no image under the symmetries of a group is smaller.
    pub fn is_canonical(&self, board: Board, group: &[Symmetry]) -> bool {
        group
            .iter()
            .all(|&symmetry| self.compare_image(board, symmetry) != Ordering::Less)
    }

    /// The class under the rotations of a group.
    pub fn class(&self, board: Board, group: &[Symmetry]) -> Class {
        let fixed = |symmetry: Symmetry| {
            group.contains(&symmetry) && self.compare_image(board, symmetry) == Ordering::Equal
        };
        if fixed(Symmetry::QuarterTurn) {
            Class::DoublySymmetric
        } else if fixed(Symmetry::HalfTurn) {
            Class::SinglySymmetric
        } else {
            Class::Asymmetric
        }
    }

    /// How the image compares with the placement itself. Most differ in their first queen, which is
    /// found without sorting the others.
    fn compare_image(&self, board: Board, symmetry: Symmetry) -> Ordering {
        let first = images(self, board, symmetry).min();
        match first.cmp(&self.queens().first().copied()) {
            Ordering::Equal => self.image(board, symmetry).queens().cmp(self.queens()),
            different => different,
        }
    }
}

fn images(
    placement: &Placement,
    board: Board,
    symmetry: Symmetry,
) -> impl Iterator<Item = Square> + '_ {
    let inside = placement.queens().iter().copied();
    inside
        .filter(move |&queen| board.contains(queen))
        .map(move |queen| symmetry.image(board, queen))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(columns: &[u32]) -> Placement {
        let squares = (0..).zip(columns);
        Placement::new(squares.map(|(row, &column)| Square::new(row, column)))
    }

    #[test]
    fn the_canonical_form_is_the_smallest_image_and_only_that_is_canonical() {
        let board = Board::new(6, 6).expect("small");
        let all = &Symmetry::ALL;
        for list in [[1, 3, 5, 0, 2, 4], [2, 5, 1, 4, 0, 3], [3, 0, 4, 1, 5, 2]] {
            let placement = columns(&list);
            assert_eq!(
                placement.canonical(board, all),
                columns(&[1, 3, 5, 0, 2, 4])
            );
            assert_eq!(placement.is_canonical(board, all), list[0] == 1);
            assert_eq!(placement.class(board, all), Class::SinglySymmetric);
            assert_eq!(placement.class(board, &all[..1]), Class::Asymmetric);
        }
    }

    #[test]
    fn classes_tell_what_turns_leave_alone() {
        let class = |list: &[u32]| {
            let side = list.len() as u64;
            let board = Board::new(side, side).expect("small");
            columns(list).class(board, &Symmetry::ALL)
        };
        assert_eq!(class(&[1, 3, 0, 2]), Class::DoublySymmetric);
        assert_eq!(class(&[1, 4, 2, 0, 3]), Class::DoublySymmetric);
        assert_eq!(class(&[0, 2, 4, 1, 3]), Class::Asymmetric);
        assert_eq!(class(&[0]), Class::DoublySymmetric);
        assert_eq!(class(&[]), Class::DoublySymmetric);
    }
}
