//! Solver threads of a command that asks one question at a time.

use std::cell::RefCell;
use std::io::{self, Write, stderr};
use std::num::NonZeroUsize;

use anyhow::{Context, Result};
use quadrille_answers::service::{
    Answerable, CachedDispatcher, Capacity, ClientId, Dispatcher, LimitsPolicy, Meters, QuestionEvent,
    QuestionProgress, Reply, RequestedLimits, SearchAnswer as _, SolutionsEnd, SolutionsQuery, Solvable,
};
use quadrille_answers::wire::{
    AnswerKind, AnswerNotation, AnswerOf, ListedSubject, NotationOf, QuestionRequest, RequestOf,
    ResponseBody, ResultStyle, SolutionLines, StoppedBy, StreamFormat, VerdictKind, write_text_answer,
};
use serde_json::to_vec;
use tokio::runtime::Runtime;

use super::answer_files::AnswerFiles;
use super::batch::{TIME_MAX, runtime};
use super::interrupt::end_on_signal;
use super::output::Output;
use super::progress::Progress;

/// Limits of a question without some. No other client waits for the thread.
const POLICY: LimitsPolicy = LimitsPolicy {
    time_default: TIME_MAX,
    time_max: TIME_MAX,
    nodes_max: None,
    threads_max: NonZeroUsize::MAX,
};

/// Solver threads, and how answers are written.
pub(super) struct Session {
    runtime: Runtime,
    dispatcher: Dispatcher,
    format: StreamFormat,
    is_quiet: bool,
    output: RefCell<Output>,
}

impl Session {
    /// Starts a number of threads, whose answers are written to `output`. A quiet session writes no summaries.
    pub(super) fn new(threads: usize, format: StreamFormat, is_quiet: bool, output: Output) -> Result<Self> {
        let runtime = runtime(threads).context("cannot start")?;
        let dispatcher = Dispatcher::new(Capacity::offline(threads), Meters::default());
        let within = runtime.enter();
        end_on_signal(&dispatcher);
        drop(within);
        Ok(Self { runtime, dispatcher, format, is_quiet, output: RefCell::new(output) })
    }

    /// Writes the warnings about a subject to standard error, unless answers contain them.
    pub(super) fn warn(&self, place: &str, notation: &impl AnswerNotation) -> io::Result<()> {
        let warnings = notation.warnings_in_words();
        let mut shown = warnings.iter().filter(|_| self.format == StreamFormat::Text);
        shown.try_for_each(|warning| writeln!(stderr(), "{place}warning: {warning}"))
    }

    /// Writes the answer to a question. Returns whether it is the answer that was asked for.
    pub(super) fn answer<K: AnswerKind>(&self, request: RequestOf<K>) -> Result<bool> {
        let reply = self.ask(request.question, request.limits)?;
        self.write_answer::<K>(&reply, &request.style)?;
        Ok(true)
    }

    /// Writes the texts of the answer to a question into files, and the answer to the output, without a text that is in a file.
    /// Returns whether it has these texts.
    pub(super) fn answer_into_files<K: AnswerKind>(
        &self,
        request: RequestOf<K>,
        files: &AnswerFiles,
    ) -> Result<bool> {
        let RequestOf::<K> { question, limits, style } = request;
        let reply = self.ask(question.clone(), limits)?;
        let texts = K::file_texts(&question, &reply.answer);
        if let Some(texts) = &texts {
            files.write(texts)?;
        } else if !self.is_quiet {
            writeln!(stderr(), "there is no proof: no file is written")?;
        }
        match reply.answer.summary().verdict {
            Some(verdict) if self.format == StreamFormat::Text && files.has_last() => {
                self.write(format!("{}\n", VerdictKind::from(&verdict).as_str()).as_bytes())?;
            }
            _ => self.write_answer::<K>(&reply, &style)?,
        }
        Ok(texts.is_some())
    }

