//! Runs that are interrupted at any moment end at once, with what they know: cubes on one thread and on two, and the
//! portfolio.

use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use queensat::control::{Control, Stopped};
use queensat::engine;
use queensat::problem::formats;
use queensat::solution::verify;

/// Half a second is the promise; the rest is for machines that do other work as well.
const PATIENCE: Duration = Duration::from_millis(1500);

/// Runs `work` under a control that is cancelled after `delay`; how long it goes on then.
fn cancelled<T>(delay: Duration, work: impl FnOnce(&Control) -> T) -> (T, Duration) {
    let control = Control::unlimited();
    let remote = control.clone();
    let canceller = thread::spawn(move || {
        thread::sleep(delay);
        remote.cancel();
        Instant::now()
    });
    let result = work(&control);
    let end = Instant::now();
    let begin = canceller.join().expect("it only sleeps and cancels");
    (result, end.saturating_duration_since(begin))
}

#[test]
fn an_interrupted_listing_has_shown_solutions_only() {
    let problem = formats::parse("13", None).expect("a number");
    for (name, threads) in [("sat", 1), ("sat", 2), ("portfolio", 1)] {
        let engine = engine::parse(name).expect("an engine");
        for milliseconds in [0, 1, 7, 30, 90] {
            let mut shown = 0_u128;
            let (outcome, late) = cancelled(Duration::from_millis(milliseconds), |control| {
                let control = control.clone().with_threads(threads);
                engine.enumerate(&problem, &control, &mut |placement| {
                    shown += 1;
                    assert!(verify(&problem, placement).is_ok());
                    ControlFlow::Continue(())
                })
            });
            let outcome = outcome.expect("small");
            assert!(late < PATIENCE, "{name}: {late:?} after {milliseconds} ms");
            assert_eq!(outcome.solutions, shown, "{name}");
            assert!(outcome.stopped == Some(Stopped::Cancelled) || shown == 73_712);
        }
    }
}

#[test]
fn an_interrupted_count_is_a_lower_bound() {
    let problem = formats::parse("14", None).expect("a number");
    for (name, threads) in [
        ("sat:no-symmetry", 1),
        ("sat", 2),
        ("portfolio:sat,sat-blocking", 1),
    ] {
        let engine = engine::parse(name).expect("an engine");
        for milliseconds in [0, 3, 50, 150] {
            let (outcome, late) = cancelled(Duration::from_millis(milliseconds), |control| {
                engine.count(&problem, &control.clone().with_threads(threads))
            });
            let outcome = outcome.expect("small");
            assert!(late < PATIENCE, "{name}: {late:?} after {milliseconds} ms");
            assert!(outcome.solutions <= 365_596, "{name}");
            assert!(outcome.stopped == Some(Stopped::Cancelled) || outcome.solutions == 365_596);
        }
    }
}

#[test]
fn an_interrupted_search_knows_nothing_and_says_so() {
    // One solution, and no solver finds it in minutes.
    let text = include_str!("../../bench-data/blocked-100-700.txt");
    let problem = formats::parse(text, None).expect("a board");
    for name in [
        "sat:batsat",
        "sat:varisat",
        "sat-blocking:batsat",
        "bitmask",
        "portfolio",
    ] {
        let engine = engine::parse(name).expect("an engine");
        for milliseconds in [0, 20, 200] {
            let (answer, late) = cancelled(Duration::from_millis(milliseconds), |control| {
                engine.find(&problem, control)
            });
            let (found, outcome) = answer.expect("it fits");
            assert!(late < PATIENCE, "{name}: {late:?} after {milliseconds} ms");
            assert_eq!((found, outcome.stopped), (None, Some(Stopped::Cancelled)));
        }
    }
}
