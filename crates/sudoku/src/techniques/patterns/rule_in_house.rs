//! Steps of a rule and a house.

use crate::techniques::prelude::*;
use crate::techniques::rule_use::Reason;
use crate::techniques::rules::RuleKind;

/// A digit that a rule needs has all of its places in a house.
pub(super) struct NeededInHouse;

impl Pattern for NeededInHouse {
    const INFO: TechniqueInfo = TechniqueInfo::medium("Needed in House", 16)
        .or(&["Cage/Unit Overlap", "Complex Intersection"])
        .of_rules();

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_by_rules(board, RuleKind::NeededInHouse)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let (rule, digit, house) =
            (wording.rules_of(step), wording.digit(step), wording.houses(&step.houses));
        sentence!(
            "every combination of {rule} has {digit}, and all its places are in {house}, so {effect}.",
            [rule, digit, house]
        )
    }
}

/// A house has a digit only in a rule, which must then have it.
pub(super) struct HouseInRule;

impl Pattern for HouseInRule {
    const INFO: TechniqueInfo = TechniqueInfo::medium("House in Rule", 18).of_rules();

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_by_rules(board, RuleKind::HouseInRule)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let (rule, digit, house) =
            (wording.rules_of(step), wording.digit(step), wording.houses(&step.houses));
        sentence!(
            "{house} has {digit} only in {rule}, which must then contain it, so {effect}.",
            [house, digit, rule]
        )
    }
}

/// All that a rule and a house exclude together.
pub(super) struct RuleAndHouse;

impl Pattern for RuleAndHouse {
    const INFO: TechniqueInfo = TechniqueInfo::hard("Rule and House", 32).of_rules();

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_by_rules(board, RuleKind::WithHouse)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let (rule, house) = (wording.rules_of(step), wording.houses(&step.houses));
        match step.rule.as_deref().map(|rule| &rule.reason) {
            Some(&Reason::WithHouse(Some(centre))) => {
                let cell = wording.cell(centre);
                sentence!(
                    "{house} would have no place left for a digit by the {rule} at {cell}, so {effect}.",
                    [house, rule, cell]
                )
            }
            _ => sentence!("{rule} and {house} have no other digits in common, so {effect}.", [rule, house]),
        }
    }
}
