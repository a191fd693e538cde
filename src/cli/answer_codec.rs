//! Codec of the command line: answers for standard output, and messages for standard error.

use std::mem;
use std::sync::Arc;

use parking_lot::Mutex;
use quadrille_answers::kinds::{CommandKind, Tally};
use quadrille_answers::service::{BatchCodec, BatchEnd, BatchEntry, Reply, SearchAnswer};
use quadrille_answers::wire::{
    AnswerOf, Chunk, EntryContext, InputTable, LineCodec, OtherLines, SummaryCodec as _, VerdictKind,
};
use quadrille_sudoku::Picture;

/// How answers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerStyle {
    /// A line of text.
    Line,
    /// A line of JSON.
    Json,
    /// A row of a table.
    Csv,
    /// Grids are drawn as text; other answers are lines.
    Drawing,
    /// Grids are drawn as text with bold clues; other answers are lines.
    ColouredDrawing,
    /// Grids are SVG documents; other answers are messages.
    Svg,
}

/// Encodes the answers of a command.
pub(super) struct AnswerCodec<K: CommandKind> {
    lines: LineCodec<K>,
    style: AnswerStyle,
    /// Verdict of all answers; a message names the others.
    expected: Option<VerdictKind>,
    /// Lines for standard error that have not been taken.
    messages: Mutex<Vec<u8>>,
    /// Sums for the summary.
    tally: Mutex<Tally>,
}

impl<K: CommandKind> AnswerCodec<K> {
    /// Makes a codec. `lines` reads the entries, and writes answers that are lines.
    pub(super) fn new(lines: LineCodec<K>, style: AnswerStyle, expected: Option<VerdictKind>) -> Self {
        Self { lines, style, expected, messages: Mutex::default(), tally: Mutex::default() }
    }

    /// Returns the end of the output.
    pub(super) fn summary(&self, end: &BatchEnd) -> Vec<u8> {
        match self.style {
            AnswerStyle::Line | AnswerStyle::Json | AnswerStyle::Csv => self.lines.summary(end),
            AnswerStyle::Drawing | AnswerStyle::ColouredDrawing | AnswerStyle::Svg => Vec::new(),
        }
    }

    /// The columns of the input, which its reader determines.
    pub(super) fn table(&self) -> Arc<InputTable> {
        self.lines.table()
    }

    /// The lines that the reader of the input ignores.
    pub(super) fn others(&self) -> Arc<OtherLines> {
        self.lines.others()
    }

    /// The warning about the lines that were ignored; `None` if there are none.
    pub(super) fn warning_of_others(&self) -> Option<String> {
        self.lines.warning_of_others()
    }

    /// Number of members of records that were ignored.
    pub(super) fn ignored_members(&self) -> u64 {
        self.lines.ignored_members()
    }

    /// Number of puzzles that may have rules that were not read.
    pub(super) fn rules_not_read(&self) -> u64 {
        self.lines.rules_not_read()
    }

    /// Names of members and columns that were ignored.
    pub(super) fn ignored_names(&self) -> Vec<String> {
        self.lines.ignored_names()
    }

    /// Sums over all answers.
    pub(super) fn tally(&self) -> Tally {
        self.tally.lock().clone()
    }

    /// Takes the lines for standard error: warnings, unless answers contain them, unexpected verdicts, and answers that have
    /// no place among pictures.
    pub(super) fn take_messages(&self) -> Vec<u8> {
        mem::take(&mut self.messages.lock())
    }

    #[inline(always)]
    fn warn(&self, context: &EntryContext) {
        if self.style == AnswerStyle::Json {
            return;
        }
        for warning in self.lines.warnings(context) {
            let mut messages = self.messages.lock();
            messages.extend_from_slice(warning.as_bytes());
            messages.push(b'\n');
        }
    }

