//! Worker: claims pieces, runs them and completes them.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use quadrille_answers::service::Instant;
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use super::leased_pieces::{LIGHT_PIECES, LeasedPieces, RunningPiece};
use super::share::distribute;
use super::ticks::Ticks;
use crate::abort::{AbortPoint, pass};
use crate::error::JobError;
use crate::meters::JobMeters;
use crate::queue::{Claimed, Completion, LostLease, PieceLease, WorkerTable, worker_name};
use crate::rows::JobTable;
use crate::spec::PieceSpec;
use crate::stop::stopped;
use crate::store::{framed_path, result_path};
use crate::work::{PieceError, PieceRunner, PieceSignals};

/// Time between two looks at the database, if nothing wakes the worker.
const TICK: Duration = Duration::from_millis(500);

/// What a worker needs.
#[derive(Clone, Debug)]
pub(crate) struct Worker {
    pub(crate) jobs: JobTable,
    pub(crate) workers: WorkerTable,
    pub(super) runner: PieceRunner,
    pub(crate) meters: JobMeters,
    /// Wakes the worker after a creation or a cancellation.
    pub(crate) wake: Arc<Notify>,
    /// Incremented by each change of a job.
    pub(crate) changes: watch::Sender<u64>,
}

impl Worker {
    /// Runs until `stop` is set; then gives its pieces back.
    pub(crate) async fn run(self, mut stop: watch::Receiver<bool>) {
        tracing::info!(
            worker = worker_name(self.workers.id()),
            threads = self.runner.threads,
            "claiming pieces of jobs"
        );
        let (mut leased, mut runs) = (LeasedPieces::default(), JoinSet::new());
        let (mut ticks, mut interval) = (Ticks::default(), interval(TICK));
        interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                () = stopped(&mut stop) => break,
                Some(ended) = runs.join_next_with_id() => {
                    ticks.add_ended();
                    // After a panic, the lease ends, and the piece is run again.
                    leased.running.remove(&ended.map_or_else(|error| error.id(), |(id, ())| id));
                }
                () = self.wake.notified() => {
                    leased.has_no_guests = false;
                    self.check("stopping pieces", self.stop_pieces(&mut leased).await);
                }
                _ = interval.tick() => {
                    ticks.begin();
                    leased.has_no_guests = false;
                    let renewed = self.renew_leases(&mut leased, &ticks).await;
                    if renewed.is_err() {
                        ticks.delay_reaping();
                    }
                    self.check("renewing leases", renewed);
                    self.check("looking for clients that wait", self.displace(&leased).await);
                    if leased.is_empty() && !ticks.looks_for_pieces() {
                        continue;
                    }
                }
            }
            let claimed = self.claim_more(&mut leased, &mut runs, ticks.claim_max()).await;
            // Otherwise, there may be pieces that are ready.
            if claimed.is_ok() {
                leased.share(self.runner.threads.saturating_sub(leased.running.len()));
            }
            self.check("claiming pieces", claimed);
        }
        let waiting = leased.stop(|_| true);
        self.check("giving pieces back", self.runner.queue.release(&waiting).await);
        self.check("leaving", self.workers.leave().await);
        while runs.join_next().await.is_some() {}
    }

    fn check<T>(&self, doing: &'static str, result: Result<T, JobError>) {
        if let Err(error) = result {
            tracing::warn!(%error, "{doing} failed");
        }
    }

    /// Logs an error that a row has caused that cannot be read: it must not keep this worker from the leases of others.
    fn tolerate<T>(&self, doing: &'static str, result: Result<T, JobError>) -> Result<Option<T>, JobError> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) if error.is_damage() => {
                tracing::warn!(%error, "{doing} failed");
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    fn announce(&self) {
        self.changes.send_modify(|changes| *changes = changes.wrapping_add(1));
    }

    /// Starts pieces until all threads have one, and clients that wait have their guests.
    async fn claim_more(
        &self,
        leased: &mut LeasedPieces,
        runs: &mut JoinSet<()>,
        claim_max: usize,
    ) -> Result<(), JobError> {
        while leased.running.len() < self.runner.threads {
            if leased.waiting.is_empty() {
                let claimed = self.claim(leased, claim_max, &HashSet::new()).await?;
                leased.waiting.extend(claimed);
            }
            let Some(claimed) = leased.waiting.pop_front() else { return Ok(()) };
            self.start(leased, runs, claimed);
        }
        while !leased.has_no_guests && leased.has_room(self.runner.threads) {
            let clients = leased.clients();
            match self.claim(leased, 1, &clients).await?.pop() {
                Some(claimed) => self.start(leased, runs, claimed),
                None => leased.has_no_guests = true,
            }
        }
        Ok(())
    }

    /// Claims pieces, unless the disk is nearly full.
    async fn claim(
        &self,
        leased: &mut LeasedPieces,
        pieces_max: usize,
        excluded: &HashSet<String>,
    ) -> Result<Vec<Claimed>, JobError> {
        match self.runner.objects.check_space(self.runner.queue.bounds().free_bytes_min).await {
            Ok(()) => leased.is_full = false,
            Err(error @ JobError::NoSpace(_)) => {
                if !std::mem::replace(&mut leased.is_full, true) {
                    tracing::warn!(%error, "jobs wait");
                }
                return Ok(Vec::new());
            }
            Err(error) => return Err(error),
        }
        let begun = Instant::now();
        let claimed = self.runner.queue.claim(pieces_max, excluded).await?;
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
    fn start(&self, leased: &mut LeasedPieces, runs: &mut JoinSet<()>, claimed: Claimed) {
        let (worker, signals) = (self.clone(), PieceSignals::default());
        // Until the other threads have pieces, too: a search may be short.
        signals.share.ask(self.runner.threads.saturating_sub(leased.running.len() + 1));
        let (lease, client, weight) = (claimed.lease, claimed.client.clone(), claimed.weight);
        if claimed.piece == PieceSpec::Plan {
            tracing::info!(job = lease.job.short(), operation = claimed.job.operation(), "a job begins");
        }
        let memory = if claimed.job.is_light(&claimed.piece) { 1 } else { LIGHT_PIECES };
        let (may_leave, begun) = (claimed.job.may_leave(&claimed.piece), Instant::now());
        let piece =
            RunningPiece { lease, client, weight, memory, may_leave, begun, signals: signals.clone() };
        let run = runs.spawn(async move { worker.run_piece(claimed, signals).await });
        leased.running.insert(run.id(), piece);
    }

    /// Ends the leases of workers that have disappeared, renews the leases of this worker, and stops pieces of jobs that have ended.
    async fn renew_leases(&self, leased: &mut LeasedPieces, ticks: &Ticks) -> Result<(), JobError> {
        if ticks.reaps() {
            let mut reaped = Vec::new();
            let lost = self.tolerate("ending leases", self.runner.queue.reap().await)?;
            for LostLease { lease, worker } in lost.unwrap_or_default() {
                self.meters.reaped.increment();
                let (job, worker) = (lease.job.short(), worker.as_deref().map(worker_name));
                tracing::warn!(job, piece = lease.no, worker, "the worker of a piece disappeared");
                reaped.push(lease);
            }
            self.remove_output(&reaped).await;
        }
        if ticks.ends_jobs() {
            let ended = self.tolerate("ending jobs", self.runner.queue.end_done().await)?;
            if ended.is_some_and(|jobs| jobs > 0) {
                self.announce();
            }
        }
        self.tolerate("stopping pieces", self.stop_pieces(leased).await)?;
        self.tolerate("reporting", self.report(leased, ticks).await)?;
        self.tolerate("looking for idle threads", self.look_for_idle(leased).await)?;
        if ticks.renews() && !leased.is_empty() {
            let lost = self.runner.queue.renew(&leased.leases().collect::<Vec<_>>()).await?;
            lost.iter().for_each(|_| self.meters.lost.increment());
            leased.stop(|lease| lost.contains(lease));
        }
        Ok(())
    }

    /// Records that this worker is alive: regularly, and when it becomes idle or has something to do again.
    async fn report(&self, leased: &mut LeasedPieces, ticks: &Ticks) -> Result<(), JobError> {
        let idle = self.runner.threads.saturating_sub(leased.running.len() + leased.waiting.len());
        if leased.reported_idle.map(|idle| idle > 0) != Some(idle > 0) || ticks.reports() {
            self.workers.report(self.runner.threads, idle).await?;
            leased.reported_idle = Some(idle);
        }
        Ok(())
    }

    /// Finds out for which of the running pieces idle threads of other workers wait, if no piece is ready.
    ///
    /// All workers make the same choice, so that not each of them divides a piece for the same thread.
    async fn look_for_idle(&self, leased: &mut LeasedPieces) -> Result<(), JobError> {
        leased.asked.clear();
        if leased.running.values().all(|piece| piece.weight.is_none()) {
            return Ok(());
        }
        let idle = self.workers.live().await?.idle_threads as usize;
        let of_others = idle.saturating_sub(leased.reported_idle.unwrap_or_default());
        if of_others == 0 || self.runner.queue.has_ready().await? {
            return Ok(());
        }
        let heaviest = self.runner.queue.heaviest(of_others).await?;
        let threads = distribute(of_others, heaviest.len());
        leased.asked = heaviest.into_iter().zip(threads).collect();
        Ok(())
    }

    /// Displaces a piece if a client waits that no thread works for, and that there is no memory for.
    async fn displace(&self, leased: &LeasedPieces) -> Result<(), JobError> {
        if leased.is_full || leased.has_room(self.runner.threads) {
            return Ok(());
        }
        if let Some(is_first) = self.runner.queue.waits_for_first(&leased.clients()).await? {
            leased.displace(self.runner.threads, self.runner.piece_time, is_first, Instant::now());
        }
        Ok(())
    }

    /// Stops the pieces of jobs that are cancelled or have ended, and forgets their requests.
    async fn stop_pieces(&self, leased: &mut LeasedPieces) -> Result<(), JobError> {
        let requests = &self.runner.requests;
        let jobs: HashSet<_> = leased.leases().map(|lease| lease.job).chain(requests.jobs()).collect();
        if jobs.is_empty() {
            return Ok(());
        }
        let stopped = self.jobs.stopped(&jobs).await?;
        requests.remove(&stopped);
        let waiting = leased.stop(|lease| stopped.contains(&lease.job));
        if waiting.is_empty() { Ok(()) } else { self.runner.queue.release(&waiting).await }
    }

    /// Runs a piece and records how it ended.
    async fn run_piece(&self, claimed: Claimed, signals: PieceSignals) {
        let running = self.meters.running.enter();
        let lease = claimed.lease;
        pass(AbortPoint::Claimed).await;
        let begun = Instant::now();
        let outcome = self.runner.run(&claimed, signals).await;
        self.meters.times.observe_piece(&claimed.job, begun.elapsed());
        pass(AbortPoint::Written).await;
        drop(running);
        let recorded = match &outcome {
            Ok(result) => self.runner.queue.complete(&lease, result).await,
            Err(PieceError::Stopped) => {
                self.runner.queue.release(&[lease]).await.map(|()| Completion::Counted)
            }
            Err(PieceError::Invalid(failure)) => self.runner.queue.fail(&lease, failure).await,
            Err(PieceError::Failed(detail)) => self.runner.queue.retry(&lease, detail).await,
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
    async fn remove_output(&self, leases: &[PieceLease]) {
        let plans = leases.iter().filter(|lease| lease.no == 0);
        let framed = plans.map(|lease| framed_path(lease.job, lease.epoch));
        let results = leases.iter().map(|lease| result_path(lease.job, lease.no, lease.epoch));
        let removed = self.runner.objects.remove(results.chain(framed).collect()).await;
        self.check("removing the objects of attempts that do not count", removed);
    }
}
