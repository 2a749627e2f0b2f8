//! Why a problem has no completion, how to mend it, and what all its completions share: in comes a [`Problem`],
//! out comes a [`Diagnosis`].
//!
//! [`core()`] finds a minimal set of givens that excludes every completion and [`tell`] tells it in chess
//! terms; [`repair()`] finds how few placed queens must go; [`squares()`] finds the forced and the
//! impossible squares. [`diagnose`] does what of these applies. Each part is bounded by the
//! [`Control`] and gives what it knows when that stops it.
//!
//! ```
//! use queensat::{control::Control, engine, explain::{Wishes, diagnose}, problem::formats};
//! let problem = formats::parse("6: b1 d2 c6", None).unwrap();
//! let engine = engine::parse("bitmask").unwrap();
//! let diagnosis = diagnose(&problem, Wishes::default(), &*engine, &Control::unlimited()).unwrap();
//! assert_eq!(diagnosis.story.unwrap().sentences, ["d2 and c6 leave no square in row 4."]);
//! ```

mod core;
mod formula;
mod propagate;
mod repair;
mod squares;
mod story;

use crate::board::{Board, Square};
use crate::control::{Control, Stopped};
use crate::draw::{self, Mark, Marks};
use crate::encode::EncodeError;
use crate::engine::{Engine, EngineError};
use crate::problem::Problem;
use crate::problem::reduce::TooManySquares;
use crate::sat::SolveError;
use crate::solution::Violation;

pub use self::core::{Candidates, Core, Finding, core};
pub use repair::{Repair, Repaired, repair};
pub use squares::{Completions, Squares, squares};
pub use story::{Reason, Story, tell};

/// A placed queen or a blocked square. Queens sort before blocked squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Given {
    /// A placed queen.
    Queen(Square),
    /// A blocked square.
    Blocked(Square),
}

impl Given {
    /// Where it is.
    pub fn square(self) -> Square {
        match self {
            Self::Queen(square) | Self::Blocked(square) => square,
        }
    }
}

/// What to find out beyond the verdict and its reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// Which givens may be named as the reason.
    pub candidates: Candidates,
    /// The smallest repair, of a problem without completion.
    pub repair: bool,
    /// Forced and impossible squares, of a problem with completions.
    pub squares: bool,
}

/// Whether a problem has a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It has.
    Completable,
    /// It has none.
    Excluded,
    /// The control ended the search for one.
    Unknown,
}

/// All that was found out about a problem.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Diagnosis {
    /// The version of this record's form as JSON.
    pub schema: u32,
    /// The board.
    pub board: Board,
    /// Whether there is a completion.
    pub verdict: Verdict,
    /// The queens of a completion, if there is one.
    pub completion: Option<Vec<Square>>,
    /// A minimal set of givens that excludes every completion: none can be spared.
    pub core: Option<Core>,
    /// Why that set does, in words; left out if the control stopped the telling.
    pub story: Option<Story>,
    /// The smallest repair, if it was wished for.
    pub repair: Option<Repair>,
    /// What all completions share, if it was wished for.
    pub squares: Option<Squares>,
    /// Why there is no verdict, if there is none.
    pub stopped: Option<Stopped>,
}

/// Finds out whether `problem` has a completion, why if it has none, and what else is wished for.
///
/// # Errors
/// The engine or the embedded solver cannot work on the problem, or the engine gives a wrong answer.
pub fn diagnose(
    problem: &Problem,
    wishes: Wishes,
    engine: &dyn Engine,
    control: &Control,
) -> Result<Diagnosis, ExplainError> {
    let mut diagnosis = Diagnosis {
        schema: 1,
        board: problem.board(),
        verdict: Verdict::Unknown,
        completion: None,
        core: None,
        story: None,
        repair: None,
        squares: None,
        stopped: None,
    };
    match core(problem, wishes.candidates, engine, control)? {
        Finding::Unknown(stopped) => diagnosis.stopped = Some(stopped),
        Finding::Completable(solution) => {
            diagnosis.verdict = Verdict::Completable;
            diagnosis.completion = Some(solution.queens().to_vec());
            if wishes.squares {
                diagnosis.squares = Some(squares(problem, control)?);
            }
        }
        Finding::Excluded(core) => {
            diagnosis.verdict = Verdict::Excluded;
            diagnosis.story = match tell(problem, &core, wishes.candidates, control) {
                Err(ExplainError::Stopped(_)) => None,
                story => Some(story?),
            };
            diagnosis.core = Some(core);
            if wishes.repair {
                diagnosis.repair = Some(repair(problem, control)?);
            }
        }
    }
    Ok(diagnosis)
}

/// Wider boards are not drawn as text: no line would hold a row.
const WIDEST_DRAWN: u32 = 64;

impl Diagnosis {
    /// The marks of the problem's board: the members of the excluding set, or the forced and impossible squares.
    pub fn marks(&self) -> Marks {
        let members = self.core.iter().flat_map(|core| &core.members);
        let members = members.map(|given| (given.square(), Mark::Reason));
        let squares = self.squares.iter();
        let forced = squares.clone().flat_map(|squares| &squares.forced);
        let impossible = squares.flat_map(|squares| &squares.impossible);
        members
            .chain(forced.map(|&square| (square, Mark::Forced)))
            .chain(impossible.map(|&square| (square, Mark::Impossible)))
            .collect()
    }

    /// The marks of the repair: the queens to remove and those that a completion then adds.
    pub fn repair_marks(&self, problem: &Problem) -> Option<Marks> {
        let best = self.repair.as_ref()?.best.as_ref()?;
        let added = best
            .queens
            .iter()
            .filter(|&&queen| !problem.has_queen(queen));
        let removed = best.removed.iter().map(|&queen| (queen, Mark::Removed));
        Some(
            removed
                .chain(added.map(|&queen| (queen, Mark::Added)))
                .collect(),
        )
    }

    /// The story and the marked board, then the repaired board if a repair is known; of boards of more
    /// than 64 columns the story alone.
    pub fn text(&self, problem: &Problem) -> String {
        let story = self.story.iter().flat_map(|story| &story.sentences);
        let mut text = String::new();
        for sentence in story {
            text += sentence;
            text.push('\n');
        }
        if problem.board().columns() > WIDEST_DRAWN {
            return text;
        }
        text += &draw::text(problem, &self.marks());
        if let Some(marks) = self.repair_marks(problem) {
            text.push('\n');
            text += &draw::text(problem, &marks);
        }
        text
    }
}

/// Why something could not be explained.
#[derive(Debug, thiserror::Error)]
pub enum ExplainError {
    /// The engine cannot work on the problem.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The engine gave a board that is no completion.
    #[error("the engine `{engine}` gave a wrong board: {violation}")]
    Lie {
        /// The engine.
        engine: String,
        /// What is wrong with the board.
        violation: Violation,
    },
    /// The engine found none first and one later.
    #[error("the engine `{0}` found a completion of a problem that it had said to have none")]
    Contradiction(String),
    /// Too many squares.
    #[error(transparent)]
    TooManySquares(#[from] TooManySquares),
    /// The problem could not be encoded.
    #[error(transparent)]
    Encode(EncodeError),
    /// The embedded solver failed.
    #[error(transparent)]
    Solve(SolveError),
    /// The control stopped it before anything was known.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
