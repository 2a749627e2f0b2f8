//! The teaching engines against the known answers and against the bitmask engine.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use queensat::board::{Board, Square};
use queensat::control::{Control, Stopped};
use queensat::engine::{self, Engine, EngineError, Outcome, unique};
use queensat::problem::Problem;
use queensat::solution::{Fingerprint, Placement, verify};
use queensat::trace::{Event, Trace};

/// A000170.
const SOLUTIONS: [u128; 11] = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724];
/// A319283.
const NODES: [u64; 11] = [1, 2, 3, 6, 17, 54, 153, 552, 2057, 8394, 35539];

/// Every complete engine with the largest board that it is asked for.
const COMPLETE: [(&str, u32); 13] = [
    ("brute-force", 5),
    ("permutations", 9),
    ("sets", 10),
    ("arrays", 10),
    ("forward-checking:natural", 10),
    ("forward-checking", 10),
    ("forward-checking:least-constraining", 10),
    ("forward-checking:most-constrained:least-constraining", 10),
    ("arc-consistency:natural", 10),
    ("arc-consistency", 10),
    ("arc-consistency:least-constraining", 10),
    ("arc-consistency:most-constrained:least-constraining", 10),
    ("dancing-links", 10),
];

const INCOMPLETE: [&str; 2] = ["min-conflicts", "queen-search"];

fn count(engine: &str, problem: &Problem) -> Outcome {
    let engine = engine::parse(engine).expect("in the table");
    engine.count(problem, &Control::unlimited()).expect("small")
}

fn queens_on(n: u32) -> Problem {
    Problem::queens_on(n).expect("small")
}

fn find(engine: &str, problem: &Problem, limit: Duration) -> (Option<Placement>, Outcome) {
    let engine = engine::parse(engine).expect("in the table");
    let control = Control::with_timeout(limit);
    engine.find(problem, &control).expect("within the limits")
}

#[test]
fn every_complete_engine_counts_the_empty_boards() {
    for (engine, largest) in COMPLETE {
        for n in 0..=largest {
            let solutions = count(engine, &queens_on(n)).solutions;
            assert_eq!(solutions, SOLUTIONS[n as usize], "{engine}, n = {n}");
        }
    }
}

#[test]
fn engine_names_read_back() {
    for name in COMPLETE.map(|(name, _)| name) {
        assert_eq!(engine::parse(name).expect("in the table").name(), name);
    }
    for bad in [
        "forward-checking:random",
        "min-conflicts:x",
        "arrays:1",
        "queen-search+knuth",
    ] {
        assert!(engine::parse(bad).is_err(), "{bad}");
    }
    assert_eq!(
        engine::parse("queen-search").expect("there").name(),
        "queen-search"
    );
}

/// n^n, n!, squares tried, solutions: the less a search puts off its tests, the less it tries.
#[test]
fn the_cascade_of_eight_queens() {
    let problem = queens_on(8);
    assert_eq!(count("permutations", &problem).effort.tried, Some(40_320));
    for engine in ["sets", "arrays"] {
        let effort = count(engine, &problem).effort;
        assert_eq!((effort.nodes, effort.tried), (Some(2_057), Some(15_720)));
    }
    assert_eq!(
        count("brute-force", &queens_on(5)).effort.tried,
        Some(53_130)
    );
}

#[test]
fn plain_searches_have_the_nodes_of_the_oeis() {
    for n in 0..=10 {
        for engine in ["bitmask-plain", "sets", "arrays"] {
            let nodes = count(engine, &queens_on(n)).effort.nodes;
            assert_eq!(nodes, Some(NODES[n as usize]), "{engine}, n = {n}");
        }
    }
}

/// A319284: nodes by the number of queens that stand, the start of the trace being the root.
#[test]
fn the_search_has_the_profile_of_the_oeis() {
    for (n, profile) in [
        (4, &[1, 4, 6, 4, 2][..]),
        (5, &[1, 5, 12, 14, 12, 10]),
        (6, &[1, 6, 20, 36, 46, 40, 4]),
        (8, &[1, 8, 42, 140, 344, 568, 550, 312, 92]),
        (
            10,
            &[1, 10, 72, 364, 1400, 3916, 7552, 9632, 7828, 4040, 724],
        ),
    ] {
        let mut nodes = vec![0_u64; profile.len()];
        for frame in Trace::new(&queens_on(n)).expect("small") {
            if matches!(frame.event, Event::Start | Event::Placement(_)) {
                nodes[frame.depth] += 1;
            }
        }
        assert_eq!(nodes, profile, "n = {n}");
        let searched = count("bitmask-plain", &queens_on(n)).effort.nodes;
        assert_eq!(searched, Some(nodes.iter().sum()), "n = {n}");
    }
}

