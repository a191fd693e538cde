//! Cache of final answers.

use std::any::Any;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use quick_cache::sync::Cache;
use quick_cache::{Equivalent, Weighter};

use super::dispatcher::Dispatcher;
use super::limits::{Limits, StartedLimits};
use super::question::{DispatchError, Reply};
use super::running::{RunningQuestion, SearchNumbers};
use super::search::{Answerable, SearchAnswer};
use super::share::ClientId;

/// Bytes of an entry besides its problem and solutions: the answer, its lists, and two slots, because tables grow by doubling.
const ENTRY_BYTES: u64 = 512;

/// Bytes of an entry for a 9x9, used to choose the initial size of the tables.
const USUAL_BYTES: u64 = ENTRY_BYTES + 3 * 81;

/// A [`Dispatcher`] with a cache of answers, which clones share.
///
/// The key is the whole question (the problem, such as rules, clues and candidates, and the options of the question),
/// compared for equality; neither the notation nor the limits. Only final answers that took a search are stored, not errors, conflicts, or answers cut short by a
/// limit of time or nodes. An entry is a hit only if the node limit allows its search. The `stats` of a hit describe
/// the original search; its times are zero.
#[derive(Clone, Debug)]
pub struct CachedDispatcher {
    dispatcher: Dispatcher,
    answers: Option<Arc<AnswerCache>>,
}

/// Counts of lookups, and the size of the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheStats {
    /// Questions answered from the cache.
    pub hits: u64,
    /// Questions not found in the cache.
    pub misses: u64,
    /// Answers in the cache.
    pub entries: u64,
    /// Estimated memory of these answers, in bytes.
    pub bytes: u64,
}

#[derive(Debug)]
struct AnswerCache {
    entries: Cache<CacheKey, CacheEntry, ByBytes>,
    hits: AtomicU64,
    misses: AtomicU64,
}

/// Question of an entry.
#[derive(Clone, Debug)]
struct CacheKey(Arc<dyn StoredQuestion>);

/// Answer of an entry.
#[derive(Clone, Debug)]
struct CacheEntry {
    /// The [`Answerable::Answer`] of its question.
    answer: Arc<dyn Any + Send + Sync>,
    /// Estimated memory of question and answer.
    heap_bytes: usize,
}

/// Question of any type.
trait StoredQuestion: Any + Debug + Send + Sync {
    fn hash_into(&self, state: &mut dyn Hasher);

    fn is_equal(&self, other: &dyn Any) -> bool;
}

impl<Q: Answerable> StoredQuestion for Q {
    fn hash_into(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }

    fn is_equal(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

impl PartialEq for CacheKey {
    fn eq(&self, other: &Self) -> bool {
        let other: &dyn Any = &*other.0;
        self.0.is_equal(other)
    }
}

impl Eq for CacheKey {}

/// Equal to the hash of [`Lookup`].
impl Hash for CacheKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_into(state);
    }
}

/// Question to look up without a copy.
#[derive(Hash)]
struct Lookup<'a, Q>(&'a Q);

impl<Q: Answerable> Equivalent<CacheKey> for Lookup<'_, Q> {
    fn equivalent(&self, key: &CacheKey) -> bool {
        let stored: &dyn Any = &*key.0;
        stored.downcast_ref() == Some(self.0)
    }
}

#[derive(Clone, Debug)]
struct ByBytes;

impl Weighter<CacheKey, CacheEntry> for ByBytes {
    fn weight(&self, _: &CacheKey, entry: &CacheEntry) -> u64 {
        ENTRY_BYTES + entry.heap_bytes as u64
    }
}

impl CachedDispatcher {
    /// Adds a cache of `bytes_max` bytes to a dispatcher; 0 for no cache.
    pub fn new(dispatcher: Dispatcher, bytes_max: u64) -> Self {
        Self { dispatcher, answers: (bytes_max > 0).then(|| Arc::new(AnswerCache::new(bytes_max))) }
    }

    /// Returns the dispatcher without the cache.
    pub fn dispatcher(&self) -> &Dispatcher {
        &self.dispatcher
    }

