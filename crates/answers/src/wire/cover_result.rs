//! JSON shapes of the results of exact cover problems.

use std::borrow::Cow;
use std::sync::Arc;

use quadrille_exact_cover::{Cover, CoverAnswer, CoverEngine, CoverStats, Entry, NamedProblem, StopReason};
use serde::{Serialize, Serializer};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::analysis_result::AnalysisResult;
use super::fault::is_zero;
use super::notation::{Warning, write_number};
use super::result::{EffectiveLimits, ReplyStats, ResponseBody, StoppedBy, VerdictKind, microseconds};
use super::subject::{AnswerNotation, SolutionNotation};
use crate::service::{Reply, SolutionsEnd};

/// Solutions of an answer that may be held as JSON: two witnesses, in a buffer that has twice their length.
const BUFFERED_SOLUTIONS: usize = 4;

/// Maximum number of skipped options in a result.
const SKIPPED_MAX: usize = 20;

/// Bytes of an option as JSON, `{"option":4294967295,"items":[]},`, without its items.
const OPTION_BYTES: usize = 33;

/// Bytes of an item as JSON, `"",`, without its names.
const ENTRY_BYTES: usize = 3;

/// An option of a solution.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChosenOption<'a> {
    /// Number of the option in the problem, from 1.
    #[schema(minimum = 1, example = 2)]
    pub option: u64,
    /// Its items, with their colours.
    #[schema(value_type = Vec<String>, example = json!(["p", "r", "x:A", "y"]))]
    pub items: ChosenItems<'a>,
}

/// Items of an option, written as strings without being copied.
#[derive(Clone, Copy, Debug)]
pub struct ChosenItems<'a> {
    names: &'a NamedProblem,
    entries: &'a [Entry],
}

/// A solution of an exact cover problem, written as its [`ChosenOption`]s.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverSolution {
    names: Arc<NamedProblem>,
    cover: Cover,
}

/// A solution of an exact cover problem: options in ascending order.
#[derive(Clone, Debug, ToSchema)]
struct SolutionSchema(#[expect(dead_code, reason = "only described")] Vec<ChosenOption<'static>>);

impl ToSchema for CoverSolution {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        SolutionSchema::schemas(schemas);
    }
}

impl PartialSchema for CoverSolution {
    fn schema() -> RefOr<Schema> {
        SolutionSchema::schema()
    }
}

impl Serialize for ChosenItems<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.names.entry_texts(self.entries))
    }
}

impl Serialize for CoverSolution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = &*self.names;
        serializer.collect_seq(self.cover.options().iter().map(|&option| {
            let items = ChosenItems { names, entries: names.option(option) };
            ChosenOption { option: u64::from(option.0) + 1, items }
        }))
    }
}

/// The result of solving an exact cover problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CoverSolveResult {
    /// Verdict, as far as the search has proved it.
    pub verdict: VerdictKind,
    /// A solution; null if none was found.
    #[schema(required = true)]
    pub solution: Option<CoverSolution>,
    /// The reason why the search ended early; null if it was complete.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
}

/// The result of counting the solutions of an exact cover problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CoverCountResult {
    /// Verdict, as far as the search has proved it.
    pub verdict: VerdictKind,
    /// Number of solutions found.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64)]
    pub count: u64,
    /// Whether there are no others.
    pub complete: bool,
    /// The only solution; null unless the verdict is `unique`.
    #[schema(required = true)]
    pub solution: Option<CoverSolution>,
    /// Up to two of several solutions; empty if the verdict is `unique`.
    #[schema(max_items = 2)]
    pub witnesses: Vec<CoverSolution>,
    /// The reason why the search ended early; null if it was complete.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
}

/// Options that were skipped, because they have no primary item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SkippedOptions {
    /// Warnings about the problem; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1)]
    pub warnings: Vec<Warning>,
    /// Numbers of the options without a primary item, from 1, at most 20; absent if there are none. No solution has them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, max_items = 20)]
    pub skipped_options: Vec<u64>,
    /// Number of skipped options not listed; absent if all are.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub skipped_options_omitted: usize,
}

