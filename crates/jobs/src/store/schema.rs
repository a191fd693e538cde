//! Tables of the database, and their versions.

use sqlx::AnyConnection;

use super::dialect::{lock_schema, set_schema};
use crate::error::JobError;

/// Statements that lead from each version of the schema to the next one. Never change one that was released.
pub(crate) const MIGRATIONS: &[&str] = &[
    "
CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    client TEXT NOT NULL,
    idem_key TEXT,
    request_hash TEXT NOT NULL,
    kind TEXT NOT NULL,
    options TEXT NOT NULL,
    input_ref TEXT NOT NULL,
    version BIGINT NOT NULL,
    state BIGINT NOT NULL,
    revision BIGINT NOT NULL,
    turn BIGINT NOT NULL,
    created BIGINT NOT NULL,
    started BIGINT,
    ended BIGINT,
    expires_at BIGINT NOT NULL,
    ttl BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    failure_code TEXT,
    failure_detail TEXT,
    UNIQUE (client, idem_key)
);
CREATE INDEX jobs_active ON jobs (state) WHERE state < 3;
CREATE INDEX jobs_expiry ON jobs (expires_at);
CREATE INDEX jobs_client ON jobs (client, created, id);
CREATE TABLE pieces (
    job TEXT NOT NULL,
    no BIGINT NOT NULL,
    state BIGINT NOT NULL,
    epoch BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    ready_at BIGINT NOT NULL,
    lease_until BIGINT,
    spec TEXT NOT NULL,
    puzzles BIGINT NOT NULL,
    none BIGINT NOT NULL DEFAULT 0,
    one BIGINT NOT NULL DEFAULT 0,
    multiple BIGINT NOT NULL DEFAULT 0,
    solvable BIGINT NOT NULL DEFAULT 0,
    unknown BIGINT NOT NULL DEFAULT 0,
    answered BIGINT NOT NULL DEFAULT 0,
    errors BIGINT NOT NULL DEFAULT 0,
    count TEXT,
    nodes BIGINT NOT NULL DEFAULT 0,
    result_bytes BIGINT NOT NULL DEFAULT 0,
    weight TEXT,
    PRIMARY KEY (job, no)
);
CREATE INDEX pieces_ready ON pieces (job, no) WHERE state = 0;
CREATE INDEX pieces_leased ON pieces (job, lease_until) WHERE state = 1;
CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    client TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX uploads_expiry ON uploads (expires_at);
",
    "
ALTER TABLE uploads ADD COLUMN content TEXT NOT NULL DEFAULT 'text';
",
    "
CREATE TABLE workers (
    id TEXT PRIMARY KEY,
    version BIGINT NOT NULL,
    threads BIGINT NOT NULL,
    idle BIGINT NOT NULL,
    seen BIGINT NOT NULL
);
CREATE TABLE facts (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
CREATE TABLE rounds (
    name TEXT PRIMARY KEY,
    due BIGINT NOT NULL
);
INSERT INTO rounds (name, due) VALUES ('expire', 0), ('sweep', 0);
",
    "
ALTER TABLE pieces ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
UPDATE pieces SET bytes = 300 + LENGTH(spec) + result_bytes;
UPDATE jobs SET failure_code = 'stored_bytes' WHERE failure_code = 'too_many_bytes';
UPDATE jobs SET bytes = 300 + LENGTH(options) + bytes
    + COALESCE((SELECT SUM(bytes) FROM pieces WHERE pieces.job = jobs.id), 0)
WHERE state <> 6;
CREATE INDEX jobs_bytes ON jobs (client, bytes) WHERE bytes > 0;
ALTER TABLE uploads ADD COLUMN is_complete BIGINT NOT NULL DEFAULT 1;
",
    "
ALTER TABLE jobs ADD COLUMN priority BIGINT NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN ready_at BIGINT;
ALTER TABLE jobs ADD COLUMN progress TEXT NOT NULL DEFAULT '{}';
ALTER TABLE pieces ADD COLUMN losses BIGINT NOT NULL DEFAULT 0;
CREATE TABLE clients (
    version BIGINT NOT NULL,
    client TEXT NOT NULL,
    turn BIGINT NOT NULL,
    ready_at BIGINT,
    PRIMARY KEY (version, client)
);
CREATE INDEX clients_turn ON clients (version, turn);
CREATE INDEX clients_ready ON clients (version, turn, client) WHERE ready_at IS NOT NULL;
CREATE INDEX jobs_turn ON jobs (client, version, priority DESC, turn, created, id) WHERE state < 2 AND ready_at IS NOT NULL;
CREATE INDEX jobs_open ON jobs (client) WHERE state < 3;
CREATE INDEX jobs_ready ON jobs (client, version, ready_at) WHERE state < 2 AND ready_at IS NOT NULL;
CREATE INDEX jobs_ending ON jobs (id) WHERE state > 0 AND state < 3 AND (state = 2 OR ready_at IS NULL);
CREATE INDEX jobs_version ON jobs (version) WHERE state < 3;
CREATE INDEX jobs_live ON jobs (client) WHERE state <> 6;
CREATE INDEX jobs_expired ON jobs (client, expires_at, id) WHERE state = 6;
CREATE INDEX jobs_due ON jobs (expires_at, id) WHERE state <> 6;
CREATE INDEX jobs_forgotten ON jobs (expires_at, id) WHERE state = 6;
CREATE INDEX jobs_state ON jobs (state);
CREATE INDEX jobs_input ON jobs (input_ref) WHERE state < 3;
CREATE INDEX pieces_ready_at ON pieces (job, ready_at) WHERE state = 0;
CREATE INDEX pieces_lease ON pieces (lease_until) WHERE state = 1;
CREATE INDEX pieces_lost ON pieces (job, no) WHERE state = 0 AND losses > 0;
CREATE INDEX uploads_client ON uploads (client, bytes);
DROP INDEX jobs_expiry;
DROP INDEX jobs_active;
",
    "
ALTER TABLE workers ADD COLUMN host TEXT NOT NULL DEFAULT '';
ALTER TABLE workers ADD COLUMN program TEXT NOT NULL DEFAULT '';
ALTER TABLE pieces ADD COLUMN worker TEXT;
CREATE INDEX jobs_latest ON jobs (state, created, id);
DROP INDEX jobs_state;
",
];

/// Brings the schema to the version of this program. Other processes wait until the end of the transaction.
///
/// # Errors
/// [`JobError::NewerSchema`] if a later version of the program has used the database.
pub(crate) async fn migrate(connection: &mut AnyConnection) -> Result<(), JobError> {
    run_migrations(connection, MIGRATIONS).await
}

/// Brings the schema to the version after these statements.
pub(crate) async fn run_migrations(
    connection: &mut AnyConnection,
    migrations: &[&'static str],
) -> Result<(), JobError> {
    let found = lock_schema(connection).await?;
    let known = migrations.len() as i64;
    let done = usize::try_from(found).map_err(|_| JobError::Corrupt("schema version"))?;
    let Some(missing) = migrations.get(done..) else { return Err(JobError::NewerSchema { found, known }) };
    for migration in missing {
        sqlx::raw_sql(*migration).execute(&mut *connection).await?;
    }
    if missing.is_empty() { Ok(()) } else { set_schema(connection, known).await }
}
