//! Windows.

use std::path::Path;
use std::{env, io};

/// Returns `None`: the free space is unknown.
pub(crate) fn free_bytes(_: &Path) -> io::Result<Option<u64>> {
    Ok(None)
}

/// Returns the name of the machine; empty if it is unknown.
pub(crate) fn host_name() -> String {
    env::var("COMPUTERNAME").unwrap_or_default()
}
