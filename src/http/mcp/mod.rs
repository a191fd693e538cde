//! Tools for language models, by the Model Context Protocol (MCP): `POST /mcp`, and standard input and output.
//!
//! A tool is an endpoint: its call is a request to the endpoint's route, with the arguments as the body, so that the limits, the shares
//! and the faults are the same. [`tools`] lists the tools, [`resources`] the lists that they can read.

mod call;
mod cancellations;
mod endpoint;
mod message;
mod resources;
mod schema;
mod stdio;
mod tools;

pub(super) use endpoint::{PATH, mcp};

pub use call::Tools;
pub use stdio::serve_stdio;
