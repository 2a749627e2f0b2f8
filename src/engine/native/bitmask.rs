//! The best native search for each problem, and the rule that picks it.
//!
//! | board | counting | a solution |
//! |---|---|---|
//! | at most 8 lines lack a queen | plain, since batches cost more to set up than to search | the same |
//! | empty, square, n = 9..34 | eight symmetries ([`edges`]) in batches | plain, then rows and columns |
//! | at most 10 open squares a line, on at least 23 lines (17 where the processor has no vectors) | rows and columns ([`crowded`]) | the same |
//! | lines of at most 32 squares | batches ([`share`]) | the same |
//! | any other, to 128 | plain, in words of 64 or 128 bits | the same |
//!
//! Measured on blocked boards of n = 12..28 with 4 to 14 open squares a line: below 23 lines batches in vectors are
//! quicker at every density; from 24 lines on the search over rows and columns is 2 to 10 times quicker with 7 to 9 open squares
//! a line; with more than 10 neither came to an end in seconds. Against one state at a time the same holds from 17 lines on (`docs/BENCHMARKS.md`).
//!
//! A solution is the lexicographically first if the plain search finds it within 10,000 nodes. Listing is in
//! lexicographic order on every board, by the same search over rows and columns where it would count, else by the plain search
//! with a look ahead ([`ordered`]).

use super::edges::{self, Group};
use super::lanes::Instructions;
use super::lines::Lines;
use super::plain::{self, First};
use super::{crowded, ordered, share};
use crate::control::{Control, Stopped};
use crate::engine::{Engine, EngineError, Outcome, Visitor};
use crate::problem::Problem;
use crate::solution::Placement;

/// The engine that picks; boards of at most 128 rows and columns.
pub struct Bitmask {
    /// Those asked for by name; otherwise the best here.
    chosen: Option<Instructions>,
}

impl Default for Bitmask {
    fn default() -> Self {
        Self::new()
    }
}

impl Bitmask {
    /// Its name.
    pub const NAME: &'static str = "bitmask";

    /// With the best instructions that this processor has.
    pub fn new() -> Self {
        Self { chosen: None }
    }

    /// With the instructions named `scalar`, `avx2` or `avx512`; none if there is no such name.
    pub fn with_instructions(name: &str) -> Option<Self> {
        let mut all = Instructions::ALL.into_iter();
        let chosen = all.find(|choice| choice.name() == name)?;
        Some(Self {
            chosen: Some(chosen),
        })
    }

    /// Whether this processor has the instructions asked for.
    pub fn is_here(&self) -> bool {
        self.chosen.is_none_or(Instructions::are_here)
    }

    fn instructions(&self) -> Instructions {
        self.chosen.unwrap_or_else(Instructions::best)
    }
}

/// Which search counts best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    /// Eight symmetries, in batches.
    Edges,
    /// Batches without symmetry.
    Batch,
    /// Rows and columns, fewest squares first.
    Branching,
    /// One state at a time, in words that the batches do not have.
    Plain,
}

impl Plan {
    /// `chosen`: the instructions that were asked for by name, which then do their work on small boards, too.
    fn new(problem: &Problem, lines: &Lines, chosen: Option<Instructions>) -> Self {
        if chosen.is_none() && lines.lacking.len() <= FEW_LINES {
            return Self::Plain;
        }
        let instructions = chosen.unwrap_or_else(Instructions::best);
        let fits = |width: u32| width <= u32::BITS;
        let least = if instructions == Instructions::Scalar || !fits(lines.width) {
            crowded::LINES_FOR_WORDS
        } else {
            crowded::LINES_FOR_VECTORS
        };
        if crowded::is_crowded(lines, least) {
            Self::Branching
        } else if problem.is_plain()
            && lines.square
            && lines.width >= edges::SMALLEST
            && fits(lines.width - 2)
        {
            Self::Edges
        } else if fits(lines.width) {
            Self::Batch
        } else {
            Self::Plain
        }
    }
}

/// Lines that lack a queen up to which one state at a time is quicker: 20 us against 30 on the empty board of 8.
const FEW_LINES: usize = 8;

/// Nodes that the search for the lexicographically first solution may take before another one tries;
/// a tenth of a millisecond.
const FIRST_BUDGET: u64 = 10_000;

impl Engine for Bitmask {
    fn name(&self) -> String {
        match self.chosen {
            None => Self::NAME.to_owned(),
            Some(chosen) => format!("{}:{}", Self::NAME, chosen.name()),
        }
    }

