//! How far a comparison is: a bar on a terminal, nothing elsewhere, nor of what ends within half a second.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use queensat::compare::Job;

/// Nothing is shown of what ends before.
const PATIENCE: Duration = Duration::from_millis(500);
const TICK: Duration = Duration::from_millis(200);

/// The bar; it is gone when this is dropped.
pub(super) struct Progress(ProgressBar);

impl Progress {
    /// `done` jobs have their record already, and do not count for the estimate.
    pub(super) fn new(quiet: bool, done: usize, left: usize) -> Self {
        let style = ProgressStyle::with_template(
            "{elapsed_precise} [{bar:20}] {pos}/{len}, about {eta} left  {wide_msg}",
        )
        .expect("the template is fixed");
        let hidden = ProgressDrawTarget::hidden();
        let bar = ProgressBar::with_draw_target(Some((done + left) as u64), hidden)
            .with_style(style.progress_chars("=> "))
            .with_position(done as u64);
        bar.reset_eta();
        if !quiet && std::io::stderr().is_terminal() {
            let late = bar.clone();
            std::thread::spawn(move || {
                std::thread::sleep(PATIENCE);
                if !late.is_finished() {
                    late.set_draw_target(ProgressDrawTarget::stderr());
                    late.enable_steady_tick(TICK);
                }
            });
        }
        Self(bar)
    }

    pub(super) fn begin(&self, job: &Job) {
        self.0.set_message(format!("{} {}", job.label, job.engine));
    }

    pub(super) fn end(&self) {
        self.0.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
