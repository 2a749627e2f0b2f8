//! Where results go: standard output, or a file that appears whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::{NamedTempFile, TempPath};

/// A target for bytes. Call [`finish`](Output::finish), or a file never appears under its name.
pub(super) struct Output {
    sink: Sink,
    /// The temporary file and the name it will get.
    pending: Option<(TempPath, PathBuf)>,
}

enum Sink {
    Plain(Box<dyn Write>),
    Gzip(GzEncoder<Box<dyn Write>>),
}

impl Output {
    /// Standard output, or the file; `.gz` compresses.
    ///
    /// A regular file is written beside its target and renamed at the end. A device or a pipe, which must not be
    /// replaced, is written directly.
    pub(super) fn new(path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path else {
            return Ok(Self {
                sink: Sink::Plain(Box::new(io::stdout())),
                pending: None,
            });
        };
        let context = || format!("{}: the file cannot be written", path.display());
        let (file, pending): (File, _) = match fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() => (
                File::options()
                    .write(true)
                    .open(path)
                    .with_context(context)?,
                None,
            ),
            metadata => {
                // A link keeps pointing where it did: the file it leads to is the one replaced.
                let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
                let temporary = beside(&target, metadata.ok()).with_context(context)?;
                let (file, temporary) = temporary.into_parts();
                (file, Some((temporary, target)))
            }
        };
        let sink = if path.extension().is_some_and(|extension| extension == "gz") {
            Sink::Gzip(GzEncoder::new(Box::new(file), Compression::default()))
        } else {
            Sink::Plain(Box::new(file))
        };
        Ok(Self { sink, pending })
    }

    /// Ends the stream and gives the file its name.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        let mut file = match self.sink {
            Sink::Plain(file) => file,
            Sink::Gzip(encoder) => encoder.finish()?,
        };
        file.flush()?;
        drop(file);
        if let Some((temporary, target)) = self.pending {
            temporary
                .persist(&target)
                .with_context(|| target.display().to_string())?;
        }
        Ok(())
    }
}

/// A temporary file in the target's folder, with the permissions that the target has or would get.
fn beside(target: &Path, existing: Option<fs::Metadata>) -> io::Result<NamedTempFile> {
    let folder = target
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".queensat-").suffix(".partial");
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
        match &mut self.sink {
            Sink::Plain(sink) => sink.write(bytes),
            Sink::Gzip(sink) => sink.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Plain(sink) => sink.flush(),
            Sink::Gzip(sink) => sink.flush(),
        }
    }
}

/// Writes a whole text to standard output or to a file.
pub(super) fn write_text(path: Option<&Path>, text: &str) -> anyhow::Result<()> {
    let mut output = Output::new(path)?;
    output.write_all(text.as_bytes())?;
    output.finish()
}
