//! Values as in the JSON of the service Quadrille, by serde. The documentation of the crate has the forms.

mod parts;
mod read;
mod value;
mod write;

pub use write::WrittenConstraint;
