//! Sink of log lines for tests.
#![cfg(test)]

use std::io::{self, Write};
use std::sync::Arc;

use parking_lot::Mutex;

/// Sink in memory. Clones share it.
#[derive(Clone, Default)]
pub(super) struct TestSink(Arc<Mutex<Vec<u8>>>);

impl TestSink {
    /// Returns all lines written so far.
    pub(super) fn text(&self) -> String {
        String::from_utf8(self.0.lock().clone()).expect("text")
    }
}

impl Write for TestSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
