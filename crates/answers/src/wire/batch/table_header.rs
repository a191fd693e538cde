//! The header of a table whose rows are entries of a batch.

use std::sync::{Arc, OnceLock};

use quadrille_notation::unstable::{other_fields, table_names};

use crate::wire::json::Json;
use crate::wire::puzzle::beside::is_read;

/// Names of the columns of a table.
#[derive(Debug)]
pub struct TableHeader {
    names: Arc<[String]>,
    /// Whether the names of ignored columns have been returned.
    is_named: OnceLock<()>,
}

impl TableHeader {
    /// Reads the line that names the columns.
    pub fn new(line: &[u8]) -> Self {
        let names = str::from_utf8(line).map(table_names).unwrap_or_default();
        Self { names: names.into(), is_named: OnceLock::new() }
    }

    /// Names of the columns.
    pub(crate) fn names(&self) -> &Arc<[String]> {
        &self.names
    }

    /// Returns the names of the columns that are no part of a puzzle, as its row shows: once for all rows, and nothing later.
    pub(crate) fn ignored_names(&self, row: &str) -> Vec<String> {
        if self.is_named.set(()).is_err() {
            return Vec::new();
        }
        let name = |index: usize| self.names.get(index).cloned();
        let fields = other_fields(row).into_iter().filter(|field| !field.is_word);
        let named = fields.filter_map(|field| Some((name(field.index)?, field.text)));
        named
            .filter(|(name, text)| !is_read(name, &Json::String(text.clone())))
            .map(|(name, _)| name)
            .collect()
    }
}

impl PartialEq for TableHeader {
    fn eq(&self, other: &Self) -> bool {
        self.names == other.names
    }
}

impl Eq for TableHeader {}
