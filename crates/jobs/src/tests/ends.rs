//! Completions, ends, cancellations and retries, in every database.

use std::sync::atomic::Ordering;
use std::time::Duration;

use quadrille_exact_cover::Cube;

use super::tables::{BOUNDS, Tables, count, counted, cubes, execute, job, line_pieces, lines, solved};
use crate::bounds::millis;
use crate::error::{FailureCode, JobError, JobFailure};
use crate::id::JobId;
use crate::queue::{Completion, LEASE, NewPiece, PieceLease, PieceResult, record};
use crate::rows::{Deletion, PieceCounts, ResultFormat, ResultPart};
use crate::spec::{CountSubject, JobSpec, PieceSpec};
use crate::state::JobState;

#[tokio::test]
async fn job_succeeds_when_all_pieces_are_done() {
    let tables = Tables::new().await;
    let id = tables.create(&lines("")).await;
    let queued = tables.status(id).await;
    assert_eq!(
        (queued.state, queued.pieces, queued.puzzles_total),
        (JobState::Queued, PieceCounts::default(), None)
    );
    let plan = tables.claim_one().await;
    assert_eq!(tables.state(id).await, JobState::Running);
    tables.complete(&plan.lease, PieceResult { rest: line_pieces(3), ..PieceResult::default() }).await;
    let mut revision = queued.revision;
    for (done, claimed) in tables.claim(9).await.into_iter().enumerate() {
        assert_eq!((claimed.lease.no, claimed.input.as_str()), (done as u64 + 1, "input"));
        let status = tables.status(id).await;
        assert_eq!((status.state, status.puzzles_total), (JobState::Running, Some(30)));
        assert!(status.revision > revision, "{status:?}");
        assert_eq!(status.puzzles_done, done as u64 * 10);
        revision = status.revision;
        tables.pass(Duration::from_secs(1));
        tables.complete(&claimed.lease, solved()).await;
    }
    let status = tables.status(id).await;
    assert_eq!((status.state, status.fraction, status.eta_s), (JobState::Succeeded, 1.0, None));
    assert_eq!(status.pieces, PieceCounts { total: 3, done: 3, leased: 0, failed: 0 });
    assert_eq!((status.verdicts.unique, status.verdicts.puzzles(), status.count), (21, 30, None));
    assert_eq!(status.times.ended, Some(1_003_000));
    assert_eq!(status.times.expires_at, 1_063_000);
    assert!(tables.has_none_ready().await);
}

#[tokio::test]
async fn repeated_completion_counts_once() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(1, Cube::WEIGHT_OF_WHOLE)).await;
    let first = tables.claim_one().await;
    for _ in 0..3 {
        tables.complete(&first.lease, PieceResult { rest: cubes(1, 1), ..counted(5) }).await;
    }
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count, status.pieces.total), (JobState::Running, Some(5), 2));
    let rest = tables.claim_one().await;
    for _ in 0..3 {
        tables.complete(&rest.lease, counted(6)).await;
    }
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count), (JobState::Succeeded, Some(11)));
}

#[tokio::test]
async fn job_of_a_worker_that_died_after_the_last_completion_is_ended() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(2, Cube::WEIGHT_OF_WHOLE)).await;
    for claimed in tables.claim(2).await {
        assert_eq!(tables.queue.end_done().await.expect("none"), 0);
        let (recorded, _) =
            record(&tables.database, &BOUNDS, &claimed.lease, &counted(4)).await.expect("recorded");
        assert_eq!((recorded, tables.state(id).await), (Completion::Counted, JobState::Running));
    }
    assert_eq!(tables.queue.end_done().await.expect("ended"), 1);
    assert_eq!(tables.queue.end_done().await.expect("none"), 0);
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count), (JobState::Succeeded, Some(8)));
}

