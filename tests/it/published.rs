//! What the literature says of each encoding: its name and a group's size come in, numbers go out.
//!
//! The sources are those of the encodings. Everything is for groups of two and more literals; smaller
//! ones have no clause and no auxiliary variable.

/// The textbook clauses of one group, and what makes its auxiliary variables determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Published {
    pub(crate) auxiliary: u64,
    pub(crate) clauses: u64,
    /// Assignments of the auxiliary variables that are compatible with all inputs false.
    pub(crate) z: u64,
    /// Clauses that make `z` one.
    pub(crate) repairs: u64,
}

/// The numbers for a group of `n` in the encoding called `name`.
pub(crate) fn published(name: &str, n: u64) -> Published {
    let of = |auxiliary, clauses, z, repairs| Published {
        auxiliary,
        clauses,
        z,
        repairs,
    };
    let chooses = pairs(n);
    let (kind, parameter) = name.split_once(':').unwrap_or((name, ""));
    match kind {
        _ if n < 2 => of(0, 0, 1, 0),
        "pairwise" => of(0, chooses, 1, 0),
        "binary" => of(lg(n), n * lg(n), 1 << lg(n), lg(n)),
        "sequential" => of(n - 1, 3 * n - 4, n, 1),
        "ladder" => of(n + 1, 4 * n, 1, 0),
        "commander" => {
            let (auxiliary, clauses) = commander(n, parameter.parse().expect("a number"));
            of(auxiliary, clauses, auxiliary + 1, auxiliary)
        }
        "product" => product(n, parameter == "recursive"),
        "bimander" => {
            let groups = parameter.parse().map_or(n.div_ceil(2), |m: u64| m.min(n));
            let inside = (0..groups).map(|i| pairs((n + i) / groups)).sum::<u64>();
            let bits = lg(groups);
            of(bits, inside + n * bits, 1 << bits, bits)
        }
        "or-tree" => of(n - 2, 3 * n - 5, n - 1, (n - 2).min(2)),
        "knuth" | "nested" if n < 3 => of(0, 1, 1, 0),
        "knuth" => {
            let auxiliary = (n - 3) / 2;
            of(auxiliary, 3 * n - 6, auxiliary + 1, auxiliary.min(1))
        }
        "nested" => {
            let auxiliary = nested(n);
            of(auxiliary, 3 * n - 6, auxiliary + 1, auxiliary)
        }
        other => panic!("an encoding without published numbers: {other}"),
    }
}

fn pairs(n: u64) -> u64 {
    n * n.saturating_sub(1) / 2
}

/// ceil(log2 n).
fn lg(n: u64) -> u64 {
    (0..64)
        .find(|&bits| 1_u64 << bits >= n)
        .expect("some power")
}

fn commander(n: u64, group: u64) -> (u64, u64) {
    if n <= group {
        return (0, pairs(n));
    }
    let groups = n.div_ceil(group);
    let sizes = (0..groups).map(|i| group.min(n - i * group));
    let (auxiliary, clauses) = commander(groups, group);
    let inside = sizes.map(pairs).sum::<u64>();
    (auxiliary + groups, clauses + inside + n)
}

/// With all inputs false each row or column variable is free, but for at most one of them true:
/// a group of p has p + z assignments over its own auxiliary variables.
fn product(n: u64, recursive: bool) -> Published {
    if recursive && n <= 4 {
        return published("pairwise", n);
    }
    let p = (1..=n).find(|p| p * p >= n).expect("some square");
    let q = n.div_ceil(p);
    let inner = |side| {
        if recursive {
            product(side, true)
        } else {
            published("pairwise", side)
        }
    };
    let (rows, columns) = (inner(p), inner(q));
    Published {
        auxiliary: p + q + rows.auxiliary + columns.auxiliary,
        clauses: 2 * n + rows.clauses + columns.clauses,
        z: (p + rows.z) * (q + columns.z),
        repairs: p + q + rows.repairs + columns.repairs,
    }
}

fn nested(n: u64) -> u64 {
    if n <= 4 {
        0
    } else {
        1 + nested(n.div_ceil(2) + 1) + nested(n / 2 + 1)
    }
}

#[test]
fn the_recurrences_give_the_published_values() {
    let both = |name, n| {
        let numbers = published(name, n);
        (numbers.clauses, numbers.auxiliary)
    };
    let commander3 = [(10, 27, 6), (20, 55, 10), (50, 145, 25), (100, 298, 52)];
    for (n, clauses, auxiliary) in commander3 {
        assert_eq!(both("commander:3", n), (clauses, auxiliary));
    }
    assert_eq!(both("product:recursive", 50), (142, 27));
    assert_eq!(both("product:recursive", 100), (258, 34));
    for (n, auxiliary) in [(10, 3), (20, 9), (50, 31), (100, 63)] {
        assert_eq!(both("nested", n), (3 * n - 6, auxiliary));
    }
    assert_eq!(both("bimander", 9), (4 + 9 * 3, 3));
}
