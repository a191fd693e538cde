//! Worker: what runs in the background of a process.
//!
//! It knows all other folders, but no statement and no format: it decides when pieces are claimed, displaced and completed.
//!
//! | module | content |
//! |---|---|
//! | `engine`, `lazy_engine` | the open database with its tasks, and how it is opened when it is needed |
//! | `piece_worker`, `ticks` | the loop that claims and completes pieces; what of its regular work is due |
//! | `leased_pieces`, `share` | the pieces that it has, and their shares in idle threads |
//! | `janitor` | removes what has expired, and objects that belong to nothing |
//! | `threads` | threads of jobs, apart from those that serve requests |

mod engine;
mod janitor;
mod lazy_engine;
mod leased_pieces;
mod piece_worker;
mod share;
mod threads;
mod ticks;

pub(crate) use engine::{JobEngine, announce};
#[cfg(test)]
pub(crate) use janitor::{Janitor, ORPHAN_AGE};
pub(crate) use lazy_engine::{LazyEngine, OPENING};
