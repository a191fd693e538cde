//! Constraints of f-puzzles: members of its object.
//!
//! `members` knows which there are, `read` reads them, `write` writes them. What a member is, the types of constraints say.

mod members;
mod read;
mod write;

#[cfg(test)]
mod tests;

pub(super) use members::{MemberKind, member_kind};
pub(super) use read::read_constraints;
pub(super) use write::constraint_members;
