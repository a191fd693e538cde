//! The end of a call of a search that consists of several.

use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_exact_cover::unstable::SLICE_STEPS;

/// Bounds of one call: nodes, steps, and the stop flag.
pub(crate) struct Slice<'a> {
    nodes_end: u64,
    steps_end: u64,
    stop: &'a AtomicBool,
}

impl<'a> Slice<'a> {
    /// Begins a call of a search that has made this many nodes and steps.
    pub(crate) fn new(nodes: u64, steps: u64, budget_nodes: u64, stop: &'a AtomicBool) -> Self {
        Self {
            nodes_end: nodes.saturating_add(budget_nodes),
            steps_end: steps.saturating_add(SLICE_STEPS),
            stop,
        }
    }

    /// Number of nodes that may still be visited; 0 if the call must end.
    pub(crate) fn nodes_left(&self, nodes: u64, steps: u64) -> u64 {
        if steps >= self.steps_end || self.stop.load(Ordering::Relaxed) {
            return 0;
        }
        self.nodes_end.saturating_sub(nodes)
    }

    /// The stop flag.
    pub(crate) fn stop(&self) -> &'a AtomicBool {
        self.stop
    }
}
