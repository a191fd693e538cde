#![doc = include_str!("../README.md")]

pub mod faults;
#[cfg(feature = "runtime")]
pub mod ingest;
pub mod kinds;
mod named_enum;
#[cfg_attr(not(feature = "runtime"), allow(dead_code, reason = "only the runtime uses it"))]
pub mod service;
pub mod wire;
