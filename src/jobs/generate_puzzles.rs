//! Pieces of the generation of random puzzles.

use std::ops::Range;

use super::answer_lines::write_answers;
use super::bounds::PIECE_PUZZLES;
use super::outcome::PieceError;
use super::output::PieceOutput;
use super::queue::{NewPiece, PieceResult};
use super::spec::PieceSpec;
use crate::service::{ClientId, Dispatcher, LimitsPolicy, VerdictCounts};
use crate::wire::{Generate, GenerateLines, ProblemBounds, StreamFormat, question_from_json};

/// Cuts the generation of `count` puzzles, at most [`JobBounds::generated_max`](super::JobBounds::generated_max), into pieces.
pub(super) fn plan_puzzles(count: u64) -> PieceResult {
    let piece = |first: u64| {
        let indexes = first..count.min(first + PIECE_PUZZLES);
        let puzzles = indexes.end - indexes.start;
        NewPiece { spec: PieceSpec::Puzzles { indexes }, puzzles, weight: None }
    };
    let rest = (0..count.div_ceil(PIECE_PUZZLES)).map(|number| piece(number * PIECE_PUZZLES)).collect();
    PieceResult { rest, ..PieceResult::default() }
}

/// Request for random puzzles.
#[derive(Clone, Debug)]
pub(super) struct PuzzlesRequest<'a> {
    /// JSON body of a request to `/generate`.
    pub(super) body: &'a [u8],
    /// Seed of the puzzle with the index 0.
    pub(super) seed: u64,
    pub(super) policy: LimitsPolicy,
    /// Named by the errors of puzzles.
    pub(super) request_id: String,
    pub(super) client: ClientId,
}

impl PuzzlesRequest<'_> {
    /// Generates the puzzles with these indexes, and writes their lines. Returns their verdicts.
    pub(super) async fn generate(
        self,
        dispatcher: &Dispatcher,
        indexes: Range<u64>,
        output: &mut PieceOutput,
    ) -> Result<VerdictCounts, PieceError> {
        let mut request = question_from_json::<Generate>(self.body, "", ProblemBounds::MAX)?;
        request.question.seed = self.seed;
        let limits = self.policy.resolve(request.limits);
        let format = StreamFormat::Ndjson;
        let codec = GenerateLines::new(request.question, limits, request.style, format, self.request_id);
        // Each puzzle is a chunk, so that all threads take part.
        let chunks = indexes.map(|index| index..index + 1).collect();
        write_answers(dispatcher, self.client, codec, chunks, output).await
    }
}
