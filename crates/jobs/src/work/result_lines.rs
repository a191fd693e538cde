//! Lines of results in both formats: a line of JSON and a line of text for each entry.

use memchr::memchr_iter;
use quadrille_answers::service::{Answerable, BatchCodec, BatchEntry, Reply};
use quadrille_answers::wire::{ListedSubject, SolutionNotation as _, write_solution_line};

/// Lines of results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ResultLines {
    pub(super) json: Vec<u8>,
    pub(super) text: Vec<u8>,
}

impl ResultLines {
    /// Appends a solution.
    pub(super) fn push<S: ListedSubject>(&mut self, notation: &S::Notation, solution: &S::Solution) {
        write_solution_line::<S>(notation, solution, &mut self.json);
        notation.write_solution(solution, &mut self.text);
        self.text.push(b'\n');
    }
}

/// Codec that writes each answer as a line of JSON, and then as a line of text.
#[derive(Debug)]
pub(super) struct BothFormats<S> {
    pub(super) json: S,
    pub(super) text: S,
}

impl<S: BatchCodec> BatchCodec for BothFormats<S> {
    type Question = S::Question;
    type Chunk = S::Chunk;
    type Context = S::Context;

    fn with_stats(&self) -> bool {
        self.json.with_stats()
    }

    fn entries(&self, chunk: &S::Chunk) -> usize {
        self.json.entries(chunk)
    }

    fn read(
        &self,
        chunk: &S::Chunk,
        entry: usize,
        slot: &mut Option<BatchEntry<S::Context, S::Question>>,
        output: &mut Vec<u8>,
    ) {
        self.json.read(chunk, entry, slot, output);
        if slot.is_none() {
            self.text.read(chunk, entry, slot, output);
        }
    }

    fn encode(
        &self,
        context: &mut S::Context,
        reply: &Reply<<S::Question as Answerable>::Answer>,
        output: &mut Vec<u8>,
    ) {
        self.json.encode(context, reply, output);
        self.text.encode(context, reply, output);
    }

    fn encode_failure(&self, context: &mut S::Context, output: &mut Vec<u8>) {
        self.json.encode_failure(context, output);
        self.text.encode_failure(context, output);
    }
}

/// Splits the output of [`BothFormats`], whose lines alternate. A page may end within a line.
#[derive(Debug, Default)]
pub(super) struct FormatSplitter {
    /// Whether the next bytes belong to a line of text.
    is_text: bool,
}

impl FormatSplitter {
    /// Returns the lines of a page.
    pub(super) fn split(&mut self, page: &[u8]) -> ResultLines {
        let (mut lines, mut start) = (ResultLines::default(), 0);
        for end in memchr_iter(b'\n', page).map(|end| end + 1).chain([page.len()]) {
            let format = if self.is_text { &mut lines.text } else { &mut lines.json };
            format.extend_from_slice(&page[start..end]);
            self.is_text ^= page[start..end].ends_with(b"\n");
            start = end;
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternating_lines_are_split_wherever_a_page_ends() {
        let page = b"{\"a\":1}\n1\n{}\n\n{\"b\":2}\n22\n";
        for end in 0..=page.len() {
            let mut splitter = FormatSplitter::default();
            let mut lines = splitter.split(&page[..end]);
            let rest = splitter.split(&page[end..]);
            lines.json.extend(rest.json);
            lines.text.extend(rest.text);
            let expected =
                ResultLines { json: b"{\"a\":1}\n{}\n{\"b\":2}\n".to_vec(), text: b"1\n\n22\n".to_vec() };
            assert_eq!(lines, expected, "{end}");
        }
    }
}
