//! Faults of puzzles that are text.

use quadrille_notation::{
    CellFault, DrawingFault, Format, FormatFault, FormatFaultReason, TextFault, definition,
};
use quadrille_sudoku::text::{LineFault, SYMBOL_SIZE_MAX};
use quadrille_sudoku::unstable::article;
use quadrille_sudoku::{SIZE_MAX, size_for_cells};

use crate::faults::{Fault, FaultCode, Location};
use crate::wire::puzzle::cell::symbol_fault;

/// Smallest size whose number of cells is suggested if some are missing.
const NEAR_SIZE_MIN: usize = 4;

/// Number of cells of a 9x9.
const CLASSIC_CELLS: usize = 81;

/// Advice on line ends in requests.
const LINE_ENDS: &str = "; `curl -d @FILE` removes line ends, `--data-binary @FILE` keeps them";

/// Makes the fault of a text at a location.
pub(crate) fn text_fault(text: &str, location: &Location, fault: TextFault) -> Fault {
    detailed(text, location, fault).at(location)
}

fn detailed(text: &str, location: &Location, fault: TextFault) -> Fault {
    match fault {
        TextFault::Line(LineFault::Length { symbols }) => {
            let fault = length_fault(symbols, "symbol", SYMBOL_SIZE_MAX);
            let detail = fault.detail + &advice_for_sukaku(symbols) + &advice_for_lines(symbols, location);
            Fault { detail, ..fault }
        }
        TextFault::Line(LineFault::Symbol { offset, cell, fault }) => {
            let fault = symbol_fault(fault).at_text_offset(text, offset);
            match cell {
                Some(cell) => fault.in_cell(cell),
                None => fault,
            }
        }
        TextFault::Drawing(fault) => drawing_fault(text, location, fault),
        TextFault::Format(fault) => format_fault(text, location, fault),
        TextFault::UnreadSite { site } => {
            let detail = format!(
                "the address is a link of {site}, a site whose links are not read: send the puzzle as text, or export it to f-puzzles or \
                 SudokuPad"
            );
            Fault::new(FaultCode::FormatSyntax, detail)
        }
        TextFault::RuleOfAddress { name } => {
            let detail = format!(
                "the address has the rule `{name}`, which is not read: give the puzzle and its rules apart"
            );
            Fault::unsupported(&name, detail)
        }
        TextFault::DamagedAddress { .. } | TextFault::ChangedLink => {
            Fault::new(FaultCode::DamagedLink, fault.to_string())
        }
        TextFault::AddressWithoutPuzzle => {
            let detail = "the address holds no puzzle, and the service does not open addresses: send the long address, \
                          with `load=` or `scl` and the data";
            Fault::new(FaultCode::FormatSyntax, detail)
        }
        TextFault::AmbiguousFormat { readings } => {
            let readings: Vec<String> = readings
                .iter()
                .map(|(format, size)| format!("{} {size}x{size} as `{}`", article(*size), format.name()))
                .collect();
            let detail = format!(
                "the text is {}: name its format by `{}`",
                readings.join(" and "),
                format_option(location)
            );
            Fault::new(FaultCode::AmbiguousFormat, detail)
        }
        TextFault::AmbiguousList { token, offset, cell, size } => {
            let is_number = token.parse().is_ok_and(|number: usize| number <= size);
            let other = if is_number { "a number" } else { "a mistyped cell" };
            let detail = format!(
                "`{token}` is a list of candidates as `pencilmarks`, and {other} as `drawing`: name the format by `{}`, or \
                 write lists in braces, such as `{{{token}}}`",
                format_option(location)
            );
            Fault::new(FaultCode::AmbiguousFormat, detail).at_text_offset(text, offset).in_cell(cell)
        }
        TextFault::NearlySukaku { line, sukaku, fault } => {
            let fault = format_fault(text, location, fault);
            let detail = format!(
                "the text is {} {line}x{line} as `line`, and {} {sukaku}x{sukaku} with a fault as `sukaku`: name its format by \
                 `{}`; the fault is: {}",
                article(line),
                article(sukaku),
                format_option(location),
                fault.detail
            );
            Fault { code: FaultCode::AmbiguousFormat, detail, ..fault }
        }
        TextFault::AmbiguousRows { lines } => {
            let size = size_for_cells(lines).unwrap_or(0);
            let detail = format!(
                "the {lines} lines are the rows of {} {lines}x{lines}, or {lines} puzzles of {size}x{size}: `{}` reads one \
                 grid; {}",
                article(lines),
                if is_command_line(location) { "--grid" } else { "layout=grid" },
                advice_for_several(location)
            );
            Fault::new(FaultCode::AmbiguousFormat, detail)
        }
        TextFault::BrokenLine { size } => {
            let detail = format!(
                "the symbols make {} {size}x{size} whose rows are broken by line ends: write each row in a line, or the whole grid \
                 in one; `{}=line` ignores line ends",
                article(size),
                format_option(location)
            );
            Fault::new(FaultCode::PuzzleLength, detail)
        }
        TextFault::AmbiguousSpaces { ignored, cells } => {
            let detail = format!(
                "the text is {} {ignored}x{ignored} if spaces are ignored, and {} {cells}x{cells} if they are empty cells: \
                 write empty cells as `.`",
                article(ignored),
                article(cells)
            );
            Fault::new(FaultCode::AmbiguousFormat, detail)
        }
        _ => Fault::new(FaultCode::FormatSyntax, fault.to_string()),
    }
}

