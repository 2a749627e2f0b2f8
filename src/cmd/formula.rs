//! `solve --dimacs`: any formula, answered as the SAT competitions write it.

use std::path::Path;

use anyhow::Context;
use queensat::cnf::Lit;
use queensat::cnf::answer::Answer;
use queensat::cnf::reader::read;
use queensat::control::Control;
use queensat::sat::varisat::{Mode, Varisat};
use queensat::sat::{SolveError, Solver};

use super::source::read_bytes;
use super::{Ending, note};

/// Solves the formula of a file with the embedded solver.
pub(super) fn solve_file(
    path: &Path,
    quiet: bool,
    control: &Control,
) -> anyhow::Result<(String, Ending)> {
    let name = path.to_string_lossy();
    let bytes = read_bytes(&name).with_context(|| name.clone().into_owned())?;
    let mut solver = Varisat::new(Mode::OneShot);
    let reading = read(&bytes[..], &mut solver).with_context(|| name.clone().into_owned())?;
    for warning in &reading.warnings {
        note(quiet, format_args!("warning: {name}: {warning}"));
    }
    let last =
        u32::try_from(reading.size.variables).expect("the reader keeps to what literals can name");
    match solver.solve(&[], control) {
        Ok(Some(model)) => {
            let literals = (1..=last).filter_map(Lit::positive);
            let values = literals.map(|x| if model.satisfies(x) { x } else { !x });
            Ok((
                Answer::Satisfiable(values.collect()).to_string(),
                Ending::Satisfiable,
            ))
        }
        Ok(None) => Ok((Answer::Unsatisfiable.to_string(), Ending::Unsatisfiable)),
        Err(SolveError::Stopped(stopped)) => {
            note(quiet, format_args!("note: {stopped}"));
            Ok((Answer::Unknown.to_string(), Ending::of_unknown(stopped)))
        }
        Err(error) => Err(error.into()),
    }
}
