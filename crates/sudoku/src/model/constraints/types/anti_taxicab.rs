//! Anti-taxicab: no digit repeats as many steps away as it says.

use crate::model::constraints::prelude::*;

/// No digit repeats as many steps away as it says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AntiTaxicab;

impl Definition for AntiTaxicab {
    const NAME: &'static str = "anti_taxicab";
    const MEANING: &'static str =
        "Two cells with the digit x are never x steps apart: x rows and columns, added up.";
    const FIELDS: &'static [Field] = &[];
    const EXAMPLE: &'static str = r#"{"type": "anti_taxicab"}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("selftaxicab")];
    const DEPENDS_ON_VALUES: bool = true;

    fn from_values(_: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self)
    }

    fn holds(&self, digits: Digits<'_>, surroundings: &Surroundings<'_>) -> bool {
        let layout = surroundings.layout;
        layout.cells().all(|one| {
            let is_apart = |other: Cell| layout.distance(one, other) as i64 == digits(one);
            layout.cells().take(one.index()).all(|other| digits(one) != digits(other) || !is_apart(other))
        })
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, surroundings: &Surroundings<'_>) {
        for steps in 1..=surroundings.digits {
            let apart = parts.relation(|one, other| one != steps || other != steps);
            for down in 0..=steps {
                if !parts.is_within_bounds() {
                    return;
                }
                let right = (steps - down) as isize;
                // A step straight down or to the right is the same in both directions.
                let to_left = (right > 0 && down > 0).then_some(-right);
                for right in [right].into_iter().chain(to_left) {
                    let pairs = surroundings.pairs_apart(down as isize, right);
                    pairs.for_each(|[one, other]| parts.relate(one, other, apart));
                }
            }
        }
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.captions.push("Two cells with the digit x are never x steps apart.".to_owned());
    }
}
