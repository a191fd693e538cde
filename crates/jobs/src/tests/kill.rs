//! Processes, and databases, that are killed while jobs run.

use quadrille_answers::kinds::BatchOperation;
use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use bytes::Bytes;
use serde_json::Value;
use tokio::runtime::Builder;
use tokio::time::interval;

use super::run::{EMPTY_4X4, Folder, count, ended, new_job, result_lines, results};
use crate::abort::{ABORT, AbortAction, AbortPoint, PAUSED};
use crate::rows::{CreatedJob, JobStatus, NewJob, ResultFormat};
use crate::service::{JobInput, Jobs};
use crate::settings::{JobDatabase, JobSettings};
use crate::spec::{CountSubject, InputContent, JobSpec};
use crate::state::JobState;
use crate::store::{Clock, Database};

/// Variable of a child process: what it does, as words.
const CHILD: &str = "QUADRILLE_TEST_CHILD";

/// Variable that names a PostgreSQL server. These tests restart one of their own.
const SERVER: &str = "QUADRILLE_TEST_POSTGRES";

/// Address of a database that is a file of the folder.
const FILE: &str = "file";

/// Client of all jobs.
const CLIENT: &str = "client";

/// Line of a process that serves.
const SERVES: &str = "serves";

/// A puzzle with one solution.
const UNIQUE: &str = r#"{"puzzle": "1.....3..4.....2"}"#;

/// Number of entries of an input, in 32 pieces: each process that is killed leaves some to the next one.
const ENTRIES: u64 = 4000;

/// Points of a worker.
const RUN: [AbortPoint; 4] =
    [AbortPoint::Claimed, AbortPoint::Solved, AbortPoint::Written, AbortPoint::Committed];

/// Points of a server.
const CREATION: [AbortPoint; 2] = [AbortPoint::Stored, AbortPoint::Created];

/// Time between two looks of a child process at its jobs.
const LOOK: Duration = Duration::from_millis(50);

/// Server of PostgreSQL in a process of its own.
struct Postgres {
    process: Process,
    url: String,
}

impl Postgres {
    fn start() -> Self {
        let mut command = Command::new("python3");
        command.args(["-m", "fleet.postgres"]);
        command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"));
        let mut process = Process::start(command);
        let url = process.read_line().expect("an address");
        Self { process, url }
    }

    /// Ends the server at once, and starts it again.
    fn restart(&mut self) {
        self.process.write_line("restart");
        assert_eq!(self.process.read_line().as_deref(), Some("restart"));
    }
}

/// Folder and database of the jobs of a test.
struct Place {
    folder: Folder,
    postgres: Option<Postgres>,
}

impl Place {
    /// Returns a place with a server if the environment names one, otherwise with a file.
    #[expect(clippy::disallowed_methods, reason = "the variable is for tests alone")]
    fn new() -> Self {
        let has_server = env::var_os(SERVER).is_some();
        Self { folder: Folder::with_file(), postgres: has_server.then(Postgres::start) }
    }

    /// The address of the server, or [`FILE`].
    fn url(&self) -> &str {
        self.postgres.as_ref().map_or(FILE, |postgres| &postgres.url)
    }

    fn settings(&self, runs_pieces: bool) -> JobSettings {
        settings(self.folder.path(), self.url(), runs_pieces)
    }

    /// Restarts the database, unless it is a file.
    fn restart(&mut self) {
        self.postgres.iter_mut().for_each(Postgres::restart);
    }

    /// Jobs of this process, which runs no pieces.
    fn jobs(&self) -> Jobs {
        Jobs::new(self.settings(false))
    }

    /// Starts a process; `work` is what it does.
    fn start(&self, work: &str, at: Option<(AbortPoint, u32, AbortAction)>) -> Process {
        let at = at.map_or("none 0 none".to_owned(), |(point, passes, action)| {
            format!("{point:?} {passes} {action:?}")
        });
        let name = format!("{}::child", module_path!().split_once("::").expect("a module").1);
        let mut command = Command::new(env::current_exe().expect("a program"));
        // Without capture, since a pause is said on standard output.
        command.args(["--exact", &name, "--nocapture"]);
        let folder = self.folder.path().display();
        command.env(CHILD, format!("{work} {at} {} {folder}", self.url()));
        Process::start(command)
    }

    /// Ends all leases, as if their time had passed. A test may lose the same piece often, which must not fail for good.
    async fn end_leases(&self) {
        let source = self.settings(false).database.expect("a database");
        let database = Database::open(&source, Clock::Database).await.expect("a database");
        let mut transaction = database.write().await.expect("a transaction");
        sqlx::raw_sql(
            "UPDATE pieces SET lease_until = 0 WHERE state = 1; UPDATE pieces SET ready_at = 0, attempts = 0",
        )
        .execute(&mut *transaction)
        .await
        .expect("ended leases");
        transaction.commit().await.expect("committed");
        database.close().await;
    }
}

