//! States of jobs and pieces, and their numbers in the database.

use sqlx::any::{AnyTypeInfo, AnyValueRef};
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::{Any, Database, Decode, Encode, Type};

use super::error::JobError;

/// State of a job. Statements compare the numbers: the states of open jobs come first.
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

    /// Returns whether further pieces of the job may begin.
    pub(crate) fn is_active(self) -> bool {
        matches!(self, Self::Queued | Self::Running)
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
}

/// State of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceState {
    /// Can be claimed, after a back-off if it has failed.
    Ready,
    /// A worker has a lease.
    Leased,
    /// Its results count.
    Done,
    /// Failed for good.
    Failed,
    /// Ended before it was done, because the job ended.
    Cancelled,
}

impl PieceState {
    /// All states, in the order of their numbers in the database.
    const ALL: [Self; 5] = [Self::Ready, Self::Leased, Self::Done, Self::Failed, Self::Cancelled];
}

/// Binds and reads a state as its number. An unknown number is an error.
macro_rules! stored_as_number {
    ($state:ty, $name:literal) => {
        impl Type<Any> for $state {
            fn type_info() -> AnyTypeInfo {
                <i64 as Type<Any>>::type_info()
            }

            fn compatible(column: &AnyTypeInfo) -> bool {
                <i64 as Type<Any>>::compatible(column)
            }
        }

        impl Encode<'_, Any> for $state {
            fn encode_by_ref(
                &self,
                arguments: &mut <Any as Database>::ArgumentBuffer,
            ) -> Result<IsNull, BoxDynError> {
                Encode::<Any>::encode(*self as i64, arguments)
            }
        }

        impl Decode<'_, Any> for $state {
            fn decode(value: AnyValueRef<'_>) -> Result<Self, BoxDynError> {
                let number = usize::try_from(<i64 as Decode<Any>>::decode(value)?).ok();
                let state = number.and_then(|number| Self::ALL.get(number));
                Ok(*state.ok_or(JobError::Corrupt($name))?)
            }
        }
    };
}

stored_as_number!(JobState, "state of a job");
stored_as_number!(PieceState, "state of a piece");

/// Joins the parts of a statement: texts, and in braces states, and the versions of [`RUN_VERSIONS`](super::spec::RUN_VERSIONS).
///
/// Such a state is a literal, not a parameter: an index with a condition serves only statements with the same condition.
macro_rules! statement {
    ($($part:tt)+) => { concat!($($crate::state::part!($part)),+) };
}

/// Part of a [`statement`].
#[rustfmt::skip]
macro_rules! part {
    ({ JobState::Queued }) => { "0" };
    ({ JobState::Running }) => { "1" };
    ({ JobState::Cancelling }) => { "2" };
    ({ JobState::Succeeded }) => { "3" };
    ({ JobState::Failed }) => { "4" };
    ({ JobState::Expired }) => { "6" };
    ({ RUN_VERSIONS }) => { "(2, 3)" };
    ({ PieceState::Ready }) => { "0" };
    ({ PieceState::Leased }) => { "1" };
    ({ PieceState::Done }) => { "2" };
    ({ PieceState::Failed }) => { "3" };
    ({ PieceState::Cancelled }) => { "4" };
    ($text:literal) => { $text };
}

pub(crate) use {part, statement};

#[cfg(test)]
mod tests {
    use sqlx::Connection;

    use super::*;

    #[test]
    fn names_are_inverse() {
        for state in JobState::ALL {
            assert_eq!(JobState::named(state.as_str()), Some(state));
        }
        assert_eq!(JobState::named("Queued"), None);
    }

    #[test]
    fn states_in_statements_have_the_numbers_of_the_database() {
        use {JobState as J, PieceState as P};
        for (text, number) in [
            (statement!({ JobState::Queued }), J::Queued as i64),
            (statement!({ JobState::Running }), J::Running as i64),
            (statement!({ JobState::Cancelling }), J::Cancelling as i64),
            (statement!({ JobState::Succeeded }), J::Succeeded as i64),
            (statement!({ JobState::Failed }), J::Failed as i64),
            (statement!({ JobState::Expired }), J::Expired as i64),
            (statement!({ PieceState::Ready }), P::Ready as i64),
            (statement!({ PieceState::Leased }), P::Leased as i64),
            (statement!({ PieceState::Done }), P::Done as i64),
            (statement!({ PieceState::Failed }), P::Failed as i64),
            (statement!({ PieceState::Cancelled }), P::Cancelled as i64),
        ] {
            assert_eq!(text, number.to_string());
        }
        assert!(J::ALL.iter().map(|state| *state as i64).eq(0..7), "in the order of their numbers");
        assert!(P::ALL.iter().map(|state| *state as i64).eq(0..5), "in the order of their numbers");
    }

    #[tokio::test]
    async fn unknown_state_in_the_database_is_an_error() {
        sqlx::any::install_default_drivers();
        let mut connection = sqlx::AnyConnection::connect("sqlite::memory:").await.expect("a connection");
        let mut read = async |number: i64| {
            let state = sqlx::query_scalar::<_, PieceState>("SELECT CAST($1 AS BIGINT)");
            state.bind(number).fetch_one(&mut connection).await
        };
        assert_eq!(read(4).await.expect("a state"), PieceState::Cancelled);
        for number in [5, -1] {
            let error = read(number).await.expect_err("no state").to_string();
            assert!(error.contains("invalid state of a piece"), "{error}");
        }
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
