//! Worker: claims pieces, runs them and completes them.
#![expect(clippy::disallowed_types, reason = "measures the duration of claims and pieces")]

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use quadrille_answers::ingest::LineBounds;
use quadrille_answers::service::{ClientId, Dispatcher};
use quadrille_answers::wire::{EntryBounds, has_grid_layout};
use quadrille_sudoku::unstable::{CubeCounter, CubeSearcher, Whole};
use tokio::sync::{Notify, watch};
use tokio::task::{Id, JoinSet};
use tokio::time::{MissedTickBehavior, interval};

use super::abort::{AbortPoint, pass};
use super::answer_lines::LinesQuestion;
use super::count_cubes::counted_problem;
use super::cubes::{PieceRun, budget_nodes, first_run, plan_cubes, run_cubes};
use super::error::JobError;
use super::frames::Frames;
use super::generate_puzzles::{PuzzlesRequest, plan_further_puzzles, plan_puzzles, rest_of_puzzles};
use super::id::JobId;
use super::list_cubes::{CubeListing, ListedProblem};
use super::meters::JobMeters;
use super::objects::{Objects, framed_path, result_path};
use super::outcome::{Outcome, PieceError};
use super::output::PieceOutput;
use super::pieces::{Claimed, Completion, Lease, PieceResult, Planned};
use super::plan::{plan_further_lines, plan_lines, rest_of_lines};
use super::queue::PieceQueue;
use super::share::{ShareRequest, distribute};
use super::spec::{JobSpec, PieceSpec};
use super::stop::{StopToken, stopped};
use super::table::JobTable;
use super::workers::{WorkerTable, worker_name};

/// Time between two looks at the database, if nothing wakes the worker.
const TICK: Duration = Duration::from_millis(500);

/// Ticks between two renewals of leases: a third of a lease.
const RENEWAL_TICKS: u64 = 10;

/// Ticks between two looks for leases that have ended, and for pieces if this worker has none: new ones wake it.
const IDLE_TICKS: u64 = 2;

/// Ticks between two looks for jobs that nobody has ended: rare, and an idle worker does little else.
const END_TICKS: u64 = 10;

/// Number of pieces that run beside those of the threads, of clients that no thread works for: they share the threads, so that short
/// work does not wait for long work. There are more of them if some are [light](JobSpec::is_light).
const GUESTS: usize = 2;

/// Number of light pieces that take as much memory as another one.
const LIGHT_PIECES: usize = 4;

/// Maximum number of pieces that run.
pub(super) fn running_max(threads: usize) -> usize {
    (threads + GUESTS) * LIGHT_PIECES
}

/// Maximum number of pieces in a claim.
const CLAIM_MAX: usize = 16;

/// Cubes for each thread, so that the threads end at about the same time.
const CUBES_PER_THREAD: usize = 8;

/// Number of cubes of a count. Splitting further costs nodes where a memo works.
const CUBES: std::ops::RangeInclusive<usize> = 16..=256;

/// What a worker needs.
#[derive(Clone, Debug)]
pub(super) struct Worker {
    pub(super) jobs: JobTable,
    pub(super) queue: PieceQueue,
    pub(super) workers: WorkerTable,
    pub(super) objects: Objects,
    pub(super) dispatcher: Dispatcher,
    pub(super) threads: usize,
    pub(super) bounds: EntryBounds,
    /// Time after which a piece of many puzzles begins no further one.
    pub(super) piece_time: Duration,
    pub(super) meters: JobMeters,
    /// Wakes the worker after a creation or a cancellation.
    pub(super) wake: Arc<Notify>,
    /// Incremented by each change of a job.
    pub(super) changes: watch::Sender<u64>,
}

/// Signals to a running piece.
#[derive(Clone, Debug, Default)]
struct PieceSignals {
    stop: StopToken,
    share: ShareRequest,
}

