//! Options of a kind of question as arguments of its command.

use std::convert::Infallible;
use std::fs;
use std::marker::PhantomData;
use std::path::Path;

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use quadrille_answers::kinds::Count;
use quadrille_answers::wire::request::{Components, FieldDoc, Fields as _, Place};
use quadrille_answers::wire::{BatchKind, BatchOptions, RequestKind};
use serde_json::{Map, Value, json};
use utoipa::openapi::schema::{SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};

use super::decompress::read_file;

/// Largest file whose content is the value of an option.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// Options that every command has in its own words.
const SHARED: [&str; 5] = ["box", "format", "layout", "time_ms", "nodes"];

/// Options that commands with [`SingleOptions`] have in their own words.
const OWN_WORDS: [&str; 3] = ["limit", "count", "seed"];

/// Option of questions that a job does not have.
const THREADS: &str = "threads";

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

/// Returns a grid, from its file if there is one with this name.
fn grid_or_file(value: &str) -> Result<String, String> {
    if !Path::new(value).is_file() {
        return Ok(value.to_owned());
    }
    let bytes = read_file(value.as_ref()).map_err(|error| format!("cannot be read: {error}"))?;
    String::from_utf8(bytes).map_err(|error| format!("cannot be read: {error}"))
}

/// Returns a name as options have it.
fn lower_case(name: &str) -> Result<String, Infallible> {
    Ok(name.to_lowercase())
}

/// Returns the side of a square: 16 for `16x16`.
fn side(size: &str) -> Result<String, Infallible> {
    let sides = size.split_once(['x', 'X']).filter(|(width, height)| width == height);
    Ok(sides.map_or(size, |(side, _)| side).to_owned())
}

/// Returns a list of techniques, such as `x_wing,-xy_chain`, as a member of a JSON request.
fn techniques(list: &str) -> Value {
    let (excluded, required): (Vec<_>, Vec<_>) = list.split(',').partition(|name| name.starts_with('-'));
    let excluded: Vec<_> = excluded.into_iter().map(|name| name.trim_start_matches('-')).collect();
    json!({"require": required, "exclude": excluded})
}

/// Options that are rules of a puzzle. Commands whose question does not have them take them, too, so that the fault says which questions
/// have them.
const RULES: [&str; 4] = ["constraints", "regions", "boxes", "grids"];

/// Option that is a name or a count, which is an object in JSON.
const CLAIM: &str = "claim";

/// Option that is a list of names, which is an object in JSON.
const TECHNIQUES: &str = "techniques";

/// Option of a kind of question.
pub(super) struct KindOption {
    field: FieldDoc,
    /// Whether it is a rule that the question does not have: its help does not show it.
    is_unsupported: bool,
}

impl KindOption {
    /// Returns the options of a kind that not all kinds have.
    pub(super) fn all<K: BatchKind>() -> impl Iterator<Item = Self> {
        Self::with_rules(BatchOptions::<K>::described())
    }

    /// Returns these options, and the rules that are none of them.
    fn with_rules(fields: Vec<FieldDoc>) -> impl Iterator<Item = Self> {
        let mut rules = BatchOptions::<Count>::described();
        rules.retain(|rule| {
            RULES.contains(&rule.name) && fields.iter().all(|option| option.name != rule.name)
        });
        let unsupported = rules.into_iter().map(|field| Self { field, is_unsupported: true });
        Self::own(fields).chain(unsupported)
    }

    /// Returns the options of a question by itself that not all kinds have.
    pub(super) fn single<K: RequestKind>() -> impl Iterator<Item = Self> {
        Self::own(single_fields::<K>())
    }

    fn own(fields: Vec<FieldDoc>) -> impl Iterator<Item = Self> {
        let own = fields.into_iter().filter(|field| !SHARED.contains(&field.name));
        own.map(|field| Self { field, is_unsupported: false })
    }

    /// Returns the options of a job about one puzzle or problem.
    pub(super) fn of_job<K: RequestKind>() -> impl Iterator<Item = Self> {
        Self::single::<K>().filter(|option| option.field.name != THREADS)
    }

