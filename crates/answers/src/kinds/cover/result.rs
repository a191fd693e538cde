//! JSON shapes of the results of exact cover problems.

use std::borrow::Cow;
use std::sync::Arc;

use quadrille_exact_cover::{Cover, CoverAnswer, CoverEngine, CoverStats, Entry, NamedProblem, OptionId};
use serde::{Serialize, Serializer};
use utoipa::openapi::schema::ArrayBuilder;
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::faults::is_zero;
use crate::service::Reply;
use crate::wire::joined::Joined;
use crate::wire::puzzle::notation::{Warning, write_number};
use crate::wire::result::{ReplyStats, microseconds};
use crate::wire::subject::{AnswerNotation, SolutionNotation};

/// Solutions of an answer that may be held as JSON: two witnesses, in a buffer that has twice their length.
const BUFFERED_SOLUTIONS: usize = 4;

/// Maximum number of skipped options in a result.
const SKIPPED_MAX: usize = 20;

/// Bytes of an option as JSON, `{"option":4294967295,"items":[]},`, without its items.
const OPTION_BYTES: usize = 33;

/// Bytes of the name of an option as JSON, `"name":"",`, without the name.
const NAME_BYTES: usize = 10;

/// Bytes of an item as JSON, `"",`, without its names.
const ENTRY_BYTES: usize = 3;

/// An option of a solution.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ChosenOption<'a> {
    /// Number of the option in the problem, from 1.
    #[schema(minimum = 1, example = 2)]
    pub option: u64,
    /// Name of the option; absent if the options have no names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, max_length = 64)]
    pub name: Option<&'a str>,
    /// Its items, with their colours.
    #[schema(value_type = Vec<String>, example = json!(["p", "r", "x:A", "y"]))]
    pub items: ChosenItems<'a>,
}

/// Items of an option, written as strings without being copied.
#[derive(Clone, Copy, Debug)]
pub struct ChosenItems<'a> {
    names: &'a NamedProblem,
    entries: &'a [Entry],
}

/// A solution of an exact cover problem, written as its [`ChosenOption`]s.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoverSolution {
    names: Arc<NamedProblem>,
    cover: Cover,
}

impl ToSchema for CoverSolution {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((ChosenOption::name().into_owned(), ChosenOption::schema()));
    }
}

impl PartialSchema for CoverSolution {
    fn schema() -> RefOr<Schema> {
        let options = ArrayBuilder::new().items(Ref::from_schema_name(ChosenOption::name()));
        options.description(Some("A solution of an exact cover problem: options in ascending order.")).into()
    }
}

impl Serialize for ChosenItems<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.names.entry_texts(self.entries))
    }
}

impl Serialize for CoverSolution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = &*self.names;
        serializer.collect_seq(self.cover.options().iter().map(|&option| {
            let items = ChosenItems { names, entries: names.option(option) };
            ChosenOption { option: u64::from(option.0) + 1, name: names.option_name(option), items }
        }))
    }
}

/// Options that were skipped, because they have no primary item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SkippedOptions {
    /// Warnings about the problem; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1)]
    pub warnings: Vec<Warning>,
    /// Numbers of the options without a primary item, from 1, at most 20; absent if there are none. No solution has them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, min_items = 1, max_items = 20)]
    pub skipped_options: Vec<u64>,
    /// Number of skipped options not listed; absent if all are.
    #[serde(skip_serializing_if = "is_zero")]
    #[schema(required = false, minimum = 1)]
    pub skipped_options_omitted: usize,
}

/// Statistics of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CoverStats)]
pub struct CoverWorkStats {
    /// Items of the problem, primary and secondary.
    pub items: usize,
    /// Options of the problem, skipped ones included.
    pub options: usize,
    /// Nodes of the search tree that were visited.
    pub nodes: u64,
    /// Elementary operations of the search: updates of its data structure.
    pub updates: u64,
    /// Search that worked last; null if none began.
    #[schema(required = true)]
    pub engine: Option<EngineKind>,
    /// Microseconds spent waiting for a solver thread.
    pub queue_us: u64,
    /// Microseconds spent on a solver thread.
    pub solve_us: u64,
}

/// Kind of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EngineKind {
    /// Backtracking over options as bits of machine words, for small problems.
    Bitset,
    /// Backtracking with dancing links.
    Links,
    /// Conflict-driven clause learning, for problems that are hard for backtracking.
    Cdcl,
}

/// A result, then the options that were skipped.
pub type AboutProblem<R> = Joined<R, SkippedOptions>;

impl AnswerNotation for Arc<NamedProblem> {
    fn request_bytes(&self) -> usize {
        self.heap_bytes() + BUFFERED_SOLUTIONS * solution_bytes_max(self)
    }

    fn warnings(&self) -> Vec<Warning> {
        self.skipped_options().next().map(|_| Warning::OptionsSkipped).into_iter().collect()
    }

