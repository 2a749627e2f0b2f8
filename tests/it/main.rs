//! Truths that span modules, in one binary.

mod formats;