#[tokio::test]
async fn completions_at_the_same_time_end_the_job() {
    let tables = Tables::new().await;
    for _ in 0..3 {
        let id = tables.planned(&count(None), cubes(20, 20)).await;
        let mut claimed = tables.claim(20).await;
        let cancelled = claimed.pop();
        let completions = claimed.into_iter().map(|claimed| {
            let queue = tables.queue.clone();
            tokio::spawn(async move { queue.complete(&claimed.lease, &counted(1)).await })
        });
        let completions: Vec<_> = completions.collect();
        // A cancellation comes in between.
        tables.jobs.delete(id, None).await.expect("cancelled");
        for completion in completions {
            let completion = completion.await.expect("no panic").expect("completed");
            assert_eq!(completion, Completion::Counted);
        }
        assert_eq!(tables.state(id).await, JobState::Cancelling);
        tables.queue.release(&[cancelled.expect("a piece").lease]).await.expect("released");
        let status = tables.status(id).await;
        assert_eq!((status.state, status.count), (JobState::Cancelled, Some(19)));
        tables.jobs.delete(id, None).await.expect("removed");
    }
}

#[tokio::test]
async fn sums_exceed_64_bits_and_fail_beyond_128() {
    let tables = Tables::new().await;
    let halves = cubes(2, Cube::WEIGHT_OF_WHOLE);
    let id = tables.planned(&count(None), halves.clone()).await;
    for claimed in tables.claim(9).await {
        tables.complete(&claimed.lease, counted(u128::MAX / 2)).await;
    }
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count), (JobState::Succeeded, Some(u128::MAX - 1)));
    let id = tables.planned(&count(None), halves).await;
    for claimed in tables.claim(9).await {
        tables.complete(&claimed.lease, counted(u128::MAX / 2 + 1)).await;
    }
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count), (JobState::Failed, None));
    assert_eq!(status.failure.map(|failure| failure.code), Some(FailureCode::CountOverflow));
}

#[tokio::test]
async fn exported_rest_keeps_weights_and_sum() {
    let tables = Tables::new().await;
    let whole = Cube::WEIGHT_OF_WHOLE;
    let id = tables.planned(&count(None), cubes(4, whole)).await;
    let mut sum = 0;
    for step in 1.. {
        if tables.status(id).await.state.has_ended() {
            break;
        }
        let claimed = tables.claim_one().await;
        let weight = claimed.weight.expect("a weight");
        sum += step;
        // The first pieces leave a rest.
        let rest = if step < 6 { cubes(2, weight / 2) } else { Vec::new() };
        let left: u128 = rest.iter().filter_map(|piece| piece.weight).sum();
        let result = PieceResult { weight: Some(weight - left), rest, ..counted(step) };
        let before = tables.status(id).await.fraction;
        tables.complete(&claimed.lease, result).await;
        assert!(tables.status(id).await.fraction > before);
    }
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count), (JobState::Succeeded, Some(sum)));
    assert_eq!(status.pieces.total, 4 + 5 * 2);
    let weights: Vec<String> = sqlx::query_scalar("SELECT weight FROM pieces WHERE no > 0")
        .fetch_all(&mut *tables.database.read().await.expect("a transaction"))
        .await
        .expect("weights");
    let weights = weights.iter().map(|weight| weight.parse::<u128>().expect("a number"));
    assert_eq!(weights.sum::<u128>(), whole);
}

#[tokio::test]
async fn limit_ends_the_job_with_the_minimum() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(Some(10)), cubes(4, Cube::WEIGHT_OF_WHOLE)).await;
    let claimed = tables.claim(2).await;
    tables.complete(&claimed[0].lease, counted(9)).await;
    assert_eq!(tables.state(id).await, JobState::Running);
    tables.complete(&claimed[1].lease, counted(9)).await;
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count), (JobState::Succeeded, Some(10)));
    assert!(tables.has_none_ready().await);
}

#[tokio::test]
async fn cancelled_job_keeps_what_was_counted() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(4, Cube::WEIGHT_OF_WHOLE)).await;
    let claimed = tables.claim(2).await;
    tables.complete(&claimed[0].lease, counted(3)).await;
    assert!(!tables.stopped(id).await);
    for _ in 0..2 {
        assert_eq!(tables.jobs.delete(id, None).await.expect("cancelled"), Deletion::Cancelled);
        assert_eq!(tables.state(id).await, JobState::Cancelling);
        assert!(tables.stopped(id).await);
    }
    assert!(tables.has_none_ready().await);
    // The rest of the last piece is not done.
    tables.complete(&claimed[1].lease, PieceResult { rest: cubes(2, 2), ..counted(4) }).await;
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count, status.fraction), (JobState::Cancelled, Some(7), 0.5));
    assert!(tables.has_none_ready().await);
    assert_eq!(tables.jobs.delete(id, None).await.expect("removed"), Deletion::Removed);
    assert!(matches!(tables.status.status(id, None).await, Err(JobError::NotFound)));
}

