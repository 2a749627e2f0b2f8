//! The waist of the toolkit: squares become literals, groups become clauses.
//!
//! On one side stands a [`Residual`] problem and its groups, on the other a [`ClauseSink`]. The
//! at-most-one encodings see literals only, the rules see squares only; this is the only place that sees both.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::amo::{AtMostOne, Auxiliaries};
use crate::board::{Line, LineKind, Square};
use crate::cnf::{ClauseSink, Lit, Model, Size};
use crate::constraint::{Bound, group_counts, walk_groups};
use crate::control::{Control, Stopped};
use crate::problem::reduce::Residual;
use crate::solution::Placement;

/// The variables of the squares: the open squares in row-major order, counted from 1.
///
/// Where no square was dropped, the variable of (row, column) is row·columns + column + 1.
#[derive(Clone, Copy, Debug)]
pub struct Numbering<'a>(&'a Residual);

impl<'a> Numbering<'a> {
    /// The numbering of the open squares of `residual`.
    pub fn new(residual: &'a Residual) -> Self {
        Self(residual)
    }

    /// How many squares have a variable.
    pub fn len(self) -> u64 {
        self.0.open_squares()
    }

    /// Whether no square has one.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The literal "a queen stands on `square`"; `None` if the square is not open or its number past the last literal.
    pub fn literal(self, square: Square) -> Option<Lit> {
        let rank = self.0.rank(square)?;
        Lit::positive(u32::try_from(rank).ok()?.checked_add(1)?)
    }

    /// The square of a literal's variable; `None` for an auxiliary variable.
    pub fn square(self, literal: Lit) -> Option<Square> {
        self.0.select(u64::from(literal.variable()) - 1)
    }

    /// Every literal with its square, in order.
    pub fn iter(self) -> impl Iterator<Item = (Lit, Square)> + 'a {
        (1..).map_while(move |variable| {
            let literal = Lit::positive(variable)?;
            Some((literal, self.square(literal)?))
        })
    }

    /// The literals of the queens that a cube of this problem places in addition.
    pub fn cube(self, cube: &Residual) -> Vec<Lit> {
        let queens = cube.placed().iter();
        queens.filter_map(|&queen| self.literal(queen)).collect()
    }

    /// The literals of the queens that `model` places.
    pub fn queens(self, model: &Model) -> Vec<Lit> {
        self.trues(model).collect()
    }

    fn trues(self, model: &Model) -> impl Iterator<Item = Lit> {
        let last = u32::try_from(self.len()).unwrap_or(u32::MAX);
        model
            .trues()
            .take_while(move |literal| literal.variable() <= last)
    }

    /// The squares of the queens that `model` places; those that reduction had taken out are not among them.
    pub fn squares(self, model: &Model) -> impl Iterator<Item = Square> {
        self.trues(model)
            .map(move |literal| self.square(literal).expect("within the numbering"))
    }

    /// The placement a model stands for: its queens and those that reduction had taken out.
    pub fn decode(self, model: &Model) -> Placement {
        Placement::new(self.0.placed().iter().copied().chain(self.squares(model)))
    }
}

/// Which at-most-one encoding each kind of line gets.
#[derive(Clone)]
pub struct Encoding {
    /// For rows.
    pub rows: Arc<dyn AtMostOne>,
    /// For columns.
    pub columns: Arc<dyn AtMostOne>,
    /// For diagonals of both directions.
    pub diagonals: Arc<dyn AtMostOne>,
    /// Whether auxiliary variables are determined by the queens.
    pub auxiliaries: Auxiliaries,
}

impl Encoding {
    /// One encoding for all lines.
    pub fn uniform(amo: Arc<dyn AtMostOne>, auxiliaries: Auxiliaries) -> Self {
        Self {
            rows: amo.clone(),
            columns: amo.clone(),
            diagonals: amo,
            auxiliaries,
        }
    }

    /// The encoding for lines of this kind.
    pub fn amo(&self, kind: LineKind) -> &dyn AtMostOne {
        match kind {
            LineKind::Row => &*self.rows,
            LineKind::Column => &*self.columns,
            LineKind::Diagonal => &*self.diagonals,
        }
    }

    /// Its name: one encoding's, or those of rows, columns and diagonals joined by commas.
    pub fn name(&self) -> String {
        let names = [self.rows.name(), self.columns.name(), self.diagonals.name()];
        if names[0] == names[1] && names[1] == names[2] {
            names[0].clone()
        } else {
            names.join(",")
        }
    }

