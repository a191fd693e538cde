//! What users of the crate rely on, besides its answers.

use std::error::Error;

use quadrille_exact_cover::{
    CountOverflow, Cover, CoverSearch, CubeSearch, EstimateSearch, InvalidCover, NamedFault, NamedProblem,
    Problem, ProblemBuilder, ProblemError, Solutions, TextError, TextFault,
};

#[test]
fn types_can_move_to_other_threads_and_be_shared() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Problem>();
    shared::<NamedProblem>();
    shared::<ProblemBuilder>();
    shared::<Cover>();
    shared::<CoverSearch>();
    shared::<Solutions>();
    shared::<CubeSearch>();
    shared::<EstimateSearch>();
}

#[test]
fn errors_are_errors_of_any_thread() {
    fn error<E: Error + Send + Sync + 'static>() {}
    error::<ProblemError>();
    error::<NamedFault>();
    error::<TextError>();
    error::<TextFault>();
    error::<InvalidCover>();
    error::<CountOverflow>();
}
