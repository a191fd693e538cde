//! Automata: the digits of a line lead from a start to an accepted state.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#c9ced6", LineWidth::OfCell(0.1), LineEnds::Plain);

/// Number of transitions that are looked at in the time of a step of an automaton that is made.
const TRANSITIONS_OF_STEP: usize = 8;

/// Line whose digits are a word that an automaton accepts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Automaton {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The state before the first cell.
    pub start: i64,
    /// The accepted states after the last cell.
    pub accept: Vec<i64>,
    /// The steps.
    pub transitions: Vec<Transition>,
}

impl Automaton {
    /// The states that these states lead to with a digit, in ascending order.
    fn next(&self, states: &[i64], digit: i64) -> Vec<i64> {
        let leads = |step: &&Transition| {
            states.binary_search(&step.from).is_ok()
                && step.digits.iter().any(|other| other.value() as i64 == digit)
        };
        let mut next: Vec<i64> = self.transitions.iter().filter(leads).map(|step| step.to).collect();
        next.sort_unstable();
        next.dedup();
        next
    }
}

impl Definition for Automaton {
    const NAME: &'static str = "automaton";
    const MEANING: &'static str = "The digits of the cells, in their order, lead from the start to an accepted state, each by a transition with it. A \
        state may have several transitions with a digit.";
    const FIELDS: &'static [Field] = &[
        Field::line("The cells, in order."),
        Field::new(
            "start",
            FieldKind::Number { range: [0, Transition::STATE_MAX] },
            "The state before the first cell. Default: 0.",
        )
        .optional(),
        Field::new(
            "accept",
            FieldKind::Numbers { range: [0, Transition::STATE_MAX] },
            "The accepted states after the last cell.",
        ),
        Field::new(
            "transitions",
            FieldKind::Transitions,
            "The steps: from a state, with any of some digits, to a state.",
        ),
    ];
    const EXAMPLE: &'static str = r#"{"type": "automaton", "cells": ["r1c1", "r1c2", "r2c3"], "start": 0, "accept": [1], "transitions": [{"from": 0, "digits": [1, 2, 3], "to": 0}, {"from": 0, "digits": [7], "to": 1}]}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("nfa"), OtherName::new("dfa")];
    const DEPENDS_ON_VALUES: bool = true;

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let (start, accept) =
            (values.number("start").unwrap_or(0), values.numbers("accept").unwrap_or_default());
        Ok(Self {
            cells: values.cells("cells"),
            start,
            accept,
            transitions: values.transitions("transitions").to_vec(),
        })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
            .and("start", FieldValue::Number(self.start))
            .and("accept", FieldValue::Numbers(self.accept.clone()))
            .and("transitions", FieldValue::Transitions(self.transitions.clone()))
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        // From the end: the states that lead to an accepted one with the last digits.
        let mut good = vec![false; Transition::STATE_MAX as usize + 1];
        self.accept.iter().for_each(|&state| good[state as usize] = true);
        for &cell in self.cells.iter().rev() {
            let has_digit =
                |step: &&Transition| step.digits.iter().any(|digit| digit.value() as i64 == digits(cell));
            let mut before = vec![false; good.len()];
            for step in self.transitions.iter().filter(has_digit) {
                before[step.from as usize] |= good[step.to as usize];
            }
            good = before;
        }
        good[self.start as usize]
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        let step = |states: &Vec<i64>, _: usize, digit: i64| {
            Some(self.next(states, digit)).filter(|next| !next.is_empty())
        };
        let accepts = |states: &Vec<i64>| self.accept.iter().any(|state| states.contains(state));
        let step_work = 1 + self.transitions.iter().map(|step| 1 + step.digits.len()).sum::<usize>()
            / TRANSITIONS_OF_STEP;
        parts.automaton(&self.cells, step_work as u64, vec![self.start], step, accepts);
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
        let line = surroundings.cell_names(&self.cells);
        let count = self.transitions.len();
        drawing
            .captions
            .push(format!("The digits on the line {line} follow an automaton with {count} transitions."));
    }

    fn field_bytes(&self) -> usize {
        let digits: usize = self.transitions.iter().map(|step| step.digits.len()).sum();
        size_of::<Cell>() * self.cells.len()
            + size_of::<Transition>() * self.transitions.len()
            + size_of::<i64>() * self.accept.len()
            + digits
    }
}
