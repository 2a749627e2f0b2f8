//! A computation that somebody waits for: time limit, Ctrl-C, progress on a terminal.

use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};
pub(super) use queensat::compare::limits::parse_duration;
use queensat::control::{Control, Stopped};

use super::output::{NO_FILE, is_unfinished, remove_unfinished};
use super::{Ending, note};

/// How long an engine may take to notice that it should stop, before the process ends without it.
const GRACE: Duration = Duration::from_millis(400);
/// Nothing is shown of what ends before.
const PATIENCE: Duration = Duration::from_millis(500);
const TICK: Duration = Duration::from_millis(20);

/// A control that Ctrl-C cancels; a second Ctrl-C ends the process at once.
pub(super) fn interruptible(timeout: Option<Duration>) -> anyhow::Result<Control> {
    let control = Control::new(timeout);
    let handle = control.clone();
    let handler = move || {
        if handle.is_cancelled() {
            exit(Ending::Interrupted);
        }
        handle.cancel();
    };
    ctrlc::set_handler(handler).context("the handler for Ctrl-C could not be set")?;
    Ok(control)
}

/// Watches a computation from a thread of its own, until it is dropped.
///
/// Shows progress, and sees to it that the end comes even if an engine does not notice the deadline or the
/// cancellation: after a short grace `give_up` is asked for the last words and the process ends.
pub(super) struct Watch {
    /// Set by whichever of the two sides ends the computation, so that only one has the last word.
    done: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Watch {
    pub(super) fn new(
        quiet: bool,
        control: &Control,
        give_up: impl Fn(Stopped, &Control) -> (String, Ending) + Send + 'static,
    ) -> Self {
        let done = Arc::new(AtomicBool::new(false));
        let (control, ended) = (control.clone(), done.clone());
        let thread = std::thread::spawn(move || watch(quiet, &control, &ended, &give_up));
        Self {
            done,
            thread: Some(thread),
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // If the watch was first, the join never returns: the process ends.
        self.done.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// Ends the process at once, without its unfinished files.
fn exit(ending: Ending) -> ! {
    remove_unfinished();
    std::process::exit(ending.code().into());
}

fn watch(
    quiet: bool,
    control: &Control,
    done: &AtomicBool,
    give_up: &dyn Fn(Stopped, &Control) -> (String, Ending),
) {
    let begin = Instant::now();
    let show = !quiet && std::io::stderr().is_terminal();
    let mut bar: Option<ProgressBar> = None;
    let mut stopped_at: Option<Instant> = None;
    while !done.load(Relaxed) {
        if let Err(stopped) = control.check() {
            let since = *stopped_at.get_or_insert_with(Instant::now);
            if since.elapsed() >= GRACE && !done.swap(true, Relaxed) {
                let (words, ending) = give_up(stopped, control);
                if is_unfinished() {
                    note(quiet, format_args!("note: {stopped}: {NO_FILE}"));
                } else {
                    note(quiet, format_args!("note: {stopped}"));
                }
                // Without words the lock is not touched: another thread may hold it in a blocked write.
                if !words.is_empty() {
                    let mut stdout = std::io::stdout().lock();
                    let _ = stdout
                        .write_all(words.as_bytes())
                        .and_then(|()| stdout.flush());
                }
                exit(ending);
            }
        }
        if show && begin.elapsed() >= PATIENCE {
            let bar = bar.get_or_insert_with(spinner);
            let (solutions, steps) = (control.solutions(), control.steps());
            bar.set_message(format!("{solutions} solutions, {steps} steps"));
            bar.tick();
        }
        std::thread::park_timeout(TICK);
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

/// A number of threads. More than the largest machines have cores only wait for each other.
pub(super) fn parse_threads(text: &str) -> Result<usize, String> {
    const MOST: usize = 256;
    let threads = text
        .parse()
        .ok()
        .filter(|threads| (1..=MOST).contains(threads));
    threads.ok_or_else(|| format!("expected a number of threads from 1 to {MOST}, found {text:?}"))
}

fn spinner() -> ProgressBar {
    let style =
        ProgressStyle::with_template("{spinner} {elapsed}  {msg}").expect("the template is fixed");
    ProgressBar::new_spinner().with_style(style)
}
