#![doc = include_str!("../README.md")]

pub mod faults;
pub mod ingest;
pub mod kinds;
mod named_enum;
pub mod service;
pub mod wire;
