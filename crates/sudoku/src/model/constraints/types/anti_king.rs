//! Anti-king: no digit repeats a move of a chess king away.

use crate::model::constraints::prelude::*;

/// No digit repeats a move of a chess king away.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AntiKing;

impl Definition for AntiKing {
    const NAME: &'static str = "anti_king";
    const MEANING: &'static str = "No digit repeats a move of a chess king away, also diagonally.";
    const FIELDS: &'static [Field] = &[];
    const EXAMPLE: &'static str = r#"{"type": "anti_king"}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("noking")];
    const FPUZZLES: &'static [FpuzzlesMember] = &[FpuzzlesMember::new("antiking", MemberForm::Flag)];

    fn from_values(_: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self)
    }

    fn pairs(&self, surroundings: &Surroundings<'_>) -> impl Iterator<Item = [Cell; 2]> {
        [(0, 1), (1, 0), (1, 1), (1, -1)]
            .into_iter()
            .flat_map(|(down, right)| surroundings.pairs_apart(down, right))
    }

    fn allows(&self, one: i64, other: i64) -> bool {
        one != other
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.captions.push("No digit repeats a move of a chess king away.".to_owned());
    }
}
