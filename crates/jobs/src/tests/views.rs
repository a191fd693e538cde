//! What clients and operators see, in every database.

use std::time::Duration;

use quadrille_exact_cover::Cube;

use super::tables::{Tables, count, counted, cubes, execute, line_pieces, lines, solved};
use super::test_database::PROGRAM;
use crate::error::{FailureCode, JobError, JobFailure};
use crate::id::JobId;
use crate::queue::{
    Completion, LEASE, LiveWorkers, NewPiece, OlderJobs, PieceResult, VERSION_GRACE, WorkerTable,
};
use crate::rows::{JobTotals, ListPlace, NewJob, PieceCounts, StoredInput};
use crate::state::JobState;

#[tokio::test]
async fn repeated_request_gets_the_same_job() {
    let tables = Tables::new().await;
    let request =
        NewJob { idempotency_key: Some("k".to_owned()), request_hash: "a".to_owned(), ..lines("x") };
    let input = StoredInput { object: "input".to_owned(), bytes: 10 };
    let create = |job: NewJob| {
        let (jobs, input) = (tables.jobs.clone(), input.clone());
        tokio::spawn(async move { jobs.create(JobId::random(), &job, &input).await })
    };
    let created = [create(request.clone()), create(request.clone()), create(request.clone())];
    let mut ids = Vec::new();
    for created in created {
        let created = created.await.expect("no panic").expect("created");
        ids.push((created.id, created.is_repeated));
    }
    assert!(ids.iter().all(|(id, _)| *id == ids[0].0), "{ids:?}");
    assert_eq!(ids.iter().filter(|(_, is_repeated)| !is_repeated).count(), 1);
    assert_eq!(tables.jobs.find_repeated(&request, 0).await.expect("read"), Some(ids[0].0));
    let other = NewJob { request_hash: "b".to_owned(), ..request.clone() };
    assert!(matches!(tables.jobs.find_repeated(&other, 0).await, Err(JobError::ReusedKey)));
    assert!(matches!(create(other).await.expect("no panic"), Err(JobError::ReusedKey)));
    // Keys belong to a client, and jobs without one are never the same.
    let of_other =
        create(NewJob { client: "y".to_owned(), ..request }).await.expect("no panic").expect("created");
    assert!(!of_other.is_repeated);
    assert_ne!(tables.create(&lines("")).await, tables.create(&lines("")).await);
}

#[tokio::test]
async fn jobs_of_others_are_not_found() {
    let tables = Tables::new().await;
    let id = tables.create(&lines("x")).await;
    assert!(tables.status.status(id, Some("x")).await.is_ok());
    assert!(matches!(tables.status.status(id, Some("y")).await, Err(JobError::NotFound)));
    assert!(matches!(tables.status.results(id, Some("y")).await, Err(JobError::NotFound)));
    assert!(matches!(tables.jobs.delete(id, Some("y")).await, Err(JobError::NotFound)));
    assert!(matches!(tables.jobs.delete(JobId::random(), None).await, Err(JobError::NotFound)));
    assert_eq!(tables.status.list("y", None, None, 9).await.expect("a list"), []);
}

#[tokio::test]
async fn jobs_are_listed_from_the_latest() {
    let tables = Tables::new().await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        tables.pass(Duration::from_secs(1));
        ids.insert(0, tables.create(&lines("x")).await);
    }
    tables.claim_one().await;
    let list = async |state, after, jobs_max| {
        let jobs = tables.status.list("x", state, after, jobs_max).await.expect("a list");
        jobs.iter().map(|job| job.id).collect::<Vec<_>>()
    };
    assert_eq!(list(None, None, 2).await, ids[..2]);
    assert_eq!(list(None, Some(ids[1]), 2).await, ids[2..]);
    assert_eq!(list(Some(JobState::Running), None, 9).await, ids[2..]);
    assert_eq!(list(Some(JobState::Failed), None, 9).await, []);
}

#[tokio::test]
async fn results_are_the_prefix_of_the_input() {
    let tables = Tables::new().await;
    let id = tables.planned(&lines(""), line_pieces(3)).await;
    let claimed = tables.claim(3).await;
    let numbers = async || {
        let results = tables.status.results(id, None).await.expect("results");
        assert!(results.parts.is_empty() || !results.has_text(), "older programs write no text");
        (results.parts.iter().map(|part| part.no).collect::<Vec<_>>(), results.is_final)
    };
    let mut seen = vec![numbers().await];
    for piece in [2, 0, 1] {
        tables.complete(&claimed[piece].lease, solved()).await;
        seen.push(numbers().await);
    }
    assert_eq!(seen, [(vec![], false), (vec![], false), (vec![1], false), (vec![1, 2, 3], true)]);
}

