//! Uploads: inputs that were sent before their job.

use std::time::Duration;

use crate::bounds::{JobBounds, millis};
use crate::error::JobError;
use crate::id::JobId;
use crate::spec::InputContent;
use crate::state::statement;
use crate::store::{CALL, Database, lock_client, readable, unnamed};

/// Time after its last reservation at which an upload is removed that was not completed: its process has died.
const INCOMPLETE: Duration = Duration::from_secs(3600);

/// Upload of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UploadInfo {
    /// Its id.
    pub id: JobId,
    /// How it is written.
    pub content: InputContent,
    /// Its length in bytes.
    pub bytes: u64,
    /// Its removal if no job uses it, in milliseconds since 1970.
    pub expires_at: i64,
}

/// Table of uploads.
#[derive(Clone, Debug)]
pub(crate) struct UploadTable {
    database: Database,
    bounds: JobBounds,
}

impl UploadTable {
    pub(crate) fn new(database: Database, bounds: JobBounds) -> Self {
        Self { database, bounds }
    }

    /// Reserves at least `needed` bytes for an upload that is about to write them. Returns their number.
    pub(crate) async fn reserve(&self, id: JobId, client: &str, needed: u64) -> Result<u64, JobError> {
        self.database.repeated(CALL, move || self.reserve_once(id, client, needed)).await
    }

    async fn reserve_once(&self, id: JobId, client: &str, needed: u64) -> Result<u64, JobError> {
        let mut transaction = self.database.write_relaxed().await?;
        lock_client(&mut transaction, client).await?;
        let granted = self
            .database
            .stored(&mut transaction, client, &self.bounds)
            .await?
            .grant(needed, &self.bounds)?;
        let now = self.database.clock().now(&mut transaction).await?;
        sqlx::query(
            "INSERT INTO uploads (id, client, bytes, expires_at, is_complete) VALUES ($1, $2, $3, $4, 0)
            ON CONFLICT (id) DO UPDATE SET bytes = uploads.bytes + $3, expires_at = $4",
        )
        .bind(id.to_string())
        .bind(client)
        .bind(granted as i64)
        .bind(now.saturating_add(millis(INCOMPLETE)))
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(granted)
    }

    /// Removes an upload that was not completed.
    pub(crate) async fn abort(&self, id: JobId) -> Result<(), JobError> {
        self.database.repeated(CALL, move || self.abort_once(id)).await
    }

    async fn abort_once(&self, id: JobId) -> Result<(), JobError> {
        let mut transaction = self.database.write_relaxed().await?;
        sqlx::query("DELETE FROM uploads WHERE id = $1 AND is_complete = 0")
            .bind(id.to_string())
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Records an upload whose object exists.
    pub(crate) async fn create(
        &self,
        id: JobId,
        client: &str,
        content: InputContent,
        bytes: u64,
    ) -> Result<UploadInfo, JobError> {
        let create = move || self.create_once(id, client, content, bytes);
        self.database.repeated(CALL, create).await
    }

    async fn create_once(
        &self,
        id: JobId,
        client: &str,
        content: InputContent,
        bytes: u64,
    ) -> Result<UploadInfo, JobError> {
        let mut transaction = self.database.create().await?;
        lock_client(&mut transaction, client).await?;
        let reserved: Option<i64> = sqlx::query_scalar("SELECT bytes FROM uploads WHERE id = $1")
            .bind(id.to_string())
            .fetch_optional(&mut *transaction)
            .await?;
        let further = bytes.saturating_sub(reserved.unwrap_or(0) as u64);
        self.database.stored(&mut transaction, client, &self.bounds).await?.check(further, &self.bounds)?;
        let now = self.database.clock().now(&mut transaction).await?;
        let expires_at = now.saturating_add(millis(self.bounds.upload_ttl));
        sqlx::query(
            "INSERT INTO uploads (id, client, content, bytes, expires_at)
            VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (id) DO UPDATE SET content = $3, bytes = $4, expires_at = $5, is_complete = 1",
        )
        .bind(id.to_string())
        .bind(client)
        .bind(content.as_str())
        .bind(bytes as i64)
        .bind(expires_at)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(UploadInfo { id, content, bytes, expires_at })
    }

    /// Returns an upload. `client` restricts it to the uploads of a client.
    pub(crate) async fn find(&self, id: JobId, client: Option<&str>) -> Result<UploadInfo, JobError> {
        self.database.bounded(self.find_once(id, client)).await
    }

    async fn find_once(&self, id: JobId, client: Option<&str>) -> Result<UploadInfo, JobError> {
        let row: Option<(String, i64, i64)> = sqlx::query_as(
            "SELECT content, bytes, expires_at FROM uploads
            WHERE id = $1 AND is_complete = 1 AND ($2 IS NULL OR client = $2)",
        )
        .bind(id.to_string())
        .bind(client)
        .fetch_optional(&mut *self.database.read().await?)
        .await?;
        let (content, bytes, expires_at) = row.ok_or(JobError::NotFound)?;
        Ok(UploadInfo { id, content: InputContent::named(&content)?, bytes: bytes as u64, expires_at })
    }

    /// Removes uploads whose time has passed, unless the plan of a job is still to read them. `object` names the object of an
    /// upload. Returns the removed ones.
    pub(crate) async fn expire(&self, object: impl Fn(JobId) -> String) -> Result<Vec<JobId>, JobError> {
        let mut transaction = self.database.write().await?;
        let now = self.database.clock().now(&mut transaction).await?;
        let due = sqlx::query("SELECT id FROM uploads WHERE expires_at <= $1")
            .bind(now)
            .fetch_all(&mut *transaction)
            .await?;
        let mut removed = Vec::new();
        for row in due {
            let text: String = readable(&row, "id").unwrap_or_default();
            let Ok(id) = text.parse() else {
                // No one can name it.
                sqlx::query(unnamed!("DELETE FROM uploads WHERE ", "id"))
                    .bind(text)
                    .execute(&mut *transaction)
                    .await?;
                continue;
            };
            let user = sqlx::query(statement!(
                "SELECT jobs.id FROM jobs JOIN pieces ON pieces.job = jobs.id AND pieces.no = 0
                WHERE jobs.state < " { JobState::Succeeded } " AND jobs.input_ref = $1
                    AND pieces.state < " { PieceState::Done } " LIMIT 1"
            ))
            .bind(object(id))
            .fetch_optional(&mut *transaction)
            .await?;
            if user.is_none() {
                sqlx::query("DELETE FROM uploads WHERE id = $1")
                    .bind(text)
                    .execute(&mut *transaction)
                    .await?;
                removed.push(id);
            }
        }
        transaction.commit().await?;
        Ok(removed)
    }

    /// Returns which of these uploads do not exist.
    pub(crate) async fn missing(&self, ids: &[JobId]) -> Result<Vec<JobId>, JobError> {
        let mut transaction = self.database.read().await?;
        let mut missing = Vec::new();
        for &id in ids {
            let found = sqlx::query("SELECT bytes FROM uploads WHERE id = $1")
                .bind(id.to_string())
                .fetch_optional(&mut *transaction)
                .await?;
            if found.is_none() {
                missing.push(id);
            }
        }
        Ok(missing)
    }
}