    fn ask<Q: Answerable>(&self, question: Q, limits: RequestedLimits) -> Result<Reply<Q::Answer>> {
        let progress = Progress::of_search(self.is_quiet);
        let asked = async {
            let limits = POLICY.resolve(limits).start();
            let answers = CachedDispatcher::new(self.dispatcher.clone(), 0);
            let mut running = answers.start(ClientId::SHARED, question, limits);
            loop {
                match running.next().await? {
                    QuestionEvent::Progress(QuestionProgress { count, nodes, .. }) => {
                        progress.show_search("", count, nodes);
                    }
                    QuestionEvent::Reply(reply) => return Ok(*reply),
                }
            }
        };
        let reply = self.runtime.block_on(asked);
        progress.clear();
        reply
    }

    fn write_answer<K: AnswerKind>(
        &self,
        reply: &Reply<AnswerOf<K>>,
        style: &ResultStyle<NotationOf<K>>,
    ) -> Result<()> {
        let mut line = Vec::new();
        if self.format == StreamFormat::Text {
            write_text_answer::<K>(reply, style, &mut line);
        } else {
            let result = K::result(reply, &style.notation);
            line = to_vec(&ResponseBody::<_, K::Stats>::from((result, reply)))?;
        }
        line.push(b'\n');
        Ok(self.write(&line)?)
    }

    fn write(&self, bytes: &[u8]) -> io::Result<()> {
        self.output.borrow_mut().write_all(bytes)
    }

    /// Writes the solutions as they are found, and a summary to standard error. Returns whether the list is as long as asked for:
    /// all solutions, or their limit.
    pub(super) fn list<S: ListedSubject>(
        &self,
        request: QuestionRequest<SolutionsQuery<S>, S::Notation>,
    ) -> Result<bool> {
        let encoder = SolutionLines::<S>::new(self.format, request.style.notation);
        let end = self.runtime.block_on(async {
            let limits = POLICY.resolve(request.limits).start();
            let (client, query) = (ClientId::SHARED, request.question);
            let mut solutions = self.dispatcher.solutions(client, query, limits, encoder.clone())?;
            while let Some(page) = solutions.next().await? {
                self.write(&page)?;
            }
            let end = solutions.end().context("the search was lost")?;
            self.write(&encoder.summary(&end))?;
            anyhow::Ok(end)
        })?;
        Ok(self.summarize::<S>(&end))
    }

    /// Says how a list ended. A closed standard error is not a failure.
    fn summarize<S: Solvable>(&self, end: &SolutionsEnd<S::Answer>) -> bool {
        let SolutionsEnd { count, skipped, reply } = end;
        let after = if *skipped > 0 { format!(" after the first {skipped}") } else { String::new() };
        let (is_expected, how) = match StoppedBy::from_reply(reply) {
            None => (true, "no others"),
            Some(StoppedBy::SolutionLimit) => {
                (true, "the limit is reached, see --limit; there may be others")
            }
            Some(StoppedBy::NodeLimit) => (false, "incomplete: the node limit is reached, see --nodes"),
            Some(StoppedBy::TimeLimit) => (false, "incomplete: the time limit is reached, see --time-ms"),
            Some(StoppedBy::Shutdown) => (false, "incomplete: interrupted"),
            Some(StoppedBy::ProofBytes) => (false, "incomplete: the proof is too long"),
            Some(StoppedBy::ProofWork) => (false, "incomplete: the proof takes too much work"),
        };
        if !is_expected || !self.is_quiet {
            let seconds = reply.solving.as_secs_f64();
            let _ = writeln!(stderr(), "{count} solutions{after} in {seconds:.3} s: {how}");
        }
        is_expected
    }

    /// Ends the threads without waiting for them, and completes the output.
    pub(super) fn close(self) -> io::Result<()> {
        self.runtime.shutdown_background();
        self.output.into_inner().finish(true)
    }
}