#[tokio::test]
async fn reopened_database_goes_on() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(2, Cube::WEIGHT_OF_WHOLE)).await;
    let done = tables.claim_one().await;
    tables.complete(&done.lease, counted(1)).await;
    let lost = tables.claim_one().await;
    let tables = tables.reopened().await;
    assert_eq!(tables.queue.take_over().await.expect("none"), OlderJobs::default());
    tables.pass(LEASE + Duration::from_secs(1));
    assert_eq!(tables.queue.reap().await.expect("reaped").len(), 1);
    let again = tables.claim_one().await;
    assert_eq!(again.lease.no, lost.lease.no);
    tables.complete(&again.lease, counted(2)).await;
    assert_eq!(tables.status(id).await.count, Some(3));
}

#[tokio::test]
async fn job_of_another_version_fails() {
    let tables = Tables::new().await;
    let id = tables.create(&lines("")).await;
    execute(&tables, "UPDATE jobs SET version = 0").await;
    assert!(tables.has_none_ready().await);
    // A worker of that version is alive, and again within a minute.
    tables.workers.report(2, 0).await.expect("reported");
    execute(&tables, "UPDATE workers SET version = 0").await;
    for _ in 0..2 {
        tables.pass(VERSION_GRACE - Duration::from_millis(1));
        assert_eq!(tables.queue.take_over().await.expect("none"), OlderJobs::default());
        execute(&tables, "UPDATE workers SET seen = seen + 59999").await;
    }
    tables.pass(Duration::from_millis(1));
    assert_eq!(tables.queue.take_over().await.expect("none"), OlderJobs::default());
    tables.pass(VERSION_GRACE);
    assert_eq!(tables.queue.take_over().await.expect("failed"), OlderJobs { adopted: 0, failed: 1 });
    let failure = tables.status(id).await.failure.expect("a failure");
    assert_eq!(failure.code, FailureCode::VersionChanged);
}

#[tokio::test]
async fn job_of_an_older_version_is_adopted_when_its_workers_are_gone() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(4, Cube::WEIGHT_OF_WHOLE)).await;
    let done = tables.claim_one().await;
    tables.complete(&done.lease, counted(1 << 100)).await;
    let late = tables.claim_one().await;
    // As the older version has left it, with the workers of it.
    execute(
        &tables,
        "UPDATE jobs SET version = 1, progress = '{}', ready_at = NULL, revision = 2; DELETE FROM clients",
    )
    .await;
    let before = tables.status.status(id, None).await.expect("a status");
    assert_eq!((before.count, before.pieces.done, before.pieces.leased), (Some(1 << 100), 1, 1));
    tables.workers.report(2, 0).await.expect("reported");
    execute(&tables, "UPDATE workers SET version = 1").await;
    tables.pass(LEASE - Duration::from_millis(1));
    assert!(tables.has_none_ready().await);
    assert_eq!(tables.queue.take_over().await.expect("none"), OlderJobs::default());
    tables.pass(Duration::from_millis(1));
    assert_eq!(tables.queue.take_over().await.expect("adopted"), OlderJobs { adopted: 1, failed: 0 });
    let adopted = tables.status(id).await;
    assert!(adopted.revision > before.revision, "{} after {}", adopted.revision, before.revision);
    assert_eq!(adopted.pieces, PieceCounts { leased: 0, ..before.pieces });
    assert_eq!((adopted.count, adopted.fraction), (before.count, before.fraction));
    // A late worker of the older version.
    assert_eq!(tables.queue.complete(&late.lease, &counted(7)).await.expect("fenced"), Completion::Fenced);
    for _ in 0..3 {
        let piece = tables.claim_one().await;
        tables.complete(&piece.lease, counted(1)).await;
    }
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count), (JobState::Succeeded, Some((1 << 100) + 3)));
}

