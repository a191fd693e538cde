//! Choice of the next option: VSIDS, weighted by the state of the items.
//!
//! VSIDS alone (Moskewicz et al., "Chaff", 2001) considers past conflicts, not the current items. A decision therefore
//! compares the most active options by activity times *tightness*, which is high if few literals of the option's items are
//! not false. Tightness corresponds to MRV, the heuristic of dancing links.
//!
//! In a long search for the first solution, a decision instead chooses an option of the
//! [best assignment](super::best_assignment) that covers an item of that option.

use super::best_assignment::BestAssignment;
use super::instance::Instance;
use super::literal::Literal;
use super::prop::CountingPropagation;
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
    best_assignment: BestAssignment,
    /// Whether decisions follow the best assignment.
    is_guided: bool,
    /// Options that a decision takes only if it compares no others.
    avoided: Vec<bool>,
    /// Scratch: the options that a decision compares.
    candidates: Vec<u32>,
}

impl Decisions {
    /// Restarts with the options of an instance before any is removed, and reuses the memory.
    pub(super) fn rebuild(&mut self, instance: &Instance, prop: &CountingPropagation) {
        let first = |option| ACTIVITY_FIRST * prop.tightness(option, instance);
        self.vsids.rebuild((0..instance.option_count() as u32).map(first));
        self.best_assignment.rebuild(instance.exactly_one_count());
        self.is_guided = false;
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

    /// Makes decisions follow the best assignment.
    pub(super) fn follow_best_assignment(&mut self) {
        self.is_guided = true;
    }

    /// Makes decisions ignore the best assignment.
    pub(super) fn ignore_best_assignment(&mut self) {
        self.is_guided = false;
    }

    /// Records an assignment without conflict as the best one if it is the longest one so far.
    pub(super) fn record_assignment(&mut self, literals: &[Literal], instance: &Instance) {
        self.best_assignment.record(literals, instance);
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

    /// Takes the next option to choose: of the most active unassigned options, the one with the greatest score, or an
    /// option of the best assignment that excludes it.
    pub(super) fn take_next(
        &mut self,
        instance: &Instance,
        prop: &CountingPropagation,
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
            let score = self.score(option, instance, prop);
            if score > score_max {
                best = Some(option);
                score_max = score;
            }
        }
        let best = best?;
        let chosen = if self.is_guided { self.guide(best, instance, prop, trail) } else { best };
        for &option in self.candidates.iter().filter(|&&option| option != chosen) {
            self.vsids.insert(option);
        }
        Some(Literal::chosen(chosen))
    }

    /// Product of activity and tightness, lower for an option to avoid.
    fn score(&self, option: u32, instance: &Instance, prop: &CountingPropagation) -> f64 {
        let factor = if self.avoided[option as usize] { AVOIDED_FACTOR } else { 1.0 };
        self.vsids.activity(option) * prop.tightness(option, instance) * factor
    }

    /// Returns an option that the best assignment has instead of this one: of the unassigned ones, the one with the greatest
    /// score. Returns `option` itself if the best assignment has it, or no option instead that is not to be avoided.
    fn guide(&self, option: u32, instance: &Instance, prop: &CountingPropagation, trail: &Trail) -> u32 {
        let mut chosen = option;
        let mut score_max = -1.0;
        for other in self.best_assignment.options_for(option, instance) {
            if other == option {
                return option;
            }
            if trail.is_unassigned(Literal::chosen(other)) && !self.avoided[other as usize] {
                let score = self.score(other, instance, prop);
                if score > score_max {
                    chosen = other;
                    score_max = score;
                }
            }
        }
        chosen
    }
}