/// Piece that a task runs.
struct RunningPiece {
    lease: Lease,
    client: String,
    /// Share of the search; `None` if the piece cannot leave work to others.
    weight: Option<u128>,
    /// Memory, in light pieces.
    memory: usize,
    signals: PieceSignals,
}

/// Pieces that the worker has leases of.
#[derive(Default)]
struct Held {
    /// By the task that runs the piece.
    running: HashMap<Id, RunningPiece>,
    waiting: VecDeque<Claimed>,
    /// Number of threads without a piece, as last reported.
    reported_idle: Option<usize>,
    /// Number of idle threads of other workers that wait for a part of each piece.
    asked: HashMap<Lease, usize>,
    /// Tick before which no leases of others are ended, because the database has failed: their workers could not renew them.
    reap_from: u64,
    /// Whether the disk is nearly full, so that no piece begins.
    is_full: bool,
    /// Whether no client waited for a guest when it was last looked for. The next tick looks again.
    has_no_guests: bool,
}

impl Held {
    fn is_empty(&self) -> bool {
        self.running.is_empty() && self.waiting.is_empty()
    }

    /// Returns whether there is memory for a piece of any kind.
    fn has_room(&self, threads: usize) -> bool {
        let running: usize = self.running.values().map(|piece| piece.memory).sum();
        running + LIGHT_PIECES <= running_max(threads)
    }

    /// Returns the clients of all pieces.
    fn clients(&self) -> HashSet<String> {
        let running = self.running.values().map(|piece| &piece.client);
        running.chain(self.waiting.iter().map(|claimed| &claimed.client)).cloned().collect()
    }

    /// Returns all leases.
    fn leases(&self) -> impl Iterator<Item = Lease> {
        let running = self.running.values().map(|piece| piece.lease);
        running.chain(self.waiting.iter().map(|claimed| claimed.lease))
    }

    /// Stops the running pieces whose leases satisfy the condition, and removes the waiting ones. Returns the removed ones.
    fn stop(&mut self, is_stopped: impl Fn(&Lease) -> bool) -> Vec<Lease> {
        let running = self.running.values().filter(|piece| is_stopped(&piece.lease));
        running.for_each(|piece| piece.signals.stop.stop());
        let waiting = self.waiting.iter().map(|claimed| claimed.lease);
        let removed = waiting.filter(|lease| is_stopped(lease)).collect();
        self.waiting.retain(|claimed| !is_stopped(&claimed.lease));
        removed
    }

    /// Asks the running pieces with the largest weights to leave work for idle threads, as many as those; also those pieces that
    /// other workers wait for, and no others.
    fn share(&self, idle: usize) {
        let mut pieces: Vec<_> = self.running.values().filter(|piece| piece.weight.is_some()).collect();
        pieces.sort_by_key(|piece| Reverse(piece.weight));
        for (piece, threads) in pieces.iter().zip(distribute(idle, pieces.len())) {
            let threads_of_others = self.asked.get(&piece.lease).copied().unwrap_or_default();
            piece.signals.share.ask(threads + threads_of_others);
        }
    }
}

