//! One board as a picture: SVG, self-contained, readable in light and dark surroundings.

use std::fmt::Write;

use crate::board::{Square, file_name};
use crate::problem::Problem;

/// Side of a square in the picture's units.
const SIDE: u32 = 40;
/// Room for the labels of ranks and files.
const MARGIN: u32 = 28;

/// The board with its queens and blocked squares as an SVG document. Row 0 is at the top and labelled
/// rank 1, as in every text board.
pub fn svg(problem: &Problem) -> String {
    let board = problem.board();
    let (width, height) = (
        board.columns() * SIDE + 2 * MARGIN,
        board.rows() * SIDE + 2 * MARGIN,
    );
    let mut out = String::new();
    let title = format!(
        "{} by {} board, {} queens",
        board.rows(),
        board.columns(),
        problem.queens().len()
    );
    let head = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{title}\">\n\
         <title>{title}</title>\n\
         <style>svg{{background:#fff;color:#333}}@media(prefers-color-scheme:dark){{svg{{background:#1e1e1e;color:#ddd}}}}\
         text{{font:14px sans-serif;text-anchor:middle;dominant-baseline:central;fill:currentColor}}\
         .queen{{font-size:30px;fill:#111}}.light{{fill:#f0d9b5}}.dark{{fill:#b58863}}.blocked{{fill:#555}}</style>\n"
    );
    out.push_str(&head);
    let mut put = |part: std::fmt::Arguments<'_>| {
        out.write_fmt(part).expect("a string takes every write");
        out.push('\n');
    };
    let corner = |index: u32| MARGIN + index * SIDE;
    let centre = |index: u32| corner(index) + SIDE / 2;
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            let square = Square::new(row, column);
            let class = match (problem.is_blocked(square), (row + column) % 2) {
                (true, _) => "blocked",
                (false, 0) => "light",
                (false, _) => "dark",
            };
            put(format_args!(
                "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\"/>",
                corner(column),
                corner(row)
            ));
        }
    }
    for queen in problem.queens() {
        put(format_args!(
            "<text class=\"queen\" x=\"{}\" y=\"{}\">\u{265b}</text>",
            centre(queen.column),
            centre(queen.row)
        ));
    }
    for row in 0..board.rows() {
        put(format_args!(
            "<text x=\"{}\" y=\"{}\">{}</text>",
            MARGIN / 2,
            centre(row),
            row + 1
        ));
    }
    for column in 0..board.columns() {
        put(format_args!(
            "<text x=\"{}\" y=\"{}\">{}</text>",
            centre(column),
            height - MARGIN / 2,
            file_name(column)
        ));
    }
    out.push_str("</svg>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_queen_and_label_is_drawn() {
        let mut problem = Problem::queens_on(3).expect("small");
        problem.place(Square::new(0, 1)).expect("inside");
        problem.block(Square::new(2, 2)).expect("inside");
        let picture = svg(&problem);
        assert_eq!(picture.matches("<rect").count(), 9);
        assert_eq!(picture.matches("class=\"queen\"").count(), 1);
        assert_eq!(picture.matches("class=\"blocked\"").count(), 1);
        assert_eq!(picture.matches("<text x=").count(), 6);
        assert!(picture.contains(">c</text>") && picture.contains(">3</text>"));
    }
}