fn settings(folder: &Path, url: &str, runs_pieces: bool) -> JobSettings {
    let database = match url {
        FILE => JobDatabase::File(folder.join("jobs.db")),
        url => JobDatabase::Postgres { url: url.to_owned(), name: url.to_owned(), connections_max: 4 },
    };
    JobSettings { runs_pieces, ..Folder::settings_in(folder, database) }
}

/// Process with pipes. Dropping it kills the process.
struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Process {
    fn start(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("a process");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, input, output }
    }

    /// Returns the next line; `None` at the end.
    fn read_line(&mut self) -> Option<String> {
        let mut line = String::new();
        let length = self.output.read_line(&mut line).expect("text");
        (length > 0).then(|| line.trim_end().to_owned())
    }

    fn write_line(&mut self, line: &str) {
        let input = self.input.as_mut().expect("a pipe");
        writeln!(input, "{line}").expect("a reader");
    }

    /// Reads up to a line with this end.
    fn read_to(&mut self, end: &str) {
        while !self.read_line().expect("the process goes on").ends_with(end) {}
    }

    /// Waits for the end, and returns whether it was a success.
    fn succeeds(mut self) -> bool {
        while self.read_line().is_some() {}
        self.child.wait().expect("an end").success()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Postgres {
    /// At the end of its input, the process stops the server and removes its data.
    fn drop(&mut self) {
        self.process.input = None;
        while self.process.read_line().is_some() {}
    }
}

/// Does the work of a child process. Does nothing in the process that runs the tests.
#[test]
#[expect(clippy::disallowed_methods, reason = "the variable is for this test alone")]
fn child() {
    let Ok(child) = env::var(CHILD) else { return };
    let mut words = child.splitn(6, ' ');
    let [work, point, passes, action, url, folder] = [(); 6].map(|()| words.next().expect("six words"));
    let point = RUN.into_iter().chain(CREATION).find(|known| format!("{known:?}") == point);
    let action =
        [AbortAction::Abort, AbortAction::Pause].into_iter().find(|known| format!("{known:?}") == action);
    *ABORT.lock() =
        point.zip(action).map(|(point, action)| (point, passes.parse().expect("a number"), action));
    let runs_pieces = work == "work";
    let jobs = Jobs::new(settings(folder.as_ref(), url, runs_pieces));
    let work = async { if runs_pieces { run_jobs(&jobs).await } else { serve(&jobs, work).await } };
    Builder::new_multi_thread().enable_all().build().expect("a runtime").block_on(work);
}

/// Runs the jobs of the database to their ends.
async fn run_jobs(jobs: &Jobs) {
    jobs.start().await;
    let mut looks = interval(LOOK);
    let is_open = |job: &JobStatus| !job.state.has_ended();
    // While the database restarts, there is no list.
    while jobs.list(CLIENT, None, None, 99).await.map_or(true, |jobs| jobs.iter().any(is_open)) {
        looks.tick().await;
    }
}

/// Creates the jobs of a test, and answers until it is killed. Without a database, it goes on.
async fn serve(jobs: &Jobs, key: &str) {
    let mut looks = interval(LOOK);
    for (job, input) in new_jobs(key) {
        while jobs.create(job.clone(), JobInput::Inline(input.clone())).await.is_err() {
            looks.tick().await;
        }
    }
    writeln!(io::stdout(), "\n{SERVES}").expect("a reader");
    loop {
        // Fails while the database restarts.
        let _ = jobs.list(CLIENT, None, None, 99).await;
        looks.tick().await;
    }
}

/// Jobs with an idempotency key, and their inputs.
fn new_jobs(key: &str) -> [(NewJob, Bytes); 3] {
    let mut covers = String::new();
    for entry in 0..ENTRIES {
        let options = if entry % 3 == 0 { r#"["a"], ["a"]"# } else { r#"["a"]"# };
        covers.push_str(&format!("{{\"primary\": [\"a\"], \"options\": [{options}]}}\n"));
    }
    let lines = JobSpec::Lines {
        operation: BatchOperation::CoverCount,
        options: String::new(),
        content: InputContent::Ndjson,
    };
    let lines = NewJob { idempotency_key: Some(format!("{key} lines")), ..new_job(lines) };
    let count = count(CountSubject::Puzzle, None);
    let count = NewJob { idempotency_key: Some(format!("{key} count")), ..count };
    let proof = JobSpec::Prove { subject: CountSubject::Puzzle };
    let proof = NewJob { idempotency_key: Some(format!("{key} proof")), ..new_job(proof) };
    [(lines, covers.into()), (count, EMPTY_4X4.into()), (proof, UNIQUE.into())]
}

/// Creates jobs, or finds the jobs of the same key.
async fn create_jobs(jobs: &Jobs, key: &str) -> [CreatedJob; 3] {
    let [lines, count, proof] = new_jobs(key).map(|(job, input)| jobs.create(job, JobInput::Inline(input)));
    [lines.await.expect("created"), count.await.expect("created"), proof.await.expect("created")]
}

/// Asserts that the jobs of a key have succeeded, and that no result is lost or counts twice.
async fn assert_results(jobs: &Jobs, key: &str, expected: &[Value]) {
    let [lines, count, proof] = create_jobs(jobs, key).await;
    assert!(lines.is_repeated && count.is_repeated && proof.is_repeated, "{key}");
    let status = jobs.status(proof.id, None).await.expect("a status");
    assert_eq!((status.state, status.verdicts.unique), (JobState::Succeeded, 1), "{key}");
    assert_eq!(result_lines(jobs, proof.id, ResultFormat::Text).await, "0\n", "{key}");
    let status = jobs.status(count.id, None).await.expect("a status");
    assert_eq!((status.state, status.count), (JobState::Succeeded, Some(288)), "{key}");
    let status = jobs.status(lines.id, None).await.expect("a status");
    assert_eq!((status.state, status.puzzles_done), (JobState::Succeeded, ENTRIES), "{key}");
    let multiple = ENTRIES.div_ceil(3);
    assert_eq!((status.verdicts.multiple, status.verdicts.unique), (multiple, ENTRIES - multiple), "{key}");
    let found = results(jobs, lines.id).await;
    assert_eq!(found.len() as u64, ENTRIES, "{key}");
    assert_eq!(found, expected, "{key}: line by line");
}

/// Results of the lines without a disturbance.
async fn undisturbed() -> Vec<Value> {
    let folder = Folder::with_file();
    let jobs = folder.jobs();
    let [lines, ..] = create_jobs(&jobs, "").await;
    ended(&jobs, lines.id).await;
    results(&jobs, lines.id).await
}

/// Points of a worker, each at its first pass and at a later one.
fn passes() -> impl Iterator<Item = (AbortPoint, u32)> {
    RUN.into_iter().flat_map(|point| [(point, 0), (point, 3)])
}

#[tokio::test]
async fn killed_workers_lose_and_repeat_nothing() {
    let (expected, place) = (undisturbed().await, Place::new());
    let jobs = place.jobs();
    create_jobs(&jobs, "key").await;
    for (point, passes) in passes() {
        let worker = place.start("work", Some((point, passes, AbortAction::Abort)));
        assert!(!worker.succeeds(), "{point:?}: the process has ended itself");
        place.end_leases().await;
    }
    assert!(place.start("work", None).succeeds());
    assert_results(&jobs, "key", &expected).await;
}

#[tokio::test]
async fn killed_server_loses_and_repeats_nothing() {
    let (expected, place) = (undisturbed().await, Place::new());
    let jobs = place.jobs();
    for (point, passes) in passes() {
        let key = format!("{point:?}{passes}");
        let serve = || {
            let mut server = place.start(&key, None);
            server.read_to(SERVES);
            server
        };
        let server = serve();
        let mut worker = place.start("work", Some((point, passes, AbortAction::Pause)));
        worker.read_to(PAUSED);
        drop(server);
        let _server = serve();
        worker.write_line("");
        assert!(worker.succeeds(), "{key}");
        assert_results(&jobs, &key, &expected).await;
    }
}

#[tokio::test]
async fn restarted_database_loses_and_repeats_nothing() {
    let (expected, mut place) = (undisturbed().await, Place::new());
    // A file has no process that could be restarted.
    if place.postgres.is_none() {
        return;
    }
    for (point, passes) in passes() {
        let key = format!("{point:?}{passes}");
        create_jobs(&place.jobs(), &key).await;
        let mut worker = place.start("work", Some((point, passes, AbortAction::Pause)));
        worker.read_to(PAUSED);
        place.restart();
        worker.write_line("");
        assert!(worker.succeeds(), "{key}");
        assert_results(&place.jobs(), &key, &expected).await;
    }
}

#[tokio::test]
async fn creation_without_an_answer_is_repeated_once() {
    let (expected, mut place) = (undisturbed().await, Place::new());
    for point in CREATION {
        let key = format!("{point:?}-killed");
        assert!(!place.start(&key, Some((point, 0, AbortAction::Abort))).succeeds(), "{key}");
        let [lines, count, _] = create_jobs(&place.jobs(), &key).await;
        assert_eq!((lines.is_repeated, count.is_repeated), (point == AbortPoint::Created, false), "{key}");
        let restarted = format!("{point:?}-restarted");
        let mut server = place.start(&restarted, Some((point, 0, AbortAction::Pause)));
        server.read_to(PAUSED);
        place.restart();
        server.write_line("");
        server.read_to(SERVES);
        assert!(place.start("work", None).succeeds(), "{key}");
        for key in [&key, &restarted] {
            assert_results(&place.jobs(), key, &expected).await;
        }
    }
}
