//! JSON shapes of results.

use std::time::Duration;

use quadrille_exact_cover::Verdict;
use quadrille_notation::Format;
use quadrille_sudoku::{Answer, Conflict, Position, Stats, StopReason};
use serde::Serialize;
use utoipa::ToSchema;

use crate::faults::is_zero;
use crate::named_enum::named_enum;
use crate::service::{Interruption, Limits, Reply, SearchAnswer, VerdictCounts};
use crate::wire::joined::Joined;
use crate::wire::puzzle::constraints::constraint_pointer;
use crate::wire::puzzle::not_read::NotRead;
use crate::wire::puzzle::notation::{GridNotation, Notation, Warning};
use crate::wire::puzzle::schema::FormatName;
use crate::wire::subject::SolutionNotation;

/// Maximum number of conflicts in a result.
const CONFLICTS_MAX: usize = 20;

named_enum! {
    /// Verdict, as far as the search has proved it.
    #[schema(as = Verdict)]
    pub enum VerdictKind {
        /// There is no solution.
        None = "none",
        /// There is exactly one solution.
        Unique = "unique",
        /// There are at least two solutions.
        Multiple = "multiple",
        /// There is a solution; the search ended before it proved or disproved a second one.
        Solvable = "solvable",
        /// The search ended before it found a solution or proved that there is none.
        Unknown = "unknown",
    }
}

named_enum! {
    /// The reason why the search ended early.
    pub enum StoppedBy {
        /// `limit` solutions were found.
        SolutionLimit = "solution_limit",
        /// The time was up.
        TimeLimit = "time_limit",
        /// The maximum number of nodes was visited.
        NodeLimit = "node_limit",
        /// The service shut down.
        Shutdown = "shutdown",
        /// The proof is too long.
        ProofBytes = "proof_bytes",
        /// The proof takes more work than a job may do.
        ProofWork = "proof_work",
    }
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

/// A constraint that a short look at it alone shows to be impossible beside the clues.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ConstraintConflict {
    /// JSON pointer of the constraint; for a puzzle whose text has constraints, in the order of the text.
    #[schema(example = "/constraints/2")]
    pub constraint: String,
    /// Its type.
    #[schema(example = "cage")]
    pub r#type: &'static str,
    /// The cells that it names; none if it is about the whole grid.
    #[schema(example = json!(["r3c1", "r3c2"]))]
    pub cells: Vec<String>,
}

/// A digit given more than once in a house, or a constraint that is impossible beside the clues.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum PuzzleConflict {
    /// A digit given more than once in a house.
    House(HouseConflict),
    /// A constraint that a short look at it alone shows to be impossible beside the clues.
    Constraint(ConstraintConflict),
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

/// Statistics of the search.
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

/// Verdict, and a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SolveFindings<S> {
    /// Verdict, as far as the search has proved it.
    pub verdict: VerdictKind,
    /// A solution; null if none was found.
    #[schema(required = true)]
    pub solution: Option<S>,
}

/// Order of the search for a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct SeedMember {
    /// Seed of the random order; absent for the fixed order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0)]
    pub seed: Option<u64>,
}

/// Verdict, number of solutions, and two of them at most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CountFindings<S> {
    /// Verdict, as far as the search has proved it.
    pub verdict: VerdictKind,
    /// Number of solutions found.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64)]
    pub count: u64,
    /// Whether there are no others.
    pub complete: bool,
    /// The only solution; null unless the verdict is `unique`.
    #[schema(required = true)]
    pub solution: Option<S>,
    /// Up to two of several solutions; empty if the verdict is `unique`.
    #[schema(max_items = 2)]
    pub witnesses: Vec<S>,
}

/// Cells in which solutions differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DifferingCells {
    /// The cells in which two witnesses differ.
    #[schema(example = json!(["r1c1", "r1c4"]))]
    pub differing_cells: Vec<String>,
}

/// The body of a response to `POST`: a result, the work and the limits.
pub type ResponseBody<R, T = WorkStats> = Joined<R, Work<T>>;

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
    fn from_reply(reply: &Reply<A>) -> Option<Self>
    where
        Self: Sized;
}

