//! Whether a model satisfies a formula: clauses come in, the first false one goes out.

use super::{ClauseSink, Lit, Model, Size};

/// Holds every clause it is sent against a model.
///
/// ```
/// use queensat::cnf::{ClauseSink, Lit, Model, check::Check};
/// let x = Lit::positive(1).unwrap();
/// let model = Model::new([x]);
/// let mut check = Check::new(&model);
/// check.new_var();
/// check.add_clause(&[x]);
/// assert_eq!(check.falsified(), None);
/// check.add_clause(&[!x]);
/// assert_eq!(check.falsified(), Some((2, &[!x][..])));
/// ```
pub struct Check<'a> {
    model: &'a Model,
    size: Size,
    falsified: Option<(u64, Vec<Lit>)>,
}

impl<'a> Check<'a> {
    /// A check of `model` against clauses to come.
    pub fn new(model: &'a Model) -> Self {
        Self {
            model,
            size: Size::ZERO,
            falsified: None,
        }
    }

    /// The number, from 1, of the first clause that is false under the model, and its literals.
    pub fn falsified(&self) -> Option<(u64, &[Lit])> {
        let (number, clause) = self.falsified.as_ref()?;
        Some((*number, clause))
    }
}

impl ClauseSink for Check<'_> {
    fn new_var(&mut self) -> Lit {
        self.size.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.size.add_clause(clause);
        let satisfied = clause.iter().any(|&literal| self.model.satisfies(literal));
        if self.falsified.is_none() && !satisfied {
            self.falsified = Some((self.size.clauses, clause.to_vec()));
        }
    }
}
