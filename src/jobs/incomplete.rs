//! Files that a killed process has left in the store.

use std::path::Path;
use std::time::Duration;
use std::{fs, io};

/// Removes files that were not completed, which the store does not list, and that were not written to for `age`: other processes may
/// share the folder.
pub(super) fn remove_incomplete(folder: &Path, age: Duration) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            unless_missing(remove_incomplete(&entry.path(), age))?;
        } else if entry.file_name().to_str().is_some_and(is_incomplete) {
            unless_missing(entry.metadata().and_then(|file| file.modified()).and_then(|modified| {
                // A file of the future is young.
                let is_old = modified.elapsed().is_ok_and(|since| since >= age);
                if is_old { fs::remove_file(entry.path()) } else { Ok(()) }
            }))?;
        }
    }
    Ok(())
}

/// Another process may have removed a file meanwhile.
fn unless_missing(result: io::Result<()>) -> io::Result<()> {
    result.or_else(|error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

/// Returns whether `LocalFileSystem` gives this name to a file that is being written: that of the object, `#` and a number.
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
        remove_incomplete(folder.path(), Duration::from_secs(3600)).expect("nothing removed");
        assert_eq!(names().len(), 2, "another process may write it");
        remove_incomplete(folder.path(), Duration::ZERO).expect("removed");
        assert_eq!(names(), ["complete"]);
    }
}
