//! Steps, techniques and levels as JSON.

use std::collections::BTreeMap;

use quadrille_sudoku::techniques::{CellGroup, Language, Level, LinkEnd, RuleUse, Step, StepAnswer, explain};
use quadrille_sudoku::{Candidate, Cell};
use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::puzzle::constraints::constraint_pointers;
use crate::wire::puzzle::notation::GridNotation;

/// A step of a solving technique.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Step)]
pub struct StepEntry {
    /// Identifier of the technique; `GET /techniques` lists all.
    #[schema(example = "naked_pair")]
    pub technique: String,
    /// Name of the technique.
    #[schema(example = "Naked Pair")]
    pub name: &'static str,
    /// The step in a sentence.
    #[schema(
        example = "Naked Pair: r1c1 and r1c2 in row 1 have only 3 and 5 as candidates, so r1c7 cannot be 3."
    )]
    pub text: String,
    /// The sentence with names in braces in the places of its `values`.
    #[schema(example = "{technique}: {cells} in {house} have only {digits} as candidates, so {effect}.")]
    pub template: String,
    /// The values of the template, by their names.
    #[schema(example = json!({
        "technique": "Naked Pair", "cells": "r1c1 and r1c2", "house": "row 1", "digits": "3 and 5", "effect": "r1c7 cannot be 3",
    }))]
    pub values: BTreeMap<&'static str, String>,
    /// Digits of the pattern.
    #[schema(example = json!([3, 5]))]
    pub digits: Vec<usize>,
    /// Houses that hold the pattern; the base sets of a fish.
    #[schema(example = json!(["row 1"]))]
    pub houses: Vec<String>,
    /// Houses in which the step removes candidates, if they are part of the pattern; the cover sets of a fish.
    pub covers: Vec<String>,
    /// Cells of the pattern, in the order of the technique: a pivot before its wings, a chain from its start.
    #[schema(example = json!(["r1c1", "r1c2"]))]
    pub cells: Vec<String>,
    /// Fins of a fish, and similar exceptional cells.
    pub fins: Vec<String>,
    /// Groups of cells with their candidates, such as almost locked sets.
    pub groups: Vec<StepGroup>,
    /// Links between candidates, in the order of a chain.
    pub links: Vec<StepLink>,
    /// Digits to place.
    pub placements: Vec<StepCandidate>,
    /// Candidates to remove.
    pub eliminations: Vec<StepCandidate>,
    /// JSON pointers of the constraints that the step uses; absent if it uses none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, example = json!([]))]
    pub constraints: Vec<String>,
    /// Candidates on which a step with a constraint rests. Other cells may have all digits; absent without such cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub needs: Vec<StepNeed>,
}

/// A cell with its candidates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StepNeed {
    /// The cell.
    #[schema(example = "r1c7")]
    pub cell: String,
    /// Its candidates.
    #[schema(example = json!([3, 5]))]
    pub digits: Vec<usize>,
}

/// A digit of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StepCandidate {
    /// The cell.
    #[schema(example = "r1c7")]
    pub cell: String,
    /// The digit.
    #[schema(example = 3)]
    pub digit: usize,
}

/// Cells with their candidates together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StepGroup {
    /// The cells.
    pub cells: Vec<String>,
    /// The digits.
    pub digits: Vec<usize>,
}

/// A link between two candidates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StepLink {
    /// Where the link starts.
    pub from: StepLinkEnd,
    /// Where the link ends.
    pub to: StepLinkEnd,
    /// Whether one of the ends must be true; otherwise, at most one of them is true.
    pub strong: bool,
}

/// A digit in one or several cells of a house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct StepLinkEnd {
    /// The cells.
    pub cells: Vec<String>,
    /// The digit.
    pub digit: usize,
}

/// Levels of difficulty, from the easiest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Level)]
pub enum LevelName {
    /// `easy`
    Easy,
    /// `medium`
    Medium,
    /// `hard`
    Hard,
    /// `expert`
    Expert,
    /// `extreme`
    Extreme,
}