/// Statistics of the search of an exact cover problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CoverStats)]
pub struct CoverWorkStats {
    /// Items of the problem, primary and secondary.
    pub items: usize,
    /// Options of the problem, skipped ones included.
    pub options: usize,
    /// Nodes of the search tree that were visited.
    pub nodes: u64,
    /// Elementary operations of the search: updates of its data structure.
    pub updates: u64,
    /// Search that worked last; null if none began.
    #[schema(required = true)]
    pub engine: Option<EngineKind>,
    /// Microseconds spent waiting for a solver thread.
    pub queue_us: u64,
    /// Microseconds spent on a solver thread.
    pub solve_us: u64,
}

/// Kind of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EngineKind {
    /// Backtracking over options as bits of machine words, for small problems.
    Bitset,
    /// Backtracking with dancing links.
    Links,
    /// Conflict-driven clause learning, for problems that are hard for backtracking.
    Cdcl,
}

/// Number of solutions of an exact cover problem listed, and whether there are others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CoverSolutionsSummary {
    /// Solutions listed: the lines before this one.
    pub count: u64,
    /// Solutions passed over before the first one listed.
    pub skipped: u64,
    /// Whether there are no others.
    pub complete: bool,
    /// The reason why the search ended early; null if it was complete.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
    /// Statistics of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, required = true)]
    pub stats: Option<CoverWorkStats>,
    /// The limits that applied.
    pub limits: EffectiveLimits,
}

/// The body of responses to `POST /exact-cover/solve`.
pub type CoverSolveResponse = ResponseBody<AboutProblem<CoverSolveResult>, CoverWorkStats>;

/// The body of responses to `POST /exact-cover/count`.
pub type CoverCountResponse = ResponseBody<AboutProblem<CoverCountResult>, CoverWorkStats>;

/// The summary of a list of solutions of an exact cover problem.
pub type CoverSummary = AboutProblem<CoverSolutionsSummary>;

/// A result, then the options that were skipped.
pub type AboutProblem<R> = AnalysisResult<R, SkippedOptions>;

impl AnswerNotation for Arc<NamedProblem> {
    fn request_bytes(&self) -> usize {
        self.heap_bytes() + BUFFERED_SOLUTIONS * solution_bytes_max(self)
    }

    fn warnings(&self) -> Vec<Warning> {
        self.skipped_options().next().map(|_| Warning::OptionsSkipped).into_iter().collect()
    }

    fn warnings_in_words(&self) -> Vec<Cow<'static, str>> {
        SkippedOptions::from(self).warning_in_words().map(Cow::Owned).into_iter().collect()
    }
}

impl SkippedOptions {
    /// The skipped options in words; `None` if there are none.
    fn warning_in_words(&self) -> Option<String> {
        let warning = self.warnings.first()?;
        let numbers: Vec<String> = self.skipped_options.iter().map(u64::to_string).collect();
        let omitted = match self.skipped_options_omitted {
            0 => String::new(),
            omitted => format!(" and {omitted} more"),
        };
        Some(format!("{}: {}{omitted}", warning.in_words(&[]), numbers.join(", ")))
    }
}

impl From<&Arc<NamedProblem>> for SkippedOptions {
    fn from(names: &Arc<NamedProblem>) -> Self {
        let mut skipped = names.skipped_options();
        let numbers = skipped.by_ref().take(SKIPPED_MAX).map(|option| u64::from(option.0) + 1);
        Self {
            warnings: names.warnings(),
            skipped_options: numbers.collect(),
            skipped_options_omitted: skipped.count(),
        }
    }
}

impl SolutionNotation for Arc<NamedProblem> {
    type Solution = Cover;
    type Shape = CoverSolution;

    fn shape(&self, cover: &Cover) -> CoverSolution {
        CoverSolution { names: Arc::clone(self), cover: cover.clone() }
    }

    /// Writes the numbers of the options, from 1.
    fn write_solution(&self, cover: &Cover, out: &mut Vec<u8>) {
        for (index, option) in cover.options().iter().enumerate() {
            if index > 0 {
                out.push(b' ');
            }
            write_number(u64::from(option.0) + 1, out);
        }
    }
}

