//! One board as a picture: text, and SVG that is self-contained and readable in light and dark surroundings.
//!
//! Squares may carry a [`Mark`]; its meaning is the caller's, its sign and colour are set here.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use crate::board::{Square, file_name};
use crate::problem::Problem;

/// What a square is marked as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// A given that belongs to the reason why nothing fits.
    Reason,
    /// An open square with a queen in every completion.
    Forced,
    /// An open square with a queen in no completion.
    Impossible,
    /// A placed queen to remove.
    Removed,
    /// A queen to add.
    Added,
}

/// The marked squares of a board.
pub type Marks = BTreeMap<Square, Mark>;

impl Mark {
    /// The sign in a text board: `!` `+` `x` `-` `o`; on a blocked square a reason is `X`.
    fn sign(self, blocked: bool) -> char {
        match self {
            Self::Reason if blocked => 'X',
            Self::Reason => '!',
            Self::Forced => '+',
            Self::Impossible => 'x',
            Self::Removed => '-',
            Self::Added => 'o',
        }
    }

    /// What the sign means, for the legend below a text board.
    fn meaning(self, blocked: bool) -> &'static str {
        match self {
            Self::Reason if blocked => {
                "a blocked square that excludes every completion, with the others so marked"
            }
            Self::Reason => "a queen that excludes every completion, with the others so marked",
            Self::Forced => "a queen stands here in every completion",
            Self::Impossible => "a queen stands here in no completion",
            Self::Removed => "a queen to remove",
            Self::Added => "a queen to add",
        }
    }

    /// Its class in an SVG.
    fn class(self) -> &'static str {
        match self {
            Self::Reason => "reason",
            Self::Forced => "forced",
            Self::Impossible => "impossible",
            Self::Removed => "removed",
            Self::Added => "added",
        }
    }
}

/// The board as text, one row a line with its rank, with a legend of the marks that occur: `Q` a placed
/// queen, `#` a blocked square, `.` any other; a mark takes the place of these.
pub fn text(problem: &Problem, marks: &Marks) -> String {
    let mut out = String::new();
    write_text(problem, marks, &mut out).expect("a string takes every write");
    out
}

fn write_text(problem: &Problem, marks: &Marks, out: &mut String) -> fmt::Result {
    let board = problem.board();
    let mut legend = BTreeMap::new();
    for row in 0..board.rows() {
        out.push(' ');
        for column in 0..board.columns() {
            let square = Square::new(row, column);
            // A queen on a blocked square is drawn as a queen: the conflict is hers.
            let blocked = problem.is_blocked(square) && !problem.has_queen(square);
            let sign = match marks.get(&square) {
                Some(&mark) => {
                    legend.insert((mark, blocked && mark == Mark::Reason), mark.sign(blocked));
                    mark.sign(blocked)
                }
                None if problem.has_queen(square) => 'Q',
                None if blocked => '#',
                None => '.',
            };
            write!(out, " {sign}")?;
        }
        writeln!(out, "  {}", row + 1)?;
    }
    // Files past z would not fit their column; the ranks are label enough then.
    if (1..=26).contains(&board.columns()) {
        let files: Vec<String> = (0..board.columns()).map(file_name).collect();
        writeln!(out, "  {}", files.join(" "))?;
    }
    for ((mark, blocked), sign) in legend {
        writeln!(out, "{sign} {}", mark.meaning(blocked))?;
    }
    Ok(())
}

/// Side of a square in the picture's units.
const SIDE: u32 = 40;
/// Room for the labels of ranks and files.
const MARGIN: u32 = 28;

/// Colours that keep their contrast on light and on dark squares; marks differ in shape as well.
const STYLE: &str = "svg{background:#fff;color:#333}@media(prefers-color-scheme:dark){svg{background:#1e1e1e;color:#ddd}}\
    text{font:14px sans-serif;text-anchor:middle;dominant-baseline:central;fill:currentColor}\
    .queen{font-size:30px;fill:#111}.light{fill:#f0d9b5}.dark{fill:#b58863}.blocked{fill:#555}\
    .mark{fill:none;stroke-width:4}.reason{stroke:#c00020}.forced{stroke:#0a5c1f}.impossible{stroke:#333;stroke-width:2}\
    .removed{stroke:#c00020}.added{stroke:#00368c}";

/// The board with its queens and blocked squares as an SVG document. Row 0 is at the top and labelled
/// rank 1, as in every text board.
pub fn svg(problem: &Problem) -> String {
    svg_with_marks(problem, &Marks::new())
}

