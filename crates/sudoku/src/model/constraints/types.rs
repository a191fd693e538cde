//! The constraint types, and constraints of any type.

use std::collections::BTreeSet;

use super::definition::{
    ConstraintError, ConstraintValues, Definition, Digits, FieldValues, Measure, Sign, Surroundings,
    Transition,
};
use super::drawing::Drawing;
use super::field::Field;
use super::field_check::{Checked, check_fields};
use super::members::FpuzzlesMember;
use super::names::{OtherName, plain_name};
use super::network::NetworkBuilder;
use crate::model::cell::Cell;
use crate::model::digit::Digit;

/// Type of constraints, as a value.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
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
    /// Whether the digits of its `cells` always differ.
    pub is_distinct: bool,
    /// Whether the generator proposes constraints of this type.
    pub is_proposed: bool,
    /// Members of f-puzzles that hold its constraints; none if the format lacks them.
    pub fpuzzles: &'static [FpuzzlesMember],
    new: fn(&FieldValues, &Surroundings<'_>) -> Result<Constraint, ConstraintError>,
}

impl ConstraintType {
    /// The constraint with these values.
    ///
    /// # Errors
    /// If the values do not fit the fields, each other or the grid.
    pub(crate) fn new_constraint(
        &self,
        values: &FieldValues,
        surroundings: &Surroundings<'_>,
    ) -> Result<Constraint, ConstraintError> {
        check_fields(self.name, self.fields, values, Some(surroundings))?;
        (self.new)(values, surroundings)
    }

    /// The field with this name, or with this other name; `None` for unknown names.
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        let fields = self.fields.iter();
        fields
            .clone()
            .find(|field| field.name == name)
            .or_else(|| fields.clone().find(|field| field.other_names.contains(&name)))
    }
}

/// Defines `new` of a type whose fields are its arguments, in braces. A type with arguments in parentheses has its own `new`.
macro_rules! constructor {
    ($variant:ident { $($field:ident: $value:ty),+ }) => {
        impl $variant {
            /// The constraint with these fields.
            ///
            /// # Errors
            /// [`ConstraintError`], with the name of the field, for too few or repeated cells and numbers out of range.
            /// [`Rules::and`](crate::Rules::and) compares the fields with the grid and with each other.
            pub fn new($($field: impl Into<$value>),+) -> Result<Self, ConstraintError> {
                Self { $($field: $field.into()),+ }.checked()
            }
        }
    };
    ($variant:ident $other:tt) => {};
}

/// Defines the function of [`Constraint`] that makes a constraint of a type from its arguments.
macro_rules! constraint_of {
    ($variant:ident $name:ident {}) => {
        #[doc = concat!("A constraint of the type [`", stringify!($variant), "`](crate::constraints::", stringify!($variant), ").")]
        pub const fn $name() -> Self {
            Self::$variant($variant)
        }
    };
    ($variant:ident $name:ident [$($field:ident: $value:ty),+]) => {
        #[doc = concat!("A constraint of the type [`", stringify!($variant), "`](crate::constraints::", stringify!($variant), ").")]
        ///
        /// # Errors
        #[doc = concat!("As [`", stringify!($variant), "::new`](crate::constraints::", stringify!($variant), "::new).")]
        pub fn $name($($field: impl Into<$value>),+) -> Result<Self, ConstraintError> {
            Ok(Self::$variant($variant::new($($field),+)?))
        }
    };
    ($variant:ident $name:ident { $($fields:tt)+ }) => { constraint_of!($variant $name [$($fields)+]); };
    ($variant:ident $name:ident ($($fields:tt)+)) => { constraint_of!($variant $name [$($fields)+]); };
}

/// Declares the module of each type, with the function that makes a constraint of it. Defines [`Constraint`], with a variant for each type,
/// and the list of the types.
macro_rules! constraint_types {
    ($($module:ident::$variant:ident, $name:ident $fields:tt;)*) => {
        $(mod $module;)*
        $(use $module::$variant;)*
        $(constructor!($variant $fields);)*

        /// The types, as values.
        pub(crate) mod payload {
            $(pub use super::$module::$variant;)*
            pub use super::indexer::IndexerAxis;
            pub use super::pair::PairScope;
        }

        $(
            impl From<$variant> for Constraint {
                fn from(constraint: $variant) -> Self {
                    Self::$variant(constraint)
                }
            }
        )*

        /// Index of each type in [`Constraint::TYPES`].
        #[derive(Clone, Copy)]
        enum Kind { $($variant),* }

        /// Makes constraints of each type.
        impl Constraint {
            $(constraint_of!($variant $name $fields);)*
        }

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
                is_distinct: $variant::IS_DISTINCT,
                is_proposed: $variant::IS_PROPOSED,
                fpuzzles: $variant::FPUZZLES,
                new: |values, surroundings| Ok(Self::$variant($variant::from_values(values, surroundings)?)),
            }),*];

            /// Its type.
            pub fn constraint_type(&self) -> &'static ConstraintType {
                let index = match self { $(Self::$variant(_) => Kind::$variant,)* };
                &Self::TYPES[index as usize]
            }

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

            /// Bytes of the constraint and its fields, roughly.
            pub(crate) fn heap_bytes(&self) -> usize {
                size_of::<Self>() + match self { $(Self::$variant(constraint) => constraint.field_bytes(),)* }
            }

            /// The cells that the constraint names; none if it is about the whole grid.
            pub fn cells(&self) -> Vec<Cell> {
                match self { $(Self::$variant(constraint) => constraint.cells(),)* }
            }
        }
    };
}