#[tokio::test]
async fn queued_job_is_cancelled_at_once() {
    let tables = Tables::new().await;
    let id = tables.create(&lines("")).await;
    tables.jobs.delete(id, None).await.expect("cancelled");
    assert_eq!(tables.state(id).await, JobState::Cancelled);
    assert!(tables.has_none_ready().await);
}

#[tokio::test]
async fn released_piece_of_a_cancelled_job_ends_it() {
    let tables = Tables::new().await;
    let id = tables.planned(&lines(""), line_pieces(2)).await;
    let leases: Vec<PieceLease> = tables.claim(2).await.iter().map(|claimed| claimed.lease).collect();
    tables.jobs.delete(id, None).await.expect("cancelled");
    tables.queue.release(&leases[..1]).await.expect("released");
    assert_eq!(tables.state(id).await, JobState::Cancelling);
    // The worker of the other one disappears.
    tables.pass(LEASE * 2);
    assert_eq!(tables.queue.reap().await.expect("reaped").len(), 1);
    assert_eq!(tables.state(id).await, JobState::Cancelled);
}

#[tokio::test]
async fn failed_attempts_back_off_and_poison_the_job() {
    let tables = Tables::new().await;
    let id = tables.planned(&lines(""), line_pieces(3)).await;
    let first = tables.claim_one().await;
    tables.complete(&first.lease, solved()).await;
    let mut back_offs = Vec::new();
    let mut poison = tables.claim_one().await;
    for _ in 0..5 {
        let lease = poison.lease;
        assert_eq!(tables.queue.retry(&lease, "out of memory").await.expect("retried"), Completion::Counted);
        let other = tables.claim_one().await;
        assert_ne!(other.lease.no, lease.no);
        let mut seconds = 0;
        while !tables.queue.has_ready().await.expect("read") {
            tables.pass(Duration::from_secs(1));
            seconds += 1;
        }
        back_offs.push(seconds);
        poison = tables.claim_one().await;
        assert_eq!((poison.lease.no, poison.lease.epoch), (lease.no, lease.epoch + 1));
        tables.queue.release(&[other.lease]).await.expect("released");
    }
    assert_eq!(back_offs, [1, 2, 4, 8, 16]);
    assert_eq!(tables.state(id).await, JobState::Running);
    tables.queue.retry(&poison.lease, "out of memory").await.expect("failed");
    let status = tables.status(id).await;
    let failure = status.failure.expect("a failure");
    assert_eq!(failure, JobFailure::new(FailureCode::PieceFailed, "piece 2 failed 6 times: out of memory"));
    assert_eq!((status.state, status.verdicts.unique), (JobState::Failed, 7));
    assert_eq!(status.pieces, PieceCounts { total: 3, done: 1, leased: 0, failed: 1 });
    assert!(tables.has_none_ready().await);
    let results = tables.status.results(id, None).await.expect("results");
    assert_eq!((results.parts.len(), results.is_final), (1, true));
}

#[tokio::test]
async fn invalid_input_fails_the_job() {
    let tables = Tables::new().await;
    let id = tables.create(&lines("")).await;
    let plan = tables.claim_one().await;
    let failure = JobFailure::new(FailureCode::InvalidInput, "the input has no puzzle");
    tables.queue.fail(&plan.lease, &failure).await.expect("failed");
    let status = tables.status(id).await;
    assert_eq!((status.state, status.failure), (JobState::Failed, Some(failure)));
}

