//! `count --certificate`: a folder by which anyone can check the count.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use queensat::certificate::{CertificateError, certify, proof_name};
use queensat::control::{Control, Stopped};
use queensat::encode::Encoding;
use queensat::engine::Engine;
use queensat::problem::Problem;
use queensat::sat::varisat::Format;

use super::folder::Folder;
use super::note_command;
use super::proof::check_command;

/// Whether and how a count is certified.
#[derive(Args)]
pub(super) struct CertificateOptions {
    /// Certify the count in this folder, new or empty: the solutions, the formula, the same with a clause that
    /// blocks each solution, and a proof that nothing is left; `--amo` and so on choose the formula's encoding
    #[arg(long, value_name = "DIR", conflicts_with_all = ["unique", "classes", "limit"])]
    certificate: Option<PathBuf>,
    /// The format of the proof: drat or binary-drat (for drat-trim), lrat (lrat-check), varisat
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "drat",
        requires = "certificate"
    )]
    proof_format: Format,
}

/// A certificate to be. Call [`finish`](Certificate::finish), or nothing of it is left.
pub(super) struct Certificate {
    folder: Folder,
    format: Format,
    encoding: Encoding,
}

impl CertificateOptions {
    pub(super) fn is_given(&self) -> bool {
        self.certificate.is_some()
    }

    /// The certificate over a formula in this encoding, its folder made, if one is asked for.
    pub(super) fn open(&self, encoding: Encoding) -> anyhow::Result<Option<Certificate>> {
        let folder = self.certificate.as_deref().map(Folder::new).transpose()?;
        Ok(folder.map(|folder| Certificate {
            folder,
            format: self.proof_format,
            encoding,
        }))
    }
}

impl Certificate {
    /// The number of solutions, all of it certified, or why that was stopped.
    pub(super) fn count(
        &self,
        engine: &dyn Engine,
        problem: &Problem,
        control: &Control,
    ) -> anyhow::Result<Result<u64, Stopped>> {
        let (folder, encoding) = (self.folder.partial(), &self.encoding);
        match certify(problem, engine, encoding, self.format, folder, control) {
            Ok(solutions) => Ok(Ok(solutions)),
            Err(CertificateError::Stopped(stopped)) => Ok(Err(stopped)),
            // By the name that the file would have had.
            Err(CertificateError::Write { path, source }) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                bail!("{} cannot be written: {source}", self.folder.target(&name))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Puts the files in their place and says how to check the proof.
    pub(super) fn finish(self, quiet: bool) -> anyhow::Result<()> {
        let formula = self.folder.target("blocked.cnf");
        let proof = self.folder.target(proof_name(self.format));
        self.folder.finish()?;
        let check = check_command(self.format, &formula, &proof);
        note_command(
            quiet,
            format_args!("note: to check that no solution is left: {check}"),
        );
        Ok(())
    }
}
