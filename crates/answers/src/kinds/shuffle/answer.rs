//! The answer as JSON and as text.

use serde::Serialize;
use utoipa::ToSchema;

use crate::kinds::canonical::Transformation;
use crate::kinds::command_kind::CommandKind;
use crate::kinds::shuffle::question::Shuffle;
use crate::kinds::shuffle::question::ShuffleQuestion;
use crate::service::Reply;
use crate::wire::answer_kind::{AnswerKind, BatchDoc, BatchKind, EndpointDoc, EndpointKind};
use crate::wire::examples::examples;
use crate::wire::puzzle::notation::{GridShape, Notation};
use crate::wire::question::ResultStyle;
use crate::wire::result::{AnalysisResult, AnalysisStats, NotationMembers};

/// A puzzle with as many solutions as the given one, which differ from the solutions of that by the same transformation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ShuffleFindings {
    /// The puzzle, in the notation of the request.
    pub puzzle: GridShape,
    /// Allowed digits of its cells, row by row; absent unless the request has candidates.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub candidates: Option<Vec<Vec<Vec<usize>>>>,
    /// How the puzzle was made of the given one.
    pub transformation: Transformation,
}

impl AnswerKind for Shuffle {
    type Result = AnalysisResult<ShuffleFindings, NotationMembers>;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<ShuffleQuestion>, notation: &Notation) -> Self::Result {
        let ShuffleQuestion { puzzle, symmetry } = &reply.answer;
        let size = symmetry.rows.len();
        let candidates = puzzle.given_candidates().map(|sets| {
            let rows = sets.chunks(size);
            rows.map(|row| row.iter().map(|&digits| notation.of_puzzles().values(digits)).collect()).collect()
        });
        let puzzle = notation.of_puzzles().represent(puzzle.clues());
        let findings = ShuffleFindings { puzzle, candidates, transformation: symmetry.into() };
        AnalysisResult { first: findings, rest: notation.into() }
    }

    /// Writes the puzzle, and a `+` if it has candidates, which a line does not hold.
    fn write_text(Reply { answer, .. }: &Reply<ShuffleQuestion>, style: &ResultStyle, out: &mut Vec<u8>) {
        style.notation.of_puzzles().write_line(answer.puzzle.clues(), out);
        if answer.puzzle.given_candidates().is_some() {
            out.extend_from_slice(b" +");
        }
    }
}

impl EndpointKind for Shuffle {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "shuffle_puzzle",
        title: "Shuffle a puzzle",
        description: "Makes a random puzzle that is equivalent to the given one: digits, bands, rows of a band, stacks, columns of a \
            stack, and, if the boxes are squares, rows and columns are exchanged. It has as many solutions, and is solved by the same \
            steps. `seed` determines the exchanges, together with the clues: in a batch, each puzzle has exchanges of its own. All of \
            them have the same probability. For grids of every size. Two puzzles that were shuffled from the same one have the same form in \
            `/canonical`.",
        answer: "The shuffled puzzle. As text, in one line, with a `+` at the end if it has candidates, which a line does not hold.",
    };
}

impl BatchKind for Shuffle {
    const BATCH: Option<BatchDoc> = Some(BatchDoc {
        operation: "shuffle_puzzle_batch",
        title: "Shuffle many puzzles",
        link: "shuffle many puzzles, as a stream",
        examples: examples!("batch"),
        description: None,
    });
    const COLUMNS: &'static [&'static str] = &["puzzle", "rules_not_read"];
    const PIECE_ENTRIES: u64 = 512;
}

impl CommandKind for Shuffle {}
