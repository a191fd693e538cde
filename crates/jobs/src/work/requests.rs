//! Requests of jobs, as a worker keeps them parsed for the pieces that follow.

use std::collections::HashSet;
use std::mem;
use std::sync::Arc;

use parking_lot::Mutex;
use quadrille_answers::kinds::Generate;
use quadrille_answers::wire::{ProblemBounds, RequestOf, read_json};
use quadrille_sudoku::unstable::AnyProblem;
use tokio::sync::OnceCell;

use super::cubes::counted_problem;
use super::list_cubes::ListedProblem;
use super::outcome::PieceError;
use super::prove::ProofRequest;
use crate::error::JobError;
use crate::id::JobId;
use crate::spec::JobSpec;

/// Maximum number of requests that a worker keeps. It asks regularly whether their jobs have ended.
const REQUESTS_MAX: usize = 16;

/// Maximum memory of these requests in bytes. An exact cover problem with its names takes up to 6 MiB.
const BYTES_MAX: usize = 6 << 20;

/// Memory of a request about a puzzle: a 36x36 with its candidates.
const PUZZLE_BYTES: usize = 24 << 10;

/// Request of a job whose whole input is one request.
#[derive(Clone, Debug)]
pub(super) enum ParsedRequest {
    /// Counts the solutions of a problem.
    Count(AnyProblem),
    /// Lists the solutions of a problem, up to a number of them.
    Solutions(ListedProblem, Option<u64>),
    /// Proves the number of solutions of a problem.
    Prove(ProofRequest),
    /// Generates puzzles. Its seed belongs to the first one.
    Generate(Arc<RequestOf<Generate>>),
}

impl ParsedRequest {
    /// Parses the input of a job.
    pub(super) fn parse(job: &JobSpec, body: &[u8]) -> Result<Self, PieceError> {
        match *job {
            JobSpec::Lines { .. } => Err(JobError::Corrupt("piece").into()),
            JobSpec::Generate { seed, .. } => {
                let mut request = read_json::<Generate>(body, "", ProblemBounds::MAX)?;
                request.question.seed = seed;
                Ok(Self::Generate(Arc::new(request)))
            }
            JobSpec::Count { subject, .. } => Ok(Self::Count(counted_problem(subject, body)?)),
            JobSpec::Solutions { subject, limit } => {
                Ok(Self::Solutions(ListedProblem::parse(subject, body)?, limit))
            }
            JobSpec::Prove { subject } => Ok(Self::Prove(ProofRequest::parse(subject, body)?)),
        }
    }

    /// Estimated memory in bytes.
    fn bytes(&self) -> usize {
        match self {
            Self::Count(AnyProblem::Cover(problem)) => problem.heap_bytes(),
            Self::Solutions(ListedProblem::Cover(problem, names), _) => {
                problem.heap_bytes() + names.heap_bytes()
            }
            Self::Prove(request) => request.bytes(),
            Self::Count(AnyProblem::Puzzle(_))
            | Self::Solutions(ListedProblem::Puzzle(..), _)
            | Self::Generate(_) => PUZZLE_BYTES,
        }
    }
}

/// Requests that a worker keeps, each until its job ends or others need the memory. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequestCache {
    /// One for each job. The one that was used last is at the end.
    requests: Arc<Mutex<Vec<KeptRequest>>>,
}

/// Request of a job, or the place of one that is parsed now.
#[derive(Clone, Debug)]
struct KeptRequest {
    job: JobId,
    request: Arc<OnceCell<ParsedRequest>>,
}

impl RequestCache {
    /// Returns the request of a job; parses it if the cache does not have it. Several pieces at the same time wait for one of them.
    pub(super) async fn get(
        &self,
        job: JobId,
        parse: impl Future<Output = Result<ParsedRequest, PieceError>>,
    ) -> Result<ParsedRequest, PieceError> {
        let request = self.cell(job).get_or_try_init(|| parse).await.cloned();
        self.shrink();
        request
    }

