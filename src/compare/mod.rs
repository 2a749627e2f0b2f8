//! Comparison: instances times engines become jobs, jobs become records, records agree or do not.
//!
//! ```text
//! Plan -> [Job] -> Runner -> worker process -> Record -> Log -> [Case] -> report
//! ```
//!
//! Each job runs in a child process of its own that times itself and reports one JSON line a step, so
//! that no state leaks between jobs and a deadline holds whatever an engine does. Timed runs only find
//! or count; one untimed run lists the solutions again, verifies each and takes their fingerprint.
//! Nothing here prints; module [`report`](crate::report) does.

pub mod agreement;
mod case;
mod job;
pub mod limits;
pub mod log;
mod origin;
pub mod plan;
mod process;
mod record;
mod runner;
pub mod statistics;
mod worker;

pub use case::{Case, Entry, cases, short_label};
pub use job::{Conditions, Job, Task};
pub use origin::Origin;
pub use record::{Message, Record, SCHEMA, Status};
pub use runner::{RunError, Runner};
pub use worker::{ServeError, execute, serve};
