//! Seeded instances: the same for ever, and of the kind that was asked for.

use queensat::control::Control;
use queensat::engine;
use queensat::generate::{Batch, Filter, Origin, Recipe};

use crate::program::run;

/// Standard output of `generate`, whose notes are left aside.
fn generated(arguments: &[&str]) -> String {
    let (code, out, err) = run(&[&["generate"], arguments].concat());
    assert_eq!(code, 0, "{arguments:?}: {err}");
    out
}

#[test]
fn a_seed_means_the_same_for_ever() {
    let pinned: &[(&[&str], &str)] = &[
        (
            &["completion", "8", "3", "--seed", "1", "-f", "squares"],
            "8: e2 b3 d7\n",
        ),
        (
            &[
                "completion",
                "10",
                "4",
                "--seed",
                "2",
                "--random",
                "-f",
                "squares",
            ],
            "10: a1 h2 e4 g9\n",
        ),
        (
            &[
                "blocked", "5", "--open", "3", "--seed", "4", "-f", "squares",
            ],
            "5: -b1 -d1 -e1 -c2 -d2 -a3 -a5 -b5 -d5 -e5\n",
        ),
        (
            &["diagonals", "8", "--seed", "5"],
            "n = 8\nnumdiags = 10\ndiags = [[11, 0], [6, 0], [5, 0], [4, 1], [14, 1], [11, 1], [2, 1], [13, 1], [0, 1], [1, 1]]\n",
        ),
        (
            &[
                "completion",
                "9",
                "4",
                "--single",
                "--seed",
                "3",
                "-n",
                "2",
                "-f",
                "squares",
            ],
            "9: b2 f3 a7 h9\n9: c1 f3 a5 b8\n",
        ),
        // The second candidate of the first instance, the first of the second.
        (
            &[
                "completion",
                "7",
                "3",
                "--random",
                "--unsatisfiable",
                "--seed",
                "5",
                "-n",
                "2",
                "-f",
                "squares",
            ],
            "7: a1 g3 b5\n7: e3 a4 f7\n",
        ),
    ];
    for (arguments, expected) in pinned {
        assert_eq!(&generated(arguments), expected, "{arguments:?}");
    }
}

#[test]
fn filters_keep_what_they_say() {
    let bitmask = engine::parse("bitmask").expect("an engine");
    for (filter, range) in [
        ("--satisfiable", 1..=u128::MAX),
        ("--unsatisfiable", 0..=0),
        ("--single", 1..=1),
    ] {
        let list = generated(&[
            "completion",
            "8",
            "4",
            "--random",
            filter,
            "-n",
            "5",
            "-f",
            "batch",
        ]);
        assert_eq!(list.lines().count(), 5);
        for line in list.lines() {
            let problem = queensat::problem::formats::parse(line, None).expect("a batch line");
            let count = bitmask
                .count(&problem, &Control::unlimited())
                .expect("small")
                .solutions;
            assert!(range.contains(&count), "{filter}: {line} has {count}");
        }
    }
}

#[test]
fn an_instance_of_a_batch_can_be_made_alone() {
    let (_, list, err) = run(&[
        "generate",
        "completion",
        "8",
        "3",
        "--seed",
        "9",
        "-n",
        "3",
        "-f",
        "batch",
    ]);
    let seed = err
        .lines()
        .nth(2)
        .and_then(|note| note.split("seed is ").nth(1)?.split(',').next())
        .expect("a note an instance");
    assert_eq!(
        Some(
            generated(&["completion", "8", "3", "--seed", seed, "-f", "batch"])
                .as_str()
                .trim_end()
        ),
        list.lines().nth(2)
    );
}

#[test]
fn no_instance_of_a_batch_is_a_later_candidate_of_another() {
    let bitmask = engine::parse("bitmask").expect("an engine");
    let recipe = Recipe::Completion {
        n: 7,
        queens: 3,
        origin: Origin::Placement,
    };
    for (filter, seed) in [Filter::Satisfiable, Filter::Unsatisfiable, Filter::Single]
        .into_iter()
        .flat_map(|filter| (0..20).map(move |seed| (filter, seed)))
    {
        let batch = |filter| Batch {
            recipe,
            filter,
            seed,
        };
        let made = |filter, index| {
            let made = batch(filter).instance(index, &*bitmask, &Control::unlimited());
            made.expect("small")
        };
        let mut seeds: Vec<u64> = Vec::new();
        for index in 0..6 {
            let instance = made(Some(filter), index);
            let first = made(None, index).seed;
            assert_eq!(instance.candidates == 1, instance.seed == first);
            let alone = recipe.instance(instance.seed, &Control::unlimited());
            assert_eq!(alone.expect("small").problem, instance.problem);
            seeds.push(instance.seed);
        }
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 6, "{filter:?}, seed {seed}");
    }
}

#[test]
fn several_files_are_numbered_and_bad_wishes_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("b.txt");
    generated(&[
        "blocked",
        "6",
        "-n",
        "2",
        "-o",
        path.to_str().expect("UTF-8"),
    ]);
    assert!(folder.path().join("b-1.txt").is_file() && folder.path().join("b-2.txt").is_file());
    assert_eq!(run(&["generate", "completion", "8", "9"]).0, 2);
    assert_eq!(
        run(&["generate", "diagonals", "6", "--excluded", "50"]).0,
        2
    );
}
