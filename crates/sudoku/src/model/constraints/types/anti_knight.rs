//! Anti-knight: no digit repeats a move of a chess knight away.

use crate::model::constraints::prelude::*;

/// No digit repeats a move of a chess knight away.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AntiKnight;

impl Definition for AntiKnight {
    const NAME: &'static str = "anti_knight";
    const MEANING: &'static str = "No digit repeats a move of a chess knight away.";
    const FIELDS: &'static [Field] = &[];
    const EXAMPLE: &'static str = r#"{"type": "anti_knight"}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("noknight")];
    const FPUZZLES: &'static [FpuzzlesMember] = &[FpuzzlesMember::new("antiknight", MemberForm::Flag)];

    fn from_values(_: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self)
    }

    fn pairs(&self, surroundings: &Surroundings<'_>) -> impl Iterator<Item = [Cell; 2]> {
        [(1, 2), (1, -2), (2, 1), (2, -1)]
            .into_iter()
            .flat_map(|(down, right)| surroundings.pairs_apart(down, right))
    }

    fn allows(&self, one: i64, other: i64) -> bool {
        one != other
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.captions.push("No digit repeats a move of a chess knight away.".to_owned());
    }
}
