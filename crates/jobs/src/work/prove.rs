//! The piece of a proof.
//!
//! A proof is one piece: what one part of a search has learnt is a reason for the next part. A piece that is lost, or displaced by clients
//! that wait, begins again. The plan tries the proof first, so that a short one waits for no long one.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::task::Poll;
use std::time::Duration;

use quadrille_answers::kinds::{CoverProve, GivenUp, ProofBounds, ProofQuestion, Prove, Proved, write_proof};
use quadrille_answers::service::{
    Answerable, Background, ClientId, Defect, Dispatcher, Limits, Reply, VerdictCounts,
};
use quadrille_answers::wire::{
    AnswerKind, AnswerOf, NotationOf, ProblemBounds, QuestionRequest, RequestOf, ResultStyle, read_json,
};
use quadrille_exact_cover::{Progress, ResumableSearch};

use super::cubes::failed;
use super::outcome::PieceError;
use super::plan::numbered;
use super::result_lines::ResultLines;
use super::signals::PieceSignals;
use crate::bounds::JobBounds;
use crate::queue::{PieceResult, Planned};
use crate::spec::{CountSubject, PieceSpec};
use crate::stop::StopToken;

/// Work of the attempt of a plan, in steps of a search: about a tenth of a second.
const TRIAL_WORK: u64 = 1 << 22;

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

    /// Searches for the proof.
    pub(super) async fn prove(
        self,
        dispatcher: &Dispatcher,
        client: ClientId,
        run: ProofRun,
    ) -> Result<ProofSearchEnd, PieceError> {
        let bounds = run.bounds;
        match self {
            Self::Puzzle(request) => {
                let QuestionRequest { question, style, .. } = *request;
                let question = ProofQuestion { bounds, ..question };
                let is_left = |proved: &Proved<_>| run.leaves(proved.given_up);
                prove::<Prove>(question, &style, dispatcher, client, &run, is_left).await
            }
            Self::Cover(request) => {
                let QuestionRequest { question, style, .. } = *request;
                let question = ProofQuestion { bounds, ..question };
                let is_left = |proved: &Proved<_>| run.leaves(proved.given_up);
                prove::<CoverProve>(question, &style, dispatcher, client, &run, is_left).await
            }
        }
    }
}

/// Bounds and signals of a search for a proof.
#[derive(Clone, Debug)]
pub(super) struct ProofRun {
    bounds: ProofBounds,
    /// Whether a longer proof is left to another piece.
    is_trial: bool,
    stop: StopToken,
    displace: StopToken,
}

/// How a search for a proof has ended.
pub(crate) enum ProofSearchEnd {
    /// With a result: the verdict, and its lines.
    Ended(VerdictCounts, ResultLines),
    /// Without one: it has to begin again.
    Left,
}

impl ProofRun {
    /// Returns the bounds of a piece, which may be the plan.
    pub(super) fn new(bounds: &JobBounds, is_plan: bool, signals: &PieceSignals) -> Self {
        let bytes_max = usize::try_from(bounds.proof_bytes_max).unwrap_or(usize::MAX);
        let is_trial = is_plan && bounds.proof_work_max > TRIAL_WORK;
        let work_max = if is_trial { TRIAL_WORK } else { bounds.proof_work_max };
        let (stop, displace) = (signals.stop.clone(), signals.displace.clone());
        Self { bounds: ProofBounds { bytes_max, work_max }, is_trial, stop, displace }
    }

    /// Returns whether another piece has to begin the proof again.
    fn leaves(&self, given_up: Option<GivenUp>) -> bool {
        self.is_trial && given_up == Some(GivenUp::Work)
    }
}

/// Searches for an answer; for none that `is_left` to another piece.
async fn prove<K: AnswerKind>(
    question: K::Question,
    style: &ResultStyle<NotationOf<K>>,
    dispatcher: &Dispatcher,
    client: ClientId,
    run: &ProofRun,
    is_left: impl Fn(&AnswerOf<K>) -> bool,
) -> Result<ProofSearchEnd, PieceError> {
    let (stop, displace) = (run.stop.clone(), run.displace.clone());
    let proving =
        Proving::<K::Question> { search: question.search(), stop, displace, answer: None, error: None };
    let Proving { answer, error, .. } = dispatcher.run_background(client, proving).await.map_err(failed)?;
    if let Some(error) = error {
        return Err(failed(error));
    }
    let Some(answer) = answer.filter(|answer| !is_left(answer)) else { return Ok(ProofSearchEnd::Left) };
    let mut verdicts = VerdictCounts::default();
    verdicts.add(&answer);
    let limits = Limits { time: Duration::MAX, nodes: None, threads: NonZeroUsize::MIN };
    let reply = Reply { answer, interruption: None, limits, queued: Duration::ZERO, solving: Duration::ZERO };
    let mut lines = ResultLines::default();
    write_proof::<K>(&reply, style, &mut lines.json, &mut lines.text);
    Ok(ProofSearchEnd::Ended(verdicts, lines))
}

/// Search for an answer, in slices.
struct Proving<Q: Answerable> {
    search: Q::Search,
    stop: StopToken,
    displace: StopToken,
    /// `None` unless the search has ended.
    answer: Option<Q::Answer>,
    error: Option<Defect>,
}

impl<Q: Answerable> Background for Proving<Q> {
    fn run_slice(&mut self, _: &AtomicBool) -> Poll<()> {
        if self.stop.is_stopped() || self.displace.is_stopped() {
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