    /// Returns the cell of a job, as the one that was used last.
    fn cell(&self, job: JobId) -> Arc<OnceCell<ParsedRequest>> {
        let mut requests = self.requests.lock();
        let kept = match requests.iter().position(|kept| kept.job == job) {
            Some(place) => requests.remove(place),
            None => KeptRequest { job, request: Arc::default() },
        };
        requests.push(kept.clone());
        kept.request
    }

    /// Removes what is beyond the bounds: first the requests that were used the longest ago.
    fn shrink(&self) {
        let mut requests = self.requests.lock();
        let mut bytes_left = BYTES_MAX;
        let fits = |kept: &KeptRequest| {
            let bytes = kept.request.get().map_or(0, ParsedRequest::bytes);
            let left = bytes_left.checked_sub(bytes);
            bytes_left = left.unwrap_or(bytes_left);
            left.is_some()
        };
        let from_last = mem::take(&mut *requests).into_iter().rev();
        requests.extend(from_last.filter(fits).take(REQUESTS_MAX));
        requests.reverse();
    }

    /// The jobs of the requests.
    pub(crate) fn jobs(&self) -> Vec<JobId> {
        self.requests.lock().iter().map(|kept| kept.job).collect()
    }

    /// Removes the requests of these jobs.
    pub(crate) fn remove(&self, jobs: &HashSet<JobId>) {
        self.requests.lock().retain(|kept| !jobs.contains(&kept.job));
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;
    use tokio::task::yield_now;

    use super::*;
    use crate::spec::CountSubject;

    const COUNT: JobSpec = JobSpec::Count { subject: CountSubject::ExactCover, limit: None };

    /// Request about a problem with this number of options.
    fn request(options: usize) -> ParsedRequest {
        let body = serde_json::json!({"primary": ["a"], "options": vec![["a"]; options]}).to_string();
        ParsedRequest::parse(&COUNT, body.as_bytes()).expect("a problem")
    }

    async fn keep(cache: &RequestCache, request: &ParsedRequest) -> JobId {
        let job = JobId::random();
        cache.get(job, ready(Ok(request.clone()))).await.expect("a request");
        job
    }

    #[tokio::test]
    async fn pieces_of_a_job_parse_its_request_once() {
        let (cache, job, parsed) = (RequestCache::default(), JobId::random(), AtomicUsize::new(0));
        let get = || {
            cache.get(job, async {
                yield_now().await;
                parsed.fetch_add(1, Ordering::Relaxed);
                Ok(request(1))
            })
        };
        join_all([get(), get(), get()]).await;
        get().await.expect("a request");
        assert_eq!((parsed.load(Ordering::Relaxed), cache.jobs()), (1, vec![job]));
        cache.remove(&HashSet::from([job]));
        get().await.expect("a request");
        assert_eq!(parsed.load(Ordering::Relaxed), 2);
    }

    #[tokio::test]
    async fn request_that_cannot_be_read_is_read_again() {
        let (cache, job) = (RequestCache::default(), JobId::random());
        cache.get(job, ready(Err(PieceError::Failed(String::new())))).await.expect_err("a failure");
        cache.get(job, ready(Ok(request(1)))).await.expect("a request");
    }

    #[tokio::test]
    async fn requests_that_were_used_last_are_kept_within_the_bounds() {
        let (cache, small) = (RequestCache::default(), request(1));
        let mut jobs = Vec::new();
        for _ in 0..REQUESTS_MAX {
            jobs.push(keep(&cache, &small).await);
        }
        let first = jobs.remove(0);
        cache.get(first, ready(Err(PieceError::Stopped))).await.expect("it is kept");
        jobs.push(first);
        jobs.push(keep(&cache, &small).await);
        assert_eq!(cache.jobs(), jobs[1..]);

        let large = request(100_000);
        let fitting = BYTES_MAX / large.bytes();
        assert!((1..REQUESTS_MAX).contains(&fitting), "{} bytes", large.bytes());
        for _ in 0..=fitting {
            keep(&cache, &large).await;
        }
        let kept = cache.jobs();
        assert!(kept.iter().filter(|job| !jobs.contains(job)).count() == fitting, "{kept:?}");
        // One that is larger than the bound is parsed for each piece, and displaces no other one.
        keep(&cache, &request(BYTES_MAX / 16)).await;
        assert_eq!(cache.jobs(), kept);
    }
}
