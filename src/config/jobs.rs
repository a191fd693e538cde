//! Section `jobs`.

use std::thread;

use super::section::section;

/// Prefix of the path of an SQLite database.
const SQLITE: &str = "sqlite:";

/// Prefixes of the address of a PostgreSQL database.
const POSTGRES: [&str; 2] = ["postgres://", "postgresql://"];

/// Prefix of the path of a folder.
const FILE: &str = "file:";

/// Value of `jobs.database` for no jobs. An empty one means the same, but not in a variable of the environment, where it is
/// ignored.
const OFF: &str = "off";

/// Prefix of the name of a bucket.
const S3: &str = "s3://";

section! {
    /// Long computations that survive a restart.
    #[section = "jobs"]
    pub struct Jobs {
        /// Database: `sqlite:` and a path, or the address of a PostgreSQL database; empty for no jobs.
        #[range(0..=1000)]
        pub database: String,
        /// Store of inputs and results: `file:` and a path, or `s3://`, a bucket, and a prefix.
        #[range(0..=1000)]
        pub store: String,
        /// Whether `serve` runs pieces of jobs, too. `work` always does.
        pub worker: bool,
        /// Number of threads for jobs; 0 for the number of cores.
        #[range(0..=1024)]
        pub threads: usize,
        /// Maximum number of connections of this process to a PostgreSQL server, besides one for notifications.
        #[range(1..=1000)]
        pub connections_max: u32,
        /// Maximum number of jobs of a client.
        #[range(1..=1_000_000)]
        pub jobs_max: u64,
        /// Maximum number of event streams.
        #[range(0..=65_536)]
        pub event_streams_max: usize,
        /// Maximum number of pieces of a job.
        #[range(1..=1_000_000)]
        pub pieces_max: u64,
        /// Maximum size of an upload in bytes, after decompression.
        #[range(1024..=1 << 40)]
        pub upload_bytes_max: u64,
        /// Maximum size of a proof in bytes.
        #[range(1024..=1 << 30)]
        pub proof_bytes_max: u64,
        /// Maximum work of a proof, in steps of its search.
        #[range(1..=1_000_000_000_000_000)]
        pub proof_work_max: u64,
        /// Maximum size of all uploads, inputs, results and rows of a client in bytes.
        #[range(1024..=1 << 50)]
        pub stored_bytes_max: u64,
        /// Maximum size of those of all clients together in bytes; 0 for none.
        #[range(0..=1 << 60)]
        pub stored_bytes_total_max: u64,
        /// Free space of the folder of the store in bytes below which nothing is written; 0 for none.
        #[range(0..=1 << 50)]
        pub free_bytes_min: u64,
        /// Seconds for which a job is kept after its end, if the request names none; at most `ttl_s_max`.
        #[range(1..=31_536_000)]
        pub ttl_s_default: u64,
        /// Maximum number of seconds for which a job is kept after its end.
        #[range(1..=31_536_000)]
        pub ttl_s_max: u64,
        /// Seconds for which an upload that no job uses is kept.
        #[range(1..=31_536_000)]
        pub upload_ttl_s: u64,
    }
}

impl Jobs {
    /// Returns the address of the database, with its password; `None` if it is no server.
    pub fn database_url(&self) -> Option<&str> {
        let is_postgres = POSTGRES.iter().any(|prefix| self.database.starts_with(prefix));
        is_postgres.then_some(&*self.database)
    }

    /// Returns the database without its password.
    pub fn database_name(&self) -> String {
        without_password(&self.database)
    }

    /// Returns the path of the file of the database; `None` if it is no file.
    pub fn database_path(&self) -> Option<&str> {
        self.database.strip_prefix(SQLITE)
    }

    /// Returns the bucket for inputs and results, and the prefix of its objects.
    pub fn bucket(&self) -> Option<(&str, &str)> {
        let place = self.store.strip_prefix(S3)?;
        let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
        Some((bucket, prefix.trim_end_matches('/')))
    }

    /// Returns the path of the folder for inputs and results.
    pub fn store_path(&self) -> Option<&str> {
        let path = self.store.strip_prefix(FILE)?;
        Some(path.strip_prefix("//").unwrap_or(path))
    }

    /// Returns all faults of values that are not ranges, each with its key in front.
    pub(super) fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let fault = match (self.database_url(), self.database_path()) {
            (Some(_), _) if !cfg!(feature = "postgres") => Some("needs a build with `--features postgres`"),
            (Some(url), _) if url.contains("password=") => Some(
                "has a password among its options: write it before the host, or in the variable PGPASSWORD",
            ),
            (None, path) if path.is_none_or(str::is_empty) && !["", OFF].contains(&&*self.database) => Some(
                "is not \"sqlite:PATH\", \"postgres://USER:PASSWORD@HOST/DATABASE\", or \"off\" for no jobs",
            ),
            (Some(_), _) | (None, _) => None,
        };
        faults.extend(fault.map(|fault| format!("jobs.database: {:?} {fault}", self.database_name())));
        let fault = match self.bucket() {
            Some(("", _)) => Some("is not \"s3://BUCKET/PREFIX\""),
            Some(_) if !cfg!(feature = "s3") => Some("needs a build with `--features s3`"),
            None if self.store_path().is_none_or(str::is_empty) => {
                Some("is not \"file:PATH\" or \"s3://BUCKET/PREFIX\"")
            }
            Some(_) | None => None,
        };
        faults.extend(fault.map(|fault| format!("jobs.store: {:?} {fault}", self.store)));
        if self.ttl_s_default > self.ttl_s_max {
            faults.push(format!(
                "jobs.ttl_s_default: {} is greater than jobs.ttl_s_max, {}",
                self.ttl_s_default, self.ttl_s_max
            ));
        }
        faults
    }

    /// Replaces automatic values by numbers for this machine.
    pub(super) fn resolve_automatic(&mut self) {
        if self.threads == 0 {
            self.threads = thread::available_parallelism().map_or(1, usize::from);
        }
    }
}

/// Replaces the password of an address.
fn without_password(address: &str) -> String {
    let parts = address.split_once("://").and_then(|(scheme, rest)| {
        let authority = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
        let (user, password) = authority.rsplit_once('@')?.0.split_once(':')?;
        Some((scheme, user, &rest[user.len() + 1 + password.len()..]))
    });
    let options = |rest: &str| match rest.split_once("password=") {
        Some((before, after)) => {
            let end = after.find('&').unwrap_or(after.len());
            format!("{before}password=***{}", &after[end..])
        }
        None => rest.to_owned(),
    };
    match parts {
        Some((scheme, user, rest)) => format!("{scheme}://{user}:***{}", options(rest)),
        None => options(address),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn password_is_not_shown() {
        for (address, shown) in [
            (
                "postgres://user:secret@host:5432/jobs?sslmode=require",
                "postgres://user:***@host:5432/jobs?sslmode=require",
            ),
            ("postgres://user:s%3Aec:ret@host", "postgres://user:***@host"),
            ("postgres://user:se@cret@host/a@b", "postgres://user:***@host/a@b"),
            ("postgres://user@host/jobs", "postgres://user@host/jobs"),
            (
                "postgres://host/jobs?user=me&password=secret&sslmode=disable",
                "postgres://host/jobs?user=me&password=***&sslmode=disable",
            ),
            ("postgres:///jobs?host=/run/postgresql", "postgres:///jobs?host=/run/postgresql"),
            ("sqlite:a:b@c.db", "sqlite:a:b@c.db"),
        ] {
            assert_eq!(without_password(address), shown);
        }
    }
}
