//! Bounds on jobs and stored bytes, in every database.

use std::sync::atomic::Ordering;
use std::time::Duration;

use quadrille_exact_cover::Cube;

use super::tables::{BOUNDS, Tables, count, counted, cubes, execute, line_pieces, lines, solutions, solved};
use crate::bounds::JobBounds;
use crate::error::{FailureCode, JobError, JobFailure};
use crate::id::JobId;
use crate::queue::{Completion, LEASE, NewPiece, PieceQueue, PieceResult};
use crate::rows::{JobTable, StoredInput, UploadTable};
use crate::spec::{InputContent, PieceSpec, to_json};
use crate::state::JobState;
use crate::store::{BLOCK_BYTES, row_bytes};

#[tokio::test]
async fn bounds_of_a_client_are_enforced() {
    let tables = Tables::new().await;
    for _ in 0..3 {
        tables.create(&lines("x")).await;
    }
    let input = |bytes| StoredInput { object: "input".to_owned(), bytes };
    let create =
        async |client, bytes| tables.jobs.create(JobId::random(), &lines(client), &input(bytes)).await;
    assert!(matches!(create("x", 0).await, Err(JobError::TooManyJobs(3))));
    let max = BOUNDS.stored_bytes_max;
    let upload = async |bytes| tables.uploads.create(JobId::random(), "y", InputContent::Text, bytes).await;
    assert!(matches!(create("y", max).await, Err(JobError::TooManyBytes(_))));
    upload(max / 2).await.expect("an upload");
    assert!(matches!(upload(max / 2 + 1).await, Err(JobError::TooManyBytes(_))));
    assert!(create("y", max / 2 - 1000).await.is_ok());
    assert!(matches!(create("y", 0).await, Err(JobError::TooManyBytes(_))));
}

#[tokio::test]
async fn rows_inputs_and_results_are_counted_until_the_job_is_removed() {
    let tables = Tables::new().await.with_bytes(1 << 30);
    let id = tables.create(&lines("x")).await;
    let created = tables.stored("x").await;
    let options = to_json(&lines("x").spec).expect("JSON");
    let plan_row = row_bytes(&to_json(&PieceSpec::Plan).expect("JSON"));
    assert_eq!(created, 10 + row_bytes(&options) + plan_row);
    let plan = tables.claim_one().await;
    assert_eq!((plan.reserved, tables.stored("x").await), (BLOCK_BYTES, created + BLOCK_BYTES));
    let pieces = line_pieces(2);
    let rows: u64 = pieces.iter().map(|piece| row_bytes(&to_json(&piece.spec).expect("JSON"))).sum();
    let planned = PieceResult { rest: pieces, input_bytes: 5000, ..PieceResult::default() };
    tables.complete(&plan.lease, planned).await;
    assert_eq!(tables.stored("x").await, created + 5000 + rows);
    for (done, claimed) in (1..).zip(tables.claim(9).await) {
        tables.complete(&claimed.lease, solved()).await;
        let reserved = (2 - done) * BLOCK_BYTES;
        assert_eq!(tables.stored("x").await, created + 5000 + rows + done * 100 + reserved);
    }
    tables.jobs.delete(id, None).await.expect("removed");
    assert_eq!(tables.stored("x").await, 0);
}

#[tokio::test]
async fn reservation_ends_with_its_lease() {
    let tables = Tables::new().await.with_bytes(1 << 30);
    tables.planned(&lines("x"), line_pieces(1)).await;
    let before = tables.stored("x").await;
    let claimed = tables.claim_one().await;
    let granted = tables.queue.reserve(&claimed.lease, 3 * BLOCK_BYTES - 1).await.expect("reserved");
    assert_eq!(granted, Some(3 * BLOCK_BYTES));
    assert_eq!(tables.stored("x").await, before + 4 * BLOCK_BYTES);
    tables.pass(LEASE + Duration::from_millis(1));
    tables.queue.reap().await.expect("reaped");
    assert_eq!(tables.stored("x").await, before);
    assert_eq!(tables.queue.reserve(&claimed.lease, 1).await.expect("an answer"), None);
    let released = tables.claim_one().await;
    tables.queue.release(&[released.lease]).await.expect("released");
    assert_eq!(tables.stored("x").await, before);
    let retried = tables.claim_one().await;
    tables.queue.retry(&retried.lease, "failed").await.expect("recorded");
    assert_eq!(tables.stored("x").await, before);
    tables.pass(Duration::from_secs(60));
    let failed = tables.claim_one().await;
    let failure = JobFailure::new(FailureCode::InvalidInput, "");
    tables.queue.fail(&failed.lease, &failure).await.expect("failed");
    assert_eq!(tables.stored("x").await, before);
}