#[tokio::test]
async fn retried_job_runs_its_failed_pieces_again_and_keeps_the_results_of_the_others() {
    let tables = Tables::new().await;
    let id = tables.planned(&lines("x"), line_pieces(4)).await;
    let [done, failed, late] =
        tables.claim(3).await.try_into().unwrap_or_else(|claimed: Vec<_>| panic!("{claimed:?}"));
    tables.complete(&done.lease, solved()).await;
    for retried in [JobId::random(), id] {
        let error = tables.jobs.retry(retried, Some("y")).await.expect_err("no job of this client");
        assert!(matches!(error, JobError::NotFound), "{error}");
    }
    let error = tables.jobs.retry(id, Some("x")).await.expect_err("runs");
    assert_eq!(error.to_string(), "the job is `running`: only a failed one can be retried");
    let failure = JobFailure::new(FailureCode::StoredBytes, "too many");
    tables.queue.fail(&failed.lease, &failure).await.expect("failed");
    let before = tables.status(id).await;
    assert_eq!((before.state, before.pieces.failed), (JobState::Failed, 1));

    tables.jobs.retry(id, Some("x")).await.expect("retried");
    let status = tables.status(id).await;
    assert_eq!((status.state, status.failure, status.times.ended), (JobState::Running, None, None));
    assert!(status.revision > before.revision);
    assert_eq!(status.pieces, PieceCounts { total: 4, done: 1, leased: 1, failed: 0 });
    assert_eq!(status.times.expires_at, tables.now.load(Ordering::Relaxed) + millis(BOUNDS.ttl_max));
    // The piece of a worker that has not heard of the failure counts.
    tables.complete(&late.lease, solved()).await;
    let again = tables.claim(9).await;
    let numbers: Vec<u64> = again.iter().map(|claimed| claimed.lease.no).collect();
    assert_eq!(numbers, [failed.lease.no, 4]);
    for claimed in again {
        tables.complete(&claimed.lease, solved()).await;
    }
    let status = tables.status(id).await;
    assert_eq!((status.state, status.verdicts.unique), (JobState::Succeeded, 28));
    let error = tables.jobs.retry(id, None).await.expect_err("succeeded");
    assert_eq!(error.to_string(), "the job is `succeeded`: only a failed one can be retried");
}

#[tokio::test]
async fn retried_piece_has_all_of_its_attempts() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(1, Cube::WEIGHT_OF_WHOLE)).await;
    for round in 0..2 {
        for _ in 0..6 {
            assert_ne!(tables.state(id).await, JobState::Failed);
            while !tables.queue.has_ready().await.expect("read") {
                tables.pass(Duration::from_secs(1));
            }
            let claimed = tables.claim_one().await;
            tables.queue.retry(&claimed.lease, "out of memory").await.expect("recorded");
        }
        assert_eq!(tables.state(id).await, JobState::Failed);
        tables.jobs.retry(id, None).await.expect("retried");
        assert_eq!(tables.state(id).await, JobState::Queued, "{round}");
    }
    let claimed = tables.claim_one().await;
    tables.complete(&claimed.lease, counted(3)).await;
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count), (JobState::Succeeded, Some(3)));
}

#[tokio::test]
async fn rest_that_could_not_be_stored_is_searched_by_a_retry() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(1, Cube::WEIGHT_OF_WHOLE)).await;
    let claimed = tables.claim_one().await;
    let long = PieceSpec::Cubes { cubes: vec!["0".repeat(BOUNDS.stored_bytes_max as usize)] };
    let rest = vec![NewPiece { no: None, spec: long, puzzles: 0, weight: Some(1) }];
    let searched = Some(Cube::WEIGHT_OF_WHOLE - 1);
    let result = PieceResult { rest, weight: searched, ..counted(7) };
    assert_eq!(tables.queue.complete(&claimed.lease, &result).await.expect("failed"), Completion::Failed);
    tables.jobs.retry(id, None).await.expect("retried");
    let claimed = tables.claim_one().await;
    let result = PieceResult { rest: cubes(1, 1), weight: searched, ..counted(7) };
    tables.complete(&claimed.lease, result).await;
    let rest = tables.claim_one().await;
    tables.complete(&rest.lease, counted(2)).await;
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count, status.fraction), (JobState::Succeeded, Some(9), 1.0));
}

