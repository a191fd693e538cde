//! Search for a refutation of a formula with sums: CDCL over the inequalities of the checker.
//!
//! The search for exact cover problems knows no sums. This one propagates every inequality by its slack, as the checker does, so that each
//! clause that it learns follows by unit propagation. It knows the solutions already: they are excluded.

use super::checker::Checker;
use super::formula::{Constraint, Formula};
use super::lemmas::Lemmas;

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
pub(super) enum LinearStep {
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
pub(super) struct LinearSearch {
    checker: Checker,
    /// Literals of each "exactly one".
    items: Vec<Vec<i32>>,
    /// Number of true literals before each decision.
    levels: Vec<usize>,
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
    /// Searches a formula, of which `checker` has found the facts.
    pub(super) fn new(formula: &Formula, checker: Checker) -> Self {
        let variables = formula.variable_count();
        let items = formula.constraints().filter_map(|constraint| match constraint {
            Constraint::ExactlyOne(literals) => Some(literals.to_vec()),
            _ => None,
        });
        Self {
            items: items.collect(),
            checker,
            levels: Vec::new(),
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
        }
    }

    /// Number of decisions.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Number of steps of the checker, and of items visited to choose decisions.
    pub(super) fn steps(&self) -> u64 {
        self.checker.steps() + self.visits
    }

    /// The clauses learnt since they were last cleared.
    pub(super) fn log_mut(&mut self) -> &mut Lemmas {
        &mut self.lemmas
    }

    /// Searches for so many [steps](Self::steps), and makes at most so many decisions.
    pub(super) fn advance(&mut self, budget_nodes: u64, steps: u64) -> LinearStep {
        let steps_end = self.steps().saturating_add(steps);
        let nodes_end = self.nodes.saturating_add(budget_nodes);
        while !self.is_refuted {
            match self.checker.propagate_assumptions() {
                Err(_) if self.levels.is_empty() => {
                    self.lemmas.push([]);
                    self.is_refuted = true;
                }
                Err(_) if self.literals >= LITERALS_MAX => return LinearStep::Full,
                Err(contradiction) => self.learn(contradiction),
                Ok(()) if self.steps() >= steps_end || self.nodes >= nodes_end => {
                    return LinearStep::Paused;
                }
                Ok(()) => {
                    if self.conflicts_left <= 0.0 {
                        self.restart();
                        continue;
                    }
                    let Some(literal) = self.next_literal() else { return LinearStep::Solution };
                    self.nodes += 1;
                    self.levels.push(self.checker.trail_len());
                    self.checker.decide(literal);
                }
            }
        }
        LinearStep::Refuted
    }

    fn restart(&mut self) {
        self.restart_interval *= RESTART_GROWTH;
        self.conflicts_left = self.restart_interval;
        self.backtrack(0);
    }

    fn backtrack(&mut self, level: usize) {
        if let Some(&len) = self.levels.get(level) {
            self.checker.backtrack(len);
            self.levels.truncate(level);
        }
    }

    /// The open literal with the greatest activity, weighted by the number of open literals of its item.
    fn next_literal(&mut self) -> Option<i32> {
        let mut best = None;
        let mut score_max = -1.0;
        self.visits += self.items.len() as u64;
        for item in &self.items {
            let value = |literal: &i32| self.checker.value(literal.unsigned_abs() as usize);
            let open = item.iter().filter(|literal| value(literal).is_none());
            let count = open.clone().count();
            // Unit propagation has found the literal of an item with one.
            for &literal in open {
                let activity = self.activities[literal.unsigned_abs() as usize - 1];
                let score = activity / (count * count) as f64;
                if score > score_max {
                    best = Some(literal);
                    score_max = score;
                }
            }
        }
        best
    }

    /// Level of an assigned variable.
    fn level_of(&self, variable: u32) -> usize {
        let place = self.checker.place_of(variable);
        self.levels.partition_point(|&start| start <= place)
    }

    /// Learns the clause of the first unique implication point, backtracks, and assigns its first literal.
    fn learn(&mut self, contradiction: Vec<u32>) {
        self.conflicts_left -= 1.0;
        let level = self.levels.len();
        let mut marked: Vec<u32> = Vec::new();
        let mut lower: Vec<u32> = Vec::new();
        let mut unresolved = 0;
        let mut sources = contradiction;
        let mut place = self.checker.trail_len();
        let first = loop {
            for variable in sources {
                let level_of = self.level_of(variable);
                if level_of == 0 || std::mem::replace(&mut self.is_marked[variable as usize], true) {
                    continue;
                }
                marked.push(variable);
                self.activities[variable as usize] += self.weight;
                if level_of == level {
                    unresolved += 1;
                } else {
                    lower.push(variable);
                }
            }
            let mut variable = 0;
            while place > 0 {
                place -= 1;
                variable = self.checker.variable_at(place);
                if self.is_marked[variable as usize] {
                    break;
                }
            }
            unresolved -= 1;
            if unresolved <= 0 {
                break variable;
            }
            sources = self.checker.antecedents_of(variable);
        };
        self.minimize(&mut lower);
        let deepest = (0..lower.len()).max_by_key(|&at| self.checker.place_of(lower[at]));
        let target = deepest.map_or(0, |at| self.level_of(lower[at]));
        if let Some(at) = deepest {
            lower.swap(0, at);
        }
        let clause: Vec<i32> =
            [first].iter().chain(&lower).map(|&variable| self.checker.false_literal(variable)).collect();
        marked.iter().for_each(|&variable| self.is_marked[variable as usize] = false);
        self.lemmas.push(clause.iter().copied());
        self.literals += clause.len();
        self.backtrack(target);
        self.checker.learn(&clause);
        self.decay();
    }

    /// Removes variables that follow from the others in one step.
    fn minimize(&mut self, variables: &mut Vec<u32>) {
        let mut kept = Vec::with_capacity(variables.len());
        for &variable in variables.iter() {
            let antecedents = self.checker.antecedents_of(variable);
            let is_redundant = !antecedents.is_empty()
                && antecedents
                    .iter()
                    .all(|&other| self.is_marked[other as usize] || self.level_of(other) == 0);
            if !is_redundant {
                kept.push(variable);
            }
        }
        *variables = kept;
    }

    fn decay(&mut self) {
        self.weight *= GROWTH;
        if self.weight > ACTIVITY_MAX {
            self.activities.iter_mut().for_each(|activity| *activity /= ACTIVITY_MAX);
            self.weight /= ACTIVITY_MAX;
        }
    }
}
