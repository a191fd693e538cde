//! The request.

use crate::kinds::estimate::question::EstimateQuestion;
use crate::wire::fault::Faults;
use crate::wire::puzzle::input::{Context, PuzzleInput, PuzzleOptions, Reading};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::{LimitsRequest, QuestionKind, QuestionRequest, RequestKind, SubjectWords};
use crate::wire::request::{Fields, Flat, Given, Nested, Positive, Seed};

/// The kind of `/estimate`.
#[derive(Clone, Copy, Debug)]
pub struct EstimateSolutions;

/// Largest number of random probes.
pub(crate) const PROBES_MAX: u64 = 1_000_000;

/// Request of `/estimate`.
#[derive(Clone, Debug, Default, Fields)]
pub struct EstimateRequest {
    /// The puzzle.
    #[required]
    pub puzzle: PuzzleInput,
    /// Number of random probes.
    /// By default 1000.
    pub probes: Given<Positive<PROBES_MAX>>,
    /// Seed of the random numbers. The same problem, probes and seed give the same estimate.
    /// By default 0.
    pub seed: Given<Seed>,
    /// How the puzzle is read.
    pub reading: Flat<PuzzleOptions>,
    /// Limits of the work.
    pub limits: Nested<LimitsRequest>,
}

impl RequestKind for EstimateSolutions {
    type Request = EstimateRequest;
    type Valid = QuestionRequest<EstimateQuestion>;
    const PATH: &'static str = "/estimate";
    const NAME: &'static str = "Estimate";
    const SUBJECT: SubjectWords = SubjectWords::PUZZLE;

    fn validate(request: EstimateRequest, context: Context, faults: &mut Faults) -> Option<Self::Valid> {
        let (subject, notation) = request.puzzle.read(request.reading.reading(), context.place, faults)?;
        let (probes, seed) = (request.probes.number_or(1000), request.seed.get().map_or(0, |seed| seed.0));
        Some(QuestionRequest::new(EstimateQuestion { subject, probes, seed }, &request.limits, notation))
    }
}

impl QuestionKind for EstimateSolutions {
    type Question = EstimateQuestion;
    type Notation = Notation;

    fn reading(request: &EstimateRequest) -> Option<Reading<'_>> {
        Some(request.reading.reading())
    }
}
