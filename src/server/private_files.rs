//! Permissions of the files that the process creates.

use rustix::fs::Mode;
use rustix::process::umask;

/// Creates all files with 0600 and all folders with 0700 from now on: files of jobs have names that are secrets.
///
/// Call this after the listeners are open: the permissions of a Unix socket follow the umask of the caller.
pub(super) fn make_files_private() {
    umask(Mode::RWXG | Mode::RWXO);
}
