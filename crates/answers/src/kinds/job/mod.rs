//! Requests for jobs.

mod question;
mod read;
mod request;

pub use question::{JobQuestion, JobWork, OneQuestion};
pub use read::job_from_json;
pub use request::{JobEntries, JobOperation, JobRequest};
