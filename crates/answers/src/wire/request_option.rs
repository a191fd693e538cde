//! Table of the request options. It is read by [`Options`](super::options::Options) and by the OpenAPI document.

use std::num::NonZeroU64;

use quadrille_sudoku::SIZE_MAX;
use quadrille_sudoku::notation::Format;

use super::fault::{Fault, FaultCode};
use super::number::{limit_fault, range_fault};
use super::wish_fault::{clues_fault, difficulty_fault, include_fault, symmetry_fault};

/// The largest integer that every JSON implementation represents exactly, 2^53 - 1. No option is larger.
pub const COUNT_MAX: u64 = (1 << 53) - 1;

/// A request option: a query parameter and, unless it applies to a whole batch, a JSON member.
#[derive(Clone, Copy, Debug)]
pub struct RequestOption {
    pub(super) key: Key,
    /// Name of the parameter and of the member.
    pub(super) name: &'static str,
    pub(super) member: Member,
    pub(super) value: ValueType,
    /// What the option does, in a sentence.
    pub(super) meaning: &'static str,
    /// The default, in a sentence.
    pub(super) default: &'static str,
    /// The default as a number, if it is one and does not depend on the configuration.
    pub(super) default_value: Option<u64>,
}

/// Index of an option in [`Options`](super::options::Options).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Limit,
    Skip,
    Box,
    TimeMs,
    Nodes,
    Stats,
    Keep,
    Candidates,
    Format,
    Layout,
    To,
    Probes,
    Seed,
    Threads,
    Counts,
    Reduce,
    Entries,
    Marks,
    Reveal,
    Step,
    Size,
    Difficulty,
    Clues,
    Symmetry,
    Minimal,
    Pattern,
    Techniques,
    Count,
    Attempts,
    Include,
    Order,
}

impl Key {
    /// Number of keys.
    pub(super) const COUNT: usize = Self::Order as usize + 1;
}

/// Place of an option in a JSON request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Member {
    /// A member of the request.
    Request,
    /// A member of `limits`.
    Limits,
    /// Only in the query.
    None,
}

/// Type and range of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueType {
    Integer {
        min: u64,
        max: u64,
    },
    /// A number of solutions from 1, or `all`, which is `max`.
    Limit {
        max: u64,
    },
    Box,
    Boolean,
    Format,
    /// How the lines of a text are grids.
    Layout,
    /// Allowed digits of each cell.
    Candidates,
    /// Whether a picture shows candidates, or the allowed digits of each cell.
    ShownCandidates,
    /// Digits of cells, in a form of puzzles.
    Grid,
    /// Pencil marks of cells.
    Marks,
    /// How much of a step is shown.
    Reveal,
    /// A step of a technique.
    Step,
    /// A number of clues, or a range.
    Clues,
    /// Levels or scores.
    Difficulty,
    /// Symmetry of the cells with clues.
    Symmetry,
    /// Techniques that must occur, or must not.
    Techniques,
    /// Parts of the answer that are left out by default.
    Include,
    /// Order in which solutions are found.
    Order,
}

const BOX: RequestOption = RequestOption {
    key: Key::Box,
    name: "box",
    member: Member::Request,
    value: ValueType::Box,
    meaning: "Size of a box: width x height, such as `3x2` in a query.",
    default: "By default the squarest, wider than high (3x3 for size 9, 4x3 for size 12).",
    default_value: None,
};

pub(super) const TIME_MS: RequestOption = RequestOption {
    key: Key::TimeMs,
    name: "time_ms",
    member: Member::Limits,
    value: ValueType::Integer { min: 1, max: COUNT_MAX },
    meaning: "Time limit of a question in milliseconds, reduced to the configured maximum.",
    default: "By default 5,000, in batches 1,000.",
    default_value: None,
};

pub(super) const NODES: RequestOption = RequestOption {
    key: Key::Nodes,
    name: "nodes",
    member: Member::Limits,
    value: ValueType::Integer { min: 1, max: COUNT_MAX },
    meaning: "Maximum number of search tree nodes to visit, reduced to the configured maximum.",
    default: "By default the configured maximum, if there is one.",
    default_value: None,
};

const SKIP: RequestOption = RequestOption {
    key: Key::Skip,
    name: "skip",
    member: Member::Request,
    value: ValueType::Integer { min: 0, max: COUNT_MAX },
    meaning: "Number of solutions to pass over before the first one listed.",
    default: "By default 0.",
    default_value: Some(0),
};

