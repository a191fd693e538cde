//! The constraint types, and constraints of any type.

use super::definition::{
    ConstraintError, ConstraintValues, Definition, Digits, FieldValues, Sign, Surroundings,
};
use super::drawing::Drawing;
use super::field::Field;
use super::members::FpuzzlesMember;
use super::names::{OtherName, plain_name};
use super::network::NetworkBuilder;
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
    /// Whether the digits of its `cells` always differ.
    pub is_distinct: bool,
    /// Whether human techniques explain which candidates its constraints exclude: whether puzzles with them have hints and ratings.
    pub is_explained: bool,
    /// Whether the generator proposes constraints of this type.
    pub is_proposed: bool,
    /// Members of f-puzzles that hold its constraints; none if the format lacks them.
    pub fpuzzles: &'static [FpuzzlesMember],
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

/// Declares the module of each type. Defines [`Constraint`], with a variant for each type, and the list of the types.
macro_rules! constraint_types {
    ($($module:ident::$variant:ident),* $(,)?) => {
        $(mod $module;)*
        $(use $module::$variant;)*

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
                is_explained: $variant::IS_EXPLAINED,
                is_proposed: $variant::IS_PROPOSED,
                fpuzzles: $variant::FPUZZLES,
                new: |values, surroundings| Ok(Self::$variant($variant::new(values, surroundings)?)),
            }),*];

            /// Name of its type.
            pub fn type_name(&self) -> &'static str {
                match self { $(Self::$variant(_) => $variant::NAME,)* }
            }

            /// Whether human techniques explain which candidates the constraint excludes.
            pub fn is_explained(&self) -> bool {
                match self { $(Self::$variant(_) => $variant::IS_EXPLAINED,)* }
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
    anti_king::AntiKing,
    anti_knight::AntiKnight,
    anti_taxicab::AntiTaxicab,
    arrow::Arrow,
    automaton::Automaton,
    between_line::BetweenLine,
    cage::Cage,
    clone::Clones,
    contain_at_least::ContainAtLeast,
    contain_exactly::ContainExactly,
    count_distinct::CountDistinct,
    counting_circles::CountingCircles,
    diagonals::Diagonals,
    difference::Difference,
    disjoint_groups::DisjointGroups,
    double_arrow::DoubleArrow,
    entropic::Entropic,
    equal_sums::EqualSums,
    equality_cage::EqualityCage,
    even::Even,
    extra_region::ExtraRegion,
    global_entropy::GlobalEntropy,
    global_modular::GlobalModular,
    greater_than::GreaterThan,
    hidden_skyscraper::HiddenSkyscraper,
    indexer::Indexer,
    little_killer::LittleKiller,
    lockout::Lockout,
    look_and_say::LookAndSay,
    lunchbox::Lunchbox,
    maximum::Maximum,
    minimum::Minimum,
    modular::Modular,
    nabner::Nabner,
    negative::Negative,
    non_consecutive::NonConsecutive,
    numbered_room::NumberedRoom,
    odd::Odd,
    or::Alternatives,
    pair::Pair,
    palindrome::Palindrome,
    parity_line::ParityLine,
    product::Product,
    quadruple::Quadruple,
    ratio::Ratio,
    regex::Regex,
    region_sum_line::RegionSumLine,
    rellik::Rellik,
    renban::Renban,
    same_values::SameValues,
    sandwich::Sandwich,
    skyscraper::Skyscraper,
    slow_thermometer::SlowThermometer,
    sum::CellSum,
    sum_line::SumLine,
    sum_pair::SumPair,
    table::DigitTable,
    thermometer::Thermometer,
    whisper::Whisper,
    windoku::Windoku,
    x_sum::XSum,
    zipper::Zipper,
}
