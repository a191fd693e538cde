//! Codec of a stream of generated puzzles: a line for each.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use quadrille_sudoku::generate::GenerateAnswer;

use crate::kinds::generate::Generate;
use crate::kinds::generate::GenerateQuestion;
use crate::kinds::generate::request::WishStyle;
use crate::kinds::generate::set::SetRow;
use crate::service::{BatchCodec, BatchEntry, Limits, LimitsPolicy, Reply};
use crate::wire::batch::line_codec::{SummaryCodec, write_answer, write_failure};
use crate::wire::batch::lines::ResultHead;
use crate::wire::question::ResultStyle;
use crate::wire::stream::format::StreamFormat;
use crate::wire::stream::line_type::ResultType;

/// Codec of a stream of puzzles with ascending seeds, which meet one wish, or the wishes of a set one after the other.
#[derive(Debug)]
pub struct GenerateLines {
    /// In the order of their puzzles. There is at least one.
    wishes: Vec<Wish>,
    format: StreamFormat,
    request_id: String,
}

/// What some puzzles must be like.
#[derive(Debug)]
struct Wish {
    /// Line of the set, if there is one.
    line: Option<u64>,
    /// Number of puzzles before.
    start: u64,
    /// The question about the first puzzle of the wish.
    first: GenerateQuestion,
    limits: Limits,
    style: ResultStyle<WishStyle>,
    found: AtomicU64,
}

impl GenerateLines {
    /// Makes the codec of the puzzles from `first`. The limits apply to each puzzle.
    pub fn new(
        first: GenerateQuestion,
        limits: Limits,
        style: ResultStyle<WishStyle>,
        format: StreamFormat,
        request_id: String,
    ) -> Self {
        let wish = Wish { line: None, start: 0, first, limits, style, found: AtomicU64::new(0) };
        Self { wishes: vec![wish], format, request_id }
    }

    /// Makes the codec of the puzzles of a set, of which the first has this seed.
    pub fn from_set(
        rows: Vec<SetRow>,
        seed: u64,
        policy: LimitsPolicy,
        format: StreamFormat,
        request_id: String,
    ) -> Self {
        let mut start = 0;
        let wish = |row: SetRow| {
            let SetRow { line, count, request } = row;
            let first = GenerateQuestion { seed: seed + start, ..request.question };
            let limits = policy.resolve(request.limits);
            let wish = Wish {
                line: Some(line),
                start,
                first,
                limits,
                style: request.style,
                found: AtomicU64::new(0),
            };
            start += count.get();
            wish
        };
        Self { wishes: rows.into_iter().map(wish).collect(), format, request_id }
    }

    /// Number of puzzles found for each wish, in their order.
    pub fn found(&self) -> impl Iterator<Item = u64> {
        self.wishes.iter().map(|wish| wish.found.load(Ordering::Relaxed))
    }

    /// Index of the wish of the puzzle with this number.
    fn wish_of(&self, index: u64) -> usize {
        self.wishes.partition_point(|wish| wish.start <= index).saturating_sub(1)
    }
}

impl SummaryCodec for GenerateLines {
    fn format(&self) -> StreamFormat {
        self.format
    }
}

impl BatchCodec for GenerateLines {
    type Question = GenerateQuestion;
    /// Numbers of puzzles, from 0.
    type Chunk = Range<u64>;
    /// Number of the puzzle.
    type Context = u64;

    fn with_stats(&self) -> bool {
        false
    }

    fn entries(&self, chunk: &Range<u64>) -> usize {
        (chunk.end - chunk.start) as usize
    }

    fn read(
        &self,
        chunk: &Range<u64>,
        entry: usize,
        slot: &mut Option<BatchEntry<u64, GenerateQuestion>>,
        _: &mut Vec<u8>,
    ) {
        let index = chunk.start + entry as u64;
        let Wish { start, first, limits, .. } = &self.wishes[self.wish_of(index)];
        let question = GenerateQuestion { seed: first.seed + (index - start), ..first.clone() };
        *slot = Some(BatchEntry { question, limits: *limits, context: index });
    }

    fn encode(&self, &mut index: &mut u64, reply: &Reply<GenerateAnswer>, page: &mut Vec<u8>) {
        let Wish { line, style, found, .. } = &self.wishes[self.wish_of(index)];
        found.fetch_add(u64::from(reply.answer.generated.is_some()), Ordering::Relaxed);
        let head = ResultHead { r#type: ResultType::Result, index, line: *line, id: None, kept: None };
        write_answer::<Generate>(self.format, head, reply, style, self.with_stats(), page);
    }

    fn encode_failure(&self, &mut index: &mut u64, page: &mut Vec<u8>) {
        let line = self.wishes[self.wish_of(index)].line;
        write_failure(self.format, (index, line, None), &self.request_id, page);
    }
}
