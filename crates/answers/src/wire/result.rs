//! JSON shapes of results.
#![expect(unused_qualifications, reason = "`ToSchema` qualifies the parameter of `Work`")]

use std::borrow::Cow;
use std::time::Duration;

use quadrille_sudoku::notation::Format;
use quadrille_sudoku::{Answer, Conflict, Grid, Position, Solution, Stats, StopReason, Verdict};
use serde::Serialize;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::fault::is_zero;
use super::notation::{GridShape, Notation, Warning, row_length};
use super::schema::{FormatName, merged};
use crate::service::{Interruption, Limits, Reply, SearchAnswer, VerdictCounts};

/// Maximum number of conflicts in a result.
const CONFLICTS_MAX: usize = 20;

/// Verdict on a puzzle, as far as the search has proved it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Verdict)]
pub enum VerdictKind {
    /// There is no solution.
    None,
    /// There is exactly one solution.
    Unique,
    /// There are at least two solutions.
    Multiple,
    /// There is a solution; the search ended before it proved or disproved a second one.
    Solvable,
    /// The search ended before it found a solution or proved that there is none.
    Unknown,
}

/// The reason why a search ended before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StoppedBy {
    /// `limit` solutions were found.
    SolutionLimit,
    /// The time was up.
    TimeLimit,
    /// The maximum number of nodes was visited.
    NodeLimit,
    /// The service shut down.
    Shutdown,
}

/// A digit given more than once in a house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Conflict)]
pub struct HouseConflict {
    /// The house: `row 3`, `column 7`, `box 1`; boxes are numbered row by row.
    #[schema(example = "row 3")]
    pub house: String,
    /// The digit; 0 only if the digits of the puzzle begin with 0.
    #[schema(minimum = 0, maximum = 36, example = 5)]
    pub digit: usize,
    /// The cells of the house with this digit.
    #[schema(example = json!(["r3c1", "r3c7"]))]
    pub cells: Vec<String>,
}

/// Statistics of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Stats)]
pub struct WorkStats {
    /// Clues of the puzzle.
    pub clues: usize,
    /// Cells solved by naked and hidden singles before the search. If these rules found a contradiction, this and
    /// `eliminations` count the steps up to it.
    pub placements: usize,
    /// Candidates excluded by rules before the search: by placements, pointing and claiming.
    pub eliminations: usize,
    /// Items of the exact cover problem that remained after the rules: open cells, and digits missing in a house. 0 if
    /// the rules sufficed.
    pub items: usize,
    /// Options of that problem: remaining candidates. 0 if the rules sufficed.
    pub options: usize,
    /// Nodes of the search tree that were visited. 0 if the rules sufficed.
    pub nodes: u64,
    /// Elementary operations of the search: options removed from lists or, for a classic 9x9, rounds of rules over the
    /// board. 0 if the rules sufficed.
    pub updates: u64,
    /// Microseconds spent waiting for a solver thread.
    pub queue_us: u64,
    /// Microseconds spent on a solver thread.
    pub solve_us: u64,
}

/// Statistics of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AnalysisStats {
    /// Nodes of the search trees that were visited, of all searches of the analysis together.
    pub nodes: u64,
    /// Microseconds spent waiting for a solver thread.
    pub queue_us: u64,
    /// Microseconds spent on a solver thread.
    pub solve_us: u64,
}

/// The limits that applied, reduced to the configured maxima.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EffectiveLimits {
    /// Milliseconds.
    #[schema(minimum = 1)]
    pub time_ms: u64,
    /// Nodes of the search tree; null for no limit.
    #[schema(minimum = 1, required = true)]
    pub nodes: Option<u64>,
}

/// The result of solving a puzzle: the response of `GET /solve`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SolveResult {
    /// Verdict, as far as the search has proved it.
    pub verdict: VerdictKind,
    /// A solution in the notation of the puzzle; null if none was found.
    #[schema(required = true)]
    pub solution: Option<GridShape>,
    /// Seed of the random order; absent for the fixed order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0)]
    pub seed: Option<u64>,
    /// The reason why the search ended early; null if it was complete.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
    /// Digits that the clues have more than once in a house, at most 20. A puzzle with conflicts has no solution.
    pub conflicts: Vec<HouseConflict>,
    /// Number of conflicts not listed; absent if all are.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub conflicts_omitted: usize,
    /// Format of the text of the puzzle; absent for an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<FormatName>)]
    pub format: Option<&'static str>,
    /// Warnings about the puzzle; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1)]
    pub warnings: Vec<Warning>,
    /// Lines of the text that hold no part of the puzzle and were not read, from 1; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, max_items = 128, example = json!([1, 12]))]
    pub ignored_lines: Vec<usize>,
}

