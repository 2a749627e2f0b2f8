//! The formula of an instance as text: comments, header and clauses; with cubes in iCNF, or in one CNF each.
//! Source of iCNF: Wieringa, "Incremental CNF", as read by incremental solvers and `CaDiCaL`.

use std::fs::File;
use std::io::Write;

use anyhow::Context;
use clap::ValueEnum;
use queensat::amo::Auxiliaries;
use queensat::board::LineKind;
use queensat::cnf::dimacs::Writer;
use queensat::cnf::{ClauseSink, Lit, Size};
use queensat::control::{Control, Stopped};
use queensat::cubes::cubes;
use queensat::encode::{EncodeError, Encoding, Numbering, encode};
use queensat::problem::Problem;
use queensat::problem::reduce::Residual;

use super::folder::Folder;
use super::note;
use super::output::Output;

/// How the squares' variables are marked.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Projection {
    /// No line
    None,
    /// `c p show`: Model Counting Competition (Ganak, d4, GPMC)
    Show,
    /// `c ind`: cryptominisat, ApproxMC
    Ind,
    /// `c project`: clasp with --parse-ext --project
    Clasp,
}

/// What is written, wherever to.
pub(super) struct Formula<'a> {
    pub(super) problem: &'a Problem,
    pub(super) residual: &'a Residual,
    pub(super) encoding: &'a Encoding,
    /// Its size as predicted.
    pub(super) size: Size,
    pub(super) projection: Projection,
    pub(super) control: &'a Control,
}

/// Where it goes.
pub(super) enum Target {
    /// One file.
    File(Output),
    /// A file for each cube.
    Folder(Folder),
}

/// What follows the formula's clauses.
enum Rest<'a> {
    Nothing,
    /// Every cube, which makes it iCNF.
    Cubes(&'a [Vec<Lit>]),
    /// The literals of one cube as unit clauses, and what to call it.
    Units(&'a [Lit], String),
}

/// At least `wanted` cubes if there are so many, as literals of the queens in the numbering of `residual`; or why the
/// control stopped it.
pub(super) fn cut(
    problem: &Problem,
    residual: &Residual,
    wanted: usize,
    quiet: bool,
    control: &Control,
) -> anyhow::Result<Result<Vec<Vec<Lit>>, Stopped>> {
    let numbering = Numbering::new(residual);
    let cubes = match cubes(&Residual::new(problem)?, wanted, control) {
        Ok(cubes) => cubes,
        Err(stopped) => return Ok(Err(stopped)),
    };
    match cubes.len() {
        0 => note(
            quiet,
            "note: unsatisfiable: cutting leaves no cube that has a square for every queen",
        ),
        found if found < wanted => note(
            quiet,
            format_args!("note: {found} cubes: no cube places more than half of the queens"),
        ),
        _ => {}
    }
    let literals = cubes.iter().map(|cube| numbering.cube(cube));
    Ok(Ok(literals.collect()))
}

impl Formula<'_> {
    /// Writes all and hands the target back, or nothing if it was interrupted.
    pub(super) fn write_to(
        &self,
        target: Target,
        cubes: Option<&[Vec<Lit>]>,
    ) -> anyhow::Result<Option<Target>> {
        match target {
            Target::File(output) => {
                let rest = cubes.map_or(Rest::Nothing, Rest::Cubes);
                Ok(self.write(output, &rest)?.map(Target::File))
            }
            Target::Folder(folder) => {
                let cubes = cubes.unwrap_or_default();
                let width = cubes.len().to_string().len();
                for (number, cube) in (1..).zip(cubes) {
                    let name = format!("cube-{number:0width$}.cnf");
                    let rest = Rest::Units(cube, format!("cube {number} of {}", cubes.len()));
                    let written = File::create(folder.partial().join(&name))
                        .map_err(anyhow::Error::from)
                        .and_then(|file| self.write(file, &rest));
                    if written.with_context(|| folder.target(&name))?.is_none() {
                        return Ok(None);
                    }
                }
                Ok(Some(Target::Folder(folder)))
            }
        }
    }

    /// One file.
    fn write<W: Write>(&self, out: W, rest: &Rest<'_>) -> anyhow::Result<Option<W>> {
        let mut writer = Writer::new(out);
        describe(&mut writer, self.problem, self.residual, self.encoding);
        match rest {
            Rest::Nothing => writer.header(self.size),
            Rest::Cubes(_) => writer.incremental_header(),
            Rest::Units(cube, name) => {
                writer.comment(name);
                let mut size = self.size;
                size += Size::clause(1) * cube.len() as u64;
                writer.header(size);
            }
        }
        self.project(&mut writer);
        match encode(self.residual, self.encoding, &mut writer, self.control) {
            Ok(()) | Err(EncodeError::SinkFailed) => {}
            Err(EncodeError::Stopped(Stopped::Cancelled)) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
        match rest {
            Rest::Nothing => {}
            Rest::Cubes(cubes) => cubes.iter().for_each(|cube| writer.cube(cube)),
            Rest::Units(cube, _) => cube
                .iter()
                .for_each(|&literal| writer.add_clause(&[literal])),
        }
        Ok(Some(writer.finish()?))
    }

    fn project<W: Write>(&self, writer: &mut Writer<W>) {
        let squares = Numbering::new(self.residual).len();
        let last = u32::try_from(squares).expect("the size was predicted within the limit");
        match self.projection {
            Projection::None => {}
            Projection::Show => writer.projection("c p show", last),
            Projection::Ind => writer.projection("c ind", last),
            Projection::Clasp => writer.projection("c project", last),
        }
    }
}

/// The comments from which a person, or `decode`, knows what the file is.
fn describe<W: Write>(
    writer: &mut Writer<W>,
    problem: &Problem,
    residual: &Residual,
    encoding: &Encoding,
) {
    let board = problem.board();
    writer.comment(&format!(
        "queensat {}: N-Queens on a board of {} by {}",
        env!("CARGO_PKG_VERSION"),
        board.rows(),
        board.columns()
    ));
    let auxiliaries = match encoding.auxiliaries {
        Auxiliaries::Determined => "determined",
        Auxiliaries::Free => "free",
    };
    let [rows, columns, diagonals] =
        [LineKind::Row, LineKind::Column, LineKind::Diagonal].map(|kind| encoding.amo(kind).name());
    writer.comment(&format!("at most one: rows {rows}, columns {columns}, diagonals {diagonals}; auxiliary variables {auxiliaries}"));
    writer.comment(
        "names are x_ROW_COLUMN, rows and columns from 0; variables without a name are auxiliary",
    );
    writer.comment(&format!("board {} {}", board.rows(), board.columns()));
    for queen in problem.queens() {
        writer.comment(&format!("queen {} {}", queen.row, queen.column));
    }
    for (literal, square) in Numbering::new(residual).iter() {
        writer.varname(literal, &format!("x_{}_{}", square.row, square.column));
    }
}
