//! Allowed pairs of digits of the cells of a line.

use std::collections::BTreeSet;

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#cfb3e6", LineWidth::OfCell(0.06), LineEnds::Plain);

/// Which two cells of a [`Pair`] are a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairScope {
    /// Neighbours on the line.
    Adjacent,
    /// Each cell with each later one.
    All,
}

/// Line whose pairs of cells have only these pairs of digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Pair {
    /// The cells.
    pub cells: Vec<Cell>,
    /// Digits of the earlier and the later cell.
    pub allowed: BTreeSet<[i64; 2]>,
    /// Which cells are pairs.
    pub scope: PairScope,
}

impl Pair {
    fn pairs(&self) -> impl Iterator<Item = [Cell; 2]> + '_ {
        self.cells.iter().enumerate().flat_map(move |(at, &one)| {
            let later = &self.cells[at + 1..];
            let count = match self.scope {
                PairScope::Adjacent => later.len().min(1),
                PairScope::All => later.len(),
            };
            later[..count].iter().map(move |&other| [one, other])
        })
    }
}

impl Definition for Pair {
    const NAME: &'static str = "pair";
    const MEANING: &'static str =
        "Neighbours on the line, or all pairs of its cells, have one of the allowed pairs of digits.";
    const FIELDS: &'static [Field] = &[
        Field::line("The cells, in order."),
        Field::new(
            "allowed",
            FieldKind::Tuples { width: [2, 2] },
            "The allowed pairs: the digit of the earlier cell, then the digit of the later cell. List both orders if both are allowed.",
        ),
        Field::new(
            "scope",
            FieldKind::Word(&["adjacent", "all"]),
            "Which cells are pairs. Default: `adjacent`.",
        )
        .optional(),
    ];
    const EXAMPLE: &'static str = r#"{"type": "pair", "cells": ["r1c1", "r1c2", "r2c2"], "allowed": [[1, 2], [2, 3], [2, 1]], "scope": "adjacent"}"#;
    const DEPENDS_ON_VALUES: bool = true;

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let pair = |digits: &[Digit]| match digits {
            [one, other] => Some([one.value() as i64, other.value() as i64]),
            _ => None,
        };
        let allowed = values.tuples("allowed").iter().filter_map(|digits| pair(digits)).collect();
        let scope = match values.word("scope") {
            Some("all") => PairScope::All,
            _ => PairScope::Adjacent,
        };
        Ok(Self { cells: values.cells("cells"), allowed, scope })
    }

    fn values(&self) -> FieldValues {
        let digits = |pair: &[i64; 2]| pair.iter().filter_map(|&value| Digit::new(value as usize)).collect();
        let scope = match self.scope {
            PairScope::Adjacent => "adjacent",
            PairScope::All => "all",
        };
        FieldValues::of_cells(self.cells.clone())
            .and("allowed", FieldValue::Tuples(self.allowed.iter().map(digits).collect()))
            .and("scope", FieldValue::Word(scope))
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        self.pairs().all(|[one, other]| self.allowed.contains(&[digits(one), digits(other)]))
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        let digit = |value: i64| usize::try_from(value).ok().and_then(Digit::new);
        let allowed = self.allowed.iter().filter_map(|&[one, other]| Some([digit(one)?, digit(other)?]));
        let relation = parts.relation_of(allowed);
        for [one, other] in self.pairs() {
            parts.relate(one, other, relation);
        }
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
        let pairs = match self.scope {
            PairScope::Adjacent => "Neighbours",
            PairScope::All => "Pairs of cells",
        };
        let line = surroundings.cell_names(&self.cells);
        let allowed = listed(self.allowed.iter().map(|[one, other]| format!("{one} {other}")));
        drawing.captions.push(format!("{pairs} on the line {line} have the digits {allowed}."));
    }

    fn field_bytes(&self) -> usize {
        size_of::<Cell>() * self.cells.len() + TUPLE_BYTES * self.allowed.len()
    }
}
