//! Estimates of the number of solutions and of the size of the search tree.
//!
//! | module | content |
//! |---|---|
//! | [`probes`] | random probes of a problem, and their answer |
//! | [`sample_mean`] | a mean with its standard error |
//! | [`search`] | the search that pauses |

mod probes;
mod sample_mean;
mod search;

pub use probes::{Estimate, EstimateAnswer, ProbeSpace};
pub use sample_mean::SampleMean;
pub use search::EstimateSearch;