const STATS: RequestOption = RequestOption {
    key: Key::Stats,
    name: "stats",
    member: Member::None,
    value: ValueType::Boolean,
    meaning: "Whether each result contains `stats`.",
    default: "By default `false`.",
    default_value: None,
};

const KEEP: RequestOption = RequestOption {
    key: Key::Keep,
    name: "keep",
    member: Member::None,
    value: ValueType::Boolean,
    meaning: "Whether each result repeats the other columns of its row, or the other members of its record, as `kept`. In text they \
        follow the answer, with a tab before each.",
    default: "By default `false`.",
    default_value: None,
};

const CANDIDATES: RequestOption = RequestOption {
    key: Key::Candidates,
    name: "candidates",
    member: Member::Request,
    value: ValueType::Candidates,
    meaning: "Allowed digits of cells, such as `{\"r1c1\": [1, 2]}`, or an array of rows of lists. A list for a cell with a clue \
        must contain the clue, and says no more than it.",
    default: "By default each cell allows all digits.",
    default_value: None,
};

const SHOWN_CANDIDATES: RequestOption = RequestOption {
    value: ValueType::ShownCandidates,
    meaning: "Whether empty cells show the digits that no clue and no digit of `solution` excludes; or the allowed digits of \
        cells, such as `{\"r1c1\": [1, 2]}`, which are shown.",
    default: "By default `false`; with `step`, `true`.",
    ..CANDIDATES
};

const FORMAT: RequestOption = RequestOption {
    key: Key::Format,
    name: "format",
    member: Member::Request,
    value: ValueType::Format,
    meaning: "Format of a puzzle that is text; `GET /formats` lists all.",
    default: "By default it is detected.",
    default_value: None,
};

pub(super) const LAYOUT: RequestOption = RequestOption {
    key: Key::Layout,
    name: "layout",
    member: Member::Request,
    value: ValueType::Layout,
    meaning: "`grid`: n lines of n symbols are the rows of one grid, even if each line is a puzzle.",
    default: "By default lines that may be both are refused; in batches each is a puzzle.",
    default_value: None,
};

pub(super) const SOLVE_LIMIT: RequestOption = RequestOption {
    key: Key::Limit,
    name: "limit",
    member: Member::Request,
    value: ValueType::Integer { min: 1, max: 2 },
    meaning: "Number of solutions after which the search stops: 2 proves a solution unique, 1 stops at the first.",
    default: "By default 2.",
    default_value: Some(2),
};

pub(super) const COUNT_LIMIT: RequestOption = RequestOption {
    value: ValueType::Limit { max: COUNT_MAX },
    meaning: "Number of solutions after which counting stops, or `all`. 2 suffices to tell whether a puzzle is proper.",
    default: "By default 2.",
    default_value: Some(2),
    ..SOLVE_LIMIT
};

pub(super) const SOLUTIONS_LIMIT: RequestOption = RequestOption {
    value: ValueType::Limit { max: 1_000_000 },
    meaning: "Maximum number of solutions to list; `all` is the largest one.",
    default: "By default 100.",
    default_value: Some(100),
    ..SOLVE_LIMIT
};

/// Options of `/solve`, `/count` and `/solutions`, in the order of the document.
pub(super) const SOLVE: &[RequestOption] =
    &[SOLVE_LIMIT, ORDER, ORDER_SEED, BOX, CANDIDATES, FORMAT, LAYOUT, TIME_MS, NODES];
pub(super) const COUNT: &[RequestOption] = &[COUNT_LIMIT, BOX, CANDIDATES, FORMAT, LAYOUT, TIME_MS, NODES];
pub(super) const SOLUTIONS: &[RequestOption] =
    &[SOLUTIONS_LIMIT, SKIP, BOX, CANDIDATES, FORMAT, LAYOUT, TIME_MS, NODES];

/// Options of an entry of `/solve/batch`.
pub(super) const SOLVE_ENTRY: &[RequestOption] =
    &[SOLVE_LIMIT, BOX, CANDIDATES, FORMAT, LAYOUT, TIME_MS, NODES];

const ORDER: RequestOption = RequestOption {
    key: Key::Order,
    name: "order",
    member: Member::Request,
    value: ValueType::Order,
    meaning: "Order in which solutions are found: `fixed`, or `random` for a random solution.",
    default: "By default `fixed`.",
    default_value: None,
};

