//! The request that asks the question.

use crate::faults::{FaultCode, Faults};
use crate::kinds::puzzle_kind::PuzzleRequest;
use crate::kinds::solve::order::{SolutionOrder, SolveQuestion};
use crate::service::Question;
use crate::wire::examples::{Examples, examples};
use crate::wire::puzzle::input::Context;
use crate::wire::puzzle::notation::Notation;
use crate::wire::puzzle::options::{Reading, ReadingOptions as _};
use crate::wire::puzzle::usual_lines::UsualLines;
use crate::wire::puzzle::values::Order;
use crate::wire::question::{QuestionKind, QuestionRequest, RequestKind, RequestSubject};
use crate::wire::request::{Fields, Given, Positive, Seed};

/// The kind of `/solve`.
#[derive(Clone, Copy, Debug)]
pub struct Solve;

/// Options of `/solve`.
#[derive(Clone, Debug, Default, Fields)]
pub struct SolveOptions {
    /// Number of solutions after which the search stops: 2 proves a solution unique, 1 stops at the first.
    /// By default 2.
    pub limit: Given<Positive<2>>,
    /// Order in which solutions are found: `fixed`, or `random` for a random solution.
    /// By default `fixed`.
    #[places(SINGLE)]
    pub order: Given<Order>,
    /// Seed of the random order. The same puzzle and seed give the same solution, in one version of the service.
    /// By default a random one, which the answer names.
    #[places(SINGLE)]
    pub seed: Given<Seed>,
}

impl RequestKind for Solve {
    type Request = PuzzleRequest<SolveOptions>;
    type Valid = QuestionRequest<SolveQuestion>;
    const PATH: &'static str = "/solve";
    const NAME: &'static str = "Solve";
    const LINK: &'static str = "solve a puzzle";
    const EXAMPLES: Examples = examples!("single");
    const SUBJECT: RequestSubject = RequestSubject::Puzzle;

    fn validate(request: Self::Request, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let read = request.puzzle.read(&request, request.reading.reading(), context.place, faults);
        let PuzzleRequest { options, limits, .. } = &request;
        let order = match options.order.copied() {
            Some(Order::Random) => SolutionOrder::Random { seed: options.seed.get().map(|seed| seed.0) },
            Some(Order::Fixed) | None => SolutionOrder::Fixed,
        };
        if order == SolutionOrder::Fixed && options.seed.is_given() {
            faults.push(|| {
                let detail = "`seed` has no effect without `order` `random`: add it, or leave out `seed`";
                options.seed.fault(FaultCode::Contradiction, detail)
            });
        }
        let (subject, notation) = read?;
        let solutions_max = options.limit.number_or(2);
        let question = SolveQuestion { question: Question { subject, solutions_max }, order };
        let mut valid = QuestionRequest::new(question, limits, notation);
        valid.style.has_limit = options.limit.is_given();
        Some(valid)
    }
}

impl QuestionKind for Solve {
    type Question = SolveQuestion;
    type Notation = Notation;

    fn reading(request: &Self::Request) -> Option<Reading<'_>> {
        Some(request.reading.reading())
    }

    #[inline(always)]
    fn replace_by_usual_line(
        question: &mut SolveQuestion,
        lines: UsualLines,
        line: &[u8],
    ) -> Option<Notation> {
        lines.replace(&mut question.question.subject, line)
    }
}
