//! Results as rows of a table: the lines of JSON beside the entries of the input.

use std::mem;
use std::ops::Range;
use std::sync::Arc;
use std::vec;

use memchr::{memchr_iter, memrchr};
use quadrille_answers::wire::{AnswerTable, Chunk, EntryText, InputTable};

use super::results::{ResultIndex, ResultPart, RowSource};
use crate::error::JobError;
use crate::id::JobId;
use crate::store::{Frames, Objects, frame_length, framed_path, read_header, result_path};

/// Bytes that are read at once.
const READ_BYTES: u64 = 64 << 10;

/// Reader of the results of a job, some of them at a time.
#[derive(Debug)]
pub struct RowReader {
    objects: Objects,
    id: JobId,
    source: RowSource,
    /// Columns of the input; `None` if the job has no entries.
    table: Option<Arc<InputTable>>,
    parts: vec::IntoIter<ResultPart>,
    /// The current part: its lines of JSON that are to be read, and its entries.
    current: Option<(ResultPart, Range<u64>, EntryReader)>,
    /// Beginning of a line whose end is not read yet.
    begun: Vec<u8>,
    has_header: bool,
}

/// Results and their entries, which are not written as rows yet.
#[derive(Debug)]
pub struct UnwrittenRows {
    table: Option<Arc<InputTable>>,
    columns: &'static [&'static str],
    /// Whether the names of the columns precede them.
    is_first: bool,
    /// Whole lines of JSON.
    lines: Vec<u8>,
    /// An entry for each line; `None` if the job has no entries.
    entries: Option<Chunk>,
}

/// Reader of the framed entries of a piece.
#[derive(Debug, Default)]
struct EntryReader {
    path: String,
    /// Bytes that are not read yet.
    left: Range<u64>,
    buffer: Vec<u8>,
}

impl RowReader {
    pub(crate) fn new(objects: Objects, id: JobId, index: ResultIndex, source: RowSource) -> Self {
        let table = (!source.entries.is_empty()).then(Arc::default);
        let parts = index.parts.into_iter();
        Self { objects, id, source, table, parts, current: None, begun: Vec::new(), has_header: false }
    }

    /// Reads the next results; `None` at the end. The first ones may be none.
    ///
    /// # Errors
    /// [`JobError::ResultsLost`] if the store does not have all of them, or a failure of the store.
    pub async fn next(&mut self) -> Result<Option<UnwrittenRows>, JobError> {
        let lines = self.next_lines().await?;
        if lines.is_empty() && self.has_header {
            return Ok(None);
        }
        let is_first = !mem::replace(&mut self.has_header, true);
        let entries = match (&self.table, &mut self.current) {
            (Some(table), Some((_, _, reader))) => {
                if is_first {
                    read_columns(&self.objects, &reader.path, table).await?;
                }
                let chunk = reader.next(&self.objects, memchr_iter(b'\n', &lines).count()).await?;
                if !chunk.is_empty() {
                    table.begin(chunk.entry(0).bytes);
                }
                Some(chunk)
            }
            _ => None,
        };
        let (table, columns) = (self.table.clone(), self.source.columns);
        Ok(Some(UnwrittenRows { table, columns, is_first, lines, entries }))
    }

    /// Reads whole lines of one part; none at the end.
    async fn next_lines(&mut self) -> Result<Vec<u8>, JobError> {
        loop {
            if self.current.as_ref().is_none_or(|(_, left, _)| left.is_empty()) {
                let Some(part) = self.parts.next() else { return Ok(Vec::new()) };
                let entries = match self.source.entries.remove(&part.no) {
                    Some((plan, left)) => {
                        EntryReader { path: framed_path(self.id, plan), left, buffer: Vec::new() }
                    }
                    None => EntryReader::default(),
                };
                self.current = Some((part, 0..part.json_bytes, entries));
            }
            let Some((part, left, _)) = &mut self.current else { return Ok(Vec::new()) };
            let end = left.end.min(left.start + READ_BYTES);
            let read = self.objects.get(&result_path(self.id, part.no, part.epoch), left.start..end).await?;
            if read.len() as u64 != end - left.start {
                return Err(JobError::ResultsLost);
            }
            left.start = end;
            self.begun.extend_from_slice(&read);
            if let Some(last) = memrchr(b'\n', &self.begun) {
                let rest = self.begun.split_off(last + 1);
                return Ok(mem::replace(&mut self.begun, rest));
            }
        }
    }
}

/// Reads the line that names the columns, which stands before all entries if there is one.
async fn read_columns(objects: &Objects, path: &str, table: &InputTable) -> Result<(), JobError> {
    // A longer line is no header.
    let start = objects.get(path, 0..READ_BYTES).await?;
    if let Some(header) = read_header(&start) {
        table.set_header(header);
    }
    Ok(())
}

impl EntryReader {
    /// Reads this number of entries.
    async fn next(&mut self, objects: &Objects, entries: usize) -> Result<Chunk, JobError> {
        let (mut read, mut length) = (0, 0);
        while read < entries {
            if let Some(frame) = frame_length(&self.buffer[length..])? {
                length += frame;
                read += 1;
                continue;
            }
            let Range { start, end } = self.left;
            if start >= end {
                return Err(JobError::ResultsLost);
            }
            self.left.start = end.min(start + READ_BYTES);
            self.buffer.extend_from_slice(&objects.get(&self.path, start..self.left.start).await?);
        }
        let rest = self.buffer.split_off(length);
        let frames = mem::replace(&mut self.buffer, rest);
        let chunk = Frames::new(frames.into(), 0).next_chunk(usize::MAX, entries)?;
        Ok(chunk.unwrap_or_else(|| Chunk::new(0)))
    }
}

impl UnwrittenRows {
    /// Writes the rows.
    pub fn write(self) -> Vec<u8> {
        let Self { table, columns, is_first, lines, entries } = self;
        let (rows, mut out) = (AnswerTable::new(table.as_deref(), columns), Vec::new());
        if is_first {
            rows.write_header(&mut out);
        }
        for (number, line) in lines.split_inclusive(|&byte| byte == b'\n').enumerate() {
            let entry = match &entries {
                Some(entries) => entries.entry(number),
                None => EntryText { index: 0, line: None, bytes: None, header: None },
            };
            rows.write_row(&entry, line, &mut out);
        }
        out
    }
}
