//! The piece of a proof.
//!
//! A proof is one piece: what one part of a search has learnt is a reason for the next part. A piece that is lost begins again.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::task::Poll;
use std::time::Duration;

use quadrille_answers::kinds::{CoverProve, ProofQuestion, Prove, write_proof};
use quadrille_answers::service::{
    Answerable, Background, ClientId, Defect, Dispatcher, Limits, Reply, VerdictCounts,
};
use quadrille_answers::wire::{
    AnswerKind, NotationOf, ProblemBounds, QuestionRequest, RequestOf, ResultStyle, read_json,
};
use quadrille_exact_cover::{Progress, ResumableSearch};

use super::cubes::failed;
use super::outcome::PieceError;
use super::pieces::{PieceResult, Planned};
use super::plan::numbered;
use super::result_lines::ResultLines;
use super::spec::{CountSubject, PieceSpec};
use super::stop::StopToken;

/// Request for a proof.
#[derive(Clone, Debug)]
pub(super) enum ProofRequest {
    Puzzle(Box<RequestOf<Prove>>),
    Cover(Box<RequestOf<CoverProve>>),
}

/// Returns the only piece.
pub(super) fn plan_proof() -> PieceResult {
    let planned = Some(Planned { pieces: 1, puzzles: 1 });
    let rest = numbered(0, vec![(PieceSpec::Proof, 1)], None::<fn(u64) -> PieceSpec>);
    PieceResult { planned, rest, ..PieceResult::default() }
}

impl ProofRequest {
    /// Parses the body of a request to the endpoint that proves.
    pub(super) fn parse(subject: CountSubject, body: &[u8]) -> Result<Self, PieceError> {
        Ok(match subject {
            CountSubject::Puzzle => Self::Puzzle(Box::new(read_json::<Prove>(body, "", ProblemBounds::MAX)?)),
            CountSubject::ExactCover => {
                Self::Cover(Box::new(read_json::<CoverProve>(body, "", ProblemBounds::MAX)?))
            }
        })
    }

    /// Estimated memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Puzzle(request) => request.question.heap_bytes(),
            Self::Cover(request) => request.question.heap_bytes() + request.style.notation.heap_bytes(),
        }
    }

    /// Searches for the proof, of so many bytes at most. Returns its verdict, and its lines.
    pub(super) async fn prove(
        self,
        dispatcher: &Dispatcher,
        client: ClientId,
        bytes_max: usize,
        stop: StopToken,
    ) -> Result<(VerdictCounts, ResultLines), PieceError> {
        match self {
            Self::Puzzle(request) => {
                let QuestionRequest { question, style, .. } = *request;
                let question = ProofQuestion { bytes_max, ..question };
                prove::<Prove>(question, &style, dispatcher, client, stop).await
            }
            Self::Cover(request) => {
                let QuestionRequest { question, style, .. } = *request;
                let question = ProofQuestion { bytes_max, ..question };
                prove::<CoverProve>(question, &style, dispatcher, client, stop).await
            }
        }
    }
}

async fn prove<K: AnswerKind>(
    question: K::Question,
    style: &ResultStyle<NotationOf<K>>,
    dispatcher: &Dispatcher,
    client: ClientId,
    stop: StopToken,
) -> Result<(VerdictCounts, ResultLines), PieceError> {
    let proving = Proving::<K::Question> { search: question.search(), stop, answer: None, error: None };
    let Proving { answer, error, .. } = dispatcher.run_background(client, proving).await.map_err(failed)?;
    if let Some(error) = error {
        return Err(failed(error));
    }
    let answer = answer.ok_or(PieceError::Stopped)?;
    let mut verdicts = VerdictCounts::default();
    verdicts.add(&answer);
    let limits = Limits { time: Duration::MAX, nodes: None, threads: NonZeroUsize::MIN };
    let reply = Reply { answer, interruption: None, limits, queued: Duration::ZERO, solving: Duration::ZERO };
    let mut lines = ResultLines::default();
    write_proof::<K>(&reply, style, &mut lines.json, &mut lines.text);
    Ok((verdicts, lines))
}

/// Search for an answer, in slices.
struct Proving<Q: Answerable> {
    search: Q::Search,
    stop: StopToken,
    /// `None` unless the search has ended.
    answer: Option<Q::Answer>,
    error: Option<Defect>,
}

impl<Q: Answerable> Background for Proving<Q> {
    fn run_slice(&mut self, _: &AtomicBool) -> Poll<()> {
        if self.stop.is_stopped() {
            return Poll::Ready(());
        }
        match self.search.advance(u64::MAX, self.stop.flag()) {
            Ok(Progress::Paused) => Poll::Pending,
            Ok(Progress::Ended(_)) => {
                self.answer = Some(self.search.answer());
                Poll::Ready(())
            }
            Err(error) => {
                self.error = Some(error.into());
                Poll::Ready(())
            }
        }
    }
}
