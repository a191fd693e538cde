//! Runs one piece.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;
use std::time::Duration;

use quadrille_answers::ingest::LineBounds;
use quadrille_answers::service::{ClientId, Dispatcher};
use quadrille_answers::wire::{EntryBounds, TableHeader, has_grid_layout};
use quadrille_sudoku::unstable::{AnyProblem, CubeCounter, CubeSearcher};

use super::answer_lines::LinesQuestion;
use super::cubes::{PieceRun, budget_nodes, first_run, plan_cubes, run_cubes};
use super::generate_puzzles::{PuzzlesRequest, plan_further_puzzles, plan_puzzles, rest_of_puzzles};
use super::list_cubes::CubeListing;
use super::outcome::{PieceError, PieceOutcome};
use super::output::{PieceOutput, ResultLength};
use super::plan::{plan_further_lines, plan_lines, rest_of_lines};
use super::prove::{ProofRequest, ProofRun, ProofSearchEnd, plan_proof};
use super::requests::{ParsedRequest, RequestCache};
use super::signals::PieceSignals;
use crate::abort::{AbortPoint, pass};
use crate::error::JobError;
use crate::id::JobId;
use crate::queue::{Claimed, PieceQueue, PieceResult, Planned};
use crate::spec::{JobSpec, PieceSpec};
use crate::stop::StopToken;
use crate::store::{Frames, HEADER_BYTES, Objects, framed_path, read_header};

/// Cubes for each thread, so that the threads end at about the same time.
const CUBES_PER_THREAD: usize = 8;

/// Number of cubes of a count. Splitting further costs nodes where a memo works.
const CUBES: RangeInclusive<usize> = 16..=256;

/// Runner of pieces.
#[derive(Clone, Debug)]
pub(crate) struct PieceRunner {
    pub(crate) queue: PieceQueue,
    pub(crate) objects: Objects,
    pub(crate) dispatcher: Dispatcher,
    pub(crate) threads: usize,
    pub(crate) bounds: EntryBounds,
    /// Time after which a piece of many puzzles begins no further one.
    pub(crate) piece_time: Duration,
    pub(crate) requests: RequestCache,
}

impl PieceRunner {
    /// Runs a piece to its end, or until it is stopped.
    pub(crate) async fn run(&self, claimed: &Claimed, signals: PieceSignals) -> PieceOutcome {
        let stop = signals.stop.clone();
        match (&claimed.job, &claimed.piece) {
            (JobSpec::Lines { operation, options, content }, PieceSpec::Plan) => {
                let (bytes_max, has_grid_layout) = (self.bounds.line_bytes_max, has_grid_layout(options));
                let bounds = LineBounds { bytes_max, idle: None, has_grid_layout };
                let (pieces_max, framed) =
                    (self.queue.bounds().pieces_max, PieceOutput::input(&self.queue, &self.objects, claimed));
                let planned =
                    plan_lines(&self.objects, claimed, *operation, *content, bounds, pieces_max, framed);
                tokio::select! {
                    planned = planned => planned,
                    () = stop.stopped() => Err(PieceError::Stopped),
                }
            }
            (JobSpec::Lines { operation, .. }, PieceSpec::FurtherLines { plan, bytes, first, no }) => {
                plan_further_lines(&self.objects, claimed, *operation, *plan, bytes.clone(), *first, *no)
                    .await
            }
            (
                JobSpec::Lines { operation, options, content },
                PieceSpec::Lines { plan, bytes, first, is_spaced, .. },
            ) => {
                let question = LinesQuestion {
                    operation: *operation,
                    options,
                    content: *content,
                    bounds: self.bounds,
                    request_id: claimed.lease.job.to_string(),
                    client: client_of(claimed.lease.job),
                    time_max: is_spaced.then_some(self.piece_time),
                };
                self.answer_lines(claimed, question, *plan, bytes, *first, signals).await
            }
            (JobSpec::Lines { .. }, _) => Err(JobError::Corrupt("piece").into()),
            (JobSpec::Generate { count, .. }, PieceSpec::Plan) => Ok(plan_puzzles(*count)),
            (JobSpec::Generate { .. }, PieceSpec::FurtherPuzzles { indexes, no }) => {
                Ok(plan_further_puzzles(indexes.clone(), *no))
            }
            (_, piece) => match (self.request(claimed).await?, piece) {
                (ParsedRequest::Generate(request), PieceSpec::Puzzles { indexes, is_spaced }) => {
                    let request = PuzzlesRequest {
                        request: &request,
                        policy: self.bounds.policy,
                        request_id: claimed.lease.job.to_string(),
                        client: client_of(claimed.lease.job),
                        time_max: is_spaced.then_some(self.piece_time),
                    };
                    self.generate(claimed, request, indexes, signals).await
                }
                (ParsedRequest::Count(whole), _) => {
                    let count = CubeCounter::new(whole.clone());
                    Ok(self.search(claimed, whole, count, signals).await?.0)
                }
                (ParsedRequest::Solutions(problem, limit), _) => {
                    let whole = problem.whole();
                    let listing = CubeListing::new(problem, limit);
                    match self.search(claimed, whole, listing, signals).await? {
                        (result, Some(listing)) => self.write_list(claimed, result, listing).await,
                        (result, None) => Ok(result),
                    }
                }
                (ParsedRequest::Prove(request), PieceSpec::Plan | PieceSpec::Proof) => {
                    self.prove(claimed, request, signals).await
                }
                (ParsedRequest::Generate(_) | ParsedRequest::Prove(_), _) => {
                    Err(JobError::Corrupt("piece").into())
                }
            },
        }
    }

