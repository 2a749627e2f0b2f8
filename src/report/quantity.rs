//! Numbers as people read them: durations with their unit, counts with digit groups.

use std::fmt::Display;
use std::time::Duration;

/// A duration to three significant digits: `1.24 ms`.
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let units = [(1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms"), (1.0, "s")];
    // From 999.5 on the next unit takes over, since three digits would round to 1000.
    let (scale, unit) = units
        .into_iter()
        .find(|(scale, _)| seconds / scale < 999.5)
        .unwrap_or((1.0, "s"));
    format!("{} {unit}", significant(seconds / scale))
}

/// A ratio to three significant digits.
pub fn ratio(value: f64) -> String {
    if value < 999.5 {
        significant(value)
    } else {
        grouped(format!("{value:.0}"))
    }
}

fn significant(value: f64) -> String {
    let decimals = if value < 9.995 {
        2
    } else {
        usize::from(value < 99.95)
    };
    format!("{value:.decimals$}")
}

/// A whole number in groups of three digits: `1,965`.
pub fn grouped(number: impl Display) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_three_digits_and_a_unit() {
        let cases = [
            (0, "0.00 ns"),
            (999, "999 ns"),
            (1_240, "1.24 µs"),
            (12_400_000, "12.4 ms"),
            (999_600_000, "1.00 s"),
            (3_600_000_000_000, "3600 s"),
        ];
        for (nanoseconds, text) in cases {
            assert_eq!(duration(Duration::from_nanos(nanoseconds)), text);
        }
    }

    #[test]
    fn digits_stand_in_groups() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_965, "1,965"),
            (16_777_216, "16,777,216"),
        ] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(ratio(1234.4), "1,234");
        assert_eq!(ratio(1.0), "1.00");
    }
}