fn format_fault(
    text: &str,
    location: &Location,
    FormatFault { format, offset, cell, reason }: FormatFault,
) -> Fault {
    let fault = match reason {
        FormatFaultReason::Cell(ref fault) => cell_fault(fault),
        FormatFaultReason::Length(detail) => Fault::new(FaultCode::PuzzleLength, detail),
        FormatFaultReason::Syntax(detail) => {
            Fault::new(FaultCode::FormatSyntax, format!("not valid `{}`: {detail}", format.name()))
        }
        FormatFaultReason::SeveralPuzzles(count) => several_puzzles(count, location),
        FormatFaultReason::Constraint { name, detail } => {
            Fault::unsupported(&name, format!("the service does not support {detail}"))
        }
        FormatFaultReason::BrokenByOwnSolution { ref name, .. } => {
            Fault::unsupported(name, reason.to_string())
        }
        FormatFaultReason::Damaged(_) => {
            let detail = format!("{reason}; copy the whole link again");
            Fault::new(FaultCode::DamagedLink, detail)
        }
        _ => Fault::new(FaultCode::FormatSyntax, reason.to_string()),
    };
    let fault = match offset {
        Some(offset) => fault.at_text_offset(text, offset),
        None => fault,
    };
    let fault = match named_rule(format, &fault) {
        Some(rule) => Fault { constraint: Some(rule.into()), ..fault },
        None => fault,
    };
    match cell {
        Some(cell) => fault.in_cell(cell),
        None => fault,
    }
}

/// The rule that a valid link of a web editor has, if it is no Sudoku with digits from 1.
fn named_rule(format: Format, fault: &Fault) -> Option<&'static str> {
    match fault.code {
        _ if !definition(format).may_be_json() || fault.constraint.is_some() => None,
        FaultCode::UnknownSymbol | FaultCode::DigitTooLarge => Some("digits"),
        FaultCode::PuzzleLength => Some("grid"),
        _ => None,
    }
}

/// The fault of several puzzles where one is expected.
pub(crate) fn several_puzzles(count: usize, location: &Location) -> Fault {
    let detail = format!("the text has {count} puzzles: {}", advice_for_several(location));
    Fault::new(FaultCode::SeveralPuzzles, detail)
}

/// Says how several puzzles are answered.
fn advice_for_several(location: &Location) -> &'static str {
    match location {
        Location::Body => "send the same body to a batch, such as `/solve/batch`, or send one of them",
        Location::Pointer(_) | Location::Parameter(_) => {
            "send one of them, or all as the body of a batch, such as `/solve/batch`"
        }
        Location::Line => "begin each in a line of its own",
        Location::FileLine => "begin each in a line of its own, without `--grid`",
    }
}

/// Name of the option for the format.
fn format_option(location: &Location) -> &'static str {
    if is_command_line(location) { "--from" } else { "format" }
}

fn is_command_line(location: &Location) -> bool {
    *location == Location::FileLine
}

