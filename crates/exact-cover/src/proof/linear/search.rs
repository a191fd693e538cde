//! Search loop over the inequalities: decisions, learning and restarts. It knows the solutions already: they are excluded.

use super::propagation::LinearPropagation;
use super::reason::{LinearReason, PlacedReason};
use crate::cdcl::Literal;
use crate::proof::formula::{Constraint, Derivation, Formula};
use crate::proof::lemmas::Lemmas;

/// Factor by which the weight of a conflict exceeds the one before.
const GROWTH: f64 = 1.05;

/// Weight at which all activities are scaled down.
const ACTIVITY_MAX: f64 = 1e100;

/// Activity of a variable before its first conflict.
const ACTIVITY_FIRST: f64 = 0.01;

/// Conflicts before the first restart, and the growth of the intervals.
const RESTART_FIRST: f64 = 200.0;
const RESTART_GROWTH: f64 = 1.2;

/// Literals of all clauses after which the search gives up: it deletes none.
const LITERALS_MAX: usize = 1 << 23;

/// How a slice of the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinearStep {
    Paused,
    /// The last clause is empty.
    Refuted,
    /// The clauses take too much memory.
    Full,
    /// The assignment meets all "exactly one": a solution that is not excluded.
    Solution,
}

/// CDCL over inequalities.
#[derive(Clone, Debug)]
pub(crate) struct LinearSearch {
    propagation: LinearPropagation,
    /// Literals of each "exactly one".
    items: Vec<Vec<Literal>>,
    activities: Vec<f64>,
    weight: f64,
    lemmas: Lemmas,
    /// Number of literals of all clauses learnt.
    literals: usize,
    /// Items visited to choose decisions.
    visits: u64,
    is_marked: Vec<bool>,
    nodes: u64,
    conflicts_left: f64,
    restart_interval: f64,
    is_refuted: bool,
}

impl LinearSearch {
    /// Searches a formula, with inequalities that follow from it. Finds its facts at once.
    pub(crate) fn new(formula: &Formula, derivations: &[Derivation]) -> Self {
        let variables = formula.variable_count();
        let items = formula.constraints().filter_map(|constraint| match constraint {
            Constraint::ExactlyOne(literals) => {
                Some(literals.iter().copied().map(Literal::from_signed).collect())
            }
            _ => None,
        });
        let mut search = Self {
            items: items.collect(),
            propagation: LinearPropagation::new(formula, derivations),
            activities: vec![ACTIVITY_FIRST; variables],
            weight: 1.0,
            lemmas: Lemmas::default(),
            literals: 0,
            visits: 0,
            is_marked: vec![false; variables],
            nodes: 0,
            conflicts_left: RESTART_FIRST,
            restart_interval: RESTART_FIRST,
            is_refuted: false,
        };
        if search.propagation.propagate_formula() {
            search.refute();
        }
        search
    }

    /// Number of decisions.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Number of steps of the propagation, and of items visited to choose decisions.
    pub(crate) fn steps(&self) -> u64 {
        self.propagation.steps() + self.visits
    }

    /// The clauses learnt since they were last cleared.
    pub(crate) fn log_mut(&mut self) -> &mut Lemmas {
        &mut self.lemmas
    }

    /// Searches for so many [steps](Self::steps), and makes at most so many decisions.
    pub(crate) fn advance(&mut self, budget_nodes: u64, steps: u64) -> LinearStep {
        let steps_end = self.steps().saturating_add(steps);
        let nodes_end = self.nodes.saturating_add(budget_nodes);
        while !self.is_refuted {
            if let Some(conflict) = self.propagation.propagate() {
                if self.propagation.trail().level() == 0 {
                    self.refute();
                } else if self.literals >= LITERALS_MAX {
                    return LinearStep::Full;
                } else {
                    self.learn(conflict);
                }
            } else if self.steps() >= steps_end || self.nodes >= nodes_end {
                return LinearStep::Paused;
            } else if self.conflicts_left <= 0.0 {
                self.restart();
            } else {
                let Some(literal) = self.next_literal() else { return LinearStep::Solution };
                self.nodes += 1;
                self.propagation.decide(literal);
            }
        }
        LinearStep::Refuted
    }

