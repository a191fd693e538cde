//! Return of freed memory to the operating system.

use std::time::Duration;
use std::{io, thread};

/// Time between two returns.
const INTERVAL: Duration = Duration::from_secs(10);

/// Starts a thread that returns freed memory to the operating system at intervals, as the allocator of glibc does not:
/// after 4,096 connections with large bodies, 150 MiB stayed resident.
///
/// # Errors
/// Returns the operating system's error if the thread cannot be created.
pub(super) fn trim_periodically() -> io::Result<()> {
    thread::Builder::new().name("trim".to_owned()).spawn(trim_forever).map(|_| ())
}

#[expect(clippy::disallowed_methods, reason = "a thread of its own, which nothing waits for")]
fn trim_forever() {
    loop {
        thread::sleep(INTERVAL);
        trim();
    }
}

/// Returns whole free pages. Takes 0.1 to 0.5 ms under load, and some 10 ms after an attack.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "no crate wraps malloc_trim; tests/soak/bodies.py measures its effect")]
fn trim() {
    // SAFETY: malloc_trim may be called at any time from any thread.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Does nothing: other allocators return memory on their own.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn trim() {}
