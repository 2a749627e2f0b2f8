//! `encode`: an instance becomes DIMACS CNF, or iCNF with cubes, or a CNF a cube.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::Args;
use queensat::cnf::{Lit, Size};
use queensat::encode::{Numbering, predict_within};
use queensat::problem::Problem;
use queensat::problem::reduce::Residual;

use super::encoding::EncodingOptions;
use super::export::{Formula, Projection, Target, cut};
use super::folder::Folder;
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
    /// Cut the instance into at least N cubes, for cube-and-conquer: they partition its solutions. Writes iCNF,
    /// the formula with a line `a LITERALS 0` for each cube
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    cubes: Option<u32>,
    /// With --cubes, write CNF files to this folder, new or empty, instead of iCNF: the formula with one cube
    /// as unit clauses in each
    #[arg(
        long,
        value_name = "DIR",
        requires = "cubes",
        conflicts_with = "output"
    )]
    cube_files: Option<PathBuf>,
    /// Write the map of variables to squares as JSON, too
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Write to a file, which appears whole or not at all; .gz compresses
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
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
        let to = self.output.as_deref().unwrap_or(Path::new("-"));
        let same = self.cube_files.is_none() && self.map.as_deref() == Some(to);
        ensure!(
            !same,
            "expected two files for --output and --map, found the same one twice"
        );
        let control = run::interruptible(None)?;
        let watch = run::Watch::new(quiet, &control, |_, _| (String::new(), Ending::Interrupted));
        let formula = Formula {
            problem: &problem,
            residual: &residual,
            encoding: &encoding,
            size,
            projection: self.projection,
            control: &control,
        };
        let cubes = match self.cubes {
            None => None,
            Some(wanted) => match cut(&problem, &residual, wanted as usize, quiet, &control)? {
                Ok(cubes) => Some(cubes),
                Err(stopped) => return Ok(Ending::of_run(Some(stopped))),
            },
        };
        // All targets are opened first, so that a bad name of one leaves nothing of the others.
        let target = match &self.cube_files {
            None => Target::File(Output::new(self.output.as_deref())?),
            Some(path) => Target::Folder(Folder::new(path)?),
        };
        let map = self
            .map
            .as_deref()
            .map(|path| Output::new(Some(path)))
            .transpose()?;
        let Some(target) = formula.write_to(target, cubes.as_deref())? else {
            return Ok(Ending::Interrupted);
        };
        if let Some(map) = map {
            write_map(map, &problem, &residual, size)?;
        }
        match target {
            Target::File(output) => output.finish()?,
            Target::Folder(folder) => {
                // From here on the files are results.
                drop(watch);
                folder.finish()?;
            }
        }
        Ok(Ending::Done)
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
