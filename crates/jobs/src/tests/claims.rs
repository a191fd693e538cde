//! Claims, leases and turns, in every database.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::time::Duration;

use quadrille_exact_cover::Cube;

use super::tables::{BOUNDS, Tables, count, counted, cubes, line_pieces, lines, solved};
use crate::bounds::JobBounds;
use crate::error::{FailureCode, JobFailure};
use crate::queue::{
    Completion, LEASE, LiveWorkers, LostLease, NewPiece, PieceLease, PieceQueue, PieceResult, Round,
    begin_round,
};
use crate::rows::NewJob;
use crate::spec::PieceSpec;
use crate::state::JobState;

#[tokio::test]
async fn claims_are_exclusive() {
    let tables = Tables::new().await;
    tables.planned(&lines(""), line_pieces(100)).await;
    let workers = (0..8).map(|_| {
        let queue = tables.queue.clone();
        tokio::spawn(async move {
            let mut numbers = Vec::new();
            loop {
                let claimed = queue.claim(7, &HashSet::new()).await.expect("claimed");
                if claimed.is_empty() {
                    return numbers;
                }
                numbers.extend(claimed.iter().map(|claimed| claimed.lease.no));
            }
        })
    });
    let mut numbers = Vec::new();
    for worker in workers.collect::<Vec<_>>() {
        numbers.extend(worker.await.expect("no panic"));
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=100).collect::<Vec<u64>>());
}

#[tokio::test]
async fn late_completion_is_fenced() {
    let tables = Tables::new().await;
    let id = tables.planned(&count(None), cubes(2, Cube::WEIGHT_OF_WHOLE)).await;
    let late = tables.claim_one().await;
    tables.pass(LEASE + Duration::from_millis(1));
    let lost = LostLease { lease: late.lease, worker: Some(tables.workers.id().to_owned()) };
    assert_eq!(tables.queue.reap().await.expect("reaped"), [lost]);
    let second = tables.claim_one().await;
    assert_eq!((second.lease.no, second.lease.epoch), (late.lease.no, late.lease.epoch + 1));
    let with_rest = PieceResult { rest: cubes(3, 3), ..counted(1000) };
    let fenced = [
        tables.queue.complete(&late.lease, &with_rest).await.expect("an answer"),
        tables.queue.retry(&late.lease, "late").await.expect("an answer"),
        tables
            .queue
            .fail(&late.lease, &JobFailure::new(FailureCode::PieceFailed, ""))
            .await
            .expect("an answer"),
    ];
    assert_eq!(fenced, [Completion::Fenced; 3]);
    tables.queue.release(&[late.lease]).await.expect("released");
    assert_eq!(tables.queue.renew(&[late.lease, second.lease]).await.expect("renewed"), [late.lease]);
    tables.complete(&second.lease, counted(5)).await;
    let last = tables.claim_one().await;
    tables.complete(&last.lease, counted(6)).await;
    assert_eq!(tables.status(id).await.count, Some(11));
}

#[tokio::test]
async fn renewed_lease_is_kept() {
    let tables = Tables::new().await;
    tables.planned(&lines(""), line_pieces(1)).await;
    let claimed = tables.claim_one().await;
    for _ in 0..5 {
        tables.pass(LEASE);
        assert_eq!(tables.queue.reap().await.expect("reaped"), []);
        assert_eq!(tables.queue.renew(&[claimed.lease]).await.expect("renewed"), []);
    }
    tables.complete(&claimed.lease, solved()).await;
}

