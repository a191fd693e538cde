//! Options of a kind of question as arguments of its command.

use std::fs;
use std::path::Path;

use clap::{Arg, ArgAction, ArgMatches, Command};
use quadrille_answers::wire::request::{Components, FieldDoc};
use quadrille_answers::wire::{BatchKind, BatchOptions};
use serde_json::Value;
use utoipa::openapi::schema::{SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};

/// Largest file whose content is the value of an option.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// Options that every command has in its own words.
const SHARED: [&str; 5] = ["box", "format", "layout", "time_ms", "nodes"];

/// Returns a text that is no name of a file, and the content of a file.
pub(super) fn text_or_file(value: &str) -> Result<String, String> {
    if !Path::new(value).is_file() {
        let is_json = value.starts_with(['[', '{']);
        let is_path = !is_json && value.contains('/')
            || Path::new(value).extension().is_some_and(|name| name == "json");
        return if is_path { Err(format!("there is no file {value}")) } else { Ok(value.to_owned()) };
    }
    let length = fs::metadata(value).map_err(|error| error.to_string())?.len();
    if length > FILE_BYTES_MAX {
        return Err(format!("the file is larger than {FILE_BYTES_MAX} bytes"));
    }
    fs::read_to_string(value).map_err(|error| error.to_string())
}

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
        if self.is_flag() {
            return command.arg(argument.action(ArgAction::SetTrue).help(help));
        }
        let argument = match name {
            "constraints" | "regions" => {
                help.push_str("; or a file that has them");
                argument.value_name("FILE|JSON").value_parser(text_or_file)
            }
            _ => argument,
        };
        let default = default.split(',').next().unwrap_or_default().trim_end_matches('.').trim_matches('`');
        if !default.is_empty() && !default.contains(char::is_whitespace) {
            help.push_str(&format!(" [default: {default}]"));
        }
        command.arg(argument.help(help))
    }

    /// Returns the value as a parameter of a query, if it was given.
    pub(super) fn parameter(&self, matches: &ArgMatches) -> (&'static str, Option<String>) {
        let Self(FieldDoc { name, .. }) = self;
        let value = match self.is_flag() {
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

    /// Whether it is true if it is named without a value, because its default is false.
    fn is_flag(&self) -> bool {
        self.is_a(&Type::Boolean) && !self.0.doc.contains("By default `true`")
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