/// The result of counting solutions: the response of `GET /count`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CountResult {
    /// Verdict, as far as the search has proved it.
    pub verdict: VerdictKind,
    /// Number of solutions found.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64)]
    pub count: u64,
    /// Whether there are no others.
    pub complete: bool,
    /// The only solution; null unless the verdict is `unique`.
    #[schema(required = true)]
    pub solution: Option<GridShape>,
    /// Up to two of several solutions, in the notation of the puzzle; empty if the verdict is `unique`.
    #[schema(max_items = 2)]
    pub witnesses: Vec<GridShape>,
    /// The cells in which two witnesses differ.
    #[schema(example = json!(["r1c1", "r1c4"]))]
    pub differing_cells: Vec<String>,
    /// The reason why the search ended early; null if it was complete.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
    /// Digits that the clues have more than once in a house, at most 20. A puzzle with conflicts has no solution.
    pub conflicts: Vec<HouseConflict>,
    /// Number of conflicts not listed; absent if all are.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub conflicts_omitted: usize,
    /// Format of the text of the puzzle; absent for an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<FormatName>)]
    pub format: Option<&'static str>,
    /// Warnings about the puzzle; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1)]
    pub warnings: Vec<Warning>,
    /// Lines of the text that hold no part of the puzzle and were not read, from 1; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, max_items = 128, example = json!([1, 12]))]
    pub ignored_lines: Vec<usize>,
}

/// The body of a response to `POST`: a result, the work and the limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ResponseBody<R, T = WorkStats> {
    /// The result.
    #[serde(flatten)]
    pub result: R,
    /// The work and the limits.
    #[serde(flatten)]
    pub work: Work<T>,
}

/// The part of a response that may differ each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Work<T = WorkStats> {
    /// Statistics of the search. Batches contain them only with `stats=true` in the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub stats: Option<T>,
    /// The limits that applied.
    pub limits: EffectiveLimits,
}

/// Statistics of a search with answer `A`.
pub trait ReplyStats<A>: Serialize {
    /// The statistics of a reply, if it has some.
    fn of(reply: &Reply<A>) -> Option<Self>
    where
        Self: Sized;
}

/// The body of responses to `POST /solve`.
pub type SolveResponse = ResponseBody<SolveResult>;

/// The body of responses to `POST /count`.
pub type CountResponse = ResponseBody<CountResult>;

impl<R: ToSchema, T: ToSchema> ToSchema for ResponseBody<R, T> {
    /// `SolveResponse` for `SolveResult`.
    fn name() -> Cow<'static, str> {
        R::name().replace("Result", "Response").into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        R::schemas(schemas);
        work_schemas::<T>(schemas);
    }
}

impl<R: PartialSchema, T: ToSchema> PartialSchema for ResponseBody<R, T> {
    fn schema() -> RefOr<Schema> {
        merged([R::schema(), Work::<T>::schema()])
            // Only batches omit it.
            .required("stats")
            .description(Some("A result, the work that it took and the limits."))
            .into()
    }
}

impl VerdictKind {
    /// All verdicts.
    pub const ALL: [Self; 5] = [Self::None, Self::Unique, Self::Multiple, Self::Solvable, Self::Unknown];

    /// The verdict as in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::Solvable => "solvable",
            Self::Unknown => "unknown",
        }
    }

    /// Returns the number of puzzles with this verdict.
    pub fn count_in(self, counts: &VerdictCounts) -> u64 {
        match self {
            Self::None => counts.none,
            Self::Unique => counts.unique,
            Self::Multiple => counts.multiple,
            Self::Solvable => counts.solvable,
            Self::Unknown => counts.unknown,
        }
    }
}

impl<S> From<&quadrille_exact_cover::Verdict<S>> for VerdictKind {
    fn from(verdict: &quadrille_exact_cover::Verdict<S>) -> Self {
        match verdict {
            quadrille_exact_cover::Verdict::None => Self::None,
            quadrille_exact_cover::Verdict::Unique(_) => Self::Unique,
            quadrille_exact_cover::Verdict::Multiple(_) => Self::Multiple,
            quadrille_exact_cover::Verdict::Solvable(_) => Self::Solvable,
            quadrille_exact_cover::Verdict::Unknown => Self::Unknown,
        }
    }
}

impl StoppedBy {
    /// All reasons.
    pub const ALL: [Self; 4] = [Self::SolutionLimit, Self::TimeLimit, Self::NodeLimit, Self::Shutdown];

    /// The reason as in results; `None` for a complete search.
    pub fn of<A: SearchAnswer>(reply: &Reply<A>) -> Option<Self> {
        match reply.answer.stop_reason() {
            StopReason::Complete => None,
            StopReason::SolutionLimit => Some(Self::SolutionLimit),
            StopReason::Interrupted => Some(match reply.interruption {
                Some(Interruption::TimeLimit) => Self::TimeLimit,
                Some(Interruption::Shutdown) => Self::Shutdown,
                Some(Interruption::NodeLimit) | None => Self::NodeLimit,
            }),
        }
    }

    /// The reason as in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SolutionLimit => "solution_limit",
            Self::TimeLimit => "time_limit",
            Self::NodeLimit => "node_limit",
            Self::Shutdown => "shutdown",
        }
    }
}

