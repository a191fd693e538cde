//! Lines of streams, and the formats of streams.

pub(crate) mod count_lines;
pub(crate) mod format;
pub(crate) mod line_type;
pub(crate) mod lines;
pub(crate) mod solution_lines;
