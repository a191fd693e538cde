//! Property tests (proptest): each module states laws that hold for every problem, puzzle or text.
#![expect(clippy::expect_used, reason = "a test fails by a panic")]

mod cdcl;
mod exact_cover;
mod portfolio;
mod proof;
mod split;
mod text;