#[tokio::test]
async fn job_of_a_newer_version_waits() {
    let tables = Tables::new().await;
    let id = tables.create(&lines("")).await;
    execute(&tables, "UPDATE jobs SET version = 1000").await;
    tables.pass(VERSION_GRACE * 2);
    assert!(tables.has_none_ready().await);
    assert_eq!(tables.queue.take_over().await.expect("none"), OlderJobs::default());
    assert_eq!(tables.state(id).await, JobState::Queued);
}

#[tokio::test]
async fn workers_are_alive_for_a_lease() {
    let tables = Tables::new().await;
    let other = WorkerTable::new(tables.database.clone(), PROGRAM);
    tables.workers.report(4, 1).await.expect("reported");
    other.report(2, 2).await.expect("reported");
    let live = async || tables.workers.live().await.expect("read");
    assert_eq!(live().await, LiveWorkers { workers: 2, idle_threads: 3 });
    tables.pass(LEASE - Duration::from_millis(1));
    other.report(2, 0).await.expect("reported");
    assert_eq!(live().await, LiveWorkers { workers: 2, idle_threads: 1 });
    tables.pass(Duration::from_millis(1));
    assert_eq!(live().await, LiveWorkers { workers: 1, idle_threads: 0 });
    other.leave().await.expect("left");
    assert_eq!(live().await, LiveWorkers::default());
    tables.pass(VERSION_GRACE);
    tables.workers.forget().await.expect("removed");
    let rows: Vec<String> = sqlx::query_scalar("SELECT id FROM workers")
        .fetch_all(&mut *tables.database.read().await.expect("a transaction"))
        .await
        .expect("rows");
    assert_eq!(rows.len(), 0);
}

#[tokio::test]
async fn workers_are_listed_with_their_pieces() {
    let tables = Tables::new().await;
    let other = WorkerTable::new(tables.database.clone(), PROGRAM);
    tables.workers.report(4, 1).await.expect("reported");
    other.report(2, 2).await.expect("reported");
    let id = tables.planned(&lines(""), line_pieces(3)).await;
    let claimed = tables.claim(2).await;
    tables.pass(Duration::from_secs(3));
    let listed = async || {
        let listed = tables.workers.list().await.expect("read");
        let named = |workers: &WorkerTable| {
            let worker = listed.iter().find(|worker| workers.id().starts_with(&worker.name));
            worker.map(|worker| (worker.threads, worker.idle_threads, worker.pieces, worker.seen))
        };
        (named(&tables.workers), named(&other))
    };
    let seen = Duration::from_secs(3);
    assert_eq!(listed().await, (Some((4, 1, 2, seen)), Some((2, 2, 0, seen))));
    let hosts = tables.workers.list().await.expect("read");
    assert!(hosts.iter().all(|worker| !worker.host.is_empty() && worker.program == PROGRAM));
    let holders =
        async || tables.overview.jobs(&JobState::ALL, None, 9).await.expect("read")[0].workers.clone();
    assert_eq!(holders().await, [&tables.workers.id()[..8]]);
    tables.complete(&claimed[0].lease, solved()).await;
    tables.queue.release(&[claimed[1].lease]).await.expect("released");
    assert_eq!((holders().await.len(), tables.status(id).await.pieces.leased), (0, 0));
    other.leave().await.expect("left");
    assert_eq!(listed().await, (Some((4, 1, 0, seen)), None));
}

#[tokio::test]
async fn jobs_of_all_clients_are_listed_from_the_latest() {
    let tables = Tables::new().await;
    let mut ids = Vec::new();
    for client in ["x", "y", "y", "z", "z"] {
        ids.push(tables.create(&lines(client)).await);
        tables.pass(Duration::from_millis(1));
    }
    tables.jobs.delete(ids[1], None).await.expect("cancelled");
    let mut listed = Vec::new();
    let mut after = None;
    loop {
        let page = tables.overview.jobs(&JobState::ALL, after.as_ref(), 2).await.expect("read");
        let Some(last) = page.last() else { break };
        let place = ListPlace::after(&last.status).to_string();
        after = Some(place.parse::<ListPlace>().expect("a place"));
        listed.extend(page.into_iter().map(|job| (job.status.id, job.client)));
    }
    let clients: Vec<_> = listed.iter().map(|(_, client)| &**client).collect();
    assert_eq!(clients, ["z", "z", "y", "y", "x"]);
    assert!(listed.iter().map(|(id, _)| id).eq(ids.iter().rev()));
    let cancelled = tables.overview.jobs(&[JobState::Cancelled], None, 9).await.expect("read");
    assert_eq!(cancelled.iter().map(|job| job.status.id).collect::<Vec<_>>(), [ids[1]]);
    for place in ["", "5", "5-x", "x-5", "5-00000000-0"] {
        assert!(place.parse::<ListPlace>().is_err(), "{place}");
    }
}

