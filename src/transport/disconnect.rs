//! Detection of clients that have disconnected.
//!
//! hyper notices the end of the input only by reading. It reads nothing while bytes are unread: a pipelined request, or the input of a batch.
//! It also takes a client that only closed its writing side, as `nc -N` does, for a disconnected one.

use std::future::pending;
use std::time::Duration;

use tokio::time::sleep;

use super::socket::Duplex;
use super::state::ConnectionState;

/// Time without a sent byte after which a client that closed its writing side counts as disconnected. Nearly every response begins within
/// it. After a real disconnect, a solver thread works at most for this time.
const GRACE: Duration = Duration::from_millis(25);

/// Completes after the client disconnected, also if bytes are unread.
///
/// A client that closed its writing side counts as connected while it is sent bytes: after a real disconnect, its kernel
/// resets the connection at the first of them.
pub(super) async fn client_left(socket: &impl Duplex, state: &ConnectionState) {
    if socket.read_closed().await.is_err() {
        // The runtime is shutting down.
        return pending().await;
    }
    loop {
        let before = state.written();
        sleep(GRACE).await;
        if state.written() == before {
            return;
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::pin::pin;

    use tokio::io::AsyncWriteExt;
    use tokio::net::UnixStream;
    use tokio::time::timeout;

    use super::*;

    const MOMENT: Duration = Duration::from_millis(1);

    /// Time that passes only on the paused clock.
    const LONG: Duration = Duration::from_secs(3600);

    #[tokio::test(start_paused = true)]
    async fn disconnect_is_noticed_behind_unread_bytes() {
        let (socket, mut peer) = UnixStream::pair().expect("a pair");
        let state = ConnectionState::default();
        let mut left = pin!(client_left(&socket, &state));
        peer.write_all(b"unread").await.expect("the bytes are written");
        timeout(LONG, &mut left).await.expect_err("the client is connected");
        drop(peer);
        timeout(GRACE - MOMENT, &mut left).await.expect_err("the grace is not over");
        timeout(LONG, &mut left).await.expect("the client has disconnected");
    }

    #[tokio::test(start_paused = true)]
    async fn sent_bytes_extend_the_grace() {
        let (socket, mut peer) = UnixStream::pair().expect("a pair");
        let state = ConnectionState::default();
        peer.shutdown().await.expect("the writing side closes");
        let mut left = pin!(client_left(&socket, &state));
        for _ in 0..10 {
            state.add_written(1);
            timeout(GRACE / 2, &mut left).await.expect_err("the client gets bytes");
        }
        timeout(2 * GRACE, &mut left).await.expect("the grace is over");
    }
}
