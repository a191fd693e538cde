//! Batches: entries in, a line out for each.

pub(crate) mod array_cursor;
pub(crate) mod chunk;
pub(crate) mod entry;
pub(crate) mod entry_id;
pub(crate) mod ignored_names;
pub(crate) mod kept;
pub(crate) mod line_codec;
pub(crate) mod lines;
pub(crate) mod options;
pub(crate) mod other_lines;
pub(crate) mod refused_entry;
pub(crate) mod table;
pub(crate) mod table_header;
