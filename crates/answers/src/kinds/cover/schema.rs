//! OpenAPI schema of an exact cover problem.

use quadrille_exact_cover::NAME_CHARACTERS_MAX;
use serde_json::json;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::faults::{Faults, Location};
use crate::wire::json::Json;
use crate::wire::request::{Components, OptionValue};
use crate::wire::schema::schema;

/// Schema of a text body with an exact cover problem.
#[derive(Clone, Copy, Debug)]
pub struct CoverText;

schema!(
    CoverText,
    ObjectBuilder::new()
        .schema_type(Type::String)
        .pattern(Some(TEXT))
        .description(Some(DESCRIPTION))
        .examples([json!("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n")])
);

/// Names of items as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemNames(pub(crate) Json);

/// Options as JSON, each a list of items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionLists(pub(crate) Json);

/// Options as JSON, each a row of 0 and 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatrixRows(pub(crate) Json);

/// Implements [`OptionValue`] for JSON that is read when all members are known, and has no text.
macro_rules! json_values {
    ($($value:ident $schema:expr;)+) => {$(
        impl OptionValue for $value {
            fn from_json(json: Json, _: &Location, _: &mut Faults) -> Option<Self> {
                Some(Self(json))
            }

            fn schema(_: &mut Components) -> RefOr<Schema> {
                $schema.into()
            }
        }
    )+};
}

json_values! {
    ItemNames ArrayBuilder::new().items(or_number(item_name()));
    OptionLists options();
    MatrixRows ArrayBuilder::new().items(row());
}

/// Options in order, or by name.
fn options() -> OneOfBuilder {
    let named = ObjectBuilder::new()
        .schema_type(Type::Object)
        .title(Some("NamedOptions"))
        .property_names(Some(
            ObjectBuilder::new().schema_type(Type::String).max_length(Some(NAME_CHARACTERS_MAX)),
        ))
        .additional_properties(Some(option()))
        .description(Some("The options by their names, of at most 64 characters, numbered in this order."));
    OneOfBuilder::new().item(ArrayBuilder::new().title(Some("Options")).items(option())).item(named)
}

fn item_name() -> ObjectBuilder {
    text(
        format!("^{NAME}$"),
        NAME_CHARACTERS_MAX,
        "Name of an item: at most 64 characters, without white space, control characters, `:` and `|`.",
    )
}

fn option() -> ArrayBuilder {
    let entry = text(
        format!("^{NAME}(:{NAME})?$"),
        2 * NAME_CHARACTERS_MAX + 1,
        "An item; a secondary item may have a colour, such as `x:red`.",
    );
    ArrayBuilder::new()
        .items(or_number(entry))
        .description(Some("An option: its items. Without a primary item it is skipped, with a warning."))
}

fn row() -> ArrayBuilder {
    let bit = OneOfBuilder::new()
        .item(ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)).maximum(Some(1)))
        .item(ObjectBuilder::new().schema_type(Type::Boolean))
        .description(Some("1 or true for an item of the option."));
    ArrayBuilder::new().items(bit).min_items(Some(1)).description(Some(
        "An option: 1 or true for each of its items. Without a primary item it is skipped, with a warning.",
    ))
}

/// A name that may be a whole number, too.
fn or_number(name: ObjectBuilder) -> OneOfBuilder {
    let number = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .minimum(Some(-NUMBER_MAX))
        .maximum(Some(NUMBER_MAX))
        .description(Some("A number as a name: its decimal digits."));
    OneOfBuilder::new().item(name).item(number)
}

/// Largest magnitude of a number that is a name: 2^53 - 1.
const NUMBER_MAX: f64 = 9_007_199_254_740_991.0;

fn text(pattern: String, characters_max: usize, description: &str) -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .pattern(Some(pattern))
        .min_length(Some(1))
        .max_length(Some(characters_max))
        .description(Some(description))
}

/// The name of an item or colour. `\s` differs between dialects of regular expressions, so that white space is listed.
const NAME: &str = r"[^\u0000-\u0020:|\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+";

/// Any text that does not begin like JSON.
const TEXT: &str = r"^\s*[^\s{\[\uFEFF][\s\S]*$";

const DESCRIPTION: &str = "Knuth's format. The first line names the items, with a `|` before the secondary ones. Each further \
    line is an option: its items, separated by spaces, with a secondary item's colour after a colon. Blank lines and lines \
    that begin with `|` are comments. An option without a primary item is skipped, with a warning. Names have at most 64 characters.";

#[cfg(test)]
mod tests {
    use std::ops::RangeInclusive;

    use quadrille_exact_cover::ProblemBuilder;

    use super::NAME;

    /// Ranges of the characters that the pattern of a name excludes.
    fn excluded() -> Vec<RangeInclusive<char>> {
        let class = NAME.strip_prefix("[^").and_then(|class| class.strip_suffix("]+")).expect("a class");
        let mut rest = class;
        let mut symbol = move || {
            let (symbol, after) = match rest.strip_prefix(r"\u") {
                Some(code) => {
                    let (code, after) = code.split_at(4);
                    (u32::from_str_radix(code, 16).ok().and_then(char::from_u32), after)
                }
                None => (rest.chars().next(), rest.get(1..).unwrap_or_default()),
            };
            rest = after;
            symbol
        };
        let mut ranges: Vec<RangeInclusive<char>> = Vec::new();
        while let Some(next) = symbol() {
            match (next, ranges.pop()) {
                ('-', Some(first)) => ranges.push(*first.start()..=symbol().expect("the end of a range")),
                (_, last) => ranges.extend(last.into_iter().chain([next..=next])),
            }
        }
        ranges
    }

    #[test]
    fn pattern_of_a_name_excludes_the_characters_that_the_builder_rejects() {
        let excluded = excluded();
        for symbol in '\0'..='\u{ffff}' {
            let is_name = ProblemBuilder::default().add_item(&symbol.to_string()).is_ok();
            assert_ne!(excluded.iter().any(|range| range.contains(&symbol)), is_name, "{symbol:?}");
        }
    }
}
