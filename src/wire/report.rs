//! What was found out, as JSON and as the bare words of text.

use std::time::Duration;

use super::answer::{
    ConflictAnswer, CountAnswer, LimitsAnswer, SolveAnswer, StatsAnswer, StoppedBy, VerdictWord,
};
use super::notation::{GridShape, Notation, write_number};
use crate::sudoku::{Answer, Conflict, Grid, Position, Solution, StopReason, Verdict};

/// The most conflicts that one answer lists.
const CONFLICTS_MAX: usize = 20;

/// Everything that goes into an answer.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was found out.
    pub answer: Answer,
    /// The notation in which the puzzle came.
    pub notation: Notation,
    /// The limits that held.
    pub limits: LimitsAnswer,
    /// How long the question waited for a thread.
    pub queued: Duration,
    /// How long a thread worked at it.
    pub solving: Duration,
}

impl From<&Report> for SolveAnswer {
    fn from(report: &Report) -> Self {
        let Report { answer, notation, .. } = report;
        Self {
            verdict: VerdictWord::from(&answer.verdict),
            solution: report.solution().map(|grid| notation.represent(grid)),
            stopped_by: stopped_by(answer.stop_reason),
            conflicts: conflicts(&answer.conflicts),
            conflicts_omitted: conflicts_omitted(&answer.conflicts),
            stats: report.stats(),
            limits: report.limits,
        }
    }
}

impl From<&Report> for CountAnswer {
    fn from(report: &Report) -> Self {
        let Report { answer, notation, .. } = report;
        let witnesses: Vec<GridShape> =
            answer.verdict.witnesses().iter().map(|solution| notation.represent(solution.grid())).collect();
        let verdict = VerdictWord::from(&answer.verdict);
        Self {
            verdict,
            count: answer.count,
            complete: answer.is_complete(),
            solution: (verdict == VerdictWord::Unique).then(|| witnesses.first().cloned()).flatten(),
            witnesses,
            differing_cells: differing_cells(&answer.verdict),
            stopped_by: stopped_by(answer.stop_reason),
            conflicts: conflicts(&answer.conflicts),
            conflicts_omitted: conflicts_omitted(&answer.conflicts),
            stats: report.stats(),
            limits: report.limits,
        }
    }
}

impl Report {
    /// The answer of `/solve` as text: the solved line, else `none` or `unknown`.
    pub fn solve_text(&self) -> String {
        text(|out| self.write_solve_text(out))
    }

    /// The answer of `/count` as text: the verdict and the count, with a `+` where the search was not complete, such
    /// as `multiple 2+`.
    pub fn count_text(&self) -> String {
        text(|out| self.write_count_text(out))
    }

    /// Appends [`solve_text`](Self::solve_text), and allocates nothing where there is room.
    pub fn write_solve_text(&self, out: &mut Vec<u8>) {
        match self.solution() {
            Some(grid) => self.notation.write_line(grid, out),
            None => out.extend_from_slice(VerdictWord::from(&self.answer.verdict).word().as_bytes()),
        }
    }

    /// Appends [`count_text`](Self::count_text), and allocates nothing where there is room.
    pub fn write_count_text(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(VerdictWord::from(&self.answer.verdict).word().as_bytes());
        out.push(b' ');
        write_number(self.answer.count, out);
        if !self.answer.is_complete() {
            out.push(b'+');
        }
    }

    /// The first solution found.
    fn solution(&self) -> Option<&Grid> {
        self.answer.verdict.witnesses().first().map(Solution::grid)
    }

    /// The work done, where somebody wants to know.
    pub(super) fn stats(&self) -> Option<StatsAnswer> {
        self.answer.stats.map(|stats| StatsAnswer {
            clues: stats.clues,
            placements: stats.placements,
            eliminations: stats.eliminations,
            items: stats.items,
            options: stats.options,
            nodes: stats.nodes,
            updates: stats.updates,
            queue_us: microseconds(self.queued),
            solve_us: microseconds(self.solving),
        })
    }
}

/// What an answer calls the reason why a search ended early.
pub(super) fn stopped_by(ending: StopReason) -> Option<StoppedBy> {
    match ending {
        StopReason::Complete => None,
        StopReason::SolutionLimit => Some(StoppedBy::SolutionLimit),
        StopReason::TimeLimit => Some(StoppedBy::TimeLimit),
        StopReason::NodeLimit => Some(StoppedBy::NodeLimit),
        StopReason::Shutdown => Some(StoppedBy::Shutdown),
    }
}

/// How many conflicts are not listed.
pub(super) fn conflicts_omitted(conflicts: &[Conflict]) -> usize {
    conflicts.len().saturating_sub(CONFLICTS_MAX)
}

/// The conflicts that are listed.
pub(super) fn conflicts(conflicts: &[Conflict]) -> Vec<ConflictAnswer> {
    conflicts
        .iter()
        .take(CONFLICTS_MAX)
        .map(|conflict| ConflictAnswer {
            house: conflict.house.to_string(),
            digit: conflict.digit.value(),
            cells: conflict.cells.iter().map(Position::to_string).collect(),
        })
        .collect()
}

fn differing_cells(verdict: &Verdict) -> Vec<String> {
    let Verdict::Multiple([first, second]) = verdict else { return Vec::new() };
    let (first, second) = (first.grid(), second.grid());
    (0..)
        .zip(first.cells().iter().zip(second.cells()))
        .filter(|(_, (one, other))| one != other)
        .map(|(index, _)| Position::of(index, first.size()).to_string())
        .collect()
}

fn microseconds(duration: Duration) -> u64 {
    duration.as_micros().try_into().unwrap_or(u64::MAX)
}

/// What is appended, as a string. All of it is ASCII.
fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8(out).unwrap_or_default()
}
