//! Formulas and answers as text: what is written is read back, and no text makes a reader panic.

use proptest::prelude::*;
use queensat::cnf::answer::{Answer, read_all};
use queensat::cnf::dimacs::text_of;
use queensat::cnf::reader::read;
use queensat::cnf::{ClauseSink, Lit, Size};

/// Keeps what it is sent, and sees to it that variables exist before clauses name them.
#[derive(Debug, Default, PartialEq)]
struct Formula {
    variables: u32,
    clauses: Vec<Vec<Lit>>,
}

impl ClauseSink for Formula {
    fn new_var(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables).expect("at most 1,000")
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        assert!(clause.iter().all(|lit| lit.variable() <= self.variables));
        self.clauses.push(clause.to_vec());
    }

    fn max_variables(&self) -> u32 {
        1000
    }
}

fn literals() -> impl Strategy<Value = Vec<Lit>> {
    let literal = prop_oneof![1..30, -29..0].prop_map(|i| Lit::from_dimacs(i).expect("not 0"));
    prop::collection::vec(literal, 0..6)
}

fn answer() -> impl Strategy<Value = Answer> {
    // Signs by variable, so that no model contradicts itself; past 30 literals the lines wrap.
    let model = prop::collection::btree_map(1..=i32::MAX, any::<bool>(), 0..40).prop_map(|signs| {
        let literal = |(variable, sign)| Lit::from_dimacs(if sign { variable } else { -variable });
        let literals = signs.into_iter().map(literal);
        Answer::Satisfiable(literals.map(|lit| lit.expect("not 0")).collect())
    });
    prop_oneof![
        model,
        Just(Answer::Unsatisfiable),
        Just(Answer::Unknown),
        any::<u128>().prop_map(Answer::Count),
    ]
}

/// Texts of the words that readers look for, more likely to get far than arbitrary bytes.
fn near_text() -> impl Strategy<Value = String> {
    let word = "p cnf|[0-9]{1,3}|-[0-9]{1,12}|0|c|%|varname|s|v|mc|sat|SATISFIABLE|UNKNOWN|s exact arb int|\n|\r\n|\t";
    prop::collection::vec(word, 0..40).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn no_bytes_make_a_reader_panic(bytes: Vec<u8>) {
        let _ = read(&bytes[..], &mut Formula::default());
        let _ = read_all(&bytes);
    }

    #[test]
    fn no_words_make_a_reader_panic(text in near_text()) {
        let _ = read(text.as_bytes(), &mut Formula::default());
        let _ = read_all(text.as_bytes());
    }

    #[test]
    fn a_formula_written_is_read(clauses in prop::collection::vec(literals(), 0..20)) {
        let text = text_of(29, |_, sink| clauses.iter().for_each(|clause| sink.add_clause(clause)));
        let mut formula = Formula::default();
        let reading = read(text.as_bytes(), &mut formula).expect("our own text");
        let length = clauses.iter().map(|clause| clause.len() as u64).sum();
        prop_assert_eq!(reading.size, Size::new(29, clauses.len() as u64, length));
        prop_assert_eq!(formula, Formula { variables: 29, clauses });
    }

    #[test]
    fn answers_written_are_read(answers in prop::collection::vec(answer(), 1..6)) {
        let text: String = answers.iter().map(Answer::to_string).collect();
        prop_assert!(text.lines().all(|line| line.len() <= 78), "{}", text);
        prop_assert_eq!(read_all(text.as_bytes()), Ok(answers));
    }
}
