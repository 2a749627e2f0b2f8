//! Cubes: a problem cut into problems with more queens placed, no two of which share a solution.
//!
//! A cut runs along a line that wants exactly one queen, one cube for each of its open squares, so the cubes
//! of a problem partition its solutions. A cube is a [`Residual`] like any other; nothing downstream knows
//! that it is one. Source: Heule, Kullmann, Wieringa & Biere, "Cube and Conquer", HVC 2011.

mod symmetry;

pub use symmetry::Frame;

use crate::board::{LineKind, Square};
use crate::constraint::{Bound, bound_of};
use crate::control::{Control, Stopped};
use crate::problem::reduce::Residual;

/// What cutting a problem gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cut {
    /// No line wants a queen: the placed queens are the one solution.
    Solved,
    /// A line that wants a queen has no open square, or the givens contradict themselves: no solution.
    Dead,
    /// The open squares of the line to cut along, at least one.
    Along(Vec<Square>),
}

/// Cuts along a line with the fewest open squares among those that want exactly one queen; of several, along
/// the one nearest the middle of the board, whose queens attack the most; rows before columns.
pub fn cut(residual: &Residual) -> Cut {
    if residual.conflict().is_some() {
        return Cut::Dead;
    }
    let board = residual.board();
    let mut in_rows = vec![0_u32; residual.rows().len()];
    let mut in_columns = vec![0_u32; board.columns() as usize];
    for (position, in_row) in (0_u32..).zip(&mut in_rows) {
        for &column in residual.columns() {
            let open = u32::from(residual.is_open(position, column));
            *in_row += open;
            in_columns[column as usize] += open;
        }
    }
    let eccentric = |line: u32, lines: u32| (2 * line + 1).abs_diff(lines);
    let rows = residual.rows().iter().zip(in_rows);
    let rows = rows.map(|(&row, open)| (open, eccentric(row, board.rows()), LineKind::Row, row));
    let columns = residual.columns().iter().map(|&column| {
        let open = in_columns[column as usize];
        let eccentricity = eccentric(column, board.columns());
        (open, eccentricity, LineKind::Column, column)
    });
    let wanting =
        |line: &(u32, u32, LineKind, u32)| bound_of(residual, line.2) == Bound::ExactlyOne;
    let narrowest = rows
        .chain(columns)
        .filter(wanting)
        .min_by_key(|&(open, eccentricity, ..)| (open, eccentricity));
    match narrowest {
        None => Cut::Solved,
        Some((0, ..)) => Cut::Dead,
        Some((_, _, kind, index)) => Cut::Along(open_on(residual, kind, index)),
    }
}

/// The open squares of a row or a column.
fn open_on(residual: &Residual, kind: LineKind, index: u32) -> Vec<Square> {
    let all: Vec<Square> = if kind == LineKind::Row {
        let columns = residual.columns().iter();
        columns.map(|&column| Square::new(index, column)).collect()
    } else {
        let rows = residual.rows().iter();
        rows.map(|&row| Square::new(row, index)).collect()
    };
    let open = |square: &Square| residual.rank(*square).is_some();
    all.into_iter().filter(open).collect()
}

/// At least `wanted` cubes that partition the solutions of `residual`, if so many can be had with at most
/// half of its queens placed: the one that leaves the most open squares is cut until there are enough. Cubes
/// that reduction shows to be without solution are left out.
///
/// # Errors
/// The control stopped it; it is asked for every cube that is made.
pub fn cubes(
    residual: &Residual,
    wanted: usize,
    control: &Control,
) -> Result<Vec<Residual>, Stopped> {
    let queens = |cube: &Residual| cube.placed().len() - residual.placed().len();
    let wanting = residual.rows().len().min(residual.columns().len());
    let mut whole = Vec::new();
    let mut uncut = vec![residual.clone()];
    while whole.len() + uncut.len() < wanted {
        // The widest first; of equals the one that came first.
        let widest = (0..uncut.len())
            .rev()
            .max_by_key(|&at| uncut[at].open_squares());
        let Some(widest) = widest else { break };
        let cube = uncut.remove(widest);
        match cut(&cube) {
            Cut::Dead => {}
            Cut::Along(squares) if 2 * (queens(&cube) + 1) <= wanting => {
                let mut alive = Vec::new();
                for square in squares {
                    control.check()?;
                    let part = cube.with_queen(square);
                    if cut(&part) != Cut::Dead {
                        alive.push(part);
                    }
                }
                uncut.splice(widest..widest, alive);
            }
            Cut::Solved | Cut::Along(_) => whole.push(cube),
        }
    }
    whole.append(&mut uncut);
    whole.retain(|cube| cut(cube) != Cut::Dead);
    whole.sort_by(|a, b| a.placed().cmp(b.placed()));
    Ok(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;

    fn residual(n: u32) -> Residual {
        Residual::new(&Problem::queens_on(n).expect("small")).expect("small")
    }

    #[test]
    fn a_cut_takes_the_narrowest_line_nearest_the_middle() {
        assert_eq!(cut(&residual(0)), Cut::Solved);
        let row = (0..5).map(|column| Square::new(2, column)).collect();
        assert_eq!(cut(&residual(5)), Cut::Along(row));
        let cube = residual(5).with_queen(Square::new(2, 2));
        let narrow = vec![Square::new(1, 0), Square::new(1, 4)];
        assert_eq!(cut(&cube), Cut::Along(narrow));
        // Two queens are wanted, and the queen in the middle attacks all squares but its knight's moves.
        assert_eq!(cut(&residual(3).with_queen(Square::new(1, 1))), Cut::Dead);
    }

    #[test]
    fn cubes_place_at_most_half_of_the_queens() {
        let cubes = |n, wanted| {
            cubes(&residual(n), wanted, &Control::unlimited()).expect("nobody stops it")
        };
        assert_eq!(cubes(8, 1).len(), 1);
        assert!(cubes(8, 20).len() >= 20);
        let all = cubes(8, usize::MAX);
        assert!(all.iter().all(|cube| cube.placed().len() == 4));
        assert!(cubes(3, 5).is_empty() || cubes(3, 5).len() == 3);
        assert_eq!(cubes(0, 9).len(), 1);
    }

    #[test]
    fn a_control_stops_the_cutting() {
        let control = Control::unlimited();
        control.cancel();
        let cut = cubes(&residual(8), 20, &control);
        assert_eq!(cut.err(), Some(Stopped::Cancelled));
    }
}
