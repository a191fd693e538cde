//! The answer as JSON and as text.

use quadrille_sudoku::analysis::ScoreAnswer;
use serde::Serialize;
use utoipa::ToSchema;

use crate::kinds::command_kind::{CommandDoc, CommandKind, Tally};
use crate::kinds::score::question::Score;
use crate::service::Reply;
use crate::wire::answer_kind::{AnswerKind, BatchKind};
use crate::wire::joined::Joined;
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::ResultStyle;
use crate::wire::result::{AnalysisResult, AnalysisStats, NotationMembers, StopMember};

/// Score of a predicted grid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
pub struct ScoreFindings {
    /// Whether the prediction is a grid of the size of the puzzle. Otherwise nothing of it is right.
    pub readable: bool,
    /// Whether it is complete and obeys the rules, whatever the clues.
    pub valid: bool,
    /// Whether it has all clues.
    pub consistent: bool,
    /// Whether it is a solution: valid and consistent.
    pub solved: bool,
    /// Number of cells without a clue that have the digit of the solution; all if it is a solution. Null if the puzzle has no or several
    /// solutions and none was given, or if a limit stopped the search.
    #[schema(required = true, minimum = 0)]
    pub right: Option<usize>,
    /// Number of cells without a clue.
    pub open: usize,
    /// Share of these cells that are right; 1 if there are none. Null if `right` is.
    #[schema(required = true, minimum = 0.0, maximum = 1.0)]
    pub share: Option<f64>,
}

impl From<&ScoreAnswer> for ScoreFindings {
    fn from(answer: &ScoreAnswer) -> Self {
        let &ScoreAnswer { is_readable, is_valid, is_consistent, is_solved, right, open, .. } = answer;
        let share =
            |right| if open == 0 { f64::from(u8::from(is_readable)) } else { right as f64 / open as f64 };
        Self {
            readable: is_readable,
            valid: is_valid,
            consistent: is_consistent,
            solved: is_solved,
            right,
            open,
            share: right.map(share),
        }
    }
}

impl ScoreFindings {
    /// The best that can be said of the prediction.
    fn word(self) -> &'static str {
        match self {
            Self { readable: false, .. } => "unreadable",
            Self { solved: true, .. } => "solved",
            Self { consistent: true, .. } => "consistent",
            Self { valid: true, .. } => "valid",
            _ => "wrong",
        }
    }
}

impl AnswerKind for Score {
    type Result = AnalysisResult<ScoreFindings, Joined<StopMember, NotationMembers>>;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<ScoreAnswer>, notation: &Notation) -> Self::Result {
        let rest = Joined { first: reply.into(), rest: notation.into() };
        AnalysisResult { first: ScoreFindings::from(&reply.answer), rest }
    }

    /// Writes a word, and the right cells of all without a clue, such as `wrong 40/51`; `?` if they are not known.
    fn write_text(Reply { answer, .. }: &Reply<ScoreAnswer>, _: &ResultStyle, out: &mut Vec<u8>) {
        let findings = ScoreFindings::from(answer);
        let right = findings.right.map_or_else(|| "?".to_owned(), |right| right.to_string());
        out.extend_from_slice(format!("{} {right}/{}", findings.word(), findings.open).as_bytes());
    }
}

impl BatchKind for Score {
    const COLUMNS: &'static [&'static str] = &[
        "readable",
        "valid",
        "consistent",
        "solved",
        "right",
        "open",
        "share",
        "stopped_by",
        "rules_not_read",
    ];
}

impl CommandKind for Score {
    const COMMAND: CommandDoc = CommandDoc {
        examples: &[
            "'1.....3..4.....2' --prediction 1324423124133142",
            "predictions.txt   with a puzzle, a prediction and, if it is known, the solution in each line",
            "--format csv predictions.ndjson   with `puzzle`, `prediction` and `solution` in each line",
        ],
        has_tally: true,
        ..CommandDoc::PLAIN
    };

    fn tally(answer: &ScoreAnswer, tally: &mut Tally) {
        let findings = ScoreFindings::from(answer);
        tally.add(findings.word(), 1);
        if let Some(right) = findings.right {
            tally.add("right cells", right as u64);
            tally.add("cells without a clue", findings.open as u64);
        }
    }
}
