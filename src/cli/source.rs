//! Entries of several inputs, one after the other.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use anyhow::anyhow;
use bytes::Bytes;
use futures_util::stream::{BoxStream, StreamExt, poll_fn};
use quadrille_answers::ingest::{Elements, LineBounds, LineContent, Lines};
use quadrille_answers::service::{ChunkSource, InputError};
use quadrille_answers::wire::{Chunk, InputTable, OtherLines};
use tokio::sync::mpsc;

use super::input::{Input, Reader};
use super::selection::Selection;

/// Maximum number of bytes per read.
const PIECE_BYTES: usize = 64 << 10;

/// Maximum number of pieces read ahead.
const PIECES: usize = 4;

pub(super) type Pieces = BoxStream<'static, Result<Bytes, InputError>>;

/// Input that is read.
struct Current {
    entries: Entries,
    /// Entries to take; all if `None`.
    selection: Option<Selection>,
}

/// Entries of an input.
enum Entries {
    Lines(Box<Lines<Pieces>>),
    Array(Elements<Vec<u8>>),
}

impl ChunkSource<Chunk> for Entries {
    async fn next(&mut self) -> Result<Option<Chunk>, InputError> {
        match self {
            Self::Lines(lines) => lines.next().await,
            Self::Array(elements) => elements.next().await,
        }
    }

    fn buffered(&mut self) -> Option<Chunk> {
        match self {
            Self::Lines(lines) => lines.buffered(),
            Self::Array(elements) => elements.buffered(),
        }
    }

    fn has_known_end(&self) -> bool {
        match self {
            Self::Lines(lines) => lines.has_known_end(),
            Self::Array(elements) => elements.has_known_end(),
        }
    }
}

/// Source of the entries of all inputs.
pub(super) struct InputSource {
    waiting: VecDeque<Input>,
    current: Option<Current>,
    bounds: LineBounds,
    others: Arc<OtherLines>,
    table: Arc<InputTable>,
    next_index: u64,
    bytes_read: Arc<AtomicU64>,
    failures: Sender<anyhow::Error>,
}

/// Errors of the threads that read.
pub(super) struct Failures(Receiver<anyhow::Error>);

impl Failures {
    /// Returns the error after reading has failed.
    pub(super) fn take(&self) -> anyhow::Error {
        self.0.try_recv().unwrap_or_else(|_| anyhow!("cannot read the input"))
    }
}

impl InputSource {
    /// Makes the source, which counts the bytes read in `bytes_read`, and notes the lines that it ignores in `others`, and the columns of
    /// the input in `table`.
    pub(super) fn new(
        inputs: Vec<Input>,
        bounds: LineBounds,
        others: Arc<OtherLines>,
        table: Arc<InputTable>,
        bytes_read: Arc<AtomicU64>,
    ) -> (Self, Failures) {
        let (failures, errors) = channel();
        let waiting = inputs.into();
        let source =
            Self { waiting, current: None, bounds, others, table, next_index: 0, bytes_read, failures };
        (source, Failures(errors))
    }

    /// Starts the next input. Returns its chunk if it is a single puzzle; `None` at the end.
    fn start_next(&mut self) -> Option<Option<Chunk>> {
        match self.waiting.pop_front()? {
            Input::Puzzle(text) => {
                let mut chunk = Chunk::new(self.next_index);
                // Faults have the lines of the whole file.
                chunk.push(None, Some(text.as_bytes()));
                self.table.begin(Some(text.as_bytes()));
                Some(Some(chunk))
            }
            Input::Array(elements) => {
                let entries =
                    Entries::Array(elements.from_index(self.next_index).with_table(Arc::clone(&self.table)));
                self.current = Some(Current { entries, selection: None });
                Some(None)
            }
            Input::Lines(reader, content) => {
                self.start_lines(reader, content, None);
                Some(None)
            }
            Input::Part(reader, content, selection) => {
                self.start_lines(reader, content, Some(selection));
                Some(None)
            }
        }
    }

    fn start_lines(&mut self, reader: Reader, content: LineContent, selection: Option<Selection>) {
        let pieces = read(reader, Arc::clone(&self.bytes_read), self.failures.clone());
        let lines = Lines::new(Bytes::new(), pieces, content, self.bounds)
            .with_others(Arc::clone(&self.others))
            .with_table(Arc::clone(&self.table))
            .from_index(self.next_index);
        self.current = Some(Current { entries: Entries::Lines(Box::new(lines)), selection });
    }

    /// Returns the selected entries of a chunk; `None` if there are none. Ends the input after the last of them.
    fn select(&mut self, chunk: Chunk) -> Option<Chunk> {
        let Some(selection) = self.current.as_ref().and_then(|current| current.selection.as_ref()) else {
            return Some(self.count(chunk));
        };
        let (selected, has_more) = selection.select(&chunk);
        if !has_more {
            self.current = None;
        }
        (!selected.is_empty()).then(|| self.count(selected))
    }

    fn count(&mut self, chunk: Chunk) -> Chunk {
        self.next_index = chunk.next_index();
        chunk
    }
}

impl ChunkSource<Chunk> for InputSource {
    async fn next(&mut self) -> Result<Option<Chunk>, InputError> {
        loop {
            if let Some(current) = &mut self.current {
                match current.entries.next().await? {
                    Some(chunk) => match self.select(chunk) {
                        Some(chunk) => return Ok(Some(chunk)),
                        None => continue,
                    },
                    None => self.current = None,
                }
            }
            match self.start_next() {
                Some(Some(chunk)) => return Ok(self.select(chunk)),
                Some(None) => {}
                None => return Ok(None),
            }
        }
    }

    fn buffered(&mut self) -> Option<Chunk> {
        let chunk = self.current.as_mut()?.entries.buffered()?;
        self.select(chunk)
    }

    fn has_known_end(&self) -> bool {
        self.waiting.is_empty() && self.current.as_ref().is_none_or(|current| current.entries.has_known_end())
    }
}

/// Reads in a thread of its own, and sends each piece as soon as it is read.
#[expect(clippy::disallowed_methods, reason = "reading may block, and the threads of the runtime solve")]
pub(super) fn read(reader: Reader, bytes_read: Arc<AtomicU64>, failures: Sender<anyhow::Error>) -> Pieces {
    let (sender, mut pieces) = mpsc::channel(PIECES);
    let Reader { name, mut source, .. } = reader;
    thread::spawn(move || {
        if let Err(error) = send_pieces(&mut source, &sender, &bytes_read) {
            // The error first: it is read after the batch has ended. Both fail if the batch has ended already.
            let _ = failures.send(anyhow::Error::new(error).context(format!("cannot read {name}")));
            let _ = sender.blocking_send(Err(InputError::Failed));
        }
    });
    poll_fn(move |context| pieces.poll_recv(context)).boxed()
}

/// Sends all pieces, until the end of the input or of the batch.
fn send_pieces(
    source: &mut dyn Read,
    pieces: &mpsc::Sender<Result<Bytes, InputError>>,
    bytes_read: &AtomicU64,
) -> io::Result<()> {
    loop {
        let mut piece = vec![0; PIECE_BYTES];
        let length = match source.read(&mut piece) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read?,
        };
        piece.truncate(length);
        bytes_read.fetch_add(length as u64, Ordering::Relaxed);
        if length == 0 || pieces.blocking_send(Ok(piece.into())).is_err() {
            return Ok(());
        }
    }
}