const ORDER_SEED: RequestOption = RequestOption {
    meaning: "Seed of the random order. The same puzzle and seed give the same solution, in one version of the service.",
    default: "By default a random one, which the answer names.",
    default_value: None,
    ..SEED
};

/// Maximum of the option `counts`. Each candidate may take a search for so many solutions.
const COUNTS_MAX: u64 = 10_000;

const COUNTS: RequestOption = RequestOption {
    key: Key::Counts,
    name: "counts",
    member: Member::Request,
    value: ValueType::Integer { min: 2, max: COUNTS_MAX },
    meaning: "Counts the solutions with each candidate, up to this number.",
    default: "By default they are not counted.",
    default_value: None,
};

/// Options of `/candidates` and `/candidates/batch`.
pub(super) const FIND_CANDIDATES: &[RequestOption] =
    &[COUNTS, BOX, CANDIDATES, FORMAT, LAYOUT, TIME_MS, NODES];
pub(super) const FIND_CANDIDATES_BATCH: &[RequestOption] =
    &[COUNTS, BOX, FORMAT, LAYOUT, TIME_MS, NODES, STATS, KEEP];

const REDUCE: RequestOption = RequestOption {
    key: Key::Reduce,
    name: "reduce",
    member: Member::Request,
    value: ValueType::Boolean,
    meaning: "Whether the answer contains a minimal puzzle with the same solutions, made by removing redundant clues.",
    default: "By default `false`.",
    default_value: None,
};

const REDUCE_SEED: RequestOption = RequestOption {
    meaning: "Seed of the order in which `reduce` removes clues. The same puzzle and seed give the same minimal puzzle.",
    ..SEED
};

/// Options of `/minimal` and `/minimal/batch`.
pub(super) const TEST_MINIMAL: &[RequestOption] =
    &[REDUCE, REDUCE_SEED, BOX, CANDIDATES, FORMAT, LAYOUT, TIME_MS, NODES];
pub(super) const TEST_MINIMAL_BATCH: &[RequestOption] =
    &[REDUCE, REDUCE_SEED, BOX, FORMAT, LAYOUT, TIME_MS, NODES, STATS, KEEP];

/// Options of `/conflicts`, and of the command with its name.
pub(super) const FIND_CONFLICTS: &[RequestOption] = &[BOX, CANDIDATES, FORMAT, LAYOUT, TIME_MS, NODES];
pub(super) const FIND_CONFLICTS_BATCH: &[RequestOption] = &[BOX, FORMAT, LAYOUT, TIME_MS, NODES, STATS, KEEP];

/// Options of `/rate`, `/rate/batch` and `/path`.
pub(super) const RATE: &[RequestOption] = &[BOX, CANDIDATES, FORMAT, LAYOUT, TIME_MS, NODES];
pub(super) const RATE_BATCH: &[RequestOption] = &[BOX, FORMAT, LAYOUT, TIME_MS, NODES, STATS, KEEP];
pub(super) const PATH: &[RequestOption] = RATE;
pub(super) const PATH_BATCH: &[RequestOption] = RATE_BATCH;

const ENTRIES: RequestOption = RequestOption {
    key: Key::Entries,
    name: "entries",
    member: Member::Request,
    value: ValueType::Grid,
    meaning: "Entries of the player: a grid of the size of the puzzle, in any form of a puzzle. It may repeat clues. \
        Candidates of a text are marks.",
    default: "By default there are none.",
    default_value: None,
};

const MARKS: RequestOption = RequestOption {
    key: Key::Marks,
    name: "marks",
    member: Member::Request,
    value: ValueType::Marks,
    meaning: "Pencil marks of the player, such as `{\"r1c1\": [1, 2]}`, or an array of rows of lists.",
    default: "By default there are none.",
    default_value: None,
};

/// Options of `/check`, and of its entries on the command line.
pub(super) const CHECK: &[RequestOption] = &[ENTRIES, MARKS, BOX, CANDIDATES, FORMAT, LAYOUT, TIME_MS, NODES];
pub(super) const CHECK_BATCH: &[RequestOption] =
    &[ENTRIES, MARKS, BOX, FORMAT, LAYOUT, TIME_MS, NODES, STATS, KEEP];

const REVEAL: RequestOption = RequestOption {
    key: Key::Reveal,
    name: "reveal",
    member: Member::Request,
    value: ValueType::Reveal,
    meaning: "How much of the step is shown: `house`, `technique` (with its houses), or `all`.",
    default: "By default `all`.",
    default_value: None,
};

