//! Return of freed memory to the operating system.

use std::time::Duration;
use std::{io, thread};

/// Time between two returns.
const INTERVAL: Duration = Duration::from_secs(10);

/// Returns freed memory to the operating system from now on, as the allocator of glibc does not: after 4,096 connections with large
/// bodies, 150 MiB stayed resident. Starts a thread that does so at intervals. Call this before other threads start.
///
/// # Errors
/// Returns the operating system's error if the thread cannot be created.
pub(super) fn return_freed_memory() -> io::Result<()> {
    glibc::bound_kept_memory();
    thread::Builder::new().name("trim".to_owned()).spawn(trim_forever).map(|_| ())
}

#[expect(clippy::disallowed_methods, reason = "a thread of its own, which nothing waits for")]
fn trim_forever() {
    loop {
        thread::sleep(INTERVAL);
        glibc::trim();
    }
}

/// The allocator of glibc.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "no crate wraps these functions; tests/soak/bodies.py measures their effect")]
mod glibc {
    use std::ffi::c_int;

    /// Free memory at the end of an arena that stays, in bytes. `malloc_trim` leaves the ends of all arenas but the first.
    const KEPT_MAX: c_int = 2 << 20;

    /// Size from which an allocation is mapped alone, and returned when it is freed, in bytes.
    const MAPPED_MIN: c_int = 4 << 20;

    /// Sets both bounds. By default, they follow the largest allocation that was freed, up to 64 MiB: 40 MiB stayed after a minute of mixed
    /// questions.
    pub(super) fn bound_kept_memory() {
        for (option, bytes) in [(libc::M_TRIM_THRESHOLD, KEPT_MAX), (libc::M_MMAP_THRESHOLD, MAPPED_MIN)] {
            // SAFETY: mallopt may be called while there is no other thread.
            unsafe {
                libc::mallopt(option, bytes);
            }
        }
    }

    /// Returns whole free pages. Takes 0.1 to 0.5 ms under load, and some 10 ms after an attack.
    pub(super) fn trim() {
        // SAFETY: malloc_trim may be called at any time from any thread.
        unsafe {
            libc::malloc_trim(0);
        }
    }
}

/// Does nothing: other allocators return memory on their own.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod glibc {
    pub(super) fn bound_kept_memory() {}

    pub(super) fn trim() {}
}
