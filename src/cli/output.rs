//! Destination of answers: standard output, or a file that exists only when it is complete.

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, ErrorKind, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use parking_lot::{Mutex, MutexGuard};

/// Name of standard output as a file.
const STDOUT: &str = "-";

/// Files that are not finished.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes all files that are not finished, before the process ends. No further file is begun as long as the guard lives.
pub(super) fn remove_unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    let mut unfinished = UNFINISHED.lock();
    for file in unfinished.drain(..) {
        // Another thread may have finished it.
        let _ = fs::remove_file(file);
    }
    unfinished
}

/// Destination of answers.
pub(super) enum Output {
    Stdout,
    File(OutputFile),
    /// A pipe or a device, which cannot be replaced.
    Special(File),
}

impl Output {
    /// Opens a file, or standard output without one or for `-`. A regular file is replaced when the output is finished.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn open(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path.filter(|path| *path != Path::new(STDOUT)) else { return Ok(Self::Stdout) };
        let failed = || format!("cannot write {}", path.display());
        if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return File::options().write(true).open(path).map(Self::Special).with_context(failed);
        }
        OutputFile::create_at(path).map(Self::File).with_context(failed)
    }

    /// Writes bytes.
    pub(super) fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Stdout => stdout().write_all(bytes),
            Self::File(file) => file.writer.write_all(bytes),
            Self::Special(file) => file.write_all(bytes),
        }
    }

    /// Ends the output. A file that `is_complete` gets its name, any other is removed.
    pub(super) fn finish(self, is_complete: bool) -> io::Result<()> {
        match self {
            Self::Stdout => stdout().flush(),
            Self::File(file) if is_complete => file.finish(),
            Self::File(_) | Self::Special(_) => Ok(()),
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
        let mut unfinished = UNFINISHED.lock();
        let writer = BufWriter::new(File::create_new(&temporary)?);
        unfinished.push(temporary.clone());
        Ok(Self { writer, temporary, path: folder.join(name) })
    }

    /// Creates the file with this path, and its folder.
    pub(super) fn create_at(path: &Path) -> io::Result<Self> {
        let name = path.file_name().and_then(|name| name.to_str()).ok_or(ErrorKind::InvalidFilename)?;
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        Self::create(folder, name)
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
        UNFINISHED.lock().retain(|file| *file != self.temporary);
    }
}
