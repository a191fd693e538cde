//! Connections to a server that fail.

use quadrille_answers::kinds::BatchOperation;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use bytes::Bytes;
use parking_lot::Mutex;
use quadrille_exact_cover::Cube;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::run::{Folder, PUZZLE, ended, lines};
use super::tables::{BOUNDS, count, counted, cubes};
use super::test_database::TestDatabase;
use crate::error::JobError;
use crate::id::JobId;
use crate::queue::{Completion, PieceQueue, PieceResult};
use crate::rows::{JobTable, NewJob, StatusReader, StoredInput};
use crate::service::{JobInput, Jobs};
use crate::settings::{JobDatabase, JobSettings};
use crate::state::JobState;
use crate::store::{Clock, Database};

/// End of the message that commits. The final zero tells it from `READ COMMITTED` in the message that begins a transaction.
const COMMIT: &str = "COMMIT\0";

/// Answer to a commit that is lost.
struct Loss {
    /// Text that the connection has sent before the commit.
    after: &'static str,
    /// Whether the server cannot be reached afterwards.
    stays_away: bool,
}

/// Failures of a proxy.
#[derive(Default)]
struct Failures {
    /// Closes a connection when the answer to a commit arrives, once.
    loss: Mutex<Option<Loss>>,
    /// Closes each connection that sends something.
    is_cut: AtomicBool,
    /// Number of answers lost.
    lost: AtomicUsize,
}

/// Proxy of a server.
struct Proxy {
    port: u16,
    failures: Arc<Failures>,
}

impl Proxy {
    async fn new(server: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let proxy = Self { port, failures: Arc::default() };
        let failures = Arc::clone(&proxy.failures);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&server).await.expect("the server");
                let failures = Arc::clone(&failures);
                tokio::spawn(async move {
                    // An error ends the connection.
                    let _ = forward(client, server, &failures).await;
                });
            }
        });
        proxy
    }

    /// Loses the answer to the next commit of a connection that has sent this text.
    fn lose(&self, after: &'static str, stays_away: bool) {
        *self.failures.loss.lock() = Some(Loss { after, stays_away });
    }

    fn cut(&self, is_cut: bool) {
        self.failures.is_cut.store(is_cut, Ordering::Relaxed);
    }

    fn lost(&self) -> usize {
        self.failures.lost.load(Ordering::Relaxed)
    }
}

/// Forwards in both directions until a side closes, or the connection has to be lost.
async fn forward(mut client: TcpStream, mut server: TcpStream, failures: &Failures) -> std::io::Result<()> {
    let (mut request, mut answer) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    let (mut sent, mut loss) = (Vec::new(), None);
    loop {
        tokio::select! {
            read = client.read(&mut request) => {
                let read = read?;
                if read == 0 || failures.is_cut.load(Ordering::Relaxed) {
                    return Ok(());
                }
                sent.extend_from_slice(&request[..read]);
                if loss.is_none() && has(&request[..read], COMMIT) {
                    loss = failures.loss.lock().take_if(|loss| has(&sent, loss.after));
                }
                server.write_all(&request[..read]).await?;
            }
            read = server.read(&mut answer) => {
                let read = read?;
                if let Some(loss) = &loss {
                    failures.is_cut.store(loss.stays_away, Ordering::Relaxed);
                    failures.lost.fetch_add(1, Ordering::Relaxed);
                    return Ok(());
                }
                if read == 0 {
                    return Ok(());
                }
                client.write_all(&answer[..read]).await?;
            }
        }
    }
}

