#![doc = include_str!("../README.md")]

pub mod ingest;
pub mod service;
pub mod wire;
