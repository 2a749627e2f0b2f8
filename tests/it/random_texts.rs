//! Instance texts: what a format prints it reads back, and no text whatever makes a parser panic.

use proptest::prelude::*;

use queensat::board::{Board, Square};
use queensat::problem::Problem;
use queensat::problem::formats::{self, Format};

use crate::brute_force::problem;
use crate::random_boards::{cases, problems};

fn all_formats() -> impl Iterator<Item = Format> {
    formats::TABLE.iter().map(|&(format, ..)| format)
}

/// Reads `text` in every way there is; a fault must stand somewhere in it.
fn read(text: &str) -> Result<(), TestCaseError> {
    let _ = text.parse::<Square>();
    let detected = Format::detect(text);
    let on_boards = [None, Board::new(0, 0).ok(), Board::new(3, 5).ok()];
    for (format, board) in all_formats().flat_map(|format| on_boards.map(|board| (format, board))) {
        let named = formats::parse_on(board, text, Some(format));
        if let Err(fault) = &named {
            let lines = text.lines().count().max(1);
            prop_assert!(
                fault.line >= 1 && fault.line <= lines + 1,
                "{fault} in {text:?}"
            );
            prop_assert!(fault.column >= 1, "{fault} in {text:?}");
            prop_assert!(!fault.to_string().contains('\n'), "{fault:?}");
        }
        if format == detected {
            prop_assert_eq!(named, formats::parse_on(board, text, None));
        }
    }
    Ok(())
}

/// Prints `problem` in every format that can and reads it back; how many could.
fn round_trips(problem: &Problem) -> Result<usize, TestCaseError> {
    let mut expressed = 0;
    for format in all_formats() {
        let Ok(text) = formats::print(problem, format) else {
            continue;
        };
        expressed += 1;
        prop_assert!(text.ends_with('\n'), "{format}: {text:?}");
        let windows = text.replace('\n', "\r\n");
        for text in [&text, &windows, &format!("\u{feff}{text}")] {
            let back = formats::parse(text, Some(format));
            prop_assert_eq!(back.as_ref(), Ok(problem), "{}: {:?}", format, text);
            let back = formats::parse(text, None);
            prop_assert_eq!(
                back.as_ref(),
                Ok(problem),
                "{} by its looks: {:?}",
                format,
                text
            );
        }
    }
    Ok(expressed)
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn parsing_after_printing_is_the_identity(problem in problems(7)) {
        // The squares' notation has a word for everything.
        prop_assert!(round_trips(&problem)? >= 1);
    }

    #[test]
    fn wide_boards_round_trip_too(rows in 0_u32..60, columns in 0_u32..60, seed in any::<u64>()) {
        let squares = u64::from(rows) * u64::from(columns);
        let at = |turn: u32| {
            let index = u32::try_from(seed.rotate_left(turn) % squares).expect("small");
            (index / columns, index % columns)
        };
        let some: Vec<_> = [0, 9, 23, 40].into_iter().filter(|_| squares > 0).map(at).collect();
        let (queens, blocked) = some.split_at(some.len() / 2);
        prop_assert!(round_trips(&problem((rows, columns), queens, blocked))? >= 1);
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn no_bytes_make_a_parser_panic(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        read(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn no_string_makes_a_parser_panic(text in any::<String>()) {
        read(&text)?;
    }

    // The letters that formats are made of, so that much of the text is understood.
    #[test]
    fn nearly_well_formed_texts_do_not_make_a_parser_panic(
        head in "|[0-9]{1,2}|[0-9]x[0-9]|[0-9]:|\\[|\u{feff}",
        rest in "[0-9a-cQqx#*.,:;/\\[\\]{}\"=()% rn\u{e9}\r\n-]{0,40}",
    ) {
        read(&format!("{head}{rest}"))?;
    }
}

#[test]
fn the_smallest_boards_round_trip() {
    for (rows, columns) in (0..=3).flat_map(|rows| (0..=3).map(move |columns| (rows, columns))) {
        let expressed = round_trips(&problem((rows, columns), &[], &[])).expect("the identity");
        // Sizes, squares and the text board have a word for each of them.
        assert!(expressed >= 3, "{rows}x{columns}");
    }
}

#[test]
fn extreme_numbers_do_not_make_a_parser_panic() {
    for number in [
        "4294967294",
        "4294967295",
        "4294967296",
        "18446744073709551616",
        "00",
        "-1",
        "+1",
    ] {
        for text in [
            number.to_owned(),
            format!("{number}x{number}"),
            format!("8: a{number}"),
            format!("8: -r{number}c{number}"),
            format!("{number}: a1"),
            format!("[{number}]"),
            format!("[0, {number}]"),
            format!("{number}/1"),
            format!("1\n{number}"),
            format!("1 {number} {number}"),
        ] {
            read(&text).expect("a fault stands in the text");
        }
    }
    read("8: mwlqkwu1 mwlqkwv1").expect("files about the last column that a number holds");
}
