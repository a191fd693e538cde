//! Arguments of `quadrille job`.

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use quadrille_jobs::{JobId, JobState};

use super::operation::Operation;
use crate::cli::kind_commands::Listed;

/// Text after the help of `job submit`.
const SUBMIT_EXAMPLES: &str = "\
Examples:
  quadrille job submit rate puzzles.txt
  quadrille job submit solve --wait puzzles.txt >solutions.txt
  quadrille job submit count --puzzle '1..............2'
  quadrille job submit generate --count 1000 --difficulty hard";

/// Arguments of `job`.
#[derive(Clone, Debug, Args)]
pub struct JobArguments {
    #[command(flatten)]
    pub(super) service: ServiceArguments,
    #[command(subcommand)]
    pub(super) command: JobCommand,
}

/// The service and the key for it.
#[derive(Clone, Debug, Args)]
pub struct ServiceArguments {
    /// Base URL of the service, http://HOST:PORT, or unix:PATH
    #[arg(
        long,
        global = true,
        value_name = "URL",
        env = "QUADRILLE_URL",
        default_value = "http://127.0.0.1:8080",
        value_hint = ValueHint::Url
    )]
    pub(super) url: String,
    /// API key; the variable hides it from other users of the machine
    #[arg(long, global = true, value_name = "KEY", env = "QUADRILLE_API_KEY", hide_env_values = true)]
    pub(super) key: Option<String>,
}

/// Commands about jobs.
#[derive(Clone, Debug, Subcommand)]
pub enum JobCommand {
    /// Create jobs, and print their ids
    #[command(after_help = SUBMIT_EXAMPLES)]
    Submit(Box<SubmitArguments>),
    /// Print the state and the progress of jobs
    Status {
        /// Ids of the jobs
        #[arg(value_name = "ID", required = true, value_parser = job_id)]
        ids: Vec<JobId>,
        /// Print each job as JSON, as the service describes it
        #[arg(long)]
        json: bool,
    },
    /// Write the results of a job, in the order of its input
    Results {
        /// Id of the job
        #[arg(value_name = "ID", value_parser = job_id)]
        id: JobId,
        /// Wait for the end of the job first
        #[arg(long)]
        wait: bool,
        /// How the results are written.
        #[command(flatten)]
        options: ResultsArguments,
    },
    /// Cancel jobs; the results so far are kept
    Cancel {
        /// Ids of the jobs
        #[arg(value_name = "ID", required = true, value_parser = job_id)]
        ids: Vec<JobId>,
        /// Remove the jobs and their results, too; jobs that have ended can only be removed
        #[arg(long)]
        remove: bool,
    },
    /// Run the failed pieces of failed jobs again; the other pieces keep their results
    Retry {
        /// Ids of the jobs
        #[arg(value_name = "ID", required = true, value_parser = job_id)]
        ids: Vec<JobId>,
    },
    /// See and pause the queue of all clients, through the admin listener
    Admin(AdminArguments),
    /// Print the jobs of the API key, the latest first
    List {
        /// Only the jobs in this state
        #[arg(long, value_name = "STATE", value_parser = state_names())]
        state: Option<String>,
        /// Print each job as JSON, as the service describes it
        #[arg(long)]
        json: bool,
    },
}

/// Arguments of `job admin`.
#[derive(Clone, Debug, Args)]
pub struct AdminArguments {
    /// Address of the admin listener of any process of the service, http://HOST:PORT, or unix:PATH
    #[arg(
        long,
        global = true,
        value_name = "URL",
        env = "QUADRILLE_ADMIN_URL",
        default_value = "http://127.0.0.1:9090",
        value_hint = ValueHint::Url
    )]
    pub(super) admin_url: String,
    #[command(subcommand)]
    pub(super) command: AdminCommand,
}

/// Commands about the queue.
#[derive(Clone, Debug, Subcommand)]
pub enum AdminCommand {
    /// Print the jobs of all clients, the latest first, with the first digits of their ids
    Jobs {
        /// Only the jobs in this state
        #[arg(long, value_name = "STATE", value_parser = state_names())]
        state: Option<String>,
        /// Maximum number of jobs
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=1000))]
        limit: u16,
        /// Print each job as JSON, as the service describes it
        #[arg(long)]
        json: bool,
    },
    /// Print the workers of all processes that share the database
    Workers {
        /// Print each worker as JSON, as the service describes it
        #[arg(long)]
        json: bool,
    },
    /// Let no worker claim further pieces; those that run are ended
    Pause,
    /// Let a paused queue go on
    Resume,
}

/// Arguments of `job submit`.
#[derive(Clone, Debug, Args)]
pub struct SubmitArguments {
    /// Wait for the end of the jobs, and write their results
    #[arg(long, global = true)]
    pub(super) wait: bool,
    /// Seconds for which a job and its results are kept after its end [default: set by the service]
    #[arg(long, global = true, value_name = "S")]
    pub(super) ttl_s: Option<u64>,
    /// Order among the jobs of the API key or the address: 1 begins first, -1 last
    #[arg(long, global = true, value_name = "N", default_value_t = 0, allow_negative_numbers = true,
        value_parser = clap::value_parser!(i64).range(-1..=1))]
    pub(super) priority: i64,
    #[command(flatten)]
    pub(super) results: ResultsArguments,
    #[command(subcommand)]
    pub(super) operation: Listed<Operation>,
}

/// How results are written.
#[derive(Clone, Debug, Args)]
pub struct ResultsArguments {
    /// Format of the results
    #[arg(long, global = true, value_enum, default_value_t = ResultsFormat::Line)]
    pub(super) format: ResultsFormat,
    /// Exit with 0 even if an entry of the input is invalid
    #[arg(long, global = true)]
    pub(super) keep_going: bool,
    /// Write neither progress nor summary to standard error
    #[arg(short, long, global = true)]
    pub(super) quiet: bool,
}

/// Format of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ResultsFormat {
    /// A line of text per result
    #[value(alias = "text")]
    Line,
    /// A JSON object per result, as the service sends it
    #[value(alias = "ndjson")]
    Json,
    /// Rows of a table: the columns of the input, then columns of the answer
    Csv,
}

/// Names of the states.
fn state_names() -> PossibleValuesParser {
    PossibleValuesParser::new(JobState::ALL.map(JobState::as_str))
}

fn job_id(text: &str) -> Result<JobId, &'static str> {
    text.parse().map_err(|_| "expected the 32 hexadecimal digits that `job submit` prints")
}
