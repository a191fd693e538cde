//! Failures of HTTP calls, and further attempts.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use http::StatusCode;
use serde::Deserialize;
use thiserror::Error;
use tokio::time::sleep;

/// Maximum number of attempts without progress.
const ATTEMPTS_MAX: u32 = 10;

/// Delay before the second attempt. It doubles with each further one.
const FIRST_DELAY: Duration = Duration::from_millis(200);

/// Maximum delay between attempts.
const DELAY_MAX: Duration = Duration::from_secs(10);

/// Failure of a call.
#[derive(Debug, Error)]
pub(super) enum CallError {
    /// There was no connection.
    #[error("cannot reach {url}: {cause:#}")]
    Unreachable { url: String, cause: anyhow::Error },
    /// The connection was lost.
    #[error("the connection to {url} was lost: {cause:#}")]
    Interrupted { url: String, cause: anyhow::Error },
    /// The request could not be made, or the response not be understood.
    #[error("the call of {url} failed: {cause:#}")]
    Failed { url: String, cause: anyhow::Error },
    /// The service refused the request.
    #[error("{0}")]
    Refused(CallRefusal),
}

/// Response with another status than success.
#[derive(Debug)]
pub(super) struct CallRefusal {
    pub(super) url: String,
    pub(super) status: StatusCode,
    /// Whether the request had an API key.
    pub(super) had_key: bool,
    pub(super) retry_after: Option<Duration>,
    /// `None` if something else than the service responded, such as a gateway.
    pub(super) problem: Option<ShownProblem>,
}

/// Members of `application/problem+json` that are shown.
#[derive(Debug, Deserialize)]
pub(super) struct ShownProblem {
    detail: String,
    #[serde(default)]
    errors: Vec<ShownFault>,
}

#[derive(Debug, Deserialize)]
struct ShownFault {
    pointer: Option<String>,
    parameter: Option<String>,
    detail: String,
}

impl CallError {
    fn refusal(&self) -> Option<&CallRefusal> {
        if let Self::Refused(refusal) = self { Some(refusal) } else { None }
    }

    /// Returns the status with which the service refused the request.
    pub(super) fn status(&self) -> Option<StatusCode> {
        self.refusal().map(|refusal| refusal.status)
    }

    /// Returns whether a later attempt may succeed, for example after a restart of the service.
    fn may_pass(&self) -> bool {
        match self {
            Self::Unreachable { .. } | Self::Interrupted { .. } => true,
            Self::Failed { .. } => false,
            Self::Refused(refusal) => matches!(refusal.status.as_u16(), 429 | 502..=504),
        }
    }

    /// Returns the time after which the service asks to try again.
    pub(super) fn retry_after(&self) -> Option<Duration> {
        self.refusal()?.retry_after
    }
}

impl Display for CallRefusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { url, status, had_key, problem, .. } = self;
        match (*status, had_key) {
            (StatusCode::UNAUTHORIZED, true) => return write!(f, "{url} does not accept the API key"),
            (StatusCode::UNAUTHORIZED, false) => {
                return write!(f, "{url} needs an API key: give --key, or the variable QUADRILLE_API_KEY");
            }
            _ => {}
        }
        let Some(ShownProblem { detail, errors }) = problem else {
            return write!(f, "{url} responded with {status}");
        };
        write!(f, "{url} responded with {}: {detail}", status.as_u16())?;
        // A single fault is the detail.
        for fault in errors.iter().filter(|fault| fault.detail != *detail) {
            let place = fault.pointer.as_ref().or(fault.parameter.as_ref());
            write!(
                f,
                "\n  {}{}",
                place.map_or_else(String::new, |place| format!("{place}: ")),
                fault.detail
            )?;
        }
        Ok(())
    }
}

/// Attempts of one call.
#[derive(Default)]
pub(super) struct Attempts {
    failures: u32,
}

impl Attempts {
    /// Forgets the failures, after progress.
    pub(super) fn reset(&mut self) {
        self.failures = 0;
    }

    /// Waits for the time of another attempt.
    ///
    /// # Errors
    /// The given one, if another attempt would fail, too, or there were too many.
    pub(super) async fn after(&mut self, error: CallError) -> Result<(), CallError> {
        if self.failures >= ATTEMPTS_MAX || !error.may_pass() {
            return Err(error);
        }
        let delay = error.retry_after().unwrap_or(FIRST_DELAY * 2u32.pow(self.failures)).min(DELAY_MAX);
        self.failures += 1;
        sleep(delay).await;
        Ok(())
    }
}
