//! Objects that pieces write: each byte is reserved before it is written.

use std::mem;

use super::outcome::PieceError;
use super::result_lines::ResultLines;
use crate::id::JobId;
use crate::queue::{Claimed, PieceLease, PieceQueue};
use crate::store::{ObjectWriter, Objects, framed_path, result_path};

/// Object that a piece writes. Dropping it without [`finish`](Self::finish) leaves no object.
#[derive(Debug)]
pub(super) struct PieceOutput {
    queue: PieceQueue,
    objects: Objects,
    lease: PieceLease,
    writer: ObjectWriter,
    /// Lines of text, which follow the lines of JSON.
    text: Vec<u8>,
    /// Reserved bytes that are not written yet.
    reserved: u64,
}

/// Lengths of the two halves of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ResultLength {
    pub(super) json: u64,
    pub(super) text: u64,
}

impl PieceOutput {
    /// Begins the result of a piece.
    pub(super) fn result(queue: &PieceQueue, objects: &Objects, claimed: &Claimed) -> Self {
        Self::new(queue, objects, claimed, result_path)
    }

    /// Begins the framed input that a plan writes.
    pub(super) fn input(queue: &PieceQueue, objects: &Objects, claimed: &Claimed) -> Self {
        Self::new(queue, objects, claimed, |job, _, epoch| framed_path(job, epoch))
    }

    fn new(
        queue: &PieceQueue,
        objects: &Objects,
        claimed: &Claimed,
        path: impl Fn(JobId, u64, u64) -> String,
    ) -> Self {
        let lease = claimed.lease;
        let writer = objects.begin(&path(lease.job, lease.no, lease.epoch));
        Self {
            queue: queue.clone(),
            objects: objects.clone(),
            lease,
            writer,
            text: Vec::new(),
            reserved: claimed.reserved,
        }
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// [`PieceError::Invalid`] if they cannot be reserved, [`PieceError::Stopped`] if the lease was lost, or the disk is nearly full.
    pub(super) async fn write(&mut self, bytes: &[u8]) -> Result<(), PieceError> {
        let length = bytes.len() as u64;
        if length > self.reserved {
            let further = length - self.reserved;
            self.objects.check_space(self.queue.bounds().free_bytes_min).await?;
            let granted = self.queue.reserve(&self.lease, further).await?;
            self.reserved += granted.ok_or(PieceError::Stopped)?;
        }
        self.reserved -= length;
        Ok(self.writer.write(bytes).await?)
    }

    /// Appends lines of a result. Text is in memory until the end.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub(super) async fn write_lines(&mut self, lines: &ResultLines) -> Result<(), PieceError> {
        self.text.extend_from_slice(&lines.text);
        self.write(&lines.json).await
    }

    /// Number of bytes of text so far.
    pub(super) fn text_bytes(&self) -> usize {
        self.text.len()
    }

    /// Ends a result with its lines of text.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub(super) async fn finish_lines(mut self) -> Result<ResultLength, PieceError> {
        let (text, json) = (mem::take(&mut self.text), self.written());
        self.write(&text).await?;
        Ok(ResultLength { json, text: self.finish().await? - json })
    }

    /// Number of bytes written so far.
    pub(super) fn written(&self) -> u64 {
        self.writer.written()
    }

    /// Ends the object. Returns its length.
    pub(super) async fn finish(self) -> Result<u64, PieceError> {
        Ok(self.writer.finish().await?)
    }
}
