//! A step of a path: a technique, and what it found.

use super::deduction::Deduction;
use super::patterns::Technique;
use super::sentence::Sentence;
use super::wording::Wording;

/// One application of a technique to a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// What follows from it.
    pub deduction: Deduction,
}

impl Step {
    /// Difficulty of the step in a puzzle with these houses that are hard to see: its technique, the rule, and the houses.
    pub(super) fn difficulty(&self, is_hard_to_see: &[bool]) -> u64 {
        let Self { technique, deduction } = self;
        let of_technique = deduction.rule.as_ref().map_or(technique.difficulty(), |rule| rule.difficulty);
        let mut houses = deduction.houses.iter().chain(&deduction.covers);
        let is_hard = houses.any(|&house| is_hard_to_see.get(house) == Some(&true));
        of_technique + if is_hard { HARD_TO_SEE } else { 0 }
    }
}

/// Difficulty that diagonals, groups and windows add: nothing in the grid shows where they end.
pub(super) const HARD_TO_SEE: u64 = 2;

/// Explains a step in a sentence, such as `Naked Single: r1c3 has one candidate left, so r1c3 is 4.`
pub fn explain(step: &Step, wording: &Wording<'_>) -> Sentence {
    let (language, Step { technique, deduction }) = (wording.language(), step);
    let Sentence { template, mut values } = technique.sentence(deduction, wording);
    values.push(("technique", technique.name_in(language).to_owned()));
    values.push(("effect", wording.effect(deduction)));
    Sentence { template: format!("{{technique}}: {}", language.template(&template)), values }
}
