//! Faults of a request, with their locations.

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU32;

use quadrille_sudoku::Position;
use serde::Serialize;
use utoipa::ToSchema;

use crate::named_enum::named_enum;

/// Maximum number of faults in a problem body.
const FAULTS_MAX: usize = 20;

/// Maximum number of characters of the name of a rule in a fault.
const CONSTRAINT_NAME_MAX: usize = 64;

named_enum! {
    /// Kind of fault.
    pub enum FaultCode {
        /// The body or the entry is empty.
        EmptyBody = "empty_body",
        /// The body or the line is not UTF-8.
        InvalidUtf8 = "invalid_utf8",
        /// Not valid JSON, or nested too deeply.
        JsonSyntax = "json_syntax",
        /// A line of a batch exceeds the maximum, by default 64 KiB.
        LineTooLong = "line_too_long",
        /// 64 MiB of a batch have no entry.
        NoEntry = "no_entry",
        /// The JSON is not an object.
        NotAnObject = "not_an_object",
        /// An `id` has more than 128 characters.
        IdTooLong = "id_too_long",
        /// A member is given twice.
        DuplicateField = "duplicate_field",
        /// A parameter is given twice.
        DuplicateParameter = "duplicate_parameter",
        /// A required member is missing.
        MissingField = "missing_field",
        /// A required parameter is missing.
        MissingParameter = "missing_parameter",
        /// No such member; `detail` has the nearest name.
        UnknownField = "unknown_field",
        /// No such parameter; `detail` has the nearest name.
        UnknownParameter = "unknown_parameter",
        /// An option is in the query and in the body.
        GivenTwice = "given_twice",
        /// A value of the wrong type, such as a string instead of a number.
        WrongType = "wrong_type",
        /// A value outside its range or list.
        OutOfRange = "out_of_range",
        /// The number of cells or rows is no grid, or differs from the puzzle.
        PuzzleLength = "puzzle_length",
        /// A row has another length than the others.
        RowLength = "row_length",
        /// A symbol is neither a digit nor an empty cell.
        UnknownSymbol = "unknown_symbol",
        /// Empty cells are written with different symbols.
        MixedEmptySymbols = "mixed_empty_symbols",
        /// A digit exceeds the size of the grid.
        DigitTooLarge = "digit_too_large",
        /// The box does not fit the grid or the drawn boxes.
        BoxMismatch = "box_mismatch",
        /// The input has two meanings: name its `format` or `layout`.
        AmbiguousFormat = "ambiguous_format",
        /// The text is not valid in its format.
        FormatSyntax = "format_syntax",
        /// A link was cut or changed.
        DamagedLink = "damaged_link",
        /// The path takes one puzzle: use a batch.
        SeveralPuzzles = "several_puzzles",
        /// The service, or this question, does not support the rule.
        ConstraintUnsupported = "constraint_unsupported",
        /// The members of a constraint do not fit each other or the grid.
        InvalidConstraint = "invalid_constraint",
        /// The regions do not divide the grid evenly.
        InvalidRegions = "invalid_regions",
        /// The format cannot hold the puzzle.
        NotRepresentable = "not_representable",
        /// The puzzle is larger than 9x9, or has candidates.
        NoCanonicalForm = "no_canonical_form",
        /// A clue is not among the candidates of its cell.
        ExcludedClue = "excluded_clue",
        /// Two values exclude each other.
        Contradiction = "contradiction",
        /// An item or colour is empty, too long, or has a character that is not allowed.
        InvalidName = "invalid_name",
        /// Two items have one name, or an option has one twice.
        DuplicateItem = "duplicate_item",
        /// An item is neither primary nor secondary.
        UnknownItem = "unknown_item",
        /// An option colours a primary item.
        ColouredPrimary = "coloured_primary",
        /// Items by number have two meanings.
        AmbiguousItems = "ambiguous_items",
        /// The problem, or the constraints of the puzzle, are larger than the service accepts.
        ProblemTooLarge = "problem_too_large",
    }
}

/// A fault of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Fault {
    /// The kind of fault.
    pub code: FaultCode,
    /// Location in a JSON body: a JSON pointer (RFC 6901).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub pointer: Option<String>,
    /// Name of the query parameter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<String>)]
    pub parameter: Option<Box<str>>,
    /// The cell; rows and columns count from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, pattern = r"^r[1-9][0-9]?c[1-9][0-9]?$", value_type = Option<String>)]
    pub cell: Option<Box<str>>,
    /// Offset from 0. For a symbol: characters of the string or text, with white space but without a byte order mark.
    /// For UTF-8 and JSON syntax: bytes of the body or, in a batch, of the line or element.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0)]
    pub offset: Option<u32>,
    /// Line in a text of several lines, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, value_type = Option<u32>)]
    pub line: Option<NonZeroU32>,
    /// Column in this line, in characters from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, value_type = Option<u32>)]
    pub column: Option<NonZeroU32>,
    /// Name of the rule that is not supported, as the input has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "sandwichsum", value_type = Option<String>)]
    pub constraint: Option<Box<str>>,
    /// Description of the fault, for people.
    pub detail: String,
}

impl Fault {
    /// Makes a fault without a location.
    pub fn new(code: FaultCode, detail: impl Into<String>) -> Self {
        Self {
            code,
            pointer: None,
            parameter: None,
            cell: None,
            offset: None,
            line: None,
            column: None,
            constraint: None,
            detail: detail.into(),
        }
    }

