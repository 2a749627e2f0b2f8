//! A SAT solver outside this program: it gets the formula as a file, and every model it gives is checked.
//!
//! Each solution is blocked as in [`Blocking`](super::Blocking), but the program starts afresh every time, so
//! listing many solutions is slow unless it lists all models itself (`clasp -n 0`, `picosat --all`). Models
//! are verified in chess terms; "unsatisfiable" and counts are taken on trust. A process that the program moves to a
//! session of its own, as by `setsid`, is not ended with it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use crate::amo::Auxiliaries;
use crate::cnf::{ClauseSink, Lit, Model, Size};
use crate::control::{Control, Stopped};
use crate::encode::{EncodeError, Encoding, Numbering, encode, predict_within};
use crate::engine::{Effort, Engine, EngineError, Outcome, Visitor};
use crate::problem::Problem;
use crate::problem::reduce::Residual;
use crate::sat::command::CommandLine;
use crate::sat::external::{ExternalError, Program, Verdict};
use crate::solution::{Placement, verify};

/// An external program and the encoding of the formulas it gets.
pub struct External {
    program: Program,
    encoding: Encoding,
}

impl External {
    /// The name without command and encoding.
    pub const NAME: &'static str = "external";

    /// The program that `command` starts, on formulas in this encoding.
    pub fn new(command: CommandLine, encoding: Encoding) -> Self {
        Self {
            program: Program::new(command),
            encoding,
        }
    }

    /// Shows every solution, or takes the number from a program that counts if `counts`.
    fn run(
        &self,
        problem: &Problem,
        control: &Control,
        counts: bool,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome, EngineError> {
        let mut dialogue = Dialogue::new(self, problem, control)?;
        loop {
            let models = match dialogue.ask()? {
                Reply::Models(models) => models,
                Reply::End(stopped) => return Ok(dialogue.outcome(stopped)),
                Reply::Count(models) if counts && dialogue.found.is_empty() => {
                    return self.counted(models);
                }
                Reply::Count(_) => return Err(self.wrong("it counts models and gives none")),
            };
            dialogue.round += 1;
            for model in models {
                let Some(placement) = dialogue.accept(&model)? else {
                    continue;
                };
                control.report_solutions(dialogue.found.len() as u64);
                if visit(&placement).is_break() {
                    return Ok(dialogue.outcome(Some(Stopped::Limit)));
                }
            }
        }
    }

    fn counted(&self, solutions: u128) -> Result<Outcome, EngineError> {
        match self.encoding.auxiliaries {
            Auxiliaries::Determined => Ok(Outcome {
                solutions,
                stopped: None,
                effort: Effort::default(),
            }),
            Auxiliaries::Free => Err(EngineError::FreeAuxiliaries {
                engine: self.name(),
            }),
        }
    }

    fn wrong(&self, what: impl Into<String>) -> EngineError {
        EngineError::WrongAnswer {
            engine: self.name(),
            what: what.into(),
        }
    }
}

impl Engine for External {
    fn name(&self) -> String {
        let command = self.program.command();
        format!("{}:{command}+{}", Self::NAME, self.encoding.name())
    }

    fn is_external(&self) -> bool {
        true
    }

    fn encoding(&self) -> Option<&Encoding> {
        Some(&self.encoding)
    }

    /// Reducing, encoding and writing the file.
    fn prepare(&self, problem: &Problem, control: &Control) -> Result<bool, EngineError> {
        Dialogue::new(self, problem, control)?.prepare()?;
        Ok(true)
    }

    fn enumerate(
        &self,
        problem: &Problem,
        control: &Control,
        visit: &mut Visitor<'_>,
    ) -> Result<Outcome, EngineError> {
        self.run(problem, control, false, visit)
    }

    /// The number that a model counter says (`s mc N`, `c s exact arb int N`), else the number of
    /// solutions listed. Models are as many as solutions only where the auxiliary variables are
    /// determined; otherwise such a number is refused.
    fn count(&self, problem: &Problem, control: &Control) -> Result<Outcome, EngineError> {
        self.run(problem, control, true, &mut |_| ControlFlow::Continue(()))
    }

