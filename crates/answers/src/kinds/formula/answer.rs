//! The answers as JSON and as text.

use std::sync::Arc;

use quadrille_exact_cover::NamedProblem;
use serde::Serialize;
use utoipa::ToSchema;

use super::question::{CoverWriteFormula, FormulaText, WriteFormula};
use crate::kinds::command_kind::{CommandDoc, CommandKind};
use crate::kinds::cover::result::AboutProblem;
use crate::kinds::prove::TEXT_BYTES_MAX;
use crate::service::{Reply, SearchAnswer};
use crate::wire::answer_kind::{AnswerKind, BatchKind, EndpointDoc, EndpointKind};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::ResultStyle;
use crate::wire::request::NamedValue as _;
use crate::wire::result::{AnalysisResult, AnalysisStats, NotationMembers, StoppedBy};

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FormulaFindings {
    /// Its format: `dimacs` or `opb`.
    #[schema(example = "dimacs")]
    pub to: &'static str,
    /// Number of variables.
    pub variables: usize,
    /// Number of lines.
    pub lines: u64,
    /// Number of bytes.
    pub bytes: u64,
    /// SHA-256 of the text, in hexadecimal: that of the formula in an answer of `/prove`. Null if the text was not complete in time.
    #[schema(required = true, pattern = "^[0-9a-f]{64}$")]
    pub sha256: Option<String>,
    /// The text; null if it was not complete in time, or is longer than 262,144 bytes: ask for `text/plain`.
    #[schema(required = true)]
    pub text: Option<String>,
    /// The reason why the text is not complete; null if it is.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
}

impl From<&Reply<FormulaText>> for FormulaFindings {
    fn from(reply: &Reply<FormulaText>) -> Self {
        let FormulaText { format, size, written } = &reply.answer;
        let text = written.as_ref().and_then(|written| written.text.as_ref());
        Self {
            to: format.name(),
            variables: size.variable_count(),
            lines: format.text_lines(size),
            bytes: format.text_bytes(size),
            sha256: written.as_ref().map(|written| written.sha256.clone()),
            text: text.filter(|text| text.len() <= TEXT_BYTES_MAX).cloned(),
            stopped_by: StoppedBy::from_reply(reply),
        }
    }
}

impl FormulaFindings {
    /// Adds the text of a formula that is longer than the service answers as JSON.
    pub fn add_text(&mut self, formula: &FormulaText) {
        self.text = formula.written.as_ref().and_then(|written| written.text.clone());
    }
}

/// Writes the formula; without it that it is unknown, which no program reads as a formula.
fn write_formula(formula: &FormulaText, out: &mut Vec<u8>) {
    let text = formula.written.as_ref().and_then(|written| written.text.as_deref());
    out.extend_from_slice(text.unwrap_or("unknown").trim_end_matches('\n').as_bytes());
}

impl AnswerKind for WriteFormula {
    type Result = AnalysisResult<FormulaFindings, NotationMembers>;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<FormulaText>, notation: &Notation) -> Self::Result {
        AnalysisResult { first: reply.into(), rest: notation.into() }
    }

    fn write_text(Reply { answer, .. }: &Reply<FormulaText>, _: &ResultStyle, out: &mut Vec<u8>) {
        write_formula(answer, out);
    }
}

impl AnswerKind for CoverWriteFormula {
    type Result = AboutProblem<FormulaFindings>;
    type Stats = AnalysisStats;

    fn result(reply: &Reply<FormulaText>, names: &Arc<NamedProblem>) -> Self::Result {
        AboutProblem { first: reply.into(), rest: names.into() }
    }

    fn write_text(
        Reply { answer, .. }: &Reply<FormulaText>,
        _: &ResultStyle<Arc<NamedProblem>>,
        out: &mut Vec<u8>,
    ) {
        write_formula(answer, out);
    }
}

const DESCRIPTION: &str = "Writes the problem as constraints on yes-or-no variables: the formula that proofs of `/prove` are about. Its bytes are \
    fixed: `/docs/proofs` says what each line is, in a dozen lines of Python. Nothing is searched. `exclude` adds that a solution is \
    none: a formula that excludes all solutions has none.";

const ANSWER: &str = "The formula. As text: the formula alone, also one that is longer than JSON has; `unknown` if it was not complete in \
    time.";

impl EndpointKind for WriteFormula {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "write_formula",
        title: "Write a puzzle as a formula",
        description: DESCRIPTION,
        answer: ANSWER,
    };

    fn response_bytes(answer: &FormulaText) -> usize {
        answer.heap_bytes()
    }
}

impl EndpointKind for CoverWriteFormula {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "write_cover_formula",
        title: "Write an exact cover problem as a formula",
        description: DESCRIPTION,
        answer: ANSWER,
    };

    fn response_bytes(answer: &FormulaText) -> usize {
        answer.heap_bytes()
    }
}

/// Only the command line has batches of this kind.
impl BatchKind for WriteFormula {
    const COLUMNS: &'static [&'static str] =
        &["to", "variables", "lines", "bytes", "sha256", "stopped_by", "rules_not_read"];
}

impl CommandKind for WriteFormula {
    const COMMAND: CommandDoc =
        CommandDoc { examples: &["'1.....3..4.....2'", "--to opb '1.....3..4.....2'"], ..CommandDoc::PLAIN };
}
