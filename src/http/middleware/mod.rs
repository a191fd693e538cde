//! Middleware: one concern per file. [`stack`] puts them in order.

pub(super) mod access_log;
mod catch_panic;
pub(super) mod check_head;
pub(super) mod cors;
pub(super) mod dispatch;
pub(super) mod links;
pub(super) mod protect;
pub(super) mod render_problems;
pub(super) mod route_table;
pub(super) mod stack;