/// Options of `/hint`, and of its puzzles on the command line.
pub(super) const HINT: &[RequestOption] =
    &[ENTRIES, MARKS, REVEAL, BOX, CANDIDATES, FORMAT, LAYOUT, TIME_MS, NODES];
pub(super) const HINT_BATCH: &[RequestOption] =
    &[ENTRIES, MARKS, REVEAL, BOX, FORMAT, LAYOUT, TIME_MS, NODES, STATS, KEEP];

/// Options of `/canonical` and `/canonical/batch`.
pub(super) const CANONICAL: &[RequestOption] = &[BOX, FORMAT, LAYOUT, TIME_MS, NODES];
pub(super) const CANONICAL_BATCH: &[RequestOption] = &[BOX, FORMAT, LAYOUT, TIME_MS, NODES, STATS, KEEP];

/// Options of `/estimate`, and of its puzzles on the command line.
pub(super) const ESTIMATE: &[RequestOption] =
    &[PROBES, SEED, BOX, CANDIDATES, FORMAT, LAYOUT, TIME_MS, NODES];
pub(super) const ESTIMATE_BATCH: &[RequestOption] =
    &[PROBES, SEED, BOX, FORMAT, LAYOUT, TIME_MS, NODES, STATS, KEEP];

const SIZE: RequestOption = RequestOption {
    key: Key::Size,
    name: "size",
    member: Member::Request,
    value: ValueType::Integer { min: 1, max: SIZE_MAX as u64 },
    meaning: "Number of rows, columns and digits.",
    default: "By default that of `pattern` or `box`, otherwise 9.",
    default_value: None,
};

const DIFFICULTY: RequestOption = RequestOption {
    key: Key::Difficulty,
    name: "difficulty",
    member: Member::Request,
    value: ValueType::Difficulty,
    meaning: "Levels or scores of the rating: `hard`, `medium..hard`, `300..500`; in JSON also `{\"min\": 300, \"max\": 500}`.",
    default: "By default any; most puzzles are then easy.",
    default_value: None,
};

const CLUES: RequestOption = RequestOption {
    key: Key::Clues,
    name: "clues",
    member: Member::Request,
    value: ValueType::Clues,
    meaning: "Number of clues: `24`, `24..28`, `24..` or `..28`; in JSON also a number, or `{\"min\": 24, \"max\": 28}`.",
    default: "By default 40 % of the cells, or fewer if the puzzle must be harder than easy, or minimal.",
    default_value: None,
};

const SYMMETRY: RequestOption = RequestOption {
    key: Key::Symmetry,
    name: "symmetry",
    member: Member::Request,
    value: ValueType::Symmetry,
    meaning: "Symmetry of the cells with clues.",
    default: "By default `none`.",
    default_value: None,
};

const MINIMAL: RequestOption = RequestOption {
    key: Key::Minimal,
    name: "minimal",
    member: Member::Request,
    value: ValueType::Boolean,
    meaning: "Whether every clue must be needed; with a symmetry, every set of clues that it exchanges.",
    default: "By default `false`.",
    default_value: None,
};

const PATTERN: RequestOption = RequestOption {
    key: Key::Pattern,
    name: "pattern",
    member: Member::Request,
    value: ValueType::Grid,
    meaning: "Cells that may have clues: a grid in any form of a puzzle, with any digit in these cells, such as `1..1.11.` and so on. Other cells have none.",
    default: "By default all cells.",
    default_value: None,
};

const TECHNIQUES: RequestOption = RequestOption {
    key: Key::Techniques,
    name: "techniques",
    member: Member::Request,
    value: ValueType::Techniques,
    meaning: "Techniques that the path of the puzzle must have, or must not have: `x_wing,-xy_chain`; in JSON         `{\"require\": [\"x_wing\"], \"exclude\": [\"xy_chain\"]}`. `GET /techniques` lists all.",
    default: "By default any.",
    default_value: None,
};

const GENERATE_SEED: RequestOption = RequestOption {
    meaning: "Seed of the random numbers. The same request and seed give the same puzzle, in one version of the service.",
    default: "By default a random one, which the answer names.",
    default_value: None,
    ..SEED
};

const GENERATE_COUNT: RequestOption = RequestOption {
    key: Key::Count,
    name: "count",
    member: Member::Request,
    value: ValueType::Integer { min: 1, max: 1_000_000 },
    meaning: "Number of puzzles, which are streamed: the first has the given seed, each further one the next number. The configuration may allow fewer.",
    default: "By default a single puzzle, which is not streamed.",
    default_value: None,
};

