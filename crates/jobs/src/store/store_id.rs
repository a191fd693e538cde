//! Identity of the store: all processes that share a server must share the store, too.

use bytes::Bytes;
use uuid::Uuid;

use super::database::Database;
use super::objects::Objects;
use crate::error::JobError;
use crate::settings::JobStore;

/// Object with the id of the store.
const MARKER: &str = "store-id";

/// Maximum length of the object that is read.
const MARKER_BYTES_MAX: u64 = 100;

/// Compares the id of the store with that in the database. The first process that uses them sets both.
///
/// # Errors
/// [`JobError::OtherStore`] if they differ, such as a folder of another machine; or a failure of the database or the store.
pub(crate) async fn check_store(
    database: &Database,
    objects: &Objects,
    store: &JobStore,
) -> Result<(), JobError> {
    let mut transaction = database.create().await?;
    // One process at a time: the row exists, and its lock is held until the commit.
    sqlx::query("INSERT INTO facts (name, value) VALUES ('store', '') ON CONFLICT (name) DO UPDATE SET value = facts.value")
        .execute(&mut *transaction)
        .await?;
    let expected: String = sqlx::query_scalar("SELECT value FROM facts WHERE name = 'store'")
        .fetch_one(&mut *transaction)
        .await?;
    let found = read_marker(objects).await?;
    if expected.is_empty() {
        let id = match found {
            Some(id) => id,
            None => {
                let id = Uuid::new_v4().simple().to_string();
                objects.put(MARKER, Bytes::from(id.clone())).await?;
                id
            }
        };
        sqlx::query("UPDATE facts SET value = $1 WHERE name = 'store'")
            .bind(id)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        return Ok(());
    }
    if found.as_ref() == Some(&expected) { Ok(()) } else { Err(JobError::OtherStore(store.to_string())) }
}

/// Reads the id of the store; `None` if it has none.
async fn read_marker(objects: &Objects) -> Result<Option<String>, JobError> {
    match objects.get(MARKER, 0..MARKER_BYTES_MAX).await {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned())),
        Err(JobError::Store(object_store::Error::NotFound { .. })) => Ok(None),
        Err(error) => Err(error),
    }
}