    /// Returns the request of a job, which is its whole input.
    async fn request(&self, claimed: &Claimed) -> Result<ParsedRequest, PieceError> {
        let parse = async {
            let length = self.objects.length(&claimed.input).await?;
            ParsedRequest::parse(&claimed.job, &self.objects.get(&claimed.input, 0..length).await?)
        };
        self.requests.get(claimed.lease.job, parse).await
    }

    /// Answers a question about entries of the framed input.
    async fn answer_lines(
        &self,
        claimed: &Claimed,
        question: LinesQuestion<'_>,
        plan: u64,
        bytes: &Range<u64>,
        first: u64,
        PieceSignals { stop, displace, .. }: PieceSignals,
    ) -> PieceOutcome {
        let lease = claimed.lease;
        let path = framed_path(lease.job, plan);
        let entries = self.objects.get(&path, bytes.clone()).await?;
        // Entries at the very beginning have no header before them.
        let header = match bytes.start {
            0 => None,
            start => {
                let head = self.objects.get(&path, 0..start.min(HEADER_BYTES)).await?;
                read_header(&head).map(|header| Arc::new(TableHeader::new(header)))
            }
        };
        let mut output = PieceOutput::result(&self.queue, &self.objects, claimed);
        let frames = Frames::new(entries.clone(), first).with_header(header);
        let answered = tokio::select! {
            answered = question.answer(&self.dispatcher, frames, &displace, &mut output) => answered?,
            () = stop.stopped() => return Err(PieceError::Stopped),
        };
        let mut left = Frames::new(entries, first);
        left.skip(answered.entries)?;
        let result = rest_of_lines(lease.no, plan, bytes, left)?;
        finish_result(output, PieceResult { verdicts: answered.verdicts, ..result }).await
    }

    /// Generates puzzles with these indexes.
    async fn generate(
        &self,
        claimed: &Claimed,
        request: PuzzlesRequest<'_>,
        indexes: &Range<u64>,
        PieceSignals { stop, displace, .. }: PieceSignals,
    ) -> PieceOutcome {
        let mut output = PieceOutput::result(&self.queue, &self.objects, claimed);
        let answered = tokio::select! {
            generated = request.generate(&self.dispatcher, indexes.clone(), &displace, &mut output) => generated?,
            () = stop.stopped() => return Err(PieceError::Stopped),
        };
        let left = indexes.start + answered.entries..indexes.end;
        let result = rest_of_puzzles(claimed.lease.no, indexes.start, left);
        finish_result(output, PieceResult { verdicts: answered.verdicts, ..result }).await
    }