pub(super) const ATTEMPTS: RequestOption = RequestOption {
    key: Key::Attempts,
    name: "attempts",
    member: Member::Request,
    value: ValueType::Integer { min: 1, max: 1_000_000 },
    meaning: "Maximum number of attempts, each with another random solution.",
    default: "By default 10000.",
    default_value: Some(10_000),
};

const INCLUDE: RequestOption = RequestOption {
    key: Key::Include,
    name: "include",
    member: Member::Request,
    value: ValueType::Include,
    meaning: "Further parts of the answer, `solution` and `rating`: with commas between them in a query, an array in JSON.",
    default: "By default none.",
    default_value: None,
};

/// Options of `/generate`.
pub(super) const GENERATE: &[RequestOption] = &[
    SIZE,
    BOX,
    DIFFICULTY,
    CLUES,
    SYMMETRY,
    MINIMAL,
    PATTERN,
    TECHNIQUES,
    GENERATE_SEED,
    GENERATE_COUNT,
    ATTEMPTS,
    INCLUDE,
    TIME_MS,
    NODES,
];

const TO: RequestOption = RequestOption {
    key: Key::To,
    name: "to",
    meaning: "Format of the result.",
    default: "By default `line`.",
    ..FORMAT
};

/// Options of `/convert`.
pub(super) const CONVERT: &[RequestOption] = &[TO, FORMAT, LAYOUT, BOX, CANDIDATES];

const DRAWN_STEP: RequestOption = RequestOption {
    key: Key::Step,
    name: "step",
    member: Member::Request,
    value: ValueType::Step,
    meaning: "A step to draw, as `/hint` and `/path` answer it, all of it or some members.",
    default: "By default there is none.",
    default_value: None,
};

/// Options of `/render`.
pub(super) const RENDER: &[RequestOption] = &[BOX, FORMAT, LAYOUT, SHOWN_CANDIDATES, DRAWN_STEP];

/// Options of `/solve/batch` and `/count/batch`.
pub(super) const SOLVE_BATCH: &[RequestOption] =
    &[SOLVE_LIMIT, BOX, FORMAT, LAYOUT, TIME_MS, NODES, STATS, KEEP];
pub(super) const COUNT_BATCH: &[RequestOption] =
    &[COUNT_LIMIT, BOX, FORMAT, LAYOUT, TIME_MS, NODES, STATS, KEEP];

pub(super) const COVER_COUNT_LIMIT: RequestOption = RequestOption {
    meaning: "Number of solutions after which counting stops. 2 suffices to tell whether there is exactly one.",
    ..COUNT_LIMIT
};

pub(super) const PROBES: RequestOption = RequestOption {
    key: Key::Probes,
    name: "probes",
    member: Member::Request,
    value: ValueType::Integer { min: 1, max: 1_000_000 },
    meaning: "Number of random probes.",
    default: "By default 1000.",
    default_value: Some(1000),
};

const SEED: RequestOption = RequestOption {
    key: Key::Seed,
    name: "seed",
    member: Member::Request,
    value: ValueType::Integer { min: 0, max: COUNT_MAX },
    meaning: "Seed of the random numbers. The same problem, probes and seed give the same estimate.",
    default: "By default 0.",
    default_value: Some(0),
};

const THREADS: RequestOption = RequestOption {
    key: Key::Threads,
    name: "threads",
    member: Member::Request,
    value: ValueType::Integer { min: 1, max: 1024 },
    meaning: "Number of threads that search at the same time, reduced to the configured maximum. The answer is the same.",
    default: "By default 1.",
    default_value: Some(1),
};

/// Options of `/exact-cover/solve`, `/exact-cover/count`, `/exact-cover/solutions` and `/exact-cover/estimate`.
pub(super) const COVER_SOLVE: &[RequestOption] = &[SOLVE_LIMIT, TIME_MS, NODES];
pub(super) const COVER_COUNT: &[RequestOption] = &[COVER_COUNT_LIMIT, THREADS, TIME_MS, NODES];
pub(super) const COVER_SOLUTIONS: &[RequestOption] = &[SOLUTIONS_LIMIT, SKIP, THREADS, TIME_MS, NODES];
pub(super) const COVER_ESTIMATE: &[RequestOption] = &[PROBES, SEED, TIME_MS, NODES];

