//! Kinds of question that are commands of the command line.

use std::collections::BTreeMap;

use quadrille_sudoku::{Picture, Puzzle};

use crate::service::Answerable;
use crate::wire::answer_kind::BatchKind;
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::AnswerOf;

/// Kind of question about a puzzle that is a command. The command has the name of the endpoint, and the options of its batch.
pub trait CommandKind: BatchKind<Notation = Notation, Question: Answerable<Subject = Puzzle>> {
    /// What the command has besides.
    const COMMAND: CommandDoc = CommandDoc::PLAIN;

    /// Returns the answer drawn as text, with bold clues if it has colours; `None`, as by default, if there is nothing to draw.
    fn drawing(_question: &Picture, _answer: &AnswerOf<Self>, _has_colours: bool) -> Option<String> {
        None
    }

    /// Returns the question as a picture; by default, the clues.
    fn question_picture(question: &Self::Question) -> Picture {
        Picture::new(question.subject().clone())
    }

    /// Adds the answer to the picture of its question; `None`, as by default, if there is nothing to draw.
    fn picture(_question: Picture, _answer: &AnswerOf<Self>) -> Option<Picture> {
        None
    }

    /// Adds the answer to the sums in the summary, if the command has some.
    fn tally(_answer: &AnswerOf<Self>, _tally: &mut Tally) {}
}

/// Sums over all answers, by name, for the summary.
#[derive(Clone, Debug, Default)]
pub struct Tally(BTreeMap<String, u64>);

impl Tally {
    /// Adds to the sum with this name.
    pub fn add(&mut self, name: &str, value: u64) {
        match self.0.get_mut(name) {
            Some(sum) => *sum += value,
            None => {
                self.0.insert(name.to_owned(), value);
            }
        }
    }

    /// The names and the sums, in the order of the names.
    pub fn sums(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(name, sum)| (name.as_str(), *sum))
    }
}

/// What a command has besides its options.
#[derive(Clone, Copy, Debug)]
pub struct CommandDoc {
    /// Arguments of examples.
    pub examples: &'static [&'static str],
    /// Other names of the command.
    pub aliases: &'static [&'static str],
    /// Whether answers about single puzzles are drawn on a terminal by default.
    pub is_drawn: bool,
    /// Whether a verdict of all puzzles may be expected.
    pub has_expectation: bool,
    /// Whether the summary has sums of its own instead of the numbers of verdicts.
    pub has_tally: bool,
    /// An option, and the one without which it has no effect.
    pub requires: Option<(&'static str, &'static str)>,
    /// An option whose effect only JSON shows.
    pub json_option: Option<&'static str>,
    /// The advice for puzzles without an option, which only JSON may have; `None` if the question needs none.
    pub advice: Option<&'static str>,
}

impl CommandDoc {
    /// A command with nothing special.
    pub const PLAIN: Self = Self {
        examples: &["'1.....3..4.....2'", "--format json puzzles.txt"],
        aliases: &[],
        is_drawn: false,
        has_expectation: false,
        has_tally: false,
        requires: None,
        json_option: None,
        advice: None,
    };
}
