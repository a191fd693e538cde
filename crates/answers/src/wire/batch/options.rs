//! Options in the query of a batch.

use quadrille_notation::Format;

use crate::faults::{Faults, Refusal};
use crate::wire::answer_kind::BatchKind;
use crate::wire::puzzle::usual_lines::UsualLines;
use crate::wire::request::{FieldDoc, Fields, Flat, Given, Place, fields, names, read_query};

/// Options in the query of a batch of kind `K`.
#[derive(Clone, Debug)]
pub struct BatchOptions<K: BatchKind> {
    /// Options that entries inherit.
    pub(crate) request: K::Request,
    flags: BatchFlags,
    /// How lines are read that are whole puzzles.
    pub(crate) usual_lines: Option<UsualLines>,
    /// Names of all options, and of members with the subject. A similar name in a record is a misspelt one.
    pub(crate) names: Vec<&'static str>,
}

/// Options of a batch that its entries do not have.
#[derive(Clone, Debug, Default, Fields)]
pub(crate) struct BatchFlags {
    /// Whether each result contains `stats`.
    /// By default `false`.
    #[places(BATCH)]
    pub stats: Given<bool>,
    /// Whether each result repeats the other columns of its row, or the other members of its record, as `kept`. In text they
    /// follow the answer, with a tab before each.
    /// By default `false`.
    #[places(BATCH)]
    pub keep: Given<bool>,
}

/// Fields of the query of a batch.
#[derive(Clone, Debug, Default, Fields)]
pub(crate) struct BatchFields<F: Fields> {
    request: Flat<F>,
    flags: Flat<BatchFlags>,
}

impl<K: BatchKind> BatchOptions<K> {
    /// Reads the query of a batch.
    ///
    /// # Errors
    /// [`Refusal`]: all faults.
    pub fn from_query(query: &str) -> Result<Self, Refusal> {
        let (mut fields, mut faults) = (BatchFields::<K::Request>::default(), Faults::default());
        read_query(&mut fields, query, Place::BatchQuery, &mut faults);
        if !faults.is_empty() {
            return Err(Refusal::Invalid(faults));
        }
        let (request, flags) = (fields.request.into_inner(), fields.flags.into_inner());
        let usual_lines = K::reading(&request).and_then(|reading| UsualLines::new(&reading));
        let names = [option_names::<K::Request>(), names::<BatchFlags>(Place::BatchQuery)].concat();
        Ok(Self { request, flags, usual_lines, names })
    }

    /// Returns the descriptions of all options, except those of batches of every kind.
    pub fn described() -> Vec<FieldDoc> {
        fields::<K::Request>(Place::BatchQuery)
    }

    /// Whether n lines of n symbols are one grid, even if each line is a puzzle.
    pub fn has_grid_layout(&self) -> bool {
        K::reading(&self.request).is_some_and(|reading| reading.has_grid_layout)
    }

    /// Whether results contain statistics; by default not.
    pub fn stats(&self) -> bool {
        self.flags.stats.copied() == Some(true)
    }

    pub(crate) fn keep(&self) -> bool {
        self.flags.keep.copied() == Some(true)
    }

    /// The format in which a puzzle is read, if it is a text; `None` if it is detected.
    pub(crate) fn format(&self) -> Option<Format> {
        K::reading(&self.request)?.format
    }
}

/// The names of the options of a request, and of members with its subject.
pub(crate) fn option_names<F: Fields>() -> Vec<&'static str> {
    [names::<F>(Place::Body), names::<F>(Place::BodyQuery)].concat()
}