#[tokio::test]
async fn paused_queue_ends_its_pieces_and_claims_none() {
    let tables = Tables::new().await;
    let id = tables.planned(&lines(""), line_pieces(2)).await;
    let running = tables.claim_one().await;
    assert!(tables.queue.pause().await.expect("paused"));
    assert!(!tables.queue.pause().await.expect("paused before"));
    assert!(tables.has_none_ready().await);
    tables.create(&lines("x")).await;
    assert!(tables.has_none_ready().await);
    tables.complete(&running.lease, solved()).await;
    assert_eq!(tables.status(id).await.pieces, PieceCounts { total: 2, done: 1, leased: 0, failed: 0 });
    assert!(tables.overview.is_paused().await.expect("read"));
    // The database remembers it.
    let tables = tables.reopened().await;
    assert!(tables.has_none_ready().await && tables.status.totals().await.expect("totals").is_paused);
    assert!(tables.queue.resume().await.expect("resumed"));
    assert!(!tables.queue.resume().await.expect("resumed before"));
    tables.complete(&tables.claim_one().await.lease, solved()).await;
    assert!(!tables.overview.is_paused().await.expect("read"));
}

#[tokio::test]
async fn expected_end_of_an_endless_count_is_unknown() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(2, Cube::WEIGHT_OF_WHOLE)).await;
    for (searched, eta_s) in [(1, None), (Cube::WEIGHT_OF_WHOLE / 4 - 1, Some(30))] {
        let claimed = tables.claim_one().await;
        tables.pass(Duration::from_secs(5));
        let left = claimed.weight.expect("a weight") - searched;
        let rest = vec![NewPiece { weight: Some(left), ..cubes(1, 1).remove(0) }];
        let result = PieceResult { weight: Some(searched), rest, ..counted(1) };
        let before = tables.status(id).await.fraction;
        tables.complete(&claimed.lease, result).await;
        let status = tables.status(id).await;
        assert!(status.fraction > before);
        assert_eq!(status.eta_s, eta_s);
    }
}

#[tokio::test]
async fn time_of_a_failure_is_not_expected_again() {
    let tables = Tables::new().await;
    let id = tables.planned(&lines(""), line_pieces(4)).await;
    let work = async || {
        let claimed = tables.claim_one().await;
        tables.pass(Duration::from_secs(10));
        claimed.lease
    };
    let expected = async || tables.status(id).await.eta_s;
    tables.complete(&work().await, solved()).await;
    assert_eq!(expected().await, Some(30));
    for failures in 1..=2 {
        let failure = JobFailure::new(FailureCode::PieceFailed, "");
        tables.queue.fail(&work().await, &failure).await.expect("failed");
        tables.pass(Duration::from_secs(1000));
        tables.jobs.retry(id, None).await.expect("retried");
        assert_eq!(expected().await, None);
        let running = tables.claim_one().await;
        // The failed attempts were work.
        assert_eq!(expected().await, Some(30 * (1 + failures)));
        tables.queue.release(&[running.lease]).await.expect("released");
    }
    tables.complete(&work().await, solved()).await;
    assert_eq!(expected().await, Some(40));
}

#[tokio::test]
async fn totals_count_jobs_by_state() {
    let tables = Tables::new().await;
    tables.planned(&lines(""), line_pieces(5)).await;
    tables.create(&lines("")).await;
    tables.pass(Duration::from_secs(7));
    tables.create(&lines("")).await;
    let ready_age = Duration::from_secs(7);
    let stored_bytes = tables.status.totals().await.expect("totals").stored_bytes;
    let states = [2, 1, 0, 0, 0, 0, 0];
    let totals = JobTotals { states, ready: 7, ready_age, stored_bytes, is_paused: false };
    assert_eq!(tables.status.totals().await.expect("totals"), totals);
}

#[tokio::test]
async fn totals_without_jobs_are_zero() {
    let tables = Tables::new().await;
    tables.pass(Duration::from_secs(7));
    assert_eq!(tables.status.totals().await.expect("totals"), JobTotals::default());
}
