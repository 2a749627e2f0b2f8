//! The rules of the game as groups of squares: exactly one queen, or at most one.
//!
//! A solution has min(R, C) queens on a board of R rows and C columns. So every line of the shorter
//! direction holds exactly one (rows *and* columns on square boards), every line of the longer
//! direction at most one, and every diagonal at most one. Nothing here knows of literals.

use crate::board::{Line, LineKind, Square};
use crate::problem::reduce::Residual;

/// How many queens a group of squares holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Exactly one; a group without squares is then a contradiction.
    ExactlyOne,
    /// At most one.
    AtMostOne,
}

/// The open squares of one line, with the bound on its queens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The line.
    pub line: Line,
    /// How many queens stand on it.
    pub bound: Bound,
    /// Its open squares, in row-major order.
    pub squares: Vec<Square>,
}

/// How many groups are alike: what a size prediction needs, without their squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupCount {
    /// Rows, columns or diagonals.
    pub kind: LineKind,
    /// The bound.
    pub bound: Bound,
    /// Open squares in each of the groups.
    pub length: u64,
    /// How many groups of this shape there are.
    pub groups: u64,
}

/// The groups of a residual problem: rows from the top, columns from the left, falling and then
/// rising diagonals by their index. At-most-one groups of fewer than two squares say nothing and
/// are left out; exactly-one groups without squares are kept.
pub fn groups(residual: &Residual) -> impl Iterator<Item = Group> + '_ {
    let board = residual.board();
    let rows = (0_u32..).zip(residual.rows()).map(move |(position, &row)| {
        let open = residual
            .columns()
            .iter()
            .filter(move |&&column| residual.is_open(position, column));
        let squares = open.map(|&column| Square::new(row, column)).collect();
        Group {
            line: Line::Row(row),
            bound: bound_of(residual, LineKind::Row),
            squares,
        }
    });
    let columns = residual.columns().iter().map(move |&column| {
        let open = (0_u32..)
            .zip(residual.rows())
            .filter(move |&(position, _)| residual.is_open(position, column));
        let squares = open.map(|(_, &row)| Square::new(row, column)).collect();
        Group {
            line: Line::Column(column),
            bound: bound_of(residual, LineKind::Column),
            squares,
        }
    });
    let diagonal = |line, column_of: Box<dyn Fn(u32) -> Option<u32>>| Group {
        line,
        bound: Bound::AtMostOne,
        squares: open_on(residual, column_of).collect(),
    };
    // falling: row - column = index - (columns - 1); rising: row + column = index.
    let falling = (0..board.diagonals()).map(move |index| {
        let column = move |row: u32| (row + board.columns() - 1).checked_sub(index);
        diagonal(Line::Falling(index), Box::new(column))
    });
    let rising = (0..board.diagonals()).map(move |index| {
        diagonal(
            Line::Rising(index),
            Box::new(move |row: u32| index.checked_sub(row)),
        )
    });
    rows.chain(columns)
        .chain(falling)
        .chain(rising)
        .filter(says_something)
}

/// The open squares of the diagonal that crosses each row at `column_of(row)`, top to bottom.
fn open_on(
    residual: &Residual,
    column_of: impl Fn(u32) -> Option<u32>,
) -> impl Iterator<Item = Square> {
    let width = residual.board().columns();
    (0_u32..)
        .zip(residual.rows())
        .filter_map(move |(position, &row)| {
            let column = column_of(row).filter(|&column| column < width)?;
            residual
                .is_open(position, column)
                .then(|| Square::new(row, column))
        })
}

fn says_something(group: &Group) -> bool {
    group.bound == Bound::ExactlyOne || group.squares.len() > 1
}

fn bound_of(residual: &Residual, kind: LineKind) -> Bound {
    let board = residual.board();
    let shorter = match kind {
        LineKind::Row => board.rows() <= board.columns(),
        LineKind::Column => board.columns() <= board.rows(),
        LineKind::Diagonal => false,
    };
    if shorter {
        Bound::ExactlyOne
    } else {
        Bound::AtMostOne
    }
}

/// The shapes of [`groups`], summed up; on a whole board by geometry alone, in time linear in its
/// shorter side.
pub fn group_counts(residual: &Residual) -> Vec<GroupCount> {
    if residual.is_whole() {
        return whole_board_counts(residual);
    }
    let count = |group: Group| GroupCount {
        kind: group.line.kind(),
        bound: group.bound,
        length: group.squares.len() as u64,
        groups: 1,
    };
    groups(residual).map(count).collect()
}

fn whole_board_counts(residual: &Residual) -> Vec<GroupCount> {
    let (rows, columns) = (
        u64::from(residual.board().rows()),
        u64::from(residual.board().columns()),
    );
    let count = |kind, length, groups| GroupCount {
        kind,
        bound: bound_of(residual, kind),
        length,
        groups,
    };
    let mut counts = vec![
        count(LineKind::Row, columns, rows),
        count(LineKind::Column, rows, columns),
    ];
    // Each direction has two diagonals of every length below the shorter side, and of that length
    // one more than the sides differ by.
    let longest = rows.min(columns);
    let shorter = (2..longest).map(|length| count(LineKind::Diagonal, length, 4));
    counts.extend(shorter);
    counts.push(count(
        LineKind::Diagonal,
        longest,
        2 * (rows.abs_diff(columns) + 1),
    ));
    counts.retain(|count| count.bound == Bound::ExactlyOne || count.length > 1);
    counts
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::board::Board;
    use crate::problem::Problem;

    fn tally(counts: impl IntoIterator<Item = GroupCount>) -> HashMap<(LineKind, Bound, u64), u64> {
        let mut tally = HashMap::new();
        for count in counts.into_iter().filter(|count| count.groups > 0) {
            *tally
                .entry((count.kind, count.bound, count.length))
                .or_default() += count.groups;
        }
        tally
    }

    #[test]
    fn geometry_counts_what_enumeration_finds() {
        for (rows, columns) in [
            (0, 0),
            (0, 3),
            (1, 1),
            (1, 5),
            (2, 2),
            (3, 7),
            (7, 3),
            (8, 8),
        ] {
            let board = Board::new(rows, columns).expect("small");
            let residual = Residual::new(&Problem::empty(board)).expect("small");
            let listed = groups(&residual).map(|group| GroupCount {
                kind: group.line.kind(),
                bound: group.bound,
                length: group.squares.len() as u64,
                groups: 1,
            });
            assert_eq!(
                tally(listed),
                tally(group_counts(&residual)),
                "{rows}x{columns}"
            );
        }
    }

    #[test]
    fn two_squares_share_a_group_exactly_if_their_queens_attack() {
        let board = Board::new(5, 4).expect("small");
        let residual = Residual::new(&Problem::empty(board)).expect("small");
        let all: Vec<Group> = groups(&residual).collect();
        let squares = || (0..residual.open_squares()).filter_map(|rank| residual.select(rank));
        for (a, b) in squares()
            .flat_map(|a| squares().map(move |b| (a, b)))
            .filter(|(a, b)| a != b)
        {
            let grouped = all
                .iter()
                .any(|group| group.squares.contains(&a) && group.squares.contains(&b));
            assert_eq!(grouped, a.attack(b).is_some(), "{a} {b}");
        }
    }
}
