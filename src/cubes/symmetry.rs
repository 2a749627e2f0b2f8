//! A problem's own symmetries, to count one cube of each class and multiply.
//!
//! Comes in: a residual problem. Goes out: a [`Frame`] of lines that the problem's symmetries map to one another, so
//! that they permute the cubes which have a queen on each of them. A class of cubes holds |G| / |S| of
//! them, with G the symmetries and S those that leave a cube as it is, and all have as many solutions
//! (orbit-stabilizer theorem). Blocked squares and placed queens take away the symmetries they do not share.

use crate::board::{Board, LineKind, Square};
use crate::problem::reduce::Residual;

/// One of the eight: transpose if set, then mirror rows and columns if set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Symmetry {
    transpose: bool,
    mirror_rows: bool,
    mirror_columns: bool,
}

impl Symmetry {
    fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self {
            transpose: bits & 4 != 0,
            mirror_rows: bits & 2 != 0,
            mirror_columns: bits & 1 != 0,
        })
    }

    /// The image on a board, which is a square one if the symmetry transposes.
    fn image(self, square: Square, board: Board) -> Square {
        let Square {
            mut row,
            mut column,
        } = square;
        if self.transpose {
            (row, column) = (column, row);
        }
        if self.mirror_rows {
            row = board.rows() - 1 - row;
        }
        if self.mirror_columns {
            column = board.columns() - 1 - column;
        }
        Square::new(row, column)
    }
}

/// Lines that a problem's symmetries permute, and the symmetries.
#[derive(Clone, Debug)]
pub struct Frame {
    board: Board,
    symmetries: Vec<Symmetry>,
    lines: Vec<(LineKind, u32)>,
}

impl Frame {
    /// The border of an empty board, or of a part of it that the symmetries need: `None` if the
    /// problem has no symmetry but the identity, or the frame would take more than half of the queens.
    pub fn of(residual: &Residual) -> Option<Self> {
        let board = residual.board();
        let wanting = residual.rows().len().min(residual.columns().len());
        if wanting < 2 || residual.conflict().is_some() {
            return None;
        }
        let symmetries: Vec<Symmetry> = Symmetry::all()
            .filter(|symmetry| !symmetry.transpose || board.rows() == board.columns())
            .filter(|&symmetry| keeps(symmetry, residual))
            .collect();
        if symmetries.len() < 2 {
            return None;
        }
        let (kind, first) = if board.rows() <= board.columns() {
            (LineKind::Row, *residual.rows().first()?)
        } else {
            (LineKind::Column, *residual.columns().first()?)
        };
        let mut lines: Vec<(LineKind, u32)> = Vec::new();
        for symmetry in &symmetries {
            let line = line_image(*symmetry, kind, first, board);
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        (2 * lines.len() <= wanting).then_some(Self {
            board,
            symmetries,
            lines,
        })
    }

    /// How many symmetries there are, the identity among them.
    pub fn order(&self) -> usize {
        self.symmetries.len()
    }

    /// The open squares of the next line of the frame without a queen; `None` if all have theirs.
    pub fn next_line(&self, cube: &Residual) -> Option<Vec<Square>> {
        let lacking = |&&(kind, index): &&(LineKind, u32)| match kind {
            LineKind::Row => cube.rows().binary_search(&index).is_ok(),
            _ => cube.columns().binary_search(&index).is_ok(),
        };
        let &(kind, index) = self.lines.iter().find(lacking)?;
        Some(super::open_on(cube, kind, index))
    }

    /// How many cubes a cube with the whole frame filled stands for: the size of its class if it is the
    /// first of its class, 0 if another one is.
    pub fn weight(&self, cube: &Residual) -> u64 {
        let mut same = 0;
        for symmetry in &self.symmetries {
            let mut image: Vec<Square> = cube
                .placed()
                .iter()
                .map(|&queen| symmetry.image(queen, self.board))
                .collect();
            image.sort_unstable();
            match image.as_slice().cmp(cube.placed()) {
                std::cmp::Ordering::Less => return 0,
                std::cmp::Ordering::Equal => same += 1,
                std::cmp::Ordering::Greater => {}
            }
        }
        self.symmetries.len() as u64 / same
    }
}

/// Whether a symmetry maps the open squares and the placed queens to themselves.
fn keeps(symmetry: Symmetry, residual: &Residual) -> bool {
    let board = residual.board();
    let image = |square: Square| symmetry.image(square, board);
    let queens = residual.placed().iter();
    let mut queens = queens.map(|&queen| residual.placed().binary_search(&image(queen)).is_ok());
    let open = |&square: &Square| residual.rank(image(square)).is_some();
    let mut squares = (0..residual.open_squares()).filter_map(|rank| residual.select(rank));
    queens.all(|kept| kept) && (residual.is_whole() || squares.all(|square| open(&square)))
}

fn line_image(symmetry: Symmetry, kind: LineKind, index: u32, board: Board) -> (LineKind, u32) {
    let on = |other| match kind {
        LineKind::Row => symmetry.image(Square::new(index, other), board),
        _ => symmetry.image(Square::new(other, index), board),
    };
    let (here, there) = (on(0), on(1));
    if here.row == there.row {
        (LineKind::Row, here.row)
    } else {
        (LineKind::Column, here.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;
    use crate::problem::formats;

    fn frame(text: &str) -> Option<Frame> {
        let problem: Problem = formats::parse(text, None).expect("an instance");
        Frame::of(&Residual::new(&problem).expect("small"))
    }

    #[test]
    fn an_instance_has_its_own_symmetries() {
        for (text, order, lines) in [("8", 8, 4), ("6x9", 4, 2), ("9: e5", 8, 4)] {
            let frame = frame(text).expect("symmetries");
            assert_eq!((frame.order(), frame.lines.len()), (order, lines), "{text}");
        }
        // Its frame would take two of three queens; no symmetry at all.
        assert!(frame("3").is_none());
        assert!(frame("8: b4").is_none());
    }

    #[test]
    fn classes_of_cubes_add_up_to_all_cubes() {
        let problem = Problem::queens_on(8).expect("small");
        let root = Residual::new(&problem).expect("small");
        let frame = Frame::of(&root).expect("an empty board");
        let (mut open, mut filled, mut weights) = (vec![root], 0, 0);
        while let Some(cube) = open.pop() {
            if let Some(line) = frame.next_line(&cube) {
                open.extend(line.iter().map(|&square| cube.with_queen(square)));
            } else {
                filled += 1;
                weights += frame.weight(&cube);
            }
        }
        assert!(filled > 100);
        assert_eq!(weights, filled);
    }
}