    /// Adds the option to a command.
    pub(super) fn add_to(self, command: Command) -> Command {
        let FieldDoc { name, doc, .. } = self.field;
        let (meaning, default) = doc.split_once("\nBy default ").unwrap_or((doc, ""));
        let mut help = meaning.trim_end_matches('.').replace('\n', " ");
        let argument = Arg::new(name).long(name.replace('_', "-")).value_name(name.to_uppercase());
        let argument = argument.hide(self.is_unsupported);
        if self.is_flag() {
            return command.arg(argument.action(ArgAction::SetTrue).help(help));
        }
        let argument = match name {
            "grids" => argument.value_name("NAME|JSON"),
            "constraints" | "regions" => {
                help.push_str("; or a file that has them");
                argument.value_name("FILE|JSON").value_parser(text_or_file)
            }
            "difficulty" => argument.visible_alias("level").value_parser(lower_case),
            "size" => argument.value_parser(side),
            "pattern" => argument.value_name("GRID|FILE").value_parser(grid_or_file),
            // Excluded ones begin with a hyphen.
            TECHNIQUES => argument.allow_hyphen_values(true),
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
        let FieldDoc { name, .. } = self.field;
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
        let is_value = |value: &Value| is_json || value.is_array() || value.is_object() || value.is_string();
        let special = |text: &String| match name {
            CLAIM => Some(json!({"count": text.parse::<u64>().ok()?})),
            TECHNIQUES => Some(techniques(text)),
            "include" => Some(text.split(',').map(Value::from).collect()),
            _ => None,
        };
        let json = |text: &String| special(text).or_else(|| serde_json::from_str(text).ok().filter(is_value));
        text.map(|text| (name.to_owned(), json(&text).unwrap_or(Value::String(text))))
    }

    /// Whether it is true if it is named without a value, because its default is false.
    fn is_flag(&self) -> bool {
        self.is_a(&Type::Boolean) && !self.field.doc.contains("By default `true`")
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
        is_a(&(self.field.text_schema)(&mut Components::new()), r#type)
    }
}

/// Returns the descriptions of the options of a question by itself.
fn single_fields<K: RequestKind>() -> Vec<FieldDoc> {
    let mut fields = Vec::new();
    K::Request::describe(Place::BodyQuery, &mut fields);
    fields
}

/// Options of a question by itself as arguments of a command that has further ones in its own words.
#[derive(Clone, Debug)]
pub(super) struct SingleOptions<K> {
    /// The given options as parameters of a query.
    parameters: Vec<(&'static str, Option<String>)>,
    kind: PhantomData<K>,
}

impl<K: RequestKind> SingleOptions<K> {
    fn all() -> impl Iterator<Item = KindOption> {
        let all = KindOption::with_rules(single_fields::<K>());
        all.filter(|option| !OWN_WORDS.contains(&option.field.name))
    }

    /// Returns the given options as members of a JSON object.
    pub(super) fn members(matches: &ArgMatches) -> Map<String, Value> {
        Self::all().filter_map(|option| option.member(matches)).collect()
    }

    /// Gives an option a value. Returns false if it has one.
    pub(super) fn give(&mut self, name: &str, value: String) -> bool {
        let option = self.parameters.iter_mut().find(|(own, given)| *own == name && given.is_none());
        option.map(|(_, given)| *given = Some(value)).is_some()
    }

    /// Returns the options as parameters of a query.
    pub(super) fn parameters(&self) -> impl Iterator<Item = (&'static str, Option<String>)> {
        self.parameters.iter().cloned()
    }
}

impl<K: RequestKind> Args for SingleOptions<K> {
    fn augment_args(command: Command) -> Command {
        Self::all().fold(command, |command, option| option.add_to(command))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<K: RequestKind> FromArgMatches for SingleOptions<K> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let parameters = Self::all().map(|option| option.parameter(matches)).collect();
        Ok(Self { parameters, kind: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