impl StepEntry {
    /// A step of an answer.
    pub(crate) fn new(step: &Step, answer: &StepAnswer, notation: GridNotation) -> Self {
        let Step { technique, deduction, .. } = step;
        let wording = notation.wording(answer);
        let sentence = explain(step, &wording);
        let names = |houses: &[usize]| house_names(houses, answer);
        let cells = |cells: &[Cell]| cells.iter().map(|&cell| wording.cell(cell)).collect();
        let candidates = |candidates: &[Candidate]| -> Vec<StepCandidate> {
            let entry = |one: &Candidate| StepCandidate {
                cell: wording.cell(one.cell),
                digit: notation.value(one.digit),
            };
            candidates.iter().map(entry).collect()
        };
        let end = |end: &LinkEnd| StepLinkEnd { cells: cells(&end.cells), digit: notation.value(end.digit) };
        let need = |group: &CellGroup| -> Vec<StepNeed> {
            let digits = notation.values(group.digits);
            let need = |&cell: &Cell| StepNeed { cell: wording.cell(cell), digits: digits.clone() };
            group.cells.iter().map(need).collect()
        };
        Self {
            technique: technique.id(),
            name: technique.name_in(answer.language),
            text: sentence.to_string(),
            template: sentence.template,
            values: sentence.values.into_iter().collect(),
            digits: notation.values(deduction.digits),
            houses: names(&deduction.houses),
            covers: names(&deduction.covers),
            cells: cells(&deduction.cells),
            fins: cells(&deduction.fins),
            groups: deduction
                .groups
                .iter()
                .map(|group| StepGroup { cells: cells(&group.cells), digits: notation.values(group.digits) })
                .collect(),
            links: deduction
                .links
                .iter()
                .map(|link| StepLink { from: end(&link.from), to: end(&link.to), strong: link.is_strong })
                .collect(),
            placements: candidates(&deduction.placements),
            eliminations: candidates(&deduction.eliminations),
            constraints: constraint_pointers(&deduction.constraints(answer.rules.layout())),
            needs: deduction.rule.iter().flat_map(|rule| rule.needs.iter().flat_map(need)).collect(),
        }
    }
}

/// The English names of the houses with these numbers, by which `/render` knows them, too.
pub(crate) fn house_names(houses: &[usize], answer: &StepAnswer) -> Vec<String> {
    let wording = answer.wording(1).in_language(Language::English);
    houses.iter().map(|&house| wording.house(house)).collect()
}

/// Estimated length of a step as JSON, in bytes, with its sentence and the values of it. Rarely too small, and seldom twice too large.
pub(crate) fn json_bytes(Step { deduction, .. }: &Step) -> usize {
    let end_cells = |end: &LinkEnd| 20 * end.cells.len();
    let links = deduction.links.iter().map(|link| 130 + end_cells(&link.from) + end_cells(&link.to));
    let groups = deduction.groups.iter().map(|group| 40 + 26 * group.cells.len() + 11 * group.digits.len());
    let effects = deduction.placements.len() + deduction.eliminations.len();
    let cells = deduction.cells.len() + deduction.fins.len();
    let houses = deduction.houses.len() + deduction.covers.len();
    let of_rule = |rule: &RuleUse| 80 + 160 * rule.constraints.len() + 80 * rule.needs.len();
    let of_rule = deduction.rule.as_deref().map_or(0, of_rule);
    520 + of_rule + links.sum::<usize>() + groups.sum::<usize>() + 50 * effects + 26 * cells + 36 * houses
}

impl From<Level> for LevelName {
    fn from(level: Level) -> Self {
        match level {
            Level::Easy => Self::Easy,
            Level::Medium => Self::Medium,
            Level::Hard => Self::Hard,
            Level::Expert => Self::Expert,
            Level::Extreme => Self::Extreme,
        }
    }
}
