//! The list of tools.

use std::sync::{Arc, OnceLock};

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::Value;

use super::schema;
use crate::http::state::{DocumentError, Documents};

/// A tool: an endpoint, described for a model.
pub(super) struct ToolEntry {
    pub(super) name: &'static str,
    title: &'static str,
    /// Path of the endpoint.
    pub(super) path: &'static str,
    /// When to use it, what comes back, and limits.
    description: &'static str,
    /// Members of the body that the tool does not have: they make the endpoint stream.
    pub(super) without: &'static [&'static str],
    /// Whether the same arguments give the same answer.
    is_repeatable: bool,
}

/// How the tools read a puzzle, for the instructions of the server.
pub(super) const INSTRUCTIONS: &str = "\
Exact answers about Sudoku of every size from 1x1 to 36x36, and about exact cover problems. Do not solve or check a grid yourself: \
ask. Write a puzzle as one string, row by row, with `.` for an empty cell: 81 characters for a 9x9. Cells are named `r1c1`, row first, \
from 1. To help a person without giving the solution away, use `hint` with `reveal`, and `check` for what they have entered. A search \
that takes longer than its `limits` still answers: `stopped_by` names the limit, and `verdict` says what was proved by then. Faults of \
arguments come back as errors with a JSON pointer to each.";

const TOOLS: &[ToolEntry] = &[
    ToolEntry {
        name: "solve",
        title: "Solve a puzzle",
        path: "/solve",
        description: "Solves a Sudoku and says whether its solution is the only one. Use it when someone wants the solution; use `hint` to help \
without it, and `count` to look for more than two solutions. Returns `solution` in the notation of the puzzle (null if there is none), \
and `verdict`: `unique`, `multiple` (there are others), `none`, `solvable` (one found, not searched further) or `unknown` (a limit was \
reached). `conflicts` lists clues that contradict each other. A usual 9x9 takes less than a millisecond.",
        without: &[],
        is_repeatable: true,
    },
    ToolEntry {
        name: "count",
        title: "Count the solutions",
        path: "/count",
        description: "Counts the solutions of a Sudoku up to `limit`, by default 2, which proves a puzzle proper or not. Use it to test a puzzle that \
someone has made, or to learn how ambiguous it is. Returns `count`; `complete`: unless it is true, `count` is only a lower bound; and, \
with several solutions, two `witnesses` and the `differing_cells`, which show where a clue is missing.",
        without: &[],
        is_repeatable: true,
    },
    ToolEntry {
        name: "check",
        title: "Check the entries of a player",
        path: "/check",
        description: "Checks the entries of a player against the solution without revealing it. Give the clues as `puzzle`, and the grid as it stands \
as `entries`. Returns `wrong`, the cells whose digit is not the solution's; `overwritten`, clues that were changed; `solved`, whether the grid is full and right; and \
`solvable`, whether it can still be completed.",
        without: &[],
        is_repeatable: true,
    },
    ToolEntry {
        name: "hint",
        title: "Find the next step",
        path: "/hint",
        description: "Finds the easiest next step of a person, without the solution. `reveal` sets how much it tells: `house` only where to look, \
`technique` also by which technique, `all` (the default) the whole step with its cells and digits. Start with `house`, and tell more only \
if asked. Give the player's grid as `entries`: if it has mistakes, they come back as `mistakes` instead of a step.",
        without: &[],
        is_repeatable: true,
    },
    ToolEntry {
        name: "path",
        title: "Explain the whole solution",
        path: "/path",
        description: "Solves a puzzle as a person would, and returns every step with its technique, cells and digits, and a sentence. Use it to explain a \
solution or to compare puzzles; it gives the solution away, and an answer for a hard 9x9 has about a hundred steps. For one step use \
`hint`, for the difficulty alone `rate`.",
        without: &[],
        is_repeatable: true,
    },
    ToolEntry {
        name: "rate",
        title: "Rate the difficulty",
        path: "/rate",
        description: "Rates how hard a puzzle is for a person: `level`, from the hardest technique that it needs (`hardest`), and `score`, which compares \
puzzles of one size on a scale of the service's own. For a classic 9x9, `se_estimate` estimates the rating of Sudoku Explainer, which \
lists of puzzles quote. Only puzzles with exactly one solution have a rating.",
        without: &[],
        is_repeatable: true,
    },
    ToolEntry {
        name: "generate",
        title: "Generate a puzzle",
        path: "/generate",
        description: "Makes one random puzzle with exactly one solution, which is proved. Options set its size, difficulty, number of clues, symmetry and \
techniques; all may be left out. Returns `puzzle`, its `seed`, which gives the same puzzle again, and on request (`include`) solution and \
rating. If no attempt meets the wish within the limits, `puzzle` is null, and `relax` names the options to relax. For several \
puzzles, call it several times.",
        without: &["count"],
        is_repeatable: false,
    },
    ToolEntry {
        name: "candidates",
        title: "Find the possible digits",
        path: "/candidates",
        description: "Finds, for each cell, the digits that occur in some solution: the true candidates, not those of a simple elimination. Use it to \
see what is forced, or how far several solutions differ. It gives the solution away if there is only one.",
        without: &[],
        is_repeatable: true,
    },
    ToolEntry {
        name: "conflicts",
        title: "Explain why there is no solution",
        path: "/conflicts",
        description: "Finds a small set of clues and constraints that cannot hold together, for a puzzle without a solution: `clues` and `constraints`. \
If `minimal` is true, each of them is needed. Use it to find a mistyped clue. For a puzzle that has a solution, `clues` is empty.",
        without: &[],
        is_repeatable: true,
    },
    ToolEntry {
        name: "convert",
        title: "Convert to another format",
        path: "/convert",
        description: "Writes a puzzle in another format, such as a drawing, CSV, or a link for SudokuPad: `to` names the format, and the resource \
`quadrille://formats` lists all. Nothing is searched. The puzzle may be in any of these formats, which is detected.",
        without: &[],
        is_repeatable: true,
    },
    ToolEntry {
        name: "exact_cover",
        title: "Solve an exact cover problem",
        path: "/exact-cover/solve",
        description: "Solves an exact cover problem: choose `options`, lists of items, so that each of the `primary` items is covered exactly once, \
and each of the `secondary` ones at most once. Tilings, queens, schedules and seating are such problems. Returns the chosen options as \
`solution`, and a `verdict` as of `solve`.",
        without: &[],
        is_repeatable: true,
    },
];