impl Constraint {
    /// Its type and values, for a field of another constraint.
    pub fn to_values(&self) -> ConstraintValues {
        ConstraintValues { type_name: self.type_name(), values: self.values() }
    }

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
}

// rustfmt finds no modules in a macro: `.ci/format` names their files.
constraint_types! {
    anti_king::AntiKing, anti_king {};
    anti_knight::AntiKnight, anti_knight {};
    anti_taxicab::AntiTaxicab, anti_taxicab {};
    arrow::Arrow, arrow { circle: Vec<Cell>, shaft: Vec<Cell> };
    automaton::Automaton, automaton { cells: Vec<Cell>, start: i64, accept: Vec<i64>, transitions: Vec<Transition> };
    between_line::BetweenLine, between_line { cells: Vec<Cell> };
    cage::Cage, cage { cells: Vec<Cell>, sum: Option<i64> };
    clone::Clones, clones { cells: Vec<Cell>, copies: Vec<Vec<Cell>> };
    contain_at_least::ContainAtLeast, contain_at_least { cells: Vec<Cell>, digits: Vec<Digit> };
    contain_exactly::ContainExactly, contain_exactly { cells: Vec<Cell>, digits: Vec<Digit> };
    count_distinct::CountDistinct, count_distinct { control: Cell, cells: Vec<Cell> };
    counting_circles::CountingCircles, counting_circles { cells: Vec<Cell> };
    diagonals::Diagonals, diagonals { main: bool, anti: bool };
    difference::Difference, difference { cells: Vec<Cell>, value: i64 };
    disjoint_groups::DisjointGroups, disjoint_groups {};
    double_arrow::DoubleArrow, double_arrow { cells: Vec<Cell> };
    entropic::Entropic, entropic (cells: Vec<Cell>);
    equal_sums::EqualSums, equal_sums { groups: Vec<Vec<Cell>> };
    equality_cage::EqualityCage, equality_cage { cells: Vec<Cell> };
    even::Even, even { cells: Vec<Cell> };
    extra_region::ExtraRegion, extra_region { cells: Vec<Cell> };
    global_entropy::GlobalEntropy, global_entropy {};
    global_modular::GlobalModular, global_modular {};
    greater_than::GreaterThan, greater_than { cells: Vec<Cell> };
    hidden_skyscraper::HiddenSkyscraper, hidden_skyscraper { cells: Vec<Cell>, digit: i64 };
    indexer::Indexer, indexer { cells: Vec<Cell>, axis: payload::IndexerAxis };
    little_killer::LittleKiller, little_killer { cells: Vec<Cell>, sum: i64 };
    lockout::Lockout, lockout { cells: Vec<Cell>, difference: i64 };
    look_and_say::LookAndSay, look_and_say { cells: Vec<Cell>, clue: String };
    lunchbox::Lunchbox, lunchbox { cells: Vec<Cell>, sum: i64 };
    maximum::Maximum, maximum { cells: Vec<Cell> };
    minimum::Minimum, minimum { cells: Vec<Cell> };
    modular::Modular, modular { cells: Vec<Cell>, modulus: i64 };
    nabner::Nabner, nabner { cells: Vec<Cell> };
    negative::Negative, negative { of: Vec<Measure> };
    non_consecutive::NonConsecutive, non_consecutive {};
    numbered_room::NumberedRoom, numbered_room { cells: Vec<Cell>, digit: i64 };
    odd::Odd, odd { cells: Vec<Cell> };
    or::Alternatives, or { any: Vec<Vec<Constraint>> };
    pair::Pair, pair { cells: Vec<Cell>, allowed: BTreeSet<[i64; 2]>, scope: payload::PairScope };
    palindrome::Palindrome, palindrome { cells: Vec<Cell> };
    parity_line::ParityLine, parity_line { cells: Vec<Cell> };
    product::Product, product { cells: Vec<Cell>, product: i64 };
    quadruple::Quadruple, quadruple { cells: Vec<Cell>, digits: Vec<Digit> };
    ratio::Ratio, ratio { cells: Vec<Cell>, value: i64 };
    regex::Regex, regex (cells: Vec<Cell>, pattern: String);
    region_sum_line::RegionSumLine, region_sum_line { cells: Vec<Cell> };
    rellik::Rellik, rellik { cells: Vec<Cell>, sum: i64 };
    renban::Renban, renban { cells: Vec<Cell> };
    same_values::SameValues, same_values { groups: Vec<Vec<Cell>> };
    sandwich::Sandwich, sandwich { cells: Vec<Cell>, sum: i64 };
    skyscraper::Skyscraper, skyscraper { cells: Vec<Cell>, count: i64 };
    slow_thermometer::SlowThermometer, slow_thermometer { cells: Vec<Cell> };
    sum::CellSum, sum (cells: Vec<Cell>, sum: i64);
    sum_line::SumLine, sum_line { cells: Vec<Cell>, sum: i64 };
    sum_pair::SumPair, sum_pair { cells: Vec<Cell>, value: i64 };
    table::DigitTable, table { cells: Vec<Cell>, rows: BTreeSet<Vec<Digit>> };
    thermometer::Thermometer, thermometer { cells: Vec<Cell> };
    whisper::Whisper, whisper { cells: Vec<Cell>, difference: i64 };
    windoku::Windoku, windoku {};
    x_sum::XSum, x_sum { cells: Vec<Cell>, sum: i64 };
    zipper::Zipper, zipper { cells: Vec<Cell> };
}
