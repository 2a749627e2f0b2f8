//! `2Q1/Q3/3Q/1Q2`: the piece placement of Forsyth-Edwards notation, queens only.
//!
//! Ranks stand from the last to the first, files from a; a number counts empty squares. What follows
//! the placement after a blank (side to move and so on) is not part of it and refused.

use super::{Board, FormatError, Problem, Square, board_of};

pub(super) fn parse(text: &str, board: Option<Board>) -> Result<Problem, FormatError> {
    let trimmed = text.trim();
    let offset = text.len() - text.trim_start().len();
    let mut ranks = Vec::new();
    let mut start = offset;
    for rank in trimmed.split('/') {
        ranks.push((start, parse_rank(text, start, rank)?));
        start += rank.len() + 1;
    }
    let width = ranks[0].1.width;
    if let Some((offset, rank)) = ranks.iter().find(|(_, rank)| rank.width != width) {
        return Err(FormatError::at_offset(
            text,
            *offset,
            format!("{width} files, as in the first rank"),
            rank.width.to_string(),
        ));
    }
    let own = board_of(text, ranks.len(), width)?;
    let mut problem = Problem::empty(own);
    if board.is_none() && own.rows() != own.columns() {
        return Err(FormatError::at_offset(
            text,
            offset,
            "as many ranks as files",
            format!("{} and {}", own.rows(), own.columns()),
        ));
    }
    for (row, (_, rank)) in (0..own.rows()).rev().zip(&ranks) {
        for &column in &rank.queens {
            problem
                .place(Square::new(row, column))
                .expect("every rank is as wide as the board");
        }
    }
    Ok(problem)
}

struct Rank {
    width: usize,
    queens: Vec<u32>,
}

fn parse_rank(text: &str, start: usize, rank: &str) -> Result<Rank, FormatError> {
    let fault = |index: usize, found: String| {
        FormatError::at_offset(text, start + index, "Q or a number of empty squares", found)
    };
    let (mut width, mut queens, mut empty) = (0_usize, Vec::new(), 0_usize);
    for (index, c) in rank.char_indices() {
        match c {
            '0'..='9' => {
                empty = empty * 10 + (c as usize - '0' as usize);
                if width + empty > Board::MAX_SIDE as usize {
                    return Err(fault(index, "more than a board can have".to_owned()));
                }
            }
            'Q' | 'q' => {
                width += std::mem::take(&mut empty);
                queens.push(u32::try_from(width).expect("at most the longest side"));
                width += 1;
            }
            other => return Err(fault(index, format!("{other:?}"))),
        }
    }
    Ok(Rank {
        width: width + empty,
        queens,
    })
}

/// Whether the board is square and has ranks to write.
pub(super) fn can_express(problem: &Problem) -> bool {
    let board = problem.board();
    board.rows() == board.columns() && board.rows() > 0
}

pub(super) fn print(problem: &Problem) -> String {
    let board = problem.board();
    let rank = |row: u32| {
        let (mut out, mut empty) = (String::new(), 0);
        let flush = |out: &mut String, empty: &mut u32| {
            if *empty > 0 {
                out.push_str(&std::mem::take(empty).to_string());
            }
        };
        for column in 0..board.columns() {
            if problem.has_queen(Square::new(row, column)) {
                flush(&mut out, &mut empty);
                out.push('Q');
            } else {
                empty += 1;
            }
        }
        flush(&mut out, &mut empty);
        out
    };
    let ranks: Vec<String> = (0..board.rows()).rev().map(rank).collect();
    ranks.join("/") + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::{Format, parse, print};

    #[test]
    fn ranks_stand_from_the_last_to_the_first() {
        let text = "3Q4/6Q1/2Q5/7Q/1Q6/4Q3/Q7/5Q2\n";
        let problem = parse(text, None).expect("FEN");
        assert!(
            problem
                .queens()
                .next()
                .is_some_and(|queen| queen.to_string() == "f1")
        );
        assert_eq!(print(&problem, Format::Fen).as_deref(), Ok(text));
        assert_eq!(
            parse("11Q/12/12/12/12/12/12/12/12/12/12/12", None)
                .expect("FEN")
                .queens()
                .len(),
            1
        );
    }

    #[test]
    fn faults_are_told_by_column() {
        let error = |text: &str| {
            parse(text, Some(Format::Fen))
                .expect_err("a fault")
                .to_string()
        };
        assert_eq!(
            error("2/K1"),
            "line 1, column 3: expected Q or a number of empty squares, found 'K'"
        );
        assert_eq!(
            error("2/3"),
            "line 1, column 3: expected 2 files, as in the first rank, found 3"
        );
        assert_eq!(
            error("2/2/2"),
            "line 1, column 1: expected as many ranks as files, found 3 and 2"
        );
        assert!(error("99999999999999999999/1").contains("more than a board can have"));
    }
}
