//! Progress of a job: the sums over its pieces, which the row of the job keeps, and the time that does not count.

use quadrille_answers::service::VerdictCounts;
use serde::{Deserialize, Serialize};
use sqlx::AnyConnection;

use super::pieces::PieceResult;
use crate::error::JobError;
use crate::id::JobId;
use crate::state::PieceState;
use crate::store::Millis;

/// Sums over the pieces of a job. Each transaction that completes, fails or inserts pieces writes them; [`Progress::read_pieces`] is
/// the audit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Progress {
    /// Number of all pieces, also of those that are inserted later, without a plan.
    pub(crate) pieces: u64,
    /// Number of pieces whose results count.
    pub(crate) done: u64,
    /// Number of pieces that failed for good.
    pub(crate) failed: u64,
    /// Number of puzzles in all pieces.
    pub(crate) puzzles: u64,
    /// Number of puzzles in the pieces that are done.
    pub(crate) puzzles_done: u64,
    #[serde(with = "Verdicts")]
    pub(crate) verdicts: VerdictCounts,
    /// Sum of the counts.
    pub(crate) count: PieceSum,
    /// Share of a search that is done.
    pub(crate) weight: u128,
    /// Time from each failure of the job to its retry. No sum over pieces.
    pub(crate) idle_ms: Millis,
}

/// Number of puzzles per verdict, as the database has them.
#[derive(Serialize, Deserialize)]
#[serde(remote = "VerdictCounts")]
struct Verdicts {
    none: u64,
    unique: u64,
    multiple: u64,
    solvable: u64,
    unknown: u64,
    answered: u64,
    errors: u64,
}

/// Sum of the counts of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PieceSum {
    /// No piece has a count.
    #[default]
    None,
    /// The sum.
    Of(u128),
    /// The sum exceeds 128 bits.
    Overflow,
}

impl PieceSum {
    /// Adds a count.
    pub(crate) fn add(&mut self, count: u128) {
        *self = match *self {
            Self::None => Self::Of(count),
            Self::Of(sum) => sum.checked_add(count).map_or(Self::Overflow, Self::Of),
            Self::Overflow => Self::Overflow,
        };
    }

    /// Returns whether the sum has reached a limit.
    pub(crate) fn has_reached(self, limit: u128) -> bool {
        match self {
            Self::None => false,
            Self::Of(sum) => sum >= limit,
            Self::Overflow => true,
        }
    }
}

impl Progress {
    /// Adds the result of a piece with this number of puzzles, or this share of a search. A piece without both is a plan.
    pub(crate) fn complete(
        &mut self,
        puzzles: u64,
        weight: Option<u128>,
        result: &PieceResult,
    ) -> Result<(), JobError> {
        self.done = self.done.saturating_add(u64::from(puzzles > 0 || weight.is_some()));
        self.puzzles_done = self.puzzles_done.saturating_add(puzzles);
        if let Some(count) = result.count {
            self.count.add(count);
        }
        let weight = self.weight.checked_add(weight.unwrap_or(0));
        self.weight = weight.ok_or(JobError::Corrupt("weight"))?;
        self.verdicts.merge(&result.verdicts);
        Ok(())
    }

    /// Returns whether fewer pieces have ended than there are.
    pub(super) fn is_missing_pieces(&self) -> bool {
        self.done.saturating_add(self.failed) < self.pieces
    }

    /// Reads the sums over the pieces that exist.
    pub(crate) async fn read_pieces(connection: &mut AnyConnection, job: JobId) -> Result<Self, JobError> {
        let rows: Vec<PieceRow> = sqlx::query_as(
            "SELECT state, puzzles, weight, count, none, one, multiple, solvable, unknown, answered, errors
            FROM pieces WHERE job = $1",
        )
        .bind(job.to_string())
        .fetch_all(connection)
        .await?;
        let mut progress = Self::default();
        for (state, puzzles, weight, count, none, one, multiple, solvable, unknown, answered, errors) in rows
        {
            let weight = weight.as_deref().map(parse_weight).transpose()?;
            let puzzles = puzzles.max(0) as u64;
            progress.pieces += u64::from(puzzles > 0 || weight.is_some());
            progress.puzzles = progress.puzzles.saturating_add(puzzles);
            progress.failed += u64::from(state == PieceState::Failed);
            if state != PieceState::Done {
                continue;
            }
            let verdicts = VerdictCounts {
                none: none as u64,
                unique: one as u64,
                multiple: multiple as u64,
                solvable: solvable as u64,
                unknown: unknown as u64,
                answered: answered as u64,
                errors: errors as u64,
            };
            let count = count.map(|count| count.parse()).transpose();
            let count = count.map_err(|_| JobError::Corrupt("count"))?;
            progress.complete(puzzles, weight, &PieceResult { verdicts, count, ..PieceResult::default() })?;
        }
        Ok(progress)
    }
}

/// Row of a piece, as far as sums depend on it.
type PieceRow = (PieceState, i64, Option<String>, Option<String>, i64, i64, i64, i64, i64, i64, i64);

/// Reads the share of a search.
pub(super) fn parse_weight(text: &str) -> Result<u128, JobError> {
    text.parse().map_err(|_| JobError::Corrupt("weight"))
}
