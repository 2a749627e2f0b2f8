//! Generated boards of 10 to 14 rows, completion, blocked and with excluded diagonals: every engine that is fast
//! enough lists the same solutions.

use queensat::control::Control;
use queensat::engine::{self, EngineNameError};
use queensat::generate::{Origin, Recipe};
use queensat::problem::Problem;

use crate::teaching::fingerprint;

/// Those that list such a board within some milliseconds.
const FAST: [&str; 12] = [
    "auto",
    "bitmask",
    "bitmask:scalar",
    "bitmask:avx2",
    "bitmask:avx512",
    "bitmask-mirror",
    "arrays",
    "forward-checking:natural",
    "forward-checking",
    "arc-consistency",
    "dancing-links",
    "sat",
];

/// Board number `index` of 50.
fn generated(index: u32) -> Problem {
    let n = 10 + index % 5;
    let recipe = match index % 3 {
        0 => Recipe::Completion {
            n,
            queens: n / 2,
            origin: if index.is_multiple_of(2) {
                Origin::Solution
            } else {
                Origin::Placement
            },
        },
        1 => Recipe::Blocked {
            n,
            // Small boards have their threshold lower than large ones.
            open_per_row: 4.5,
        },
        _ => Recipe::Diagonals {
            n,
            number: Some(n - 4),
        },
    };
    let instance = recipe.instance(index.into(), &Control::unlimited());
    instance.expect("small").problem
}

#[test]
fn fast_engines_agree_on_generated_boards() {
    let plain = engine::parse("bitmask-plain").expect("in the table");
    let (mut solvable, mut unsolvable) = (0, 0);
    for index in 0..50 {
        let problem = generated(index);
        let expected = fingerprint(&*plain, &problem);
        let engines = FAST.iter().filter_map(|name| match engine::parse(name) {
            Err(EngineNameError::Instructions(_)) => None,
            other => Some(other.expect("in the table")),
        });
        for engine in engines {
            let found = fingerprint(&*engine, &problem);
            assert_eq!(found, expected, "{}, board {index}", engine.name());
        }
        let count = plain.count(&problem, &Control::unlimited()).expect("small");
        if count.solutions > 0 {
            solvable += 1;
        } else {
            unsolvable += 1;
        }
    }
    assert!(solvable >= 20 && unsolvable >= 3, "{solvable} {unsolvable}");
}
