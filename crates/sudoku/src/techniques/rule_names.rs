//! Names of rules and of their houses.

use super::german_rules as german;
use super::language::Language;
use crate::model::{Cell, Constraint, HouseKind, HouseName, Layout, Measure, Position, Rules};

/// The name of the constraint with this index, such as `cage 15 at r1c1`.
pub(super) fn rule_name(language: Language, rules: Option<&Rules>, index: usize) -> String {
    let named = rules.and_then(|rules| Some((rules, rules.constraints().get(index)?)));
    let Some((rules, constraint)) = named else {
        return format!("{} {}", language.house(HouseKind::Constraint), index + 1);
    };
    let layout = rules.layout();
    let names = |cells: &[Cell], joint: &str| {
        let names: Vec<String> = cells.iter().map(|&cell| layout.position(cell).to_string()).collect();
        names.join(joint)
    };
    let (of, and) = match language {
        Language::English => ("of", " and "),
        Language::German => ("von", " und "),
    };
    let word = type_name(language, constraint);
    let signed = |value: i64, cells: &[Cell]| format!("{word} {value} {of} {}", names(cells, and));
    match constraint {
        Constraint::GreaterThan(sign) => names(&sign.cells, " > "),
        Constraint::Difference(sign) => signed(sign.value, &sign.cells),
        Constraint::Ratio(sign) => signed(sign.value, &sign.cells),
        Constraint::SumPair(sign) => signed(sign.value, &sign.cells),
        Constraint::Even(_) | Constraint::Odd(_) | Constraint::Minimum(_) | Constraint::Maximum(_) => {
            word.to_owned()
        }
        Constraint::Indexer(_) | Constraint::CountingCircles(_) => word.to_owned(),
        _ => {
            let value = clue(constraint).map_or_else(String::new, |value| format!(" {value}"));
            let at = match language {
                Language::English => "at",
                Language::German => "bei",
            };
            match first_cell(constraint) {
                Some(cell) => format!("{word}{value} {at} {}", layout.position(cell)),
                None => format!("{word}{value}"),
            }
        }
    }
}

/// The name of the house with this number, such as `row 3`, `window 2` or `cage 15 at r1c1`.
pub(super) fn house_name(language: Language, rules: Option<&Rules>, layout: &Layout, house: usize) -> String {
    let Some(name) = layout.houses().nth(house).map(|house| house.name) else { return String::new() };
    let plain = |HouseName { kind, number, grid }: HouseName| {
        let of_grid = if grid == 0 { String::new() } else { language.of_grid(grid) };
        format!("{} {number}{of_grid}", language.house(kind))
    };
    if name.kind != HouseKind::Constraint {
        return plain(name);
    }
    let index = name.number - 1;
    let earlier = layout.houses().take(house).filter(|other| other.name == name).count();
    match rules.and_then(|rules| rules.constraints().get(index)) {
        Some(Constraint::Diagonals(_)) => {
            let positions = || layout.cells_of(house).iter().map(|&cell| layout.position(cell));
            let row = positions().map(|position| position.row).min().unwrap_or_default();
            let column = positions().map(|position| position.column).min().unwrap_or_default();
            let corner = Position { row, column };
            let number = if positions().any(|position| position == corner) { 1 } else { 2 };
            let grid = layout.grids().iter().position(|&grid| grid == corner).map_or(0, |grid| grid + 1);
            plain(HouseName { kind: HouseKind::Diagonal, number, grid })
        }
        Some(constraint @ (Constraint::Windoku(_) | Constraint::DisjointGroups(_))) => {
            format!("{} {}", type_name(language, constraint), earlier + 1)
        }
        _ => rule_name(language, rules, index),
    }
}

/// The first cell of a constraint; `None` if it is about the whole grid.
fn first_cell(constraint: &Constraint) -> Option<Cell> {
    match constraint {
        Constraint::EqualSums(groups) => groups.groups.first()?.first().copied(),
        Constraint::SameValues(groups) => groups.groups.first()?.first().copied(),
        Constraint::CountDistinct(count) => Some(count.control),
        _ => constraint.cells().first().copied(),
    }
}

/// The number that a person calls a constraint by.
fn clue(constraint: &Constraint) -> Option<i64> {
    match constraint {
        Constraint::Cage(it) => it.sum,
        Constraint::CellSum(it) => Some(it.sum),
        Constraint::LittleKiller(it) => Some(it.sum),
        Constraint::Sandwich(it) => Some(it.sum),
        Constraint::Lunchbox(it) => Some(it.sum),
        Constraint::XSum(it) => Some(it.sum),
        Constraint::SumLine(it) => Some(it.sum),
        Constraint::Rellik(it) => Some(it.sum),
        Constraint::Product(it) => Some(it.product),
        Constraint::Skyscraper(it) => Some(it.count),
        Constraint::HiddenSkyscraper(it) => Some(it.digit),
        Constraint::NumberedRoom(it) => Some(it.digit),
        _ => None,
    }
}

