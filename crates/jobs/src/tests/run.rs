//! Jobs that run to their end, in a process.

use quadrille_answers::kinds::BatchOperation;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use bytes::Bytes;
use quadrille_answers::service::LimitsPolicy;
use quadrille_answers::wire::{EntryBounds, ProblemBounds};

use super::test_database::{PROGRAM, TestDatabase};
use crate::bounds::JobBounds;
use crate::error::{FailureCode, JobError};
use crate::id::JobId;
use crate::rows::{Deletion, JobStatus, NewJob, ResultFormat};
use crate::service::{JobInput, Jobs};
use crate::settings::{JobDatabase, JobSettings, JobStore};
use crate::spec::{CountSubject, InputContent, JobSpec};
use crate::state::JobState;

const HOUR: Duration = Duration::from_secs(3600);

/// A puzzle with one solution.
pub(super) const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Empty 4x4 grid, as a request.
pub(super) const EMPTY_4X4: &str = r#"{"puzzle": "................"}"#;

/// Jobs in a database, and a folder.
pub(super) struct Folder(TestDatabase);

impl Folder {
    pub(super) async fn new() -> Self {
        Self(TestDatabase::new().await)
    }

    /// Makes a folder whose database is a file, even if the environment names a server.
    pub(super) fn with_file() -> Self {
        Self(TestDatabase::file())
    }

    pub(super) fn path(&self) -> &Path {
        self.0.folder()
    }

    pub(super) fn database(&self) -> JobDatabase {
        self.0.address()
    }

    pub(super) fn settings(&self) -> JobSettings {
        Self::settings_in(self.path(), self.database())
    }

    /// Settings of a process that runs no pieces.
    pub(super) fn idle_settings(&self) -> JobSettings {
        JobSettings { runs_pieces: false, ..self.settings() }
    }

    pub(super) fn settings_in(folder: &Path, database: JobDatabase) -> JobSettings {
        let policy = LimitsPolicy {
            time_default: HOUR,
            time_max: HOUR,
            nodes_max: None,
            threads_max: NonZeroUsize::MIN,
        };
        JobSettings {
            database: Some(database),
            store: JobStore::Folder(folder.join("objects")),
            program: PROGRAM,
            threads: 2,
            runs_pieces: true,
            piece_time: HOUR,
            bounds: JobBounds {
                jobs_max: 100,
                pieces_max: 10_000,
                upload_bytes_max: 1000,
                proof_bytes_max: 1 << 20,
                proof_work_max: 1 << 40,
                stored_bytes_max: 1 << 30,
                stored_bytes_total_max: 0,
                free_bytes_min: 0,
                ttl_default: HOUR,
                ttl_max: HOUR,
                upload_ttl: HOUR,
            },
            entries: EntryBounds {
                explained_errors_max: u64::MAX,
                line_bytes_max: 1000,
                policy,
                problem: ProblemBounds::MAX,
            },
        }
    }

    pub(super) fn jobs(&self) -> Jobs {
        Jobs::new(self.settings())
    }

    /// Number of jobs with objects.
    pub(super) fn objects(&self) -> usize {
        let jobs = std::fs::read_dir(self.path().join("objects/jobs"));
        jobs.map_or(0, Iterator::count)
    }
}

pub(super) fn new_job(spec: JobSpec) -> NewJob {
    NewJob {
        priority: 0,
        client: "client".to_owned(),
        idempotency_key: None,
        request_hash: String::new(),
        spec,
        ttl: HOUR,
    }
}

pub(super) fn lines(operation: BatchOperation, options: &str) -> NewJob {
    new_job(JobSpec::Lines { operation, options: options.to_owned(), content: InputContent::Text })
}

pub(super) fn count(subject: CountSubject, limit: Option<u64>) -> NewJob {
    new_job(JobSpec::Count { subject, limit })
}

pub(super) async fn create(jobs: &Jobs, job: NewJob, input: impl Into<Bytes>) -> JobId {
    jobs.create(job, JobInput::Inline(input.into())).await.expect("created").id
}