#[tokio::test]
async fn reservation_of_a_piece_ends_with_the_job() {
    let tables = Tables::new().await.with_bytes(1 << 30);
    tables.planned(&solutions(Some(5)), cubes(2, Cube::WEIGHT_OF_WHOLE)).await;
    let claimed = tables.claim(2).await;
    tables.complete(&claimed[0].lease, PieceResult { weight: Some(1), ..counted(5) }).await;
    let stored = tables.stored("").await;
    assert!(stored < BLOCK_BYTES, "{stored} bytes");
}

#[tokio::test]
async fn reservations_of_many_pieces_are_within_the_bound() {
    let tables = Tables::new().await;
    tables.planned(&lines(""), line_pieces(100)).await;
    let (stored, claimed) = (tables.stored("").await, tables.claim(100).await);
    assert!(claimed.iter().all(|claimed| claimed.reserved == 0), "the bound is near");
    let needed = BOUNDS.stored_bytes_max / 10;
    let reserved = claimed.iter().map(|claimed| {
        let (queue, lease) = (tables.queue.clone(), claimed.lease);
        tokio::spawn(async move { queue.reserve(&lease, needed).await })
    });
    let mut granted = 0;
    for reserved in reserved.collect::<Vec<_>>() {
        match reserved.await.expect("no panic") {
            Ok(bytes) => granted += bytes.expect("a lease"),
            Err(JobError::TooManyBytes(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(granted, (BOUNDS.stored_bytes_max - stored) / needed * needed);
    assert_eq!(tables.stored("").await, stored + granted);
}

#[tokio::test]
async fn bound_on_all_clients_is_enforced() {
    let tables = Tables::new().await;
    let bounds = JobBounds { stored_bytes_total_max: BOUNDS.stored_bytes_max, ..BOUNDS };
    let queue = PieceQueue::new(tables.database.clone(), bounds);
    let jobs = JobTable::new(tables.database.clone(), bounds);
    let uploads = UploadTable::new(tables.database.clone(), bounds);
    let tables = Tables { queue, jobs, uploads, ..tables };
    let half = BOUNDS.stored_bytes_max / 2;
    tables.uploads.create(JobId::random(), "x", InputContent::Text, half).await.expect("an upload");
    tables.planned(&lines("y"), line_pieces(1)).await;
    let claimed = tables.claim_one().await;
    let too_many = tables.queue.reserve(&claimed.lease, half).await;
    assert!(matches!(too_many, Err(JobError::StoreFull(_))), "{too_many:?}");
    assert_eq!(tables.queue.reserve(&claimed.lease, 1000).await.expect("reserved"), Some(1000));
    let too_many = tables.uploads.reserve(JobId::random(), "z", half).await;
    assert!(matches!(too_many, Err(JobError::StoreFull(_))), "{too_many:?}");
    let input = StoredInput { object: "input".to_owned(), bytes: half };
    let too_many = tables.jobs.create(JobId::random(), &lines("z"), &input).await;
    assert!(matches!(too_many, Err(JobError::StoreFull(_))), "{too_many:?}");
    let stored = tables.status.totals().await.expect("totals").stored_bytes;
    assert_eq!(stored, half + tables.stored("y").await);
}

#[tokio::test]
async fn rest_that_cannot_be_stored_fails_its_piece_and_the_job() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(1, Cube::WEIGHT_OF_WHOLE)).await;
    let claimed = tables.claim_one().await;
    let spec = PieceSpec::Cubes { cubes: vec!["0".repeat(BOUNDS.stored_bytes_max as usize)] };
    let rest = vec![NewPiece { no: None, spec, puzzles: 0, weight: Some(1) }];
    let result = PieceResult { rest, weight: Some(1), ..counted(7) };
    assert_eq!(tables.queue.complete(&claimed.lease, &result).await.expect("failed"), Completion::Failed);
    let status = tables.status(id).await;
    let failure = status.failure.expect("a failure");
    assert_eq!((failure.code, status.count, status.pieces.failed), (FailureCode::StoredBytes, Some(0), 1));
    assert!(failure.detail.ends_with("(jobs.stored_bytes_max)"), "{}", failure.detail);
    assert!(tables.stored("").await < 2000);
}

#[tokio::test]
async fn upload_in_progress_is_counted_and_not_found() {
    let tables = Tables::new().await;
    let (id, max) = (JobId::random(), BOUNDS.stored_bytes_max);
    for _ in 0..2 {
        assert_eq!(tables.uploads.reserve(id, "x", max / 2).await.expect("reserved"), max / 2);
    }
    assert!(matches!(tables.uploads.reserve(id, "x", 1).await, Err(JobError::TooManyBytes(_))));
    assert!(matches!(tables.uploads.find(id, None).await, Err(JobError::NotFound)));
    tables.uploads.create(id, "x", InputContent::Ndjson, 100).await.expect("completed");
    assert_eq!(tables.stored("x").await, 100);
    let found = tables.uploads.find(id, None).await.expect("an upload");
    assert_eq!((found.bytes, found.content), (100, InputContent::Ndjson));
    tables.uploads.abort(id).await.expect("nothing");
    assert_eq!(tables.stored("x").await, 100);
    let (left, killed) = (JobId::random(), JobId::random());
    for id in [left, killed] {
        tables.uploads.reserve(id, "x", 1000).await.expect("reserved");
    }
    tables.uploads.abort(left).await.expect("removed");
    assert_eq!(tables.stored("x").await, 1100);
    tables.pass(Duration::from_secs(3600));
    let expired = tables.uploads.expire(|id| id.to_string()).await.expect("expired");
    assert_eq!((expired.contains(&killed), tables.stored("x").await), (true, 0));
}

#[tokio::test]
async fn ended_job_expires_and_is_removed() {
    let tables = Tables::new().await;
    let id = tables.planned(&lines("x"), line_pieces(1)).await;
    let claimed = tables.claim_one().await;
    tables.complete(&claimed.lease, solved()).await;
    tables.pass(BOUNDS.ttl_default - Duration::from_millis(1));
    assert_eq!(tables.jobs.expire().await.expect("expired"), []);
    tables.pass(Duration::from_millis(1));
    assert_eq!(tables.jobs.expire().await.expect("expired"), [id]);
    let status = tables.status(id).await;
    assert_eq!((status.state, status.pieces.total), (JobState::Expired, 0));
    assert_eq!(tables.stored("x").await, 0);
    assert!(tables.status.results(id, None).await.expect("results").has_expired);
    assert!(!tables.jobs.forget().await.expect("forgotten"));
    assert_eq!(tables.state(id).await, JobState::Expired);
    tables.pass(Duration::from_secs(3600));
    assert!(!tables.jobs.forget().await.expect("forgotten"));
    assert!(matches!(tables.status.status(id, None).await, Err(JobError::NotFound)));
}

#[tokio::test]
async fn expired_jobs_of_a_client_are_few_and_short() {
    let tables = Tables::new().await;
    let begin = tables.now.load(Ordering::Relaxed);
    for number in 0..105 {
        tables.now.store(begin + number, Ordering::Relaxed);
        tables.create(&lines("x")).await;
        execute(&tables, "UPDATE jobs SET expires_at = 0 WHERE state <> 6").await;
        assert_eq!(tables.jobs.expire().await.expect("expired").len(), 1);
    }
    let listed = async || tables.status.list("x", None, None, 200).await.expect("a list").len();
    assert_eq!(listed().await, 100);
    // Those of an older program, which has kept them for a day.
    execute(&tables, "UPDATE jobs SET expires_at = expires_at + 86400000").await;
    assert!(!tables.jobs.forget().await.expect("forgotten"));
    assert_eq!(listed().await, 0);
    // They count towards no bound.
    for _ in 0..BOUNDS.jobs_max {
        tables.create(&lines("x")).await;
    }
}

#[tokio::test]
async fn job_that_never_ends_expires_and_fences_its_worker() {
    let tables = Tables::new().await;
    let id = tables.planned(&lines(""), line_pieces(1)).await;
    let claimed = tables.claim_one().await;
    tables.pass(BOUNDS.ttl_max);
    assert_eq!(tables.jobs.expire().await.expect("expired"), [id]);
    let completion = tables.queue.complete(&claimed.lease, &solved()).await.expect("an answer");
    assert_eq!((completion, tables.state(id).await), (Completion::Fenced, JobState::Expired));
}

#[tokio::test]
async fn upload_expires_unless_a_plan_reads_it() {
    let tables = Tables::new().await;
    let (used, unused) = (JobId::random(), JobId::random());
    for id in [used, unused] {
        tables.uploads.create(id, "", InputContent::Ndjson, 1).await.expect("an upload");
    }
    let found = tables.uploads.find(used, Some("")).await.expect("an upload");
    assert_eq!((found.id, found.content, found.bytes), (used, InputContent::Ndjson, 1));
    assert!(matches!(tables.uploads.find(used, Some("x")).await, Err(JobError::NotFound)));
    let input = StoredInput { object: used.to_string(), bytes: 0 };
    tables.jobs.create(JobId::random(), &lines(""), &input).await.expect("created");
    let expire = async || tables.uploads.expire(|id| id.to_string()).await.expect("expired");
    assert_eq!(expire().await, []);
    tables.pass(BOUNDS.upload_ttl);
    assert_eq!(expire().await, [unused]);
    let plan = tables.claim_one().await;
    tables.complete(&plan.lease, PieceResult { rest: line_pieces(1), ..PieceResult::default() }).await;
    assert_eq!(expire().await, [used]);
    assert_eq!(tables.uploads.missing(&[used, unused]).await.expect("read"), [used, unused]);
}
