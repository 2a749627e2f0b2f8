//! The import rule: a module of the library uses only modules that stand before it in `lib.rs`. And what
//! keeps a file to one concept: none is named for odds and ends, none is long.

use std::fs;
use std::path::{Path, PathBuf};

/// The top-level modules in their order.
fn order(lib: &str) -> Vec<&str> {
    let declared = |line| str::strip_suffix(str::strip_prefix(line, "pub mod ")?, ";");
    lib.lines().filter_map(declared).collect()
}

/// The names that the code of a module at this depth takes from the top of the crate, by `crate::` or by
/// as many `super::` as lead there. A group, `crate::{..}`, gives an empty name: its modules would go unseen.
fn uses(code: &str, depth: usize) -> Vec<&str> {
    // Unit tests end a file and are one module deeper.
    let tests = code.find("\nmod tests {").unwrap_or(code.len());
    let from_crate = code
        .match_indices("crate::")
        .map(|(at, path)| at + path.len());
    let chains = code.match_indices("super::").filter_map(|(at, step)| {
        let inner = code[..at].ends_with(step);
        let steps = depth + usize::from(at > tests);
        let rest = code[at..].strip_prefix(step.repeat(steps).as_str())?;
        (!inner && !rest.starts_with(step)).then_some(code.len() - rest.len())
    });
    let name = |start: usize| {
        let rest = &code[start..];
        &rest[..rest
            .find(|c: char| c != '_' && !c.is_alphanumeric())
            .unwrap_or(rest.len())]
    };
    from_crate.chain(chains).map(name).collect()
}

/// What `module`, a path of names, uses of modules that do not stand before it.
fn violations(order: &[&str], module: &[String], source: &str) -> Vec<String> {
    let place = |name: &str| order.iter().position(|&known| known == name);
    let Some(own) = module.first().and_then(|name| place(name)) else {
        return Vec::new(); // lib.rs and the binary
    };
    let without_comment = |line| str::split(line, "//").next().unwrap_or_default();
    let code = source
        .lines()
        .map(without_comment)
        .collect::<Vec<_>>()
        .join("\n");
    let later = |name: &&str| place(name).is_none_or(|used| used > own);
    let found = uses(&code, module.len()).into_iter().filter(later);
    found
        .map(|name| format!("{} uses `{name}`", module.join("::")))
        .collect()
}

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every source file with the path of its module: `amo/mod.rs` is `amo`.
fn sources(folder: &Path) -> Vec<(Vec<String>, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let module = path
                .strip_prefix(source_folder())
                .expect("below it")
                .with_extension("");
            let names = module
                .iter()
                .map(|name| name.to_string_lossy().into_owned());
            let names = names.filter(|name| name != "mod").collect();
            found.push((names, fs::read_to_string(&path).expect("UTF-8")));
        }
    }
    found
}

#[test]
fn modules_use_only_modules_before_them() {
    let lib = fs::read_to_string(source_folder().join("lib.rs")).expect("the library");
    let order = order(&lib);
    assert!(order.len() > 10 && order.contains(&"engine"), "{order:?}");
    let sources = sources(&source_folder());
    let found = sources
        .iter()
        .flat_map(|(module, text)| violations(&order, module, text));
    assert_eq!(found.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn the_checker_sees_violations() {
    const ORDER: [&str; 5] = ["control", "board", "problem", "engine", "report"];
    for (module, source, expected) in [
        ("board", "use crate::problem::Problem;", 1),
        ("board", "fn f() {\n    crate::report::all();\n}", 1),
        ("board", "use crate::{control::Control, problem};", 1),
        ("board", "use crate::*;", 1),
        ("board", "use super::problem;", 1),
        ("engine::native", "use super::super::report;", 1),
        (
            "engine::native",
            "use super::report;\nuse super::super::board;",
            0,
        ),
        (
            "engine",
            "#[cfg(test)]\nmod tests {\n    use super::super::report;\n}",
            1,
        ),
        (
            "engine",
            "#[cfg(test)]\nmod tests {\n    use super::report;\n    use super::*;\n}",
            0,
        ),
        (
            "report",
            "use crate::board::Square;\nuse crate::report::html;",
            0,
        ),
        (
            "board",
            "/// See [`crate::report`].\n// use crate::report;",
            0,
        ),
        ("cmd::solve", "use crate::report;", 0),
    ] {
        let path: Vec<String> = module.split("::").map(str::to_owned).collect();
        let found = violations(&ORDER, &path, source);
        assert_eq!(found.len(), expected, "{module}: {source}: {found:?}");
    }
    assert_eq!(
        order("//! x\npub mod control;\n\npub mod board;\nmod own;\n"),
        ORDER[..2]
    );
}

#[test]
fn no_file_is_named_for_odds_and_ends_and_none_is_long() {
    const BANNED: [&str; 7] = [
        "util", "utils", "common", "helper", "helpers", "misc", "prelude",
    ];
    let sources = sources(&source_folder());
    assert!(sources.len() > 30);
    for (module, text) in sources {
        assert!(
            !module.iter().any(|name| BANNED.contains(&name.as_str())),
            "{module:?}"
        );
        let lines = text.lines().count();
        assert!(lines <= 400, "{module:?} has {lines} lines");
    }
}