/// A tool whose endpoint the document does not describe.
#[derive(Debug, thiserror::Error)]
#[error("the document does not describe `{path}`, the endpoint of the tool `{tool}`")]
struct MissingEndpoint {
    tool: &'static str,
    path: &'static str,
}

impl ToolEntry {
    /// Returns the tool with this name.
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// Returns the description for hosts. The arguments have one form, as for generators of clients; answers have all forms, because
    /// hosts check them.
    ///
    /// # Errors
    /// If a document lacks the endpoint.
    fn describe(&self, full: &Value, simple: &Value) -> Result<Tool, MissingEndpoint> {
        let missing = || MissingEndpoint { tool: self.name, path: self.path };
        let mut input = schema::request(simple, self.path).ok_or_else(missing)?;
        if let Some(Value::Object(properties)) = input.get_mut("properties") {
            properties.retain(|name, _| !self.without.contains(&name.as_str()));
        }
        let output: JsonObject = schema::answer(full, self.path).ok_or_else(missing)?;
        let hints = ToolAnnotations::new().read_only(true).idempotent(self.is_repeatable).open_world(false);
        let tool = Tool::new(self.name, self.description, input).with_title(self.title);
        Ok(tool.with_raw_output_schema(Arc::new(output)).with_annotations(hints))
    }
}

/// Returns the names of all tools, with commas between them.
pub(super) fn names() -> String {
    let names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
    names.join(", ")
}

/// Returns the descriptions of all tools, made once per process: the documents are the same for each service.
///
/// # Errors
/// If a document is no JSON, or lacks the endpoint of a tool, which would be a bug.
pub(super) fn tools(documents: &Documents) -> Result<Vec<Tool>, DocumentError> {
    static DESCRIBED: OnceLock<Vec<Tool>> = OnceLock::new();
    if let Some(tools) = DESCRIBED.get() {
        return Ok(tools.clone());
    }
    let simple = documents.simple.as_ref().map_err(Clone::clone)?;
    let [full, simple] =
        [&documents.full, simple].map(|document| serde_json::from_slice(&document.json.plain));
    let (full, simple): (Value, Value) =
        (full.map_err(DocumentError::new)?, simple.map_err(DocumentError::new)?);
    let described: Result<Vec<Tool>, MissingEndpoint> =
        TOOLS.iter().map(|tool| tool.describe(&full, &simple)).collect();
    let described = described.map_err(DocumentError::new)?;
    Ok(DESCRIBED.get_or_init(|| described).clone())
}