#[tokio::test]
async fn cubes_are_claimed_from_the_last_and_forgotten_when_done() {
    let tables = Tables::new().await;
    tables.planned(&count(None), cubes(4, 4)).await;
    let claimed = tables.claim(2).await;
    assert_eq!(claimed.iter().map(|claimed| claimed.lease.no).collect::<Vec<_>>(), [4, 3]);
    tables.complete(&claimed[0].lease, PieceResult { weight: Some(1), ..counted(1) }).await;
    let specs: Vec<String> = sqlx::query_scalar("SELECT spec FROM pieces WHERE no > 2 ORDER BY no")
        .fetch_all(&mut *tables.database.read().await.expect("a transaction"))
        .await
        .expect("specifications");
    let cubes = |cubes: &str| format!(r#"{{"piece":"cubes","cubes":[{cubes}]}}"#);
    assert_eq!(specs, [cubes(r#""cube 2""#), cubes("")]);
}

#[tokio::test]
async fn released_piece_is_claimed_again_at_once() {
    let tables = Tables::new().await;
    tables.planned(&lines(""), line_pieces(1)).await;
    for epoch in 1..20 {
        let claimed = tables.claim_one().await;
        assert_eq!(claimed.lease.epoch, epoch);
        tables.queue.release(&[claimed.lease]).await.expect("released");
    }
}

/// The clock of a machine was wrong, and is set back by an hour.

#[tokio::test]
async fn clock_that_is_set_back_delays_nothing() {
    const HOUR: i64 = 3_600_000;
    let tables = Tables::new().await;
    let id = tables.planned(&lines(""), line_pieces(4)).await;
    let [failed, lost, kept] =
        tables.claim(3).await.try_into().unwrap_or_else(|claimed: Vec<_>| panic!("{claimed:?}"));
    tables.workers.report(2, 1).await.expect("reported");
    assert!(begin_round(&tables.database, Round::Sweep, Duration::from_secs(60)).await.expect("begun"));
    tables.queue.retry(&failed.lease, "out of memory").await.expect("retried");
    tables.now.fetch_sub(HOUR, Ordering::Relaxed);

    // New pieces, and those that wait for their next attempt.
    let ready: Vec<u64> = tables.claim(9).await.iter().map(|claimed| claimed.lease.no).collect();
    assert_eq!(ready, [failed.lease.no, 4]);
    // A worker that is alive renews its lease; the lease of one that is gone ends as usual.
    assert_eq!(tables.queue.reap().await.expect("reaped").len(), 0);
    assert_eq!(tables.queue.renew(&[kept.lease]).await.expect("renewed"), []);
    tables.pass(LEASE / 2);
    assert_eq!(tables.queue.renew(&[kept.lease]).await.expect("renewed"), []);
    tables.pass(LEASE / 2 + Duration::from_millis(1));
    assert_eq!(tables.queue.reap().await.expect("reaped").len(), 3);
    // Each alone.
    let again = [tables.claim(9).await, tables.claim(9).await, tables.claim(9).await];
    let mut again = again.iter().flatten().map(|claimed| claimed.lease.no);
    assert!(again.any(|no| no == lost.lease.no));
    tables.complete(&kept.lease, solved()).await;
    assert_eq!(tables.state(id).await, JobState::Running);

    assert_eq!(tables.workers.live().await.expect("read"), LiveWorkers { workers: 0, idle_threads: 0 });
    let begun = async || begin_round(&tables.database, Round::Sweep, Duration::from_secs(60)).await;
    assert!(begun().await.expect("begun"));
    assert!(!begun().await.expect("not due"));
}

#[tokio::test]
async fn clients_and_their_jobs_take_turns() {
    let tables = Tables::new().await;
    let mut owners = Vec::new();
    for client in ["x", "x", "y"] {
        owners.push(tables.planned(&lines(client), line_pieces(10)).await);
    }
    let mut turns = Vec::new();
    for _ in 0..6 {
        let job = tables.claim_one().await.lease.job;
        turns.push(owners.iter().position(|owner| *owner == job).expect("a job"));
    }
    assert_eq!(turns, [0, 2, 1, 2, 0, 2]);
}

#[tokio::test]
async fn jobs_of_a_client_begin_by_priority() {
    let tables = Tables::new().await;
    let [low, normal, high] = [-1, 0, 1].map(|priority| NewJob { priority, ..lines("x") });
    let (low, normal) = (tables.create(&low).await, tables.create(&normal).await);
    let (other, high) = (tables.create(&lines("y")).await, tables.create(&high).await);
    let mut claimed = Vec::new();
    while tables.queue.has_ready().await.expect("read") {
        claimed.push(tables.claim_one().await.lease.job);
    }
    // Clients take turns whatever the priorities are.
    assert_eq!(claimed, [high, other, normal, low]);
}

#[tokio::test]
async fn excluded_clients_have_no_turn() {
    let tables = Tables::new().await;
    tables.create(&lines("x")).await;
    let of_x = HashSet::from(["x".to_owned()]);
    assert_eq!(tables.queue.claim(9, &of_x).await.expect("claimed"), []);
    let other = tables.create(&lines("y")).await;
    let claimed = tables.queue.claim(9, &of_x).await.expect("claimed");
    assert_eq!(claimed.iter().map(|claimed| claimed.lease.job).collect::<Vec<_>>(), [other]);
    assert_eq!(tables.claim_one().await.client, "x");
}

#[tokio::test]
async fn lost_leases_back_off_and_are_claimed_alone_until_the_piece_kills_too_many() {
    let tables = Tables::new().await;
    let id = tables.planned(&lines(""), line_pieces(3)).await;
    assert_eq!(tables.claim(9).await.len(), 3);
    let mut waits = Vec::new();
    for loss in 1.. {
        tables.pass(LEASE + Duration::from_millis(1));
        let reaped = tables.queue.reap().await.expect("reaped");
        if tables.state(id).await == JobState::Failed {
            assert_eq!(loss, 10);
            break;
        }
        // The others were killed with it: they end at their next attempts.
        let mut claimed = Vec::new();
        let mut seconds = 0;
        while claimed.is_empty() {
            claimed = tables.queue.claim(9, &HashSet::new()).await.expect("claimed");
            if claimed.is_empty() {
                tables.pass(Duration::from_secs(1));
                seconds += 1;
            }
        }
        assert_eq!(claimed.len(), 1, "{reaped:?}");
        waits.push(seconds);
        for _ in 1..reaped.len() {
            let [other] = tables.claim(9).await.try_into().expect("one");
            tables.complete(&other.lease, solved()).await;
        }
    }
    assert_eq!(waits, [0, 1, 2, 4, 8, 16, 32, 60, 60]);
    let failure = tables.status(id).await.failure.expect("a failure");
    assert_eq!(failure.detail, "piece 1 failed 10 times: its worker disappeared");
}

#[tokio::test]
async fn many_pieces_are_inserted_in_order() {
    let tables = Tables::new().await;
    let queue = PieceQueue::new(tables.database.clone(), JobBounds { pieces_max: 2500, ..BOUNDS });
    let tables = Tables { queue, ..tables };
    let puzzle = |index| {
        let spec = PieceSpec::Puzzles { indexes: index..index + 1, is_spaced: false };
        NewPiece { no: None, spec, puzzles: 1, weight: None }
    };
    tables.planned(&lines("a"), (0..2500).map(puzzle).collect()).await;
    let claimed = tables.claim(3000).await;
    let specs: Vec<_> = claimed.iter().map(|claimed| (claimed.lease.no, claimed.piece.clone())).collect();
    assert_eq!(specs, (0..2500).map(|index| (index + 1, puzzle(index).spec)).collect::<Vec<_>>());
}

#[tokio::test]
async fn heaviest_pieces_are_the_leased_ones_with_the_largest_weights() {
    let tables = Tables::new().await;
    let piece = |weight: u128| NewPiece { weight: Some(weight), ..cubes(1, 1).remove(0) };
    tables.planned(&count(None), [7, 99, 100, 20, 1000].map(piece).to_vec()).await;
    assert_eq!(tables.queue.heaviest(9).await.expect("read"), []);
    let claimed = tables.claim(4).await;
    let weights = async |pieces_max| -> Vec<Option<u128>> {
        let heaviest = tables.queue.heaviest(pieces_max).await.expect("read");
        let weight = |lease: PieceLease| {
            claimed.iter().find(|claimed| claimed.lease == lease).expect("claimed").weight
        };
        heaviest.into_iter().map(weight).collect()
    };
    assert_eq!(weights(9).await, [1000, 100, 99, 20].map(Some));
    assert_eq!(weights(2).await, [1000, 100].map(Some));
}

#[tokio::test]
async fn round_is_begun_by_one_process() {
    let tables = Tables::new().await;
    let hour = Duration::from_secs(3600);
    let begin = |round| {
        let database = tables.database.clone();
        tokio::spawn(async move { begin_round(&database, round, hour).await.expect("an answer") })
    };
    for _ in 0..2 {
        for round in [Round::Expire, Round::Sweep] {
            let mut begun = 0;
            for begin in [begin(round), begin(round), begin(round)] {
                begun += usize::from(begin.await.expect("no panic"));
            }
            assert_eq!(begun, 1, "{round:?}");
        }
        tables.pass(hour);
    }
}
