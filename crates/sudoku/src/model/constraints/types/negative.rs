//! Negative constraints: every sign between neighbours is drawn.

use crate::model::constraints::prelude::*;

/// Neighbours without a sign do not have these relations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Negative {
    /// The relations.
    pub of: Vec<Measure>,
}

impl Negative {
    /// Pairs of neighbours, with the measures of the signs between them: at most one of each kind.
    fn pairs<'a>(
        surroundings: &'a Surroundings<'a>,
    ) -> impl Iterator<Item = ([Cell; 2], impl Iterator<Item = Measure>)> + 'a {
        surroundings
            .neighbours()
            .map(move |cells| (cells, surroundings.signs_between(cells).map(|sign| sign.measure)))
    }

    /// The relations that no sign explains.
    fn unexplained(&self, mut signs: impl Iterator<Item = Measure>) -> impl Iterator<Item = Measure> {
        let explained = [signs.next(), signs.next()];
        let is_explained =
            move |measure: &Measure| explained.iter().flatten().any(|&sign| measure.is_explained_by(sign));
        self.of.iter().copied().filter(move |measure| !is_explained(measure))
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
    const FPUZZLES: &'static [FpuzzlesMember] = &[FpuzzlesMember::new("negative", MemberForm::Negative)];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let mut of: Vec<Measure> = Vec::new();
        for measure in values.measures("of") {
            if !of.contains(&measure) {
                of.push(measure);
            }
        }
        Ok(Self { of })
    }

    fn values(&self) -> FieldValues {
        FieldValues::default().and("of", FieldValue::Measures(self.of.clone()))
    }

    fn depends_on_values(&self) -> bool {
        !self.of.iter().all(|measure| matches!(measure, Measure::Difference(_)))
    }

    fn holds(&self, digits: Digits<'_>, surroundings: &Surroundings<'_>) -> bool {
        Self::pairs(surroundings).all(|([one, other], signs)| {
            !self.unexplained(signs).any(|measure| measure.holds(digits(one), digits(other)))
        })
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, surroundings: &Surroundings<'_>) {
        // The relations of neighbours with the same signs are the same.
        let mut relations: Vec<(Vec<Measure>, RelationId)> = Vec::new();
        for ([one, other], signs) in Self::pairs(surroundings) {
            let measures: Vec<Measure> = self.unexplained(signs).collect();
            if measures.is_empty() {
                continue;
            }
            let known = relations.iter().find(|(of, _)| *of == measures).map(|(_, relation)| *relation);
            let relation = known.unwrap_or_else(|| {
                let digits = 1..=surroundings.digits as i64;
                let partners = |digit: i64| measures.iter().flat_map(move |measure| measure.partners(digit));
                let excluded: Vec<Vec<bool>> = digits
                    .clone()
                    .map(|digit| {
                        let mut excluded = vec![false; surroundings.digits + 1];
                        let partners = partners(digit).filter(|partner| digits.contains(partner));
                        partners.for_each(|partner| excluded[partner as usize] = true);
                        excluded
                    })
                    .collect();
                parts.relation(|one, other| !excluded[one - 1][other])
            });
            if known.is_none() {
                relations.push((measures, relation));
            }
            parts.relate(one, other, relation);
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
}
