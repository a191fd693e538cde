//! Section `jobs`.

use std::thread;

use super::section::section;

/// Prefix of the path of an SQLite database.
const SQLITE: &str = "sqlite:";

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
        /// Database: `sqlite:` and a path; empty for no jobs.
        #[range(0..=1000)]
        pub database: String,
        /// Store of inputs and results: `file:` and a path, or `s3://`, a bucket, and a prefix.
        #[range(0..=1000)]
        pub store: String,
        /// Number of threads for jobs; 0 for the number of cores.
        #[range(0..=1024)]
        pub threads: usize,
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
        /// Maximum size of all inputs and results of a client in bytes.
        #[range(1024..=1 << 50)]
        pub stored_bytes_max: u64,
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
    /// Returns the path of the database; `None` if jobs are off.
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
        let is_off = ["", OFF].contains(&&*self.database);
        if !is_off && self.database_path().is_none_or(str::is_empty) {
            let database = &self.database;
            faults
                .push(format!("jobs.database: {database:?} is not \"sqlite:PATH\", or \"off\" for no jobs"));
        }
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
