//! Time of the database, which decides leases and expiry.

use sqlx::AnyConnection;

use super::dialect::Dialect;
use crate::error::JobError;

/// Time in milliseconds since 1970.
pub(crate) type Millis = i64;

/// Source of the time of a transaction.
#[derive(Clone, Debug)]
pub(crate) enum Clock {
    /// The clock of the database.
    Database,
    /// A number that a test sets.
    #[cfg(test)]
    Test(std::sync::Arc<std::sync::atomic::AtomicI64>),
}

impl Clock {
    /// Returns the time now.
    pub(crate) async fn now(&self, connection: &mut AnyConnection) -> Result<Millis, JobError> {
        match self {
            Self::Database => {
                let sql = Dialect::from_connection(connection).now();
                Ok(sqlx::query_scalar(sql).fetch_one(connection).await?)
            }
            #[cfg(test)]
            Self::Test(now) => Ok(now.load(std::sync::atomic::Ordering::Relaxed)),
        }
    }

    /// Returns the statement that reads the time, as a part of others.
    pub(crate) fn sql(&self, dialect: Dialect) -> String {
        match self {
            Self::Database => dialect.now().to_owned(),
            #[cfg(test)]
            Self::Test(now) => format!("SELECT {}", now.load(std::sync::atomic::Ordering::Relaxed)),
        }
    }
}
