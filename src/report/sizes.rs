//! Formula sizes by encoding: a table for each instance, with the word whether counting gave the same.

use super::quantity::grouped;
use super::table::table;
use crate::cnf::Size;

/// The size of one encoding.
pub struct Line {
    /// The encoding.
    pub encoding: String,
    /// The size by formula.
    pub predicted: Size,
    /// The size of what was really sent, if it was counted.
    pub counted: Option<Size>,
}

/// The sizes of all encodings of one instance.
pub fn block(label: &str, lines: &[Line]) -> String {
    let heads = ["encoding", ">variables", ">clauses", ">literals"];
    let row = |line: &Line| {
        let Size {
            variables,
            clauses,
            literals,
        } = line.predicted;
        let mark = if line.counted.is_none_or(|size| size == line.predicted) {
            ""
        } else {
            " DIFFERS"
        };
        vec![
            format!("{}{mark}", line.encoding),
            grouped(variables),
            grouped(clauses),
            grouped(literals),
        ]
    };
    let same = lines
        .iter()
        .filter(|line| line.counted == Some(line.predicted))
        .count();
    let counted = lines.iter().filter(|line| line.counted.is_some()).count();
    let verdict = match (same == counted, counted) {
        (false, _) => format!(
            "by formula; COUNTING DIFFERS for {} of {counted}",
            counted - same
        ),
        (true, 0) => "by formula; too large to be counted".to_owned(),
        (true, _) if counted == lines.len() => "by formula, and counted to be the same".to_owned(),
        (true, _) => format!("by formula; the {counted} small enough were counted to be the same"),
    };
    format!(
        "{label}\nsizes {verdict}\n\n{}",
        table(&heads, lines.iter().map(row))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_seen() {
        let size = Size::new(1, 2, 3);
        let line = |counted| Line {
            encoding: "pairwise".to_owned(),
            predicted: size,
            counted,
        };
        assert!(
            block("8", &[line(Some(size))])
                .starts_with("8\nsizes by formula, and counted to be the same\n")
        );
        assert!(block("8", &[line(None)]).contains("too large to be counted"));
        let different = block("8", &[line(Some(Size::ZERO)), line(Some(size))]);
        assert!(
            different.contains("COUNTING DIFFERS for 1 of 2")
                && different.contains("pairwise DIFFERS")
        );
    }
}
