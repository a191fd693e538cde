//! Settings: their sources, sections and permitted values.
//!
//! `config/default.toml` is built in and documents every key; a file, the environment and flags override it, in this
//! order. Each section is one file, with the permitted ranges beside the fields. [`Config::load`] reports all unknown keys
//! and invalid values at once.

mod admin;
mod batch;
mod cache;
mod clients;
mod error;
mod exact_cover;
mod generate;
mod http;
mod jobs;
mod listen;
mod log;
mod queue_max;
mod section;
mod server;
mod settings;
mod shutdown;
mod solver;
mod sources;
mod telemetry;

pub use self::admin::{Admin, AdminListen};
pub use self::batch::Batch;
pub use self::cache::Cache;
pub use self::clients::{Clients, LimitBy, NamedHash};
pub use self::error::ConfigError;
pub use self::exact_cover::ExactCover;
pub use self::generate::Generate;
pub use self::http::Http;
pub use self::jobs::Jobs;
pub use self::listen::ListenAddress;
pub use self::log::{Log, LogFormat};
pub use self::queue_max::QueueMax;
pub use self::server::Server;
pub use self::settings::Config;
pub use self::shutdown::Shutdown;
pub use self::solver::Solver;
pub(crate) use self::sources::DEFAULTS;
pub use self::sources::{Overrides, stray_variables};
pub use self::telemetry::Telemetry;