fn drawing_fault(text: &str, location: &Location, fault: DrawingFault) -> Fault {
    match fault {
        DrawingFault::Rows { rows: 0 } => {
            Fault::new(FaultCode::PuzzleLength, "the drawing has borders, but no cells")
        }
        DrawingFault::Rows { .. } => {
            let detail = format!("too many rows: sizes go from 1 to {SIZE_MAX}");
            Fault::new(FaultCode::PuzzleLength, detail)
        }
        DrawingFault::RowCount { rows: 1, .. } => {
            let advice = advice_for_one_line(location);
            let detail = format!("expected a line of text for each row, got one line{advice}");
            Fault::new(FaultCode::PuzzleLength, detail)
        }
        DrawingFault::RowCount { rows, columns } => {
            let plural = if columns == 1 { "" } else { "s" };
            let detail = format!("expected {columns} row{plural} of {columns} cell{plural}, got {rows}");
            Fault::new(FaultCode::PuzzleLength, detail)
        }
        DrawingFault::RowLength { row, cells, size, offset } => {
            let plural = if size == 1 { "" } else { "s" };
            let detail = format!("expected {size} cell{plural} in row {row}, got {cells}");
            Fault::new(FaultCode::RowLength, detail).at_text_offset(text, offset)
        }
        DrawingFault::Cell { offset, cell, fault } => {
            cell_fault(&fault).at_text_offset(text, offset).in_cell(cell)
        }
        _ => Fault::new(FaultCode::PuzzleLength, fault.to_string()),
    }
}

/// Names the `sukaku` that has as many symbols as the next line.
fn advice_for_sukaku(symbols: usize) -> String {
    let count = near_size(symbols).map(|size| size * size);
    match (2..=SYMBOL_SIZE_MAX).find(|size| Some(size * size * size) == count) {
        Some(size) => {
            format!("; {} {size}x{size} as `sukaku` has {} symbols, too", article(size), size * size * size)
        }
        None => String::new(),
    }
}

/// Says how several puzzles become several lines, if a request has as many symbols as several 9x9.
fn advice_for_lines(symbols: usize, location: &Location) -> String {
    let is_sent = matches!(location, Location::Body | Location::Line);
    match symbols / CLASSIC_CELLS {
        puzzles @ 2.. if is_sent && symbols.is_multiple_of(CLASSIC_CELLS) => {
            format!("; {puzzles} puzzles of {CLASSIC_CELLS} symbols without line ends are as long{LINE_ENDS}")
        }
        _ => String::new(),
    }
}

/// Says how a drawing becomes a text of several lines.
fn advice_for_one_line(location: &Location) -> &'static str {
    match location {
        Location::Body => LINE_ENDS,
        Location::Line => "; a drawing in a batch must begin with a border, such as `+---+`",
        Location::FileLine => {
            "; a drawing among other puzzles must begin with a border, such as `+---+`; `--grid` reads the file as one puzzle"
        }
        Location::Pointer(_) | Location::Parameter(_) => "",
    }
}

fn cell_fault(fault: &CellFault) -> Fault {
    let code = match fault {
        CellFault::Symbol(fault) => return symbol_fault(*fault),
        CellFault::NumberTooLarge { .. } => FaultCode::DigitTooLarge,
        _ => FaultCode::UnknownSymbol,
    };
    Fault::new(code, fault.to_string())
}

/// The size of a grid with nearly as many cells.
fn near_size(count: usize) -> Option<usize> {
    let size = (NEAR_SIZE_MIN..=SIZE_MAX).min_by_key(|size| count.abs_diff(size * size))?;
    (count.abs_diff(size * size) <= size / 2).then_some(size)
}

/// The fault of a number of cells that makes no grid. Grids of `what` have sizes up to `size_max`.
pub(crate) fn length_fault(count: usize, what: &str, size_max: usize) -> Fault {
    let plural = if count == 1 { "" } else { "s" };
    let found = format!("{count} {what}{plural}");
    let detail = if size_max < SIZE_MAX && size_for_cells(count) == Some(SIZE_MAX) {
        format!("{found} make a 36x36, whose largest digit has no symbol: write it as an array of numbers")
    } else if count > size_max * size_max {
        format!("{found} are too many: sizes go from 1 to {SIZE_MAX}, written as {what}s up to {size_max}")
    } else if let Some(size) = near_size(count).filter(|&size| size <= size_max) {
        format!("expected {} cells for {} {size}x{size}, got {count}", size * size, article(size))
    } else {
        let below = count.isqrt().clamp(1, size_max - 1);
        let above = below + 1;
        format!(
            "{found} make no grid: a grid of size n has n*n, such as {} ({below}x{below}) or {} ({above}x{above})",
            below * below,
            above * above
        )
    };
    Fault::new(FaultCode::PuzzleLength, detail)
}