    fn find(
        &self,
        problem: &Problem,
        control: &Control,
    ) -> Result<(Option<Placement>, Outcome), EngineError> {
        let mut dialogue = Dialogue::new(self, problem, control)?;
        match dialogue.ask()? {
            Reply::Models(models) => {
                let placement = dialogue.accept(&models[0])?;
                Ok((placement, dialogue.outcome(None)))
            }
            Reply::End(stopped) => Ok((None, dialogue.outcome(stopped))),
            Reply::Count(_) => Err(self.wrong("it counts models and gives none")),
        }
    }
}

/// What the program says next.
enum Reply {
    /// One model at least.
    Models(Vec<Model>),
    /// No further one, or why it is not known whether there is one.
    End(Option<Stopped>),
    Count(u128),
}

/// The rounds of question and answer about one problem.
struct Dialogue<'a> {
    engine: &'a External,
    problem: &'a Problem,
    control: &'a Control,
    residual: Residual,
    size: Size,
    round: u32,
    /// The queens of each solution found, with the round; in an order that no hash decides.
    found: BTreeMap<Vec<Lit>, u32>,
    /// Those blocked in the last question.
    blocked: usize,
}

impl<'a> Dialogue<'a> {
    fn new(
        engine: &'a External,
        problem: &'a Problem,
        control: &'a Control,
    ) -> Result<Self, EngineError> {
        let residual = Residual::new(problem)?;
        let size = predict_within(&residual, &engine.encoding, Lit::MAX_VARIABLE);
        Ok(Self {
            engine,
            problem,
            control,
            size: size.map_err(EngineError::Encode)?,
            residual,
            round: 0,
            found: BTreeMap::new(),
            blocked: 0,
        })
    }

    /// Runs the program on the formula with every solution found so far blocked.
    fn ask(&mut self) -> Result<Reply, EngineError> {
        self.blocked = self.found.len();
        let program = &self.engine.program;
        let reply = program.run(self.size(), &mut |sink| self.fill(sink), self.control);
        match reply {
            Ok(Verdict::Models(models)) => Ok(Reply::Models(models)),
            Ok(Verdict::Unsatisfiable) => Ok(Reply::End(None)),
            Ok(Verdict::Unknown) => Ok(Reply::End(Some(Stopped::GaveUp))),
            Ok(Verdict::Count(models)) => Ok(Reply::Count(models)),
            Err(ExternalError::Stopped(stopped)) => Ok(Reply::End(Some(stopped))),
            Err(error) => Err(EngineError::External(error)),
        }
    }

    fn prepare(&self) -> Result<(), EngineError> {
        let program = &self.engine.program;
        match program.prepare(self.size(), &mut |sink| self.fill(sink)) {
            Ok(()) | Err(ExternalError::Stopped(_)) => Ok(()),
            Err(error) => Err(EngineError::External(error)),
        }
    }

    /// The size of the formula with its blocking clauses.
    fn size(&self) -> Size {
        let mut size = self.size;
        for queens in self.found.keys() {
            size += Size::clause(queens.len() as u64);
        }
        size
    }

    fn fill(&self, sink: &mut dyn ClauseSink) -> Result<(), EncodeError> {
        encode(&self.residual, &self.engine.encoding, sink, self.control)?;
        let mut blocking = Vec::new();
        for queens in self.found.keys() {
            blocking.clear();
            blocking.extend(queens.iter().map(|&queen| !queen));
            sink.add_clause(&blocking);
        }
        Ok(())
    }

    fn outcome(&self, stopped: Option<Stopped>) -> Outcome {
        let effort = Effort {
            models: Some(self.found.len() as u64),
            blocking_clauses: Some(self.blocked as u64),
            ..Effort::default()
        };
        Outcome {
            solutions: self.found.len() as u128,
            stopped,
            effort,
        }
    }

    /// The verified placement of a model of this round; `None` for one that differs from another of
    /// this round in auxiliary variables only.
    fn accept(&mut self, model: &Model) -> Result<Option<Placement>, EngineError> {
        let numbering = Numbering::new(&self.residual);
        let placement = numbering.decode(model);
        if let Err(violation) = verify(self.problem, &placement) {
            let what = format!("its model is no solution, since {violation}");
            return Err(self.engine.wrong(what));
        }
        match self.found.insert(numbering.queens(model), self.round) {
            None => Ok(Some(placement)),
            Some(round) if round == self.round => Ok(None),
            Some(_) => Err(self
                .engine
                .wrong("it gave a solution again that a clause blocks")),
        }
    }
}
