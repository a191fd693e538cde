//! Answers that are kept, because what is proved of a puzzle stays true.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::dispatcher::Dispatcher;
use super::limits::Limits;
use super::question::{DispatchError, Question, Reply};
use crate::sudoku::Answer;

/// What an entry takes besides its cells: the answer itself, the lists it points to, and its place in the cache. Of
/// these the cache has twice as many as entries at times, since its tables grow by doubling.
const ENTRY_BYTES: u64 = 512;

/// The bytes of an answer to a 9x9, by which the tables of the cache are laid out.
const USUAL_BYTES: u64 = ENTRY_BYTES + 3 * 81;

/// All that makes two questions the same: size, width of a box, whether stats are wanted, solutions looked for, cells.
type Key = Box<[u8]>;

/// Asks a dispatcher what it does not remember itself. Clones share the memory.
///
/// Two questions are the same where grid, box and number of solutions looked for are, however they were written and
/// whatever limits they have. An answer is kept where asking again could bring nothing new ([`Answer::is_final`]): never
/// after a limit of time or nodes, never after an error. It is given only where the limit on nodes would have allowed
/// to find it. Its `stats` are those of the search that found it; queue and solving times are zero, as nobody
/// waited and nothing was solved.
#[derive(Clone, Debug)]
pub struct CachedDispatcher {
    dispatcher: Dispatcher,
    answers: Option<Arc<Answers>>,
}

/// What became of questions, and what is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheMeters {
    /// Questions answered from memory.
    pub hits: u64,
    /// Questions that had to be asked.
    pub misses: u64,
    /// Answers kept at this moment.
    pub entries: u64,
    /// Bytes they are taken to need.
    pub bytes: u64,
}

#[derive(Debug)]
struct Answers {
    kept: Cache<Key, Arc<Answer>, ByBytes>,
    hits: AtomicU64,
    misses: AtomicU64,
}

#[derive(Clone, Debug)]
struct ByBytes;

impl Weighter<Key, Arc<Answer>> for ByBytes {
    fn weight(&self, key: &Key, answer: &Arc<Answer>) -> u64 {
        let cells: usize =
            answer.verdict.witnesses().iter().map(|solution| solution.grid().cells().len()).sum();
        ENTRY_BYTES + (key.len() + cells) as u64
    }
}

impl CachedDispatcher {
    /// Asks this dispatcher, and keeps answers of up to `bytes_max` bytes in all; with 0 none.
    pub fn new(dispatcher: Dispatcher, bytes_max: u64) -> Self {
        Self { dispatcher, answers: (bytes_max > 0).then(|| Arc::new(Answers::new(bytes_max))) }
    }

    /// Answers from memory, or as [`Dispatcher::run`] does.
    ///
    /// # Errors
    /// Those of [`Dispatcher::run`].
    pub async fn run(&self, question: Question) -> Result<Reply, DispatchError> {
        let Some(answers) = &self.answers else { return self.dispatcher.run(question).await };
        let limits = self.dispatcher.limits(question.limits);
        let key = key(&question);
        if let Some(answer) = answers.find(&key, limits) {
            return Ok(Reply { answer, limits, queued: Duration::ZERO, solving: Duration::ZERO });
        }
        let reply = self.dispatcher.run(question).await?;
        answers.keep(key, &reply.answer);
        Ok(reply)
    }

    /// What became of questions so far; zeros where nothing is kept.
    pub fn meters(&self) -> CacheMeters {
        self.answers.as_ref().map(|answers| answers.meters()).unwrap_or_default()
    }
}

impl Answers {
    fn new(bytes_max: u64) -> Self {
        let usual = usize::try_from(bytes_max / USUAL_BYTES).unwrap_or(usize::MAX).max(1);
        Self {
            kept: Cache::with_weighter(usual, bytes_max, ByBytes),
            hits: AtomicU64::default(),
            misses: AtomicU64::default(),
        }
    }

    fn find(&self, key: &Key, limits: Limits) -> Option<Answer> {
        let kept = self.kept.get(key);
        let found = kept.filter(|answer| {
            limits.nodes.is_none_or(|most| answer.stats.is_some_and(|stats| stats.nodes <= most.get()))
        });
        let meter = if found.is_some() { &self.hits } else { &self.misses };
        meter.fetch_add(1, Ordering::Relaxed);
        found.map(|answer| Answer::clone(&answer))
    }

    fn keep(&self, key: Key, answer: &Answer) {
        // A contradiction between clues is seen at once, every time, and the list of conflicts may be long.
        if answer.is_final() && answer.conflicts.is_empty() {
            self.kept.insert(key, Arc::new(answer.clone()));
        }
    }

    fn meters(&self) -> CacheMeters {
        CacheMeters {
            hits: self.hits.load(Ordering::Relaxed),
            misses: self.misses.load(Ordering::Relaxed),
            entries: self.kept.len() as u64,
            bytes: self.kept.weight(),
        }
    }
}

