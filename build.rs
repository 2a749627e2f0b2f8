//! What records say of the program that made them: the commit and the compiler, as far as they can be told.
//!
//! Cargo gives a crate neither. Without git, or outside its own repository, the commit stays unknown.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src");
    let compiler = std::env::var("RUSTC")
        .ok()
        .and_then(|rustc| said(&rustc, &["--version"]));
    tell("QUEENSAT_COMPILER", compiler);
    tell("QUEENSAT_PROFILE", std::env::var("PROFILE").ok());
    tell("QUEENSAT_COMMIT", commit());
}

fn tell(name: &str, value: Option<String>) {
    if let Some(value) = value {
        println!("cargo::rustc-env={name}={value}");
    }
}

/// The commit that is checked out, with a plus sign if sources differ from it.
fn commit() -> Option<String> {
    let top = said("git", &["rev-parse", "--show-toplevel"])?;
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().ok()?;
    // Unpacked inside somebody else's repository, this package has no commit.
    if Path::new(&top).canonicalize().ok()? != own {
        return None;
    }
    for watched in ["HEAD", "logs/HEAD"] {
        if let Some(path) = said("git", &["rev-parse", "--git-path", watched]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let commit = said("git", &["rev-parse", "--short=12", "HEAD"])?;
    let changes = said(
        "git",
        &[
            "status",
            "--porcelain",
            "--",
            "src",
            "Cargo.toml",
            "Cargo.lock",
        ],
    )?;
    Some(if changes.is_empty() {
        commit
    } else {
        commit + "+"
    })
}

/// What a command prints, if it succeeds.
fn said(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
