//! Admission of questions, batches and solution streams.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::watch;

use super::background::{Background, ShortTask};
use super::batch::{BatchStream, Closing};
use super::chunk::Batch;
use super::codec::{BatchCodec, ChunkSource, SolutionEncoder};
use super::limits::StartedLimits;
use super::meters::Meters;
use super::parts::SplitSearch;
use super::permits::{Capacity, Permit, PermitKind, Permits};
use super::question::{DispatchError, Reply, SolutionsQuery};
use super::running::SearchNumbers;
use super::scheduler::{Queue, Scheduler};
use super::search::Answerable;
use super::search_pool::SearchPools;
use super::share::{ClientId, SharedResource};
use super::shed::ShedReason;
use super::slot::TaskHandle;
use super::solutions::SolutionStream;
use super::solve::{LateReply, LateSolve, SolveTask, UnbuiltSolve};
use super::subject::Subject;
use super::task::Task;
use super::time::Instant;

/// Idle searches in a pool, per thread.
const SEARCHES_PER_THREAD: usize = 2;

/// Runs questions, batches and solution streams on solver threads, within [`Capacity`]. Clones share the permits.
#[derive(Clone, Debug)]
pub struct Dispatcher {
    shared: Arc<DispatcherState>,
}

/// Reply to a question.
type Replied<Q> = Result<Reply<<Q as Answerable>::Answer>, DispatchError>;

/// State that clones share.
#[derive(Debug)]
struct DispatcherState {
    pools: Arc<SearchPools>,
    permits: Permits,
    scheduler: Scheduler,
    output_buffer_bytes: usize,
    meters: Arc<Meters>,
    draining: AtomicBool,
    closing: watch::Sender<Closing>,
}

/// Question that was begun.
enum Begun<'a, Q: Answerable> {
    Answered(Reply<Q::Answer>),
    /// In a box, because a search is large: the future of each request would have its size.
    Searching(BoxFuture<'a, Replied<Q>>),
}

impl Dispatcher {
    /// Creates a dispatcher. It must be used on a runtime whose blocking pool has `capacity.threads` threads: turns wait
    /// in the queue of that pool.
    pub fn new(capacity: Capacity, meters: Meters) -> Self {
        let (permits, meters) = (Permits::new(&capacity), Arc::new(meters));
        let shared = DispatcherState {
            pools: Arc::new(SearchPools::new(SEARCHES_PER_THREAD * capacity.threads)),
            scheduler: Scheduler::new(&capacity, permits.clone(), Arc::clone(&meters)),
            permits,
            output_buffer_bytes: capacity.output_buffer_bytes,
            meters,
            draining: AtomicBool::new(false),
            closing: watch::Sender::new(Closing::Open),
        };
        Self { shared: Arc::new(shared) }
    }

    /// Answers a question by the deadline of its limits.
    ///
    /// A reached limit or a shutdown gives a partial answer. The call itself makes the deductions of a small grid; if they suffice, the
    /// future is ready. Dropping the future cancels the work: at once if it is queued, otherwise at the next node or once the links
    /// are built.
    ///
    /// # Errors
    /// [`DispatchError::Shed`] at once if the queue is full, for all or for this client, or if the expected wait is too
    /// long; if the question does wait too long; or after its first turn if it is slow and the slow queue is full.
    pub async fn run<Q: Answerable>(
        &self,
        client: ClientId,
        question: Q,
        limits: StartedLimits,
    ) -> Replied<Q> {
        self.run_with_numbers(client, question, limits, None).await
    }

    /// Answers a question as [`run`](Self::run) does. The search writes its numbers.
    pub(super) async fn run_with_numbers<Q: Answerable>(
        &self,
        client: ClientId,
        question: Q,
        limits: StartedLimits,
        numbers: Option<Arc<SearchNumbers>>,
    ) -> Replied<Q> {
        match self.begin(client, question, limits, numbers)? {
            Begun::Answered(reply) => Ok(reply),
            Begun::Searching(search) => search.await,
        }
    }

