//! Diagnoses against enumeration: every member of a smallest set is needed, the smallest repair is the
//! smallest of all, and forced and impossible squares are what all solutions say.

use std::collections::BTreeSet;

use queensat::board::Square;
use queensat::control::Control;
use queensat::engine::{self, best_for};
use queensat::explain::{
    Candidates, Completions, Diagnosis, Finding, Given, Verdict, Wishes, core, diagnose, tell,
};
use queensat::generate::{Batch, Filter, Origin, Recipe};
use queensat::problem::{Problem, formats};
use queensat::solution::verify;

use crate::brute_force::solutions;
use crate::program::run;

fn diagnosis(problem: &Problem, candidates: Candidates) -> Diagnosis {
    let wishes = Wishes {
        candidates,
        repair: true,
        squares: true,
    };
    diagnose(problem, wishes, &*best_for(problem), &Control::unlimited()).expect("small")
}

/// The problem with these givens only; blocked squares stay unless they are candidates too.
fn only(problem: &Problem, members: &[Given], candidates: Candidates) -> Problem {
    let mut rest = Problem::empty(problem.board());
    for given in members {
        match *given {
            Given::Queen(square) => rest.place(square),
            Given::Blocked(square) => rest.block(square),
        }
        .expect("inside");
    }
    if candidates == Candidates::Queens {
        for square in problem.blocked() {
            rest.block(square).expect("inside");
        }
    }
    rest
}

fn count(problem: &Problem) -> u128 {
    let bitmask = engine::parse("bitmask").expect("an engine");
    bitmask
        .count(problem, &Control::unlimited())
        .expect("small")
        .solutions
}

/// Problems of this sort, from a fixed seed.
fn generated(recipe: Recipe, filter: Filter, number: u64) -> impl Iterator<Item = Problem> {
    let engine = engine::parse("bitmask").expect("an engine");
    let batch = Batch {
        recipe,
        filter: Some(filter),
        seed: 7,
    };
    (0..number).map(move |index| {
        batch
            .instance(index, &*engine, &Control::unlimited())
            .expect("there are some")
            .problem
    })
}

#[test]
fn no_member_of_a_smallest_set_can_be_spared() {
    let completion = Recipe::Completion {
        n: 9,
        queens: 5,
        origin: Origin::Placement,
    };
    let blocked = Recipe::Blocked {
        n: 8,
        open_per_row: 2.5,
    };
    let boards =
        generated(completion, Filter::Unsatisfiable, 20).map(|board| (board, Candidates::Queens));
    let others = generated(blocked, Filter::Unsatisfiable, 6)
        .map(|board| (board, Candidates::QueensAndBlocked));
    for (problem, candidates) in boards.chain(others) {
        let found = diagnosis(&problem, candidates);
        let core = found.core.expect("there is no completion");
        assert!(core.minimal && found.verdict == Verdict::Excluded);
        assert_eq!(
            count(&only(&problem, &core.members, candidates)),
            0,
            "{problem:?}"
        );
        for spared in 0..core.members.len() {
            let mut rest = core.members.clone();
            rest.remove(spared);
            assert!(
                count(&only(&problem, &rest, candidates)) > 0,
                "{:?} of {problem:?}",
                core.members[spared]
            );
        }
        assert!(found.story.is_some_and(|story| !story.sentences.is_empty()));
    }
}

/// Contradicting givens, too: one of an attacking pair may suffice alone.
#[test]
fn no_member_of_a_contradiction_can_be_spared() {
    for (text, candidates) in [
        ("4: b2 d2", Candidates::Queens),
        ("4: b4 a4 -c2", Candidates::Queens),
        ("6: f2 a1 a5", Candidates::QueensAndBlocked),
        ("3: b2 c1", Candidates::QueensAndBlocked),
        ("5: a1 -a1", Candidates::QueensAndBlocked),
        ("5: a1 -a1", Candidates::Queens),
        ("8: b4 b6 -c3", Candidates::Queens),
        ("2: a1 b2", Candidates::Queens),
    ] {
        let problem = formats::parse(text, None).expect("squares");
        let core = diagnosis(&problem, candidates).core.expect("a conflict");
        let left = |members: &[Given]| solutions(&only(&problem, members, candidates)).len();
        assert!(core.minimal, "{text}");
        assert_eq!(left(&core.members), 0, "{text}");
        for spared in 0..core.members.len() {
            let mut rest = core.members.clone();
            rest.remove(spared);
            assert!(left(&rest) > 0, "{text}: {:?}", core.members);
        }
    }
    let large = formats::parse("300: a1 b2", None).expect("squares");
    let core = diagnosis(&large, Candidates::Queens)
        .core
        .expect("a conflict");
    assert!(!core.minimal && core.members.len() == 2);
}

#[test]
fn blocked_squares_are_named_as_the_reason_where_they_are() {
    let said = |arguments: &[&str]| run(arguments).1;
    let alone = said(&["diagnose", "6: b1 d2 c6 -c5 -a3", "--no-repair"]);
    assert!(!alone.contains("alone has no completion"), "{alone}");
    let holes = said(&["diagnose", "4: -b1 -c1"]);
    assert!(holes.contains("--blocked names"), "{holes}");
    let both = said(&["diagnose", "--blocked", "8: a1 b2 -c3 -a1"]);
    assert!(both.contains("  !"), "the queen is shown: {both}");
}

