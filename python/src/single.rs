//! Answers about one puzzle that is text, with limits alone: on the thread of the caller, and without a query or a column between.

use std::cell::Cell;
use std::num::NonZeroU64;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pyo3::{PyResult, Python, pyfunction};
use quadrille_answers::faults::Refusal;
use quadrille_answers::kinds::Count;
use quadrille_answers::service::{Interruption, Question, RequestedLimits};
use quadrille_answers::wire::{
    BatchOptions, COUNT_MAX, EntryForm, ProblemBounds, ResultStyle, SolutionNotation, read_entry,
    replace_by_usual_line,
};
use quadrille_exact_cover::{ResumableSearch, StopReason, Verdict};
use quadrille_sudoku::{Answer, Solver};

use crate::engine::{RunError, Signals, UNLIMITED, run};
use crate::error::{invalid, lost};

/// How a text is read without options.
static OPTIONS: LazyLock<Result<BatchOptions<Count>, Refusal>> =
    LazyLock::new(|| BatchOptions::from_query(""));

thread_local! {
    /// The last question of this thread, whose memory the next one reuses.
    static LAST: Cell<Option<Asked>> = const { Cell::new(None) };
}

/// A question with its search.
struct Asked {
    question: Question,
    style: ResultStyle,
    search: Solver,
}

impl Asked {
    /// Reads a puzzle.
    fn read(text: &str, solutions_max: NonZeroU64) -> PyResult<Self> {
        let options = OPTIONS.as_ref().map_err(|refusal| invalid(refusal.clone(), None))?;
        if let Some(mut asked) = LAST.take()
            && replace_by_usual_line::<Count>(text.as_bytes(), options, &mut asked.question, &mut asked.style)
        {
            asked.search.exchange(&mut asked.question.subject, solutions_max);
            return Ok(asked);
        }
        let read = read_entry::<Count>(EntryForm::Text, text.as_bytes(), None, options, ProblemBounds::MAX);
        let request = read.map_err(|refused| invalid(refused.refusal, None))?.request;
        let search = Solver::new(request.question.subject.clone(), solutions_max);
        Ok(Self { question: request.question, style: request.style, search })
    }
}

/// Answers a question about a puzzle, and makes the result.
fn ask<T: Send>(
    py: Python<'_>,
    text: &str,
    solutions_max: NonZeroU64,
    (nodes, time_ms): (Option<NonZeroU64>, Option<NonZeroU64>),
    result: impl FnOnce(&Answer, &ResultStyle) -> T + Send,
) -> PyResult<T> {
    let time = time_ms.map(|time_ms| Duration::from_millis(time_ms.get()));
    let limits = UNLIMITED.resolve(RequestedLimits { time, nodes, threads: None });
    py.detach(|| {
        let mut asked = Asked::read(text, solutions_max)?;
        let mut signals = Signals::new();
        let ended: Result<Option<Interruption>, _> =
            run(&mut asked.search, &limits, &AtomicBool::new(false), || signals.handle());
        ended.map_err(|error| match error {
            RunError::Defect(defect) => lost(defect),
            RunError::Stopped(error) => error,
        })?;
        let mut answer = asked.search.answer_without_stats();
        let result = result(&answer, &asked.style);
        asked.search.recycle(&mut answer);
        LAST.set(Some(asked));
        Ok(result)
    })
}

/// Returns a solution; `None` without one.
#[pyfunction]
#[pyo3(signature = (text, nodes=None, time_ms=None))]
pub(crate) fn solve_text(
    py: Python<'_>,
    text: &str,
    nodes: Option<NonZeroU64>,
    time_ms: Option<NonZeroU64>,
) -> PyResult<Option<String>> {
    ask(py, text, NonZeroU64::MIN, (nodes, time_ms), |answer, style| {
        let solution = answer.verdict.witnesses().first()?;
        let mut line = Vec::new();
        style.notation.write_solution(solution, &mut line);
        String::from_utf8(line).ok()
    })
}

/// Returns the number of solutions up to `limit`, without which all are counted; `None` unless all were counted, or the number of those
/// found if `at_least`.
#[pyfunction]
#[pyo3(signature = (text, limit, nodes=None, time_ms=None, at_least=false))]
pub(crate) fn count_text(
    py: Python<'_>,
    text: &str,
    limit: Option<NonZeroU64>,
    nodes: Option<NonZeroU64>,
    time_ms: Option<NonZeroU64>,
    at_least: bool,
) -> PyResult<Option<u64>> {
    let limit = limit.or(NonZeroU64::new(COUNT_MAX)).unwrap_or(NonZeroU64::MAX);
    ask(py, text, limit, (nodes, time_ms), |answer, _| {
        (at_least || answer.stop_reason == StopReason::Complete).then_some(answer.count)
    })
}

/// Returns whether there is exactly one solution; `None` if a limit was reached before that was known.
#[pyfunction]
#[pyo3(signature = (text, nodes=None, time_ms=None))]
pub(crate) fn is_unique_text(
    py: Python<'_>,
    text: &str,
    nodes: Option<NonZeroU64>,
    time_ms: Option<NonZeroU64>,
) -> PyResult<Option<bool>> {
    let two = NonZeroU64::MIN.saturating_add(1);
    ask(py, text, two, (nodes, time_ms), |answer, _| match answer.verdict {
        Verdict::Unique(_) => Some(true),
        Verdict::None | Verdict::Multiple(_) => Some(false),
        Verdict::Solvable(_) | Verdict::Unknown => None,
    })
}
