//! End of the input of a socket, on systems that have no event for it alone.

use std::future::Future;
use std::io;
use std::time::Duration;

use tokio::io::Ready;
use tokio::time::sleep;

/// Time between two looks while bytes are unread.
const INTERVAL: Duration = Duration::from_millis(25);

/// Completes when the input has ended, even if bytes are unread. `readable` waits until the socket is readable.
pub(super) async fn end_of_input<F>(readable: impl Fn() -> F) -> io::Result<()>
where
    F: Future<Output = io::Result<Ready>>,
{
    while !readable().await?.is_read_closed() {
        sleep(INTERVAL).await;
    }
    Ok(())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::pin::pin;

    use tokio::io::{AsyncWriteExt, Interest};
    use tokio::net::UnixStream;
    use tokio::time::timeout;

    use super::*;

    /// Time that passes only on the paused clock.
    const LONG: Duration = Duration::from_secs(3600);

    #[tokio::test(start_paused = true)]
    async fn end_is_found_after_unread_bytes() {
        let (socket, mut peer) = UnixStream::pair().expect("a pair");
        let mut end = pin!(end_of_input(|| socket.ready(Interest::READABLE)));
        peer.write_all(b"unread").await.expect("the bytes are written");
        timeout(LONG, &mut end).await.expect_err("the input has not ended");
        drop(peer);
        timeout(LONG, &mut end).await.expect("the input has ended").expect("the runtime is alive");
    }
}