/// Boards too large for enumeration: solvers decide, in another encoding than the diagnosis used.
#[test]
fn no_sampled_member_of_a_large_set_can_be_spared() {
    let completion = Recipe::Completion {
        n: 150,
        queens: 142,
        origin: Origin::Placement,
    };
    let solver = engine::parse("sat-blocking+knuth").expect("an engine");
    let completable = |problem: &Problem| {
        let (found, outcome) = solver
            .find(problem, &Control::unlimited())
            .expect("few squares are left");
        assert_eq!(outcome.stopped, None);
        found.is_some_and(|placement| verify(problem, &placement).is_ok())
    };
    for seed in 1..=3 {
        let instance = completion.instance(seed, &Control::unlimited());
        let problem = instance.expect("small").problem;
        let candidates = Candidates::Queens;
        let found = core(
            &problem,
            candidates,
            &*best_for(&problem),
            &Control::unlimited(),
        );
        let Ok(Finding::Excluded(core)) = found else {
            panic!("seed {seed} gives a board without a completion: {found:?}");
        };
        assert!(core.minimal && core.members.len() > 20);
        assert!(!completable(&only(&problem, &core.members, candidates)));
        for sample in 0..20 {
            let spared = sample * core.members.len() / 20;
            let mut rest = core.members.clone();
            rest.remove(spared);
            let rest = only(&problem, &rest, candidates);
            assert!(completable(&rest), "seed {seed}, member {spared}");
        }
        let story = tell(&problem, &core, candidates, &Control::unlimited()).expect("small");
        let words: usize = story.sentences.iter().map(String::len).sum();
        assert!(words < 400, "a summary: {:?}", story.sentences);
    }
}

/// The fewest queens to remove, by trying all sets of them.
fn fewest_removals(problem: &Problem) -> Option<usize> {
    let queens: Vec<Square> = problem.queens().collect();
    let kept = |mask: u32| -> Vec<Given> {
        (0..queens.len())
            .filter(|index| mask >> index & 1 == 1)
            .map(|index| Given::Queen(queens[index]))
            .collect()
    };
    let completable = (0..1_u32 << queens.len())
        .filter(|&mask| count(&only(problem, &kept(mask), Candidates::Queens)) > 0);
    completable
        .map(|mask| queens.len() - mask.count_ones() as usize)
        .min()
}

#[test]
fn the_smallest_repair_is_the_smallest_of_all() {
    let recipe = Recipe::Completion {
        n: 7,
        queens: 5,
        origin: Origin::Placement,
    };
    let attacking = ["6: a1 b2 c3 d4", "8: a1 a2 a3 h8 -b4 -c5", "5: a1 e1 c3"]
        .map(|text| formats::parse(text, None).expect("squares"));
    for problem in generated(recipe, Filter::Unsatisfiable, 12).chain(attacking) {
        let repair = diagnosis(&problem, Candidates::Queens)
            .repair
            .expect("wished for");
        let best = repair.best.as_ref().expect("the empty board has solutions");
        assert!(repair.is_smallest());
        assert_eq!(
            Some(best.removed.len()),
            fewest_removals(&problem),
            "{problem:?}"
        );
        let kept = problem
            .queens()
            .filter(|queen| !best.removed.contains(queen));
        assert!(kept.into_iter().all(|queen| best.queens.contains(&queen)));
    }
    let hopeless = formats::parse("3: a1", None).expect("squares");
    assert!(
        diagnosis(&hopeless, Candidates::Queens)
            .repair
            .is_some_and(|repair| repair.impossible)
    );
}

#[test]
fn forced_and_impossible_squares_are_what_all_solutions_say() {
    let recipe = Recipe::Completion {
        n: 7,
        queens: 2,
        origin: Origin::Solution,
    };
    let boards =
        generated(recipe, Filter::Satisfiable, 8).chain(generated(recipe, Filter::Single, 4));
    for problem in boards {
        let all: Vec<BTreeSet<Square>> = solutions(&problem)
            .into_iter()
            .map(|queens| queens.into_iter().collect())
            .collect();
        let squares = diagnosis(&problem, Candidates::Queens)
            .squares
            .expect("wished for");
        let expected = if all.len() == 1 {
            Completions::One
        } else {
            Completions::Several
        };
        assert_eq!(
            (squares.completions, squares.undecided.len()),
            (expected, 0)
        );
        for &square in &squares.forced {
            assert!(all.iter().all(|queens| queens.contains(&square)));
        }
        for &square in &squares.impossible {
            assert!(all.iter().all(|queens| !queens.contains(&square)));
        }
        for &square in &squares.possible {
            let with = all.iter().filter(|queens| queens.contains(&square)).count();
            assert!(with > 0 && with < all.len(), "{square}");
        }
    }
}

#[test]
fn the_story_is_told_in_chess_terms() {
    let (code, out, _) = run(&["diagnose", "6: b1 d2 c6", "--no-repair"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("not completable\na minimal set of givens that excludes every completion: 2 of 3\nd2 and c6 leave no square in row 4.\n"), "{out}");
    let (_, out, _) = run(&["diagnose", "8: b4 d5", "--format", "json"]);
    let object: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        object["squares"]["forced"],
        serde_json::json!([{"row": 7, "column": 4}])
    );
    assert!(
        run(&["diagnose", "8: b4 b6", "--format", "svg"])
            .1
            .contains("<svg")
    );
    assert_eq!(
        run(&["diagnose", "2"]).1.lines().next(),
        Some("not completable")
    );
}
