//! Work sharing and lists of solutions, in a process.

use std::collections::BTreeSet;
use std::collections::HashSet;
use std::fs;

use futures_util::future::select_all;
use quadrille_exact_cover::Cube;

use super::run::{EMPTY_4X4, Folder, count, create, ended, new_job, results, until};
use crate::id::JobId;
use crate::queue::{NewPiece, PieceQueue, PieceResult};
use crate::rows::{JobStatus, NewJob};
use crate::service::Jobs;
use crate::settings::JobSettings;
use crate::spec::{CountSubject, JobSpec, PieceSpec};
use crate::state::JobState;
use crate::store::{Clock, Database};

fn solutions(subject: CountSubject, limit: Option<u64>) -> NewJob {
    new_job(JobSpec::Solutions { subject, limit })
}

#[tokio::test]
async fn all_solutions_are_listed_once() {
    let folder = Folder::new().await;
    let jobs = folder.jobs();
    let cover =
        r#"{"primary": ["a", "b", "c"], "options": [["a"], ["a"], ["b"], ["b"], ["c"], ["c"], ["a", "b"]]}"#;
    let unique = r#"{"puzzle": "1.....3..4.....2"}"#;
    let conflict = r#"{"puzzle": "11.............."}"#;
    for (subject, input, limit, expected) in [
        (CountSubject::Puzzle, EMPTY_4X4, None, 288),
        (CountSubject::Puzzle, EMPTY_4X4, Some(288), 288),
        (CountSubject::Puzzle, EMPTY_4X4, Some(100), 100),
        (CountSubject::Puzzle, EMPTY_4X4, Some(1), 1),
        (CountSubject::Puzzle, unique, None, 1),
        (CountSubject::Puzzle, conflict, None, 0),
        (CountSubject::ExactCover, cover, None, 10),
        (CountSubject::ExactCover, cover, Some(4), 4),
    ] {
        let id = create(&jobs, solutions(subject, limit), input).await;
        let status = ended(&jobs, id).await;
        assert_eq!(status.failure, None, "{input}");
        assert_eq!((status.state, status.count), (JobState::Succeeded, Some(expected)), "{input}");
        assert_eq!((status.fraction, status.puzzles_total, status.pieces.leased), (1.0, None, 0));
        let lines = results(&jobs, id).await;
        let set: BTreeSet<String> = lines.iter().map(|line| line["solution"].to_string()).collect();
        assert_eq!((lines.len(), set.len()), (expected as usize, expected as usize), "{input}");
    }
}

/// Queens on an n x n board, as a request.
fn queens(n: usize) -> String {
    let primary: Vec<_> = (0..n).flat_map(|line| [format!("r{line}"), format!("c{line}")]).collect();
    let secondary: Vec<_> =
        (0..2 * n - 1).flat_map(|line| [format!("a{line}"), format!("b{line}")]).collect();
    let option = |row: usize, column: usize| {
        [
            format!("r{row}"),
            format!("c{column}"),
            format!("a{}", row + column),
            format!("b{}", n - 1 + row - column),
        ]
    };
    let options: Vec<_> = (0..n * n).map(|cell| option(cell / n, cell % n)).collect();
    serde_json::json!({"primary": primary, "secondary": secondary, "options": options}).to_string()
}

/// Creates the count of a problem, with one piece.
async fn count_in_one_piece(folder: &Folder, problem: String) -> JobId {
    let settings = folder.idle_settings();
    let jobs = Jobs::new(settings.clone());
    let id = create(&jobs, count(CountSubject::ExactCover, None), problem).await;
    let database = Database::open(&folder.database(), Clock::Database).await.expect("a database");
    let queue = PieceQueue::new(database, settings.bounds);
    let plan = queue.claim(1, &HashSet::new()).await.expect("claimed").remove(0);
    let weight = Cube::WEIGHT_OF_WHOLE;
    let spec = PieceSpec::Cubes { cubes: vec![weight.to_string()] };
    let rest = vec![NewPiece { no: None, spec, puzzles: 0, weight: Some(weight) }];
    queue.complete(&plan.lease, &PieceResult { rest, ..PieceResult::default() }).await.expect("completed");
    id
}

/// Runs the count of a problem in one piece with this number of threads.
async fn count_with(threads: usize, problem: String) -> JobStatus {
    let folder = Folder::new().await;
    let id = count_in_one_piece(&folder, problem).await;
    let jobs = Jobs::new(JobSettings { threads, ..folder.settings() });
    jobs.start().await;
    let status = ended(&jobs, id).await;
    assert_eq!((status.failure.clone(), status.state), (None, JobState::Succeeded));
    status
}

#[tokio::test]
async fn idle_thread_gets_work_from_a_running_piece() {
    // The search is shorter than the budget of a piece.
    let alone = count_with(1, queens(12)).await;
    assert_eq!((alone.count, alone.pieces.total), (Some(14_200), 1));
    let shared = count_with(3, queens(12)).await;
    assert_eq!(shared.count, Some(14_200));
    assert!(shared.pieces.total >= 4 && shared.pieces.done == shared.pieces.total, "{shared:?}");
}

#[tokio::test]
async fn worker_reads_the_request_of_a_job_once() {
    let folder = Folder::new().await;
    let id = count_in_one_piece(&folder, queens(12)).await;
    let jobs = Jobs::new(JobSettings { threads: 3, ..folder.settings() });
    jobs.start().await;
    until(&jobs, id, |status| status.pieces.done > 0).await;
    fs::remove_file(folder.path().join(format!("objects/jobs/{id}/request"))).expect("removed");
    let status = until(&jobs, id, |status| jobs.meters().retried.get() > 0 || status.state.has_ended()).await;
    assert_eq!((status.state, status.count), (JobState::Succeeded, Some(14_200)));
}

#[tokio::test]
async fn short_search_is_not_divided() {
    let status = count_with(3, queens(8)).await;
    assert_eq!((status.count, status.pieces.total), (Some(92), 1));
}

#[tokio::test]
async fn several_workers_count_exactly() {
    let folder = Folder::new().await;
    let id = count_in_one_piece(&folder, queens(12)).await;
    let workers = [1, 1, 2].map(|threads| Jobs::new(JobSettings { threads, ..folder.settings() }));
    for worker in &workers {
        worker.start().await;
    }
    // The worker of the last piece sees the end at once.
    let ends = workers.iter().map(|worker| Box::pin(ended(worker, id)));
    let (status, _, _) = select_all(ends).await;
    assert_eq!((status.state, status.count), (JobState::Succeeded, Some(14_200)));
    assert_eq!(status.pieces.done, status.pieces.total);
}
