//! Input of a batch: a file or standard input.

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

/// Maximum number of bytes per read.
const PIECE_BYTES: usize = 64 << 10;

/// Maximum number of pieces read ahead.
const PIECES: usize = 4;

/// File or standard input.
pub(super) struct Input {
    name: String,
    source: Box<dyn Read + Send>,
}

/// Thread that reads the input.
pub(super) struct Reading {
    name: String,
    thread: JoinHandle<io::Result<()>>,
}

impl Input {
    /// Opens a file, or standard input for `-` and without a file.
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

    /// Reads in a thread of its own, and sends each piece as soon as it is read. [`Reading::end`] returns the error if reading
    /// fails.
    #[expect(clippy::disallowed_methods, reason = "reading may block, and the threads of the runtime solve")]
    pub(super) fn read(self) -> (impl Stream<Item = Result<Bytes, InputError>> + Send + Unpin, Reading) {
        let (sender, mut pieces) = mpsc::channel(PIECES);
        let Self { name, mut source } = self;
        let thread = thread::spawn(move || {
            let result = send_pieces(&mut source, &sender);
            if result.is_err() {
                // Fails if the batch has ended already.
                let _ = sender.blocking_send(Err(InputError::Failed));
            }
            result
        });
        (poll_fn(move |context| pieces.poll_recv(context)), Reading { name, thread })
    }
}

/// Sends all pieces, until the end of the input or of the batch.
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
    /// Waits for the thread to end, and returns its error. Call it only after reading has failed.
    pub(super) fn end(self) -> Result<()> {
        let Self { name, thread } = self;
        let result = thread.join().map_err(|_| anyhow!("thread that reads {name} panicked"))?;
        result.with_context(|| format!("cannot read {name}"))
    }
}
