//! Pieces of the generation of random puzzles.

use std::ops::Range;
use std::time::Duration;

use quadrille_answers::kinds::{Generate, GenerateLines};
use quadrille_answers::service::{ClientId, Dispatcher, LimitsPolicy};
use quadrille_answers::wire::{QuestionRequest, RequestOf, StreamFormat};

use super::answer_lines::{Answered, write_answers};
use super::outcome::PieceError;
use super::output::PieceOutput;
use super::plan::{AHEAD, PARTS, numbered};
use super::result_lines::BothFormats;
use crate::bounds::PIECE_PUZZLES;
use crate::queue::{NewPiece, PieceResult, Planned};
use crate::spec::PieceSpec;
use crate::stop::StopToken;

/// Cuts the generation of `count` puzzles, at most [`JobBounds::generated_max`](crate::bounds::JobBounds::generated_max), into pieces.
pub(super) fn plan_puzzles(count: u64) -> PieceResult {
    let planned = Planned { pieces: count.div_ceil(PIECE_PUZZLES), puzzles: count };
    PieceResult { planned: Some(planned), ..plan_further_puzzles(0..count, 0) }
}

/// Cuts the generation of further puzzles into pieces. `last` is the number of the last piece before.
pub(super) fn plan_further_puzzles(indexes: Range<u64>, last: u64) -> PieceResult {
    let begin = |number: u64| indexes.end.min(indexes.start + number * PIECE_PUZZLES);
    let pieces = (0..AHEAD as u64)
        .map(|number| begin(number)..begin(number + 1))
        .filter(|indexes| !indexes.is_empty());
    let pieces = pieces.map(|indexes| {
        let puzzles = indexes.end - indexes.start;
        (PieceSpec::Puzzles { indexes, is_spaced: true }, puzzles)
    });
    let left = begin(AHEAD as u64)..indexes.end;
    let further = (!left.is_empty()).then_some(|no| PieceSpec::FurtherPuzzles { indexes: left, no });
    let (planned, rest) = (Some(Planned::default()), numbered(last, pieces.collect(), further));
    PieceResult { planned, rest, ..PieceResult::default() }
}

/// Returns the pieces that the piece `no` leaves, which has generated the puzzles from `first` on.
pub(super) fn rest_of_puzzles(no: u64, first: u64, left: Range<u64>) -> PieceResult {
    let middle = left.start + (left.end - left.start).div_ceil(PARTS);
    let parts = [left.start..middle, middle..left.end].into_iter().filter(|indexes| !indexes.is_empty());
    let rest = parts.map(|indexes| {
        let (no, puzzles) = (Some(no + indexes.start - first), indexes.end - indexes.start);
        NewPiece { no, spec: PieceSpec::Puzzles { indexes, is_spaced: true }, puzzles, weight: None }
    });
    PieceResult { puzzles_left: left.end - left.start, rest: rest.collect(), ..PieceResult::default() }
}

/// Request for random puzzles.
#[derive(Clone, Debug)]
pub(super) struct PuzzlesRequest<'a> {
    /// Request to `/generate`, with the seed of the puzzle with the index 0.
    pub(super) request: &'a RequestOf<Generate>,
    pub(super) policy: LimitsPolicy,
    /// Named by the errors of puzzles.
    pub(super) request_id: String,
    pub(super) client: ClientId,
    /// Time after which it begins no further puzzle, and leaves the others to other pieces.
    pub(super) time_max: Option<Duration>,
}

impl PuzzlesRequest<'_> {
    /// Generates puzzles, and writes their lines. Returns their verdicts and their number.
    pub(super) async fn generate(
        self,
        dispatcher: &Dispatcher,
        indexes: Range<u64>,
        displace: &StopToken,
        output: &mut PieceOutput,
    ) -> Result<Answered, PieceError> {
        let QuestionRequest { question, limits, style } = self.request;
        let limits = self.policy.resolve(*limits);
        let codec = |format| {
            GenerateLines::new(question.clone(), limits, style.clone(), format, self.request_id.clone())
        };
        let codec = BothFormats { json: codec(StreamFormat::Ndjson), text: codec(StreamFormat::Text) };
        // Each puzzle is a chunk, so that all threads take part.
        let mut chunks = indexes.map(|index| index..index + 1);
        let next = move |_| Ok(chunks.next().map(|chunk| (chunk, 1)));
        write_answers(dispatcher, self.client, codec, next, self.time_max, displace, output).await
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, prop_assert, prop_assert_eq, proptest};

    use super::*;
    use crate::work::plan::STEP;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn puzzles_are_planned_once_and_in_order(count in 1..20_000_u64, answered in 1..17_u64) {
            let plan = plan_puzzles(count);
            let planned = plan.planned();
            prop_assert_eq!(planned.puzzles, count);
            let (mut waiting, mut done, mut pieces) = (plan.rest, Vec::new(), 0);
            while let Some(piece) = waiting.pop() {
                let no = piece.no.expect("a number");
                let result = match piece.spec {
                    PieceSpec::FurtherPuzzles { indexes, no } => plan_further_puzzles(indexes, no),
                    PieceSpec::Puzzles { indexes, .. } => {
                        let left = indexes.end.min(indexes.start + answered)..indexes.end;
                        pieces += u64::from(no % STEP == 0);
                        done.push((no, indexes.start, left.start));
                        rest_of_puzzles(no, indexes.start, left)
                    }
                    _ => panic!("another piece"),
                };
                prop_assert!(result.rest.len() <= AHEAD + 1);
                waiting.extend(result.rest);
            }
            prop_assert_eq!(pieces, planned.pieces);
            done.sort_unstable();
            let mut next = 0;
            for (_, first, end) in done {
                prop_assert_eq!(first, next);
                next = end;
            }
            prop_assert_eq!(next, count);
        }
    }
}