    fn warnings_in_words(&self) -> Vec<Cow<'static, str>> {
        SkippedOptions::from(self).warning_in_words().map(Cow::Owned).into_iter().collect()
    }
}

impl SkippedOptions {
    /// The skipped options in words; `None` if there are none.
    fn warning_in_words(&self) -> Option<String> {
        let warning = self.warnings.first()?;
        let numbers: Vec<String> = self.skipped_options.iter().map(u64::to_string).collect();
        let omitted = match self.skipped_options_omitted {
            0 => String::new(),
            omitted => format!(" and {omitted} more"),
        };
        Some(format!("{}: {}{omitted}", warning.in_words(&[]), numbers.join(", ")))
    }
}

impl From<&Arc<NamedProblem>> for SkippedOptions {
    fn from(names: &Arc<NamedProblem>) -> Self {
        let mut skipped = names.skipped_options();
        let numbers = skipped.by_ref().take(SKIPPED_MAX).map(|option| u64::from(option.0) + 1);
        Self {
            warnings: names.warnings(),
            skipped_options: numbers.collect(),
            skipped_options_omitted: skipped.count(),
        }
    }
}

impl SolutionNotation for Arc<NamedProblem> {
    type Solution = Cover;
    type Shape = CoverSolution;

    fn shape(&self, cover: &Cover) -> CoverSolution {
        CoverSolution { names: Arc::clone(self), cover: cover.clone() }
    }

    /// Writes the numbers of the options, from 1.
    fn write_solution(&self, cover: &Cover, out: &mut Vec<u8>) {
        for (index, option) in cover.options().iter().enumerate() {
            if index > 0 {
                out.push(b' ');
            }
            write_number(u64::from(option.0) + 1, out);
        }
    }
}

/// Returns a bound on the length of a solution as JSON. A solution has an option for each primary item at most.
fn solution_bytes_max(names: &NamedProblem) -> usize {
    let name_bytes = |names: &[String]| -> Vec<usize> { names.iter().map(|name| json_bytes(name)).collect() };
    let (items, colours) = (name_bytes(names.item_names()), name_bytes(names.colour_names()));
    let entry_bytes = |entry: &Entry| {
        let colour = entry.colour.and_then(|colour| colours.get(colour.index() as usize));
        let item = items.get(entry.item.0 as usize);
        ENTRY_BYTES + item.copied().unwrap_or_default() + colour.map_or(0, |bytes| 1 + bytes)
    };
    let (mut longest, mut sum) = (0, 0);
    for (option, entries) in (0..).map(OptionId).zip(names.options()) {
        let name = names.option_name(option).map_or(0, |name| NAME_BYTES + string_bytes(name));
        let bytes = OPTION_BYTES + name + entries.iter().map(entry_bytes).sum::<usize>();
        (longest, sum) = (bytes.max(longest), sum + bytes);
    }
    sum.min(names.primary_count().saturating_mul(longest))
}

/// Returns a bound on the length of a text in a JSON string: a control character has six bytes.
fn string_bytes(text: &str) -> usize {
    json_bytes(text) + 5 * text.bytes().filter(u8::is_ascii_control).count()
}

/// Returns the length of a name in a JSON string.
fn json_bytes(name: &str) -> usize {
    name.len() + name.bytes().filter(|byte| matches!(byte, b'"' | b'\\')).count()
}

impl ReplyStats<CoverAnswer> for CoverWorkStats {
    fn from_reply(reply: &Reply<CoverAnswer>) -> Option<Self> {
        let CoverStats { items, options, nodes, updates, engine, .. } = reply.answer.stats?;
        let engine = engine.map(|engine| match engine {
            CoverEngine::Bitset => EngineKind::Bitset,
            CoverEngine::Links => EngineKind::Links,
            CoverEngine::Cdcl => EngineKind::Cdcl,
        });
        let (queue_us, solve_us) = (microseconds(reply.queued), microseconds(reply.solving));
        Some(Self { items, options, nodes, updates, engine, queue_us, solve_us })
    }
}

#[cfg(test)]
mod tests {
    use quadrille_exact_cover::OptionId;

    use super::*;

    #[test]
    fn solution_as_json_is_within_its_bound() {
        let items: Vec<String> = (10..90).map(|item| format!("é\"{item}\\")).collect();
        let line = items.join(" ");
        for (text, options) in [
            (format!("{line}\n{}", items.join("\n")), 80),
            (format!("{line}\n{line}"), 1),
            (format!("a | {line}\na {}:c", items.join(":\"\\ ")), 1),
        ] {
            let named = Arc::new(text.parse::<NamedProblem>().expect("valid"));
            let cover = Cover::certify(named.problem(), (0..options).map(OptionId)).expect("a solution");
            let json = serde_json::to_vec(&named.shape(&cover)).expect("serializable");
            let bound = solution_bytes_max(&named);
            assert!(json.len() <= bound && bound <= 2 * json.len(), "{} {bound}", json.len());
        }
    }
}