fn has(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

/// Makes a proxy of a server. Returns it with its address; `None` for a file.
async fn proxy_of(database: JobDatabase) -> Option<(Proxy, JobDatabase)> {
    let JobDatabase::Postgres { url, name, connections_max } = database else { return None };
    let (before, after) = url.split_once('@').expect("a user");
    let (server, after) = after.split_once('/').expect("a database");
    let proxy = Proxy::new(server.to_owned()).await;
    let url = format!("{before}@127.0.0.1:{}/{after}&sslmode=disable", proxy.port);
    Some((proxy, JobDatabase::Postgres { url, name, connections_max }))
}

/// Tables over a proxy; `None` without a server.
async fn tables() -> Option<(Proxy, TestDatabase, Database)> {
    let source = TestDatabase::new().await;
    let (proxy, address) = proxy_of(source.address()).await?;
    let database = Database::open(&address, Clock::Database).await.expect("a database");
    Some((proxy, source, database))
}

#[tokio::test]
async fn commits_whose_answers_are_lost_have_their_effect_once() {
    let Some((proxy, _source, database)) = tables().await else { return };
    let (jobs, queue) = (JobTable::new(database.clone(), BOUNDS), PieceQueue::new(database.clone(), BOUNDS));
    let status = StatusReader::new(database);
    let lose = || proxy.lose(COMMIT, false);
    let input = StoredInput { object: "input".to_owned(), bytes: 10 };
    lose();
    let created = jobs.create(JobId::random(), &count(None), &input).await.expect("created");
    assert!(!created.is_repeated);
    assert_eq!(status.list("", None, None, 9).await.expect("a list").len(), 1);
    let plan = queue.claim(1, &HashSet::new()).await.expect("claimed").remove(0);
    lose();
    let rest = cubes(3, Cube::WEIGHT_OF_WHOLE);
    let planned = queue.complete(&plan.lease, &PieceResult { rest, ..PieceResult::default() }).await;
    assert_eq!(planned.expect("an answer"), Completion::Counted);
    let claimed = queue.claim(9, &HashSet::new()).await.expect("claimed");
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
    let again = queue.claim(9, &HashSet::new()).await.expect("claimed").remove(0);
    assert_eq!(again.lease.epoch, 2);
    lose();
    assert_eq!(queue.complete(&again.lease, &counted(1)).await.expect("an answer"), Completion::Counted);
    let status = status.status(created.id, None).await.expect("a status");
    assert_eq!((status.state, status.count, status.pieces.total), (JobState::Succeeded, Some(3), 3));
    assert_eq!(proxy.lost(), 7);
}

/// A client asks again after an error, with the same key.
#[tokio::test]
async fn creation_whose_answer_is_lost_keeps_its_input_and_has_its_effect_once() {
    for stays_away in [false, true] {
        let folder = Folder::new().await;
        let Some((proxy, address)) = proxy_of(folder.database()).await else { return };
        let settings = Folder::settings_in(folder.path(), address);
        let jobs = Jobs::new(JobSettings { runs_pieces: false, ..settings });
        jobs.open().await.expect("a database");
        let job = NewJob { idempotency_key: Some("key".to_owned()), ..lines(BatchOperation::Solve, "") };
        let create = || jobs.create(job.clone(), JobInput::Inline(Bytes::from_static(PUZZLE.as_bytes())));
        // Other commits, such as the commits of the janitor, have their answers.
        proxy.lose("INSERT INTO jobs", stays_away);
        let created = create().await;
        assert_eq!(proxy.lost(), 1);
        let error = created.as_ref().err();
        assert_eq!(error.is_some_and(JobError::is_transient), stays_away, "{created:?}");
        proxy.cut(false);
        let again = create().await.expect("created");
        assert!(again.is_repeated && created.is_ok_and(|created| created.id == again.id) != stays_away);
        let listed = jobs.list("client", None, None, 9).await.expect("a list");
        assert_eq!(listed.iter().map(|status| status.id).collect::<Vec<_>>(), [again.id]);
        assert_eq!(folder.objects(), 1);
        let worker = folder.jobs();
        worker.open().await.expect("a database");
        assert_eq!(ended(&worker, again.id).await.verdicts.unique, 1);
    }
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
        proxy.cut(true);
        let failed = status.totals().await;
        assert!(failed.is_err(), "{failed:?}");
        proxy.cut(false);
    }
    assert!(read().await);
}

#[tokio::test(start_paused = true)]
async fn opening_fails_with_the_reason() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    drop(listener);
    let url = format!("postgres://postgres@{address}/jobs");
    let source = JobDatabase::Postgres { url, name: String::new(), connections_max: 1 };
    let error = Database::open(&source, Clock::Database).await.expect_err("no server");
    assert!(error.is_transient());
    assert!(error.to_string().contains("Connection refused"), "{error}");
}
