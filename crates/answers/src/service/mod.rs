//! Runs computations on solver threads within limits: admission, queues, deadlines, cancellation, shutdown.
//!
//! [`Dispatcher`] answers an [`Answerable`] question with a [`Reply`] by its deadline, batches with a [`BatchStream`] and lists
//! solutions with a [`SolutionStream`]; [`CachedDispatcher`] stores final answers. Dropping the future or the stream cancels
//! the work.
//!
//! | module | content |
//! |---|---|
//! | `dispatcher`, `cache` | admission of questions, batches and lists of solutions; the cache of final answers |
//! | `permits`, `share`, `shed` | bounds on all work, the share of each client, and the rejections |
//! | `limits`, `meters` | limits on the work of a question, and deadlines; gauges and counters |
//! | `question` | lists of solutions, replies, and errors of the dispatch |
//! | `search`, `search_pool` | traits of a question, its search and its answer; idle searches |
//! | `subject`, `solvable` | puzzles and exact cover problems; questions about their solutions |
//! | `task` | resumable computations, and the one loop that looks at shutdown, deadline, cancellation and node limit |
//! | `scheduler`, `fair_queue` | fresh, stream and slow queue, each by client; a turn of a task is one job of tokio's blocking pool |
//! | `slot` | a task between its turns, and the future of its result |
//! | `running` | a question with its progress |
//! | `random_seed` | seeds for questions that name none |
//! | `solve`, `solutions`, `chunk` | the tasks: a question, a stream of solutions, consecutive entries of a batch |
//! | `parts`, `ahead` | a question, and a stream of solutions, whose search is split, so that several tasks run it |
//! | `background` | computations of other modules, such as pieces of jobs |
//! | `batch`, `codec`, `entry_numbers` | batches: their input, and their answers in order; input without content |
//! | `input` | byte budget of the bodies that requests hold |
//! | `time`, `moving_average` | the clock; averages of durations |
//!
//! Without the feature `runtime`, there are questions, searches, codecs and limits alone: the caller runs the searches.
//!
//! Invariants:
//! - Every queued task holds a permit or belongs to work that does. Permits are released before the result is sent.
//! - At the deadline the waiting future returns the partial result: at once, or after the running slice.
//! - The queues share the time of the threads: after a turn of a millisecond, or of one longer task, each other queue with
//!   tasks has its turn. So a client with many short questions cannot stop batches and slow questions of others.
//! - A question gets its first turn within [`Capacity::queue_wait_max`], or is rejected: at once, if its expected wait
//!   exceeds half of that, otherwise at that time.
//! - A question is slow if it is not done after its first turn; a puzzle of a batch, after its first slice. Slow tasks
//!   use at most [`Capacity::slow_threads`] threads.
//! - The answers of a batch are sent in the order of its entries, and no answer waits for a later one.
//!
//! Only this module uses tokio's blocking pool and stops solving at a deadline. It knows no HTTP, JSON or configuration.
//! Source: the tokio documentation of `spawn_blocking`, whose queue is first in, first out.

#[cfg(feature = "runtime")]
mod ahead;
#[cfg(feature = "runtime")]
mod background;
#[cfg(feature = "runtime")]
mod batch;
#[cfg(feature = "runtime")]
mod cache;
#[cfg(feature = "runtime")]
mod chunk;
mod codec;
#[cfg(feature = "runtime")]
mod dispatcher;
#[cfg(feature = "runtime")]
mod entry_numbers;
#[cfg(feature = "runtime")]
mod fair_queue;
#[cfg(feature = "runtime")]
mod input;
mod limits;
#[cfg(feature = "runtime")]
mod meters;
#[cfg(feature = "runtime")]
mod moving_average;
#[cfg(feature = "runtime")]
mod parts;
#[cfg(feature = "runtime")]
mod permits;
mod question;
mod random_seed;
#[cfg(feature = "runtime")]
mod running;
#[cfg(feature = "runtime")]
mod scheduler;
mod search;
#[cfg(feature = "runtime")]
mod search_pool;
mod share;
mod shed;
#[cfg(feature = "runtime")]
mod slot;
#[cfg(feature = "runtime")]
mod solutions;
mod solvable;
#[cfg(feature = "runtime")]
mod solve;
mod subject;
#[cfg(feature = "runtime")]
mod task;
mod time;

#[cfg(feature = "runtime")]
pub use background::Background;
#[cfg(feature = "runtime")]
pub use batch::BatchStream;
#[cfg(feature = "runtime")]
pub use cache::{CacheStats, CachedDispatcher};
pub use codec::{
    BatchCodec, BatchEnd, BatchEntry, ChunkSource, InputError, InputStop, SolutionEncoder, SolutionsEnd,
    VerdictCounts,
};
#[cfg(feature = "runtime")]
pub use dispatcher::Dispatcher;
#[cfg(feature = "runtime")]
pub use entry_numbers::EntryNumbers;
#[cfg(feature = "runtime")]
pub use input::{InputBudget, InputCapacity, InputPermit, small_part};
pub use limits::{Deadline, Limits, LimitsPolicy, Policies, RequestedLimits, StartedLimits};
#[cfg(feature = "runtime")]
pub use meters::{Counter, DurationCounter, Gauge, GaugeGuard, Meters, ShedCounters};
#[cfg(feature = "runtime")]
pub use permits::{Capacity, Permit};
pub use question::{DispatchError, Interruption, QuestionEvent, QuestionProgress, Reply, SolutionsQuery};
pub use random_seed::random_seed;
#[cfg(feature = "runtime")]
pub use running::{RunningQuestion, SearchNumbers};
pub use search::{AnswerSummary, Answerable, Defect, Reusable, SearchAnswer};
pub use share::{ClientId, SharedResource};
pub use shed::{Shed, ShedReason};
#[cfg(feature = "runtime")]
pub use solutions::SolutionStream;
pub use solvable::{Question, SolutionOrder, Solvable};
pub use subject::{CoverProblem, Subject, SubjectKind};
pub use time::Instant;
