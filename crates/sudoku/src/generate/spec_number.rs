//! The number of a specification, with which its seeds are mixed.
//!
//! Specifications that differ in anything have other random numbers for the same seed: with the same ones, an easy puzzle would be a hard
//! one with further clues, and give its solution away.

use quadrille_exact_cover::unstable::SplitMix64;

use super::difficulty::Difficulty;
use super::spec::PuzzleSpec;
use crate::constraints::{Constraint, ConstraintValues, FieldValue};
use crate::model::{Cell, Digit, Rules};

/// Hash of numbers, each mixed with those before it by [`SplitMix64`]. The same on every machine and for every version of the compiler, unlike
/// the hashes of the standard library.
#[derive(Clone, Copy, Debug)]
struct Mix(u64);

impl Mix {
    const EMPTY: Self = Self(0);

    fn number(self, number: u64) -> Self {
        Self(SplitMix64::stream(self.0, number).below(u64::MAX))
    }

    /// Mixes a list. Its length comes first, so that the lists after it begin elsewhere.
    fn list(self, numbers: impl ExactSizeIterator<Item = u64>) -> Self {
        let length = numbers.len() as u64;
        numbers.fold(self.number(length), Self::number)
    }

    fn text(self, text: &str) -> Self {
        self.list(text.bytes().map(u64::from))
    }

    /// Mixes a set, whatever the order of its members.
    fn set(self, members: impl Iterator<Item = Self>) -> Self {
        let mut members: Vec<u64> = members.map(|Self(member)| member).collect();
        members.sort_unstable();
        members.dedup();
        self.list(members.into_iter())
    }

    /// Mixes a range; an open one as 0.
    fn range(self, range: Option<(u64, u64)>) -> Self {
        match range {
            Some((start, end)) => self.number(1).number(start).number(end),
            None => self.number(0),
        }
    }

    fn cells(self, cells: &[Cell]) -> Self {
        self.list(cells.iter().map(|cell| cell.index() as u64))
    }
}

/// The number of a specification. It depends on all that a puzzle must be, and not on how that is written.
pub(super) fn spec_number(spec: &PuzzleSpec) -> u64 {
    let orbits = spec.orbits().iter().map(|orbit| Mix::EMPTY.cells(orbit));
    let clues =
        spec.clues().map(|clues| (*clues.start() as u64, (*clues.end()).min(spec.cell_count()) as u64));
    let mix = rules(Mix::EMPTY, spec.rules()).set(orbits).range(clues).number(u64::from(spec.is_minimal()));
    // A puzzle that is rated, but may be of any difficulty, is the one that is not rated.
    let Mix(number) = match spec.difficulty() {
        Some(wanted) if *wanted != Difficulty::default() => difficulty(mix, wanted),
        _ => mix,
    };
    number
}

/// Mixes the houses and constraints, in any order.
fn rules(mix: Mix, rules: &Rules) -> Mix {
    let layout = rules.layout();
    let house = |cells: &[Cell]| {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        Mix::EMPTY.cells(&cells)
    };
    mix.number(rules.digit_count() as u64)
        .number(layout.cell_count() as u64)
        .set(layout.houses().map(|named| house(named.cells)))
        .set(rules.constraints().iter().map(constraint))
}

fn constraint(constraint: &Constraint) -> Mix {
    constraint_values(&constraint.to_values())
}

fn constraint_values(ConstraintValues { type_name, values }: &ConstraintValues) -> Mix {
    values.iter().fold(Mix::EMPTY.text(type_name), |mix, (name, value)| field_value(mix.text(name), value))
}

fn field_value(mix: Mix, value: &FieldValue) -> Mix {
    let digits = |mix: Mix, row: &Vec<Digit>| mix.list(row.iter().map(|digit| digit.value() as u64));
    let length = |count: usize| mix.number(count as u64);
    match value {
        FieldValue::Cells(cells) => mix.cells(cells),
        FieldValue::CellLists(lists) => lists.iter().fold(length(lists.len()), |mix, cells| mix.cells(cells)),
        FieldValue::Number(number) => mix.number(number.cast_unsigned()),
        FieldValue::Numbers(numbers) => mix.list(numbers.iter().map(|number| number.cast_unsigned())),
        FieldValue::Tuples(rows) => rows.iter().fold(length(rows.len()), digits),
        FieldValue::Word(word) => mix.text(word),
        FieldValue::Words(words) => words.iter().fold(length(words.len()), |mix, word| mix.text(word)),
        FieldValue::Line(line) => mix.text(line.kind.name()).number(line.number as u64),
        FieldValue::Text(text) => mix.text(text),
        FieldValue::Transitions(steps) => steps.iter().fold(length(steps.len()), |mix, step| {
            digits(mix.number(step.from.cast_unsigned()).number(step.to.cast_unsigned()), &step.digits)
        }),
        FieldValue::Measures(measures) => measures.iter().fold(length(measures.len()), |mix, measure| {
            let (name, value) = measure.name_and_value();
            mix.text(name).number(value.cast_unsigned())
        }),
        FieldValue::ConstraintLists(lists) => {
            lists.iter().fold(length(lists.len()), |mix, list| mix.set(list.iter().map(constraint_values)))
        }
    }
}

