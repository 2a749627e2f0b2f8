//! A DPLL model counter: clauses come in, every model over all variables goes out.
//!
//! Unit propagation and branching in the order of the variables, nothing learned and nothing watched:
//! slow and plain, so that it can judge the encoders and the solver.
//! Source: Davis, Logemann & Loveland, "A machine program for theorem-proving", CACM 1962.

use queensat::cnf::{ClauseSink, Lit};

/// A formula that was sent here; clauses are kept as sets of DIMACS integers.
#[derive(Default)]
pub(crate) struct Formula {
    pub(crate) variables: i32,
    pub(crate) clauses: Vec<Vec<i32>>,
    /// The clauses with a variable's positive and its negative literal.
    with: Vec<[Vec<usize>; 2]>,
}

impl Formula {
    /// A formula of `n` variables without clauses, and their literals.
    pub(crate) fn with_inputs(n: usize) -> (Self, Vec<Lit>) {
        let mut formula = Self::default();
        let inputs = (0..n).map(|_| formula.new_var()).collect();
        (formula, inputs)
    }

    /// Every model, variable 1 first.
    pub(crate) fn models(&self) -> Vec<Vec<bool>> {
        let mut models = Vec::new();
        if let Some(mut trail) = self.propagate(&[]) {
            self.search(1, &mut trail, &mut models);
        }
        models
    }

    /// What follows from `assumed` by unit propagation, or `None` on a conflict.
    pub(crate) fn propagate(&self, assumed: &[Lit]) -> Option<Trail> {
        let mut trail = Trail::new(self.variables);
        let units = self.clauses.iter().filter(|clause| clause.len() < 2);
        for clause in units {
            if !self.assume(*clause.first()?, &mut trail) {
                return None;
            }
        }
        let mut assumed = assumed.iter().map(|literal| literal.to_dimacs());
        assumed
            .all(|literal| self.assume(literal, &mut trail))
            .then_some(trail)
    }

    fn search(&self, from: i32, trail: &mut Trail, models: &mut Vec<Vec<bool>>) {
        let Some(free) = (from..=self.variables).find(|&variable| trail.value(variable) == 0)
        else {
            return models.push((1..=self.variables).map(|v| trail.value(v) > 0).collect());
        };
        for literal in [free, -free] {
            let length = trail.literals.len();
            if self.assume(literal, trail) {
                self.search(free + 1, trail, models);
            }
            trail.cut(length);
        }
    }

    /// Makes `literal` true with all that follows; `false` on a conflict.
    fn assume(&self, literal: i32, trail: &mut Trail) -> bool {
        let mut next = trail.literals.len();
        if !trail.push(literal) {
            return false;
        }
        while let Some(&literal) = trail.literals.get(next) {
            next += 1;
            for &index in &self.with[slot(literal)][usize::from(literal > 0)] {
                let clause = &self.clauses[index];
                if clause.iter().any(|&literal| trail.value(literal) > 0) {
                    continue;
                }
                let mut free = clause.iter().filter(|&&literal| trail.value(literal) == 0);
                match (free.next(), free.next()) {
                    (None, _) => return false,
                    (Some(&unit), None) => assert!(trail.push(unit), "it was free"),
                    _ => {}
                }
            }
        }
        true
    }
}

impl ClauseSink for Formula {
    fn new_var(&mut self) -> Lit {
        self.variables += 1;
        self.with.push([Vec::new(), Vec::new()]);
        Lit::from_dimacs(self.variables).expect("positive")
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let mut clause: Vec<i32> = clause.iter().map(|literal| literal.to_dimacs()).collect();
        clause.sort_unstable();
        clause.dedup();
        for &literal in &clause {
            self.with[slot(literal)][usize::from(literal < 0)].push(self.clauses.len());
        }
        self.clauses.push(clause);
    }
}

fn slot(literal: i32) -> usize {
    literal.unsigned_abs() as usize - 1
}

/// The literals made true, in that order.
pub(crate) struct Trail {
    literals: Vec<i32>,
    values: Vec<i8>,
}

impl Trail {
    fn new(variables: i32) -> Self {
        Self {
            literals: Vec::new(),
            values: vec![0; variables.unsigned_abs() as usize],
        }
    }

    /// 1 for a true literal, -1 for a false one, 0 for neither.
    fn value(&self, literal: i32) -> i8 {
        let value = self.values[slot(literal)];
        if literal > 0 { value } else { -value }
    }

    /// Whether `literal` was made true.
    pub(crate) fn has(&self, literal: Lit) -> bool {
        self.value(literal.to_dimacs()) > 0
    }

    /// Makes `literal` true; `false` if it is false.
    fn push(&mut self, literal: i32) -> bool {
        let value = self.value(literal);
        if value == 0 {
            self.values[slot(literal)] = if literal > 0 { 1 } else { -1 };
            self.literals.push(literal);
        }
        value >= 0
    }

    fn cut(&mut self, length: usize) {
        for literal in self.literals.drain(length..) {
            self.values[slot(literal)] = 0;
        }
    }
}

#[test]
fn it_counts_what_a_truth_table_counts() {
    // Two exclusive ors over four variables, a free fifth: 2 * 2 * 2; then parity ties them: half.
    let (mut formula, x) = Formula::with_inputs(5);
    for pair in [[x[0], x[1]], [x[2], x[3]]] {
        formula.add_clause(&pair);
        formula.add_clause(&pair.map(|literal| !literal));
    }
    assert_eq!(formula.models().len(), 8);
    formula.add_clause(&[!x[0], x[2], x[4]]);
    assert_eq!(formula.models().len(), 7);
    formula.add_clause(&[!x[1], !x[1]]);
    assert!(formula.propagate(&[]).is_some_and(|trail| trail.has(x[0])));
    assert_eq!(formula.models().len(), 3);
    assert!(formula.propagate(&[!x[2], !x[4]]).is_none());
    formula.add_clause(&[]);
    assert_eq!(formula.models().len(), 0);
    assert_eq!(Formula::default().models().len(), 1);
}