/// As [`svg`], with marks: a frame around a reason, a ring where a queen is forced, a cross where none
/// can stand, a stroke through a queen to remove, and a framed queen to add.
pub fn svg_with_marks(problem: &Problem, marks: &Marks) -> String {
    let mut out = String::new();
    write_svg(problem, marks, &mut out).expect("a string takes every write");
    out
}

fn corner(index: u32) -> u32 {
    MARGIN + index * SIDE
}

fn centre(index: u32) -> u32 {
    corner(index) + SIDE / 2
}

fn write_svg(problem: &Problem, marks: &Marks, out: &mut String) -> fmt::Result {
    let board = problem.board();
    let (width, height) = (
        board.columns() * SIDE + 2 * MARGIN,
        board.rows() * SIDE + 2 * MARGIN,
    );
    let title = format!(
        "{} by {} board, {} queens",
        board.rows(),
        board.columns(),
        problem.queens().len()
    );
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{title}\">\n\
         <title>{title}</title>\n\
         <style>{STYLE}</style>"
    )?;
    write_squares(problem, out)?;
    for queen in problem.queens() {
        write_queen(queen, out)?;
    }
    for (&square, &mark) in marks {
        write_mark(square, mark, out)?;
    }
    for row in 0..board.rows() {
        let (x, y) = (MARGIN / 2, centre(row));
        writeln!(out, "<text x=\"{x}\" y=\"{y}\">{}</text>", row + 1)?;
    }
    for column in 0..board.columns() {
        let (x, y) = (centre(column), height - MARGIN / 2);
        writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\">{}</text>",
            file_name(column)
        )?;
    }
    out.push_str("</svg>\n");
    Ok(())
}

fn write_squares(problem: &Problem, out: &mut String) -> fmt::Result {
    let board = problem.board();
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            let class = match (
                problem.is_blocked(Square::new(row, column)),
                (row + column) % 2,
            ) {
                (true, _) => "blocked",
                (false, 0) => "light",
                (false, _) => "dark",
            };
            let (x, y) = (corner(column), corner(row));
            writeln!(
                out,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
            )?;
        }
    }
    Ok(())
}

fn write_queen(queen: Square, out: &mut String) -> fmt::Result {
    let (x, y) = (centre(queen.column), centre(queen.row));
    writeln!(
        out,
        "<text class=\"queen\" x=\"{x}\" y=\"{y}\">\u{265b}</text>"
    )
}

fn write_mark(square: Square, mark: Mark, out: &mut String) -> fmt::Result {
    if mark == Mark::Added {
        write_queen(square, out)?;
    }
    let (x, y) = (corner(square.column), corner(square.row));
    let inner = SIDE - 4;
    let arm = SIDE / 4;
    let shape = match mark {
        Mark::Reason | Mark::Added => format!("M{},{}h{inner}v{inner}h-{inner}z", x + 2, y + 2),
        // Two half circles.
        Mark::Forced => format!(
            "M{},{}a{arm},{arm} 0 1 0 {d},0a{arm},{arm} 0 1 0 -{d},0",
            x + arm,
            y + SIDE / 2,
            d = 2 * arm
        ),
        Mark::Impossible => format!(
            "M{},{}l{d},{d}m0,-{d}l-{d},{d}",
            x + SIDE / 2 - arm / 2,
            y + SIDE / 2 - arm / 2,
            d = arm
        ),
        Mark::Removed => format!("M{},{}l{inner},{inner}", x + 2, y + 2),
    };
    writeln!(out, "<path class=\"mark {}\" d=\"{shape}\"/>", mark.class())
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

    #[test]
    fn marks_have_signs_classes_and_a_legend() {
        let mut problem = Problem::queens_on(3).expect("small");
        problem.place(Square::new(0, 1)).expect("inside");
        problem.block(Square::new(2, 2)).expect("inside");
        let marks = Marks::from([
            (Square::new(0, 1), Mark::Reason),
            (Square::new(1, 0), Mark::Impossible),
            (Square::new(2, 2), Mark::Reason),
        ]);
        let expected = "  . ! .  1\n  x . .  2\n  . . X  3\n  a b c\n\
            ! a queen that excludes every completion, with the others so marked\n\
            X a blocked square that excludes every completion, with the others so marked\n\
            x a queen stands here in no completion\n";
        assert_eq!(text(&problem, &marks), expected);
        let picture = svg_with_marks(&problem, &marks);
        assert_eq!(picture.matches("class=\"mark reason\"").count(), 2);
        assert_eq!(picture.matches("class=\"mark impossible\"").count(), 1);
        assert_eq!(picture.matches("<rect").count(), 9);
        let added = Marks::from([(Square::new(1, 1), Mark::Added)]);
        assert_eq!(
            svg_with_marks(&problem, &added)
                .matches("class=\"queen\"")
                .count(),
            2
        );
    }
}
