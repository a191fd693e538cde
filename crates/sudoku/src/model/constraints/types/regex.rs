//! Patterns: the digits of a line match a regular expression.

use std::hash::{Hash, Hasher};

use regex_automata::nfa::thompson::pikevm::PikeVM;
use regex_automata::nfa::thompson::{BuildError, Compiler, Config, NFA, State, WhichCaptures};
use regex_automata::util::primitives::StateID;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input};

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#c9ced6", LineWidth::OfCell(0.1), LineEnds::Plain);

/// Largest number of characters of a pattern.
const PATTERN_MAX: usize = 500;

/// Largest memory of a compiled pattern, in bytes: some 2,000 states.
const STATES_BYTES_MAX: usize = 1 << 16;

/// Number of states of a pattern that are followed in the time of a step of an automaton.
const STATES_OF_STEP: usize = 4;

/// Symbol of the digit 36, which patterns cannot name.
const LAST_SYMBOL: u8 = b'~';

/// Line whose digits match a pattern.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Regex {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The regular expression.
    pub pattern: String,
    /// Recognizes the whole text of a line.
    recognizer: PikeVM,
}

/// Constraints are equal if their cells and patterns are.
impl PartialEq for Regex {
    fn eq(&self, other: &Self) -> bool {
        (&self.cells, &self.pattern) == (&other.cells, &other.pattern)
    }
}

impl Eq for Regex {}

impl Hash for Regex {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (&self.cells, &self.pattern).hash(hasher);
    }
}

impl Regex {
    /// The constraint that the digits of these cells, in order, match the pattern as a whole.
    ///
    /// # Errors
    /// [`ConstraintError`] if there are fewer than two cells, or the pattern is invalid.
    pub fn new(cells: impl Into<Vec<Cell>>, pattern: impl Into<String>) -> Result<Self, ConstraintError> {
        let (cells, pattern) = (cells.into(), pattern.into());
        Self { recognizer: recognizer(&pattern)?, cells, pattern }.checked()
    }
}

/// The recognizer of the whole text of a line.
///
/// # Errors
/// If the pattern is invalid.
fn recognizer(pattern: &str) -> Result<PikeVM, ConstraintError> {
    let refuse = |detail| ConstraintError::new("/pattern", detail);
    check_signs(pattern).map_err(refuse)?;
    compiled(pattern).map_err(refuse)?;
    let whole = compiled(&format!("^(?:{pattern})$")).map_err(refuse)?;
    PikeVM::new_from_nfa(whole).map_err(|error| refuse(reason(&error)))
}

/// The character of a digit in the text of a line: `A` is 10.
fn symbol(digit: i64) -> u8 {
    match u8::try_from(digit) {
        Ok(digit @ 0..=9) => b'0' + digit,
        Ok(digit @ 10..=35) => b'A' + digit - 10,
        _ => LAST_SYMBOL,
    }
}

/// The states of a pattern.
///
/// # Errors
/// Its fault, in a sentence.
fn compiled(pattern: &str) -> Result<NFA, String> {
    let config =
        Config::new().utf8(false).which_captures(WhichCaptures::None).nfa_size_limit(Some(STATES_BYTES_MAX));
    let syntax = syntax::Config::new().unicode(false).utf8(false);
    Compiler::new().syntax(syntax).configure(config).build(pattern).map_err(|error| reason(&error))
}

/// Checks that a pattern has only the signs that are documented, and no anchors: the whole line matches anyway.
fn check_signs(pattern: &str) -> Result<(), String> {
    let mut before = ' ';
    for sign in pattern.chars() {
        let is_known = sign.is_ascii_digit() || sign.is_ascii_uppercase() || "[]-.|()*+?{},^".contains(sign);
        if !is_known
            || before == '(' && sign == '?'
            || sign == '^' && before != '['
            || before == '-' && sign == '-'
        {
            return Err(format!(
                "`{sign}` cannot be here: a pattern has digits (`A` is 10), classes such as `[^1-3]`, `.`, `|`, groups, `*`, `+`, `?` and \
                 `{{2,3}}`, and matches the whole line"
            ));
        }
        before = sign;
    }
    Ok(())
}

