//! A search step by step: the plain depth-first search as a list of frames, for teaching.
//!
//! Comes in: a problem. Goes out: [`Frame`]s one by one, so that a long search may be cut short. The
//! search is that of the bitmask engine, rank by rank and lowest square first, written for clarity:
//! it keeps the queens so far and asks them whether they attack a square. A placement is a node of
//! its tree, and every placement is taken back by a retreat.
//!
//! ```
//! use queensat::problem::Problem;
//! use queensat::trace::Trace;
//! let frames: Vec<_> = Trace::new(&Problem::queens_on(4).unwrap()).unwrap().collect();
//! assert_eq!(frames.len(), 40);
//! let first: Vec<String> = frames[..5].iter().map(|frame| frame.to_string()).collect();
//! assert_eq!(first, [
//!     "   0  start",
//!     "   1  a1",
//!     "   2    c2",
//!     "   3      dead end",
//!     "   4    back from c2",
//! ]);
//! ```

use std::fmt;

use crate::board::Square;
use crate::engine::EngineError;
use crate::engine::native::ranks::Ranks;
use crate::problem::Problem;

/// What happens in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The search begins, with the placed queens on the board.
    Start,
    /// A queen is put on a free square of the next rank.
    Placement(Square),
    /// The queen is taken back.
    Retreat(Square),
    /// The next rank has no free square.
    DeadEnd,
    /// Every rank has a queen.
    Solution,
    /// The search is over.
    End,
}

impl Event {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Placement(_) => "placement",
            Self::Retreat(_) => "retreat",
            Self::DeadEnd => "dead-end",
            Self::Solution => "solution",
            Self::End => "end",
        }
    }

    /// The square of a placement or a retreat.
    pub fn square(self) -> Option<Square> {
        match self {
            Self::Placement(square) | Self::Retreat(square) => Some(square),
            _ => None,
        }
    }
}

/// One step of a search and the board after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its number, from 0.
    pub number: u64,
    /// What happens.
    pub event: Event,
    /// How many queens the search has on the board after it.
    pub depth: usize,
    /// All queens on the board after it, in row-major order.
    pub queens: Vec<Square>,
}

impl Frame {
    /// The problem with the frame's queens placed, for drawing.
    pub fn on(&self, problem: &Problem) -> Problem {
        let mut board = problem.clone();
        for &queen in &self.queens {
            board.place(queen).expect("a search stays on its board");
        }
        board
    }

    /// An object: `frame`, `event`, `square` (with `row` and `column`, from 0) for a placement or a
    /// retreat, and `columns`: each row's column from 0, -1 for none.
    pub fn json(&self, problem: &Problem) -> serde_json::Value {
        let mut columns = vec![-1; problem.board().rows() as usize];
        for queen in &self.queens {
            columns[queen.row as usize] = i64::from(queen.column);
        }
        let mut object = serde_json::json!({
            "frame": self.number,
            "event": self.event.name(),
            "columns": columns,
        });
        if let Some(square) = self.event.square() {
            object["square"] = square.to_string().into();
            object["row"] = square.row.into();
            object["column"] = square.column.into();
        }
        object
    }
}

impl fmt::Display for Frame {
    /// The number and the event, indented by the queens that stand.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self.event {
            Event::Start => "start".to_owned(),
            Event::Placement(square) => square.to_string(),
            Event::Retreat(square) => format!("back from {square}"),
            Event::DeadEnd => "dead end".to_owned(),
            Event::Solution => "solution".to_owned(),
            Event::End => "end".to_owned(),
        };
        let level = match self.event {
            Event::Placement(_) => self.depth - 1,
            _ => self.depth,
        };
        write!(
            f,
            "{:>4}  {:indent$}{words}",
            self.number,
            "",
            indent = 2 * level
        )
    }
}

/// The frames as one JSON object: `schema`, `rows`, `columns` (the board's) and `frames`.
pub fn json(problem: &Problem, frames: impl IntoIterator<Item = Frame>) -> serde_json::Value {
    let frames = frames.into_iter().map(|frame| frame.json(problem));
    serde_json::json!({
        "schema": 1,
        "rows": problem.board().rows(),
        "columns": problem.board().columns(),
        "frames": frames.collect::<Vec<_>>(),
    })
}

/// The frames as text, a line each: the search tree by its indentation.
pub fn text(frames: impl IntoIterator<Item = Frame>) -> String {
    let lines = frames.into_iter().map(|frame| format!("{frame}\n"));
    lines.collect()
}

/// The search; an iterator over its frames.
pub struct Trace {
    ranks: Ranks,
    placed: Vec<Square>,
    contradictory: bool,
    /// The square across each rank that has a queen.
    queens: Vec<u32>,
    next: Next,
    frames: u64,
}

/// What the search does next.
enum Next {
    Start,
    /// It stands before a rank it has not looked at.
    Enter,
    /// It took back the last queen of this square and goes on behind it.
    Resume(u32),
    /// It is done with the rank.
    Leave,
    Over,
}