    /// Answers from the cache, or as [`Dispatcher::run`] does.
    ///
    /// # Errors
    /// As for [`Dispatcher::run`].
    pub fn run<Q: Answerable>(
        &self,
        client: ClientId,
        question: Q,
        limits: StartedLimits,
    ) -> impl Future<Output = Result<Reply<Q::Answer>, DispatchError>> + Send + use<'_, Q> {
        self.run_with_numbers(client, question, limits, None)
    }

    /// Answers as [`run`](Self::run) does if the question may be asked again, and otherwise without the cache.
    ///
    /// # Errors
    /// As for [`Dispatcher::run`].
    pub async fn run_if<Q: Answerable>(
        &self,
        is_repeatable: bool,
        client: ClientId,
        question: Q,
        limits: StartedLimits,
    ) -> Result<Reply<Q::Answer>, DispatchError> {
        if is_repeatable {
            self.run(client, question, limits).await
        } else {
            self.dispatcher.run(client, question, limits).await
        }
    }

    /// Starts a question as [`run`](Self::run) does, and reports its progress.
    pub fn start<Q: Answerable>(
        &self,
        client: ClientId,
        question: Q,
        limits: StartedLimits,
    ) -> RunningQuestion<Q::Answer> {
        let (answers, numbers) = (self.clone(), Arc::new(SearchNumbers::default()));
        let written = Arc::clone(&numbers);
        RunningQuestion::new(numbers, async move {
            answers.run_with_numbers(client, question, limits, Some(written)).await
        })
    }

    async fn run_with_numbers<Q: Answerable>(
        &self,
        client: ClientId,
        question: Q,
        limits: StartedLimits,
        numbers: Option<Arc<SearchNumbers>>,
    ) -> Result<Reply<Q::Answer>, DispatchError> {
        let Some(answers) = &self.answers else {
            return self.dispatcher.run_with_numbers(client, question, limits, numbers).await;
        };
        if let Some(answer) = answers.find(&question, limits.limits()) {
            let (queued, solving) = (Duration::ZERO, Duration::ZERO);
            return Ok(Reply { answer, interruption: None, limits: limits.limits(), queued, solving });
        }
        let reply = self.dispatcher.run_with_numbers(client, question.clone(), limits, numbers).await?;
        answers.store(question, &reply.answer);
        Ok(reply)
    }

    /// Returns the current counts; zeros without a cache.
    pub fn stats(&self) -> CacheStats {
        self.answers.as_ref().map(|answers| answers.stats()).unwrap_or_default()
    }
}

impl AnswerCache {
    fn new(bytes_max: u64) -> Self {
        let usual = usize::try_from(bytes_max / USUAL_BYTES).unwrap_or(usize::MAX).max(1);
        Self {
            entries: Cache::with_weighter(usual, bytes_max, ByBytes),
            hits: AtomicU64::default(),
            misses: AtomicU64::default(),
        }
    }

    fn find<Q: Answerable>(&self, question: &Q, limits: Limits) -> Option<Q::Answer> {
        let stored = self.entries.get(&Lookup(question));
        let answer = stored.as_ref().and_then(|entry| entry.answer.downcast_ref::<Q::Answer>());
        let found = answer.filter(|answer| {
            limits.nodes.is_none_or(|max| answer.summary().nodes.is_some_and(|nodes| nodes <= max.get()))
        });
        let counter = if found.is_some() { &self.hits } else { &self.misses };
        counter.fetch_add(1, Ordering::Relaxed);
        found.cloned()
    }

    fn store<Q: Answerable>(&self, question: Q, answer: &Q::Answer) {
        if answer.summary().is_cacheable() {
            let heap_bytes = question.heap_bytes() + answer.heap_bytes();
            let entry = CacheEntry { answer: Arc::new(answer.clone()), heap_bytes };
            self.entries.insert(CacheKey(Arc::new(question)), entry);
        }
    }

