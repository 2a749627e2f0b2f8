//! Which embedded solver, with which settings: a name such as `varisat/restart=64` comes in, a solver goes out.

use std::fmt;

use super::batsat::Batsat;
use super::varisat::Varisat;
use super::{Mode, Solver};

/// An embedded solver to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Embedded {
    /// varisat.
    Varisat(Settings),
    /// batsat, in its own settings.
    Batsat,
}

/// What of varisat can be set; `None` is its own default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Settings {
    /// The decay of variables' activities, `decay=`, at least 0.5 and below 1; varisat's is 0.95.
    pub decay: Option<f32>,
    /// The decay of clauses' activities, `clause-decay=`, at least 0.5 and below 1; varisat's is 0.999.
    pub clause_decay: Option<f32>,
    /// The conflicts of the shortest restart interval, `restart=`, at least 1; varisat's is 128.
    pub restart: Option<u64>,
}

impl Default for Embedded {
    fn default() -> Self {
        Self::Varisat(Settings::default())
    }
}

impl Embedded {
    /// What [`parse`](Self::parse) expects, for messages.
    pub const EXPECTED: &'static str = "the solver `varisat` or `batsat`, the first with any of `/decay=0.9`, `/clause-decay=0.99` and `/restart=64`";

    /// The solver of this name.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('/');
        match parts.next()? {
            "batsat" => parts.next().is_none().then_some(Self::Batsat),
            "varisat" => {
                let mut settings = Settings::default();
                for part in parts {
                    settings.set(part)?;
                }
                Some(Self::Varisat(settings))
            }
            _ => None,
        }
    }

    /// A solver without clauses. Build it in the thread that uses it.
    pub fn solver(self, mode: Mode) -> Box<dyn Solver> {
        match self {
            Self::Varisat(settings) => Box::new(Varisat::with_settings(mode, settings)),
            Self::Batsat => Box::new(Batsat::new()),
        }
    }
}

impl Settings {
    fn set(&mut self, part: &str) -> Option<()> {
        let (key, value) = part.split_once('=')?;
        let decay = || {
            let value: f32 = value.parse().ok()?;
            (0.5..1.0).contains(&value).then_some(value)
        };
        match key {
            "decay" => self.decay = Some(decay()?),
            "clause-decay" => self.clause_decay = Some(decay()?),
            "restart" => {
                self.restart = Some(value.parse().ok().filter(|&scale| scale >= 1)?);
            }
            _ => return None,
        }
        Some(())
    }
}

impl fmt::Display for Embedded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Varisat(settings) = self else {
            return f.write_str("batsat");
        };
        f.write_str("varisat")?;
        if let Some(decay) = settings.decay {
            write!(f, "/decay={decay}")?;
        }
        if let Some(decay) = settings.clause_decay {
            write!(f, "/clause-decay={decay}")?;
        }
        if let Some(scale) = settings.restart {
            write!(f, "/restart={scale}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_bad_settings_are_none() {
        for name in [
            "varisat",
            "batsat",
            "varisat/decay=0.9/clause-decay=0.99/restart=64",
        ] {
            let solver = Embedded::parse(name).expect("a solver");
            assert_eq!(solver.to_string(), name);
        }
        for bad in [
            "",
            "minisat",
            "batsat/restart=3",
            "varisat/",
            "varisat/restart=0",
            "varisat/decay=1",
            "varisat/decay=NaN",
            "varisat/luck=1",
        ] {
            assert_eq!(Embedded::parse(bad), None, "{bad}");
        }
    }
}