    /// Adds a message if the answer has another verdict than the expected one.
    fn compare(&self, context: &EntryContext, answer: &AnswerOf<K>) {
        let (Some(expected), Some(verdict)) = (self.expected, answer.summary().verdict) else {
            return;
        };
        let verdict = VerdictKind::from(&verdict);
        if verdict != expected {
            let (place, verdict, expected) = (self.lines.place(context), verdict.as_str(), expected.as_str());
            let message = format!("error: {place}the verdict is {verdict}, not {expected}\n");
            self.messages.lock().extend_from_slice(message.as_bytes());
        }
    }

    /// Returns an answer as a drawing or a picture; `None` if it is a line.
    fn drawn(&self, question: Picture, answer: &AnswerOf<K>) -> Option<String> {
        match self.style {
            AnswerStyle::Line | AnswerStyle::Json | AnswerStyle::Csv => None,
            AnswerStyle::Drawing => K::drawing(&question, answer, false),
            AnswerStyle::ColouredDrawing => K::drawing(&question, answer, true),
            AnswerStyle::Svg => K::picture(question, answer).map(|picture| picture.to_string()),
        }
    }

    /// Calls `write` with the page, or with the messages if pages have only pictures.
    #[inline(always)]
    fn write_line<T>(&self, page: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>) -> T) -> T {
        match self.style {
            AnswerStyle::Svg => write(&mut self.messages.lock()),
            _ => write(page),
        }
    }
}

/// What the answer to an entry needs.
pub(super) struct AnswerContext {
    entry: EntryContext,
    /// The question as a picture, if the answer is drawn. Boxed: most answers are lines.
    picture: Option<Box<Picture>>,
}

impl From<EntryContext> for AnswerContext {
    fn from(entry: EntryContext) -> Self {
        Self { entry, picture: None }
    }
}

impl AsMut<EntryContext> for AnswerContext {
    fn as_mut(&mut self) -> &mut EntryContext {
        &mut self.entry
    }
}

impl<K: CommandKind> BatchCodec for AnswerCodec<K> {
    type Question = K::Question;
    type Chunk = Chunk;
    type Context = AnswerContext;

    fn with_stats(&self) -> bool {
        self.lines.with_stats()
    }

    fn entries(&self, chunk: &Chunk) -> usize {
        self.lines.entries(chunk)
    }

    #[inline(always)]
    fn read(
        &self,
        chunk: &Chunk,
        entry: usize,
        slot: &mut Option<BatchEntry<AnswerContext, K::Question>>,
        page: &mut Vec<u8>,
    ) {
        self.write_line(page, |page| self.lines.read_as(chunk, entry, slot, page));
        if let Some(BatchEntry { question, context, .. }) = slot {
            self.warn(&context.entry);
            let is_drawn = !matches!(self.style, AnswerStyle::Line | AnswerStyle::Json | AnswerStyle::Csv);
            let alphabet = context.entry.alphabet();
            let picture = || Picture { alphabet, ..K::question_picture(question) };
            context.picture = is_drawn.then(|| Box::new(picture()));
        }
    }

    #[inline(always)]
    fn encode(&self, context: &mut AnswerContext, reply: &Reply<AnswerOf<K>>, page: &mut Vec<u8>) {
        let AnswerContext { entry, picture } = context;
        self.compare(entry, &reply.answer);
        if K::COMMAND.has_tally {
            K::tally(&reply.answer, &mut self.tally.lock());
        }
        let Some(text) = picture.take().and_then(|picture| self.drawn(*picture, &reply.answer)) else {
            return self.write_line(page, |page| {
                if self.style == AnswerStyle::Svg {
                    page.extend_from_slice(self.lines.place(entry).as_bytes());
                }
                self.lines.encode(entry, reply, page);
            });
        };
        self.lines.count_unread(entry, reply);
        page.extend_from_slice(text.as_bytes());
    }

    fn encode_failure(&self, context: &mut AnswerContext, page: &mut Vec<u8>) {
        self.write_line(page, |page| self.lines.encode_failure(&mut context.entry, page));
    }
}