#[test]
fn nodes_to_the_first_solution() {
    let nodes = [
        9, 6, 32, 10, 114, 42, 103, 53, 262, 112, 1_900, 1_360, 10_053, 5_375, 41_300, 2_546,
        199_636,
    ];
    for (n, nodes) in (4..).zip(nodes) {
        for engine in ["bitmask-plain", "bitmask", "arrays", "sets"] {
            if engine == "bitmask" && nodes > 10_000 {
                // There it takes another search.
                continue;
            }
            let (_, outcome) = find(engine, &queens_on(n), Duration::MAX);
            assert_eq!(outcome.effort.nodes, Some(nodes), "{engine}, n = {n}");
        }
    }
}

#[test]
fn propagation_prunes() {
    let nodes = |engine| count(engine, &queens_on(8)).effort.nodes.expect("a search");
    let [plain, forward, consistent, cover] = [
        "arrays",
        "forward-checking:natural",
        "arc-consistency:natural",
        "dancing-links",
    ]
    .map(nodes);
    assert!(
        plain > forward && forward > consistent,
        "{plain} {forward} {consistent}"
    );
    assert!(nodes("forward-checking:natural") > nodes("forward-checking"));
    assert!(plain > cover, "{cover}");
}

#[test]
fn natural_orders_list_lexicographically() {
    for engine in [
        "permutations",
        "sets",
        "arrays",
        "forward-checking:natural",
        "arc-consistency:natural",
    ] {
        let mut listed: Vec<Vec<Square>> = Vec::new();
        let built = engine::parse(engine).expect("in the table");
        let seen = built.enumerate(&queens_on(7), &Control::unlimited(), &mut |placement| {
            listed.push(placement.queens().to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(seen.expect("small").solutions, 40);
        assert!(listed.is_sorted(), "{engine}");
    }
}

#[test]
fn classes_and_unique_counts() {
    // A002562 and its parts, n = 1 .. 13.
    let doubly = [1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 4, 4];
    let singly = [0, 0, 0, 0, 0, 1, 2, 1, 4, 3, 12, 18, 32];
    let asymmetric = [0, 0, 0, 0, 1, 0, 4, 11, 42, 89, 329, 1765, 9197];
    let unique = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233];
    let engine = engine::parse("bitmask").expect("in the table");
    let control = Control::unlimited();
    for n in 1..=13 {
        let problem = queens_on(n);
        let (classes, outcome) = unique::classes(&*engine, &problem, &control).expect("small");
        let at = n as usize - 1;
        let found = (
            classes.doubly_symmetric,
            classes.singly_symmetric,
            classes.asymmetric,
        );
        assert_eq!(found, (doubly[at], singly[at], asymmetric[at]), "n = {n}");
        assert_eq!(
            (classes.unique(), outcome.solutions),
            (unique[at], unique[at])
        );
        let counted = unique::count(&*engine, &problem, &control).expect("small");
        assert_eq!(counted.solutions, unique[at]);
    }
}

#[test]
fn orbits_make_up_all_solutions() {
    let mut blocked = queens_on(6);
    for square in [(0, 0), (5, 5), (2, 2), (3, 3)].map(|(r, c)| Square::new(r, c)) {
        blocked.block(square).expect("inside");
    }
    let wide = Problem::empty(Board::new(5, 7).expect("small"));
    let tall = Problem::empty(Board::new(7, 5).expect("small"));
    let engine = engine::parse("bitmask").expect("in the table");
    let control = Control::unlimited();
    for problem in [blocked, wide, tall, queens_on(7)] {
        let (board, group) = (problem.board(), problem.symmetries());
        let mut orbits = Fingerprint::default();
        unique::enumerate(&*engine, &problem, &control, &mut |placement| {
            let mut images: Vec<Placement> = group
                .iter()
                .map(|&symmetry| placement.image(board, symmetry))
                .collect();
            images.sort_unstable_by(|a, b| a.queens().cmp(b.queens()));
            images.dedup();
            assert_eq!(images[0], *placement, "the smallest represents its orbit");
            for image in images {
                orbits.add(&verify(&problem, &image).expect("an image of a solution is one"));
            }
            ControlFlow::Continue(())
        })
        .expect("small");
        assert_eq!(orbits, fingerprint(&*engine, &problem), "{board}");
    }
}

pub(crate) fn fingerprint(engine: &dyn Engine, problem: &Problem) -> Fingerprint {
    let mut fingerprint = Fingerprint::default();
    let outcome = engine
        .enumerate(problem, &Control::unlimited(), &mut |placement| {
            fingerprint.add(&verify(problem, placement).expect("engines list solutions only"));
            ControlFlow::Continue(())
        })
        .expect("small");
    let counted = engine.count(problem, &Control::unlimited()).expect("small");
    assert_eq!(counted.solutions, outcome.solutions, "{}", engine.name());
    fingerprint
}

/// Boards to 7x7 with some blocked squares and placed queens, which may contradict each other.
fn problems() -> impl Strategy<Value = Problem> {
    let square = (0_u32..7, 0_u32..7);
    let squares = |most: usize| prop::collection::vec(square.clone(), 0..most);
    (0_u64..=7, 0_u64..=7, squares(14), squares(3)).prop_map(|(rows, columns, blocked, queens)| {
        let mut problem = Problem::empty(Board::new(rows, columns).expect("small"));
        for (row, column) in blocked {
            let _ = problem.block(Square::new(row, column));
        }
        for (row, column) in queens {
            let _ = problem.place(Square::new(row, column));
        }
        problem
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn all_engines_agree_on_constrained_boards(problem in problems()) {
        let reference = engine::parse("bitmask").expect("in the table");
        let expected = fingerprint(&*reference, &problem);
        for (name, _) in COMPLETE {
            let placed = problem.queens().len();
            let free = (problem.required_queens() as usize).saturating_sub(placed);
            if name == "brute-force" && free > 4 {
                continue;
            }
            let engine = engine::parse(name).expect("in the table");
            prop_assert_eq!(fingerprint(&*engine, &problem), expected, "{}", name);
        }
        let solvable = count("bitmask", &problem).solutions > 0;
        for name in INCOMPLETE {
            let limit = if solvable { Duration::from_secs(20) } else { Duration::from_millis(2) };
            let (found, outcome) = find(name, &problem, limit);
            match found {
                Some(placement) => prop_assert!(verify(&problem, &placement).is_ok(), "{}", name),
                None if problem.conflict().is_some() => prop_assert_eq!(outcome.stopped, None),
                None => {
                    prop_assert!(!solvable, "{} found none of a board with solutions", name);
                    prop_assert_eq!(outcome.stopped, Some(Stopped::Deadline));
                }
            }
        }
    }
}

#[test]
fn local_searches_solve_empty_boards() {
    for name in INCOMPLETE {
        for n in (4..=50).chain([100, 300]) {
            let problem = queens_on(n);
            let (found, outcome) = find(name, &problem, Duration::from_secs(20));
            let placement = found.unwrap_or_else(|| panic!("{name} finds none for n = {n}"));
            assert!(verify(&problem, &placement).is_ok(), "{name}, n = {n}");
            assert_eq!((outcome.solutions, outcome.stopped), (1, None));
        }
    }
}

#[test]
fn local_searches_complete_boards_and_keep_off_blocked_squares() {
    for name in INCOMPLETE {
        for n in [8, 12, 20, 40] {
            let (known, _) = find("construction", &queens_on(n), Duration::MAX);
            let known = known.expect("n > 3");
            let mut problem = queens_on(n);
            for &queen in known.queens().iter().step_by(4) {
                problem.place(queen).expect("inside");
            }
            for square in (0..n).map(|row| Square::new(row, (row * 7 + 3) % n)) {
                if !known.queens().contains(&square) {
                    problem.block(square).expect("inside");
                }
            }
            let (found, _) = find(name, &problem, Duration::from_secs(20));
            let placement = found.unwrap_or_else(|| panic!("{name} finds none for n = {n}"));
            assert!(verify(&problem, &placement).is_ok(), "{name}, n = {n}");
        }
    }
}

#[test]
fn seeds_repeat_and_differ() {
    for name in INCOMPLETE {
        let once = |seed: u32| find(&format!("{name}:{seed}"), &queens_on(30), Duration::MAX).0;
        assert_eq!(once(7), once(7), "{name}");
        assert_ne!(once(7), once(8), "{name}");
    }
}

#[test]
fn engines_that_find_one_say_so_when_asked_for_all() {
    for name in ["min-conflicts", "queen-search", "construction"] {
        let engine = engine::parse(name).expect("in the table");
        let refused = engine.count(&queens_on(8), &Control::unlimited());
        assert!(
            matches!(refused, Err(EngineError::OneSolution { .. })),
            "{name}"
        );
    }
}

#[test]
fn a_million_queens_are_placed_and_verified() {
    let problem = queens_on(1_000_000);
    for (name, limit) in [("construction", 2), ("queen-search", 20)] {
        let begin = Instant::now();
        let (found, _) = find(name, &problem, Duration::from_secs(limit));
        let placement = found.unwrap_or_else(|| panic!("{name} ran out of time"));
        assert!(verify(&problem, &placement).is_ok(), "{name}");
        assert!(begin.elapsed() < Duration::from_secs(2 * limit), "{name}");
    }
}

#[test]
fn recursive_searches_refuse_boards_beyond_their_stack() {
    for (name, _) in COMPLETE {
        let engine = engine::parse(name).expect("in the table");
        let refused = engine.count(&queens_on(1_001), &Control::unlimited());
        assert!(
            matches!(refused, Err(EngineError::TooLarge { .. })),
            "{name}"
        );
        let control = Control::with_timeout(Duration::from_millis(50));
        let outcome = engine
            .count(&queens_on(1_000), &control)
            .expect("within the limit");
        assert_eq!(outcome.stopped, Some(Stopped::Deadline), "{name}");
    }
}
