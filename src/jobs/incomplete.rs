//! Files that a killed process has left in the store.

use std::path::Path;
use std::{fs, io};

/// Removes files that were not completed, which the store does not list. One process works on a folder, and this one has not begun.
pub(super) fn remove_incomplete(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            remove_incomplete(&entry.path())?;
        } else if entry.file_name().to_str().is_some_and(is_incomplete) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
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
        remove_incomplete(folder.path()).expect("removed");
        assert_eq!(names(), ["complete"]);
    }
}