/// The last line of the error of a pattern: its reason.
fn reason(error: &BuildError) -> String {
    if error.size_limit().is_some() {
        return "the pattern has too many states: make its numbers of repetitions smaller".to_owned();
    }
    let text = std::error::Error::source(error).map_or_else(|| error.to_string(), ToString::to_string);
    let last = text.lines().last().unwrap_or_default();
    format!("the pattern is invalid: {}", last.trim_start_matches("error: "))
}

/// The states that end a line or wait for a digit, which are reached from some states without a digit, in ascending order.
fn reached(nfa: &NFA, mut open: Vec<StateID>) -> Vec<StateID> {
    let mut seen = vec![false; nfa.states().len()];
    let mut states = Vec::new();
    while let Some(state) = open.pop() {
        if std::mem::replace(&mut seen[state.as_usize()], true) {
            continue;
        }
        match nfa.state(state) {
            State::ByteRange { .. } | State::Sparse(_) | State::Dense(_) | State::Match { .. } => {
                states.push(state);
            }
            State::Union { alternates } => open.extend(alternates.iter()),
            State::BinaryUnion { alt1, alt2 } => open.extend([*alt1, *alt2]),
            State::Capture { next, .. } => open.push(*next),
            // Patterns have no anchors.
            State::Look { .. } | State::Fail => {}
        }
    }
    states.sort_unstable();
    states
}

impl Definition for Regex {
    const NAME: &'static str = "regex";
    const MEANING: &'static str = "The digits of the cells, in their order, match the pattern as a whole.";
    const FIELDS: &'static [Field] = &[
        Field::line("The cells, in order."),
        Field::new(
            "pattern",
            FieldKind::Text { max: PATTERN_MAX },
            "The regular expression: digits, with letters from `A` for 10, classes such as `[^1-3]`, `.`, `|`, groups, `*`, `+`, `?`, `{2,3}`.",
        ),
    ];
    const EXAMPLE: &'static str =
        r#"{"type": "regex", "cells": ["r1c1", "r1c2", "r2c3", "r3c3"], "pattern": "1?[2-5]+(67|76)"}"#;
    const OTHER_NAMES: &'static [OtherName] =
        &[OtherName::new("regexp"), OtherName::new("regularexpression"), OtherName::new("regexline")];
    const DEPENDS_ON_VALUES: bool = true;

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let (cells, pattern) = (values.cells("cells"), values.text("pattern").to_owned());
        Ok(Self { recognizer: recognizer(&pattern)?, cells, pattern })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone()).and("pattern", FieldValue::Text(self.pattern.clone()))
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let text: Vec<u8> = self.cells.iter().map(|&cell| symbol(digits(cell))).collect();
        let mut cache = self.recognizer.create_cache();
        self.recognizer.is_match(&mut cache, Input::new(&text).anchored(Anchored::Yes))
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        // `new` has compiled it.
        let Ok(nfa) = compiled(&self.pattern) else { return };
        let step = |states: &Vec<StateID>, _: usize, digit: i64| {
            let symbol = symbol(digit);
            let next = states.iter().filter_map(|&state| match nfa.state(state) {
                State::ByteRange { trans } => trans.matches_byte(symbol).then_some(trans.next),
                State::Sparse(sparse) => sparse.matches_byte(symbol),
                State::Dense(dense) => dense.matches_byte(symbol),
                _ => None,
            });
            let next = reached(&nfa, next.collect());
            (!next.is_empty()).then_some(next)
        };
        let start = reached(&nfa, vec![nfa.start_anchored()]);
        let accepts = |states: &Vec<StateID>| {
            states.iter().any(|&state| matches!(nfa.state(state), State::Match { .. }))
        };
        let step_work = 1 + nfa.states().len() / STATES_OF_STEP;
        parts.automaton(&self.cells, step_work as u64, start, step, accepts);
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
        let line = surroundings.cell_names(&self.cells);
        drawing.captions.push(format!("The digits on the line {line} match {}.", self.pattern));
    }

    fn field_bytes(&self) -> usize {
        size_of::<Cell>() * self.cells.len() + self.pattern.len() + self.recognizer.get_nfa().memory_usage()
    }
}
