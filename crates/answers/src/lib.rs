#![doc = include_str!("../README.md")]

pub mod ingest;
pub mod kinds;
pub mod service;
pub mod wire;
