//! The rules of the game as groups of squares: exactly one queen, or at most one.
//!
//! A solution has min(R, C) queens on a board of R rows and C columns. So every line of the shorter
//! direction holds exactly one (rows *and* columns on square boards), every line of the longer
//! direction at most one, and every diagonal at most one. Nothing here knows of literals.

use std::ops::ControlFlow;

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
    lines(residual).filter_map(|line| {
        let mut squares = Vec::new();
        let bound = gather(residual, line, &mut squares)?;
        Some(Group {
            line,
            bound,
            squares,
        })
    })
}

/// Shows the groups in the order of [`groups`], their squares in one buffer, until `visit` breaks.
pub fn walk_groups<B>(
    residual: &Residual,
    mut visit: impl FnMut(Line, Bound, &[Square]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut squares = Vec::new();
    for line in lines(residual) {
        if let Some(bound) = gather(residual, line, &mut squares) {
            visit(line, bound, &squares)?;
        }
    }
    ControlFlow::Continue(())
}

fn lines(residual: &Residual) -> impl Iterator<Item = Line> + '_ {
    let rows = residual.rows().iter().map(|&row| Line::Row(row));
    let columns = residual
        .columns()
        .iter()
        .map(|&column| Line::Column(column));
    let diagonals = 0..residual.board().diagonals();
    let falling = diagonals.clone().map(Line::Falling);
    let rising = diagonals.map(Line::Rising);
    rows.chain(columns).chain(falling).chain(rising)
}

/// Replaces `squares` by the open squares of the line; `None` if they say nothing.
fn gather(residual: &Residual, line: Line, squares: &mut Vec<Square>) -> Option<Bound> {
    squares.clear();
    let last_column = residual.board().columns().saturating_sub(1);
    match line {
        Line::Row(row) => {
            let position = residual.position(row)?;
            let all = residual.columns().iter().copied();
            let open = all.filter(|&column| residual.is_open(position, column));
            squares.extend(open.map(|column| Square::new(row, column)));
        }
        Line::Column(column) => across(residual, squares, |_| Some(column)),
        // Row - column is the index - the last column along a falling diagonal, row + column is the
        // index along a rising one.
        Line::Falling(index) => across(residual, squares, |row| {
            (row + last_column).checked_sub(index)
        }),
        Line::Rising(index) => across(residual, squares, |row| index.checked_sub(row)),
    }
    let bound = bound_of(residual, line.kind());
    (bound == Bound::ExactlyOne || squares.len() > 1).then_some(bound)
}

/// Adds the open squares of a line that crosses each row at `column_of(row)` or not at all.
fn across(residual: &Residual, squares: &mut Vec<Square>, column_of: impl Fn(u32) -> Option<u32>) {
    let rows = (0_u32..).zip(residual.rows());
    squares.extend(rows.filter_map(|(position, &row)| {
        let column = column_of(row).filter(|&column| column < residual.board().columns())?;
        residual
            .is_open(position, column)
            .then(|| Square::new(row, column))
    }));
}

/// The bound on the lines of a kind.
pub fn bound_of(residual: &Residual, kind: LineKind) -> Bound {
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
    let mut counts = Vec::new();
    let _ = walk_groups(residual, |line, bound, squares| {
        counts.push(GroupCount {
            kind: line.kind(),
            bound,
            length: squares.len() as u64,
            groups: 1,
        });
        ControlFlow::<()>::Continue(())
    });
    counts
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
