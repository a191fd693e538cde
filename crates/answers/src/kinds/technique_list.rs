//! The list of techniques, and the query for it.

use quadrille_sudoku::techniques::{Language, SCALE, Technique};
use serde::Serialize;
use utoipa::openapi::path::{Parameter, ParameterIn};
use utoipa::{IntoParams, ToSchema};

use crate::faults::{Faults, Refusal};
use crate::wire::request::schema::{parameter, words};
use crate::wire::request::{Fields, Given, Place, fields, read_query};

/// Query for the list of techniques.
#[derive(Clone, Debug, Default, Fields)]
pub struct TechniqueQuery {
    /// Language of the names: `en` or `de`.
    /// By default the first one of `Accept-Language` that is known, or `en`.
    pub lang: Given<Language>,
}

impl TechniqueQuery {
    /// Reads a query.
    ///
    /// # Errors
    /// [`Refusal`]: all faults.
    pub fn read(query: &str) -> Result<Self, Refusal> {
        let (mut read, mut faults) = (Self::default(), Faults::default());
        read_query(&mut read, query, Place::Query, &mut faults);
        if faults.is_empty() { Ok(read) } else { Err(Refusal::Invalid(faults)) }
    }
}

impl IntoParams for TechniqueQuery {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        fields::<Self>(Place::Query).iter().map(|field| parameter(field, words(field.doc))).collect()
    }
}

/// The techniques, in the order in which they are tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TechniqueList {
    /// Name and version of the scale of ratings of puzzles without constraints.
    #[schema(example = "quadrille/1")]
    pub scale: &'static str,
    /// The techniques.
    pub techniques: Vec<TechniqueEntry>,
}

/// A solving technique.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Technique)]
pub struct TechniqueEntry {
    /// Identifier, as in steps.
    #[schema(example = "naked_pair")]
    pub technique: String,
    /// The name, in the language `lang`.
    #[schema(example = "Naked Pair")]
    pub name: &'static str,
    /// Other common names, in English.
    #[schema(example = json!(["Naked Subset", "Locked Pair"]))]
    pub aliases: &'static [&'static str],
    /// Whether its steps rest on the uniqueness of the solution. They are used only where it is proved.
    pub needs_uniqueness: bool,
    /// Whether only puzzles with constraints have its steps.
    pub needs_constraints: bool,
}

impl TechniqueList {
    /// Lists all techniques, with their names in a language.
    pub fn new(language: Language) -> Self {
        let entry = |technique: Technique| TechniqueEntry {
            technique: technique.id(),
            name: technique.name_in(language),
            aliases: technique.aliases(),
            needs_uniqueness: technique.needs_uniqueness(),
            needs_constraints: technique.needs_constraints(),
        };
        Self { scale: SCALE, techniques: Technique::ALL.iter().copied().map(entry).collect() }
    }
}
