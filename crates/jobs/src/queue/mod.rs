//! Queue of pieces: statements that claim, renew, complete and fail them, and that change the state of their job.
//!
//! It knows no objects and no solvers: for it, a piece is a row with a lease, a weight and sums.
//!
//! | module | content |
//! |---|---|
//! | `piece_queue` | the queue, as workers use it |
//! | `pieces`, `progress` | pieces and their results; sums over the pieces of a job |
//! | `turns`, `claim` | whose turn it is; claims of pieces |
//! | `leases`, `complete` | leases and failures; completions, and the pieces that they leave |
//! | `end` | changes of the state of a job |
//! | `versions`, `workers`, `rounds` | jobs of older programs; what processes know of each other; work that one process does for all |
//! | `pause` | the pause of the queue |

mod claim;
mod complete;
mod end;
mod leases;
mod pause;
mod piece_queue;
mod pieces;
mod progress;
mod rounds;
mod turns;
mod versions;
mod workers;

pub use workers::{LiveWorkers, WorkerStatus};

#[cfg(test)]
pub(crate) use self::{
    claim::{CLAIM_FIRST, CLAIM_LAST, NEXT_JOB, NEXT_TURN, POSTPONE, RECORD},
    complete::{LAST, record},
    end::OPEN,
    leases::{ENDED_LEASES, LONGER},
    piece_queue::{ENDING, HEAVIEST},
    pieces::LEASE,
    turns::{ENTER, MARK_READY, SETTLE, TAKE, TRY_TAKE, waiting_sql},
    versions::{ABANDONED, OlderJobs, VERSION_GRACE},
    workers::HELD,
};
pub(crate) use end::{JobRow, cancel_ready, change_state, end_if_done, json_column, state_of};
pub(crate) use leases::LostLease;
pub(crate) use pause::is_paused;
pub(crate) use piece_queue::PieceQueue;
pub(crate) use pieces::{Claimed, Completion, NewPiece, PieceLease, PieceResult, Planned};
pub(crate) use progress::{Progress, Sum};
pub(crate) use rounds::{Round, begin_round};
pub(crate) use turns::{enter, forget_clients};
pub(crate) use versions::renew;
pub(crate) use workers::{WorkerTable, worker_name};
