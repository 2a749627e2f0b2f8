//! Where results go: standard output, or a file that appears whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::Context;
use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::{NamedTempFile, TempPath};

/// The temporary files and folders of this process, for an end that runs no destructor.
static UNFINISHED: Mutex<Vec<Unfinished>> = Mutex::new(Vec::new());

/// What is to go if the process ends early.
pub(super) enum Unfinished {
    /// A file.
    File(PathBuf),
    /// A folder with all that is in it.
    Folder(PathBuf),
    /// A folder that was made for results, if there are none.
    Empty(PathBuf),
}

impl Unfinished {
    /// Removes it in [`remove_unfinished`].
    pub(super) fn remember(self) {
        if let Ok(mut all) = UNFINISHED.lock() {
            all.push(self);
        }
    }
}

/// What is said of a run that was stopped while a file or folder waited for the rest of its answer.
pub(super) const NO_FILE: &str = "no file written since it would be partial";

/// Whether a file or folder waits for its end.
pub(super) fn is_unfinished() -> bool {
    UNFINISHED.lock().is_ok_and(|all| {
        all.iter().any(|unfinished| match unfinished {
            Unfinished::File(path) | Unfinished::Folder(path) => path.exists(),
            Unfinished::Empty(_) => false,
        })
    })
}

/// Removes what is unfinished, the latest first; for use right before the process exits.
pub(super) fn remove_unfinished() {
    if let Ok(all) = UNFINISHED.lock() {
        for unfinished in all.iter().rev() {
            // Those that were given their name are no longer there.
            let _ = match unfinished {
                Unfinished::File(path) => fs::remove_file(path),
                Unfinished::Folder(path) => fs::remove_dir_all(path),
                Unfinished::Empty(path) => fs::remove_dir(path),
            };
        }
    }
}

/// A target for bytes. Call [`finish`](Output::finish), or a file never appears under its name.
pub(super) struct Output {
    sink: Sink,
    /// What errors call it.
    name: String,
    /// The temporary file and the name it will get.
    pending: Option<(TempPath, PathBuf)>,
}

enum Sink {
    Plain(Box<dyn Write>),
    Gzip(GzEncoder<Box<dyn Write>>),
}

impl Output {
    /// Standard output (no path, or `-`), or the file; `.gz` compresses.
    ///
    /// A regular file is written beside its target and renamed at the end. A device or a pipe, which must not be
    /// replaced, is written directly.
    pub(super) fn new(path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path.filter(|&path| path != Path::new("-")) else {
            let sink = Sink::Plain(Box::new(io::stdout()));
            return Ok(Self {
                sink,
                name: "standard output".to_owned(),
                pending: None,
            });
        };
        let name = path.display().to_string();
        let (file, pending) =
            open(path).with_context(|| format!("{name}: the file cannot be written"))?;
        let sink = if path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("gz"))
        {
            Sink::Gzip(GzEncoder::new(Box::new(file), Compression::default()))
        } else {
            Sink::Plain(Box::new(file))
        };
        Ok(Self {
            sink,
            name,
            pending,
        })
    }

    /// Whether this is a file that appears whole or not at all, which a partial answer must leave alone.
    pub(super) fn is_file(&self) -> bool {
        self.pending.is_some()
    }

    /// Writes a whole text and ends.
    pub(super) fn write_text(mut self, text: &str) -> anyhow::Result<()> {
        self.write_all(text.as_bytes())?;
        self.finish()
    }

    /// Ends the stream and gives the file its name.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        let name = self.name;
        let mut file = match self.sink {
            Sink::Plain(file) => file,
            Sink::Gzip(encoder) => encoder.finish().with_context(|| name.clone())?,
        };
        file.flush().with_context(|| name.clone())?;
        drop(file);
        if let Some((temporary, target)) = self.pending {
            temporary
                .persist(&target)
                .map_err(|fault| fault.error)
                .context(name)?;
        }
        Ok(())
    }

    /// An error of the target, with its name; the kind stays, by which a closed pipe is known.
    fn named(&self, fault: &io::Error) -> io::Error {
        io::Error::new(fault.kind(), format!("{}: {fault}", self.name))
    }
}

