//! An axis: where a value lies on it, and which values are written beside it.

use std::time::Duration;

use crate::report::quantity::{duration, grouped};

/// How values are spread and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// Whole numbers, evenly.
    Whole,
    /// Counts by their logarithm.
    Counts,
    /// Times in seconds by their logarithm.
    Times,
}

/// A range of values on a line.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub(super) label: String,
    scale: Scale,
    /// The ends, as logarithms where the scale has them.
    low: f64,
    high: f64,
}

/// More labels than this would touch each other.
const MOST_TICKS: f64 = 8.0;

impl Axis {
    /// An axis that holds all of `values`.
    pub(super) fn new(
        label: impl Into<String>,
        scale: Scale,
        values: impl Iterator<Item = f64>,
    ) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            let place = scale.place(value);
            (low, high) = (low.min(place), high.max(place));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        // Logarithms end at whole powers of ten, whole numbers a little outside.
        let (low, high) = match scale {
            Scale::Whole => (low - 0.5, high + 0.5),
            Scale::Counts | Scale::Times => (low.floor(), high.ceil().max(low.floor() + 1.0)),
        };
        Self {
            label: label.into(),
            scale,
            low,
            high,
        }
    }

    /// Where `value` lies between the ends, from 0 to 1.
    pub(super) fn position(&self, value: f64) -> f64 {
        (self.scale.place(value) - self.low) / (self.high - self.low)
    }

    /// The labelled places, from 0 to 1.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let span = self.high - self.low;
        let step = match self.scale {
            Scale::Whole => (0..18)
                .flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 10_f64.powi(power)))
                .find(|step| span / step <= MOST_TICKS)
                .unwrap_or(span),
            Scale::Counts | Scale::Times => (span / MOST_TICKS).ceil().max(1.0),
        };
        let mut ticks = Vec::new();
        let mut place = (self.low / step).ceil() * step;
        while place <= self.high {
            ticks.push(((place - self.low) / span, self.scale.text(place)));
            place += step;
        }
        ticks
    }
}

impl Scale {
    fn place(self, value: f64) -> f64 {
        match self {
            Self::Whole => value,
            Self::Counts => value.max(1.0).log10(),
            Self::Times => value.max(1e-9).log10(),
        }
    }

    fn text(self, place: f64) -> String {
        match self {
            Self::Whole => format!("{place:.0}"),
            Self::Counts => grouped(format!("{:.0}", 10_f64.powf(place))),
            Self::Times => {
                let time = duration(Duration::from_secs_f64(10_f64.powf(place)));
                // `1.00 ms` and `10.0 ms` are round numbers here.
                time.replace(".00 ", " ").replace(".0 ", " ")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &Axis) -> Vec<String> {
        axis.ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn times_are_labelled_at_powers_of_ten() {
        let axis = Axis::new("", Scale::Times, [2e-6, 3e-2].into_iter());
        assert_eq!(
            texts(&axis),
            ["1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms"]
        );
        assert!((axis.position(1e-6)).abs() < 1e-9 && (axis.position(1e-1) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn an_axis_of_one_value_or_none_has_a_length() {
        let axis = Axis::new("", Scale::Whole, [8.0].into_iter());
        assert_eq!(texts(&axis), ["8"]);
        assert!((axis.position(8.0) - 0.5).abs() < 1e-9);
        let empty = Axis::new("", Scale::Counts, std::iter::empty());
        assert!(empty.ticks().len() > 1);
    }

    #[test]
    fn long_ranges_have_few_labels() {
        for scale in [Scale::Whole, Scale::Counts] {
            let axis = Axis::new("", scale, [1.0, 1e12].into_iter());
            assert!((2..=10).contains(&axis.ticks().len()));
        }
    }
}
