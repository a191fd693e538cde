//! Choice of the next option: VSIDS, weighted by the state of the items.
//!
//! VSIDS alone (Moskewicz et al., "Chaff", 2001) considers past conflicts, not the current items. A decision therefore
//! compares the most active options by activity times *tightness*, which is high if few literals of the option's items are
//! not false. Tightness corresponds to MRV, the heuristic of dancing links.

use super::instance::Instance;
use super::literal::Literal;
use super::prop::Propagation;
use super::trail::Trail;
use super::vsids::Vsids;

/// Initial activity of an option with tightness 1. The first conflict adds 1.
const ACTIVITY_FIRST: f64 = 0.01;

/// Factor of the score of an option to avoid.
const AVOIDED_FACTOR: f64 = 1.0 / 1024.0;

/// Number of most active options that a decision compares.
const CANDIDATES_MAX: usize = 8;

/// Decision heuristic. Every unassigned option is in the heap.
#[derive(Clone, Debug, Default)]
pub(super) struct Decisions {
    vsids: Vsids,
    /// Options that a decision takes only if it compares no others.
    avoided: Vec<bool>,
    /// Scratch: the options that a decision compares.
    candidates: Vec<u32>,
}

impl Decisions {
    /// Restarts with the options of an instance before any is removed, and reuses the memory.
    pub(super) fn rebuild(&mut self, instance: &Instance, prop: &Propagation) {
        let first = |option| ACTIVITY_FIRST * prop.tightness(option, instance);
        self.vsids.rebuild((0..instance.option_count() as u32).map(first));
        self.avoided.clear();
        self.avoided.resize(instance.option_count(), false);
    }

    /// Prefers other options to this one from now on.
    pub(super) fn avoid(&mut self, option: u32) {
        if let Some(is_avoided) = self.avoided.get_mut(option as usize) {
            *is_avoided = true;
        }
    }

    /// Increases the activity of a variable that took part in a conflict. Ignores auxiliary variables.
    #[inline]
    pub(super) fn bump(&mut self, variable: u32) {
        self.vsids.bump(variable);
    }

    /// Decays all activities after a conflict.
    pub(super) fn decay(&mut self) {
        self.vsids.decay();
    }

    /// Makes an unassigned variable available again. Ignores auxiliary variables.
    #[inline]
    pub(super) fn release(&mut self, variable: u32) {
        self.vsids.insert(variable);
    }

    /// Whether all options are assigned. Removes assigned ones from the top of the heap.
    pub(super) fn is_exhausted(&mut self, trail: &Trail) -> bool {
        while let Some(option) = self.vsids.top() {
            if trail.is_unassigned(Literal::chosen(option)) {
                return false;
            }
            self.vsids.pop();
        }
        true
    }

    /// Takes the next option to choose: of the most active unassigned options, the one with the greatest product of activity
    /// and tightness.
    pub(super) fn take_next(
        &mut self,
        instance: &Instance,
        prop: &Propagation,
        trail: &Trail,
    ) -> Option<Literal> {
        self.candidates.clear();
        while self.candidates.len() < CANDIDATES_MAX
            && let Some(option) = self.vsids.pop()
        {
            if trail.is_unassigned(Literal::chosen(option)) {
                self.candidates.push(option);
            }
        }
        let mut best = None;
        let mut score_max = -1.0;
        for &option in &self.candidates {
            let mut score = self.vsids.activity(option) * prop.tightness(option, instance);
            if self.avoided[option as usize] {
                score *= AVOIDED_FACTOR;
            }
            if score > score_max {
                best = Some(option);
                score_max = score;
            }
        }
        let best = best?;
        for &option in self.candidates.iter().filter(|&&option| option != best) {
            self.vsids.insert(option);
        }
        Some(Literal::chosen(best))
    }
}