fn difficulty(mix: Mix, Difficulty { levels, scores, required, forbidden }: &Difficulty) -> Mix {
    let scores = scores.as_ref().map(|scores| (*scores.start(), *scores.end()));
    let mix = match levels {
        Some(levels) => mix.text(levels.start().name()).text(levels.end().name()),
        None => mix.number(0),
    };
    [required, forbidden].into_iter().fold(mix.range(scores), |mix, techniques| {
        mix.set(techniques.iter().map(|technique| Mix::EMPTY.text(&technique.id())))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraints::FieldValues;
    use crate::generate::ClueSymmetry;
    use crate::model::BoxShape;
    use crate::techniques::{Level, Technique};

    fn plain(size: usize) -> PuzzleSpec {
        PuzzleSpec::new(Rules::usual(size).expect("a size"))
    }

    fn with_cells(symmetry: ClueSymmetry, pattern: Option<Vec<u16>>) -> PuzzleSpec {
        let pattern: Option<Vec<Cell>> = pattern.map(|cells| cells.into_iter().map(Cell).collect());
        plain(9).with_cells(symmetry, pattern.as_deref()).expect("cells of the grid")
    }

    fn with_constraints(named: &[(&str, FieldValues)]) -> PuzzleSpec {
        let rules = Rules::usual(9).expect("a size");
        let constraints = named.iter().map(|(name, values)| {
            let known = Constraint::type_named(name).expect("a type");
            rules.constraint(known, values).expect("values that fit")
        });
        PuzzleSpec::new(rules.with_constraints(constraints).expect("few constraints"))
    }

    fn with_techniques(required: &[Technique], forbidden: &[Technique]) -> PuzzleSpec {
        let (required, forbidden) = (required.to_vec(), forbidden.to_vec());
        plain(9).with_difficulty(Difficulty { required, forbidden, ..Difficulty::default() })
    }

    fn with_scores(scores: std::ops::RangeInclusive<u64>) -> PuzzleSpec {
        plain(9).with_difficulty(Difficulty { scores: Some(scores), ..Difficulty::default() })
    }

    fn cage(cells: [u16; 2], sum: i64) -> (&'static str, FieldValues) {
        let mut values = FieldValues::default();
        values.insert("cells", FieldValue::Cells(cells.map(Cell).to_vec()));
        values.insert("sum", FieldValue::Number(sum));
        ("cage", values)
    }

    #[test]
    fn specifications_that_differ_in_anything_have_other_numbers() {
        let boxes = |width, height| {
            PuzzleSpec::new(Rules::plain(8, BoxShape { width, height }).expect("a box of eight cells"))
        };
        let clues = |start, end| plain(9).with_clues(start..=end).expect("a range");
        let mut specs = vec![plain(4), plain(9), plain(9).minimal(), boxes(4, 2), boxes(2, 4)];
        specs.extend(ClueSymmetry::ALL[1..].iter().map(|&symmetry| with_cells(symmetry, None)));
        specs.extend(Level::ALL.iter().map(|&level| plain(9).with_difficulty(level)));
        specs.push(with_cells(ClueSymmetry::None, Some((0..80).collect())));
        specs.push(with_cells(ClueSymmetry::None, Some((1..81).collect())));
        specs.extend([clues(24, 24), clues(24, 25), clues(25, 25), with_scores(0..=9), with_scores(9..=9)]);
        specs.push(with_techniques(&[Technique::XWing], &[]));
        specs.push(with_techniques(&[], &[Technique::XWing]));
        specs.push(with_techniques(&[Technique::XWing], &[Technique::Jellyfish]));
        specs.push(with_constraints(&[("anti_king", FieldValues::default())]));
        specs.push(with_constraints(&[("anti_knight", FieldValues::default())]));
        specs.push(with_constraints(&[cage([0, 1], 7)]));
        specs.push(with_constraints(&[cage([0, 1], 8)]));
        specs.push(with_constraints(&[cage([0, 9], 8)]));
        let mut numbers: Vec<u64> = specs.iter().map(spec_number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), specs.len());
    }

    #[test]
    fn same_wish_in_other_words_has_the_same_number() {
        let cages = [cage([0, 1], 7), cage([3, 4], 8)];
        let [one, other] = cages.clone();
        let clues = |end| plain(9).with_clues(24..=end).expect("a range");
        let rated = plain(9).with_difficulty(Difficulty::default());
        for (one, other) in [
            (plain(9), PuzzleSpec::new(Rules::plain(9, BoxShape { width: 3, height: 3 }).expect("3x3"))),
            (plain(9), with_cells(ClueSymmetry::None, Some((0..81).rev().collect()))),
            (plain(9), rated.clone()),
            (
                plain(9),
                plain(9).with_difficulty(Difficulty {
                    levels: Some(Level::Easy..=Level::Extreme),
                    ..Difficulty::default()
                }),
            ),
            (plain(9), with_scores(0..=u64::MAX)),
            (clues(81), clues(100)),
            (
                with_techniques(&[Technique::XWing, Technique::Jellyfish], &[]),
                with_techniques(&[Technique::Jellyfish, Technique::XWing, Technique::XWing], &[]),
            ),
            (with_constraints(&[one.clone(), other.clone()]), with_constraints(&[other, one])),
        ] {
            assert_eq!(spec_number(&one), spec_number(&other), "{one:?} {other:?}");
        }
    }

    #[test]
    fn number_is_the_same_on_every_machine() {
        let [daily, caged] = [
            with_cells(ClueSymmetry::Rotate180, None).with_difficulty(Level::Hard),
            with_constraints(&[cage([0, 1], 7)]),
        ];
        assert_eq!(
            [spec_number(&daily), spec_number(&caged)],
            [11_667_412_085_485_851_469, 7_348_486_293_468_880_240]
        );
    }
}
