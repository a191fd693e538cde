//! Kinds of question about one exact cover problem.

use std::sync::Arc;

use quadrille_exact_cover::NamedProblem;

use super::input::CoverInput;
use crate::faults::Faults;
use crate::service::CoverProblem;
use crate::wire::examples::Examples;
use crate::wire::question::{LimitsRequest, QuestionRequest};
use crate::wire::request::{Fields, Flat, Nested};

/// Request about an exact cover problem, with the options `O` of its kind.
#[derive(Clone, Debug, Default, Fields)]
pub struct CoverRequest<O: Fields> {
    /// The problem.
    pub problem: Flat<CoverInput>,
    /// Options of the kind.
    pub options: Flat<O>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

/// Valid request of kind `K`.
pub(crate) type CoverQuestion<K> = QuestionRequest<<K as CoverKind>::Question, Arc<NamedProblem>>;

/// Kind of question about one exact cover problem, whose request has options and limits. Its answers have the names of the problem.
pub trait CoverKind {
    /// Options of its own.
    type Options: Fields;
    /// The question to the service.
    type Question;
    /// Path of the endpoint.
    const PATH: &'static str;
    /// First word of its schemas.
    const NAME: &'static str;
    /// Title in the list of endpoints.
    const LINK: &'static str;
    /// Examples for the document.
    const EXAMPLES: Examples;

    /// Makes the question; otherwise adds faults.
    fn question(
        problem: CoverProblem,
        options: &Self::Options,
        faults: &mut Faults,
    ) -> Option<Self::Question>;

    /// Adds to a request what its options say beside the question; by default nothing.
    fn complete(request: CoverQuestion<Self>, _options: &Self::Options) -> CoverQuestion<Self>
    where
        Self: Sized,
    {
        request
    }
}

/// Makes questions of kinds about exact cover problems. An implementation for all of them would overlap with that for puzzles.
macro_rules! cover_kinds {
    ($($kind:ident),+) => {
        $(
            impl crate::wire::question::RequestKind for $kind {
                type Request = crate::kinds::cover::kind::CoverRequest<<Self as CoverKind>::Options>;
                type Valid = crate::kinds::cover::kind::CoverQuestion<Self>;
                const PATH: &'static str = <Self as CoverKind>::PATH;
                const NAME: &'static str = <Self as CoverKind>::NAME;
                const LINK: &'static str = <Self as CoverKind>::LINK;
                const EXAMPLES: crate::wire::examples::Examples = <Self as CoverKind>::EXAMPLES;
                const SUBJECT: crate::wire::question::RequestSubject =
                    crate::wire::question::RequestSubject::CoverProblem;

                fn validate(
                    request: Self::Request,
                    context: crate::wire::puzzle::input::Context,
                    faults: &mut crate::faults::Faults,
                ) -> Option<Self::Valid> {
                    let (problem, names) = request.problem.read(context.bounds, faults)?;
                    let question = <Self as CoverKind>::question(problem, &request.options, faults)?;
                    let valid = crate::wire::question::QuestionRequest::new(question, &request.limits, names);
                    Some(Self::complete(valid, &request.options))
                }
            }

            impl crate::wire::question::QuestionKind for $kind {
                type Question = <Self as CoverKind>::Question;
                type Notation = std::sync::Arc<quadrille_exact_cover::NamedProblem>;
            }
        )+
    };
}

pub(crate) use cover_kinds;
