//! Negative constraints: every sign between neighbours is drawn.

use super::definition::{
    ConstraintError, Definition, Digits, FieldValue, FieldValues, Measure, Surroundings,
};
use super::drawing::Drawing;
use super::field::{Field, FieldKind};
use super::network::NetworkBuilder;
use crate::model::cell::Cell;

/// Neighbours without a sign do not have these relations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Negative {
    /// The relations.
    pub of: Vec<Measure>,
}

impl Negative {
    /// Pairs of neighbours, with the relations that no sign between them explains.
    fn pairs<'a>(
        &'a self,
        surroundings: &'a Surroundings<'a>,
    ) -> impl Iterator<Item = ([Cell; 2], Vec<Measure>)> + 'a {
        surroundings.neighbours().map(move |cells| {
            let signs = || surroundings.signs.iter().filter(move |sign| sign.cells == cells);
            let is_explained = |measure: &Measure| signs().any(|sign| measure.is_explained_by(sign.measure));
            (cells, self.of.iter().copied().filter(|measure| !is_explained(measure)).collect())
        })
    }
}

impl Definition for Negative {
    const NAME: &'static str = "negative";
    const MEANING: &'static str = "Cells that share a side and have no sign between them do not have the relations. A `difference` \
        or `ratio` between two cells exempts them from differences and ratios, a `sum_pair` from sums.";
    const FIELDS: &'static [Field] = &[Field::new(
        "of",
        FieldKind::Measures,
        "The relations: `difference`, `ratio` or `sum`, each with its value.",
    )];
    const EXAMPLE: &'static str = r#"{"type": "negative", "of": [{"difference": 1}, {"ratio": 2}]}"#;

    fn new(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { of: values.measures("of") })
    }

    fn values(&self) -> FieldValues {
        FieldValues::default().and("of", FieldValue::Measures(self.of.clone()))
    }

    fn depends_on_values(&self) -> bool {
        !self.of.iter().all(|measure| matches!(measure, Measure::Difference(_)))
    }

    fn holds(&self, digits: Digits<'_>, surroundings: &Surroundings<'_>) -> bool {
        self.pairs(surroundings).all(|([one, other], measures)| {
            !measures.iter().any(|measure| measure.holds(digits(one), digits(other)))
        })
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, surroundings: &Surroundings<'_>) {
        for ([one, other], measures) in self.pairs(surroundings) {
            if !measures.is_empty() {
                parts.relate(one, other, |a, b| {
                    !measures.iter().any(|measure| measure.holds(a as i64, b as i64))
                });
            }
        }
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        let words = self.of.iter().map(|measure| match measure {
            Measure::Difference(value) => format!("a difference of {value}"),
            Measure::Ratio(value) => format!("a ratio of {value}"),
            Measure::Sum(value) => format!("a sum of {value}"),
        });
        let words: Vec<String> = words.collect();
        drawing.captions.push(format!("Neighbours without a sign do not have {}.", words.join(" or ")));
    }

    fn cells(&self) -> Vec<Cell> {
        Vec::new()
    }
}
