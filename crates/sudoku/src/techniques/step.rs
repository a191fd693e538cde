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

/// Explains a step in a sentence, such as `Naked Single: r1c3 has one candidate left, so r1c3 is 4.`
pub fn explain(step: &Step, wording: &Wording<'_>) -> Sentence {
    let (language, Step { technique, deduction }) = (wording.language(), step);
    let Sentence { template, mut values } = technique.sentence(deduction, wording);
    values.push(("technique", technique.name_in(language).to_owned()));
    values.push(("effect", wording.effect(deduction)));
    Sentence { template: format!("{{technique}}: {}", language.template(&template)), values }
}