    /// Ends the search: the clauses lead to a contradiction without a decision.
    fn refute(&mut self) {
        self.lemmas.push([]);
        self.is_refuted = true;
    }

    fn restart(&mut self) {
        self.restart_interval *= RESTART_GROWTH;
        self.conflicts_left = self.restart_interval;
        self.propagation.backtrack(0);
    }

    /// The open literal with the greatest activity, weighted by the number of open literals of its item.
    fn next_literal(&mut self) -> Option<Literal> {
        let mut best = None;
        let mut score_max = -1.0;
        self.visits += self.items.len() as u64;
        for item in &self.items {
            let open = item.iter().filter(|&&literal| self.propagation.trail().is_unassigned(literal));
            let count = open.clone().count();
            // Unit propagation has found the literal of an item with one.
            for &literal in open {
                let score = self.activities[literal.variable_index()] / (count * count) as f64;
                if score > score_max {
                    best = Some(literal);
                    score_max = score;
                }
            }
        }
        best
    }

    /// Learns the clause of the first unique implication point, backtracks, and assigns its first literal.
    fn learn(&mut self, conflict: LinearReason) {
        self.conflicts_left -= 1.0;
        let mut clause = self.conflict_clause(conflict);
        let trail = self.propagation.trail();
        let deepest = (1..clause.len()).max_by_key(|&at| trail.reason_of(clause[at]).place);
        let target = deepest.map_or(0, |at| trail.level_of(clause[at]));
        if let Some(at) = deepest {
            clause.swap(1, at);
        }
        self.lemmas.push(clause.iter().map(|literal| literal.signed()));
        self.literals += clause.len();
        self.propagation.backtrack(target);
        self.propagation.learn(clause);
        self.decay();
    }

    /// The clause of the first unique implication point, whose literal is the first one.
    fn conflict_clause(&mut self, conflict: LinearReason) -> Vec<Literal> {
        let trail = self.propagation.trail();
        let mut place = trail.literals().len();
        let mut source = PlacedReason { reason: conflict, place: place as u32 };
        let mut marked: Vec<Literal> = Vec::new();
        let mut lower: Vec<Literal> = Vec::new();
        // Number of marked literals of the current level that are not replaced by their antecedents.
        let mut unresolved = 0;
        let first = loop {
            for literal in self.propagation.antecedents(source) {
                let variable = literal.variable_index();
                let level = trail.level_of(literal);
                if level == 0 || std::mem::replace(&mut self.is_marked[variable], true) {
                    continue;
                }
                marked.push(literal);
                self.activities[variable] += self.weight;
                if level == trail.level() {
                    unresolved += 1;
                } else {
                    lower.push(literal);
                }
            }
            let is_marked = |&at: &usize| self.is_marked[trail.literals()[at].variable_index()];
            place = (0..place).rev().find(is_marked).unwrap_or(0);
            let literal = trail.literals()[place];
            unresolved -= 1;
            if unresolved <= 0 {
                break literal.negated();
            }
            source = trail.reason_of(literal);
        };
        lower.retain(|&literal| !self.is_redundant(literal));
        marked.iter().for_each(|literal| self.is_marked[literal.variable_index()] = false);
        [first].into_iter().chain(lower).collect()
    }

    /// Whether a false literal of the clause follows from the others in one step.
    fn is_redundant(&self, literal: Literal) -> bool {
        let trail = self.propagation.trail();
        let source = trail.reason_of(literal);
        source.reason != LinearReason::Decision
            && self
                .propagation
                .antecedents(source)
                .all(|other| self.is_marked[other.variable_index()] || trail.level_of(other) == 0)
    }

    fn decay(&mut self) {
        self.weight *= GROWTH;
        if self.weight > ACTIVITY_MAX {
            self.activities.iter_mut().for_each(|activity| *activity /= ACTIVITY_MAX);
            self.weight /= ACTIVITY_MAX;
        }
    }
}
