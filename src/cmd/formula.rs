//! `solve --dimacs`: any formula, answered as the SAT competitions write it.

use std::path::Path;

use anyhow::Context;
use queensat::cnf::answer::Answer;
use queensat::cnf::reader::read;
use queensat::cnf::{ClauseSink, Lit};
use queensat::control::Control;
use queensat::sat::varisat::{Mode, Varisat};
use queensat::sat::{SolveError, Solver};

use super::proof::Proof;
use super::source::read_bytes;
use super::{Ending, note};

/// Solves the formula of a file with the embedded solver, which writes its proof if one is asked for.
pub(super) fn solve_file(
    path: &Path,
    proof: Option<&mut Proof<'_>>,
    quiet: bool,
    control: &Control,
) -> anyhow::Result<(String, Ending)> {
    let name = path.to_string_lossy();
    let bytes = read_bytes(&name).with_context(|| name.clone().into_owned())?;
    let mut last = 0;
    let mut send = |sink: &mut dyn ClauseSink| -> anyhow::Result<()> {
        let reading = read(&bytes[..], sink).with_context(|| name.clone().into_owned())?;
        for warning in &reading.warnings {
            note(quiet, format_args!("warning: {name}: {warning}"));
        }
        last = u32::try_from(reading.size.variables)
            .expect("the reader keeps to what literals can name");
        Ok(())
    };
    let verdict = if let Some(proof) = proof {
        proof.solve(control, send)?
    } else {
        let mut solver = Varisat::new(Mode::OneShot);
        send(&mut solver)?;
        match solver.solve(&[], control) {
            Ok(model) => Ok(model),
            Err(SolveError::Stopped(stopped)) => Err(stopped),
            Err(error) => return Err(error.into()),
        }
    };
    match verdict {
        Ok(Some(model)) => {
            let literals = (1..=last).filter_map(Lit::positive);
            let values = literals.map(|x| if model.satisfies(x) { x } else { !x });
            Ok((
                Answer::Satisfiable(values.collect()).to_string(),
                Ending::Satisfiable,
            ))
        }
        Ok(None) => Ok((Answer::Unsatisfiable.to_string(), Ending::Unsatisfiable)),
        Err(stopped) => {
            note(quiet, format_args!("note: {stopped}"));
            Ok((Answer::Unknown.to_string(), Ending::of_unknown(stopped)))
        }
    }
}
