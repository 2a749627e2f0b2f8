//! Liars: engines that drop, repeat, invent or miscount solutions, each told from an honest engine by
//! verification, fingerprint and count.

use std::ops::ControlFlow;

use queensat::board::Square;
use queensat::control::Control;
use queensat::engine::native::Bitmask;
use queensat::engine::{Engine, EngineError, Outcome, Visitor};
use queensat::problem::Problem;
use queensat::solution::{Fingerprint, Placement, Violation, verify};

use crate::brute_force::problem;

/// How an engine lies about the placements that an honest one found, in their order.
type Lie = fn(&mut Vec<Placement>);

/// Bitmask, but for the lie; its count is another engine's word.
struct Liar {
    lie: Lie,
    surplus: u128,
}

impl Engine for Liar {
    fn name(&self) -> String {
        "liar".to_owned()
    }

    fn enumerate(
        &self,
        problem: &Problem,
        control: &Control,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome, EngineError> {
        let mut placements = Vec::new();
        let mut outcome = Bitmask::new().enumerate(problem, control, &mut |placement| {
            placements.push(placement.clone());
            ControlFlow::Continue(())
        })?;
        (self.lie)(&mut placements);
        outcome.solutions = placements.len() as u128;
        for placement in &placements {
            if visit(placement).is_break() {
                break;
            }
        }
        Ok(outcome)
    }

    fn count(&self, problem: &Problem, control: &Control) -> Result<Outcome, EngineError> {
        let mut outcome = self.enumerate(problem, control, &mut |_| ControlFlow::Continue(()))?;
        outcome.solutions += self.surplus;
        Ok(outcome)
    }
}

/// What an untimed run and a count of an engine say; the first violation ends it.
#[derive(Debug, PartialEq)]
struct Testimony {
    listed: u128,
    counted: u128,
    fingerprint: Fingerprint,
}

fn examine(engine: &dyn Engine, problem: &Problem) -> Result<Testimony, Violation> {
    let control = Control::unlimited();
    let (mut listed, mut fingerprint, mut violation) = (0, Fingerprint::default(), None);
    let visit = &mut |placement: &_| match verify(problem, placement) {
        Ok(solution) => {
            listed += 1;
            fingerprint.add(&solution);
            ControlFlow::Continue(())
        }
        Err(fault) => {
            violation = Some(fault);
            ControlFlow::Break(())
        }
    };
    engine.enumerate(problem, &control, visit).expect("small");
    let counted = engine.count(problem, &control).expect("small").solutions;
    violation.map_or(
        Ok(Testimony {
            listed,
            counted,
            fingerprint,
        }),
        Err,
    )
}

fn testimonies(lie: Lie, surplus: u128) -> [Result<Testimony, Violation>; 2] {
    let problem = problem((8, 8), &[(0, 3)], &[(5, 5)]);
    let honest = examine(&Bitmask::new(), &problem);
    assert!(honest.as_ref().is_ok_and(|honest| honest.listed > 2));
    [honest, examine(&Liar { lie, surplus }, &problem)]
}

/// Moves the first queen of the first placement that stands in `row`.
fn move_queen(placements: &mut [Placement], row: u32, to: impl Fn(Square) -> Option<Square>) {
    let queens = placements[0].queens().iter();
    let moved = queens.filter_map(|&queen| {
        if queen.row == row {
            to(queen)
        } else {
            Some(queen)
        }
    });
    placements[0] = Placement::new(moved.collect::<Vec<_>>());
}

#[test]
fn an_honest_engine_in_another_order_is_believed() {
    let [honest, other] = testimonies(|placements| placements.reverse(), 0);
    assert_eq!(honest, other);
}

#[test]
fn a_dropped_solution_is_noticed() {
    let [honest, liar] = testimonies(|placements| drop(placements.pop()), 0);
    let (honest, liar) = (honest.expect("verified"), liar.expect("verified"));
    assert_eq!(liar.listed + 1, honest.listed);
    assert_ne!(liar.fingerprint, honest.fingerprint);
}

#[test]
fn a_repeated_solution_is_noticed() {
    let [honest, liar] = testimonies(|placements| placements.push(placements[0].clone()), 0);
    let (honest, liar) = (honest.expect("verified"), liar.expect("verified"));
    assert_eq!(liar.listed, honest.listed + 1);
    assert_ne!(liar.fingerprint, honest.fingerprint);
}

#[test]
fn a_repeated_solution_in_place_of_a_dropped_one_is_noticed() {
    let [honest, liar] = testimonies(|placements| placements[1] = placements[0].clone(), 0);
    let (honest, liar) = (honest.expect("verified"), liar.expect("verified"));
    assert_eq!((liar.listed, liar.counted), (honest.listed, honest.counted));
    assert_ne!(liar.fingerprint, honest.fingerprint);
}

#[test]
fn a_count_that_differs_from_the_list_is_noticed() {
    let [honest, liar] = testimonies(|_| (), 1);
    let (honest, liar) = (honest.expect("verified"), liar.expect("verified"));
    assert_eq!(honest.listed, honest.counted);
    assert_ne!(liar.listed, liar.counted);
}

#[test]
fn a_wrong_placement_is_noticed() {
    let attack: Lie = |placements| {
        move_queen(placements, 7, |queen| {
            Some(Square::new(7, (queen.column + 1) % 8))
        });
    };
    let missing: Lie = |placements| move_queen(placements, 0, |_| None);
    let too_few: Lie = |placements| move_queen(placements, 7, |_| None);
    let outside: Lie = |placements| move_queen(placements, 7, |_| Some(Square::new(8, 0)));
    let blocked: Lie = |placements| move_queen(placements, 5, |_| Some(Square::new(5, 5)));
    let twice: Lie = |placements| {
        let queens = placements[0].queens();
        placements[0] = Placement::new(queens.iter().chain(&queens[..1]).copied());
    };
    let told = |lie| {
        testimonies(lie, 0)[1]
            .as_ref()
            .expect_err("a lie")
            .to_string()
    };
    assert!(
        told(attack).contains("attack each other along a"),
        "{}",
        told(attack)
    );
    assert_eq!(told(missing), "the placed queen on d1 is missing");
    assert_eq!(told(too_few), "expected 8 queens, found 7");
    assert_eq!(told(outside), "the queen on a9 stands outside the board");
    assert_eq!(told(blocked), "the queen on f6 stands on a blocked square");
    assert_eq!(told(twice), "two queens stand on d1");
}

#[test]
fn a_solution_of_another_problem_is_noticed() {
    let plain = problem((8, 8), &[], &[]);
    let given = problem((8, 8), &[(0, 3)], &[]);
    let mut faults = 0;
    let visit = &mut |placement: &_| {
        faults +=
            u32::from(verify(&given, placement) == Err(Violation::Missing(Square::new(0, 3))));
        ControlFlow::Continue(())
    };
    Bitmask::new()
        .enumerate(&plain, &Control::unlimited(), visit)
        .expect("small");
    assert_eq!(faults, 92 - 18);
}