    /// Adds the location.
    #[must_use]
    pub fn at(mut self, location: &Location) -> Self {
        match location {
            Location::Body | Location::Line | Location::FileLine => {}
            Location::Pointer(pointer) => self.pointer = Some(pointer.clone().into_owned()),
            Location::Parameter(name) => self.parameter = Some((*name).into()),
        }
        self
    }

    pub(crate) fn in_cell(mut self, cell: Position) -> Self {
        self.cell = Some(cell.to_string().into());
        self
    }

    /// Makes the fault of a rule that is not supported, by the name that the input has for it.
    pub(crate) fn unsupported(constraint: &str, detail: impl Into<String>) -> Self {
        let constraint = Some(constraint.chars().take(CONSTRAINT_NAME_MAX).collect());
        Self { constraint, ..Self::new(FaultCode::ConstraintUnsupported, detail) }
    }

    /// Moves the offset by a number of bytes.
    pub(crate) fn moved(self, bytes: usize) -> Self {
        Self { offset: self.offset.map(|offset| offset.saturating_add(small(bytes))), ..self }
    }

    /// Moves the line down by a number of lines.
    pub(crate) fn moved_down(self, lines: u64) -> Self {
        let lines = u32::try_from(lines).unwrap_or(u32::MAX);
        Self { line: self.line.map(|line| line.saturating_add(lines)), ..self }
    }

    pub(crate) fn at_offset(mut self, offset: usize) -> Self {
        self.offset = Some(small(offset));
        self
    }

    /// Sets the offset in characters of a text, and line and column if the text has several lines.
    pub(crate) fn at_text_offset(self, text: &str, offset: usize) -> Self {
        let mut fault = self.at_offset(offset);
        if text.trim_ascii_end().contains('\n') {
            let before = || text.chars().take(offset).enumerate();
            let line_starts = || before().filter(|(_, symbol)| *symbol == '\n').map(|(at, _)| at + 1);
            let column = offset - line_starts().last().unwrap_or(0);
            fault.line = NonZeroU32::MIN.checked_add(small(line_starts().count()));
            fault.column = NonZeroU32::MIN.checked_add(small(column));
        }
        fault
    }
}

/// Offsets are below the maximum size of a body, and 32 bits keep faults small.
fn small(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

/// Writes the location and the detail.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cell, parameter, pointer, line, column, detail, .. } = self;
        if let (Some(line), Some(column)) = (line, column) {
            let cell = cell.as_ref().map(|cell| format!("{cell}, ")).unwrap_or_default();
            return write!(f, "{cell}line {line}, column {column}: {detail}");
        }
        match cell
            .as_deref()
            .or(parameter.as_deref())
            .or(pointer.as_deref())
            .filter(|location| !location.is_empty())
        {
            Some(location) => write!(f, "{location}: {detail}"),
            None => f.write_str(detail),
        }
    }
}

/// Location of a value in a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// A text body.
    Body,
    /// A line of a text batch, or the lines of a drawing in it.
    Line,
    /// The same in a file of the command line, or the whole file.
    FileLine,
    /// A JSON pointer into the body.
    Pointer(Cow<'static, str>),
    /// A query parameter.
    Parameter(&'static str),
}

impl Location {
    /// The root of a JSON body.
    pub(crate) fn root() -> Self {
        Self::Pointer("".into())
    }

    /// Returns the JSON pointer, if it is one.
    pub(crate) fn pointer(&self) -> Option<&str> {
        if let Self::Pointer(pointer) = self { Some(pointer) } else { None }
    }

    /// Returns the location of a member of this object. The name must be short.
    pub(crate) fn member(&self, name: &str) -> Self {
        if name.contains(['~', '/']) {
            return self.child(&name.replace('~', "~0").replace('/', "~1"));
        }
        self.child(name)
    }

    /// Returns the location of an element of this array.
    pub(crate) fn element(&self, index: usize) -> Self {
        self.child(&index.to_string())
    }

    fn child(&self, token: &str) -> Self {
        match self {
            Self::Pointer(parent) => Self::Pointer([parent, "/", token].concat().into()),
            other => other.clone(),
        }
    }
}

/// The first [`FAULTS_MAX`] faults, and the number of others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// The faults listed.
    pub listed: Vec<Fault>,
    /// The number of others.
    pub omitted: usize,
}

impl Faults {
    /// Adds a fault, which is only made if it is listed.
    pub(crate) fn push(&mut self, fault: impl FnOnce() -> Fault) {
        if self.listed.len() < FAULTS_MAX {
            self.listed.push(fault());
        } else {
            self.omitted += 1;
        }
    }

    /// Adds a fault at this location.
    pub(crate) fn add<D: Into<String>>(
        &mut self,
        code: FaultCode,
        location: &Location,
        detail: impl FnOnce() -> D,
    ) {
        self.push(|| Fault::new(code, detail()).at(location));
    }

    /// Adds other faults.
    pub(crate) fn append(&mut self, others: Self) {
        for fault in others.listed {
            self.push(|| fault);
        }
        self.omitted += others.omitted;
    }

    /// Number of faults, omitted ones included.
    pub(crate) fn count(&self) -> usize {
        self.listed.len() + self.omitted
    }

    /// Whether there are no faults.
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }
}

/// The reason why a request is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The body is malformed; the first fault.
    Syntax(Fault),
    /// The body or the query has invalid values; all faults.
    Invalid(Faults),
}

/// Makes the refusal of a single invalid value.
impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self::Invalid(Faults { listed: vec![fault], omitted: 0 })
    }
}

/// Whether to leave out a member that counts something.
pub(crate) fn is_zero<N: Default + PartialEq>(number: &N) -> bool {
    *number == N::default()
}
