//! Ids of jobs and uploads.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

use super::error::JobError;

/// Number of digits of [`JobId::short`].
const SHORT: usize = 12;

/// Unguessable id of a job or an upload: 32 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(Uuid);

impl JobId {
    /// Makes a random id.
    pub fn random() -> Self {
        Self(Uuid::new_v4())
    }

    /// Returns the first digits, which tell jobs apart in logs and lists. They are not the secret that gives access to the job.
    pub fn short(self) -> String {
        let mut digits = self.to_string();
        digits.truncate(SHORT);
        digits
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.simple().fmt(f)
    }
}

impl FromStr for JobId {
    type Err = JobError;

    /// Reads the digits as [`Display`](fmt::Display) writes them. Any other text names no job.
    fn from_str(text: &str) -> Result<Self, JobError> {
        let id = Uuid::try_parse(text).map(Self).map_err(|_| JobError::NotFound)?;
        if id.to_string() == text { Ok(id) } else { Err(JobError::NotFound) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn id_has_one_spelling() {
        let id = JobId::random();
        assert_eq!(id.to_string().parse::<JobId>().expect("an id"), id);
        assert_ne!(id, JobId::random());
        let upper = "A0000000000000000000000000000000";
        let dashed = "a0000000-0000-0000-0000-000000000000";
        for text in ["", "x", upper, dashed, "../jobs"] {
            assert!(matches!(text.parse::<JobId>(), Err(JobError::NotFound)), "{text}");
        }
    }
}