    /// Makes the deductions of a small grid, which is cheaper than a switch to a solver thread. If they do not suffice, admits the search. Any
    /// other search is built on a solver thread.
    fn begin<Q: Answerable>(
        &self,
        client: ClientId,
        question: Q,
        limits: StartedLimits,
        numbers: Option<Arc<SearchNumbers>>,
    ) -> Result<Begun<'_, Q>, DispatchError> {
        let (begun, solutions_max) = (Instant::now(), question.solutions_max());
        let pools = Arc::clone(&self.shared.pools);
        let runs_inline = question.runs_inline();
        let unbuilt = UnbuiltSolve { pools, question, limits, numbers };
        if !runs_inline {
            let permit = self.admit(client)?;
            return Ok(Begun::Searching(Box::pin(self.run_unbuilt(unbuilt, solutions_max, permit))));
        }
        let mut solve = unbuilt.build();
        let deduced = if solve.has_ended() { Poll::Pending } else { solve.run_inline(begun) };
        let worked = begun.elapsed();
        self.shared.meters.worked.add(worked);
        if deduced.is_ready() || solve.has_ended() {
            return Ok(Begun::Answered(solve.finish_unqueued(None, worked)?));
        }
        let permit = match self.admit(client) {
            Ok(permit) => permit,
            Err(shed) => {
                solve.release();
                return Err(shed);
            }
        };
        Ok(Begun::Searching(Box::pin(async move {
            if limits.limits().threads.get() == 1 {
                return self.run_task(solve, permit).await?.map_err(DispatchError::from);
            }
            self.run_split(solve, solutions_max, permit).await
        })))
    }

    /// Builds and runs an admitted search. Dropping the future cancels it.
    async fn run_unbuilt<Q: Answerable>(
        &self,
        unbuilt: UnbuiltSolve<Q>,
        solutions_max: NonZeroU64,
        permit: Permit,
    ) -> Replied<Q> {
        if unbuilt.limits.limits().threads.get() == 1 {
            let client = permit.client();
            let replied = match self.run_task(LateSolve::new(unbuilt), permit).await? {
                LateReply::Ended(replied) => replied,
                LateReply::Lost => return Err(DispatchError::WorkLost),
                LateReply::Unbuilt(unbuilt, interruption) => {
                    let finish = move || unbuilt.build().finish(interruption, Duration::ZERO);
                    self.compute_part(client, finish).await?
                }
            };
            return replied.map_err(DispatchError::from);
        }
        let solve = self.compute_part(permit.client(), move || unbuilt.build()).await?;
        if solve.has_ended() {
            return Ok(solve.finish_unqueued(None, Duration::ZERO)?);
        }
        self.run_split(solve, solutions_max, permit).await
    }

    /// Runs an admitted search on several threads. Dropping the future cancels it.
    async fn run_split<Q: Answerable>(
        &self,
        solve: SolveTask<Q>,
        solutions_max: NonZeroU64,
        permit: Permit,
    ) -> Replied<Q> {
        let mut cancelled = self.shared.meters.cancelled.increment_on_drop();
        let reply = SplitSearch::run(&self.shared.scheduler, solve, solutions_max, permit).await;
        cancelled.disarm();
        reply
    }

    /// Returns the permit for a question that needs a solver thread.
    fn admit(&self, client: ClientId) -> Result<Permit, DispatchError> {
        let DispatcherState { permits, scheduler, meters, .. } = &*self.shared;
        let permit = permits.try_acquire(client, PermitKind::Question).map_err(|error| {
            meters.shed(error.reason(SharedResource::Questions), scheduler.expected_wait(client))
        })?;
        scheduler.check_wait(client).map_err(|expected| meters.shed(ShedReason::Wait, expected))?;
        Ok(permit)
    }

    /// Runs an admitted task. Dropping the future cancels it.
    async fn run_task<T: Task>(&self, task: T, permit: Permit) -> Result<T::Output, DispatchError> {
        let mut cancelled = self.shared.meters.cancelled.increment_on_drop();
        let mut task = TaskHandle::submit_fresh(&self.shared.scheduler, task, permit);
        let result = task.result().await;
        cancelled.disarm();
        result
    }

    /// Starts a batch with its [`stream_permit`](Self::stream_permit). Pauses its input while the output budget is exhausted.
    pub fn batch<C: BatchCodec>(
        &self,
        permit: Permit,
        codec: C,
        source: impl ChunkSource<C::Chunk>,
    ) -> BatchStream<C> {
        let batch = Batch {
            codec,
            client: permit.client(),
            permits: self.shared.permits.for_batch(),
            scheduler: self.shared.scheduler.clone(),
            pools: Arc::clone(&self.shared.pools),
            output_bytes: watch::Sender::new(0),
            numbers: SearchNumbers::default(),
        };
        let closing = self.shared.closing.subscribe();
        BatchStream::begin(
            batch,
            source,
            self.shared.output_buffer_bytes,
            closing,
            permit,
            &self.shared.meters.cancelled,
        )
    }

    /// Runs a computation of some milliseconds at most, such as the reading of a long body, admitted and in turn like a question. Dropping
    /// the future cancels it unless it has begun.
    ///
    /// # Errors
    /// [`DispatchError::Shed`] as for a question, [`DispatchError::WorkLost`] if it panicked.
    pub fn compute<T: Send + 'static>(
        &self,
        client: ClientId,
        compute: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, DispatchError>> + Send + 'static {
        let dispatcher = self.clone();
        let (task, mut result) = ShortTask::new(compute);
        async move {
            let permit = dispatcher.admit(client)?;
            dispatcher.run_task(task, permit).await?;
            result.try_recv().map_err(|_| DispatchError::WorkLost)
        }
    }

    /// Runs a computation of a millisecond at most for a response that is bounded by other means, in turn with streams. Needs no permit.
    /// Dropping the future cancels it unless it has begun.
    ///
    /// # Errors
    /// [`DispatchError::WorkLost`] if it panicked.
    pub async fn compute_part<T: Send + 'static>(
        &self,
        client: ClientId,
        compute: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, DispatchError> {
        let (task, mut result) = ShortTask::new(compute);
        TaskHandle::submit(&self.shared.scheduler, Queue::Stream, client, task).result().await?;
        result.try_recv().map_err(|_| DispatchError::WorkLost)
    }

    /// Runs a computation to its end, in turn with streams. Needs no permit. Dropping the future cancels it.
    ///
    /// # Errors
    /// [`DispatchError::WorkLost`] if it panicked.
    pub async fn run_background<B: Background>(&self, client: ClientId, work: B) -> Result<B, DispatchError> {
        TaskHandle::submit(&self.shared.scheduler, Queue::Stream, client, work).result().await
    }

    /// Starts a stream of solutions.
    ///
    /// # Errors
    /// [`DispatchError::Shed`], at once.
    pub fn solutions<W: SolutionEncoder>(
        &self,
        client: ClientId,
        query: SolutionsQuery<W::Subject>,
        limits: StartedLimits,
        encoder: W,
    ) -> Result<SolutionStream<W>, DispatchError> {
        let permit = self.stream_permit(client)?;
        let large = query.subject.is_large().then(|| self.large_permit(client)).transpose()?;
        let permits = (permit, large);
        let (scheduler, cancelled) = (self.shared.scheduler.clone(), &self.shared.meters.cancelled);
        Ok(SolutionStream::new(scheduler, query, limits, encoder, permits, cancelled))
    }

    /// Returns a permit for a batch or a stream of solutions.
    ///
    /// # Errors
    /// [`DispatchError::Shed`], at once.
    pub fn stream_permit(&self, client: ClientId) -> Result<Permit, DispatchError> {
        let DispatcherState { permits, meters, .. } = &*self.shared;
        permits.try_acquire(client, PermitKind::Stream).map_err(|error| {
            let expected = permits.expected_release(PermitKind::Stream, error);
            meters.shed(error.reason(SharedResource::Streams), expected)
        })
    }

    /// Returns a permit for a stream of the events of a job.
    ///
    /// # Errors
    /// [`DispatchError::Shed`], at once.
    pub fn event_stream_permit(&self, client: ClientId) -> Result<Permit, DispatchError> {
        let DispatcherState { permits, meters, .. } = &*self.shared;
        permits
            .try_acquire(client, PermitKind::Events)
            .map_err(|error| meters.shed(error.reason(SharedResource::EventStreams), Duration::ZERO))
    }

    /// Returns a permit for a stream of solutions whose search takes much memory.
    fn large_permit(&self, client: ClientId) -> Result<Permit, DispatchError> {
        let DispatcherState { permits, meters, .. } = &*self.shared;
        permits.try_acquire(client, PermitKind::SlowLarge).map_err(|error| {
            let expected = permits.expected_release(PermitKind::SlowLarge, error);
            meters.shed(error.reason(SharedResource::LargeQuestions), expected)
        })
    }

    /// Makes the service not ready, so that load balancers stop routing to it. New work is still accepted.
    pub fn drain(&self) {
        self.shared.draining.store(true, Ordering::Relaxed);
    }

    /// Returns whether the service is ready for new work.
    pub fn is_ready(&self) -> bool {
        !self.shared.draining.load(Ordering::Relaxed)
    }

    /// Stops reading the input of batches, unless its end is known. Entries already read are answered.
    pub fn close(&self) {
        self.drain();
        self.shared.closing.send_replace(Closing::Closed);
    }

    /// Waits for [`close`](Self::close).
    pub fn closed(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut closing = self.shared.closing.subscribe();
        async move {
            // An error means that the dispatcher is gone.
            let _ = closing.wait_for(|closing| *closing >= Closing::Closed).await;
        }
    }

    /// Ends all tasks within a slice, with partial answers.
    pub fn stop(&self) {
        self.shared.closing.send_replace(Closing::Stopped);
        self.shared.scheduler.shut_down();
    }

    /// Returns the expected time until all questions that wait now have had their first turn.
    pub fn expected_wait(&self) -> Duration {
        self.shared.scheduler.expected_wait_for_all()
    }

    /// Returns for how many further questions there are permits now.
    pub fn free_permits(&self) -> usize {
        self.shared.permits.free(PermitKind::Question)
    }

    /// Returns how many further questions fit into the slow queue now.
    pub fn free_slow_permits(&self) -> usize {
        self.shared.permits.free(PermitKind::Slow)
    }

    /// Returns how many further batches and solution streams would be admitted now.
    pub fn free_streams(&self) -> usize {
        self.shared.permits.free(PermitKind::Stream)
    }

    /// Returns how many further event streams would be admitted now.
    pub fn free_event_streams(&self) -> usize {
        self.shared.permits.free(PermitKind::Events)
    }

    /// Returns the largest numbers of questions, streams, event streams, slow questions and large slow questions of one client.
    pub fn most_held(&self) -> [(SharedResource, usize); 5] {
        [
            (SharedResource::Questions, PermitKind::Question),
            (SharedResource::Streams, PermitKind::Stream),
            (SharedResource::EventStreams, PermitKind::Events),
            (SharedResource::SlowQuestions, PermitKind::Slow),
            (SharedResource::LargeQuestions, PermitKind::SlowLarge),
        ]
        .map(|(resource, work)| (resource, self.shared.permits.most_held(work)))
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use futures_util::FutureExt;
    use quadrille_exact_cover::{Cover, CoverAnswer, Item, Problem, StopReason, Verdict};
    use tokio::task::yield_now;

    use super::*;
    use crate::service::Interruption;
    use crate::service::limits::Limits;
    use crate::service::solvable::Question;
    use crate::service::subject::CoverProblem;

    const HOUR: Duration = Duration::from_secs(3600);

    const CAPACITY: Capacity = Capacity {
        threads: 4,
        slow_threads: 3,
        queue_length: 4,
        queue_wait_max: HOUR,
        slow_queue_length: 4,
        slow_large_max: 4,
        first_slice: Duration::from_millis(5),
        streams_max: 0,
        event_streams_max: 0,
        output_buffer_bytes: 0,
        share_percent: 100,
    };

    /// Queens on an n x n board: one in each row and column, at most one in each diagonal.
    fn queens(n: u32) -> CoverProblem {
        let diagonals = 2 * n - 1;
        let mut problem = Problem::new(2 * n as usize, 2 * diagonals as usize).expect("few items");
        for (row, column) in (0..n * n).map(|cell| (cell / n, cell % n)) {
            let (rising, falling) = (row + column, row + n - 1 - column);
            let items = [row, n + column, 2 * n + rising, 2 * n + diagonals + falling];
            problem.add_option(items.map(Item)).expect("valid option");
        }
        Arc::new(problem)
    }

    struct Service {
        dispatcher: Dispatcher,
        meters: Meters,
    }

    impl Service {
        fn new(capacity: Capacity) -> Self {
            let meters = Meters::default();
            Self { dispatcher: Dispatcher::new(capacity, meters.clone()), meters }
        }

        async fn run(
            &self,
            problem: &CoverProblem,
            solutions_max: u64,
            nodes: Option<u64>,
            threads: usize,
        ) -> Result<CoverAnswer, DispatchError> {
            let solutions_max = NonZeroU64::new(solutions_max).expect("positive");
            let question = Question::new(Arc::clone(problem), solutions_max);
            let threads = NonZeroUsize::new(threads).expect("positive");
            let limits = Limits { time: HOUR, nodes: nodes.and_then(NonZeroU64::new), threads };
            let reply = self.dispatcher.run(ClientId::SHARED, question, limits.start()).await?;
            assert_eq!(self.free_permits(), [8, 4], "permits are free before the reply");
            Ok(reply.answer)
        }

        fn free_permits(&self) -> [usize; 2] {
            [self.dispatcher.free_permits(), self.dispatcher.free_slow_permits()]
        }
    }

    /// Verdict, count, stop reason and nodes.
    fn found(answer: &CoverAnswer) -> (&Verdict<Cover>, u64, StopReason, u64) {
        (&answer.verdict, answer.count, answer.stop_reason, answer.stats.map_or(0, |stats| stats.nodes))
    }

    #[tokio::test]
    async fn answer_is_that_of_one_thread() {
        let problem = queens(12);
        let alone = Service::new(CAPACITY).run(&problem, 1_000_000, None, 1).await.expect("an answer");
        assert_eq!((alone.count, alone.stop_reason), (14_200, StopReason::Complete));
        for threads in [2, 3, 7] {
            let service = Service::new(CAPACITY);
            let answer = service.run(&problem, 1_000_000, None, threads).await.expect("an answer");
            assert_eq!(found(&answer), found(&alone));
        }
    }

    #[tokio::test]
    async fn solution_limit_bounds_the_sum() {
        let problem = queens(12);
        for limit in [1, 2, 1_000, 14_199, 14_200, 14_201] {
            let answer = Service::new(CAPACITY).run(&problem, limit, None, 3).await.expect("an answer");
            let alone = Service::new(CAPACITY).run(&problem, limit, None, 1).await.expect("an answer");
            assert_eq!((answer.count, answer.stop_reason), (alone.count, alone.stop_reason), "{limit}");
            assert_eq!(answer.verdict, alone.verdict);
        }
    }

    #[tokio::test]
    async fn node_limit_bounds_the_sum_and_allows_the_last_node() {
        let problem = queens(12);
        let alone = Service::new(CAPACITY).run(&problem, 1_000_000, None, 1).await.expect("an answer");
        let nodes = alone.stats.expect("statistics").nodes;
        for limit in [1_000, nodes / 2, nodes - 1, nodes] {
            let answer =
                Service::new(CAPACITY).run(&problem, 1_000_000, Some(limit), 3).await.expect("an answer");
            let expected = if limit < nodes { StopReason::Interrupted } else { StopReason::Complete };
            assert_eq!((answer.stop_reason, answer.stats.map(|stats| stats.nodes)), (expected, Some(limit)));
        }
    }

    #[tokio::test]
    async fn question_without_further_permits_goes_on_alone() {
        let capacity = Capacity { slow_queue_length: 1, ..CAPACITY };
        let service = Service::new(capacity);
        let question = Question::new(queens(12), NonZeroU64::MAX);
        let threads = NonZeroUsize::new(3).expect("positive");
        let limits = Limits { time: HOUR, nodes: None, threads }.start();
        let reply = service.dispatcher.run(ClientId::SHARED, question, limits).await.expect("a reply");
        assert_eq!((reply.answer.count, service.meters.joined.get()), (14_200, 0));
        assert_eq!(service.free_permits(), [8, 1]);
        assert_eq!(service.meters.shed.counter(ShedReason::Full(SharedResource::SlowQuestions)).get(), 0);
    }

    #[tokio::test]
    async fn computation_is_admitted_and_runs_in_turn() {
        let capacity = Capacity { threads: 1, slow_threads: 1, queue_length: 1, ..CAPACITY };
        let service = Service::new(capacity);
        let (release, released) = std::sync::mpsc::channel::<()>();
        let (begin, begun) = tokio::sync::oneshot::channel();
        let first = service.dispatcher.compute(ClientId::SHARED, move || {
            begin.send(()).expect("the test waits");
            released.recv()
        });
        let mut first = std::pin::pin!(first);
        // Polled, so that it is admitted.
        tokio::select! {
            _ = &mut first => panic!("it waits"),
            result = begun => result.expect("it runs"),
        }
        let mut second = std::pin::pin!(service.dispatcher.compute(ClientId::SHARED, || 2));
        assert!((&mut second).now_or_never().is_none(), "the thread is taken");
        let refused = service.dispatcher.compute(ClientId::SHARED, || 3).await;
        let full = ShedReason::Full(SharedResource::Questions);
        assert!(matches!(refused, Err(DispatchError::Shed(shed)) if shed.reason() == full), "{refused:?}");
        release.send(()).expect("the first one waits");
        assert_eq!((first.await, second.await), (Ok(Ok(())), Ok(2)));
        assert_eq!(service.free_permits(), [2, 4]);
        let panicked: Result<(), _> = service.dispatcher.compute(ClientId::SHARED, || panic!("a bug")).await;
        assert_eq!(panicked, Err(DispatchError::WorkLost));
    }

    #[tokio::test]
    async fn shutdown_and_cancellation_end_all_tasks() {
        // Counting these takes hours.
        let problem = queens(20);
        let service = Service::new(CAPACITY);
        let run = async || {
            let question = Question::new(Arc::clone(&problem), NonZeroU64::MAX);
            let threads = NonZeroUsize::new(3).expect("positive");
            let limits = Limits { time: HOUR, nodes: None, threads }.start();
            service.dispatcher.run(ClientId::SHARED, question, limits).await
        };
        let all_work = async || {
            while service.meters.joined.get() < 2 {
                yield_now().await;
            }
        };
        tokio::select! {
            reply = run() => panic!("{reply:?}"),
            () = all_work() => {}
        }
        while service.free_permits() != [8, 4] {
            yield_now().await;
        }
        assert_eq!(service.meters.cancelled.get(), 1);
        let stop = async {
            while service.meters.joined.get() < 4 {
                yield_now().await;
            }
            service.dispatcher.stop();
        };
        let (reply, ()) = tokio::join!(run(), stop);
        let Reply { answer, interruption, .. } = reply.expect("a partial answer");
        assert_eq!(interruption, Some(Interruption::Shutdown));
        assert!(answer.count > 0 && service.free_permits() == [8, 4]);
    }
}
