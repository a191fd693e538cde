//! The files to be measured besides the sets that the benches bring.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// The environment variable that names a file, or a folder of files.
const VARIABLE: &str = "QUADRILLE_BENCH_DATA";

/// A file of data, shown by its name.
pub(crate) struct DataFile(PathBuf);

impl DataFile {
    pub(crate) fn read(&self) -> String {
        fs::read_to_string(&self.0).expect("the file of data can be read")
    }
}

impl fmt::Display for DataFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.file_stem().unwrap_or_default().display())
    }
}

/// The files with this extension that `QUADRILLE_BENCH_DATA` names, in folders within the folder too.
#[expect(clippy::disallowed_methods, reason = "a bench has no other setting than where its data is")]
pub(crate) fn data_files(extension: &str) -> Vec<DataFile> {
    let mut files = Vec::new();
    if let Some(path) = std::env::var_os(VARIABLE) {
        collect(Path::new(&path), extension, &mut files);
        files.sort();
    }
    files.into_iter().map(DataFile).collect()
}

fn collect(path: &Path, extension: &str, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("the folder of data can be read") {
            collect(&entry.expect("the folder of data can be read").path(), extension, files);
        }
    } else if path.extension().is_some_and(|found| found == extension) {
        assert!(path.exists(), "{VARIABLE} names {}, which is not there", path.display());
        files.push(path.to_owned());
    }
}
