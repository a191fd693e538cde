//! Steps of one rule beside the houses: placed cells, digits that it needs, its combinations and bounds, and sums with houses (45 rule).

use crate::techniques::prelude::*;
use crate::techniques::rule_meaning::meaning;
use crate::techniques::rule_use::Reason;
use crate::techniques::rules::RuleKind;

/// A rule whose other cells are placed, and digits that a placed cell excludes.
pub(super) struct RuleDirect;

impl Pattern for RuleDirect {
    const INFO: TechniqueInfo = TechniqueInfo::easy("Rule Direct", 10).of_rules();

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_by_rules(board, RuleKind::Direct)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        meaning(step, wording)
    }
}

/// A digit that a rule needs and that has one place in it.
pub(super) struct NeededDigit;

impl Pattern for NeededDigit {
    const INFO: TechniqueInfo =
        TechniqueInfo::medium("Needed Digit", 12).or(&["Complex Hidden Single"]).of_rules();

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_by_rules(board, RuleKind::Needed)
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let (rule, digit) = (wording.rules_of(step), wording.digit(step));
        let placed: Vec<Cell> = step.placements.iter().map(|placed| placed.cell).collect();
        let cell = wording.cells(&placed);
        sentence!(
            "every combination of {rule} has {digit}, for which only {cell} is left, so {effect}.",
            [rule, digit, cell]
        )
    }
}

/// All that the combinations or bounds of a rule exclude. A large one is hard.
pub(super) struct OneRule<const IS_LARGE: bool>;

impl<const IS_LARGE: bool> Pattern for OneRule<IS_LARGE> {
    const INFO: TechniqueInfo = match IS_LARGE {
        true => TechniqueInfo::hard("Large Rule", 22).of_rules(),
        false => TechniqueInfo::medium("One Rule", 12).or(&["Killer Combinations"]).of_rules(),
    };

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_by_rules(board, if IS_LARGE { RuleKind::OneLarge } else { RuleKind::One })
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        meaning(step, wording)
    }
}

/// Innies and outies of houses and cages. Many houses or cells are hard.
pub(super) struct SumRule<const IS_LARGE: bool>;

impl<const IS_LARGE: bool> Pattern for SumRule<IS_LARGE> {
    const INFO: TechniqueInfo = match IS_LARGE {
        true => TechniqueInfo::hard("Large Sum Rule", 24).of_rules(),
        false => TechniqueInfo::medium("Sum Rule", 12)
            .or(&["45 Rule", "Innies and Outies", "Cage Splitting"])
            .of_rules(),
    };

    fn find<const W: usize>(board: &Board<W>, memo: &mut SearchMemo<W>) -> SearchProgress {
        memo.find_by_rules(board, if IS_LARGE { RuleKind::SumLarge } else { RuleKind::Sum })
    }

    fn sentence(step: &Deduction, wording: &Wording<'_>) -> Sentence {
        let Some(Reason::Sum { innies, outies, total, part }) = step.rule.as_deref().map(|rule| &rule.reason)
        else {
            return Sentence::default();
        };
        let (houses, rules) = (wording.houses(&step.houses), wording.rules_of(step));
        let rest = (total - part).abs().to_string();
        let is_more = total > part;
        let (total_text, part) = (total.to_string(), part.to_string());
        let total = total_text;
        if outies.is_empty() {
            let cells = wording.cells(innies);
            return sentence!(
                "the digits of {houses} add up to {total}, and those of {rules} inside to {part}: {cells} must make {rest}, so {effect}.",
                [houses, total, rules, part, cells, rest]
            );
        }
        if innies.is_empty() {
            let cells = wording.cells(outies);
            return sentence!(
                "{rules} cover {houses}, whose digits add up to {total}, and add up to {part}: {cells} outside must make {rest}, so {effect}.",
                [rules, houses, total, part, cells, rest]
            );
        }
        if rest == "0" {
            let (innies, outies) = (wording.cells(innies), wording.cells(outies));
            return sentence!(
                "the digits of {houses} add up to {total}, those of {rules} to {part}: {innies} make as much as {outies}, so {effect}.",
                [houses, total, rules, part, innies, outies]
            );
        }
        let (more, less) = if is_more { (innies, outies) } else { (outies, innies) };
        let (innies, outies) = (wording.cells(more), wording.cells(less));
        sentence!(
            "the digits of {houses} add up to {total}, those of {rules} to {part}: {innies} make {rest} more than {outies}, so {effect}.",
            [houses, total, rules, part, innies, rest, outies]
        )
    }
}
