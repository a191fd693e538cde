//! Stored bytes: the sums over jobs and uploads, their bounds, and the reservations of leased pieces.
//!
//! The row of each job has the bytes of its inputs, results and rows, and those that its leased pieces have reserved. A piece reserves
//! bytes before it writes them. A transaction that changes these numbers locks the job first.

use std::sync::Arc;

use parking_lot::Mutex;
use sqlx::AnyConnection;

use crate::bounds::JobBounds;
use crate::error::JobError;
use crate::id::JobId;
use crate::state::statement;

/// Bytes that a piece reserves at once, unless few are left.
pub(crate) const BLOCK_BYTES: u64 = 1 << 20;

/// Bytes below a bound from which pieces reserve only what they write, so that none waits for what another one does not need.
const NEAR_BYTES: u64 = 64 << 20;

/// Bytes of the row of a piece or a job besides its specification, with its entries in indexes.
pub(crate) const ROW_BYTES: u64 = 300;

/// Name of the fact with the bytes of objects that belong to nothing, as the last sweep has found them.
const ORPHANS: &str = "orphan_bytes";

/// Returns the reservations of pieces that satisfy a condition.
macro_rules! unreserve {
    ($($pieces:tt)+) => {
        [
            statement!(
                "UPDATE jobs SET bytes = bytes - COALESCE((
                    SELECT CAST(SUM(bytes - $2 - LENGTH(spec)) AS BIGINT) FROM pieces WHERE job = $1 AND "
                $($pieces)+
                "), 0) WHERE id = $1"
            ),
            statement!("UPDATE pieces SET bytes = $2 + LENGTH(spec) WHERE job = $1 AND " $($pieces)+),
        ]
    };
}

/// Number of reservations after which the bytes of all clients are read again, unless the bound is near.
const TOTAL_USES: u32 = 64;

/// More bytes than so many reservations have.
const TOTAL_NEAR_BYTES: u64 = 4 << 30;

/// Statement that sums the bytes of a client. More than the maximum of `jobs.stored_bytes_max`, 1 PiB, is damage.
pub(crate) const CLIENT_BYTES: &str =
    "SELECT CAST(COALESCE((SELECT SUM(bytes) FROM jobs WHERE client = $1 AND bytes > 0 AND bytes < 1125899906842625), 0)
        + COALESCE((SELECT SUM(bytes) FROM uploads WHERE client = $1 AND bytes > 0 AND bytes < 1125899906842625), 0) AS BIGINT)";

/// Bytes of all clients. Clones share them. Reading them takes a time that grows with the number of jobs.
#[derive(Clone, Debug, Default)]
pub(super) struct TotalBytes(Arc<Mutex<KnownTotal>>);

#[derive(Debug, Default)]
struct KnownTotal {
    bytes: u64,
    /// Number of further uses.
    uses: u32,
}

impl TotalBytes {
    /// Returns the bytes of all clients, and those that crashes have left; some reservations ago if they are far below the bound; 0
    /// without a bound.
    async fn read(&self, connection: &mut AnyConnection, bounds: &JobBounds) -> Result<u64, JobError> {
        let total_max = bounds.stored_bytes_total_max;
        if total_max == 0 {
            return Ok(0);
        }
        if let Some(bytes) = self.0.lock().used()
            && bytes.saturating_add(TOTAL_NEAR_BYTES) < total_max
        {
            return Ok(bytes);
        }
        let bytes = stored_by_all(connection).await?;
        *self.0.lock() = KnownTotal { bytes, uses: TOTAL_USES };
        Ok(bytes)
    }
}

impl KnownTotal {
    fn used(&mut self) -> Option<u64> {
        self.uses = self.uses.checked_sub(1)?;
        Some(self.bytes)
    }
}

