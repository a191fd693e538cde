//! Which results of a job exist.

use std::collections::HashMap;
use std::ops::Range;

use crate::error::JobError;
use crate::id::JobId;
use crate::queue::{JobRow, state_of};
use crate::spec::{JobSpec, PieceSpec, from_json};
use crate::state::{JobState, statement};
use crate::store::{Database, ROW_BYTES};

/// Format of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultFormat {
    /// A line of JSON for each result.
    Json,
    /// A line of text for each result.
    Text,
}

/// Result of a piece, in the order of the input. Its object has the lines of JSON, and then the lines of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultPart {
    /// Number of the piece.
    pub no: u64,
    /// Epoch of the completion that counts.
    pub epoch: u64,
    /// Length of the lines of JSON.
    pub(crate) json_bytes: u64,
    /// Offset of the lines of text in the object.
    pub(crate) text_offset: u64,
    /// Length of the lines of text.
    pub(crate) text_bytes: u64,
}

/// Results of a job that exist now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultIndex {
    /// Parts, in the order of the input. While the job runs, those before the first piece that is not done.
    pub parts: Vec<ResultPart>,
    /// Whether there will be no further ones.
    pub is_final: bool,
    /// Whether they were removed.
    pub has_expired: bool,
    /// Number of lines of the last part that count; `None` if all do.
    pub last_lines: Option<u64>,
}

impl ResultPart {
    /// Length of the lines in a format.
    pub fn bytes(&self, format: ResultFormat) -> u64 {
        match format {
            ResultFormat::Json => self.json_bytes,
            ResultFormat::Text => self.text_bytes,
        }
    }

    /// Offset of the lines in the object.
    pub(crate) fn offset(&self, format: ResultFormat) -> u64 {
        match format {
            ResultFormat::Json => 0,
            ResultFormat::Text => self.text_offset,
        }
    }
}

impl ResultIndex {
    /// Returns whether the results exist as text. Older programs have written JSON only.
    pub fn has_text(&self) -> bool {
        self.parts.iter().all(|part| part.text_bytes > 0)
    }
}

/// What rows of results have besides the results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RowSource {
    /// Columns of a result.
    pub(super) columns: &'static [&'static str],
    /// Epoch of the plan and bytes of the framed input that pieces have answered, by the number of the piece. Empty if the job has no
    /// entries.
    pub(super) entries: HashMap<u64, (u64, Range<u64>)>,
}

/// Reads what rows of results have; `None` if the results of the job are no rows.
pub(super) async fn read_row_source(database: &Database, id: JobId) -> Result<Option<RowSource>, JobError> {
    let mut transaction = database.read().await?;
    let row = JobRow::read(&mut transaction, id).await?.ok_or(JobError::NotFound)?;
    let spec = row.spec.ok_or(JobError::Corrupt("specification"))?;
    let Some(columns) = spec.columns() else { return Ok(None) };
    let specs: Vec<(i64, String)> = sqlx::query_as(statement!(
        "SELECT no, spec FROM pieces WHERE job = $1 AND state = " { PieceState::Done }
    ))
    .bind(id.to_string())
    .fetch_all(&mut *transaction)
    .await?;
    let mut entries = HashMap::new();
    for (no, spec) in specs {
        if let PieceSpec::Lines { plan, bytes, .. } = from_json(&spec)? {
            entries.insert(no as u64, (plan, bytes));
        }
    }
    Ok(Some(RowSource { columns, entries }))
}

/// Reads which results of a job exist. `client` restricts it to the jobs of a client.
pub(super) async fn read_results(
    database: &Database,
    id: JobId,
    client: Option<&str>,
) -> Result<ResultIndex, JobError> {
    let mut transaction = database.read().await?;
    let state = state_of(&mut transaction, id, client).await?;
    let row = JobRow::read(&mut transaction, id).await?.ok_or(JobError::NotFound)?;
    // The bytes of a piece that is done are its row and its result.
    let rows: Vec<(i64, i64, i64, i64, Option<String>)> = sqlx::query_as(statement!(
        "SELECT no, epoch, result_bytes, bytes - $3 - LENGTH(spec) - result_bytes, count FROM pieces
        WHERE job = $1 AND state = " { PieceState::Done } "
            AND ($2 OR no < COALESCE((
                SELECT MIN(open.no) FROM pieces open
                WHERE open.job = $1 AND open.no > 0 AND open.state <> " { PieceState::Done } "), no + 1))
        ORDER BY no"
    ))
    .bind(id.to_string())
    .bind(state.has_ended())
    .bind(ROW_BYTES as i64)
    .fetch_all(&mut *transaction)
    .await?;
    let (mut parts, mut last_lines) = (Vec::new(), None);
    // Lines that may follow: at the limit, several pieces together may have more.
    let mut left = row.spec.as_ref().and_then(JobSpec::sum_limit);
    for (no, epoch, json_bytes, text_bytes, count) in rows {
        if json_bytes == 0 || left == Some(0) {
            continue;
        }
        let (json_bytes, text_bytes) = (json_bytes as u64, text_bytes.max(0) as u64);
        let (no, epoch) = (no as u64, epoch as u64);
        parts.push(ResultPart { no, epoch, json_bytes, text_offset: json_bytes, text_bytes });
        if let (Some(lines), Some(count)) = (left, count) {
            let count: u128 = count.parse().map_err(|_| JobError::Corrupt("count"))?;
            last_lines = (count > lines).then_some(lines as u64);
            left = Some(lines.saturating_sub(count));
        }
    }
    let has_expired = state == JobState::Expired;
    Ok(ResultIndex { parts, is_final: state.has_ended(), has_expired, last_lines })
}
