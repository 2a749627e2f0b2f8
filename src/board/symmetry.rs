//! The eight symmetries of a square board; a rectangle has the four that keep its sides.

use super::{Board, Square};

/// A symmetry, named for what it does to a board that is drawn with row 0 at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// A quarter turn clockwise: the first row becomes the last column.
    QuarterTurn,
    /// A half turn.
    HalfTurn,
    /// Three quarters clockwise, or one against the clock.
    ThreeQuarterTurn,
    /// The first and the last row change places.
    SwapRows,
    /// The first and the last column change places.
    SwapColumns,
    /// Rows become columns: a reflection in the falling diagonal.
    Transpose,
    /// A reflection in the rising diagonal.
    AntiTranspose,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::QuarterTurn,
        Self::HalfTurn,
        Self::ThreeQuarterTurn,
        Self::SwapRows,
        Self::SwapColumns,
        Self::Transpose,
        Self::AntiTranspose,
    ];

    /// Whether rows become columns.
    pub fn turns_rows(self) -> bool {
        matches!(
            self,
            Self::QuarterTurn | Self::ThreeQuarterTurn | Self::Transpose | Self::AntiTranspose
        )
    }

    /// Whether it maps the board onto itself.
    pub fn keeps(self, board: Board) -> bool {
        !self.turns_rows() || board.rows() == board.columns()
    }

    /// Where a square of `board` goes; a symmetry that does not keep the board takes it to the board
    /// with rows and columns exchanged.
    pub fn image(self, board: Board, square: Square) -> Square {
        let Square { row, column } = square;
        let (last_row, last_column) = (board.rows() - 1, board.columns() - 1);
        match self {
            Self::Identity => square,
            Self::QuarterTurn => Square::new(column, last_row - row),
            Self::HalfTurn => Square::new(last_row - row, last_column - column),
            Self::ThreeQuarterTurn => Square::new(last_column - column, row),
            Self::SwapRows => Square::new(last_row - row, column),
            Self::SwapColumns => Square::new(row, last_column - column),
            Self::Transpose => Square::new(column, row),
            Self::AntiTranspose => Square::new(last_column - column, last_row - row),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_are_a_group_of_different_bijections() {
        let board = Board::new(3, 3).expect("small");
        let squares: Vec<Square> = (0..9).map(|i| Square::new(i / 3, i % 3)).collect();
        let table = |symmetry: Symmetry| -> Vec<Square> {
            let image = |&square: &Square| symmetry.image(board, square);
            squares.iter().map(image).collect()
        };
        let tables = Symmetry::ALL.map(table);
        for (a, first) in Symmetry::ALL.into_iter().zip(&tables) {
            assert_eq!(tables.iter().filter(|&other| other == first).count(), 1);
            for b in Symmetry::ALL {
                let product: Vec<Square> = first.iter().map(|&s| b.image(board, s)).collect();
                assert!(tables.contains(&product), "{a:?} then {b:?}");
            }
        }
    }

    #[test]
    fn attacks_are_kept_and_rectangles_turn() {
        let board = Board::new(3, 5).expect("small");
        let turned = Board::new(5, 3).expect("small");
        let squares: Vec<Square> = (0..15).map(|i| Square::new(i / 5, i % 5)).collect();
        for symmetry in Symmetry::ALL {
            let onto = if symmetry.keeps(board) { board } else { turned };
            for &a in &squares {
                assert!(onto.contains(symmetry.image(board, a)));
                for &b in &squares {
                    let images = (symmetry.image(board, a), symmetry.image(board, b));
                    let attacked = images.0.attack(images.1).is_some();
                    assert_eq!(attacked, a.attack(b).is_some(), "{symmetry:?} {a} {b}");
                }
            }
        }
    }
}
