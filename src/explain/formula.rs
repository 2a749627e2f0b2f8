//! A problem in the embedded solver, for questions that need more than a solution: assumptions, models
//! and a bound on how many of some literals are false.

use super::ExplainError;
use crate::amo::{self, Auxiliaries};
use crate::cnf::{ClauseSink, Lit, Model};
use crate::control::Control;
use crate::encode::{EncodeError, Encoding, encode};
use crate::engine::DEFAULT_ENCODING;
use crate::problem::reduce::Residual;
use crate::sat::varisat::{Mode, Varisat};
use crate::sat::{SolveError, Solver};

/// A solver loaded with the formula of `residual`.
pub(super) fn load(
    residual: &Residual,
    mode: Mode,
    control: &Control,
) -> Result<Varisat, ExplainError> {
    let amo = amo::parse(DEFAULT_ENCODING).expect("a name of the table");
    let mut solver = Varisat::new(mode);
    match encode(
        residual,
        &Encoding::uniform(amo, Auxiliaries::Free),
        &mut solver,
        control,
    ) {
        Ok(()) => Ok(solver),
        Err(EncodeError::Stopped(stopped)) => Err(ExplainError::Stopped(stopped)),
        Err(error) => Err(ExplainError::Encode(error)),
    }
}

/// A model with all `assumptions` true, if there is one.
pub(super) fn model(
    solver: &mut Varisat,
    assumptions: &[Lit],
    control: &Control,
) -> Result<Option<Model>, ExplainError> {
    match solver.solve(assumptions, &control.child(None)) {
        Ok(model) => Ok(model),
        Err(SolveError::Stopped(stopped)) => Err(ExplainError::Stopped(stopped)),
        Err(error) => Err(ExplainError::Solve(error)),
    }
}

/// Sends clauses that at most `bound` of `literals` are true: the sequential counter LT-SEQ of Sinz,
/// "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005.
///
/// carry\[j\] says that more than j of the literals so far are true.
pub(super) fn at_most(literals: &[Lit], bound: usize, sink: &mut dyn ClauseSink) {
    if literals.len() <= bound {
        return;
    }
    if bound == 0 {
        for &literal in literals {
            sink.add_clause(&[!literal]);
        }
        return;
    }
    let mut carry: Vec<Lit> = Vec::new();
    for (index, &literal) in literals.iter().enumerate() {
        if let Some(&full) = carry.get(bound - 1) {
            sink.add_clause(&[!literal, !full]);
        }
        // More than j are true only if there are so many.
        let next: Vec<Lit> = (0..bound.min(index + 1)).map(|_| sink.new_var()).collect();
        sink.add_clause(&[!literal, next[0]]);
        for (j, &before) in carry.iter().enumerate() {
            sink.add_clause(&[!before, next[j]]);
            if let Some(&more) = next.get(j + 1) {
                sink.add_clause(&[!literal, !before, more]);
            }
        }
        carry = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counter_counts() {
        let control = Control::unlimited();
        for length in 0..6_usize {
            for bound in 0..=length {
                let mut solver = Varisat::new(Mode::Incremental);
                let literals: Vec<Lit> = (0..length).map(|_| solver.new_var()).collect();
                at_most(&literals, bound, &mut solver);
                for set in 0_u32..1 << length {
                    let assumed = literals.iter().enumerate();
                    let assumed: Vec<Lit> = assumed
                        .map(|(index, &x)| if set >> index & 1 == 1 { x } else { !x })
                        .collect();
                    let found = solver
                        .solve(&assumed, &control)
                        .expect("a verdict")
                        .is_some();
                    assert_eq!(
                        found,
                        set.count_ones() as usize <= bound,
                        "{set:b} of {length}, {bound}"
                    );
                }
            }
        }
    }
}
