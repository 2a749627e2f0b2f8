//! Comparison: instances times engines become jobs, jobs become records, records agree or do not.
//!
//! Each job runs in a child process of its own that times itself and reports one JSON line, so that
//! no state leaks between jobs and a deadline holds whatever an engine does. Timed runs only find
//! or count; one untimed run lists the solutions again, verifies each and takes their fingerprint.
//! Nothing here prints; module [`report`](crate::report) does.

pub mod agreement;
mod record;
mod runner;
mod worker;

pub use record::{Job, Record, SCHEMA, Status};
pub use runner::{RunError, Runner};
pub use worker::execute;
