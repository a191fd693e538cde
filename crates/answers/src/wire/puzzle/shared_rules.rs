//! Options that are rules: JSON that is read with the puzzle, and compiled once for all puzzles of a batch.

use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use quadrille_sudoku::Rules;
use utoipa::openapi::{RefOr, Schema};

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::values::JsonShape;
use crate::wire::request::{Components, OptionValue, component, or_fault};

/// JSON of the shape `S` that determines rules, together with the rules without it.
#[derive(Clone, Debug)]
pub struct SharedRules<S> {
    json: Arc<Json>,
    /// The last rules without it, and the rules with it.
    compiled: Arc<OnceLock<(Rules, Rules)>>,
    shape: PhantomData<fn() -> S>,
}

impl<S> SharedRules<S> {
    fn new(json: Json) -> Self {
        Self { json: Arc::new(json), compiled: Arc::default(), shape: PhantomData }
    }

    /// The JSON.
    pub(crate) fn json(&self) -> &Json {
        &self.json
    }

    /// Whether it is an array of arrays.
    pub(crate) fn is_list_of_lists(&self) -> bool {
        matches!(&*self.json, Json::Array(elements) if matches!(elements.first(), Some(Json::Array(_))))
    }

    /// Returns the rules made of `base`, which the entries of a batch share: compiles them unless an entry has done so.
    pub(crate) fn rules(&self, base: &Rules, compile: impl FnOnce(&Json) -> Option<Rules>) -> Option<Rules> {
        if let Some((known_base, rules)) = self.compiled.get()
            && known_base == base
        {
            return Some(rules.clone());
        }
        let rules = compile(&self.json)?;
        // Entries of several sizes: those of the first one share the rules.
        let _ = self.compiled.set((base.clone(), rules.clone()));
        Some(rules)
    }
}

impl<S> PartialEq for SharedRules<S> {
    fn eq(&self, other: &Self) -> bool {
        self.json == other.json
    }
}

impl<S: JsonShape> OptionValue for SharedRules<S> {
    /// Reads the JSON, which may be encoded as a string.
    fn from_json(json: Json, _: &Location, _: &mut Faults) -> Option<Self> {
        let decoded = if let Json::String(text) = &json { S::parse(text) } else { None };
        Some(Self::new(decoded.unwrap_or(json)))
    }

    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        let read = S::parse(text).map(Self::new);
        or_fault(read, location, faults, || {
            Fault::new(FaultCode::OutOfRange, format!("must be {}", S::WORDS))
        })
    }

    fn schema(components: &mut Components) -> RefOr<Schema> {
        component::<S>(components)
    }

    fn text_schema(components: &mut Components) -> RefOr<Schema> {
        S::text_schema(components)
    }
}
