//! Limits as people write them: `10s`, `512MiB`.

use std::time::Duration;

/// A duration with its unit: `10s`, `1.5s`, `500ms`, `2m`, `1h`.
///
/// # Errors
/// What was expected, in one sentence.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let expected =
        || format!("expected a time with its unit, such as 10s, 500ms or 2m, found {text:?}");
    let (number, unit) = split(text).ok_or_else(expected)?;
    let scale = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(expected()),
    };
    Duration::try_from_secs_f64(number * scale).map_err(|_| expected())
}

/// A number of bytes with its unit: `512MiB`, `1.5GB`, `100000B`.
///
/// # Errors
/// What was expected, in one sentence.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let expected =
        || format!("expected a size with its unit, such as 512MiB or 2GB, found {text:?}");
    let (number, unit) = split(text).ok_or_else(expected)?;
    let scale = match unit {
        "B" => 1.0,
        "kB" | "KB" => 1e3,
        "MB" => 1e6,
        "GB" => 1e9,
        "KiB" => 1024.0,
        "MiB" => 1_048_576.0,
        "GiB" => 1_073_741_824.0,
        _ => return Err(expected()),
    };
    let bytes = (number * scale).round();
    if !(1.0..1e18).contains(&bytes) {
        return Err(expected());
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is within the range that was just checked"
    )]
    Ok(bytes as u64)
}

fn split(text: &str) -> Option<(f64, &str)> {
    let digits = text.find(|c: char| c != '.' && !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(digits);
    Some((number.parse().ok()?, unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_need_their_unit() {
        assert_eq!(parse_duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(parse_duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("250ms"), Ok(Duration::from_millis(250)));
        for bad in [
            "",
            "10",
            "s",
            "-1s",
            "1e400s",
            "1.2.3s",
            "10 s",
            "99999999999999999999999h",
        ] {
            assert!(parse_duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_need_their_unit_and_are_not_zero() {
        assert_eq!(parse_bytes("512MiB"), Ok(512 << 20));
        assert_eq!(parse_bytes("1.5GB"), Ok(1_500_000_000));
        for bad in ["", "512", "MiB", "0MiB", "-1GB", "1TB", "9999999999999GiB"] {
            assert!(parse_bytes(bad).is_err(), "{bad}");
        }
    }
}
