//! N-Queens as SAT, and beside it the searches it competes with.
//!
//! ```text
//! instance text -> Problem -> reduce -> [Group] -> encode with an at-most-one encoding -> ClauseSink
//!                     |                                            (size counter | DIMACS writer | SAT solver)
//!                     |                                                                             | model
//!                     +-> native engines -> Placement <- decode <-----------------------------------+
//!                                             | verify against the Problem (shares no code with the encoder)
//!                                          Solution -> compare: records -> report
//! ```
//!
//! The modules below stand in the order of that flow, and a module uses only modules before it (a
//! test enforces it).
//!
//! ```
//! use queensat::amo::{self, Auxiliaries};
//! use queensat::control::Control;
//! use queensat::encode::{Encoding, predict};
//! use queensat::engine;
//! use queensat::problem::{formats, reduce::Residual};
//!
//! // Nauck's completion problem of 1850: queens on b4 and d5.
//! let problem = formats::parse("8: b4 d5", None).unwrap();
//! let engine = engine::parse("sat-blocking+sequential").unwrap();
//! let outcome = engine.count(&problem, &Control::unlimited()).unwrap();
//! assert_eq!((outcome.solutions, outcome.stopped), (2, None));
//!
//! let knuth = Encoding::uniform(amo::parse("knuth").unwrap(), Auxiliaries::Determined);
//! let size = predict(&Residual::new(&problem).unwrap(), &knuth);
//! assert_eq!(size.variables, 23);
//! ```

// The library prints nothing.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod control;

pub mod random;

pub mod cnf;

pub mod board;

pub mod problem;

pub mod solution;

pub mod draw;

pub mod constraint;

pub mod cubes;

pub mod amo;

pub mod encode;

pub mod sat;

pub mod engine;

pub mod trace;

pub mod generate;

pub mod certificate;
pub mod explain;

pub mod compare;

pub mod report;

/// The README's example runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
