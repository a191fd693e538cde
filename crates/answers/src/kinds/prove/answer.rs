//! The answers as JSON and as text.

use std::sync::Arc;

use quadrille_exact_cover::NamedProblem;
use quadrille_sudoku::Puzzle;
use serde::Serialize;
use utoipa::ToSchema;

use super::claim::Claim;
use super::command::{PROOF_FILES, proof_texts};
use super::proof::{GivenUp, ProofQuestion, Provable, Proved};
use super::question::{CoverProve, Prove};
use super::written::WrittenText;
use crate::kinds::cover::result::{AboutProblem, CoverSolution};
use crate::kinds::job_kind::{JobDoc, JobForm, JobKind};
use crate::service::{CoverProblem, Reply, SearchAnswer};
use crate::wire::answer_kind::{AnswerKind, BatchKind, EndpointDoc, EndpointKind, FileOption};
use crate::wire::joined::Joined;
use crate::wire::puzzle::notation::{GridShape, Notation};
use crate::wire::question::{AnswerOf, NotationOf, ResultStyle};
use crate::wire::request::NamedValue as _;
use crate::wire::result::{AnalysisResult, AnalysisStats, NotationMembers, StoppedBy, VerdictKind};
use crate::wire::stream::format::StreamFormat;
use crate::wire::stream::line_type::ResultType;
use crate::wire::stream::lines::CountHead;
use crate::wire::subject::SolutionNotation;

/// Bytes of the longest proof or formula that an answer has as JSON.
pub(crate) const TEXT_BYTES_MAX: usize = 256 << 10;

/// Path of the documentation of proofs.
const CHECK: &str = "/docs/proofs";

/// Solutions that are listed against a claim that is false.
const WITNESSES_MAX: usize = 100;

/// A number of solutions and its proof, or the verdict without one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProveFindings<S> {
    /// Verdict, as far as the search has proved it.
    pub verdict: VerdictKind,
    /// What the proof says: `none`, `unique`, or a count, which is another one than in the request if that is false; null without a proof.
    #[schema(required = true)]
    pub claim: Option<Claim>,
    /// The first solution found; null if none was found.
    #[schema(required = true)]
    pub solution: Option<S>,
    /// The solutions found, if there are several: with a proof all of them, in the order in which the formula excludes them; for a claim
    /// that is false, one more than claimed, at most 100. Absent if there are none or one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 2)]
    pub solutions: Vec<S>,
    /// The formula that the proof refutes: the rules, the problem, and that each of the solutions is excluded. `/formula` writes it. Null
    /// without a proof.
    #[schema(required = true)]
    pub formula: Option<FormulaSummary>,
    /// The proof; null if there is none.
    #[schema(required = true)]
    pub proof: Option<ProofText>,
    /// How to check the proof: the path of the documentation in this service.
    #[schema(format = "uri-reference", example = "/docs/proofs")]
    pub check: &'static str,
    /// The reason why the search ended early, or why the proof is missing; null if there is a proof.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
}

/// A formula, without its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FormulaSummary {
    /// Its format: `dimacs` or `opb`.
    #[schema(example = "dimacs")]
    pub format: &'static str,
    /// Number of bytes.
    pub bytes: u64,
    /// SHA-256 of the text, in hexadecimal.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub sha256: String,
}

/// A proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProofText {
    /// Its format: `drup`, `veripb` or `veripb3`.
    #[schema(example = "drup")]
    pub format: &'static str,
    /// Number of lines.
    pub lines: u64,
    /// Number of bytes.
    pub bytes: u64,
    /// SHA-256 of the text, in hexadecimal.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub sha256: String,
    /// The text; null if it is longer than 262,144 bytes, and then `stopped_by` is `proof_bytes`: ask for `text/plain`, or start a job.
    #[schema(required = true)]
    pub text: Option<String>,
}

impl<S> ProveFindings<S> {
    fn new<P: Provable, N: SolutionNotation<Shape = S, Solution = P::Solution>>(
        reply: &Reply<Proved<P>>,
        notation: &N,
    ) -> Self {
        let formats = [reply.answer.formula_format.name(), reply.answer.proof_format.name()];
        let Proved { solutions, texts, given_up, .. } = &reply.answer;
        let proof = texts.as_ref().map(|[_, proof]| ProofText::new(formats[1], proof));
        let is_cut = proof.as_ref().is_some_and(|proof| proof.text.is_none());
        let stopped_by = match given_up {
            _ if is_cut => Some(StoppedBy::ProofBytes),
            Some(GivenUp::Bytes) => Some(StoppedBy::ProofBytes),
            Some(GivenUp::Work) => Some(StoppedBy::ProofWork),
            None => StoppedBy::from_reply(reply),
        };
        let listed = if texts.is_some() { solutions.len() } else { solutions.len().min(WITNESSES_MAX) };
        let several = if listed > 1 { &solutions[..listed] } else { &[] };
        Self {
            verdict: VerdictKind::from(&reply.answer.verdict()),
            claim: texts.is_some().then_some(Claim(solutions.len() as u64)),
            solution: solutions.first().map(|solution| notation.shape(solution)),
            solutions: several.iter().map(|solution| notation.shape(solution)).collect(),
            formula: texts.as_ref().map(|[formula, _]| FormulaSummary {
                format: formats[0],
                bytes: formula.bytes,
                sha256: formula.sha256.clone(),
            }),
            proof,
            check: CHECK,
            stopped_by,
        }
    }

