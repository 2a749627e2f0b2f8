//! A folder of results: its files appear together and whole, or not at all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use tempfile::TempDir;

use super::output::{PARTIAL, Unfinished, check_folder};

/// A folder to be filled. Call [`finish`](Folder::finish), or nothing of it is left.
pub(super) struct Folder {
    path: PathBuf,
    /// Where the files are made, inside it, so that moving them is renaming.
    partial: Option<TempDir>,
    /// Whether the folder itself was made here and has nothing in it yet.
    made: bool,
}

impl Folder {
    /// Makes the folder unless it is there; then it must be empty.
    pub(super) fn new(path: &Path) -> anyhow::Result<Self> {
        let name = path.display();
        ensure!(path != Path::new("-"), "expected a folder, found -");
        check_folder(path.parent())
            .with_context(|| format!("{name}: the folder cannot be made"))?;
        let made = match fs::read_dir(path) {
            Ok(mut entries) => {
                ensure!(
                    entries.next().is_none(),
                    "{name}: expected an empty folder, or a name that is free, found a folder with files in it"
                );
                false
            }
            Err(fault) if fault.kind() == io::ErrorKind::NotFound => {
                fs::create_dir(path)
                    .with_context(|| format!("{name}: the folder cannot be made"))?;
                Unfinished::Empty(path.to_owned()).remember();
                true
            }
            Err(fault) => {
                return Err(fault).with_context(|| format!("{name}: expected a folder"));
            }
        };
        let mut folder = Self {
            path: path.to_owned(),
            partial: None,
            made,
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(PARTIAL.0).suffix(PARTIAL.1);
        // The error's own text would name the temporary folder, which nobody asked for.
        let partial = builder
            .tempdir_in(path)
            .map_err(|fault| io::Error::from(fault.kind()))
            .with_context(|| format!("{name}: the folder cannot be written to"))?;
        Unfinished::Folder(partial.path().to_owned()).remember();
        folder.partial = Some(partial);
        Ok(folder)
    }

    /// Where to make the files.
    pub(super) fn partial(&self) -> &Path {
        self.partial.as_ref().map_or(&self.path, TempDir::path)
    }

    /// Where a file will be in the end.
    pub(super) fn target(&self, name: &str) -> String {
        self.path.join(name).display().to_string()
    }

    /// Moves the files to where they belong.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        for entry in fs::read_dir(self.partial())? {
            let entry = entry?;
            let target = self.path.join(entry.file_name());
            fs::rename(entry.path(), &target).with_context(|| target.display().to_string())?;
            self.made = false;
        }
        Ok(())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.partial = None;
        if self.made {
            // It is empty again, or somebody else has put something there.
            let _ = fs::remove_dir(&self.path);
        }
    }
}
