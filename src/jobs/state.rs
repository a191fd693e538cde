//! States of jobs and pieces.

use super::error::JobError;

/// State of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JobState {
    /// No piece was claimed yet, or none since a retry.
    Queued,
    /// Pieces are claimed.
    Running,
    /// Cancelled, while claimed pieces still end.
    Cancelling,
    /// All pieces are done.
    Succeeded,
    /// A piece failed, or the job as a whole.
    Failed,
    /// Cancelled, with the results so far.
    Cancelled,
    /// The results were removed.
    Expired,
}

impl JobState {
    /// All states, in the order of their numbers in the database.
    pub const ALL: [Self; 7] = [
        Self::Queued,
        Self::Running,
        Self::Cancelling,
        Self::Succeeded,
        Self::Failed,
        Self::Cancelled,
        Self::Expired,
    ];

    /// Returns the name as clients see it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Cancelling => "cancelling",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
        }
    }

    /// Returns the state with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == name)
    }

    /// Returns whether the job has ended, so that its results do not change, unless it is retried.
    pub fn has_ended(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed | Self::Cancelled | Self::Expired)
    }

    /// Returns whether a job in this state may change to `next`.
    pub fn may_become(self, next: Self) -> bool {
        match self {
            Self::Queued => !matches!(next, Self::Queued | Self::Cancelling | Self::Succeeded),
            Self::Running => !matches!(next, Self::Queued | Self::Running),
            Self::Cancelling => matches!(next, Self::Cancelled | Self::Failed | Self::Expired),
            // A retry.
            Self::Failed => matches!(next, Self::Queued | Self::Running | Self::Expired),
            Self::Succeeded | Self::Cancelled => next == Self::Expired,
            Self::Expired => false,
        }
    }

    /// Returns the number of the state in the database.
    pub(super) fn number(self) -> i64 {
        self as i64
    }

    /// Returns the state with this number.
    pub(super) fn numbered(number: i64) -> Result<Self, JobError> {
        let state = usize::try_from(number).ok().and_then(|number| Self::ALL.get(number));
        state.copied().ok_or(JobError::Corrupt("state of a job"))
    }
}

/// State of a piece. The queries name the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceState {
    /// Can be claimed, after a back-off if it has failed.
    Ready = 0,
    /// A worker has a lease.
    Leased = 1,
    /// Its results count.
    Done = 2,
    /// Failed for good.
    Failed = 3,
    /// Ended before it was done, because the job ended.
    Cancelled = 4,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_are_inverse() {
        for state in JobState::ALL {
            assert_eq!(JobState::numbered(state.number()).expect("a state"), state);
            assert_eq!(JobState::named(state.as_str()), Some(state));
        }
        assert!(JobState::numbered(7).is_err() && JobState::numbered(-1).is_err());
        assert_eq!(JobState::named("Queued"), None);
    }

    #[test]
    fn ended_job_only_expires_unless_it_is_retried() {
        for state in JobState::ALL {
            assert!(!state.may_become(state), "{state:?}");
            assert_eq!(state.may_become(JobState::Queued), state == JobState::Failed, "{state:?}");
            assert_eq!(state.may_become(JobState::Expired), state != JobState::Expired, "{state:?}");
            let next = JobState::ALL.into_iter().filter(|next| state.may_become(*next)).count();
            assert_eq!(state.has_ended() && state != JobState::Failed, next <= 1, "{state:?}");
        }
        // A result is never the successor of a cancellation.
        assert!(!JobState::Cancelling.may_become(JobState::Succeeded));
    }
}
