//! Unix.

use std::io;
use std::path::Path;

use rustix::fs::statvfs;
use rustix::system::uname;

/// Returns the free space of a folder in bytes, as far as this user may use it; `None` where it is unknown.
pub(crate) fn free_bytes(folder: &Path) -> io::Result<Option<u64>> {
    let space = statvfs(folder)?;
    Ok(Some(space.f_bavail.saturating_mul(space.f_frsize)))
}

/// Returns the name of the machine or container.
pub(crate) fn host_name() -> String {
    uname().nodename().to_string_lossy().into_owned()
}
