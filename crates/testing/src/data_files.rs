//! Extra data files to measure, named by `QUADRILLE_BENCH_DATA`.
#![expect(clippy::expect_used, reason = "a bench fails by a panic")]

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// Environment variable with the path of a file or folder.
const VARIABLE: &str = "QUADRILLE_BENCH_DATA";

/// A data file, displayed by its name.
pub struct DataFile(PathBuf);

impl DataFile {
    pub fn read(&self) -> String {
        fs::read_to_string(&self.0).expect("the data file is readable")
    }
}

impl fmt::Display for DataFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.file_stem().unwrap_or_default().display())
    }
}

/// The files with this extension at `QUADRILLE_BENCH_DATA`, subfolders included.
#[expect(clippy::disallowed_methods, reason = "the only setting of a bench")]
pub fn data_files(extension: &str) -> Vec<DataFile> {
    let mut files = Vec::new();
    if let Some(path) = std::env::var_os(VARIABLE) {
        collect(Path::new(&path), extension, &mut files);
        files.sort();
    }
    files.into_iter().map(DataFile).collect()
}

fn collect(path: &Path, extension: &str, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("the data folder is readable") {
            collect(&entry.expect("the data folder is readable").path(), extension, files);
        }
    } else if path.extension().is_some_and(|found| found == extension) {
        assert!(path.exists(), "{VARIABLE}: {} does not exist", path.display());
        files.push(path.to_owned());
    }
}
