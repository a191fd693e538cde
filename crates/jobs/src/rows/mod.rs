//! Rows of jobs and uploads, as clients and operators write and read them.
//!
//! It knows the queue, because a new job enters it, but no worker and no solver.
//!
//! | module | content |
//! |---|---|
//! | `table`, `retry` | creation, cancellation and removal of jobs; retries of failed ones |
//! | `status`, `overview` | jobs of a client; jobs of all clients |
//! | `results`, `result_rows` | results that exist; results as rows of a table |
//! | `uploads` | uploads |

mod overview;
mod result_rows;
mod results;
mod retry;
mod status;
mod table;
mod uploads;

pub use overview::{ListPlace, ListedJob};
pub use result_rows::{RowReader, UnwrittenRows};
pub use results::{ResultFormat, ResultIndex, ResultPart};
pub use status::{JobStatus, JobTimes, JobTotals, PieceCounts};
pub use table::{CreatedJob, Deletion, NewJob};
pub use uploads::UploadInfo;

#[cfg(test)]
pub(crate) use self::{
    overview::{HOLDERS, LATEST},
    status::{LEASED, LIST},
    table::{DUE, FORGET, FORGET_INDEXED, FORGET_OLDER, JOBS},
};
pub(crate) use overview::Overview;
pub(crate) use status::StatusReader;
pub(crate) use table::{JobTable, StoredInput};
pub(crate) use uploads::UploadTable;
