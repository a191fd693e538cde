//! Settings of jobs.

use std::num::NonZeroUsize;
use std::time::Duration;

use quadrille_answers::service::LimitsPolicy;
use quadrille_answers::wire::{EntryBounds, ProblemBounds};
use quadrille_jobs::{JobBounds, JobDatabase, JobSettings, JobStore};

use crate::config::Config;
use crate::version::VERSION_AND_COMMIT;

/// Maximum time limit of an entry. It is long, because no client waits for it.
const TIME_MAX: Duration = Duration::from_secs(3600);

/// Time of a piece of many puzzles. A lost worker repeats as much, and others wait for it.
const PIECE_TIME: Duration = Duration::from_secs(1);

/// Makes the settings of jobs.
pub(super) fn job_settings(config: &Config) -> JobSettings {
    let Config { jobs, solver, batch, exact_cover, .. } = config;
    let seconds = Duration::from_secs;
    JobSettings {
        database: match (jobs.database_url(), jobs.database_path()) {
            (Some(url), _) => Some(JobDatabase::Postgres {
                url: url.to_owned(),
                name: jobs.database_name(),
                connections_max: jobs.connections_max,
            }),
            (None, path) => path.map(|path| JobDatabase::File(path.into())),
        },
        store: match jobs.bucket() {
            Some((bucket, prefix)) => JobStore::S3 { bucket: bucket.to_owned(), prefix: prefix.to_owned() },
            None => JobStore::Folder(jobs.store_path().unwrap_or_default().into()),
        },
        program: VERSION_AND_COMMIT,
        threads: jobs.threads,
        runs_pieces: jobs.worker,
        piece_time: PIECE_TIME,
        bounds: JobBounds {
            jobs_max: jobs.jobs_max,
            pieces_max: jobs.pieces_max,
            upload_bytes_max: jobs.upload_bytes_max,
            proof_bytes_max: jobs.proof_bytes_max,
            proof_work_max: jobs.proof_work_max,
            stored_bytes_max: jobs.stored_bytes_max,
            stored_bytes_total_max: jobs.stored_bytes_total_max,
            free_bytes_min: jobs.free_bytes_min,
            ttl_default: seconds(jobs.ttl_s_default),
            ttl_max: seconds(jobs.ttl_s_max),
            upload_ttl: seconds(jobs.upload_ttl_s),
        },
        entries: EntryBounds {
            explained_errors_max: u64::MAX,
            line_bytes_max: batch.line_bytes_max,
            policy: LimitsPolicy {
                time_default: Duration::from_millis(solver.time_ms_max),
                time_max: TIME_MAX,
                nodes_max: solver.nodes_bound(),
                threads_max: NonZeroUsize::MIN,
            },
            problem: ProblemBounds {
                items: exact_cover.items_max,
                options: exact_cover.options_max,
                entries: exact_cover.entries_max,
            },
        },
    }
}
