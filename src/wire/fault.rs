//! What is wrong with a request, and where.

use std::fmt;

use serde::Serialize;
use utoipa::ToSchema;

use crate::sudoku::Position;

/// The most faults that one refusal lists.
const FAULTS_MAX: usize = 20;

/// The kinds of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FaultCode {
    /// The body, or the entry of a batch, is empty.
    EmptyBody,
    /// The body, or the line of a batch, is not UTF-8.
    InvalidUtf8,
    /// The body, or the entry of a batch, is not JSON, has text behind its end, or is nested too deeply.
    JsonSyntax,
    /// The body, or the entry of a batch, is JSON, but not an object.
    NotAnObject,
    /// A line of a batch is longer than the service takes.
    LineTooLong,
    /// The id of an entry of a batch is longer than 128 characters.
    IdTooLong,
    /// A member stands twice in an object.
    DuplicateField,
    /// A member that must be there is not.
    MissingField,
    /// A member that no request has.
    UnknownField,
    /// A query parameter that no request has.
    UnknownParameter,
    /// A query parameter that must be there is not.
    MissingParameter,
    /// A query parameter stands twice.
    DuplicateParameter,
    /// An option stands in the query and in the body.
    GivenTwice,
    /// A value has another type than it must have.
    WrongType,
    /// A number is outside its range.
    OutOfRange,
    /// The cells or rows make no square of a size there is.
    PuzzleLength,
    /// A row has another number of cells than there are rows.
    RowLength,
    /// A symbol that stands for no digit and no empty cell.
    UnknownSymbol,
    /// Empty cells are written in two ways.
    MixedEmptySymbols,
    /// A digit is larger than the grid.
    DigitTooLarge,
    /// The box does not have as many cells as a row.
    BoxMismatch,
}

/// One fault of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(title = "Fault")]
pub struct Fault {
    /// The kind of fault.
    pub code: FaultCode,
    /// Where in a JSON body: a JSON pointer (RFC 6901).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub pointer: Option<String>,
    /// Which query parameter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub parameter: Option<String>,
    /// Which cell; rows and columns are counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, pattern = r"^r[1-9][0-9]?c[1-9][0-9]?$")]
    pub cell: Option<String>,
    /// Where in the string or text, from 0: in characters, white space included and a byte order mark aside, for a
    /// symbol; in bytes of the body for faults of UTF-8 and JSON syntax. In a batch, from where the line or element
    /// begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0)]
    pub offset: Option<usize>,
    /// What is wrong and what would be right, for a person.
    pub detail: String,
}

impl Fault {
    /// A fault that is nowhere in particular yet.
    pub(super) fn new(code: FaultCode, detail: impl Into<String>) -> Self {
        Self { code, pointer: None, parameter: None, cell: None, offset: None, detail: detail.into() }
    }

    pub(super) fn at(mut self, place: &Location) -> Self {
        match place {
            Location::Body => {}
            Location::Pointer(pointer) => self.pointer = Some(pointer.clone()),
            Location::Parameter(name) => self.parameter = Some((*name).to_owned()),
        }
        self
    }

    pub(super) fn in_cell(mut self, cell: Position) -> Self {
        self.cell = Some(cell.to_string());
        self
    }

    /// The fault, where this many bytes stand before what its offset was counted in.
    pub(super) fn moved(self, bytes: usize) -> Self {
        Self { offset: self.offset.map(|offset| offset + bytes), ..self }
    }

    pub(super) fn at_offset(mut self, offset: usize) -> Self {
        self.offset = Some(offset);
        self
    }
}

/// A fault that stands alone: where, and what.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cell, parameter, pointer, detail, .. } = self;
        match cell.as_ref().or(parameter.as_ref()).or(pointer.as_ref()).filter(|place| !place.is_empty()) {
            Some(place) => write!(f, "{place}: {detail}"),
            None => f.write_str(detail),
        }
    }
}

/// Where a value stands in a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Location {
    /// The body as a whole, where it is text.
    Body,
    /// A JSON pointer into the body.
    Pointer(String),
    /// A query parameter.
    Parameter(&'static str),
}

impl Location {
    /// The place of a member of the object that is here. The name must be short.
    pub(super) fn member(&self, name: &str) -> Self {
        self.child(&name.replace('~', "~0").replace('/', "~1"))
    }

    /// The place of an element of the array that is here.
    pub(super) fn element(&self, index: usize) -> Self {
        self.child(&index.to_string())
    }

    fn child(&self, token: &str) -> Self {
        match self {
            Self::Pointer(parent) => Self::Pointer(format!("{parent}/{token}")),
            other => other.clone(),
        }
    }
}

/// Faults as they are found: the first [`FAULTS_MAX`], and how many more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// The faults listed.
    pub listed: Vec<Fault>,
    /// How many more there are.
    pub omitted: usize,
}

impl Faults {
    /// Adds a fault, which is only made where there is room to list it.
    pub(super) fn push(&mut self, fault: impl FnOnce() -> Fault) {
        if self.listed.len() < FAULTS_MAX {
            self.listed.push(fault());
        } else {
            self.omitted += 1;
        }
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }
}

/// Why a request holds no question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The body cannot be read at all; the first fault.
    Syntax(Fault),
    /// The body can be read, but asks nothing that could be answered; all faults.
    Invalid(Faults),
}

/// A fault of value that stands alone.
impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self::Invalid(Faults { listed: vec![fault], omitted: 0 })
    }
}

/// For members that are left out where there is nothing to count.
pub(super) fn is_zero(number: &usize) -> bool {
    *number == 0
}
