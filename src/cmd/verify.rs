//! `verify`: placements against an instance.

use anyhow::{Context, bail};
use clap::Args;
use queensat::problem::formats::{self, Format, Reading};
use queensat::solution::{Placement, verify};

use super::Ending;
use super::instance::Instance;
use super::output::write_text;
use super::source::Source;

/// Arguments of `verify`.
#[derive(Args)]
pub(super) struct Verify {
    #[command(flatten)]
    instance: Instance,
    /// Where the queens stand: columns ("[1, 3, 0, 2]", one placement a line), squares ("4: b1 d2 a3 c4"),
    /// a board, FEN; the text itself, a file, or - for standard input
    placement: String,
}

/// What the second argument may stand for.
const PLACEMENT: &str = "a placement: columns (\"[1, 3, 0, 2]\"), squares (\"4: b1 d2 a3 c4\"), a board or FEN, a file or -";

impl Verify {
    pub(super) fn run(&self) -> anyhow::Result<Ending> {
        let problem = self.instance.read()?;
        let source = Source::read(&self.placement, None, PLACEMENT)?;
        if Format::detect(&source.text).is_none() {
            bail!(
                "{}: expected {PLACEMENT}, found a text that is none of these",
                source.described()
            );
        }
        let reading = Reading {
            board: Some(problem.board()),
            ..Reading::default()
        };
        let mut checked = 0;
        for (place, text) in placements(&source.text) {
            let fault = || format!("placement{place} {}", source.described());
            let read = formats::parse_with(text, &reading).with_context(fault)?;
            let placement = Placement::new(read.queens());
            if let Err(violation) = verify(&problem, &placement) {
                write_text(None, &format!("invalid placement{place}: {violation}\n"))?;
                return Ok(Ending::No);
            }
            checked += 1;
        }
        let valid = if checked == 1 {
            "valid placement\n".to_owned()
        } else {
            format!("{checked} valid placements\n")
        };
        write_text(None, &valid)?;
        Ok(Ending::Done)
    }
}

/// The placements in a text, with where they stand if there are several: lines that are lists of
/// columns, of squares or FEN, or boards with empty lines between them.
fn placements(text: &str) -> Vec<(String, &str)> {
    let one_a_line = |line: &&str| {
        matches!(
            Format::detect(line),
            Some(Format::Columns | Format::Squares | Format::Fen)
        )
    };
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let parts = if lines.iter().all(one_a_line) {
        lines
    } else {
        text.split("\n\n")
            .filter(|part| !part.trim().is_empty())
            .collect()
    };
    match parts[..] {
        [] | [_] => vec![(String::new(), text)],
        _ => (1..)
            .zip(parts)
            .map(|(number, part)| (format!(" {number}"), part))
            .collect(),
    }
}
