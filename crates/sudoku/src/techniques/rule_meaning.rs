//! Sentences about one rule: what it says, in the words of its type.

use super::deduction::Deduction;
use super::rule_use::{Reason, RuleUse};
use super::sentence::{Sentence, sentence};
use super::wording::Wording;
use crate::model::{Cell, Constraint};

/// The sentence of a step by one rule.
pub(super) fn meaning(step: &Deduction, wording: &Wording<'_>) -> Sentence {
    let Some(rule_use) = step.rule.as_deref() else { return Sentence::default() };
    let rule = wording.rules_named(&rule_use.constraints);
    let sentence = match &rule_use.reason {
        Reason::Combinations(sets) => {
            let combinations = wording.alternatives(sets);
            sentence!("{rule} can only be {combinations}, so {effect}.", [rule, combinations])
        }
        Reason::ManyCombinations(count) => {
            let count = count.to_string();
            sentence!(
                "none of the {count} combinations of {rule} has the digits that go, so {effect}.",
                [count, rule]
            )
        }
        Reason::Bounds([low, high]) if low == high => {
            let sum = low.abs().to_string();
            sentence!("the other cells of {rule} make {sum}, so {effect}.", [rule, sum])
        }
        Reason::Bounds([low, high]) => {
            let (low, high) = (low.abs().min(high.abs()).to_string(), low.abs().max(high.abs()).to_string());
            sentence!(
                "the other cells of {rule} make at least {low} and at most {high}, so {effect}.",
                [rule, low, high]
            )
        }
        _ => of_type(step, rule_use, rule, wording),
    };
    if step.houses.is_empty() {
        return sentence;
    }
    let clause = sentence.clause(wording.language());
    let houses = wording.houses(&step.houses);
    sentence!("with different digits in {houses}, {clause}, so {effect}.", [houses, clause])
}

