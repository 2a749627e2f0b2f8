//! Blocked boards: every square is open with the same probability, independently of the others.
//!
//! With an expected seven open squares a row, decision is hardest at every n: sparser boards have a row
//! or column without squares, denser ones many solutions.

use super::{GenerateError, check_side};
use crate::board::Square;
use crate::control::Control;
use crate::problem::Problem;
use crate::random::Random;

/// Open squares a row at which boards turn from mostly without solution to mostly with one, for all n.
pub const THRESHOLD_OPEN_PER_ROW: f64 = 7.0;

/// The square board of `n` rows on which a square is open with probability p = `open_per_row` / n.
///
/// p is the quotient in IEEE 754 double precision. One number of 64 bits is drawn for each square in
/// row-major order, and the square is open if it is below floor(p·2^64), a product that double
/// precision holds exactly. From p = 1 on every square is open, and nothing is drawn.
///
/// # Errors
/// A board too large for a list of its blocked squares, an `open_per_row` that is negative or no
/// number, or a control that stops.
pub fn blocked(
    n: u32,
    open_per_row: f64,
    seed: u64,
    control: &Control,
) -> Result<Problem, GenerateError> {
    let board = check_side(n)?;
    if open_per_row.is_nan() || open_per_row < 0.0 {
        return Err(GenerateError::OpenPerRow(open_per_row));
    }
    let mut problem = Problem::empty(board);
    let probability = open_per_row / f64::from(n);
    if probability >= 1.0 || n == 0 {
        return Ok(problem);
    }
    let threshold = threshold(probability);
    let mut random = Random::new(seed);
    for row in 0..n {
        control.check()?;
        for column in 0..n {
            if random.word() >= threshold {
                let square = Square::new(row, column);
                problem.block(square).expect("inside the loops' board");
            }
        }
    }
    Ok(problem)
}

/// floor(p·2^64) for 0 <= p < 1.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the product is at least 0 and below 2^64, and rounding down is what is wanted"
)]
fn threshold(probability: f64) -> u64 {
    const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;
    (probability * TWO_TO_64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(n: u32, open_per_row: f64, seed: u64) -> Problem {
        blocked(n, open_per_row, seed, &Control::unlimited()).expect("small")
    }

    #[test]
    fn thresholds_are_exact() {
        assert_eq!(threshold(0.0), 0);
        assert_eq!(threshold(0.5), 1 << 63);
        assert_eq!(threshold(7.0 / 28.0), 1 << 62);
        // The largest double below 1 is 1 - 2^-53.
        assert_eq!(threshold(1.0_f64.next_down()), u64::MAX - (1 << 11) + 1);
    }

    #[test]
    fn about_as_many_squares_are_open_as_asked() {
        let blocked = board(100, THRESHOLD_OPEN_PER_ROW, 3).blocked().len();
        // Binomial: 700 expected, standard deviation 25.5.
        assert!((600..800).contains(&(10_000 - blocked)), "{blocked}");
        assert_eq!(board(20, 0.0, 1).blocked().len(), 400);
        assert!(board(7, 7.0, 1).is_plain() && board(3, 7.0, 1).is_plain());
        assert_eq!(board(0, 7.0, 1).board().squares(), 0);
    }

    #[test]
    fn what_is_no_number_of_squares_is_refused() {
        for bad in [f64::NAN, -1.0] {
            assert!(blocked(8, bad, 1, &Control::unlimited()).is_err());
        }
        let message = blocked(5000, 7.0, 1, &Control::unlimited())
            .expect_err("too large")
            .to_string();
        assert!(message.contains("4096"), "{message}");
    }
}
