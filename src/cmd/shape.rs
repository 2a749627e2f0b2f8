//! The shapes in which a solution is written.

use anyhow::ensure;
use clap::ValueEnum;
use queensat::board::Board;
use queensat::cnf::answer::Answer;
use queensat::draw;
use queensat::encode::Numbering;
use queensat::problem::Problem;
use queensat::problem::formats::{self, Format};
use queensat::problem::reduce::Residual;
use queensat::solution::{Solution, Violation};

/// How a solution is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum SolutionShape {
    /// A text board with ranks and files
    Board,
    /// `[1, 3, 0, 2]`: each row's column from 0, -1 for none
    Columns,
    /// `4: b1 d2 a3 c4`
    Squares,
    /// Chess notation, last rank first
    Fen,
    /// An object with verdict, board and queens
    Json,
    /// A picture
    Svg,
    /// `s` and `v` lines over the squares' variables of `encode`
    Dimacs,
}

impl SolutionShape {
    /// Whether solutions need an empty line between them.
    pub(super) fn has_several_lines(self) -> bool {
        matches!(self, Self::Board | Self::Svg | Self::Dimacs)
    }

    /// Whether the shape has words or a picture for solutions on this board, which is better known before the search.
    pub(super) fn check_board(self, board: Board) -> anyhow::Result<()> {
        match self {
            Self::Board => formats::check_board(board, Format::Board)?,
            Self::Fen => formats::check_board(board, Format::Fen)?,
            Self::Svg => check_picture(board)?,
            Self::Columns | Self::Squares | Self::Json | Self::Dimacs => {}
        }
        Ok(())
    }

    /// The solution in this shape, with a final newline.
    pub(super) fn text(self, problem: &Problem, solution: &Solution) -> anyhow::Result<String> {
        let solved = || solution.on(problem);
        Ok(match self {
            Self::Board => formats::print(&solved(), Format::Board)?,
            Self::Squares => formats::print(&solved(), Format::Squares)?,
            Self::Columns => formats::columns_line(solution.queens(), problem.board().rows()),
            Self::Fen => formats::fen_line(&solved())?,
            Self::Svg => picture(&solved())?,
            Self::Json => json(problem, solution),
            Self::Dimacs => value_lines(problem, solution)?,
        })
    }

    /// The word that there is no solution; `None` where the shape has boards only.
    pub(super) fn unsatisfiable(self) -> Option<String> {
        self.verdict("unsatisfiable", Some(&Answer::Unsatisfiable))
    }

    /// The word that nothing is known; `None` where the shape has boards only.
    pub(super) fn unknown(self) -> Option<String> {
        self.verdict("unknown", Some(&Answer::Unknown))
    }

    /// The word that a placement breaks a rule; `None` where the shape has valid boards only.
    pub(super) fn invalid(self, violation: &Violation) -> Option<String> {
        match self {
            Self::Json => {
                let reason = violation.to_string();
                let object =
                    serde_json::json!({"schema": 1, "verdict": "invalid", "reason": reason});
                Some(format!("{object}\n"))
            }
            _ => self.verdict(&format!("invalid: {violation}"), None),
        }
    }

    /// The word that there are so many models; `None` where the shape has boards only.
    pub(super) fn counted(self, models: u128) -> Option<String> {
        match self {
            // By hand, for the number may be wider than those of `serde_json::Value`.
            Self::Json => Some(format!(
                "{{\"models\":{models},\"schema\":1,\"verdict\":\"counted\"}}\n"
            )),
            _ => self.verdict(&format!("{models} models"), Some(&Answer::Count(models))),
        }
    }

    fn verdict(self, words: &str, answer: Option<&Answer>) -> Option<String> {
        match self {
            Self::Board => Some(format!("{words}\n")),
            Self::Json => Some(format!("{{\"schema\":1,\"verdict\":\"{words}\"}}\n")),
            Self::Dimacs => answer.map(Answer::to_string),
            Self::Columns | Self::Squares | Self::Fen | Self::Svg => None,
        }
    }
}

fn json(problem: &Problem, solution: &Solution) -> String {
    let object = serde_json::json!({
        "schema": 1,
        "verdict": "satisfiable",
        "base": 0,
        "rows": problem.board().rows(),
        "columns": problem.board().columns(),
        "queens": queens(solution),
    });
    format!("{object}\n")
}

/// The board as a picture, if it is of a size to look at.
pub(super) fn picture(problem: &Problem) -> anyhow::Result<String> {
    check_picture(problem.board())?;
    Ok(draw::svg(problem))
}

fn check_picture(board: Board) -> anyhow::Result<()> {
    /// Each takes some sixty bytes.
    const MOST: u64 = 1_000_000;
    ensure!(
        board.squares() <= MOST,
        "a picture shows boards of at most {MOST} squares, found a board of {board}; choose `squares`"
    );
    Ok(())
}

/// Row and column of each queen, from 0.
pub(super) fn queens(solution: &Solution) -> Vec<[u32; 2]> {
    solution
        .queens()
        .iter()
        .map(|queen| [queen.row, queen.column])
        .collect()
}

/// `s` and `v` lines; auxiliary variables, which these determine, are left out.
fn value_lines(problem: &Problem, solution: &Solution) -> anyhow::Result<String> {
    let residual = Residual::new(problem)?;
    let values = Numbering::new(&residual).iter().map(|(literal, square)| {
        let queen = solution.queens().binary_search(&square).is_ok();
        if queen { literal } else { !literal }
    });
    Ok(Answer::Satisfiable(values.collect()).to_string())
}
