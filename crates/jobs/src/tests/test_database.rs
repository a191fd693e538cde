//! Empty databases for tests.

use std::path::Path;

use tempfile::TempDir;

use crate::settings::JobDatabase;

/// Version of the program in all tests.
pub(super) const PROGRAM: &str = "0.1.0 (0123456789ab)";

/// Variable with the address of a PostgreSQL server, in a database of which each test makes a schema of its own. Without it the
/// tests use SQLite.
#[cfg(feature = "postgres")]
const SERVER: &str = "QUADRILLE_TEST_POSTGRES";

/// Empty database: a schema of a server if the environment names one, otherwise a file. Removed at the end.
#[derive(Debug)]
pub(super) struct TestDatabase {
    address: JobDatabase,
    directory: TempDir,
}

impl TestDatabase {
    pub(super) async fn new() -> Self {
        let file = Self::file();
        match schema().await {
            Some(url) => {
                Self { address: JobDatabase::Postgres { name: url.clone(), url, connections_max: 4 }, ..file }
            }
            None => file,
        }
    }

    /// Makes a file, even if the environment names a server.
    pub(super) fn file() -> Self {
        let directory = tempfile::tempdir().expect("temporary directory");
        Self { address: JobDatabase::File(directory.path().join("jobs.db")), directory }
    }

    pub(super) fn address(&self) -> JobDatabase {
        self.address.clone()
    }

    /// Folder for objects.
    pub(super) fn folder(&self) -> &Path {
        self.directory.path()
    }
}

#[cfg(not(feature = "postgres"))]
async fn schema() -> Option<String> {
    None
}

/// Makes a schema, and returns its address.
#[cfg(feature = "postgres")]
#[expect(clippy::disallowed_methods, reason = "the variable is for tests alone")]
async fn schema() -> Option<String> {
    use sqlx::{Connection, PgConnection};

    let server = std::env::var(SERVER).ok()?;
    let schema = format!("test_{}", uuid::Uuid::new_v4().simple());
    let mut connection = PgConnection::connect(&server).await.expect("a server");
    let create = sqlx::AssertSqlSafe(format!("CREATE SCHEMA {schema}"));
    sqlx::raw_sql(create).execute(&mut connection).await.expect("a schema");
    connection.close().await.expect("closed");
    let separator = if server.contains('?') { '&' } else { '?' };
    Some(format!("{server}{separator}options[search_path]={schema}"))
}
