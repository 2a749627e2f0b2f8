//! Plain tables: a header, aligned columns, no frames, nothing that a terminal of 80 columns would break.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};

/// The width that every table keeps to; longer texts wrap within their column.
const WIDTH: u16 = 80;

/// A table with these column heads; columns whose head begins with `>` are aligned to the right.
pub fn table(heads: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(WIDTH);
    table.set_header(heads.iter().map(|head| head.trim_start_matches('>')));
    table.add_rows(rows);
    for (index, head) in heads.iter().enumerate() {
        let column = table
            .column_mut(index)
            .expect("the header has a cell for each head");
        column.set_padding((0, 1));
        if head.starts_with('>') {
            column.set_cell_alignment(CellAlignment::Right);
            // A number broken over two lines is none; rather a line past the width.
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    let lines = table.lines().map(|line| line.trim_end().to_owned() + "\n");
    lines.collect()
}
