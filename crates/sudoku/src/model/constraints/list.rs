//! The constraint types, and constraints of any type.

use super::anti_king::AntiKing;
use super::anti_knight::AntiKnight;
use super::arrow::Arrow;
use super::cage::Cage;
use super::clone::Clones;
use super::definition::{ConstraintError, Definition, Digits, FieldValues, Sign, Surroundings};
use super::diagonals::Diagonals;
use super::difference::Difference;
use super::disjoint_groups::DisjointGroups;
use super::drawing::Drawing;
use super::even::Even;
use super::extra_region::ExtraRegion;
use super::field::Field;
use super::greater_than::GreaterThan;
use super::names::{OtherName, plain_name};
use super::negative::Negative;
use super::network::NetworkBuilder;
use super::non_consecutive::NonConsecutive;
use super::odd::Odd;
use super::pair::Pair;
use super::palindrome::Palindrome;
use super::ratio::Ratio;
use super::slow_thermometer::SlowThermometer;
use super::sum::CellSum;
use super::sum_pair::SumPair;
use super::table::DigitTable;
use super::thermometer::Thermometer;
use super::whisper::Whisper;
use super::windoku::Windoku;
use crate::model::cell::Cell;

/// Type of constraints, as a value.
#[derive(Clone, Copy, Debug)]
pub struct ConstraintType {
    /// Its name in requests.
    pub name: &'static str,
    /// Its meaning, in one or two sentences.
    pub meaning: &'static str,
    /// Its fields.
    pub fields: &'static [Field],
    /// An example for a 9x9, as JSON.
    pub example: &'static str,
    /// Names that players and other programs have for it.
    pub other_names: &'static [OtherName],
    new: fn(&FieldValues, &Surroundings<'_>) -> Result<Constraint, ConstraintError>,
}

impl ConstraintType {
    /// The constraint with these values, which fit the fields.
    pub(crate) fn new_constraint(
        &self,
        values: &FieldValues,
        surroundings: &Surroundings<'_>,
    ) -> Result<Constraint, ConstraintError> {
        (self.new)(values, surroundings)
    }
}

/// Defines [`Constraint`], with a variant for each type, and the list of the types.
macro_rules! constraint_types {
    ($($variant:ident),* $(,)?) => {
        /// Constraint beside rows, columns and boxes.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[expect(missing_docs, reason = "each variant has the name of its type, which is documented")]
        pub enum Constraint {
            $($variant($variant),)*
        }

        impl Constraint {
            /// All types, by name.
            pub const TYPES: &'static [ConstraintType] = &[$(ConstraintType {
                name: $variant::NAME,
                meaning: $variant::MEANING,
                fields: $variant::FIELDS,
                example: $variant::EXAMPLE,
                other_names: $variant::OTHER_NAMES,
                new: |values, surroundings| Ok(Self::$variant($variant::new(values, surroundings)?)),
            }),*];

            /// Name of its type.
            pub fn type_name(&self) -> &'static str {
                match self { $(Self::$variant(_) => $variant::NAME,)* }
            }

            /// Values that make the same constraint again.
            pub fn values(&self) -> FieldValues {
                match self { $(Self::$variant(constraint) => constraint.values(),)* }
            }

            /// Whether the constraint depends on the numbers of the digits, not only on their order and distances: whether it has
            /// another meaning if the digits begin with 0.
            pub fn depends_on_values(&self) -> bool {
                match self { $(Self::$variant(constraint) => constraint.depends_on_values(),)* }
            }

            /// Whether a complete grid meets the constraint.
            pub(crate) fn holds(&self, digits: Digits<'_>, surroundings: &Surroundings<'_>) -> bool {
                match self { $(Self::$variant(constraint) => constraint.holds(digits, surroundings),)* }
            }

            /// Compiles the constraint.
            pub(crate) fn add_parts(&self, parts: &mut NetworkBuilder, surroundings: &Surroundings<'_>) {
                match self { $(Self::$variant(constraint) => constraint.add_parts(parts, surroundings),)* }
            }

            /// Draws the constraint as players know it.
            pub(crate) fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
                match self { $(Self::$variant(constraint) => constraint.draw(drawing, surroundings),)* }
            }

            /// The sign that it puts between two cells, if any.
            pub(crate) fn sign(&self) -> Option<Sign> {
                match self { $(Self::$variant(constraint) => constraint.sign(),)* }
            }

            /// Bytes of its fields.
            pub(crate) fn heap_bytes(&self) -> usize {
                size_of::<Self>() + self.field_bytes()
            }

            /// The cells that the constraint names; none if it is about the whole grid.
            pub fn cells(&self) -> Vec<Cell> {
                match self { $(Self::$variant(constraint) => constraint.cells(),)* }
            }
        }
    };
}

impl Constraint {
    /// The type with this name; `None` for unknown names.
    pub fn type_named(name: &str) -> Option<&'static ConstraintType> {
        Self::TYPES.iter().find(|known| known.name == name)
    }

    /// The type that people call so, in any case and with any separators between words, and the number that the name implies for a
    /// field. `None` for names without a meaning, or with two.
    pub fn type_called(name: &str) -> Option<(&'static ConstraintType, Option<(&'static str, i64)>)> {
        if let Some(known) = Self::type_named(name) {
            return Some((known, None));
        }
        let plain = plain_name(name)?;
        let other = |known: &ConstraintType| known.other_names.iter().find(|other| other.name == plain);
        Self::TYPES.iter().find_map(|known| match other(known) {
            Some(other) => Some((known, other.implied)),
            None => (plain_name(known.name)? == plain).then_some((known, None)),
        })
    }

    /// Bytes of its fields on the heap, roughly.
    fn field_bytes(&self) -> usize {
        let tuples = match self {
            Self::Pair(pair) => pair.allowed_count(),
            Self::DigitTable(table) => table.row_count(),
            _ => 0,
        };
        size_of::<Cell>() * self.cells().len() + 40 * tuples
    }
}

constraint_types! {
    AntiKing, AntiKnight, Arrow, Cage, Clones, Diagonals, Difference, DisjointGroups, Even, ExtraRegion, GreaterThan, Negative,
    NonConsecutive, Odd, Pair, Palindrome, Ratio, SlowThermometer, CellSum, SumPair, DigitTable, Thermometer, Whisper, Windoku,
}
