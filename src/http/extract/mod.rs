//! From requests to typed values. What cannot be read becomes an error here, before a handler runs.

mod asked;
mod batch;
mod body;
mod form;
mod keepable;

pub(super) use asked::{Asked, AskedInQuery};
pub(super) use batch::AskedBatch;
pub(super) use form::{Form, Lined, Page, TEXT_UTF8, json};
pub(super) use keepable::Keepable;
