//! Commands `quadrille job`: jobs of a running service.
//!
//! | module | content |
//! |---|---|
//! | `arguments`, `operation` | arguments; the request for a job that they describe |
//! | `call`, `client` | failures of calls, and further attempts; the calls of the service |
//! | `report` | a job as the service describes it |
//! | `progress`, `upload`, `wait`, `submit`, `results`, `cancel`, `retry`, `status`, `admin` | the commands and their steps |

mod admin;
mod arguments;
mod call;
mod cancel;
mod client;
mod operation;
mod progress;
mod report;
mod results;
mod retry;
mod run;
mod status;
mod submit;
mod upload;
mod wait;

pub use arguments::{
    AdminArguments, AdminCommand, JobArguments, JobCommand, ResultsArguments, ResultsFormat,
    ServiceArguments, SubmitArguments,
};
pub use operation::{EntriesArguments, Operation};
pub(super) use run::job;
