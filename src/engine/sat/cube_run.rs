//! One run over cubes: what its threads share, and how they walk the tree of cuts.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::cube::{Cube, Found, FoundByMany, Halt, Work};
use super::cubes::Cubes;
use crate::board::Square;
use crate::control::{Control, Stopped};
use crate::cubes::{Cut, Frame, cut};
use crate::encode::Encoding;
use crate::engine::{Effort, Outcome};
use crate::sat::Embedded;

/// What all threads share.
pub(super) struct Run<'a> {
    solver: (Embedded, &'a Encoding),
    frame: Option<Frame>,
    /// Queens that a cube may have placed and still be cut no further.
    most: usize,
    /// The caller's, for the tallies.
    control: &'a Control,
    /// Stops the threads, the caller's control left alone.
    stop: Control,
    solutions: AtomicU64,
    cubes: AtomicU64,
    models: AtomicU64,
    blocked: AtomicU64,
    learned: AtomicU64,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        solver: (Embedded, &'a Encoding),
        frame: Option<Frame>,
        most: usize,
        control: &'a Control,
    ) -> Self {
        Self {
            solver,
            frame,
            most,
            control,
            stop: control.child(None),
            solutions: AtomicU64::new(0),
            cubes: AtomicU64::new(0),
            models: AtomicU64::new(0),
            blocked: AtomicU64::new(0),
            learned: AtomicU64::new(0),
        }
    }

    /// Asks the threads to end.
    pub(super) fn stop(&self) {
        self.stop.cancel();
    }

    pub(super) fn outcome(&self, stopped: Option<Stopped>) -> Outcome {
        Outcome {
            solutions: self.solutions.load(Relaxed).into(),
            stopped,
            effort: Effort {
                cubes: Some(self.cubes.load(Relaxed)),
                learned: Some(self.learned.load(Relaxed)),
                models: Some(self.models.load(Relaxed)),
                blocking_clauses: Some(self.blocked.load(Relaxed)),
                ..Effort::default()
            },
        }
    }

    /// All cubes in the caller's thread, depth first.
    pub(super) fn sequentially(&self, mut root: Cube, found: &mut Found) -> Result<(), Halt> {
        let squares = self.open(&mut root, found)?;
        let mut path = vec![(root, squares.into_iter())];
        while let Some((cube, squares)) = path.last_mut() {
            let Some(queen) = squares.next() else {
                path.pop();
                continue;
            };
            let mut part = cube.part(queen);
            let squares = self.open(&mut part, found)?;
            path.push((part, squares.into_iter()));
        }
        Ok(())
    }

    /// All cubes on the threads of the pool that this runs in.
    pub(super) fn in_parallel(&self, root: Cube, found: &FoundByMany) -> Result<(), Halt> {
        let first = Mutex::new(None);
        self.spread(root, found, &first);
        let halt = first
            .into_inner()
            .expect("no thread panics while it holds it");
        halt.map_or(Ok(()), Err)
    }

    fn spread(&self, mut cube: Cube, found: &FoundByMany, first: &Mutex<Option<Halt>>) {
        match self.open(&mut cube, &mut |placed, others| found(placed, others)) {
            Ok(squares) => squares
                .into_par_iter()
                .for_each(|queen| self.spread(cube.part(queen), found, first)),
            Err(halt) => {
                // The others end because of this one: its reason is the run's.
                let mut first = first.lock().expect("no thread panics while it holds it");
                first.get_or_insert(halt);
                self.stop();
            }
        }
    }

    /// Works on a cube; the squares are those along which it is to be cut, none if it is done.
    fn open(&self, cube: &mut Cube, found: &mut Found) -> Result<Vec<Square>, Halt> {
        self.stop.check().map_err(Halt::Stopped)?;
        let weight = match (cube.weight, &self.frame) {
            (Some(weight), _) => weight,
            (None, None) => 1,
            (None, Some(frame)) => {
                if let Some(line) = frame.next_line(&cube.residual) {
                    return Ok(line);
                }
                *cube.weight.insert(frame.weight(&cube.residual))
            }
        };
        let squares = match cut(&cube.residual) {
            _ if weight == 0 => return Ok(Vec::new()),
            Cut::Dead => return Ok(Vec::new()),
            Cut::Solved => Vec::new(),
            Cut::Along(squares) => squares,
        };
        if squares.is_empty() {
            if cube.known.is_empty()
                && self
                    .count(weight, cube.residual.placed(), &[], found)
                    .is_break()
            {
                return Err(Halt::Stopped(Stopped::Limit));
            }
            return Ok(squares);
        }
        let may_cut = cube.residual.placed().len() < self.most;
        let bound = if may_cut { Cubes::BOUND } else { usize::MAX };
        let wide =
            cube.residual.open_squares() > Cubes::OPEN && cube.residual.rows().len() <= Cubes::ROWS;
        if may_cut && wide {
            return Ok(squares);
        }
        if cube.known.len() >= bound {
            return Ok(squares);
        }
        let mut work = Work::default();
        let enumerated = cube.enumerate(
            self.solver,
            bound,
            &self.stop,
            &mut work,
            &mut |placed, others| self.count(weight, placed, others, found),
        );
        self.cubes.fetch_add(1, Relaxed);
        self.models.fetch_add(work.models, Relaxed);
        self.blocked.fetch_add(work.blocked, Relaxed);
        let learned = self.learned.fetch_add(work.learned, Relaxed);
        self.control.report_steps(learned + work.learned);
        enumerated?;
        Ok(if work.exhausted { Vec::new() } else { squares })
    }

    fn count(
        &self,
        weight: u64,
        placed: &[Square],
        others: &[Square],
        found: &mut Found,
    ) -> ControlFlow<()> {
        let solutions = self.solutions.fetch_add(weight, Relaxed) + weight;
        self.control.report_solutions(solutions);
        found(placed, others)
    }
}
