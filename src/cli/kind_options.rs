//! Options of a kind of question as arguments of its command.

use clap::{Arg, ArgAction, ArgMatches, Command};
use quadrille_answers::wire::request::{Components, FieldDoc};
use quadrille_answers::wire::{BatchKind, BatchOptions};
use serde_json::Value;
use utoipa::openapi::schema::{SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};

/// Options that every command has in its own words.
const SHARED: [&str; 5] = ["box", "format", "layout", "time_ms", "nodes"];

/// Option of a kind of question.
pub(super) struct KindOption(FieldDoc);

impl KindOption {
    /// Returns the options of a kind that not all kinds have.
    pub(super) fn all<K: BatchKind>() -> impl Iterator<Item = Self> {
        let fields = BatchOptions::<K>::described().into_iter();
        fields.filter(|field| !SHARED.contains(&field.name)).map(Self)
    }

    /// Adds the option to a command.
    pub(super) fn add_to(self, command: Command) -> Command {
        let Self(FieldDoc { name, doc, .. }) = self;
        let (meaning, default) = doc.split_once("\nBy default ").unwrap_or((doc, ""));
        let mut help = meaning.trim_end_matches('.').replace('\n', " ");
        let argument = Arg::new(name).long(name.replace('_', "-")).value_name(name.to_uppercase());
        if self.is_a(&Type::Boolean) {
            return command.arg(argument.action(ArgAction::SetTrue).help(help));
        }
        let default = default.trim_end_matches('.').trim_matches('`');
        if !default.is_empty() && !default.contains(char::is_whitespace) {
            help.push_str(&format!(" [default: {default}]"));
        }
        command.arg(argument.help(help))
    }

    /// Returns the value as a parameter of a query, if it was given.
    pub(super) fn parameter(&self, matches: &ArgMatches) -> (&'static str, Option<String>) {
        let Self(FieldDoc { name, .. }) = self;
        let value = match self.is_a(&Type::Boolean) {
            true => matches.get_flag(name).then(|| "true".to_owned()),
            false => matches.get_one::<String>(name).cloned(),
        };
        (name, value)
    }

    /// Returns the value as a member of a JSON object, if it was given.
    pub(super) fn member(&self, matches: &ArgMatches) -> Option<(String, Value)> {
        let (name, text) = self.parameter(matches);
        let is_json = self.is_a(&Type::Boolean) || self.is_a(&Type::Integer);
        let json = |text: &String| serde_json::from_str(text).ok().filter(|_| is_json);
        text.map(|text| (name.to_owned(), json(&text).unwrap_or(Value::String(text))))
    }

    /// Whether the value may have this type.
    fn is_a(&self, r#type: &Type) -> bool {
        fn is_a(schema: &RefOr<Schema>, r#type: &Type) -> bool {
            match schema {
                RefOr::T(Schema::Object(object)) => object.schema_type == SchemaType::Type(r#type.clone()),
                RefOr::T(Schema::OneOf(one_of)) => one_of.items.iter().any(|item| is_a(item, r#type)),
                RefOr::T(_) | RefOr::Ref(_) => false,
            }
        }
        is_a(&(self.0.text_schema)(&mut Components::new()), r#type)
    }
}
