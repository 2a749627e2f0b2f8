//! Two proof checkers: clauses and a proof as text come in, the first wrong line or nothing goes out.
//!
//! DRAT lines are checked by reverse unit propagation alone (no resolution asymmetric tautologies, which varisat does
//! not use), LRAT lines by their hints alone. Plain and slow, and they share no code with the library.
//! Sources: Goldberg & Novikov, "Verification of proofs of unsatisfiability for CNF formulas", DATE 2003;
//! Cruz-Filipe et al., "Efficient certified RAT verification", CADE 2017.

use std::collections::HashMap;

/// The clauses of a DIMACS text.
pub(crate) fn clauses(dimacs: &str) -> Vec<Vec<i32>> {
    let lines = dimacs
        .lines()
        .filter(|line| !line.starts_with(['c', 'p', 'a']));
    lines.map(literals).collect()
}

/// The numbers of a line without the closing 0.
pub(crate) fn literals(line: &str) -> Vec<i32> {
    let words = line.split_ascii_whitespace();
    let mut numbers: Vec<i32> = words.map(|word| word.parse().expect("a number")).collect();
    assert_eq!(numbers.pop(), Some(0), "{line}");
    numbers
}

/// Whether unit propagation from the negation of `clause` meets a false clause.
fn implied(clauses: &[Vec<i32>], clause: &[i32]) -> bool {
    let mut value: HashMap<i32, bool> = HashMap::new();
    let set = |value: &mut HashMap<i32, bool>, literal: i32| {
        value.insert(literal.abs(), literal > 0);
    };
    for &literal in clause {
        set(&mut value, -literal);
    }
    loop {
        let mut changed = false;
        for clause in clauses {
            let of = |literal: &i32| value.get(&literal.abs()).map(|&v| v == (*literal > 0));
            if clause.iter().any(|literal| of(literal) == Some(true)) {
                continue;
            }
            let mut free = clause.iter().filter(|literal| of(literal).is_none());
            match (free.next().copied(), free.next()) {
                (None, _) => return true,
                (Some(unit), None) => {
                    set(&mut value, unit);
                    changed = true;
                }
                _ => {}
            }
        }
        if !changed {
            return false;
        }
    }
}

/// Refutes the clauses by a text DRAT proof, or says which line is wrong.
pub(crate) fn check_drat(mut clauses: Vec<Vec<i32>>, proof: &str) -> Result<(), String> {
    let key = |clause: &[i32]| {
        let mut key = clause.to_vec();
        key.sort_unstable();
        key.dedup();
        key
    };
    for (number, line) in proof.lines().enumerate() {
        if let Some(deleted) = line.strip_prefix("d ") {
            let deleted = key(&literals(deleted));
            // Unit clauses are kept, as by drat-trim.
            if deleted.len() > 1 {
                let known = clauses.iter().position(|clause| key(clause) == deleted);
                let known = known.ok_or(format!("line {number}: deletes an unknown clause"))?;
                clauses.swap_remove(known);
            }
            continue;
        }
        let clause = literals(line);
        if !implied(&clauses, &clause) {
            return Err(format!("line {number}: {line} does not follow"));
        }
        if clause.is_empty() {
            return Ok(());
        }
        clauses.push(clause);
    }
    Err("the empty clause is missing".to_owned())
}

/// Text DRAT from binary.
pub(crate) fn text_of_binary(proof: &[u8]) -> String {
    let mut text = String::new();
    let mut bytes = proof.iter();
    while let Some(&letter) = bytes.next() {
        text += match letter {
            b'a' => "",
            b'd' => "d ",
            other => panic!("a letter, found {other}"),
        };
        loop {
            let (mut number, mut shift) = (0_i64, 0);
            loop {
                let byte = *bytes.next().expect("a number");
                number |= i64::from(byte & 0x7f) << shift;
                shift += 7;
                if byte & 0x80 == 0 {
                    break;
                }
            }
            if number == 0 {
                text += "0\n";
                break;
            }
            let sign = if number % 2 == 1 { "-" } else { "" };
            text += &format!("{sign}{} ", number / 2);
        }
    }
    text
}

/// Refutes the clauses by a text LRAT proof, or says which line is wrong.
pub(crate) fn check_lrat(formula: &[Vec<i32>], proof: &str) -> Result<(), String> {
    let mut known: HashMap<i64, Vec<i32>> = (1..).zip(formula.iter().cloned()).collect();
    for (number, line) in proof.lines().enumerate() {
        let wrong = |why: &str| Err(format!("line {number}: {line}: {why}"));
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let numbers = |words: &[&str]| -> Vec<i64> {
            words
                .iter()
                .map(|word| word.parse().expect("a number"))
                .collect()
        };
        if words[1] == "d" {
            for id in numbers(&words[2..words.len() - 1]) {
                if known.remove(&id).is_none() {
                    return wrong("deletes an unknown clause");
                }
            }
            continue;
        }
        let words = numbers(&words);
        let end = 1 + words[1..]
            .iter()
            .position(|&word| word == 0)
            .expect("a zero");
        let clause: Vec<i32> = words[1..end]
            .iter()
            .map(|&x| i32::try_from(x).expect("small"))
            .collect();
        let mut falsified: Vec<i32> = clause.clone();
        let mut refuted = false;
        for hint in &words[end + 1..words.len() - 1] {
            let Some(hint) = known.get(hint) else {
                return wrong("names an unknown clause");
            };
            let mut free = hint.iter().filter(|literal| !falsified.contains(literal));
            match (free.next(), free.next()) {
                (None, _) => refuted = true,
                (Some(&unit), None) => falsified.push(-unit),
                _ => return wrong("a hint is not unit"),
            }
        }
        if !refuted {
            return wrong("does not follow");
        }
        if clause.is_empty() {
            return Ok(());
        }
        known.insert(words[0], clause);
    }
    Err("the empty clause is missing".to_owned())
}