    fn stats(&self) -> CacheStats {
        CacheStats {
            hits: self.hits.load(Ordering::Relaxed),
            misses: self.misses.load(Ordering::Relaxed),
            entries: self.entries.len() as u64,
            bytes: self.entries.weight(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::{NonZeroU64, NonZeroUsize};

    use quadrille_exact_cover::Problem;
    use quadrille_sudoku::text::parse_line;
    use quadrille_sudoku::{
        BoxShape, Cell, Digit, DigitSet, Grid, HouseKind, HouseName, Layout, Position, Puzzle, Rules,
    };

    use super::*;
    use crate::service::meters::Meters;
    use crate::service::permits::Capacity;
    use crate::service::solvable::Question;

    const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    const CAPACITY: Capacity = Capacity {
        threads: 1,
        slow_threads: 1,
        queue_length: 1,
        queue_wait_max: Duration::from_secs(3600),
        slow_queue_length: 1,
        slow_large_max: 1,
        first_slice: Duration::from_millis(5),
        streams_max: 0,
        event_streams_max: 0,
        output_buffer_bytes: 0,
        share_percent: 100,
    };

    fn service(bytes_max: u64) -> CachedDispatcher {
        CachedDispatcher::new(Dispatcher::new(CAPACITY, Meters::default()), bytes_max)
    }

    fn question(line: &str, (width, height): (usize, usize), solutions_max: u64) -> Question {
        let (clues, _) = parse_line(line, &mut |_| ()).expect("a line");
        let rules = Rules::plain(width * height, BoxShape { width, height }).expect("a size");
        Question::new(
            Puzzle::new(rules, clues).expect("a puzzle"),
            NonZeroU64::new(solutions_max).expect("not 0"),
        )
    }

    fn inkala() -> Question {
        question(INKALA, (3, 3), 2)
    }

    /// Answers a question, visiting at most `nodes` nodes.
    async fn run(service: &CachedDispatcher, question: Question, nodes: Option<u64>) -> Reply {
        let (time, nodes) = (Duration::from_secs(20), nodes.and_then(NonZeroU64::new));
        let limits = Limits { time, nodes, threads: NonZeroUsize::MIN };
        service.run(ClientId::SHARED, question, limits.start()).await.expect("a reply")
    }

    #[tokio::test]
    async fn repeated_question_is_answered_from_the_cache() {
        let service = service(1 << 20);
        let first = run(&service, inkala(), None).await;
        let second = run(&service, inkala(), None).await;
        assert_eq!(second, Reply { queued: Duration::ZERO, solving: Duration::ZERO, ..first });
        let CacheStats { hits, misses, entries, bytes } = service.stats();
        assert_eq!((hits, misses, entries), (1, 1, 1));
        assert!(bytes > 0 && bytes < 2048, "{bytes}");
    }

    #[tokio::test]
    async fn other_limit_box_or_grid_misses() {
        let service = service(1 << 20);
        let six = "1".to_owned() + &".".repeat(35);
        for (line, sides, solutions_max) in [
            (INKALA, (3, 3), 2),
            (INKALA, (3, 3), 1),
            (&INKALA.replace('8', "7"), (3, 3), 2),
            (&*six, (3, 2), 2),
            (&*six, (2, 3), 2),
        ] {
            run(&service, question(line, sides, solutions_max), None).await;
            assert_eq!(service.stats().hits, 0, "{line} {sides:?}");
        }
    }

    /// A question about five cells in a row, in which every part can vary.
    fn custom(houses: &[(usize, &[u16])], digits: usize, clue: usize, allowed: usize, max: u64) -> Question {
        let positions = (0..5).map(|index| Position::of(index, 5)).collect();
        let houses = houses.iter().map(|&(number, cells)| {
            let name = HouseName::new(HouseKind::Region, number);
            (name, cells.iter().copied().map(Cell).collect())
        });
        let rules = Rules::new(Layout::new(positions, houses).expect("valid"), digits).expect("valid");
        let mut clues = vec![None; 5];
        clues[4] = Digit::new(clue);
        let puzzle = Puzzle::new(rules, Grid::from_cells(clues).expect("a grid")).expect("valid");
        let mut candidates = vec![DigitSet::all(digits); 5];
        candidates[0] = DigitSet::all(allowed);
        let puzzle = if allowed == digits { Ok(puzzle) } else { puzzle.with_candidates(candidates) };
        Question::new(puzzle.expect("valid"), NonZeroU64::new(max).expect("not 0"))
    }

    #[tokio::test]
    async fn questions_that_differ_in_any_part_share_no_entry() {
        let service = service(1 << 20);
        let questions = [
            custom(&[(1, &[0, 1, 2]), (2, &[3, 4])], 3, 0, 3, 2),
            custom(&[(1, &[0, 1, 2]), (2, &[2, 4])], 3, 0, 3, 2),
            custom(&[(1, &[0, 1, 2]), (2, &[3, 4]), (3, &[0, 4])], 3, 0, 3, 2),
            custom(&[(1, &[0, 1]), (2, &[2, 3, 4])], 3, 0, 3, 2),
            custom(&[(1, &[0, 1, 2]), (2, &[3, 4])], 4, 0, 4, 2),
            custom(&[(1, &[0, 1, 2]), (2, &[3, 4])], 3, 1, 3, 2),
            custom(&[(1, &[0, 1, 2]), (2, &[3, 4])], 3, 2, 3, 2),
            custom(&[(1, &[0, 1, 2]), (2, &[3, 4])], 3, 0, 2, 2),
            custom(&[(1, &[0, 1, 2]), (2, &[3, 4])], 3, 0, 1, 2),
            custom(&[(1, &[0, 1, 2]), (2, &[3, 4])], 3, 0, 3, 3),
        ];
        for (index, question) in (0..).zip(&questions) {
            run(&service, question.clone(), None).await;
            let CacheStats { hits, entries, .. } = service.stats();
            assert_eq!((hits, entries), (0, index + 1), "{question:?}");
        }
        for question in questions {
            let fresh = run(&self::service(1 << 20), question.clone(), None).await;
            assert_eq!(run(&service, question, None).await.answer, fresh.answer);
        }
        assert_eq!(service.stats().hits, 10);
    }

    #[tokio::test]
    async fn rules_of_an_entry_count_as_its_memory() {
        let service = service(1 << 20);
        run(&service, inkala(), None).await;
        let plain = service.stats().bytes;
        let question = inkala();
        let own = Rules::new(question.subject.rules().layout().clone(), 9).expect("valid");
        let bytes = own.heap_bytes() as u64;
        let puzzle = Puzzle::new(own, question.subject.clues().clone()).expect("valid");
        // A limit of its own: the rules are equal to the plain ones.
        let solutions_max = NonZeroU64::new(3).expect("not 0");
        run(&service, Question::new(puzzle, solutions_max), None).await;
        assert_eq!(service.stats().bytes, 2 * plain + bytes);
    }

    #[tokio::test]
    async fn limited_answer_is_not_stored_and_hit_respects_node_limit() {
        let service = service(1 << 20);
        run(&service, inkala(), Some(1)).await;
        assert_eq!(service.stats().entries, 0);
        let unlimited = run(&service, inkala(), None).await;
        let nodes = unlimited.answer.stats.expect("single answers have stats").nodes;
        assert!(nodes > 1);
        let limited = run(&service, inkala(), Some(1)).await;
        assert!(!limited.answer.is_final(), "one node does not suffice");
        assert_eq!(service.stats().hits, 0);
        run(&service, inkala(), Some(nodes)).await;
        assert_eq!(service.stats().hits, 1);
    }

    #[tokio::test]
    async fn memory_stays_within_its_bound() {
        let service = service(10_000);
        for number in 0..200 {
            let line = format!("{number:0>16}").replace(['5', '6', '7', '8', '9'], ".").replace('0', ".");
            run(&service, question(&line, (2, 2), 3), None).await;
        }
        let CacheStats { entries, bytes, .. } = service.stats();
        assert!(entries > 0 && bytes <= 10_000, "{entries} entries, {bytes} bytes");
    }

    #[tokio::test]
    async fn puzzles_and_exact_cover_problems_share_the_bytes() {
        let bytes_max = 20_000;
        let service = service(bytes_max);
        let ask = async |items: usize| {
            let mut problem = Problem::new(items, 0).expect("few items");
            problem.add_option(0..items as u32).expect("valid");
            let solutions_max = NonZeroU64::new(2).expect("not 0");
            let question = Question::new(Arc::new(problem), solutions_max);
            let limits = Limits { time: Duration::from_secs(20), nodes: None, threads: NonZeroUsize::MIN };
            service.run(ClientId::SHARED, question, limits.start()).await.expect("a reply")
        };
        run(&service, inkala(), None).await;
        ask(1).await;
        ask(1).await;
        run(&service, inkala(), None).await;
        let CacheStats { hits, misses, entries, .. } = service.stats();
        assert_eq!((hits, misses, entries), (2, 2, 2));
        // More than half of the bytes, and then more than all of them.
        for items in 2..20 {
            ask(items).await;
        }
        assert!(service.stats().bytes > bytes_max / 2);
        for items in 20..100 {
            ask(items).await;
        }
        assert!(service.stats().bytes <= bytes_max);
    }

    #[tokio::test]
    async fn zero_bytes_store_and_count_nothing() {
        let service = service(0);
        run(&service, inkala(), None).await;
        run(&service, inkala(), None).await;
        assert_eq!(service.stats(), CacheStats::default());
    }
}