/// What the constraint says.
fn of_type(step: &Deduction, rule_use: &RuleUse, rule: String, wording: &Wording<'_>) -> Sentence {
    let constraint = rule_use.constraints.first().and_then(|&index| wording.constraint(index));
    let centre = match rule_use.reason {
        Reason::Meaning(centre) | Reason::WithHouse(centre) => centre,
        _ => None,
    };
    let cell = centre.map_or_else(String::new, |cell| wording.cell(cell));
    let cells = wording.cells(&step.cells);
    let first_cell = constraint.and_then(|constraint| match constraint {
        Constraint::CountDistinct(count) => Some(count.control),
        other => other.cells().first().copied(),
    });
    let first = first_cell.map_or_else(String::new, |cell: Cell| wording.cell(cell));
    let listed = match constraint {
        Some(Constraint::ContainAtLeast(list)) => wording.list(&list.digits),
        Some(Constraint::ContainExactly(list)) => wording.list(&list.digits),
        Some(Constraint::Quadruple(list)) => wording.list(&list.digits),
        _ => String::new(),
    };
    let difference = match constraint {
        Some(Constraint::Whisper(whisper)) => whisper.difference.to_string(),
        _ => String::new(),
    };
    match constraint {
        Some(Constraint::AntiKing(_)) => sentence!(
            "around {cell}, cells that touch at a corner have different digits, so {effect}.",
            [cell]
        ),
        Some(Constraint::AntiKnight(_)) => {
            sentence!("cells a knight's move from {cell} have other digits than it, so {effect}.", [cell])
        }
        Some(Constraint::AntiTaxicab(_)) => {
            sentence!("no digit x in {cell} repeats x steps away, so {effect}.", [cell])
        }
        Some(Constraint::NonConsecutive(_)) => {
            sentence!("the neighbours of {cell} have no consecutive digits, so {effect}.", [cell])
        }
        Some(Constraint::Negative(_)) => sentence!(
            "neighbours of {cell} without a sign do not meet the {rule}, so {effect}.",
            [cell, rule]
        ),
        Some(Constraint::Arrow(_)) => {
            sentence!("the shaft of the {rule} adds up to its circle, so {effect}.", [rule])
        }
        Some(Constraint::BetweenLine(_)) => {
            sentence!("the digits of the {rule} lie between those at its ends, so {effect}.", [rule])
        }
        Some(Constraint::Cage(_)) => {
            sentence!("the {rule} has different digits with its sum, so {effect}.", [rule])
        }
        Some(Constraint::Clones(_)) => {
            sentence!("cells in the same place of the {rule} are equal, so {effect}.", [rule])
        }
        Some(Constraint::ContainAtLeast(_) | Constraint::Quadruple(_)) => {
            sentence!("{cells} must have all of {listed} ({rule}), so {effect}.", [cells, listed, rule])
        }
        Some(Constraint::ContainExactly(_)) => sentence!(
            "{cells} have {listed} exactly as often as listed ({rule}), so {effect}.",
            [cells, listed, rule]
        ),
        Some(Constraint::CountDistinct(_)) => sentence!(
            "{first} is the number of different digits in its cells ({rule}), so {effect}.",
            [first, rule]
        ),
        Some(Constraint::CountingCircles(_)) => {
            sentence!("each digit in circles is as often in circles as it says, so {effect}.", [])
        }
        Some(Constraint::Difference(_)) => {
            sentence!("the two digits of the {rule} differ by that, so {effect}.", [rule])
        }
        Some(Constraint::Ratio(_)) => {
            sentence!("one digit of the {rule} is that many times the other, so {effect}.", [rule])
        }
        Some(Constraint::SumPair(_)) => sentence!("the two digits have the {rule}, so {effect}.", [rule]),
        Some(Constraint::DoubleArrow(_)) => {
            sentence!("the cells between the ends of the {rule} add up to both ends, so {effect}.", [rule])
        }
        Some(Constraint::Entropic(_)) => sentence!(
            "each three neighbours of the {rule} have a low, a middle and a high digit, so {effect}.",
            [rule]
        ),
        Some(Constraint::EqualSums(_)) => {
            sentence!("all groups of cells have the same sum ({rule}), so {effect}.", [rule])
        }
        Some(Constraint::EqualityCage(_)) => sentence!(
            "the {rule} has as many even as odd, and as many low as high digits, so {effect}.",
            [rule]
        ),
        Some(Constraint::Even(_)) => sentence!("even cells have no odd digits, so {effect}.", []),
        Some(Constraint::Odd(_)) => sentence!("odd cells have no even digits, so {effect}.", []),
        Some(Constraint::GlobalEntropy(_)) => {
            sentence!("the square {cells} has a low, a middle and a high digit, so {effect}.", [cells])
        }
        Some(Constraint::GlobalModular(_)) => {
            sentence!("the square {cells} has a digit of each remainder by 3, so {effect}.", [cells])
        }
        Some(Constraint::GreaterThan(_)) => sentence!("the digits meet {rule}, so {effect}.", [rule]),
        Some(Constraint::HiddenSkyscraper(_)) => sentence!(
            "the first digit that is smaller than one before it is the clue ({rule}), so {effect}.",
            [rule]
        ),
        Some(Constraint::Indexer(_)) => {
            sentence!("an indexer names the place of a digit in its line, so {effect}.", [])
        }
        Some(Constraint::CellSum(_) | Constraint::LittleKiller(_)) => {
            sentence!("the digits of the {rule} add up to its clue, so {effect}.", [rule])
        }
        Some(Constraint::Lockout(_)) => sentence!(
            "no digit of the {rule} lies between its ends, which are far apart, so {effect}.",
            [rule]
        ),
        Some(Constraint::LookAndSay(_)) => {
            sentence!("the {rule} has the counts of digits that its clue says, so {effect}.", [rule])
        }
        Some(Constraint::Lunchbox(_)) => sentence!(
            "the digits between the smallest and the largest one add up to the clue ({rule}), so {effect}.",
            [rule]
        ),
        Some(Constraint::Maximum(_)) => {
            sentence!("marked cells ({cells}) are larger than their neighbours, so {effect}.", [cells])
        }
        Some(Constraint::Minimum(_)) => {
            sentence!("marked cells ({cells}) are smaller than their neighbours, so {effect}.", [cells])
        }
        Some(Constraint::Modular(_)) => {
            sentence!("neighbours of the {rule} have different remainders, so {effect}.", [rule])
        }
        Some(Constraint::Nabner(_)) => {
            sentence!("no two digits of the {rule} are equal or consecutive, so {effect}.", [rule])
        }
        Some(Constraint::NumberedRoom(_)) => {
            sentence!("{first} says in which place the clue is ({rule}), so {effect}.", [first, rule])
        }
        Some(Constraint::Palindrome(_)) => {
            sentence!("the digits of the {rule} read the same from both ends, so {effect}.", [rule])
        }
        Some(Constraint::ParityLine(_)) => {
            sentence!("even and odd digits alternate on the {rule}, so {effect}.", [rule])
        }
        Some(Constraint::Product(_)) => {
            sentence!("the digits of the {rule} multiply to its clue, so {effect}.", [rule])
        }
        Some(Constraint::RegionSumLine(_)) => {
            sentence!("the {rule} has the same sum in each box or region, so {effect}.", [rule])
        }
        Some(Constraint::Rellik(_)) => {
            sentence!("no digits of the {rule} add up to its clue, so {effect}.", [rule])
        }
        Some(Constraint::Renban(_)) => {
            sentence!("the digits of the {rule} are consecutive in some order, so {effect}.", [rule])
        }
        Some(Constraint::SameValues(_)) => {
            sentence!("all groups of cells have the same digits ({rule}), so {effect}.", [rule])
        }
        Some(Constraint::Sandwich(_)) => sentence!(
            "the digits between the 1 and the largest digit add up to the clue ({rule}), so {effect}.",
            [rule]
        ),
        Some(Constraint::Skyscraper(_)) => sentence!(
            "the clue counts the digits that are larger than all before them ({rule}), so {effect}.",
            [rule]
        ),
        Some(Constraint::SlowThermometer(_)) => {
            sentence!("the digits never fall from the bulb of the {rule} on, so {effect}.", [rule])
        }
        Some(Constraint::Thermometer(_)) => {
            sentence!("the digits rise from the bulb of the {rule} on, so {effect}.", [rule])
        }
        Some(Constraint::SumLine(_)) => {
            sentence!("the {rule} is cut into pieces with the same sum, so {effect}.", [rule])
        }
        Some(Constraint::Whisper(_)) => sentence!(
            "neighbours on the {rule} differ by at least {difference}, so {effect}.",
            [rule, difference]
        ),
        Some(Constraint::XSum(_)) => {
            sentence!("{first} says how many digits add up to the clue ({rule}), so {effect}.", [first, rule])
        }
        Some(Constraint::Zipper(_)) => sentence!(
            "cells equally far from the middle of the {rule} have the same sum, so {effect}.",
            [rule]
        ),
        _ => sentence!(
            "no digits that meet the {rule} go with the other candidates of {cells}, so {effect}.",
            [rule, cells]
        ),
    }
}
