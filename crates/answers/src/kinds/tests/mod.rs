//! Tests of requests and batches with kinds of question.

mod batch_lines;
mod columns;
mod digits_from_zero;
mod encoded_twice;
mod line_codec;
mod requests;
mod rule_options;
mod serialized_puzzles;
