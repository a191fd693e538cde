//! How much work a question may cost.

use std::num::NonZeroU64;
use std::time::Duration;

/// The limits a client asked for; what it leaves open, [`LimitsPolicy`] decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AskedLimits {
    /// Milliseconds from the moment the question was read.
    pub time_ms: Option<NonZeroU64>,
    /// Nodes of the search tree.
    pub nodes: Option<NonZeroU64>,
}

/// The limits that hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// From the moment the question was read, waiting included.
    pub time: Duration,
    /// Nodes of the search tree; `None` where only time bounds the search.
    pub nodes: Option<NonZeroU64>,
}

/// What the operator allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitsPolicy {
    /// For a question that asks for no time.
    pub time_default: Duration,
    /// The longest time; more is cut down to it.
    pub time_max: Duration,
    /// The most nodes, asked for or not; `None` for no bound but time.
    pub nodes_max: Option<NonZeroU64>,
}

impl LimitsPolicy {
    /// The limits that hold for a question: what was asked for, cut down to what is allowed.
    pub fn effective(&self, asked: AskedLimits) -> Limits {
        let time = asked.time_ms.map_or(self.time_default, |ms| Duration::from_millis(ms.get()));
        Limits {
            time: time.min(self.time_max),
            nodes: match (asked.nodes, self.nodes_max) {
                (Some(asked), Some(max)) => Some(asked.min(max)),
                (asked, max) => asked.or(max),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(time_ms: u64, nodes: u64, nodes_max: u64) -> (u128, Option<u64>) {
        let policy = LimitsPolicy {
            time_default: Duration::from_millis(5_000),
            time_max: Duration::from_millis(30_000),
            nodes_max: NonZeroU64::new(nodes_max),
        };
        let asked = AskedLimits { time_ms: NonZeroU64::new(time_ms), nodes: NonZeroU64::new(nodes) };
        let Limits { time, nodes } = policy.effective(asked);
        (time.as_millis(), nodes.map(NonZeroU64::get))
    }

    #[test]
    fn what_is_asked_for_is_cut_down_to_what_is_allowed() {
        assert_eq!(limits(0, 0, 0), (5_000, None));
        assert_eq!(limits(1, 7, 0), (1, Some(7)));
        assert_eq!(limits(30_001, 9, 8), (30_000, Some(8)));
        assert_eq!(limits(u64::MAX, 7, 8), (30_000, Some(7)));
        assert_eq!(limits(29_999, 0, 8), (29_999, Some(8)));
    }
}
