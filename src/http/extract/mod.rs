//! From requests to typed values. What cannot be read becomes an error here, before a handler runs.

mod asked;
mod body;
mod form;

pub(super) use asked::Asked;
pub(super) use form::{Form, Page, json};