impl Trace {
    /// The search of a problem.
    ///
    /// # Errors
    /// More open squares than can be numbered.
    pub fn new(problem: &Problem) -> Result<Self, EngineError> {
        Ok(Self {
            ranks: Ranks::new(problem)?,
            placed: problem.queens().collect(),
            contradictory: problem.conflict().is_some(),
            queens: Vec::new(),
            next: Next::Start,
            frames: 0,
        })
    }

    /// The first free square of the next rank at `from` or behind it.
    fn free(&self, from: u32) -> Option<u32> {
        let rank = self.queens.len();
        let attacked = |across: u32| {
            let square = self.ranks.square(rank, across);
            self.squares().any(|queen| queen.attack(square).is_some())
        };
        let mut open = self.ranks.open(rank);
        open.find(|&across| across >= from && !attacked(across))
    }

    /// The queens that the search has on the board.
    fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let queens = self.queens.iter().enumerate();
        queens.map(|(rank, &across)| self.ranks.square(rank, across))
    }

    /// The next placement, where the rank has a free square.
    fn place(&mut self, from: u32) -> Option<Event> {
        let across = self.free(from)?;
        let square = self.ranks.square(self.queens.len(), across);
        self.queens.push(across);
        self.next = Next::Enter;
        Some(Event::Placement(square))
    }

    fn enter(&mut self) -> Event {
        if self.contradictory {
            self.next = Next::Leave;
            Event::DeadEnd
        } else if self.queens.len() == self.ranks.len() {
            self.next = Next::Leave;
            Event::Solution
        } else {
            self.place(0).unwrap_or_else(|| {
                self.next = Next::Leave;
                Event::DeadEnd
            })
        }
    }

    fn leave(&mut self) -> Event {
        let Some(across) = self.queens.pop() else {
            self.next = Next::Over;
            return Event::End;
        };
        self.next = Next::Resume(across);
        Event::Retreat(self.ranks.square(self.queens.len(), across))
    }
}

impl Iterator for Trace {
    type Item = Frame;

    fn next(&mut self) -> Option<Frame> {
        let event = match self.next {
            Next::Start => {
                self.next = Next::Enter;
                Event::Start
            }
            Next::Enter => self.enter(),
            Next::Resume(across) => self.place(across + 1).unwrap_or_else(|| self.leave()),
            Next::Leave => self.leave(),
            Next::Over => return None,
        };
        let number = self.frames;
        self.frames += 1;
        let mut queens: Vec<Square> = self.placed.iter().copied().chain(self.squares()).collect();
        queens.sort_unstable();
        Some(Frame {
            number,
            event,
            depth: self.queens.len(),
            queens,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(problem: &Problem) -> Vec<Frame> {
        Trace::new(problem).expect("small").collect()
    }

    fn numbers(frames: &[Frame], wanted: &str) -> Vec<u64> {
        let found = frames.iter().filter(|frame| frame.event.name() == wanted);
        found.map(|frame| frame.number).collect()
    }

    #[test]
    fn the_trace_of_four_queens_has_40_frames() {
        let problem = Problem::queens_on(4).expect("small");
        let frames = trace(&problem);
        assert_eq!(frames.len(), 40);
        assert_eq!(numbers(&frames, "start"), [0]);
        assert_eq!(numbers(&frames, "end"), [39]);
        assert_eq!(numbers(&frames, "placement").len(), 16);
        assert_eq!(numbers(&frames, "retreat").len(), 16);
        assert_eq!(numbers(&frames, "dead-end"), [3, 7, 32, 36]);
        assert_eq!(numbers(&frames, "solution"), [15, 24]);
        let object = json(&problem, frames);
        let columns = |frame: usize| object["frames"][frame]["columns"].to_string();
        assert_eq!(
            (columns(15), columns(24)),
            ("[1,3,0,2]".into(), "[2,0,3,1]".into())
        );
        assert_eq!(columns(3), "[0,2,-1,-1]");
        assert_eq!(object["frames"][1]["square"], "a1");
    }

    #[test]
    fn placements_are_the_nodes_of_the_tree_below_its_root() {
        // OEIS A319283 less the root.
        for (n, nodes) in (0..).zip([0, 1, 2, 5, 16, 53, 152, 551]) {
            let frames = trace(&Problem::queens_on(n).expect("small"));
            assert_eq!(numbers(&frames, "placement").len(), nodes, "n = {n}");
            assert_eq!(numbers(&frames, "retreat").len(), nodes, "n = {n}");
        }
    }

    #[test]
    fn given_queens_stand_in_every_frame_and_contradictions_are_dead_ends() {
        let mut problem = Problem::queens_on(4).expect("small");
        problem.place(Square::new(2, 0)).expect("inside");
        let frames = trace(&problem);
        assert!(
            frames
                .iter()
                .all(|frame| frame.queens.contains(&Square::new(2, 0)))
        );
        assert_eq!(numbers(&frames, "solution").len(), 1);
        problem.place(Square::new(2, 1)).expect("inside");
        let names: Vec<&str> = trace(&problem)
            .iter()
            .map(|frame| frame.event.name())
            .collect();
        assert_eq!(names, ["start", "dead-end", "end"]);
    }
}
