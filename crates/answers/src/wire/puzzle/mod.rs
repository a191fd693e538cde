//! Puzzles in requests and answers: their forms as JSON and text, options for reading them, and their schemas.

pub(crate) mod array;
pub(crate) mod cell;
pub(crate) mod cell_lists;
pub(crate) mod constraint_cells;
pub(crate) mod constraint_list;
pub(crate) mod constraint_names;
pub(crate) mod constraint_schema;
pub(crate) mod constraints;
pub(crate) mod input;
pub(crate) mod list_text;
pub(crate) mod notation;
pub(crate) mod options;
pub(crate) mod read;
pub(crate) mod regions;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod shared_rules;
pub(crate) mod text_fault;
pub(crate) mod usual_lines;
pub(crate) mod values;