/// What a constraint of a type is called.
fn type_name(language: Language, constraint: &Constraint) -> &'static str {
    let name = match constraint {
        Constraint::AntiKing(_) => "king rule",
        Constraint::AntiKnight(_) => "knight rule",
        Constraint::AntiTaxicab(_) => "taxicab rule",
        Constraint::Arrow(_) => "arrow",
        Constraint::Automaton(_) => "automaton",
        Constraint::BetweenLine(_) => "between line",
        Constraint::Cage(_) => "cage",
        Constraint::Clones(_) => "clone",
        Constraint::ContainAtLeast(_) | Constraint::ContainExactly(_) => "listed digits",
        Constraint::CountDistinct(_) => "count of different digits",
        Constraint::CountingCircles(_) => "circles",
        Constraint::Diagonals(_) => "diagonals",
        Constraint::Difference(_) => "difference",
        Constraint::DisjointGroups(_) => "group",
        Constraint::DoubleArrow(_) => "double arrow",
        Constraint::Entropic(_) => "entropic line",
        Constraint::EqualSums(_) => "equal sums",
        Constraint::EqualityCage(_) => "equality cage",
        Constraint::Even(_) => "even cells",
        Constraint::ExtraRegion(_) => "extra region",
        Constraint::GreaterThan(_) => "inequality",
        Constraint::GlobalEntropy(_) => "rule of low, middle and high digits",
        Constraint::GlobalModular(_) => "rule of remainders",
        Constraint::HiddenSkyscraper(_) => "hidden skyscraper",
        Constraint::Indexer(_) => "indexers",
        Constraint::LittleKiller(_) => "little killer",
        Constraint::Lockout(_) => "lockout line",
        Constraint::LookAndSay(_) => "look-and-say cage",
        Constraint::Lunchbox(_) => "lunchbox",
        Constraint::Maximum(_) => "maxima",
        Constraint::Minimum(_) => "minima",
        Constraint::Modular(_) => "modular line",
        Constraint::Nabner(_) => "nabner line",
        Constraint::Negative(negative) => match negative.of.first() {
            Some(Measure::Difference(_)) => "negative rule of differences",
            Some(Measure::Ratio(_)) => "negative rule of ratios",
            _ => "negative rule of sums",
        },
        Constraint::NonConsecutive(_) => "rule of consecutive neighbours",
        Constraint::NumberedRoom(_) => "numbered room",
        Constraint::Odd(_) => "odd cells",
        Constraint::Alternatives(_) => "alternatives",
        Constraint::Pair(_) => "pairs",
        Constraint::Palindrome(_) => "palindrome",
        Constraint::ParityLine(_) => "parity line",
        Constraint::Product(_) => "product",
        Constraint::Quadruple(_) => "quadruple",
        Constraint::Ratio(_) => "ratio",
        Constraint::Regex(_) => "pattern",
        Constraint::RegionSumLine(_) => "region sum line",
        Constraint::Rellik(_) => "rellik cage",
        Constraint::Renban(_) => "renban line",
        Constraint::SameValues(_) => "equal groups",
        Constraint::Sandwich(_) => "sandwich",
        Constraint::Skyscraper(_) => "skyscraper",
        Constraint::SlowThermometer(_) => "slow thermometer",
        Constraint::CellSum(_) | Constraint::SumPair(_) => "sum",
        Constraint::SumLine(_) => "sum line",
        Constraint::DigitTable(_) => "table",
        Constraint::Thermometer(_) => "thermometer",
        Constraint::Whisper(_) => "whisper line",
        Constraint::Windoku(_) => "window",
        Constraint::XSum(_) => "x-sum",
        Constraint::Zipper(_) => "zipper line",
    };
    match language {
        Language::English => name,
        Language::German => {
            german::RULES.iter().find(|(english, _)| *english == name).map_or(name, |(_, german)| german)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_houses_have_names_in_both_languages() {
        let rules = Rules::usual(9).expect("a size");
        let constraints = [
            Constraint::cage(rules.cells("r1c1 r1c2").expect("cells"), Some(15)),
            Ok(Constraint::windoku()),
            Constraint::diagonals(true, true),
            Constraint::greater_than(rules.cells("r5c1 r5c2").expect("cells")),
            Constraint::thermometer(rules.cells("r4c1 r5c1 r6c1").expect("cells")),
        ];
        let rules = rules.with_constraints(constraints.map(|it| it.expect("fits"))).expect("fit");
        let name = |language, index| rule_name(language, Some(&rules), index);
        assert_eq!(name(Language::English, 0), "cage 15 at r1c1");
        assert_eq!(name(Language::German, 0), "Käfig 15 bei r1c1");
        assert_eq!(name(Language::English, 3), "r5c1 > r5c2");
        assert_eq!(name(Language::German, 4), "Thermometer bei r4c1");
        let houses = |language| -> Vec<String> {
            (27..33).map(|house| house_name(language, Some(&rules), rules.layout(), house)).collect()
        };
        assert_eq!(
            houses(Language::English),
            ["window 1", "window 2", "window 3", "window 4", "diagonal 1", "diagonal 2"]
        );
        assert_eq!(houses(Language::German)[3..5], ["Fenster 4", "Diagonale 1"]);
    }
}