    /// Free only in at-most-one groups: an exactly-one group has an input that is true, and then
    /// every encoding determines its auxiliary variables anyway.
    fn auxiliaries(&self, bound: Bound) -> Auxiliaries {
        match bound {
            Bound::ExactlyOne => Auxiliaries::Free,
            Bound::AtMostOne => self.auxiliaries,
        }
    }
}

/// Why a problem was not encoded, or not to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// More variables than the sink can hold. Nothing was sent.
    #[error(
        "the formula would need {needed} variables, more than the {limit} that can be numbered; choose a smaller board or an encoding with fewer auxiliary variables (`queensat sizes`)"
    )]
    TooManyVariables {
        /// What the formula would need.
        needed: u64,
        /// What the sink can hold.
        limit: u32,
    },
    /// The control stopped it.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The sink failed; its own `finish` has the cause.
    #[error("the formula could not be written")]
    SinkFailed,
}

/// The exact size of what [`encode`] sends, from formulas alone.
pub fn predict(residual: &Residual, encoding: &Encoding) -> Size {
    if residual.conflict().is_some() {
        return Size::clause(0);
    }
    let mut size = Size::new(residual.open_squares(), 0, 0);
    size += Size::clause(1) * residual.fixed().len() as u64;
    for count in group_counts(residual) {
        let mut group = encoding
            .amo(count.kind)
            .size(count.length, encoding.auxiliaries(count.bound));
        if count.bound == Bound::ExactlyOne {
            group += Size::clause(count.length);
        }
        size += group * count.groups;
    }
    size
}

/// The most variables that the formula of a problem has in any encoding, parameters included.
pub fn most_variables(residual: &Residual) -> u64 {
    let groups = group_counts(residual).into_iter();
    let auxiliary = groups.map(|count| count.groups * most_auxiliaries(count.length));
    residual.open_squares() + auxiliary.sum::<u64>()
}

/// No encoding of the table takes more auxiliary variables for a group of `n`.
fn most_auxiliaries(n: u64) -> u64 {
    2 * n + 2
}

/// As [`predict`], for a target that can hold `limit` variables.
///
/// # Errors
/// [`EncodeError::TooManyVariables`].
pub fn predict_within(
    residual: &Residual,
    encoding: &Encoding,
    limit: u32,
) -> Result<Size, EncodeError> {
    let size = predict(residual, encoding);
    if size.variables > limit.into() {
        let needed = size.variables;
        return Err(EncodeError::TooManyVariables { needed, limit });
    }
    Ok(size)
}

/// Sends the formula whose models are the solutions of `residual`: the squares' variables in the
/// order of [`Numbering`], then the clauses of each group. Givens that contradict themselves become
/// the empty clause. `sink` must be fresh.
///
/// # Errors
/// Too many variables (before anything is sent), a control that stops, or a sink that failed; the
/// last two are looked at after every group.
pub fn encode(
    residual: &Residual,
    encoding: &Encoding,
    sink: &mut dyn ClauseSink,
    control: &Control,
) -> Result<(), EncodeError> {
    // By `most_auxiliaries`, smaller problems fit.
    if residual.open_squares() > 1 << 16 || sink.max_variables() < 1 << 24 {
        predict_within(residual, encoding, sink.max_variables())?;
    }
    if residual.conflict().is_some() {
        sink.add_clause(&[]);
        return Ok(());
    }
    let numbering = Numbering::new(residual);
    for _ in 0..numbering.len() {
        sink.new_var();
    }
    let literal = |square| {
        numbering
            .literal(square)
            .expect("groups hold open squares only")
    };
    for &(square, queen) in residual.fixed() {
        let x = literal(square);
        sink.add_clause(&[if queen { x } else { !x }]);
    }
    let mut literals = Vec::new();
    let walk = walk_groups(residual, |line, bound, squares| {
        literals.clear();
        literals.extend(squares.iter().copied().map(literal));
        encode_group(line, bound, &literals, encoding, sink);
        match control.check() {
            Err(stopped) => ControlFlow::Break(stopped.into()),
            Ok(()) if sink.has_failed() => ControlFlow::Break(EncodeError::SinkFailed),
            Ok(()) => ControlFlow::Continue(()),
        }
    });
    match walk {
        ControlFlow::Break(error) => Err(error),
        ControlFlow::Continue(()) => Ok(()),
    }
}

fn encode_group(
    line: Line,
    bound: Bound,
    literals: &[Lit],
    encoding: &Encoding,
    sink: &mut dyn ClauseSink,
) {
    if bound == Bound::ExactlyOne {
        sink.add_clause(literals);
    }
    if literals.len() > 1 {
        encoding
            .amo(line.kind())
            .encode(literals, encoding.auxiliaries(bound), sink);
    }
}
