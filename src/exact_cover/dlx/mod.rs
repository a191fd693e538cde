//! Dancing links (TAOCP 7.2.2.1, Algorithm C).

mod arena;
mod links;
mod verbs;

pub use links::Links;