#[tokio::test]
async fn job_without_failed_pieces_is_not_retried() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(2, Cube::WEIGHT_OF_WHOLE)).await;
    for _ in 0..2 {
        let claimed = tables.claim_one().await;
        tables.complete(&claimed.lease, counted(u128::MAX)).await;
    }
    let before = tables.status(id).await;
    assert_eq!(before.failure.as_ref().expect("a failure").code, FailureCode::CountOverflow);
    let error = tables.jobs.retry(id, None).await.expect_err("overflows again");
    assert!(matches!(error, JobError::NotRetryable(_)), "{error}");
    assert_eq!(tables.status(id).await, before);
}

#[tokio::test]
async fn failed_job_of_an_older_version_is_retried_by_this_one() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(3, Cube::WEIGHT_OF_WHOLE)).await;
    let [done, failed, late] =
        tables.claim(3).await.try_into().unwrap_or_else(|claimed: Vec<_>| panic!("{claimed:?}"));
    tables.complete(&done.lease, counted(4)).await;
    tables.queue.fail(&failed.lease, &JobFailure::new(FailureCode::PieceFailed, "")).await.expect("failed");
    execute(&tables, "UPDATE jobs SET version = 1, progress = '{}', revision = 2; DELETE FROM clients").await;
    let before = tables.status.status(id, None).await.expect("a status");
    tables.jobs.retry(id, None).await.expect("retried");
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count, status.pieces.leased), (JobState::Queued, Some(4), 0));
    assert!(status.revision > before.revision);
    assert_eq!(tables.queue.complete(&late.lease, &counted(1)).await.expect("fenced"), Completion::Fenced);
    assert_eq!(tables.claim(9).await.len(), 2);
    execute(&tables, "UPDATE jobs SET version = 1000, state = 4").await;
    let error = tables.jobs.retry(id, None).await.expect_err("newer");
    assert!(matches!(error, JobError::NotRetryable(_)), "{error}");
}

#[tokio::test]
async fn too_many_pieces_fail_the_job() {
    let tables = Tables::new().await;
    let id = tables.create(&lines("")).await;
    let plan = tables.claim_one().await;
    let result = PieceResult { rest: line_pieces(201), ..PieceResult::default() };
    assert_eq!(tables.queue.complete(&plan.lease, &result).await.expect("failed"), Completion::Failed);
    let status = tables.status(id).await;
    assert_eq!(status.failure.map(|failure| failure.code), Some(FailureCode::TooManyPieces));
    assert_eq!((status.state, status.pieces.total), (JobState::Failed, 0));
}

#[tokio::test]
async fn list_that_reaches_its_limit_keeps_its_results() {
    let tables = Tables::new().await;
    let spec = JobSpec::Solutions { subject: CountSubject::Puzzle, limit: Some(10) };
    let id = tables.planned(&job("", spec), cubes(4, 4)).await;
    let claimed = tables.claim(3).await;
    let found = |count: u128| {
        let (result_bytes, text_bytes) = (10 * count as u64, 3 * count as u64);
        PieceResult { result_bytes, text_bytes, ..counted(count) }
    };
    tables.complete(&claimed[0].lease, found(4)).await;
    assert_eq!(tables.state(id).await, JobState::Running);
    tables.complete(&claimed[1].lease, found(9)).await;
    let status = tables.status(id).await;
    assert_eq!((status.state, status.count, status.fraction), (JobState::Succeeded, Some(10), 1.0));
    let late = tables.queue.complete(&claimed[2].lease, &found(5)).await.expect("completed");
    assert_eq!(late, Completion::Fenced);
    let results = tables.status.results(id, None).await.expect("results");
    // The parts are in the order of their numbers: 9 lines, and 1 of 4.
    let bytes = |part: &ResultPart| (part.no, part.bytes(ResultFormat::Json), part.bytes(ResultFormat::Text));
    let parts: Vec<_> = results.parts.iter().map(bytes).collect();
    assert_eq!(
        (parts, results.is_final, results.last_lines),
        (vec![(3, 90, 27), (4, 40, 12)], true, Some(1))
    );
    assert!(results.has_text());
}
