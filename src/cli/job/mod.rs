//! Commands `quadrille job`: jobs of a running service.
//!
//! | module | content |
//! |---|---|
//! | `arguments`, `operation`, `work` | arguments; the request for a job that they describe |
//! | `call`, `client` | failures of calls, and further attempts; the calls of the service |
//! | `report` | a job as the service describes it |
//! | `run` | calls the command |
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
mod work;

pub use arguments::{
    AdminArguments, AdminCommand, JobArguments, JobCommand, ResultsArguments, ResultsFormat,
    ServiceArguments, SubmitArguments,
};
pub use operation::{EntriesArguments, Operation, TextArguments};
pub(super) use run::job;
