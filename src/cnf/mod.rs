//! Literals, clauses and where clauses go; nothing here knows of chess.
//!
//! A [`ClauseSink`] receives a formula clause by clause. Three kinds exist: [`Size`] counts,
//! [`dimacs::Writer`] prints, and a SAT solver learns it. None holds the formula twice.

pub mod answer;
pub mod check;
pub mod dimacs;
pub mod reader;
mod reading;
mod scanner;
mod syntax;

pub use syntax::SyntaxError;

use std::fmt;
use std::num::NonZeroI32;
use std::ops::{AddAssign, Mul, Not};

/// A literal, as the DIMACS integer: variable `v` is `v`, its negation `-v`; variables count from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(NonZeroI32);

impl Lit {
    /// The largest variable a literal can name: 2^31 - 1.
    pub const MAX_VARIABLE: u32 = i32::MAX.unsigned_abs();

    /// The positive literal of `variable`, or `None` unless `1 <= variable <= 2^31 - 1`.
    pub fn positive(variable: u32) -> Option<Self> {
        Self::from_dimacs(i32::try_from(variable).ok()?)
    }

    /// The literal written as `integer` in DIMACS; `None` for 0 and for -2^31, which has no negation.
    pub fn from_dimacs(integer: i32) -> Option<Self> {
        integer.checked_neg()?;
        NonZeroI32::new(integer).map(Self)
    }

    /// The DIMACS integer.
    pub fn to_dimacs(self) -> i32 {
        self.0.get()
    }

    /// The variable, from 1.
    pub fn variable(self) -> u32 {
        self.0.get().unsigned_abs()
    }

    /// Whether the literal is its variable rather than the negation.
    pub fn is_positive(self) -> bool {
        self.0.get() > 0
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A receiver of clauses.
///
/// Infallible by design: a sink that can fail remembers the failure, says so through
/// [`has_failed`](Self::has_failed) and hands the error out when it is finished.
pub trait ClauseSink {
    /// Introduces the next variable; the first is 1.
    fn new_var(&mut self) -> Lit;

    /// Receives a clause, a disjunction; the empty clause is false.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Whether sending more clauses is pointless, as behind a closed pipe.
    fn has_failed(&self) -> bool {
        false
    }

    /// The largest number of variables the sink can hold.
    fn max_variables(&self) -> u32 {
        Lit::MAX_VARIABLE
    }
}

/// The size of a formula; as a sink, it counts what it is sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Size {
    /// Variables, auxiliary ones included.
    pub variables: u64,
    /// Clauses.
    pub clauses: u64,
    /// Occurrences of literals, the sum of the clauses' lengths.
    pub literals: u64,
}

impl Size {
    /// No variable, no clause.
    pub const ZERO: Self = Self {
        variables: 0,
        clauses: 0,
        literals: 0,
    };

    /// A size of `variables` auxiliary variables and `clauses` clauses of together `literals` literals.
    pub fn new(variables: u64, clauses: u64, literals: u64) -> Self {
        Self {
            variables,
            clauses,
            literals,
        }
    }

    /// One clause of `length` literals.
    pub fn clause(length: u64) -> Self {
        Self::new(0, 1, length)
    }
}

impl AddAssign for Size {
    fn add_assign(&mut self, other: Self) {
        self.variables += other.variables;
        self.clauses += other.clauses;
        self.literals += other.literals;
    }
}

impl Mul<u64> for Size {
    type Output = Self;

    fn mul(self, times: u64) -> Self {
        Self::new(
            self.variables * times,
            self.clauses * times,
            self.literals * times,
        )
    }
}

impl ClauseSink for Size {
    fn new_var(&mut self) -> Lit {
        self.variables += 1;
        u32::try_from(self.variables)
            .ok()
            .and_then(Lit::positive)
            .expect("the encoder refuses formulas of more than 2^31 - 1 variables beforehand")
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.literals += clause.len() as u64;
    }
}

/// An assignment to the variables of a formula; variables it does not mention are false.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    values: Vec<bool>,
}

impl Model {
    /// The assignment that makes exactly the positive ones among `literals` true.
    pub fn new(literals: impl IntoIterator<Item = Lit>) -> Self {
        let mut values = Vec::new();
        for literal in literals {
            let index = literal.variable() as usize - 1;
            if index >= values.len() {
                values.resize(index + 1, false);
            }
            values[index] = literal.is_positive();
        }
        Self { values }
    }

    /// The true variables' literals, in order.
    pub fn trues(&self) -> impl Iterator<Item = Lit> {
        let variables = (1_u32..).zip(&self.values);
        variables
            .filter(|&(_, &value)| value)
            .map(|(variable, _)| Lit::positive(variable).expect("a model's variables are literals"))
    }

    /// Whether `literal` is true.
    pub fn satisfies(&self, literal: Lit) -> bool {
        let value = self
            .values
            .get(literal.variable() as usize - 1)
            .copied()
            .unwrap_or(false);
        value == literal.is_positive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_negate_and_refuse_what_dimacs_cannot_write() {
        let x = Lit::from_dimacs(7).expect("7 is a literal");
        assert_eq!((!x).to_dimacs(), -7);
        assert_eq!(!!x, x);
        assert_eq!(Lit::from_dimacs(0), None);
        assert_eq!(Lit::from_dimacs(i32::MIN), None);
        assert_eq!(Lit::positive(0), None);
        assert_eq!(Lit::positive(1 << 31), None);
    }

    #[test]
    fn a_model_leaves_unmentioned_variables_false() {
        let lit = |i| Lit::from_dimacs(i).expect("not zero");
        let model = Model::new([lit(2), lit(-1)]);
        assert!(model.satisfies(lit(2)) && model.satisfies(lit(-1)) && model.satisfies(lit(-9)));
        assert!(!model.satisfies(lit(9)));
    }
}