impl VerdictKind {
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

impl<S> From<&Verdict<S>> for VerdictKind {
    fn from(verdict: &Verdict<S>) -> Self {
        match verdict {
            Verdict::None => Self::None,
            Verdict::Unique(_) => Self::Unique,
            Verdict::Multiple(_) => Self::Multiple,
            Verdict::Solvable(_) => Self::Solvable,
            Verdict::Unknown => Self::Unknown,
        }
    }
}

impl StoppedBy {
    /// The reason as in results; `None` for a complete search.
    pub fn from_reply<A: SearchAnswer>(reply: &Reply<A>) -> Option<Self> {
        match reply.answer.summary().stop_reason {
            StopReason::Complete => None,
            StopReason::SolutionLimit => Some(Self::SolutionLimit),
            // Interrupted, or a reason of a later version.
            _ => Some(match reply.interruption {
                Some(Interruption::TimeLimit) => Self::TimeLimit,
                Some(Interruption::Shutdown) => Self::Shutdown,
                Some(Interruption::NodeLimit) | None => Self::NodeLimit,
            }),
        }
    }
}

impl PuzzleConflict {
    /// The conflicts to list, and the number of the others.
    pub(crate) fn list(conflicts: &[Conflict], notation: GridNotation) -> (Vec<Self>, usize) {
        let names = |cells: &[Position]| cells.iter().map(Position::to_string).collect();
        let entry = |conflict: &Conflict| match conflict {
            Conflict::House { house, digit, cells } => Some(Self::House(HouseConflict {
                house: house.to_string(),
                digit: notation.value(*digit),
                cells: names(cells),
            })),
            Conflict::Constraint { index, constraint_type, cells } => {
                Some(Self::Constraint(ConstraintConflict {
                    constraint: constraint_pointer(*index),
                    r#type: constraint_type,
                    cells: names(cells),
                }))
            }
            _ => None,
        };
        let listed = conflicts.iter().take(CONFLICTS_MAX).filter_map(entry).collect();
        (listed, conflicts.len().saturating_sub(CONFLICTS_MAX))
    }
}

impl ReplyStats<Answer> for WorkStats {
    fn from_reply(reply: &Reply) -> Option<Self> {
        let Stats { clues, placements, eliminations, items, options, nodes, updates, .. } =
            reply.answer.stats?;
        let (queue_us, solve_us) = (microseconds(reply.queued), microseconds(reply.solving));
        Some(Self { clues, placements, eliminations, items, options, nodes, updates, queue_us, solve_us })
    }
}

impl<A: SearchAnswer> ReplyStats<A> for AnalysisStats {
    fn from_reply(reply: &Reply<A>) -> Option<Self> {
        let (queue_us, solve_us) = (microseconds(reply.queued), microseconds(reply.solving));
        Some(Self { nodes: reply.answer.summary().nodes?, queue_us, solve_us })
    }
}

impl From<Limits> for EffectiveLimits {
    fn from(limits: Limits) -> Self {
        // Rounded up: the rest of a client deadline is no whole number, and 0 would be no limit that a client can name.
        let time_ms = limits.time.as_micros().div_ceil(1000);
        Self { time_ms: time_ms.try_into().unwrap_or(u64::MAX), nodes: limits.nodes.map(Into::into) }
    }
}

impl<S> SolveFindings<S> {
    pub(crate) fn new<N: SolutionNotation<Shape = S>>(verdict: &Verdict<N::Solution>, notation: &N) -> Self {
        let solution = verdict.witnesses().first().map(|solution| notation.shape(solution));
        Self { verdict: verdict.into(), solution }
    }
}

impl<S> CountFindings<S> {
    pub(crate) fn new<N: SolutionNotation<Shape = S>>(
        (verdict, count, stop_reason): (&Verdict<N::Solution>, u64, StopReason),
        notation: &N,
    ) -> Self {
        let shape = |solution| notation.shape(solution);
        let (solution, witnesses) = match verdict {
            Verdict::Unique(solution) => (Some(shape(solution)), Vec::new()),
            _ => (None, verdict.witnesses().iter().map(shape).collect()),
        };
        let complete = stop_reason == StopReason::Complete;
        Self { verdict: verdict.into(), count, complete, solution, witnesses }
    }
}

impl DifferingCells {
    /// The cells in which the solutions of a verdict differ.
    pub(crate) fn new(verdict: &quadrille_sudoku::Verdict, notation: &Notation) -> Self {
        let Verdict::Multiple([first, second]) = verdict else { return Self { differing_cells: Vec::new() } };
        let (first, second) = (first.grid(), second.grid());
        let differing = notation
            .positions(first)
            .into_iter()
            .zip(first.cells().iter().zip(second.cells()))
            .filter(|(_, (one, other))| one != other)
            .map(|(position, _)| position.to_string());
        Self { differing_cells: differing.collect() }
    }
}

impl<R, A, T: ReplyStats<A>> From<(R, &Reply<A>)> for ResponseBody<R, T> {
    /// Adds the work and the limits of a reply to its result.
    fn from((result, reply): (R, &Reply<A>)) -> Self {
        Self { first: result, rest: reply.into() }
    }
}

impl<A, T: ReplyStats<A>> From<&Reply<A>> for Work<T> {
    fn from(reply: &Reply<A>) -> Self {
        Self { stats: T::from_reply(reply), limits: reply.limits.into() }
    }
}

/// Whether several solutions were found.
pub(crate) fn is_multiple<A: SearchAnswer>(reply: &Reply<A>) -> bool {
    matches!(reply.answer.summary().verdict, Some(Verdict::Multiple(_)))
}

pub(crate) fn microseconds(duration: Duration) -> u64 {
    duration.as_micros().try_into().unwrap_or(u64::MAX)
}

/// Result of a question about a puzzle: its findings, then members that results of other kinds have, too.
pub type AnalysisResult<F, C = CommonMembers> = Joined<F, C>;

/// How a search ended, conflicts of the puzzle, and its notation.
pub type CommonMembers = Joined<StopMember, PuzzleMembers>;

/// Conflicts of a puzzle, and its notation.
pub type PuzzleMembers = Joined<ConflictMembers, NotationMembers>;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StopMember {
    /// The reason why the search ended early; null if it was complete.
    #[schema(required = true)]
    pub stopped_by: Option<StoppedBy>,
}

/// Conflicts of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ConflictMembers {
    /// Digits that the clues have more than once in a house, and constraints that a short look at each alone shows to be impossible beside
    /// the clues, at most 20. A puzzle with conflicts has no solution; one without may have none, either.
    pub conflicts: Vec<PuzzleConflict>,
    /// Number of conflicts not listed; absent if all are.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub conflicts_omitted: usize,
}

