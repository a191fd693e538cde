//! Requests for jobs.

mod operation;
mod question;
mod read;
mod request;

pub use operation::{JobOperation, OneJob};
pub use question::{JobQuestion, JobWork, OneQuestion};
pub use read::job_from_json;
pub use request::{JobEntries, JobRequest};
