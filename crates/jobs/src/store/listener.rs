//! Notifications of other processes that share a database of PostgreSQL.

use tokio::sync::watch;

use crate::settings::JobDatabase;

/// Calls `wake` for each notification, and after each gap between two connections, until `stop` is set. A file has none.
#[cfg(feature = "postgres")]
pub(crate) async fn listen(database: JobDatabase, wake: impl Fn(), mut stop: watch::Receiver<bool>) {
    use std::time::Duration;

    use tokio::time::sleep;

    use crate::stop::stopped;

    /// Time between two attempts to connect.
    const PAUSE: Duration = Duration::from_secs(1);

    let JobDatabase::Postgres { url, name, .. } = database else { return };
    loop {
        tokio::select! {
            biased;
            () = stopped(&mut stop) => return,
            error = postgres::listen_once(&url, &wake) => {
                tracing::debug!(%error, database = name, "notifications ended");
            }
        }
        tokio::select! {
            biased;
            () = stopped(&mut stop) => return,
            () = sleep(PAUSE) => {}
        }
    }
}

/// Returns at once: this build knows no database with notifications.
#[cfg(not(feature = "postgres"))]
pub(crate) async fn listen(_: JobDatabase, _: impl Fn(), _: watch::Receiver<bool>) {}

#[cfg(feature = "postgres")]
mod postgres {
    use std::time::Duration;

    use sqlx::Executor;
    use sqlx::postgres::{PgListener, PgPoolOptions};
    use tokio::time::timeout;

    use crate::store::dialect::CHANNEL;

    /// Time without a notification after which the connection is tested.
    const TEST_AFTER: Duration = Duration::from_secs(30);

    /// Maximum time for a connection, and for its test.
    const ANSWER_MAX: Duration = Duration::from_secs(5);

    /// Listens until the connection fails. Returns why.
    pub(super) async fn listen_once(url: &str, wake: &impl Fn()) -> sqlx::Error {
        let error = async {
            let pool = PgPoolOptions::new()
                .max_connections(1)
                .acquire_timeout(ANSWER_MAX)
                .idle_timeout(None)
                .max_lifetime(None)
                .connect_lazy(url)?;
            let mut listener = PgListener::connect_with(&pool).await?;
            listener.eager_reconnect(false);
            listener.listen(CHANNEL).await?;
            loop {
                // There may have been notifications before.
                wake();
                let timed_out = |_| sqlx::Error::PoolTimedOut;
                match timeout(TEST_AFTER, listener.try_recv()).await {
                    Ok(received) => {
                        // `None` means that the connection was lost.
                        if received?.is_none() {
                            return Err(sqlx::Error::PoolClosed);
                        }
                    }
                    Err(_) => {
                        timeout(ANSWER_MAX, (&mut listener).execute("SELECT 1"))
                            .await
                            .map_err(timed_out)??;
                    }
                }
            }
        };
        let error: Result<(), sqlx::Error> = error.await;
        error.err().unwrap_or(sqlx::Error::PoolClosed)
    }
}