/// Waits until the status satisfies the condition.
pub(super) async fn until(jobs: &Jobs, id: JobId, is_met: impl Fn(&JobStatus) -> bool) -> JobStatus {
    let mut changes = jobs.changes();
    loop {
        let status = jobs.status(id, None).await.expect("a status");
        if is_met(&status) {
            return status;
        }
        assert!(!status.state.has_ended(), "{status:?}");
        changes.changed().await.expect("jobs");
    }
}

pub(super) async fn ended(jobs: &Jobs, id: JobId) -> JobStatus {
    until(jobs, id, |status| status.state.has_ended()).await
}

pub(super) async fn results(jobs: &Jobs, id: JobId) -> Vec<serde_json::Value> {
    let lines = result_lines(jobs, id, ResultFormat::Json).await;
    lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Results of a job that has ended.
pub(super) async fn result_lines(jobs: &Jobs, id: JobId, format: ResultFormat) -> String {
    let index = jobs.results(id, None).await.expect("results");
    assert!(index.is_final && index.has_text());
    let mut lines = Vec::new();
    for part in index.parts {
        lines.extend_from_slice(&jobs.read(id, part, format, 0..part.bytes(format)).await.expect("a part"));
    }
    String::from_utf8(lines).expect("text")
}

#[tokio::test]
async fn lines_are_answered_in_order() {
    let (folder, mut input) = (Folder::new().await, String::new());
    let jobs = folder.jobs();
    for index in 0..5000 {
        let puzzle = if index % 1000 == 7 { "no puzzle" } else { PUZZLE };
        // Blank lines and comments are no entries.
        writeln!(input, "# {index}\n\n{puzzle}").expect("text");
    }
    let id = create(&jobs, lines(BatchOperation::Solve, "limit=2"), input).await;
    let status = ended(&jobs, id).await;
    assert_eq!(
        (status.state, status.puzzles_done, status.puzzles_total),
        (JobState::Succeeded, 5000, Some(5000))
    );
    assert_eq!((status.verdicts.unique, status.verdicts.errors), (4995, 5));
    assert!(status.pieces.total > 1, "{status:?}");
    let results = results(&jobs, id).await;
    assert_eq!(results.len(), 5000);
    for (index, result) in results.iter().enumerate() {
        let kind = if index % 1000 == 7 { "error" } else { "result" };
        assert_eq!((&result["index"], &result["line"]), (&index.into(), &(3 * index + 3).into()));
        assert_eq!(result["type"], kind);
    }
    assert_eq!(jobs.delete(id, Some("client")).await.expect("removed"), Deletion::Removed);
    assert_eq!(folder.objects(), 0);
}

#[tokio::test]
async fn pieces_that_end_after_each_entry_lose_nothing() {
    let folder = Folder::new().await;
    let jobs = Jobs::new(JobSettings { piece_time: Duration::ZERO, ..folder.settings() });
    let input = [PUZZLE, "no puzzle", ""].join("\n").repeat(20);
    let id = create(&jobs, lines(BatchOperation::Rate, ""), input).await;
    let spec = JobSpec::Generate { count: 20, seed: 1 };
    let generated = create(&jobs, new_job(spec), r#"{"size": 4}"#).await;
    for (id, entries) in [(id, 40), (generated, 20)] {
        let status = ended(&jobs, id).await;
        assert_eq!((status.state, status.puzzles_total), (JobState::Succeeded, Some(entries)));
        assert_eq!((status.puzzles_done, status.fraction), (entries, 1.0));
        assert_eq!((status.pieces.done, status.pieces.leased), (status.pieces.total, 0));
        assert!(status.pieces.total > 2, "{status:?}");
        let indexes: Vec<_> = results(&jobs, id).await.iter().map(|line| line["index"].as_u64()).collect();
        assert_eq!(indexes, (0..entries).map(Some).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn job_of_as_many_pieces_as_it_may_have_leaves_puzzles_to_further_ones() {
    let folder = Folder::new().await;
    let settings = folder.settings();
    let bounds = JobBounds { pieces_max: 2, ..settings.bounds };
    let jobs = Jobs::new(JobSettings { piece_time: Duration::ZERO, bounds, ..settings });
    let generated = create(&jobs, new_job(JobSpec::Generate { count: 32, seed: 1 }), r#"{"size": 4}"#).await;
    let status = ended(&jobs, generated).await;
    assert_eq!((status.state, status.puzzles_done, &status.failure), (JobState::Succeeded, 32, &None));
    assert!(status.pieces.total > 2, "{status:?}");
}

#[tokio::test]
async fn many_pieces_of_lines_are_inserted_as_they_are_needed() {
    let folder = Folder::new().await;
    let jobs = folder.jobs();
    let input = "1.....3..4.....2\n".repeat(128 * 600);
    let id = create(&jobs, lines(BatchOperation::Rate, ""), input).await;
    assert_600_pieces(&jobs, id, 128 * 600).await;
}

#[tokio::test]
async fn many_pieces_of_wishes_are_inserted_as_they_are_needed() {
    let folder = Folder::new().await;
    let jobs = folder.jobs();
    let spec = JobSpec::Generate { count: 16 * 600, seed: 1 };
    let id = create(&jobs, new_job(spec), r#"{"size": 4}"#).await;
    assert_600_pieces(&jobs, id, 16 * 600).await;
}

/// More than are inserted at once.
async fn assert_600_pieces(jobs: &Jobs, id: JobId, entries: u64) {
    let planned = until(jobs, id, |status| status.puzzles_total.is_some()).await;
    assert_eq!((planned.pieces.total, planned.puzzles_total), (600, Some(entries)));
    let status = ended(jobs, id).await;
    assert_eq!((status.state, status.pieces.done, status.puzzles_done), (JobState::Succeeded, 600, entries));
    let indexes: Vec<_> = results(jobs, id).await.iter().map(|line| line["index"].as_u64()).collect();
    assert_eq!(indexes, (0..entries).map(Some).collect::<Vec<_>>());
}

#[tokio::test]
async fn short_search_ends_in_one_piece() {
    let folder = Folder::new().await;
    let jobs = folder.jobs();
    let id = create(&jobs, count(CountSubject::Puzzle, None), EMPTY_4X4).await;
    let listed = JobSpec::Solutions { subject: CountSubject::Puzzle, limit: None };
    let listed = create(&jobs, new_job(listed), EMPTY_4X4).await;
    for id in [id, listed] {
        let status = ended(&jobs, id).await;
        assert_eq!((status.state, status.count, status.fraction), (JobState::Succeeded, Some(288), 1.0));
        assert_eq!((status.pieces.total, status.pieces.done), (1, 1));
    }
    assert_eq!(results(&jobs, listed).await.len(), 288);
}

/// One thread, which jobs of eight other clients keep for an hour.
#[tokio::test]
async fn short_work_of_another_client_does_not_wait_for_long_work() {
    let folder = Folder::new().await;
    let jobs = Jobs::new(JobSettings { threads: 1, ..folder.settings() });
    let endless = format!("{}\n", ".".repeat(81)).repeat(3);
    let mut long = Vec::new();
    for client in 0..8 {
        let job = NewJob { client: client.to_string(), ..lines(BatchOperation::Count, "limit=all") };
        let job = create(&jobs, job, endless.clone()).await;
        until(&jobs, job, |status| status.pieces.total > 0 && status.pieces.leased > 0).await;
        long.push(job);
    }
    let short = NewJob { client: "other".to_owned(), ..count(CountSubject::Puzzle, None) };
    let short = create(&jobs, short, EMPTY_4X4).await;
    assert_eq!(ended(&jobs, short).await.count, Some(288));
    for job in long {
        let status = jobs.status(job, None).await.expect("a status");
        assert_eq!((status.state, status.puzzles_done), (JobState::Running, 0));
        jobs.delete(job, None).await.expect("cancelled");
    }
}

/// One thread, and nine clients whose entries take an hour each: there is no memory for a tenth.
#[tokio::test]
async fn first_piece_of_another_client_displaces_an_entry() {
    let folder = Folder::new().await;
    let jobs = Jobs::new(JobSettings { threads: 1, piece_time: Duration::ZERO, ..folder.settings() });
    let input = format!("{PUZZLE}\n{0}\n{0}\n", ".".repeat(81));
    let mut long = Vec::new();
    for client in 0..9 {
        let job = NewJob { client: client.to_string(), ..lines(BatchOperation::Count, "limit=all") };
        long.push(create(&jobs, job, input.clone()).await);
    }
    for &job in &long {
        until(&jobs, job, |status| status.pieces.total > 0 && status.pieces.leased > 0).await;
    }
    let short = NewJob { client: "other".to_owned(), ..count(CountSubject::Puzzle, None) };
    let short = create(&jobs, short, EMPTY_4X4).await;
    assert_eq!(ended(&jobs, short).await.count, Some(288));
    for job in long {
        let status = jobs.status(job, None).await.expect("a status");
        assert_eq!((status.state, status.failure), (JobState::Running, None));
        jobs.delete(job, None).await.expect("cancelled");
        // A displaced piece has answered the first entry, or nothing.
        assert_eq!(ended(&jobs, job).await.puzzles_done, results(&jobs, job).await.len() as u64);
    }
}

#[tokio::test]
async fn every_operation_answers_its_lines() {
    let (folder, cover) = (Folder::new().await, r#"{"primary": ["a"], "options": [["a"], ["a"]]}"#);
    let jobs = folder.jobs();
    for (operation, input, content) in [
        (BatchOperation::Solve, PUZZLE, InputContent::Text),
        (BatchOperation::Count, PUZZLE, InputContent::Text),
        (BatchOperation::Rate, PUZZLE, InputContent::Text),
        (BatchOperation::TestMinimal, PUZZLE, InputContent::Text),
        (BatchOperation::FindCanonical, PUZZLE, InputContent::Text),
        (BatchOperation::Shuffle, PUZZLE, InputContent::Text),
        (BatchOperation::FindCandidates, PUZZLE, InputContent::Text),
        (BatchOperation::CoverCount, cover, InputContent::Ndjson),
    ] {
        let spec = JobSpec::Lines { operation, options: String::new(), content };
        let id = create(&jobs, new_job(spec), input).await;
        let status = ended(&jobs, id).await;
        assert_eq!(status.failure, None);
        assert_eq!((status.state, status.operation.as_str()), (JobState::Succeeded, &*operation.name()));
        assert_eq!(results(&jobs, id).await[0]["type"], "result", "{operation:?}");
    }
}

#[tokio::test]
async fn generated_puzzles_have_ascending_seeds() {
    let folder = Folder::new().await;
    let jobs = folder.jobs();
    let id = create(&jobs, new_job(JobSpec::Generate { count: 20, seed: 7 }), r#"{"size": 4}"#).await;
    let status = ended(&jobs, id).await;
    assert_eq!(status.failure, None);
    assert_eq!((status.puzzles_total, status.verdicts.unique, status.pieces.total), (Some(20), 20, 2));
    let results = results(&jobs, id).await;
    assert_eq!(results.len(), 20);
    for (index, result) in results.iter().enumerate() {
        assert_eq!((&result["index"], &result["seed"]), (&index.into(), &(index + 7).into()));
        assert!(result["puzzle"].is_string(), "{result}");
    }
}

#[tokio::test]
async fn counts_are_exact() {
    let folder = Folder::new().await;
    let jobs = folder.jobs();
    let cover = |items: u32, options: &[String]| {
        let items: Vec<String> = (0..items).map(|item| format!("\"{item}\"")).collect();
        format!(r#"{{"primary": [{}], "options": [{}]}}"#, items.join(", "), options.join(", "))
    };
    // Ways to pair the items.
    let pairs = |n: u32| {
        let options = (0..n).flat_map(|a| (a + 1..n).map(move |b| format!(r#"["{a}", "{b}"]"#)));
        cover(n, &options.collect::<Vec<_>>())
    };
    // Two options for each item: 2^n solutions.
    let doubled = |n: u32| {
        let options = (0..n).map(|item| format!(r#"["{item}"], ["{item}"]"#));
        cover(n, &options.collect::<Vec<_>>())
    };
    for (subject, input, limit, expected) in [
        (CountSubject::Puzzle, EMPTY_4X4.to_owned(), None, 288),
        (CountSubject::Puzzle, EMPTY_4X4.to_owned(), Some(100), 100),
        (CountSubject::Puzzle, format!(r#"{{"puzzle": "{PUZZLE}"}}"#), None, 1),
        (CountSubject::Puzzle, r#"{"puzzle": "11.............."}"#.to_owned(), None, 0),
        (CountSubject::ExactCover, pairs(12), None, 10_395),
        (CountSubject::ExactCover, doubled(70), None, 1 << 70),
    ] {
        let id = create(&jobs, count(subject, limit), input.clone()).await;
        let status = ended(&jobs, id).await;
        assert_eq!(status.failure, None, "{input}");
        assert_eq!((status.state, status.count), (JobState::Succeeded, Some(expected)), "{input}");
        assert_eq!((status.fraction, status.puzzles_total), (1.0, None));
    }
    let id = create(&jobs, count(CountSubject::ExactCover, None), doubled(130)).await;
    let failure = ended(&jobs, id).await.failure.expect("a failure");
    assert_eq!(failure.code, FailureCode::CountOverflow);
}

#[tokio::test]
async fn invalid_problem_fails_the_job() {
    let folder = Folder::new().await;
    let jobs = folder.jobs();
    let id = create(&jobs, count(CountSubject::Puzzle, None), "{}").await;
    let failure = ended(&jobs, id).await.failure.expect("a failure");
    assert_eq!(failure.code, FailureCode::InvalidInput, "{failure:?}");
    let id = create(&jobs, lines(BatchOperation::Solve, "limit=x"), PUZZLE).await;
    let failure = ended(&jobs, id).await.failure.expect("a failure");
    assert_eq!(failure.code, FailureCode::InvalidInput);
}

#[tokio::test]
async fn empty_input_succeeds() {
    let folder = Folder::new().await;
    let jobs = folder.jobs();
    let id = create(&jobs, lines(BatchOperation::Solve, ""), "\n# nothing\n").await;
    assert_eq!(ended(&jobs, id).await.state, JobState::Succeeded);
    assert_eq!(results(&jobs, id).await.len(), 0);
}

#[tokio::test]
async fn endless_count_is_cancelled_drained_and_goes_on() {
    let folder = Folder::new().await;
    let jobs = folder.jobs();
    let empty_9x9 = format!(r#"{{"puzzle": "{}"}}"#, ".".repeat(81));
    let id = create(&jobs, count(CountSubject::Puzzle, None), empty_9x9).await;
    let started = until(&jobs, id, |status| status.pieces.leased > 0).await;
    assert_eq!(started.state, JobState::Running);
    jobs.drain().await;
    let drained = jobs.status(id, None).await.expect("a status");
    assert_eq!((drained.state, drained.pieces.leased), (JobState::Running, 0));
    drop(jobs);
    let jobs = folder.jobs();
    jobs.start().await;
    let running = until(&jobs, id, |status| status.pieces.leased > 0).await;
    assert!(running.count >= drained.count && running.revision >= drained.revision);
    assert_eq!(jobs.delete(id, None).await.expect("cancelled"), Deletion::Cancelled);
    let cancelled = ended(&jobs, id).await;
    assert_eq!(cancelled.state, JobState::Cancelled);
    assert!(cancelled.count >= running.count && cancelled.fraction < 1.0);
}

#[tokio::test]
async fn upload_is_bounded_and_read_by_a_job() {
    let folder = Folder::new().await;
    let jobs = folder.jobs();
    let mut upload = jobs.upload("client", InputContent::Text).await.expect("an upload");
    for part in [&PUZZLE[..40], &PUZZLE[40..], "\n"] {
        upload.write(part.as_bytes()).await.expect("written");
    }
    let upload = upload.finish().await.expect("an upload");
    assert_eq!(upload.bytes, 82);
    let input = JobInput::Upload(upload.id);
    assert!(matches!(jobs.find_upload(upload.id, Some("other")).await, Err(JobError::NotFound)));
    assert_eq!(jobs.find_upload(upload.id, Some("client")).await.expect("an upload"), upload);
    let unknown = jobs.create(lines(BatchOperation::Solve, ""), JobInput::Upload(JobId::random())).await;
    assert!(matches!(unknown, Err(JobError::NotFound)));
    let id = jobs.create(lines(BatchOperation::Solve, ""), input).await.expect("created").id;
    assert_eq!(ended(&jobs, id).await.verdicts.unique, 1);
    let mut upload = jobs.upload("client", InputContent::Text).await.expect("an upload");
    assert!(matches!(upload.write(&[b'.'; 1001]).await, Err(JobError::UploadTooLong(1000))));
}

#[tokio::test]
async fn database_is_made_at_first_use() {
    let folder = Folder::with_file();
    let jobs = folder.jobs();
    jobs.start().await;
    assert!(matches!(jobs.status(JobId::random(), None).await, Err(JobError::NotFound)));
    assert_eq!(jobs.list("client", None, None, 9).await.expect("a list"), []);
    assert!(std::fs::read_dir(folder.path()).expect("a folder").next().is_none());
    create(&jobs, lines(BatchOperation::Solve, ""), PUZZLE).await;
    assert_eq!(jobs.list("client", None, None, 9).await.expect("a list").len(), 1);
}

#[tokio::test]
async fn database_that_cannot_be_opened_turns_jobs_off() {
    let folder = Folder::with_file();
    let missing = folder.path().join("missing/jobs.db");
    let jobs = Jobs::new(JobSettings { database: Some(JobDatabase::File(missing)), ..folder.settings() });
    let created = jobs.create(lines(BatchOperation::Solve, ""), JobInput::Inline(Bytes::new())).await;
    assert!(matches!(created, Err(JobError::NoDatabase(_))));
    jobs.start().await;
    assert!(jobs.is_on() && !jobs.can_store());
    let broken = folder.path().join("broken.db");
    std::fs::write(&broken, "no database").expect("a file");
    let jobs = Jobs::new(JobSettings { database: Some(JobDatabase::File(broken)), ..folder.settings() });
    jobs.start().await;
    assert!(jobs.is_on() && !jobs.can_store());
    let off = Jobs::new(JobSettings { database: None, ..folder.settings() });
    assert!(!off.is_on());
    off.start().await;
    assert!(matches!(off.status(JobId::random(), None).await, Err(JobError::Off)));
}

#[tokio::test]
async fn repeated_request_leaves_no_objects() {
    let folder = Folder::new().await;
    let jobs = folder.jobs();
    let job = NewJob { idempotency_key: Some("key".to_owned()), ..lines(BatchOperation::Solve, "") };
    let first = create(&jobs, job.clone(), PUZZLE).await;
    let again = jobs.create(job, JobInput::Inline(PUZZLE.into())).await.expect("created");
    assert_eq!((again.id, again.is_repeated), (first, true));
    ended(&jobs, first).await;
    assert_eq!(folder.objects(), 1);
}

/// Pigeons that do not fit into holes, one fewer, as a problem.
fn pigeons(holes: usize) -> serde_json::Value {
    let pigeons: Vec<_> = (0..=holes).map(|pigeon| format!("p{pigeon}")).collect();
    let places: Vec<_> = (0..holes).map(|hole| format!("h{hole}")).collect();
    let pairs = pigeons.iter().flat_map(|pigeon| places.iter().map(move |hole| [pigeon, hole]));
    let options: Vec<_> = pairs.collect();
    serde_json::json!({"primary": pigeons, "secondary": places, "options": options})
}

/// Request for a proof that they do not fit.
fn proof_of_pigeons(holes: usize) -> String {
    let mut request = pigeons(holes);
    request["claim"] = "none".into();
    request.to_string()
}

fn proof_of_cover() -> NewJob {
    new_job(JobSpec::Prove { subject: CountSubject::ExactCover })
}

#[tokio::test]
async fn proof_is_one_piece_whether_its_plan_finds_it_or_not() {
    let folder = Folder::new().await;
    let settings = folder.settings();
    let bounds = JobBounds { proof_bytes_max: 1 << 26, ..settings.bounds };
    let jobs = Jobs::new(JobSettings { bounds, ..settings });
    for holes in [4, 7] {
        let id = create(&jobs, proof_of_cover(), proof_of_pigeons(holes)).await;
        let status = ended(&jobs, id).await;
        assert_eq!((status.state, status.verdicts.none, status.failure), (JobState::Succeeded, 1, None));
        assert_eq!((status.pieces.total, status.pieces.done), (1, 1));
        assert_eq!((status.puzzles_done, status.puzzles_total), (1, Some(1)));
        assert_eq!(results(&jobs, id).await[0]["claim"], "none");
    }
}

#[tokio::test]
async fn proof_with_too_much_work_is_given_up() {
    let folder = Folder::new().await;
    // Fewer steps than a plan may do, and more.
    for proof_work_max in [1000, (1 << 22) + 1] {
        let settings = folder.settings();
        let bounds = JobBounds { proof_work_max, proof_bytes_max: 1 << 30, ..settings.bounds };
        let jobs = Jobs::new(JobSettings { bounds, ..settings });
        let id = create(&jobs, proof_of_cover(), proof_of_pigeons(13)).await;
        let status = ended(&jobs, id).await;
        assert_eq!((status.state, status.verdicts.unknown), (JobState::Succeeded, 1), "{proof_work_max}");
        let result = &results(&jobs, id).await[0];
        assert_eq!(
            (&result["proof"], &result["stopped_by"]),
            (&serde_json::Value::Null, &"proof_work".into())
        );
        jobs.drain().await;
    }
}

/// Long searches of three clients, which take all the memory of one thread, give way to the first piece of a further client.
#[tokio::test]
async fn long_proofs_and_learning_searches_leave_their_threads() {
    for is_proof in [true, false] {
        let folder = Folder::new().await;
        let settings = folder.settings();
        let bounds = JobBounds { proof_bytes_max: 1 << 30, ..settings.bounds };
        let jobs = Jobs::new(JobSettings { threads: 1, piece_time: Duration::ZERO, bounds, ..settings });
        let mut long = Vec::new();
        for client in ["a", "b", "c"] {
            let (job, problem) = match is_proof {
                true => (proof_of_cover(), proof_of_pigeons(13)),
                false => (count(CountSubject::ExactCover, None), pigeons(13).to_string()),
            };
            long.push(create(&jobs, NewJob { client: client.to_owned(), ..job }, problem).await);
        }
        for &id in &long {
            until(&jobs, id, |status| status.pieces.leased > 0).await;
        }
        let short = NewJob { client: "d".to_owned(), ..count(CountSubject::Puzzle, None) };
        let id = create(&jobs, short, EMPTY_4X4).await;
        assert_eq!(ended(&jobs, id).await.count, Some(288));
        for id in long {
            assert!(!jobs.status(id, None).await.expect("a status").state.has_ended());
            jobs.delete(id, None).await.expect("cancelled");
        }
        jobs.drain().await;
    }
}