    /// Adds the text of a proof that is longer than the service answers as JSON.
    pub fn add_text<P: Provable>(&mut self, answer: &Proved<P>) {
        let written = answer.texts.as_ref().and_then(|[_, proof]| proof.text.clone());
        if let Some((proof, text)) = self.proof.as_mut().zip(written) {
            proof.text = Some(text);
            self.stopped_by = None;
        }
    }
}

impl ProofText {
    fn new(format: &'static str, written: &WrittenText) -> Self {
        let WrittenText { lines, bytes, ref sha256, ref text } = *written;
        let text = text.clone().filter(|text| text.len() <= TEXT_BYTES_MAX);
        Self { format, lines, bytes, sha256: sha256.clone(), text }
    }
}

/// Writes the proof; without one the verdict.
fn write_text<P: Provable>(proved: &Proved<P>, out: &mut Vec<u8>) {
    let proof = proved.texts.as_ref().and_then(|[_, proof]| proof.text.as_deref());
    match proof {
        Some(text) => out.extend_from_slice(text.trim_end_matches('\n').as_bytes()),
        None => out.extend_from_slice(VerdictKind::from(&proved.verdict()).as_str().as_bytes()),
    }
}

impl AnswerKind for Prove {
    type Result = AnalysisResult<ProveFindings<GridShape>, NotationMembers>;
    type Stats = AnalysisStats;
    const FILES: &'static [FileOption] = PROOF_FILES;

    fn result(reply: &Reply<Proved<Puzzle>>, notation: &Notation) -> Self::Result {
        let first = ProveFindings::new(reply, notation);
        AnalysisResult { first, rest: notation.into() }
    }

    fn write_text(Reply { answer, .. }: &Reply<Proved<Puzzle>>, _: &ResultStyle, out: &mut Vec<u8>) {
        write_text(answer, out);
    }

    fn file_texts(question: &ProofQuestion<Puzzle>, answer: &Proved<Puzzle>) -> Option<Vec<String>> {
        proof_texts(question, answer)
    }
}

impl AnswerKind for CoverProve {
    type Result = AboutProblem<ProveFindings<CoverSolution>>;
    type Stats = AnalysisStats;
    const FILES: &'static [FileOption] = PROOF_FILES;

    fn result(reply: &Reply<Proved<CoverProblem>>, names: &Arc<NamedProblem>) -> Self::Result {
        let first = ProveFindings::new(reply, names);
        AboutProblem { first, rest: names.into() }
    }

    fn write_text(
        Reply { answer, .. }: &Reply<Proved<CoverProblem>>,
        _: &ResultStyle<Arc<NamedProblem>>,
        out: &mut Vec<u8>,
    ) {
        write_text(answer, out);
    }

    fn file_texts(
        question: &ProofQuestion<CoverProblem>,
        answer: &Proved<CoverProblem>,
    ) -> Option<Vec<String>> {
        proof_texts(question, answer)
    }
}

/// Appends the result of a job: a line of JSON, and the proof as text.
pub fn write_proof<K: AnswerKind>(
    reply: &Reply<AnswerOf<K>>,
    style: &ResultStyle<NotationOf<K>>,
    json: &mut Vec<u8>,
    text: &mut Vec<u8>,
) {
    let first = CountHead { r#type: ResultType::Result };
    StreamFormat::Ndjson.write_result(0, &Joined { first, rest: K::result(reply, &style.notation) }, json);
    K::write_text(reply, style, text);
    text.push(b'\n');
}

const DESCRIPTION: &str = "Finds a proof that programs of others check: a formula whose bytes are documented, and clauses that refute it. \
    For `none` the formula is that of the problem; for `unique`, or a `count` of up to 1,000, it also excludes each solution found. A claim \
    that is false is an answer: the true number is proved if it is 0, 1, or less than the `count`; otherwise the answer has one solution \
    more than claimed, and at least two.\n\nThe proof is trimmed, and replayed before it is sent. `/docs/proofs` says how to \
    check it by `drat-trim`, `dratify` and `veripb`, and what it does not say.";

const ANSWER: &str = "The proof. As text: the proof alone, also one that is longer than JSON has; without a proof the verdict.";

impl EndpointKind for Prove {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "prove_puzzle",
        title: "Prove the number of solutions of a puzzle",
        description: DESCRIPTION,
        answer: ANSWER,
    };

    fn response_bytes(answer: &Proved<Puzzle>) -> usize {
        answer.heap_bytes()
    }
}

impl EndpointKind for CoverProve {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "prove_cover",
        title: "Prove the number of solutions of an exact cover problem",
        description: DESCRIPTION,
        answer: ANSWER,
    };

    fn response_bytes(answer: &Proved<CoverProblem>) -> usize {
        answer.heap_bytes()
    }
}

/// Only the command line has batches of this kind.
impl BatchKind for Prove {
    const COLUMNS: &'static [&'static str] =
        &["verdict", "claim", "proof.lines", "formula.sha256", "stopped_by", "rules_not_read"];
}

impl JobKind for Prove {
    const JOB: JobDoc = JobDoc {
        form: JobForm::Prove,
        title: "Prove the number of solutions of one puzzle; the results as text are the proof",
        columns: Some(<Self as BatchKind>::COLUMNS),
    };
}

impl JobKind for CoverProve {
    const JOB: JobDoc = JobDoc {
        form: JobForm::Prove,
        title: "Prove the number of solutions of one exact cover problem; the results as text are the proof",
        columns: Some(Prove::COLUMNS),
    };
}
