//! What a text says beside its puzzle.

use std::collections::BTreeMap;

use quadrille_sudoku::constraints::Constraint;

use super::usual_rules::is_usual_rules;

/// Maximum number of characters of a title or a name.
const NAME_MAX: usize = 200;

/// Maximum number of constraints that are guessed.
const GUESSES_MAX: usize = 500;

/// Maximum number of members that are named.
const MEMBERS_MAX: usize = 20;

/// Constraint that a drawing may stand for. It is no constraint of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuessedConstraint {
    /// The constraint.
    pub constraint: Constraint,
    /// The drawing, such as `line 3`: its kind, and its number among those in the text, from 1.
    pub drawing: String,
}

/// Title, author, rules in prose and drawings of a text. Prose and drawings may stand for rules that were not read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// Title of the puzzle.
    pub title: Option<String>,
    /// Author of the puzzle.
    pub author: Option<String>,
    /// Rules in prose, also usual ones.
    pub rules: Option<String>,
    /// Whether the rules in prose say no more than that the rules of Sudoku apply.
    pub has_usual_rules: bool,
    /// Number of the drawings of each kind, such as `line` and `text`.
    pub drawings: BTreeMap<String, usize>,
    /// Constraints that drawings may stand for, 500 at most.
    pub guesses: Vec<GuessedConstraint>,
    /// Names of members without a known meaning, 20 at most.
    pub members: Vec<String>,
    /// Whether there is a solution beside the puzzle that is a solution of the puzzle as it was read: if there are others, rules were not
    /// read.
    pub has_solution: bool,
    /// Whether the solution beside the puzzle is no solution of the puzzle as it was read.
    pub solution_differs: bool,
}

impl Description {
    /// The rules in prose, if they say more than that the rules of Sudoku apply.
    pub fn unread_rules(&self) -> Option<&str> {
        self.rules.as_deref().filter(|_| !self.has_usual_rules)
    }

    /// The description of a puzzle of this size by texts; `None` if they are empty.
    pub fn from_texts(
        title: Option<&str>,
        author: Option<&str>,
        rules: Option<&str>,
        size: usize,
    ) -> Option<Box<Self>> {
        let mut description = Self::default();
        title.into_iter().for_each(|title| description.set_title(title));
        author.into_iter().for_each(|author| description.set_author(author));
        rules.into_iter().for_each(|rules| description.add_rules(rules));
        description.completed(size)
    }

    /// Whether drawings, prose or members may be rules.
    pub fn has_unread_parts(&self) -> bool {
        !self.drawings.is_empty() || !self.members.is_empty() || self.unread_rules().is_some()
    }

    /// Whether the puzzle may have rules that were not read.
    pub fn has_unread_rules(&self) -> bool {
        self.solution_differs || self.has_unread_parts()
    }

    /// Sets the title, unless there is one.
    pub(super) fn set_title(&mut self, title: &str) {
        set_name(&mut self.title, title);
    }

    /// Sets the author, unless there is one.
    pub(super) fn set_author(&mut self, author: &str) {
        set_name(&mut self.author, author);
    }

    /// Adds rules in prose, unless they repeat the rules before.
    pub(super) fn add_rules(&mut self, rules: &str) {
        let rules = rules.trim();
        match &mut self.rules {
            _ if rules.is_empty() => {}
            Some(others) if others == rules => {}
            Some(others) => {
                others.push('\n');
                others.push_str(rules);
            }
            None => self.rules = Some(rules.to_owned()),
        }
    }

    /// Counts drawings of a kind.
    pub(super) fn add_drawings(&mut self, kind: &str, count: usize) {
        if count > 0 {
            *self.drawings.entry(kind.to_owned()).or_default() += count;
        }
    }

    /// Adds a constraint that a drawing may stand for.
    pub(super) fn add_guess(&mut self, guess: GuessedConstraint) {
        if self.guesses.len() < GUESSES_MAX {
            self.guesses.push(guess);
        }
    }

    /// Completes the description of a puzzle of this size, whose text has been read; `None` if it says nothing.
    pub(super) fn completed(mut self, size: usize) -> Option<Box<Self>> {
        self.has_usual_rules = self.rules.as_deref().is_some_and(|rules| is_usual_rules(rules, size));
        (self != Self::default()).then(|| Box::new(self))
    }

    /// Names a member without a known meaning.
    pub(super) fn add_member(&mut self, name: &str) {
        let name: String = name.chars().take(NAME_MAX).collect();
        if self.members.len() < MEMBERS_MAX && !self.members.contains(&name) {
            self.members.push(name);
        }
    }
}

fn set_name(name: &mut Option<String>, text: &str) {
    let text: String = text.trim().chars().take(NAME_MAX).collect();
    if name.is_none() && !text.is_empty() {
        *name = Some(text);
    }
}
