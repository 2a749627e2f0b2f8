//! `encode`: an instance becomes DIMACS CNF.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::{Args, ValueEnum};
use queensat::amo::Auxiliaries;
use queensat::board::LineKind;
use queensat::cnf::dimacs::Writer;
use queensat::cnf::{Lit, Size};
use queensat::control::Stopped;
use queensat::encode::{EncodeError, Encoding, Numbering, encode, predict_within};
use queensat::problem::Problem;
use queensat::problem::reduce::Residual;

use super::encoding::EncodingOptions;
use super::instance::Instance;
use super::output::Output;
use super::{Ending, note, run};

/// Arguments of `encode`.
#[derive(Args)]
pub(super) struct Encode {
    #[command(flatten)]
    instance: Instance,
    #[command(flatten)]
    encoding: EncodingOptions,
    /// How the squares' variables are marked for model counters and enumerators
    #[arg(long, value_enum, default_value_t = Projection::None)]
    projection: Projection,
    /// Keep every square of the board; givens become unit clauses
    #[arg(long)]
    no_reduce: bool,
    /// Write the map of variables to squares as JSON, too
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Write to a file, which appears whole or not at all; .gz compresses
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Projection {
    /// No line
    None,
    /// `c p show`: Model Counting Competition (Ganak, d4, GPMC)
    Show,
    /// `c ind`: cryptominisat, ApproxMC
    Ind,
    /// `c project`: clasp with --parse-ext --project
    Clasp,
}

impl Encode {
    pub(super) fn run(&self, quiet: bool) -> anyhow::Result<Ending> {
        let problem = self.instance.read()?;
        let encoding = self.encoding.encoding()?;
        let residual = if self.no_reduce {
            Residual::unreduced(&problem)
        } else {
            Residual::new(&problem)?
        };
        let size = predict_within(&residual, &encoding, Lit::MAX_VARIABLE)?;
        if let Some(conflict) = residual.conflict() {
            note(quiet, format_args!("note: unsatisfiable: {conflict}"));
        }
        let same = self.map.as_deref() == Some(self.output.as_deref().unwrap_or(Path::new("-")));
        ensure!(
            !same,
            "expected two files for --output and --map, found the same one twice"
        );
        let control = run::interruptible(None)?;
        let _watch = run::Watch::new(quiet, &control, |_, _| (String::new(), Ending::Interrupted));
        // Both files are opened first, so that a bad name of one leaves none of the other.
        let mut writer = Writer::new(Output::new(self.output.as_deref())?);
        let map = self
            .map
            .as_deref()
            .map(|path| Output::new(Some(path)))
            .transpose()?;
        describe(&mut writer, &problem, &residual, &encoding);
        writer.header(size);
        self.project(&mut writer, Numbering::new(&residual).len());
        match encode(&residual, &encoding, &mut writer, &control) {
            Ok(()) | Err(EncodeError::SinkFailed) => {}
            Err(EncodeError::Stopped(Stopped::Cancelled)) => return Ok(Ending::Interrupted),
            Err(error) => return Err(error.into()),
        }
        let output = writer.finish()?;
        if let Some(map) = map {
            write_map(map, &problem, &residual, size)?;
        }
        output.finish()?;
        Ok(Ending::Done)
    }

    fn project<W: Write>(&self, writer: &mut Writer<W>, squares: u64) {
        let last = u32::try_from(squares).expect("the size was predicted within the limit");
        match self.projection {
            Projection::None => {}
            Projection::Show => writer.projection("c p show", last),
            Projection::Ind => writer.projection("c ind", last),
            Projection::Clasp => writer.projection("c project", last),
        }
    }
}

/// The comments from which a person, or `decode`, knows what the file is.
fn describe<W: Write>(
    writer: &mut Writer<W>,
    problem: &Problem,
    residual: &Residual,
    encoding: &Encoding,
) {
    let board = problem.board();
    writer.comment(&format!(
        "queensat {}: N-Queens on a board of {} by {}",
        env!("CARGO_PKG_VERSION"),
        board.rows(),
        board.columns()
    ));
    let auxiliaries = match encoding.auxiliaries {
        Auxiliaries::Determined => "determined",
        Auxiliaries::Free => "free",
    };
    let [rows, columns, diagonals] =
        [LineKind::Row, LineKind::Column, LineKind::Diagonal].map(|kind| encoding.amo(kind).name());
    writer.comment(&format!("at most one: rows {rows}, columns {columns}, diagonals {diagonals}; auxiliary variables {auxiliaries}"));
    writer.comment(
        "names are x_ROW_COLUMN, rows and columns from 0; variables without a name are auxiliary",
    );
    writer.comment(&format!("board {} {}", board.rows(), board.columns()));
    for queen in problem.queens() {
        writer.comment(&format!("queen {} {}", queen.row, queen.column));
    }
    for (literal, square) in Numbering::new(residual).iter() {
        writer.varname(literal, &format!("x_{}_{}", square.row, square.column));
    }
}

/// The map as JSON: schema, index base, the board, the queens taken out and the square of each variable.
fn write_map(
    mut output: Output,
    problem: &Problem,
    residual: &Residual,
    size: Size,
) -> anyhow::Result<()> {
    let pair = |square: queensat::board::Square| [square.row, square.column];
    let squares: Vec<[u32; 2]> = Numbering::new(residual)
        .iter()
        .map(|(_, square)| pair(square))
        .collect();
    let queens: Vec<[u32; 2]> = residual.placed().iter().copied().map(pair).collect();
    let map = serde_json::json!({
        "schema": 1,
        "base": 0,
        "rows": problem.board().rows(),
        "columns": problem.board().columns(),
        "variables": size.variables,
        "clauses": size.clauses,
        "queens": queens,
        "squares": squares,
    });
    serde_json::to_writer(&mut output, &map)?;
    output.write_all(b"\n")?;
    output.finish()
}