impl Worker {
    /// Runs until `stop` is set; then gives its pieces back.
    pub(super) async fn run(self, mut stop: watch::Receiver<bool>) {
        tracing::info!(
            worker = worker_name(self.workers.id()),
            threads = self.threads,
            "claiming pieces of jobs"
        );
        let (mut held, mut runs) = (Held::default(), JoinSet::new());
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut tick, mut ended_before, mut ended_in_tick) = (0_u64, 0_usize, 0_usize);
        loop {
            tokio::select! {
                biased;
                () = stopped(&mut stop) => break,
                Some(ended) = runs.join_next_with_id() => {
                    ended_in_tick += 1;
                    // After a panic, the lease ends, and the piece is run again.
                    held.running.remove(&ended.map_or_else(|error| error.id(), |(id, ())| id));
                }
                () = self.wake.notified() => {
                    held.has_no_guests = false;
                    self.check("stopping pieces", self.stop_pieces(&mut held).await);
                }
                _ = ticks.tick() => {
                    tick += 1;
                    (ended_before, ended_in_tick) = (ended_in_tick, 0);
                    held.has_no_guests = false;
                    let looked = self.look_after(&mut held, tick).await;
                    if looked.is_err() {
                        held.reap_from = tick + RENEWAL_TICKS + 1;
                    }
                    self.check("looking after leases", looked);
                    if held.is_empty() && tick % IDLE_TICKS != 1 {
                        continue;
                    }
                }
            }
            // At most as many pieces as end in a quarter of a second.
            let claim_max = (ended_before.max(ended_in_tick) / 2).clamp(1, CLAIM_MAX);
            let filled = self.fill(&mut held, &mut runs, claim_max).await;
            // Otherwise, there may be pieces that are ready.
            if filled.is_ok() {
                held.share(self.threads.saturating_sub(held.running.len()));
            }
            self.check("claiming pieces", filled);
        }
        let waiting = held.stop(|_| true);
        self.check("giving pieces back", self.queue.release(&waiting).await);
        self.check("leaving", self.workers.leave().await);
        while runs.join_next().await.is_some() {}
    }

    fn check<T>(&self, doing: &'static str, result: Result<T, JobError>) {
        if let Err(error) = result {
            tracing::warn!(%error, "{doing} failed");
        }
    }

    fn announce(&self) {
        self.changes.send_modify(|changes| *changes = changes.wrapping_add(1));
    }

    /// Starts pieces until all threads have one, and clients that wait have their guests.
    async fn fill(&self, held: &mut Held, runs: &mut JoinSet<()>, claim_max: usize) -> Result<(), JobError> {
        while held.running.len() < self.threads {
            if held.waiting.is_empty() {
                let claimed = self.claim(held, claim_max, &HashSet::new()).await?;
                held.waiting.extend(claimed);
            }
            let Some(claimed) = held.waiting.pop_front() else { return Ok(()) };
            self.start(held, runs, claimed);
        }
        while !held.has_no_guests && held.has_room(self.threads) {
            let clients = held.clients();
            match self.claim(held, 1, &clients).await?.pop() {
                Some(claimed) => self.start(held, runs, claimed),
                None => held.has_no_guests = true,
            }
        }
        Ok(())
    }

    /// Claims pieces, unless the disk is nearly full.
    async fn claim(
        &self,
        held: &mut Held,
        pieces_max: usize,
        excluded: &HashSet<String>,
    ) -> Result<Vec<Claimed>, JobError> {
        match self.objects.check_space(self.queue.bounds().free_bytes_min).await {
            Ok(()) => held.is_full = false,
            Err(error @ JobError::NoSpace(_)) => {
                if !std::mem::replace(&mut held.is_full, true) {
                    tracing::warn!(%error, "jobs wait");
                }
                return Ok(Vec::new());
            }
            Err(error) => return Err(error),
        }
        let begun = Instant::now();
        let claimed = self.queue.claim(pieces_max, excluded).await?;
        if let Some(first) = claimed.first() {
            self.meters.times.claim.observe(begun.elapsed().as_secs_f64());
            if let Some(waited) = first.waited {
                self.meters.times.first_claim.observe(waited.as_secs_f64());
            }
            claimed.iter().for_each(|_| self.meters.claimed.increment());
            self.announce();
        }
        Ok(claimed)
    }

    /// Starts a piece.
    fn start(&self, held: &mut Held, runs: &mut JoinSet<()>, claimed: Claimed) {
        let (worker, signals) = (self.clone(), PieceSignals::default());
        // Until the other threads have pieces, too: a search may be short.
        signals.share.ask(self.threads.saturating_sub(held.running.len() + 1));
        let (lease, client, weight) = (claimed.lease, claimed.client.clone(), claimed.weight);
        if claimed.piece == PieceSpec::Plan {
            tracing::info!(job = lease.job.short(), operation = claimed.job.operation(), "a job begins");
        }
        let memory = if claimed.job.is_light() { 1 } else { LIGHT_PIECES };
        let piece = RunningPiece { lease, client, weight, memory, signals: signals.clone() };
        let run = runs.spawn(async move { worker.run_piece(claimed, signals).await });
        held.running.insert(run.id(), piece);
    }

    /// Ends the leases of workers that have disappeared, renews those of this one, and stops pieces of jobs that have ended.
    async fn look_after(&self, held: &mut Held, tick: u64) -> Result<(), JobError> {
        // Also in the first tick: perhaps this process has died before.
        if tick % IDLE_TICKS == 1 && tick >= held.reap_from {
            let reaped = self.queue.reap().await?;
            for Lease { job, no, .. } in &reaped {
                self.meters.reaped.increment();
                tracing::warn!(job = job.short(), piece = no, "the worker of a piece disappeared");
            }
            self.remove_output(&reaped).await;
        }
        if tick % END_TICKS == 1 && self.queue.end_done().await? > 0 {
            self.announce();
        }
        self.stop_pieces(held).await?;
        self.report(held, tick).await?;
        self.look_for_idle(held).await?;
        let is_due = tick.is_multiple_of(RENEWAL_TICKS) || tick < held.reap_from;
        if is_due && !held.is_empty() {
            let lost = self.queue.renew(&held.leases().collect::<Vec<_>>()).await?;
            lost.iter().for_each(|_| self.meters.lost.increment());
            held.stop(|lease| lost.contains(lease));
        }
        Ok(())
    }

    /// Records that this worker is alive: regularly, and when it becomes idle or has something to do again.
    async fn report(&self, held: &mut Held, tick: u64) -> Result<(), JobError> {
        let idle = self.threads.saturating_sub(held.running.len() + held.waiting.len());
        if held.reported_idle.map(|idle| idle > 0) != Some(idle > 0) || tick.is_multiple_of(RENEWAL_TICKS) {
            self.workers.report(self.threads, idle).await?;
            held.reported_idle = Some(idle);
        }
        Ok(())
    }

    /// Finds out for which of the running pieces idle threads of other workers wait, if no piece is ready.
    ///
    /// All workers make the same choice, so that not each of them divides a piece for the same thread.
    async fn look_for_idle(&self, held: &mut Held) -> Result<(), JobError> {
        held.asked.clear();
        if held.running.values().all(|piece| piece.weight.is_none()) {
            return Ok(());
        }
        let idle = self.workers.live().await?.idle_threads as usize;
        let of_others = idle.saturating_sub(held.reported_idle.unwrap_or_default());
        if of_others == 0 || self.queue.has_ready().await? {
            return Ok(());
        }
        let heaviest = self.queue.heaviest(of_others).await?;
        let threads = distribute(of_others, heaviest.len());
        held.asked = heaviest.into_iter().zip(threads).collect();
        Ok(())
    }

    /// Stops the pieces of jobs that are cancelled or have ended.
    async fn stop_pieces(&self, held: &mut Held) -> Result<(), JobError> {
        if held.is_empty() {
            return Ok(());
        }
        let stopped = self.jobs.stopped(&held.leases().map(|lease| lease.job).collect()).await?;
        let waiting = held.stop(|lease| stopped.contains(&lease.job));
        if waiting.is_empty() { Ok(()) } else { self.queue.release(&waiting).await }
    }

    /// Runs a piece and records how it ended.
    async fn run_piece(&self, claimed: Claimed, signals: PieceSignals) {
        let running = self.meters.running.enter();
        let lease = claimed.lease;
        pass(AbortPoint::Claimed).await;
        let begun = Instant::now();
        let outcome = self.outcome(&claimed, signals).await;
        self.meters.times.observe_piece(&claimed.job, begun.elapsed());
        pass(AbortPoint::Written).await;
        drop(running);
        let recorded = match &outcome {
            Ok(result) => self.queue.complete(&lease, result).await,
            Err(PieceError::Stopped) => self.queue.release(&[lease]).await.map(|()| Completion::Counted),
            Err(PieceError::Invalid(failure)) => self.queue.fail(&lease, failure).await,
            Err(PieceError::Failed(detail)) => self.queue.retry(&lease, detail).await,
        };
        match (&recorded, &outcome) {
            (Ok(Completion::Counted), Ok(_)) => self.meters.done.increment(),
            (Ok(Completion::Counted), Err(PieceError::Failed(detail))) => {
                self.meters.retried.increment();
                tracing::warn!(job = lease.job.short(), piece = lease.no, detail, "a piece failed");
            }
            (Ok(Completion::Fenced), _) => self.meters.lost.increment(),
            _ => {}
        }
        if matches!(recorded, Ok(Completion::Fenced | Completion::Failed)) {
            self.remove_output(&[lease]).await;
        }
        // Otherwise the lease ends, and the piece is run again.
        self.check("recording a piece", recorded);
        self.announce();
    }

    /// Removes the objects of attempts that do not count.
    async fn remove_output(&self, leases: &[Lease]) {
        let of_plans =
            leases.iter().filter(|lease| lease.no == 0).map(|lease| framed_path(lease.job, lease.epoch));
        let results = leases.iter().map(|lease| result_path(lease.job, lease.no, lease.epoch));
        let removed = self.objects.remove(results.chain(of_plans).collect()).await;
        self.check("removing the objects of attempts that do not count", removed);
    }

    async fn outcome(&self, claimed: &Claimed, PieceSignals { stop, share }: PieceSignals) -> Outcome {
        let client = client_of(claimed.lease.job);
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
                PieceSpec::Lines { plan, bytes, first, is_spaced },
            ) => {
                let lease = claimed.lease;
                let entries = self.objects.get(&framed_path(lease.job, *plan), bytes.clone()).await?;
                let question = LinesQuestion {
                    operation: *operation,
                    options,
                    content: *content,
                    bounds: self.bounds,
                    request_id: lease.job.to_string(),
                    client,
                    time_max: is_spaced.then_some(self.piece_time),
                };
                let mut output = PieceOutput::result(&self.queue, &self.objects, claimed);
                let frames = Frames::new(entries.clone(), *first);
                let answered = tokio::select! {
                    answered = question.answer(&self.dispatcher, frames, &mut output) => answered?,
                    () = stop.stopped() => return Err(PieceError::Stopped),
                };
                let mut left = Frames::new(entries, *first);
                left.skip(answered.entries)?;
                let result = rest_of_lines(lease.no, *plan, bytes, left)?;
                finish_result(output, PieceResult { verdicts: answered.verdicts, ..result }).await
            }
            (JobSpec::Generate { count, .. }, PieceSpec::Plan) => Ok(plan_puzzles(*count)),
            (JobSpec::Generate { .. }, PieceSpec::FurtherPuzzles { indexes, no }) => {
                Ok(plan_further_puzzles(indexes.clone(), *no))
            }
            (JobSpec::Generate { seed, .. }, PieceSpec::Puzzles { indexes, is_spaced }) => {
                let request = PuzzlesRequest {
                    body: &self.read_input(claimed).await?,
                    seed: *seed,
                    policy: self.bounds.policy,
                    request_id: claimed.lease.job.to_string(),
                    client,
                    time_max: is_spaced.then_some(self.piece_time),
                };
                let mut output = PieceOutput::result(&self.queue, &self.objects, claimed);
                let answered = tokio::select! {
                    generated = request.generate(&self.dispatcher, indexes.clone(), &mut output) => generated?,
                    () = stop.stopped() => return Err(PieceError::Stopped),
                };
                let left = indexes.start + answered.entries..indexes.end;
                let result = rest_of_puzzles(claimed.lease.no, indexes.start, left);
                finish_result(output, PieceResult { verdicts: answered.verdicts, ..result }).await
            }
            (JobSpec::Count { subject, .. }, piece) => {
                let whole = counted_problem(*subject, &self.read_input(claimed).await?)?;
                let count = CubeCounter::new(whole.clone());
                Ok(self.search(piece, whole, count, client, stop, share).await?.0)
            }
            (JobSpec::Solutions { subject, limit }, piece) => {
                let problem = ListedProblem::read(*subject, &self.read_input(claimed).await?)?;
                let whole = problem.whole();
                let listing = CubeListing::new(problem, *limit);
                match self.search(piece, whole, listing, client, stop, share).await? {
                    (result, Some(listing)) => self.write_list(claimed, result, listing).await,
                    (result, None) => Ok(result),
                }
            }
            _ => Err(JobError::Corrupt("piece").into()),
        }
    }

    /// Searches the cubes of a piece; or, as the plan, begins the search, and cuts it into pieces if it is long. Returns the search with
    /// what it has found, unless it is cut.
    async fn search<S: CubeSearcher<Error: Into<PieceError>>>(
        &self,
        piece: &PieceSpec,
        whole: Whole,
        search: S,
        client: ClientId,
        stop: StopToken,
        share: ShareRequest,
    ) -> Result<(PieceResult, Option<S>), PieceError> {
        match piece {
            PieceSpec::Plan => {
                let (first, run) = first_run(&whole, stop.clone())?;
                let (result, search) = run_cubes(&self.dispatcher, client, search, &first, run).await?;
                if !result.rest.is_empty() {
                    return Ok((self.plan_cubes(whole, client, &stop).await?, None));
                }
                let planned = Some(Planned { pieces: 1, puzzles: 0 });
                Ok((PieceResult { planned, ..result }, Some(search)))
            }
            PieceSpec::Cubes { cubes } => {
                let run = PieceRun { budget_nodes: budget_nodes(&whole), stop, share };
                let (result, search) = run_cubes(&self.dispatcher, client, search, cubes, run).await?;
                Ok((result, Some(search)))
            }
            _ => Err(JobError::Corrupt("piece").into()),
        }
    }

    /// Writes the lines of a list of solutions.
    async fn write_list(&self, claimed: &Claimed, result: PieceResult, listing: CubeListing) -> Outcome {
        let lines = listing.into_lines();
        if lines.is_empty() {
            return Ok(result);
        }
        let mut output = PieceOutput::result(&self.queue, &self.objects, claimed);
        output.write(&lines).await?;
        drop(lines);
        finish_result(output, result).await
    }

    /// Cuts the search of one problem into pieces.
    async fn plan_cubes(&self, whole: Whole, client: ClientId, stop: &StopToken) -> Outcome {
        let want = (self.threads * CUBES_PER_THREAD).clamp(*CUBES.start(), *CUBES.end());
        // A partition has one slice, which goes on without effect.
        tokio::select! {
            planned = plan_cubes(whole, &self.dispatcher, client, want) => planned,
            () = stop.stopped() => Err(PieceError::Stopped),
        }
    }

    /// Reads the whole input of a job, which is a request.
    async fn read_input(&self, claimed: &Claimed) -> Result<Bytes, JobError> {
        let length = self.objects.length(&claimed.input).await?;
        self.objects.get(&claimed.input, 0..length).await
    }
}

/// Ends the result of the epoch of a piece.
async fn finish_result(output: PieceOutput, result: PieceResult) -> Outcome {
    pass(AbortPoint::Solved).await;
    Ok(PieceResult { result_bytes: output.finish().await?, ..result })
}

/// Jobs have equal shares of the threads.
fn client_of(job: JobId) -> ClientId {
    let mut hasher = DefaultHasher::new();
    job.hash(&mut hasher);
    ClientId::from_hash(hasher.finish())
}