    /// Finds a proof, and writes it; as the plan, tries to, and leaves a long one to the piece of the proof.
    async fn prove(&self, claimed: &Claimed, request: ProofRequest, signals: PieceSignals) -> PieceOutcome {
        let client = client_of(claimed.lease.job);
        let is_plan = claimed.piece == PieceSpec::Plan;
        let run = ProofRun::new(self.queue.bounds(), is_plan, &signals);
        let stop = signals.stop;
        let (verdicts, lines) = match request.prove(&self.dispatcher, client, run).await? {
            ProofSearchEnd::Ended(verdicts, lines) => (verdicts, lines),
            ProofSearchEnd::Left if is_plan && !stop.is_stopped() => return Ok(plan_proof()),
            ProofSearchEnd::Left => return Err(PieceError::Stopped),
        };
        let mut output = PieceOutput::result(&self.queue, &self.objects, claimed);
        output.write_lines(&lines).await?;
        drop(lines);
        let result = PieceResult { verdicts, ..PieceResult::default() };
        let result = if is_plan {
            PieceResult { puzzles_added: 1, planned: Some(Planned { pieces: 1, puzzles: 0 }), ..result }
        } else {
            result
        };
        finish_result(output, result).await
    }

    /// Searches the cubes of a piece; or, as the plan, begins the search, and cuts it into pieces if it is long. Returns the search with
    /// what it has found, unless it is cut.
    async fn search<S: CubeSearcher<Error: Into<PieceError>>>(
        &self,
        claimed: &Claimed,
        whole: AnyProblem,
        search: S,
        signals: PieceSignals,
    ) -> Result<(PieceResult, Option<S>), PieceError> {
        let client = client_of(claimed.lease.job);
        match &claimed.piece {
            PieceSpec::Plan => {
                let PieceSignals { stop, displace, .. } = signals;
                let (first, run) = first_run(&whole, stop.clone(), displace)?;
                let (result, search) = run_cubes(&self.dispatcher, client, search, &first, run).await?;
                if !result.rest.is_empty() {
                    return Ok((self.plan_cubes(whole, client, &stop).await?, None));
                }
                let planned = Some(Planned { pieces: 1, puzzles: 0 });
                Ok((PieceResult { planned, ..result }, Some(search)))
            }
            PieceSpec::Cubes { cubes } => {
                let budget_nodes = budget_nodes(&whole);
                let run = PieceRun { budget_nodes, signals, is_trial: false };
                let (result, search) = run_cubes(&self.dispatcher, client, search, cubes, run).await?;
                Ok((result, Some(search)))
            }
            _ => Err(JobError::Corrupt("piece").into()),
        }
    }

    /// Writes the lines of a list of solutions.
    async fn write_list(&self, claimed: &Claimed, result: PieceResult, listing: CubeListing) -> PieceOutcome {
        let lines = listing.into_lines();
        if lines.json.is_empty() {
            return Ok(result);
        }
        let mut output = PieceOutput::result(&self.queue, &self.objects, claimed);
        output.write_lines(&lines).await?;
        drop(lines);
        finish_result(output, result).await
    }

    /// Cuts the search of one problem into pieces.
    async fn plan_cubes(&self, whole: AnyProblem, client: ClientId, stop: &StopToken) -> PieceOutcome {
        let want = (self.threads * CUBES_PER_THREAD).clamp(*CUBES.start(), *CUBES.end());
        // A partition has one slice, which goes on without effect.
        tokio::select! {
            planned = plan_cubes(whole, &self.dispatcher, client, want) => planned,
            () = stop.stopped() => Err(PieceError::Stopped),
        }
    }
}

/// Ends the result of the epoch of a piece.
async fn finish_result(output: PieceOutput, result: PieceResult) -> PieceOutcome {
    pass(AbortPoint::Solved).await;
    let ResultLength { json, text } = output.finish_lines().await?;
    Ok(PieceResult { result_bytes: json, text_bytes: text, ..result })
}

/// Jobs have equal shares of the threads.
fn client_of(job: JobId) -> ClientId {
    let mut hasher = DefaultHasher::new();
    job.hash(&mut hasher);
    ClientId::from_hash(hasher.finish())
}