/// Returns a bound on the length of a solution as JSON. A solution has an option for each primary item at most.
fn solution_bytes_max(names: &NamedProblem) -> usize {
    let name_bytes = |names: &[String]| -> Vec<usize> { names.iter().map(|name| json_bytes(name)).collect() };
    let (items, colours) = (name_bytes(names.item_names()), name_bytes(names.colour_names()));
    let entry_bytes = |entry: &Entry| {
        let colour = entry.colour.and_then(|colour| colours.get(colour.index() as usize));
        let item = items.get(entry.item.0 as usize);
        ENTRY_BYTES + item.copied().unwrap_or_default() + colour.map_or(0, |bytes| 1 + bytes)
    };
    let (mut longest, mut sum) = (0, 0);
    for entries in names.options() {
        let bytes = OPTION_BYTES + entries.iter().map(entry_bytes).sum::<usize>();
        (longest, sum) = (bytes.max(longest), sum + bytes);
    }
    sum.min(names.primary_count().saturating_mul(longest))
}

/// Returns the length of a name in a JSON string.
fn json_bytes(name: &str) -> usize {
    name.len() + name.bytes().filter(|byte| matches!(byte, b'"' | b'\\')).count()
}

impl CoverSolveResult {
    /// The result, with the names of the problem.
    pub fn new(reply: &Reply<CoverAnswer>, names: &Arc<NamedProblem>) -> Self {
        let answer = &reply.answer;
        Self {
            verdict: VerdictKind::from(&answer.verdict),
            solution: answer.verdict.witnesses().first().map(|cover| names.shape(cover)),
            stopped_by: StoppedBy::of(reply),
        }
    }
}

impl CoverCountResult {
    /// The result, with the names of the problem.
    pub fn new(reply: &Reply<CoverAnswer>, names: &Arc<NamedProblem>) -> Self {
        let answer = &reply.answer;
        let verdict = VerdictKind::from(&answer.verdict);
        let mut witnesses: Vec<_> =
            answer.verdict.witnesses().iter().map(|cover| names.shape(cover)).collect();
        let solution = if verdict == VerdictKind::Unique { witnesses.pop() } else { None };
        Self {
            verdict,
            count: answer.count,
            complete: answer.stop_reason == StopReason::Complete,
            solution,
            witnesses,
            stopped_by: StoppedBy::of(reply),
        }
    }
}

impl ReplyStats<CoverAnswer> for CoverWorkStats {
    fn of(reply: &Reply<CoverAnswer>) -> Option<Self> {
        let CoverStats { items, options, nodes, updates, engine } = reply.answer.stats?;
        let engine = engine.map(|engine| match engine {
            CoverEngine::Bitset => EngineKind::Bitset,
            CoverEngine::Links => EngineKind::Links,
            CoverEngine::Cdcl => EngineKind::Cdcl,
        });
        let (queue_us, solve_us) = (microseconds(reply.queued), microseconds(reply.solving));
        Some(Self { items, options, nodes, updates, engine, queue_us, solve_us })
    }
}

impl From<&SolutionsEnd<CoverAnswer>> for CoverSolutionsSummary {
    fn from(end: &SolutionsEnd<CoverAnswer>) -> Self {
        let SolutionsEnd { count, skipped, reply } = end;
        Self {
            count: *count,
            skipped: *skipped,
            complete: reply.answer.stop_reason == StopReason::Complete,
            stopped_by: StoppedBy::of(reply),
            stats: CoverWorkStats::of(reply),
            limits: reply.limits.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use quadrille_exact_cover::OptionId;

    use super::*;

    #[test]
    fn solution_as_json_is_within_its_bound() {
        let items: Vec<String> = (10..90).map(|item| format!("é\"{item}\\")).collect();
        let line = items.join(" ");
        for (text, options) in [
            (format!("{line}\n{}", items.join("\n")), 80),
            (format!("{line}\n{line}"), 1),
            (format!("a | {line}\na {}:c", items.join(":\"\\ ")), 1),
        ] {
            let named = Arc::new(text.parse::<NamedProblem>().expect("valid"));
            let cover = Cover::certify(named.problem(), (0..options).map(OptionId)).expect("a solution");
            let json = serde_json::to_vec(&named.shape(&cover)).expect("serializable");
            let bound = solution_bytes_max(&named);
            assert!(json.len() <= bound && bound <= 2 * json.len(), "{} {bound}", json.len());
        }
    }
}