fn key(question: &Question) -> Key {
    let geometry = question.puzzle.geometry();
    // No size is larger than 36, so that every number but the last fits into a byte.
    let byte = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
    let stats = u8::from(question.wants_stats);
    let head = [byte(geometry.size()), byte(geometry.box_shape().width), stats];
    let limit = question.solutions_max.get().to_le_bytes();
    let cells = question.puzzle.clues().cells().iter().map(|digit| digit.map_or(0, |d| byte(d.value())));
    head.into_iter().chain(limit).chain(cells).collect()
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use super::*;
    use crate::service::dispatcher::{Capacity, Policies};
    use crate::service::limits::{AskedLimits, LimitsPolicy};
    use crate::service::meters::Meters;
    use crate::sudoku::notation::parse_line;
    use crate::sudoku::{BoxShape, Geometry, Puzzle};

    const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    const CAPACITY: Capacity = Capacity {
        threads: 1,
        slow_threads: 1,
        queue_length: 1,
        slow_lane: 1,
        slow_lane_large: 1,
        first_slice: Duration::from_millis(5),
        streams: 0,
        output_buffer_bytes: 0,
    };

    fn service(bytes_max: u64) -> CachedDispatcher {
        let policy = LimitsPolicy {
            time_default: Duration::from_secs(20),
            time_max: Duration::from_secs(20),
            nodes_max: None,
        };
        let dispatcher =
            Dispatcher::new(CAPACITY, Policies { single: policy, batch: policy }, Meters::default());
        CachedDispatcher::new(dispatcher, bytes_max)
    }

    fn question(line: &str, (width, height): (usize, usize), solutions_max: u64, nodes: u64) -> Question {
        let (clues, _) = parse_line(line, &mut |_| ()).expect("a line");
        let geometry = Geometry::new(clues.size(), BoxShape { width, height }).expect("a geometry");
        Question {
            puzzle: Puzzle::new(geometry, clues).expect("a puzzle"),
            solutions_max: NonZeroU64::new(solutions_max).expect("not 0"),
            limits: AskedLimits { time_ms: None, nodes: NonZeroU64::new(nodes) },
            wants_stats: true,
        }
    }

    async fn hits(service: &CachedDispatcher, question: Question) -> u64 {
        service.run(question).await.expect("a reply");
        service.meters().hits
    }

    #[tokio::test]
    async fn the_same_question_is_answered_from_memory_and_alike() {
        let service = service(1 << 20);
        let first = service.run(question(INKALA, (3, 3), 2, 0)).await.expect("a reply");
        let second = service.run(question(INKALA, (3, 3), 2, 0)).await.expect("a reply");
        assert_eq!(second, Reply { queued: Duration::ZERO, solving: Duration::ZERO, ..first });
        let CacheMeters { hits, misses, entries, bytes } = service.meters();
        assert_eq!((hits, misses, entries), (1, 1, 1));
        assert!(bytes > 0 && bytes < 2048, "{bytes}");
    }

    #[tokio::test]
    async fn another_number_box_or_grid_is_another_question() {
        let service = service(1 << 20);
        let six = "1".to_owned() + &".".repeat(35);
        for (line, sides, solutions_max) in [
            (INKALA, (3, 3), 2),
            (INKALA, (3, 3), 1),
            (&INKALA.replace('8', "7"), (3, 3), 2),
            (&*six, (3, 2), 2),
            (&*six, (2, 3), 2),
        ] {
            assert_eq!(hits(&service, question(line, sides, solutions_max, 0)).await, 0, "{line} {sides:?}");
        }
    }

    #[tokio::test]
    async fn what_a_limit_cut_short_is_not_kept_and_a_limit_is_kept_to() {
        let service = service(1 << 20);
        let limited = || question(INKALA, (3, 3), 2, 1);
        assert_eq!(hits(&service, limited()).await, 0);
        assert_eq!(service.meters().entries, 0);
        let unlimited = service.run(question(INKALA, (3, 3), 2, 0)).await.expect("a reply");
        let nodes = unlimited.answer.stats.expect("they are wanted").nodes;
        assert!(nodes > 1);
        let answer = service.run(limited()).await.expect("a reply").answer;
        assert!(!answer.is_final(), "with one node it cannot be told");
        assert_eq!(service.meters().hits, 0);
        assert_eq!(hits(&service, question(INKALA, (3, 3), 2, nodes)).await, 1);
    }

    #[tokio::test]
    async fn the_bytes_kept_are_bounded() {
        let service = service(10_000);
        for number in 0..200 {
            let line = format!("{number:0>16}").replace(['5', '6', '7', '8', '9'], ".").replace('0', ".");
            service.run(question(&line, (2, 2), 3, 0)).await.expect("a reply");
        }
        let CacheMeters { entries, bytes, .. } = service.meters();
        assert!(entries > 0 && bytes <= 10_000, "{entries} entries, {bytes} bytes");
    }

    #[tokio::test]
    async fn with_no_bytes_nothing_is_kept_or_counted() {
        let service = service(0);
        hits(&service, question(INKALA, (3, 3), 2, 0)).await;
        assert_eq!(hits(&service, question(INKALA, (3, 3), 2, 0)).await, 0);
        assert_eq!(service.meters(), CacheMeters::default());
    }
}