impl HouseConflict {
    /// The conflicts to list, and the number of the others.
    pub(super) fn list(conflicts: &[Conflict], notation: Notation) -> (Vec<Self>, usize) {
        let entry = |conflict: &Conflict| Self {
            house: conflict.house.to_string(),
            digit: notation.value(conflict.digit),
            cells: conflict.cells.iter().map(Position::to_string).collect(),
        };
        let listed = conflicts.iter().take(CONFLICTS_MAX).map(entry).collect();
        (listed, conflicts.len().saturating_sub(CONFLICTS_MAX))
    }
}

impl ReplyStats<Answer> for WorkStats {
    fn of(reply: &Reply) -> Option<Self> {
        let Stats { clues, placements, eliminations, items, options, nodes, updates } = reply.answer.stats?;
        let (queue_us, solve_us) = (microseconds(reply.queued), microseconds(reply.solving));
        Some(Self { clues, placements, eliminations, items, options, nodes, updates, queue_us, solve_us })
    }
}

impl<A: SearchAnswer> ReplyStats<A> for AnalysisStats {
    fn of(reply: &Reply<A>) -> Option<Self> {
        let (queue_us, solve_us) = (microseconds(reply.queued), microseconds(reply.solving));
        Some(Self { nodes: reply.answer.nodes()?, queue_us, solve_us })
    }
}

impl From<Limits> for EffectiveLimits {
    fn from(limits: Limits) -> Self {
        // Rounded up: the rest of a client deadline is no whole number, and 0 would be no limit that a client can name.
        let time_ms = limits.time.as_micros().div_ceil(1000);
        Self { time_ms: time_ms.try_into().unwrap_or(u64::MAX), nodes: limits.nodes.map(Into::into) }
    }
}

impl SolveResult {
    /// The result in this notation.
    pub fn new(reply: &Reply, notation: Notation) -> Self {
        let answer = &reply.answer;
        let (conflicts, conflicts_omitted) = HouseConflict::list(&answer.conflicts, notation);
        Self {
            verdict: VerdictKind::from(&answer.verdict),
            solution: first_solution(answer).map(|grid| notation.represent(grid)),
            seed: None,
            stopped_by: StoppedBy::of(reply),
            conflicts,
            conflicts_omitted,
            format: notation.format().map(Format::name),
            warnings: notation.warnings(),
            ignored_lines: notation.ignored_lines(),
        }
    }
}

impl CountResult {
    /// The result in this notation.
    pub fn new(reply: &Reply, notation: Notation) -> Self {
        let answer = &reply.answer;
        let verdict = VerdictKind::from(&answer.verdict);
        let represent = |solution: &Solution| notation.represent(solution.grid());
        let found = answer.verdict.witnesses();
        let (solution, witnesses) = match verdict {
            VerdictKind::Unique => (found.first().map(represent), Vec::new()),
            _ => (None, found.iter().map(represent).collect()),
        };
        let (conflicts, conflicts_omitted) = HouseConflict::list(&answer.conflicts, notation);
        Self {
            verdict,
            count: answer.count,
            complete: answer.is_complete(),
            solution,
            witnesses,
            differing_cells: differing_cells(&answer.verdict),
            stopped_by: StoppedBy::of(reply),
            conflicts,
            conflicts_omitted,
            format: notation.format().map(Format::name),
            warnings: notation.warnings(),
            ignored_lines: notation.ignored_lines(),
        }
    }
}

impl<R, T> ResponseBody<R, T> {
    /// Adds the work and the limits of a reply to its result.
    pub fn new<A>(result: R, reply: &Reply<A>) -> Self
    where
        T: ReplyStats<A>,
    {
        Self { result, work: reply.into() }
    }
}

impl<A, T: ReplyStats<A>> From<&Reply<A>> for Work<T> {
    fn from(reply: &Reply<A>) -> Self {
        Self { stats: T::of(reply), limits: reply.limits.into() }
    }
}

/// Adds the schemas to which that of [`Work`] refers. The derived ones lack that of the parameter.
pub(super) fn work_schemas<T: ToSchema>(schemas: &mut Vec<(String, RefOr<Schema>)>) {
    Work::<T>::schemas(schemas);
    schemas.push((T::name().into_owned(), T::schema()));
    T::schemas(schemas);
}

/// The first solution found.
pub(super) fn first_solution(answer: &Answer) -> Option<&Grid> {
    answer.verdict.witnesses().first().map(Solution::grid)
}

fn differing_cells(verdict: &Verdict) -> Vec<String> {
    let Verdict::Multiple([first, second]) = verdict else { return Vec::new() };
    let (first, second) = (first.grid(), second.grid());
    (0..)
        .zip(first.cells().iter().zip(second.cells()))
        .filter(|(_, (one, other))| one != other)
        .map(|(index, _)| Position::of(index, row_length(first)).to_string())
        .collect()
}

pub(super) fn microseconds(duration: Duration) -> u64 {
    duration.as_micros().try_into().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_equal_those_in_json() {
        let written = |name: serde_json::Result<String>| name.expect("serializable");
        for verdict in VerdictKind::ALL {
            assert_eq!(written(serde_json::to_string(&verdict)), format!("{:?}", verdict.as_str()));
        }
        for stopped_by in StoppedBy::ALL {
            assert_eq!(written(serde_json::to_string(&stopped_by)), format!("{:?}", stopped_by.as_str()));
        }
    }
}
