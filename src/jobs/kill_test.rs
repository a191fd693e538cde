//! Processes that are killed while they run jobs.
#![cfg(test)]

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

use tokio::runtime::Builder;

use super::abort::{ABORT, AbortPoint};
use super::clock::Clock;
use super::database::Database;
use super::run_test::{EMPTY_4X4, Folder, count, create, ended, new_job, results};
use super::service::Jobs;
use super::settings::JobDatabase;
use super::spec::{CountSubject, InputContent, JobSpec, LineOperation};
use super::state::JobState;
use super::status::JobStatus;

/// Variable of the child process: point, passes before it, address of the database, and folder.
const CHILD: &str = "QUADRILLE_TEST_CHILD";

/// Address of a database that is a file of the folder.
const FILE: &str = "file";

/// Number of entries of the input, in 47 pieces.
const ENTRIES: usize = 6000;

const POINTS: [AbortPoint; 4] =
    [AbortPoint::Claimed, AbortPoint::Solved, AbortPoint::Written, AbortPoint::Committed];

/// Runs the jobs of a folder to their ends, unless the process ends itself before. Does nothing in the process that runs the tests.
#[test]
#[expect(clippy::disallowed_methods, reason = "the variable is for this test alone")]
fn child() {
    let Ok(child) = env::var(CHILD) else { return };
    let mut words = child.splitn(4, ' ');
    let [point, passes, url, folder] = [(); 4].map(|()| words.next().expect("four words"));
    let database = match url {
        FILE => JobDatabase::File(Path::new(folder).join("jobs.db")),
        url => JobDatabase::Postgres { url: url.to_owned(), name: url.to_owned() },
    };
    let point = POINTS.into_iter().find(|known| format!("{known:?}") == point).expect("a point");
    *ABORT.lock() = Some((point, passes.parse().expect("a number")));
    Builder::new_multi_thread().enable_all().build().expect("a runtime").block_on(async {
        let jobs = Jobs::new(Folder::settings_in(folder.as_ref(), database));
        jobs.start().await;
        let mut changes = jobs.changes();
        let is_open = |job: &JobStatus| !job.state.has_ended();
        while jobs.list("client", None, None, 9).await.expect("a list").iter().any(is_open) {
            changes.changed().await.expect("jobs");
        }
    });
}

/// Runs a process that ends itself at a point.
async fn run_and_kill(folder: &Folder, point: AbortPoint, passes: u32) {
    let name = format!("{}::child", module_path!().split_once("::").expect("a module").1);
    let mut command = Command::new(env::current_exe().expect("a program"));
    let url = match folder.database() {
        JobDatabase::File(_) => FILE.to_owned(),
        JobDatabase::Postgres { url, .. } => url,
    };
    let child = format!("{point:?} {passes} {url} {}", folder.path().display());
    command.args(["--exact", &name]).env(CHILD, child);
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("a process");
    assert!(!status.success(), "{point:?}: the process has ended itself");
    // As if the time of the leases had passed. Each process may lose the same piece, which must not fail for good.
    let database = Database::open(&folder.database(), Clock::Database).await.expect("a database");
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

#[tokio::test]
async fn killed_processes_lose_and_repeat_nothing() {
    let folder = Folder::new().await;
    let mut input = String::new();
    for entry in 0..ENTRIES {
        let options = if entry % 3 == 0 { r#"["a"], ["a"]"# } else { r#"["a"]"# };
        input.push_str(&format!("{{\"primary\": [\"a\"], \"options\": [{options}]}}\n"));
    }
    let covers = new_job(JobSpec::Lines {
        operation: LineOperation::ExactCoverCount,
        options: String::new(),
        content: InputContent::Ndjson,
    });
    let expected = {
        let undisturbed = Folder::new().await;
        let jobs = undisturbed.jobs();
        let id = create(&jobs, covers.clone(), input.clone()).await;
        ended(&jobs, id).await;
        results(&jobs, id).await
    };
    let (answered, counted) = {
        let idle = Jobs::new(folder.idle_settings());
        let answered = create(&idle, covers, input).await;
        (answered, create(&idle, count(CountSubject::Puzzle, None), EMPTY_4X4).await)
    };
    for passes in 0..2 {
        for point in POINTS {
            run_and_kill(&folder, point, passes).await;
        }
    }
    let jobs = folder.jobs();
    jobs.start().await;
    let status = ended(&jobs, counted).await;
    assert_eq!((status.state, status.count), (JobState::Succeeded, Some(288)));
    let status = ended(&jobs, answered).await;
    assert_eq!((status.state, status.puzzles_done), (JobState::Succeeded, ENTRIES as u64));
    assert_eq!((status.verdicts.multiple, status.verdicts.unique), (2000, 4000));
    let found = results(&jobs, answered).await;
    assert_eq!(found.len(), ENTRIES);
    assert_eq!(found, expected, "line by line");
}
