//! Puzzles from a file or from standard input.

use std::fs::File;
use std::io::{self, ErrorKind, Read, stdin};
use std::path::Path;
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result, anyhow};
use bytes::Bytes;
use futures_util::Stream;
use futures_util::stream::poll_fn;
use tokio::sync::mpsc;

use crate::service::InputError;

/// The most bytes that are read at once.
const PIECE_BYTES: usize = 64 << 10;

/// Pieces that were read before they are wanted.
const PIECES: usize = 4;

/// A file, or standard input.
pub(super) struct Input {
    name: String,
    source: Box<dyn Read + Send>,
}

/// The thread that reads.
pub(super) struct Reading {
    name: String,
    thread: JoinHandle<io::Result<()>>,
}

impl Input {
    /// Opens a file; without one, or with `-`, standard input.
    pub(super) fn open(file: Option<&Path>) -> Result<Self> {
        match file.filter(|path| *path != Path::new("-")) {
            Some(path) => {
                let name = path.display().to_string();
                let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
                Ok(Self { name, source: Box::new(file) })
            }
            None => Ok(Self { name: "standard input".to_owned(), source: Box::new(stdin()) }),
        }
    }

    /// Reads piece by piece, in a thread of its own, which knows why it failed if it did: whatever is there goes on at once, however long the next piece takes.
    #[expect(
        clippy::disallowed_methods,
        reason = "the threads of the runtime solve, and reading may wait for ever"
    )]
    pub(super) fn read(self) -> (impl Stream<Item = Result<Bytes, InputError>> + Send + Unpin, Reading) {
        let (sender, mut pieces) = mpsc::channel(PIECES);
        let Self { name, mut source } = self;
        let thread = thread::spawn(move || {
            let result = send_pieces(&mut source, &sender);
            if result.is_err() {
                // Nobody is there where the answers have ended.
                let _ = sender.blocking_send(Err(InputError::Failed));
            }
            result
        });
        (poll_fn(move |context| pieces.poll_recv(context)), Reading { name, thread })
    }
}

/// Sends what is read until its end, or until nobody is there any more.
fn send_pieces(source: &mut dyn Read, pieces: &mpsc::Sender<Result<Bytes, InputError>>) -> io::Result<()> {
    loop {
        let mut piece = vec![0; PIECE_BYTES];
        let length = match source.read(&mut piece) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read?,
        };
        piece.truncate(length);
        if length == 0 || pieces.blocking_send(Ok(piece.into())).is_err() {
            return Ok(());
        }
    }
}

impl Reading {
    /// Waits until the thread has ended, which it has where the reading failed, and tells why.
    pub(super) fn end(self) -> Result<()> {
        let Self { name, thread } = self;
        let result = thread.join().map_err(|_| anyhow!("the thread that reads {name} panicked"))?;
        result.with_context(|| format!("cannot read {name}"))
    }
}