    /// In lexicographic order of the searched lines.
    fn enumerate(
        &self,
        problem: &Problem,
        control: &Control,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome, EngineError> {
        let lines = Lines::new(problem, Self::NAME)?;
        // Solutions are shown one by one, so batches do not help.
        Ok(if crowded::is_crowded(&lines, crowded::LINES_FOR_WORDS) {
            crowded::enumerate(&lines, control, visit)
        } else {
            ordered::enumerate(&lines, control, visit)
        })
    }

    fn count(&self, problem: &Problem, control: &Control) -> Result<Outcome, EngineError> {
        let lines = Lines::new(problem, Self::NAME)?;
        if lines.conflict {
            return Ok(plain::count(&lines, &lines.lacking, control));
        }
        let in_batches = |groups, width, weigh| {
            let groups = share::split(groups, control.threads());
            share::count(&groups, width, weigh, self.instructions(), control)
        };
        Ok(match Plan::new(problem, &lines, self.chosen) {
            Plan::Edges => {
                let n = lines.width;
                in_batches(edges::groups(n), n - 2, edges::weigh)
            }
            Plan::Batch => {
                let whole = Group {
                    ties: 0,
                    lines: lines.lacking.clone(),
                };
                in_batches(vec![whole], lines.width, |[all, ..]| all.into())
            }
            Plan::Branching => crowded::count(&lines, control),
            Plan::Plain => plain::count(&lines, &lines.lacking, control),
        })
    }

    /// The lexicographically first solution where few nodes bring it, else any.
    fn find(
        &self,
        problem: &Problem,
        control: &Control,
    ) -> Result<(Option<Placement>, Outcome), EngineError> {
        let lines = Lines::new(problem, Self::NAME)?;
        let (first, mut outcome) = plain::first(&lines, FIRST_BUDGET, control);
        match first {
            First::Found(across) => {
                outcome.stopped = None;
                Ok((Some(lines.placement(&across)), outcome))
            }
            First::Unknown if outcome.stopped == Some(Stopped::Limit) => {
                let (across, mut further) = crowded::find(&lines, control);
                let nodes = outcome.effort.nodes.zip(further.effort.nodes);
                further.effort.nodes = nodes.map(|(plain, branching)| plain + branching);
                Ok((across.map(|across| lines.placement(&across)), further))
            }
            First::Unknown | First::Impossible => Ok((None, outcome)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Square};

    fn empty_of(rows: u64, columns: u64) -> Problem {
        Problem::empty(Board::new(rows, columns).expect("small"))
    }

    #[test]
    fn the_plan_follows_the_table() {
        let plan = |problem: &Problem, instructions| {
            let lines = Lines::new(problem, "test").expect("small");
            Plan::new(problem, &lines, Some(instructions))
        };
        let small = empty_of(8, 8);
        let lines = Lines::new(&small, "test").expect("small");
        assert_eq!(Plan::new(&small, &lines, None), Plan::Plain);
        let vectors = Instructions::Avx2;
        assert_eq!(plan(&empty_of(5, 5), vectors), Plan::Batch);
        assert_eq!(plan(&empty_of(6, 6), vectors), Plan::Edges);
        assert_eq!(plan(&empty_of(6, 7), vectors), Plan::Batch);
        assert_eq!(plan(&empty_of(34, 34), vectors), Plan::Edges);
        assert_eq!(plan(&empty_of(35, 35), vectors), Plan::Plain);
        assert_eq!(plan(&empty_of(5, 33), vectors), Plan::Plain);
        let mut given = empty_of(6, 6);
        given.place(Square::new(0, 1)).expect("inside");
        assert_eq!(plan(&given, vectors), Plan::Batch);
        let mut striped = empty_of(20, 20);
        for square in (0..400).map(|at| Square::new(at / 20, at % 20)) {
            if (square.row + square.column) % 3 > 0 {
                striped.block(square).expect("inside");
            }
        }
        assert_eq!(plan(&striped, vectors), Plan::Batch);
        assert_eq!(plan(&striped, Instructions::Scalar), Plan::Branching);
    }

    #[test]
    fn the_first_solution_of_an_easy_board_is_the_lexicographically_first() {
        let problem = Problem::queens_on(8).expect("small");
        let (found, outcome) = Bitmask::new()
            .find(&problem, &Control::unlimited())
            .expect("small");
        let found = found.expect("n = 8 has some");
        let columns: Vec<u32> = found.queens().iter().map(|q| q.column + 1).collect();
        assert_eq!(columns, [1, 5, 8, 6, 3, 7, 2, 4]);
        assert_eq!(
            (outcome.solutions, outcome.stopped, outcome.effort.nodes),
            (1, None, Some(114))
        );
    }
}