/// Notation of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct NotationMembers {
    /// Format of the text of the puzzle; absent for an array.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<FormatName>)]
    pub format: Option<&'static str>,
    /// Warnings about the puzzle; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1)]
    pub warnings: Vec<Warning>,
    /// Whether the text has drawings, prose or other parts that may be rules and were not read, or a solution of its own that is none or not the
    /// only one: the answer is about the rules that were read. Absent if not.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, example = true)]
    pub rules_not_read: bool,
    /// These parts; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub not_read: Option<NotRead>,
    /// Lines of the text that hold no part of the puzzle and were not read, from 1; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, max_items = 128, example = json!([1, 12]))]
    pub ignored_lines: Vec<usize>,
}

impl<A: SearchAnswer> From<&Reply<A>> for StopMember {
    fn from(reply: &Reply<A>) -> Self {
        Self { stopped_by: StoppedBy::from_reply(reply) }
    }
}

impl From<&Notation> for NotationMembers {
    fn from(notation: &Notation) -> Self {
        Self::new(notation, || false)
    }
}

impl NotationMembers {
    /// Makes the members of a puzzle. `is_multiple` tells whether it has several solutions.
    fn new(notation: &Notation, is_multiple: impl FnOnce() -> bool) -> Self {
        Self {
            format: notation.format().map(Format::name),
            warnings: notation.warnings(),
            rules_not_read: notation.rules_not_read(is_multiple),
            not_read: notation.not_read(),
            ignored_lines: notation.ignored_lines(),
        }
    }
}

/// Makes the members of a result whose puzzle has these conflicts.
pub(crate) fn common_members<A: SearchAnswer>(
    reply: &Reply<A>,
    conflicts: &[Conflict],
    notation: &Notation,
) -> CommonMembers {
    let notation_members = NotationMembers::new(notation, || is_multiple(reply));
    let rest = Joined { first: ConflictMembers::new(conflicts, notation), rest: notation_members };
    Joined { first: reply.into(), rest }
}

/// Makes the members about a puzzle.
pub(crate) fn puzzle_members(conflicts: &[Conflict], notation: &Notation) -> PuzzleMembers {
    Joined { first: ConflictMembers::new(conflicts, notation), rest: notation.into() }
}

impl ConflictMembers {
    fn new(conflicts: &[Conflict], notation: &Notation) -> Self {
        let (conflicts, conflicts_omitted) = PuzzleConflict::list(conflicts, **notation);
        Self { conflicts, conflicts_omitted }
    }
}