/// Returns the bytes of all clients, and those that crashes have left.
pub(crate) async fn stored_by_all(connection: &mut AnyConnection) -> Result<u64, JobError> {
    let bytes: i64 = sqlx::query_scalar(
        "SELECT CAST(COALESCE((SELECT SUM(bytes) FROM jobs WHERE bytes > 0 AND bytes < 1125899906842625), 0)
            + COALESCE((SELECT SUM(bytes) FROM uploads WHERE bytes > 0 AND bytes < 1125899906842625), 0)
            + COALESCE((SELECT CAST(value AS BIGINT) FROM facts WHERE name = $1), 0) AS BIGINT)",
    )
    .bind(ORPHANS)
    .fetch_one(connection)
    .await?;
    Ok(bytes as u64)
}

/// Sums of the stored and reserved bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StoredBytes {
    /// Bytes of one client.
    pub(crate) by_client: u64,
    /// Bytes of all clients, and those that crashes have left; 0 without a bound on them.
    pub(super) by_all: u64,
}

impl StoredBytes {
    /// Reads the sums.
    pub(super) async fn read(
        connection: &mut AnyConnection,
        client: &str,
        total: &TotalBytes,
        bounds: &JobBounds,
    ) -> Result<Self, JobError> {
        let stored: i64 = sqlx::query_scalar(CLIENT_BYTES).bind(client).fetch_one(&mut *connection).await?;
        Ok(Self { by_client: stored as u64, by_all: total.read(connection, bounds).await? })
    }

    /// Checks that further bytes are within the bounds.
    ///
    /// # Errors
    /// [`JobError::TooManyBytes`], [`JobError::StoreFull`].
    pub(crate) fn check(&self, further: u64, bounds: &JobBounds) -> Result<(), JobError> {
        if self.by_client.saturating_add(further) > bounds.stored_bytes_max {
            return Err(JobError::TooManyBytes(bounds.stored_bytes_max));
        }
        let total_max = bounds.stored_bytes_total_max;
        if total_max > 0 && self.by_all.saturating_add(further) > total_max {
            return Err(JobError::StoreFull(total_max));
        }
        Ok(())
    }

    /// Returns how many bytes a piece or an upload reserves that needs `needed` further ones.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub(crate) fn grant(&self, needed: u64, bounds: &JobBounds) -> Result<u64, JobError> {
        self.check(needed, bounds)?;
        let blocks = needed.next_multiple_of(BLOCK_BYTES);
        Ok(if self.is_near(blocks, bounds) { needed } else { blocks })
    }

    /// Returns whether a bound is near after further bytes.
    pub(crate) fn is_near(&self, further: u64, bounds: &JobBounds) -> bool {
        self.check(further.saturating_add(NEAR_BYTES), bounds).is_err()
    }
}

/// Returns the bytes of the row of a piece with this specification.
pub(crate) fn row_bytes(spec: &str) -> u64 {
    ROW_BYTES + spec.len() as u64
}

/// Adds to the bytes of a job, whose row is locked.
pub(crate) async fn add_bytes(
    connection: &mut AnyConnection,
    job: JobId,
    bytes: u64,
) -> Result<(), JobError> {
    sqlx::query("UPDATE jobs SET bytes = bytes + $2 WHERE id = $1")
        .bind(job.to_string())
        .bind(bytes as i64)
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the reservation of a piece that ends without a result.
pub(crate) async fn unreserve(connection: &mut AnyConnection, job: JobId, no: u64) -> Result<(), JobError> {
    for sql in unreserve!("no = $3") {
        let unreserve = sqlx::query(sql).bind(job.to_string()).bind(ROW_BYTES as i64).bind(no as i64);
        unreserve.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Returns the reservations of all leased pieces of a job that ends.
pub(crate) async fn unreserve_leased(connection: &mut AnyConnection, job: JobId) -> Result<(), JobError> {
    for sql in unreserve!("state = " { PieceState::Leased }) {
        sqlx::query(sql).bind(job.to_string()).bind(ROW_BYTES as i64).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Records the bytes of objects that belong to nothing and are too young to be removed.
pub(crate) async fn set_orphans(connection: &mut AnyConnection, bytes: u64) -> Result<(), JobError> {
    let sql = "INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2";
    sqlx::query(sql).bind(ORPHANS).bind(bytes.to_string()).execute(connection).await?;
    Ok(())
}
