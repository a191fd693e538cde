//! Destination of answers: standard output, or a file that exists only when it is complete.

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

/// Destination of answers.
pub(super) enum Output {
    Stdout,
    File(OutputFile),
}

impl Output {
    /// Writes bytes.
    pub(super) fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Stdout => stdout().write_all(bytes),
            Self::File(file) => file.writer.write_all(bytes),
        }
    }

    /// Ends the output. A file that `is_complete` gets its name, any other is removed.
    pub(super) fn finish(self, is_complete: bool) -> io::Result<()> {
        match self {
            Self::Stdout => stdout().flush(),
            Self::File(file) if is_complete => file.finish(),
            Self::File(_) => Ok(()),
        }
    }
}

/// File that is written under another name, and removed unless it is finished.
pub(super) struct OutputFile {
    writer: BufWriter<File>,
    temporary: PathBuf,
    path: PathBuf,
}

impl OutputFile {
    /// Creates the file `name` in a folder, and the folder.
    pub(super) fn create(folder: &Path, name: &str) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        // Two machines may write the same file.
        let random = RandomState::new().hash_one(std::process::id());
        let temporary = folder.join(format!(".{name}.{random:016x}"));
        let writer = BufWriter::new(File::create_new(&temporary)?);
        Ok(Self { writer, temporary, path: folder.join(name) })
    }

    /// Writes all of the file, and finishes it.
    pub(super) fn write_whole(mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes)?;
        self.finish()
    }

    fn finish(mut self) -> io::Result<()> {
        self.writer.flush()?;
        self.writer.get_ref().sync_all()?;
        fs::rename(&self.temporary, &self.path)
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        // After `finish`, there is no such file.
        let _ = fs::remove_file(&self.temporary);
    }
}
