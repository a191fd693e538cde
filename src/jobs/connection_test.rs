//! Connections to a server that fail.
#![cfg(test)]
#![cfg(feature = "postgres")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::clock::Clock;
use super::contract::{BOUNDS, count, counted, cubes};
use super::database::Database;
use super::id::JobId;
use super::queue::{Completion, PieceQueue, PieceResult};
use super::settings::JobDatabase;
use super::state::JobState;
use super::status::StatusReader;
use super::table::{JobTable, StoredInput};
use super::test_database::TestDatabase;
use crate::exact_cover::Cube;

/// Proxy of a server.
struct Proxy {
    port: u16,
    /// Closes a connection when the answer to a commit arrives, once.
    loses_answer: Arc<AtomicBool>,
    /// Closes each connection that sends something.
    is_cut: Arc<AtomicBool>,
    lost: Arc<AtomicUsize>,
}

impl Proxy {
    async fn new(server: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let proxy = Self {
            port: listener.local_addr().expect("an address").port(),
            loses_answer: Arc::default(),
            is_cut: Arc::default(),
            lost: Arc::default(),
        };
        let [loses_answer, is_cut] = [&proxy.loses_answer, &proxy.is_cut].map(Arc::clone);
        let lost = Arc::clone(&proxy.lost);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&server).await.expect("the server");
                let [loses_answer, is_cut] = [&loses_answer, &is_cut].map(Arc::clone);
                let lost = Arc::clone(&lost);
                tokio::spawn(async move {
                    // An error ends the connection.
                    let _ = forward(client, server, &loses_answer, &is_cut, &lost).await;
                });
            }
        });
        proxy
    }
}

/// Forwards in both directions until a side closes, or the connection has to be lost.
async fn forward(
    mut client: TcpStream,
    mut server: TcpStream,
    loses_answer: &AtomicBool,
    is_cut: &AtomicBool,
    lost: &AtomicUsize,
) -> std::io::Result<()> {
    let (mut request, mut answer) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    let mut is_lost = false;
    loop {
        tokio::select! {
            read = client.read(&mut request) => {
                let read = read?;
                if read == 0 || is_cut.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let is_commit = request[..read].windows(6).any(|bytes| bytes == b"COMMIT");
                is_lost |= is_commit && loses_answer.swap(false, Ordering::Relaxed);
                server.write_all(&request[..read]).await?;
            }
            read = server.read(&mut answer) => {
                let read = read?;
                if read == 0 || is_lost {
                    lost.fetch_add(usize::from(is_lost), Ordering::Relaxed);
                    return Ok(());
                }
                client.write_all(&answer[..read]).await?;
            }
        }
    }
}

/// Tables over a proxy; `None` without a server.
async fn tables() -> Option<(Proxy, TestDatabase, Database)> {
    let source = TestDatabase::new().await;
    let JobDatabase::Postgres { url, name, connections_max } = source.address() else { return None };
    let (before, after) = url.split_once('@').expect("a user");
    let (server, after) = after.split_once('/').expect("a database");
    let proxy = Proxy::new(server.to_owned()).await;
    let url = format!("{before}@127.0.0.1:{}/{after}&sslmode=disable", proxy.port);
    let address = JobDatabase::Postgres { url, name, connections_max };
    let database = Database::open(&address, Clock::Database).await.expect("a database");
    Some((proxy, source, database))
}

#[tokio::test]
async fn commits_whose_answers_are_lost_have_their_effect_once() {
    let Some((proxy, _source, database)) = tables().await else { return };
    let (jobs, queue) = (JobTable::new(database.clone(), BOUNDS), PieceQueue::new(database.clone(), BOUNDS));
    let status = StatusReader::new(database);
    let lose = || proxy.loses_answer.store(true, Ordering::Relaxed);
    let input = StoredInput { object: "input".to_owned(), bytes: 10 };
    lose();
    let created = jobs.create(JobId::random(), &count(None), &input).await.expect("created");
    assert!(!created.is_repeated);
    assert_eq!(status.list("", None, None, 9).await.expect("a list").len(), 1);
    let plan = queue.claim(1).await.expect("claimed").remove(0);
    lose();
    let rest = cubes(3, Cube::WEIGHT_OF_WHOLE);
    let planned = queue.complete(&plan.lease, &PieceResult { rest, ..PieceResult::default() }).await;
    assert_eq!(planned.expect("an answer"), Completion::Counted);
    let claimed = queue.claim(9).await.expect("claimed");
    assert_eq!(claimed.len(), 3);
    lose();
    queue.release(&[claimed[0].lease]).await.expect("released");
    lose();
    assert_eq!(queue.renew(&[claimed[1].lease]).await.expect("renewed"), []);
    for claimed in &claimed[1..] {
        lose();
        assert_eq!(
            queue.complete(&claimed.lease, &counted(1)).await.expect("an answer"),
            Completion::Counted
        );
    }
    let again = queue.claim(9).await.expect("claimed").remove(0);
    assert_eq!(again.lease.epoch, 2);
    lose();
    assert_eq!(queue.complete(&again.lease, &counted(1)).await.expect("an answer"), Completion::Counted);
    let status = status.status(created.id, None).await.expect("a status");
    assert_eq!((status.state, status.count, status.pieces.total), (JobState::Succeeded, Some(3), 3));
    assert_eq!(proxy.lost.load(Ordering::Relaxed), 7);
}

#[tokio::test]
async fn connections_that_a_restart_has_closed_are_replaced() {
    let Some((proxy, _source, database)) = tables().await else { return };
    let status = StatusReader::new(database);
    let read = async || {
        let reads = (0..8).map(|_| status.totals());
        futures_util::future::join_all(reads).await.into_iter().all(|totals| totals.is_ok())
    };
    for _ in 0..3 {
        assert!(read().await);
        // The connections that are open now.
        proxy.is_cut.store(true, Ordering::Relaxed);
        let failed = status.totals().await;
        assert!(failed.is_err(), "{failed:?}");
        proxy.is_cut.store(false, Ordering::Relaxed);
    }
    assert!(read().await);
}
