//! Formula sizes by encoding as a table, predicted and counted.

use super::quantity::grouped;
use super::table::table;
use crate::cnf::Size;

/// One encoding of one instance.
pub struct Line {
    /// What people call the instance.
    pub instance: String,
    /// The encoding.
    pub encoding: String,
    /// The size by formula.
    pub predicted: Size,
    /// The size of what was really sent, if it was counted.
    pub counted: Option<Size>,
}

/// The table of sizes.
pub fn sizes(lines: &[Line]) -> String {
    let heads = [
        "board",
        "encoding",
        ">variables",
        ">clauses",
        ">literals",
        "counted",
    ];
    table(
        &heads,
        lines.iter().map(|line| {
            let Size {
                variables,
                clauses,
                literals,
            } = line.predicted;
            let counted = match line.counted {
                None => "not counted",
                Some(size) if size == line.predicted => "the same",
                Some(_) => "DIFFERENT",
            };
            vec![
                line.instance.clone(),
                line.encoding.clone(),
                grouped(variables),
                grouped(clauses),
                grouped(literals),
                counted.to_owned(),
            ]
        }),
    )
}