/// Options of exact cover problems in a batch. Its problems are counted at the same time, each by one thread.
pub(super) const COVER_COUNT_ENTRY: &[RequestOption] = &[COVER_COUNT_LIMIT, TIME_MS, NODES];

/// Options of batches of exact cover problems.
pub(super) const COVER_COUNT_BATCH: &[RequestOption] = &[COVER_COUNT_LIMIT, TIME_MS, NODES, STATS, KEEP];

impl RequestOption {
    /// Returns the default of an option that is a positive integer.
    pub(super) const fn positive_default(&self) -> NonZeroU64 {
        match self.default_value {
            Some(default) => NonZeroU64::MIN.saturating_add(default.saturating_sub(1)),
            None => NonZeroU64::MIN,
        }
    }

    /// The fault of a parameter with an invalid value.
    pub(super) fn text_fault(&self) -> Fault {
        match self.value {
            ValueType::Integer { min, max } => range_fault(&(min..=max)),
            ValueType::Limit { max } => limit_fault(max),
            ValueType::Box => {
                Fault::new(FaultCode::OutOfRange, "must be width x height, such as 3x2, each from 1 to 36")
            }
            ValueType::Boolean => Fault::new(FaultCode::OutOfRange, "must be true or false"),
            ValueType::Format => format_fault(),
            ValueType::Layout => layout_fault(),
            ValueType::Reveal => reveal_fault(),
            ValueType::Step => {
                let detail = "must be JSON such as {\"cells\": [\"r1c1\"]}, an object";
                Fault::new(FaultCode::OutOfRange, detail)
            }
            ValueType::Clues => clues_fault(),
            ValueType::Difficulty => difficulty_fault(),
            ValueType::Symmetry => symmetry_fault(),
            ValueType::Techniques => {
                Fault::new(FaultCode::OutOfRange, "must be techniques of `GET /techniques`")
            }
            ValueType::Include => include_fault(),
            ValueType::Order => order_fault(),
            ValueType::Grid => Fault::new(FaultCode::OutOfRange, "must be a grid of the size of the puzzle"),
            ValueType::Candidates | ValueType::ShownCandidates | ValueType::Marks => {
                let boolean = if self.value == ValueType::ShownCandidates { "true, false, or " } else { "" };
                let detail =
                    format!("must be {boolean}JSON such as {{\"r1c1\": [1, 2]}}, or an array of rows");
                Fault::new(FaultCode::OutOfRange, detail)
            }
        }
    }
}

/// The fault of an unknown name of a format.
pub(super) fn format_fault() -> Fault {
    let detail = format!("must be one of {}", Format::ALL.map(Format::name).join(", "));
    Fault::new(FaultCode::OutOfRange, detail)
}

/// The fault of an unknown value of `order`.
pub(super) fn order_fault() -> Fault {
    Fault::new(FaultCode::OutOfRange, "must be fixed or random")
}

/// The fault of an unknown layout.
pub(super) fn layout_fault() -> Fault {
    Fault::new(FaultCode::OutOfRange, "must be grid")
}

/// The fault of an unknown value of `reveal`.
pub(super) fn reveal_fault() -> Fault {
    Fault::new(FaultCode::OutOfRange, "must be house, technique or all")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_option_is_listed_once_and_numeric_defaults_are_stated() {
        for options in [
            CONVERT,
            SOLVE,
            SOLVE_ENTRY,
            COUNT,
            SOLUTIONS,
            FIND_CANDIDATES,
            FIND_CANDIDATES_BATCH,
            TEST_MINIMAL,
            TEST_MINIMAL_BATCH,
            FIND_CONFLICTS,
            FIND_CONFLICTS_BATCH,
            RATE,
            RATE_BATCH,
            HINT,
            HINT_BATCH,
            CHECK,
            CHECK_BATCH,
            CANONICAL,
            CANONICAL_BATCH,
            ESTIMATE,
            ESTIMATE_BATCH,
            GENERATE,
            RENDER,
            SOLVE_BATCH,
            COUNT_BATCH,
            COVER_SOLVE,
            COVER_COUNT,
            COVER_SOLUTIONS,
            COVER_ESTIMATE,
            COVER_COUNT_ENTRY,
            COVER_COUNT_BATCH,
        ] {
            for (index, option) in options.iter().enumerate() {
                assert!(options[..index].iter().all(|other| other.key != option.key), "{}", option.name);
                if let Some(default) = option.default_value {
                    assert_eq!(option.default, format!("By default {default}."));
                }
            }
        }
    }
}
