//! `diagnose`: why an instance has no completion and how to mend it, or what its completions share.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use queensat::board::Square;
use queensat::draw::svg_with_marks;
use queensat::engine::best_for;
use queensat::explain::{
    Candidates, Completions, Core, Diagnosis, Repair, Squares, Verdict, Wishes, diagnose,
};
use queensat::problem::Problem;

use super::encoding::EncodingOptions;
use super::instance::Instance;
use super::output::{NO_FILE, Output};
use super::{Ending, note, run};

/// Arguments of `diagnose`.
#[derive(Args)]
pub(super) struct Diagnose {
    #[command(flatten)]
    instance: Instance,
    /// The engine, NAME[+ENCODING] (`queensat list engines`) [default: the best for the instance]
    #[arg(long, short)]
    engine: Option<String>,
    #[command(flatten)]
    encoding: EncodingOptions,
    /// Name blocked squares among the reasons, too, not placed queens alone
    #[arg(long)]
    blocked: bool,
    /// Leave out the smallest repair
    #[arg(long)]
    no_repair: bool,
    /// Leave out the forced and impossible squares
    #[arg(long)]
    no_squares: bool,
    /// Tell what is known after this time: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = run::parse_duration)]
    timeout: Option<Duration>,
    /// How the diagnosis is written
    #[arg(long, short, value_enum, default_value_t = Shape::Text)]
    format: Shape,
    /// Write to a file, which appears whole or not at all, and not at all if interrupted; past --timeout it tells
    /// what is known; .gz compresses
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shape {
    /// Sentences and marked boards: `!` reason (`X` if blocked), `+` forced, `x` impossible, `-` removed, `o` added
    Text,
    /// One object
    Json,
    /// The board with its marks as a picture
    Svg,
}

impl Diagnose {
    pub(super) fn run(&self, quiet: bool) -> anyhow::Result<Ending> {
        let problem = self.instance.read()?;
        let chosen = self.encoding.chosen(self.engine.as_deref())?;
        let engine = chosen.unwrap_or_else(|| best_for(&problem));
        let wishes = Wishes {
            candidates: if self.blocked {
                Candidates::QueensAndBlocked
            } else {
                Candidates::Queens
            },
            repair: !self.no_repair,
            squares: !self.no_squares,
        };
        let control = run::interruptible(self.timeout)?;
        let output = Output::new(self.output.as_deref())?;
        let to_file = output.is_file();
        let watch = run::Watch::new(quiet, &control, move |stopped, _| {
            let words = if to_file { "" } else { "unknown\n" };
            (words.to_owned(), Ending::of_run(Some(stopped)))
        });
        let diagnosis = diagnose(&problem, wishes, &*engine, &control)?;
        drop(watch);
        let text = match self.format {
            Shape::Text => summary(&diagnosis, &problem) + &diagnosis.text(&problem),
            Shape::Json => serde_json::to_string(&diagnosis)? + "\n",
            Shape::Svg => svg_with_marks(&problem, &diagnosis.marks()),
        };
        let interrupted = control.is_cancelled();
        if interrupted && to_file {
            note(quiet, format_args!("note: interrupted: {NO_FILE}"));
        } else {
            output.write_text(&text)?;
        }
        Ok(if interrupted {
            Ending::Interrupted
        } else if diagnosis.verdict == Verdict::Unknown {
            Ending::OutOfTime
        } else {
            Ending::Done
        })
    }
}

/// The verdict and the numbers, in sentences.
fn summary(diagnosis: &Diagnosis, problem: &Problem) -> String {
    let mut text = match (diagnosis.verdict, &diagnosis.stopped) {
        (Verdict::Completable, _) => "completable\n".to_owned(),
        (Verdict::Excluded, _) => "not completable\n".to_owned(),
        (Verdict::Unknown, Some(stopped)) => format!("unknown: {stopped}\n"),
        (Verdict::Unknown, None) => "unknown\n".to_owned(),
    };
    if let Some(squares) = &diagnosis.squares {
        text += &what_completions_share(squares);
    }
    if let Some(core) = &diagnosis.core {
        let kind = if core.minimal {
            "a minimal set"
        } else {
            "a set, perhaps not a minimal one,"
        };
        text += &format!(
            "{kind} of givens that excludes every completion: {} of {}\n",
            core.members.len(),
            core.candidates
        );
    }
    if fault_of_blocked_squares(diagnosis, problem) {
        text += "no placed queen is the reason; --blocked names the blocked squares that are\n";
    }
    if let Some(repair) = &diagnosis.repair {
        text += &what_mends_it(repair);
    }
    text
}

/// Whether the blocked squares alone exclude every completion, and were not asked about.
fn fault_of_blocked_squares(diagnosis: &Diagnosis, problem: &Problem) -> bool {
    let nothing = |core: &Core| core.members.is_empty() && core.minimal;
    diagnosis.core.as_ref().is_some_and(nothing) && problem.blocked().next().is_some()
}

fn what_completions_share(squares: &Squares) -> String {
    let number = match squares.completions {
        Completions::None => "no completion",
        Completions::One => "exactly one completion",
        Completions::Several => "several completions",
        Completions::Some => "at least one completion",
        Completions::Unknown => "completions not counted",
    };
    let mut text = format!("{number}\n");
    text += &format!("in every completion: {}\n", listed(&squares.forced));
    text += &format!("in none, though open: {}\n", listed(&squares.impossible));
    if !squares.undecided.is_empty() {
        text += &format!("not decided in time: {}\n", listed(&squares.undecided));
    }
    text
}

fn what_mends_it(repair: &Repair) -> String {
    match &repair.best {
        _ if repair.impossible => "no removal of queens mends it: the board or its blocked squares exclude every solution\n".to_owned(),
        None => format!("at least {} queens must be removed\n", repair.at_least),
        Some(best) if repair.is_smallest() => {
            format!("fewest queens to remove: {} ({})\n", best.removed.len(), listed(&best.removed))
        }
        Some(best) => format!(
            "queens to remove: at least {}, and {} are enough ({})\n",
            repair.at_least, best.removed.len(), listed(&best.removed)
        ),
    }
}

/// The squares by name, many of them cut short.
fn listed(squares: &[Square]) -> String {
    /// More would not be read.
    const MOST: usize = 40;
    let names: Vec<String> = squares.iter().take(MOST).map(Square::to_string).collect();
    match squares.len() {
        0 => "none".to_owned(),
        number if number > MOST => format!("{} and {} more", names.join(" "), number - MOST),
        _ => names.join(" "),
    }
}
