//! What an answer comes to, for those who must not see the puzzle.

use std::time::Duration;

use super::answer::{StoppedBy, VerdictWord};
use super::report::{Report, stopped_by};
use crate::sudoku::Answer;

/// What was found out about a puzzle and what it took, without the puzzle: for logs and metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is proved; `None` for a stream of solutions, which asks for no proof.
    pub verdict: Option<VerdictWord>,
    /// What ended the search; `None` where it was complete.
    pub stopped_by: Option<StoppedBy>,
    /// Nodes of the search tree that were visited; `None` where nobody asked.
    pub nodes: Option<u64>,
    /// How long the question waited for a thread.
    pub queued: Duration,
    /// How long a thread worked at it.
    pub solving: Duration,
}

impl Finding {
    /// What this answer comes to.
    pub fn new(answer: &Answer, queued: Duration, solving: Duration) -> Self {
        Self {
            verdict: Some(VerdictWord::from(&answer.verdict)),
            stopped_by: stopped_by(answer.stop_reason),
            nodes: answer.stats.map(|stats| stats.nodes),
            queued,
            solving,
        }
    }
}

impl From<&Report> for Finding {
    fn from(report: &Report) -> Self {
        Self::new(&report.answer, report.queued, report.solving)
    }
}

impl VerdictWord {
    /// All verdicts there are.
    pub const ALL: [Self; 5] = [Self::None, Self::Unique, Self::Multiple, Self::Solvable, Self::Unknown];
}

impl StoppedBy {
    /// Everything that may end a search early.
    pub const ALL: [Self; 4] = [Self::SolutionLimit, Self::TimeLimit, Self::NodeLimit, Self::Shutdown];

    /// The word for it, as in answers.
    pub fn word(self) -> &'static str {
        match self {
            Self::SolutionLimit => "solution_limit",
            Self::TimeLimit => "time_limit",
            Self::NodeLimit => "node_limit",
            Self::Shutdown => "shutdown",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_answers() {
        let written = |word: serde_json::Result<String>| word.expect("it can be written");
        for verdict in VerdictWord::ALL {
            assert_eq!(written(serde_json::to_string(&verdict)), format!("{:?}", verdict.word()));
        }
        for stopped_by in StoppedBy::ALL {
            assert_eq!(written(serde_json::to_string(&stopped_by)), format!("{:?}", stopped_by.word()));
        }
    }
}
