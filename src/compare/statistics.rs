//! What samples say: order statistics, ratios with intervals, PAR-2, growth.
//!
//! No mean of times and no removal of outliers: a slow run is a run. Quantiles are real samples, the
//! one of rank floor((m - 1) q) among m. Intervals are bootstrap percentiles (Efron 1979): where there are
//! several repetitions whole repetitions are drawn, since the samples within one process are not independent.

use std::time::Duration;

use crate::random::Random;

/// Raw samples in nanoseconds, a list for each repetition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Samples(Vec<Vec<u64>>);

/// Order statistics in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// How many samples there are.
    pub samples: usize,
    /// The least.
    pub min: u64,
    /// A quarter lies at or below.
    pub lower_quartile: u64,
    /// The middle one, the lower of two.
    pub median: u64,
    /// Three quarters lie at or below.
    pub upper_quartile: u64,
}

/// A ratio of medians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The ratio.
    pub value: f64,
    /// The interval that holds 95 % of the resampled ratios, where there is enough to resample.
    pub interval: Option<(f64, f64)>,
}

/// Fewer repetitions, or samples of a single one, give no interval.
const ENOUGH: usize = 3;
/// How often is resampled.
const RESAMPLES: usize = 1000;
/// The seed of every interval, so that a report is a function of its records.
const SEED: u64 = 1979;

impl Samples {
    /// Those of each repetition; repetitions without samples are left out.
    pub fn new(repetitions: impl IntoIterator<Item = Vec<u64>>) -> Self {
        let with_samples = |samples: &Vec<u64>| !samples.is_empty();
        Self(repetitions.into_iter().filter(with_samples).collect())
    }

    /// Order statistics, `None` without samples.
    pub fn summary(&self) -> Option<Summary> {
        let mut sorted = self.0.concat();
        sorted.sort_unstable();
        let rank = |quarters| {
            sorted
                .get(sorted.len().checked_sub(1)? * quarters / 4)
                .copied()
        };
        Some(Summary {
            samples: sorted.len(),
            min: rank(0)?,
            lower_quartile: rank(1)?,
            median: rank(2)?,
            upper_quartile: rank(3)?,
        })
    }

    /// The median as a time.
    pub fn median(&self) -> Option<Duration> {
        let summary = self.summary()?;
        Some(Duration::from_nanos(summary.median))
    }

    /// The ratio of this median to that of `baseline`.
    pub fn ratio(&self, baseline: &Self) -> Option<Ratio> {
        let value = quotient(self.median()?, baseline.median()?);
        let mut random = Random::new(SEED);
        let mut resampled = Vec::with_capacity(RESAMPLES);
        if self.units() >= ENOUGH && baseline.units() >= ENOUGH {
            resampled.extend((0..RESAMPLES).map(|_| {
                let medians = [self, baseline].map(|samples| samples.resampled(&mut random));
                quotient(medians[0], medians[1])
            }));
        }
        resampled.sort_by(f64::total_cmp);
        let rank = |per_mille: usize| resampled.get((RESAMPLES - 1) * per_mille / 1000).copied();
        Some(Ratio {
            value,
            interval: rank(25).zip(rank(975)),
        })
    }

    /// What is drawn when resampling: repetitions, or the samples of a single one.
    fn units(&self) -> usize {
        match &self.0[..] {
            [only] => only.len(),
            repetitions => repetitions.len(),
        }
    }

    /// The median of as many units drawn with replacement.
    fn resampled(&self, random: &mut Random) -> Duration {
        let mut drawn: Vec<u64> = Vec::new();
        match &self.0[..] {
            [only] => drawn.extend((0..only.len()).map(|_| only[random.index(only.len())])),
            repetitions => {
                for _ in repetitions {
                    drawn.extend(&repetitions[random.index(repetitions.len())]);
                }
            }
        }
        let middle = (drawn.len() - 1) / 2;
        Duration::from_nanos(*drawn.select_nth_unstable(middle).1)
    }
}

/// A clock that shows zero has measured less than its tick.
fn quotient(of: Duration, to: Duration) -> f64 {
    let tick = Duration::from_nanos(1);
    of.max(tick).as_secs_f64() / to.max(tick).as_secs_f64()
}

/// Penalised average runtime in seconds, as the SAT competitions score: a job that gave no answer counts
/// twice its time limit. `None` without jobs.
pub fn par2(jobs: impl IntoIterator<Item = (Option<Duration>, Duration)>) -> Option<f64> {
    let mut sum = 0.0;
    let mut number = 0_u32;
    for (time, limit) in jobs {
        sum += time.map_or(2.0 * limit.as_secs_f64(), |time| time.as_secs_f64());
        number += 1;
    }
    (number > 0).then(|| sum / f64::from(number))
}

/// The factors from each n to n + 1, where both are there; `points` in any order.
pub fn growth(points: &[(u32, Duration)]) -> Vec<(u32, f64)> {
    let mut sorted = points.to_vec();
    sorted.sort_unstable();
    let neighbours = |pair: &&[(u32, Duration)]| pair[1].0 == pair[0].0 + 1;
    let factor = |pair: &[(u32, Duration)]| (pair[1].0, quotient(pair[1].1, pair[0].1));
    sorted.windows(2).filter(neighbours).map(factor).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_samples() {
        let summary = Samples::new([vec![9, 1], vec![], vec![5, 7, 3]]).summary();
        let expected = Summary {
            samples: 5,
            min: 1,
            lower_quartile: 3,
            median: 5,
            upper_quartile: 7,
        };
        assert_eq!(summary, Some(expected));
        assert_eq!(
            Samples::new([vec![4, 2]]).median(),
            Some(Duration::from_nanos(2))
        );
        assert_eq!(Samples::default().summary(), None);
    }

    #[test]
    fn an_outlier_moves_neither_median_nor_ratio() {
        let calm = Samples::new((0..9).map(|i| vec![100 + i]));
        let rough = Samples::new((0..9).map(|i| {
            if i == 8 {
                vec![1_000_000]
            } else {
                vec![200 + i]
            }
        }));
        let ratio = rough.ratio(&calm).expect("samples");
        let (low, high) = ratio.interval.expect("nine repetitions");
        assert!(low <= ratio.value && ratio.value <= high);
        assert!(
            (1.8..2.1).contains(&low) && (1.9..2.1).contains(&high),
            "{low} {high}"
        );
        assert_eq!(rough.ratio(&calm), Some(ratio));
    }

    #[test]
    fn whole_repetitions_are_drawn_where_there_are_several() {
        // Within a process all samples are alike; between processes they differ by a factor of 2.
        let wide = Samples::new([vec![100; 9], vec![200; 9], vec![150; 9]]);
        let one = Samples::new([vec![100; 9]]);
        let interval = |samples: &Samples| samples.ratio(&one).and_then(|ratio| ratio.interval);
        assert_eq!(interval(&wide), Some((1.0, 2.0)));
        assert_eq!(interval(&one), Some((1.0, 1.0)));
        assert_eq!(interval(&Samples::new([vec![1], vec![2]])), None);
    }

    #[test]
    fn an_unanswered_job_counts_twice_its_limit() {
        let second = Duration::from_secs(1);
        let score = par2([(Some(second), 10 * second), (None, 10 * second)]);
        assert_eq!(score, Some(10.5));
        assert_eq!(par2([]), None);
    }

    #[test]
    fn growth_needs_neighbours() {
        let points = [(6, 8), (4, 1), (5, 4), (8, 100)];
        let points = points.map(|(n, seconds)| (n, Duration::from_secs(seconds)));
        assert_eq!(growth(&points), [(5, 4.0), (6, 2.0)]);
    }
}
