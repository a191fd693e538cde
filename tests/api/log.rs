//! The log, as a test sees it: what is logged on its own thread.

use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::Once;

use quadrille::config::{self, LogFormat};
use quadrille::telemetry::subscriber;
use serde_json::Value;

thread_local! {
    static LINES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Keeps what is logged with the thread that logs it.
struct Keeper;

impl Write for Keeper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LINES.with_borrow_mut(|lines| lines.extend_from_slice(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Sets the log up, before anything is logged in this process: a line that was passed over for want of a log is
/// remembered as one that nobody wants.
pub(crate) fn set_up() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let log = config::Log { format: LogFormat::Json, filter: "trace".to_owned() };
        let subscriber = subscriber(&log, || Keeper).expect("a sound filter");
        tracing::subscriber::set_global_default(subscriber).expect("nobody set it before");
    });
}

/// What is logged on this thread from the beginning on.
pub(crate) struct Log;

impl Log {
    pub(crate) fn begin() -> Self {
        set_up();
        LINES.with_borrow_mut(Vec::clear);
        Self
    }

    pub(crate) fn text(&self) -> String {
        LINES.with_borrow(|lines| String::from_utf8(lines.clone()).expect("lines are UTF-8"))
    }

    /// The lines, each of which must be one JSON object.
    pub(crate) fn lines(&self) -> Vec<Value> {
        self.text().lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect()
    }

    pub(crate) fn only_line(&self) -> Value {
        let mut lines = self.lines();
        assert_eq!(lines.len(), 1, "{}", self.text());
        lines.remove(0)
    }

    /// The only line that is there without asking for more.
    pub(crate) fn info_line(&self) -> Value {
        let mut lines = self.lines();
        lines.retain(|line| line["level"] != "DEBUG" && line["level"] != "TRACE");
        assert_eq!(lines.len(), 1, "{}", self.text());
        lines.remove(0)
    }
}
