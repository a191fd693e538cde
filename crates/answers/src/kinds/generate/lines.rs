//! Codec of a stream of generated puzzles: a line for each.

use std::ops::Range;

use quadrille_sudoku::generate::GenerateAnswer;

use crate::kinds::generate::Generate;
use crate::kinds::generate::GenerateQuestion;
use crate::kinds::generate::request::WishStyle;
use crate::service::{BatchCodec, BatchEntry, Limits, Reply};
use crate::wire::batch::line_codec::{SummaryCodec, write_answer, write_failure};
use crate::wire::batch::lines::ResultHead;
use crate::wire::question::ResultStyle;
use crate::wire::stream::format::StreamFormat;
use crate::wire::stream::line_type::ResultType;

/// Codec of a stream of puzzles with ascending seeds.
#[derive(Debug)]
pub struct GenerateLines {
    first: GenerateQuestion,
    limits: Limits,
    style: ResultStyle<WishStyle>,
    format: StreamFormat,
    request_id: String,
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
        Self { first, limits, style, format, request_id }
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
        let question = GenerateQuestion { seed: self.first.seed + index, ..self.first.clone() };
        *slot = Some(BatchEntry { question, limits: self.limits, context: index });
    }

    fn encode(&self, &mut index: &mut u64, reply: &Reply<GenerateAnswer>, page: &mut Vec<u8>) {
        let head = ResultHead { r#type: ResultType::Result, index, line: None, id: None, kept: None };
        write_answer::<Generate>(self.format, head, reply, &self.style, self.with_stats(), page);
    }

    fn encode_failure(&self, &mut index: &mut u64, page: &mut Vec<u8>) {
        write_failure(self.format, (index, None, None), &self.request_id, page);
    }
}
