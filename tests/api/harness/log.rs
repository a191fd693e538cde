//! Log lines of the current thread.

use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::Once;

use quadrille::config::{self, LogFormat};
use quadrille::telemetry::subscriber;
use serde_json::Value;

thread_local! {
    static LINES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Writer that stores lines per thread.
struct ThreadLog;

impl Write for ThreadLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LINES.with_borrow_mut(|lines| lines.extend_from_slice(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Installs the subscriber once per process. Must precede the first log call: `tracing` caches the interest of each
/// call site.
pub(crate) fn set_up() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let log = config::Log { format: LogFormat::Json, filter: "trace".to_owned() };
        let subscriber = subscriber(&log, || ThreadLog).expect("a valid filter");
        tracing::subscriber::set_global_default(subscriber).expect("no other subscriber is installed");
    });
}

/// Log of the current thread since [`CapturedLog::start`].
pub(crate) struct CapturedLog;

impl CapturedLog {
    pub(crate) fn start() -> Self {
        set_up();
        LINES.with_borrow_mut(Vec::clear);
        Self
    }

    pub(crate) fn text(&self) -> String {
        LINES.with_borrow(|lines| String::from_utf8(lines.clone()).expect("lines are UTF-8"))
    }

    /// All lines. Panics if a line is not JSON.
    pub(crate) fn lines(&self) -> Vec<Value> {
        self.text().lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
    }

    /// The only line. Panics if there are several.
    pub(crate) fn only_line(&self) -> Value {
        let mut lines = self.lines();
        assert_eq!(lines.len(), 1, "{}", self.text());
        lines.remove(0)
    }

    /// The only line at level INFO or above.
    pub(crate) fn info_line(&self) -> Value {
        let mut lines = self.lines();
        lines.retain(|line| line["level"] != "DEBUG" && line["level"] != "TRACE");
        assert_eq!(lines.len(), 1, "{}", self.text());
        lines.remove(0)
    }
}
