//! Files that a killed process has left in the store.

use std::fs::{self, DirEntry};
use std::io;
use std::path::Path;
use std::time::Duration;

/// Time without a write after which a file that was not completed may be one that a killed process has left.
const QUIET: Duration = Duration::from_secs(60);

/// Removes files that were not completed, which the store does not list, and empty folders, if they have not changed for `age`: other
/// processes may share the folder. Returns the bytes of other such files that have not changed for a minute.
pub(crate) fn remove_incomplete(folder: &Path, age: Duration) -> io::Result<u64> {
    let mut left = 0;
    for entry in fs::read_dir(folder)? {
        left += unless_missing(entry.and_then(|entry| remove_entry(&entry, age)))?;
    }
    Ok(left)
}

fn remove_entry(entry: &DirEntry, age: Duration) -> io::Result<u64> {
    let (path, metadata) = (entry.path(), entry.metadata()?);
    // What was changed in the future is young.
    let since = metadata.modified()?.elapsed().unwrap_or_default();
    if metadata.is_dir() {
        let left = remove_incomplete(&path, age)?;
        if since >= age {
            // Fails if the folder is not empty.
            let _ = fs::remove_dir(&path);
        }
        return Ok(left);
    }
    if !entry.file_name().to_str().is_some_and(is_incomplete) {
        return Ok(0);
    }
    if since >= age {
        fs::remove_file(&path)?;
        return Ok(0);
    }
    Ok(if since >= QUIET { metadata.len() } else { 0 })
}

/// Another process may have removed a file meanwhile.
fn unless_missing(result: io::Result<u64>) -> io::Result<u64> {
    result.or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(0) } else { Err(error) })
}

/// Returns whether `LocalFileSystem` gives this name to a file that is being written: the name of the object, `#` and a number.
fn is_incomplete(name: &str) -> bool {
    let number = name.split_once('#').map(|(_, number)| number);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use object_store::local::LocalFileSystem;
    use object_store::path::Path as ObjectPath;
    use object_store::{ObjectStoreExt, PutPayload};

    use super::*;

    #[tokio::test]
    async fn incomplete_upload_is_removed_and_complete_one_stays() {
        let folder = tempfile::tempdir().expect("temporary directory");
        let store = LocalFileSystem::new_with_prefix(folder.path()).expect("a store");
        let bytes = || PutPayload::from_bytes(Bytes::from_static(b"1..."));
        store.put(&ObjectPath::from("uploads/complete"), bytes()).await.expect("written");
        let mut upload = store.put_multipart(&ObjectPath::from("uploads/begun")).await.expect("begun");
        upload.put_part(bytes()).await.expect("written");
        std::mem::forget(upload);
        let names = || {
            let entries = fs::read_dir(folder.path().join("uploads")).expect("a folder");
            entries.map(|entry| entry.expect("an entry").file_name()).collect::<Vec<_>>()
        };
        assert_eq!(names().len(), 2);
        fs::create_dir_all(folder.path().join("jobs/empty")).expect("a folder");
        let begun = names().into_iter().find(|name| name != "complete").expect("a file");
        let hour = Duration::from_secs(3600);
        assert_eq!(remove_incomplete(folder.path(), hour).expect("nothing removed"), 0);
        assert_eq!(names().len(), 2, "another process may write it");
        let file =
            fs::File::options().write(true).open(folder.path().join("uploads").join(begun)).expect("a file");
        let now = file.metadata().and_then(|file| file.modified()).expect("a time");
        file.set_modified(now - 2 * QUIET).expect("an old file");
        assert_eq!(remove_incomplete(folder.path(), hour).expect("nothing removed"), 4);
        assert_eq!(names().len(), 2);
        assert!(folder.path().join("jobs/empty").exists());
        assert_eq!(remove_incomplete(folder.path(), Duration::ZERO).expect("removed"), 0);
        assert_eq!(names(), ["complete"]);
        assert!(!folder.path().join("jobs").exists());
    }
}