/// The file to write, and where it belongs in the end unless it is written directly.
fn open(path: &Path) -> io::Result<(File, Option<(TempPath, PathBuf)>)> {
    let existing = match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            let advice = format!(
                "it is a folder; name a file in it, as {}",
                path.join("NAME").display()
            );
            return Err(io::Error::new(io::ErrorKind::IsADirectory, advice));
        }
        Ok(metadata) if !metadata.is_file() => {
            return Ok((File::options().write(true).open(path)?, None));
        }
        Ok(metadata) if metadata.permissions().readonly() => {
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                "it is read-only",
            ));
        }
        Ok(metadata) => Some(metadata),
        Err(_) => None,
    };
    let target = behind_links(path)?;
    check_parent(&target)?;
    // The error's own text would name the temporary file, which nobody asked for.
    let temporary = beside(&target, existing).map_err(|fault| io::Error::from(fault.kind()))?;
    let (file, temporary) = temporary.into_parts();
    Unfinished::File(temporary.to_path_buf()).remember();
    Ok((file, Some((temporary, target))))
}

/// Whether there is a folder for a file of this name; a slash at its end makes it a folder's.
pub(super) fn check_parent(path: &Path) -> io::Result<()> {
    let names_folder = path.to_string_lossy().ends_with(std::path::is_separator);
    check_folder(if names_folder {
        Some(path)
    } else {
        path.parent()
    })
}

/// Whether a folder is there; the current one has no name, or an empty one.
pub(super) fn check_folder(folder: Option<&Path>) -> io::Result<()> {
    let Some(folder) = folder.filter(|folder| !folder.as_os_str().is_empty()) else {
        return Ok(());
    };
    let name = folder.display();
    let fault = match fs::metadata(folder) {
        Ok(metadata) if metadata.is_dir() => return Ok(()),
        Ok(_) => format!("{name} is a file, not a folder"),
        Err(fault)
            if matches!(
                fault.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            format!("the folder {name} does not exist")
        }
        Err(fault) => return Err(fault),
    };
    Err(io::Error::new(io::ErrorKind::NotFound, fault))
}

/// The file that a link leads to, whether it exists or not: links stay, files are replaced.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    /// As many as Linux follows.
    const MOST: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MOST {
        let Ok(next) = fs::read_link(&target) else {
            return Ok(target);
        };
        target = target
            .parent()
            .map_or(next.clone(), |folder| folder.join(&next));
    }
    Err(io::Error::other("too many links lead to each other"))
}

/// How the names of temporary files and folders begin and end.
pub(super) const PARTIAL: (&str, &str) = (".queensat-", ".partial");

/// A temporary file in the target's folder, with the permissions that the target has or would get.
fn beside(target: &Path, existing: Option<fs::Metadata>) -> io::Result<NamedTempFile> {
    let folder = target
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(PARTIAL.0).suffix(PARTIAL.1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let permissions = existing.map_or(fs::Permissions::from_mode(0o666), |metadata| {
            metadata.permissions()
        });
        builder.permissions(permissions);
    }
    #[cfg(not(unix))]
    drop(existing);
    builder.tempfile_in(folder.unwrap_or(Path::new(".")))
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.sink {
            Sink::Plain(sink) => sink.write(bytes),
            Sink::Gzip(sink) => sink.write(bytes),
        };
        written.map_err(|fault| self.named(&fault))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match &mut self.sink {
            Sink::Plain(sink) => sink.flush(),
            Sink::Gzip(sink) => sink.flush(),
        };
        flushed.map_err(|fault| self.named(&fault))
    }
}

/// Writes a whole text to standard output or to a file.
pub(super) fn write_text(path: Option<&Path>, text: &str) -> anyhow::Result<()> {
    Output::new(path)?.write_text(text)
}
