//! Reads the rows of a puzzle of several grids, with gaps where no grid is.

use quadrille_notation::Format;
use quadrille_sudoku::text::{LetterCase, SYMBOL_SIZE_MAX};
use quadrille_sudoku::unstable::{EMPTY_SYMBOLS, SymbolReader};
use quadrille_sudoku::{BoxShape, Grid, Layout, Position, Rules};

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::cell::{ElementReader, symbol_fault};
use crate::wire::puzzle::grid_frame::GridFrame;
use crate::wire::puzzle::list_text::parse_list;
use crate::wire::puzzle::notation::{GridNotation, Notation, TextNotation};
use crate::wire::puzzle::read::{ReadPuzzle, puzzle_from_json};
use crate::wire::request::wrong_type;

/// Reads a grid beside a puzzle with these rules, whose notation may be another one: as a puzzle, or as the rows of several grids.
pub(crate) fn grid_from_json(
    json: &Json,
    rules: &Rules,
    location: &Location,
    faults: &mut Faults,
) -> Option<ReadPuzzle> {
    match rules.layout().grids().is_empty() {
        true => puzzle_from_json(json, location, None, faults),
        false => read_whole(json, rules, location, faults),
    }
}

/// Reads a grid beside a puzzle, or the puzzle itself, as rows of the whole; for rules of one grid, returns `None` without a fault.
pub(crate) fn read_whole(
    json: &Json,
    rules: &Rules,
    location: &Location,
    faults: &mut Faults,
) -> Option<ReadPuzzle> {
    let frame = GridFrame::new(rules)?;
    let shape = rules.box_shape()?;
    let list = if let Json::String(text) = json { parse_list(text) } else { None };
    let mut reader = WholeReader { frame, layout: rules.layout(), shape, location, faults };
    reader.read(list.as_ref().unwrap_or(json))
}

/// Reader of the rows of a whole.
struct WholeReader<'a> {
    frame: GridFrame,
    layout: &'a Layout,
    shape: BoxShape,
    location: &'a Location,
    faults: &'a mut Faults,
}

impl WholeReader<'_> {
    fn read(&mut self, json: &Json) -> Option<ReadPuzzle> {
        match json {
            Json::String(text) => self.text(text),
            Json::Array(elements) => match elements.first() {
                Some(Json::String(_)) if elements.len() == self.frame.extent()[0] => {
                    self.line_strings(elements)
                }
                Some(Json::Array(_)) => self.element_rows(elements),
                Some(Json::Number(_) | Json::Null | Json::String(_)) => self.flat(elements),
                _ => self.wrong_length(),
            },
            other => {
                self.faults.push(|| wrong_type(other, "a string or an array").at(self.location));
                None
            }
        }
    }

    fn wrong_length<T>(&mut self) -> Option<T> {
        let (rows, columns) = (self.frame.extent()[0], self.frame.extent()[1]);
        self.faults.add(FaultCode::PuzzleLength, self.location, || {
            format!(
                "the grids need {rows} rows of {columns} cells: write all of them, with blanks or empty cells where no grid is"
            )
        });
        None
    }

    fn text(&mut self, text: &str) -> Option<ReadPuzzle> {
        if self.frame.digits() > SYMBOL_SIZE_MAX {
            let detail = "some digits of these grids have no symbol: write the puzzle as arrays of numbers";
            self.faults.add(FaultCode::PuzzleLength, self.location, || detail);
            return None;
        }
        let all: Vec<&str> = text.trim_matches(['\r', '\n']).lines().map(str::trim_end).collect();
        let lines: Vec<&str> = all.iter().copied().filter(|line| !line.is_empty()).collect();
        if let [line] = lines[..] {
            let symbols: Vec<char> = line.chars().filter(|symbol| !symbol.is_whitespace()).collect();
            if symbols.len() != self.frame.place_count() {
                return self.wrong_length();
            }
            let rows: Vec<Vec<char>> = symbols.chunks(self.frame.extent()[1]).map(<[char]>::to_vec).collect();
            let (grid, case) = self.symbols(&rows)?;
            return Some(self.read_puzzle(grid, GridNotation::Line(case.into())));
        }
        // Blank lines between rows say nothing, unless there would be too few.
        let lines = if lines.len() == self.frame.extent()[0] { lines } else { all };
        let rows = self.symbol_rows(&lines)?;
        let (grid, case) = self.symbols(&rows)?;
        self.frame.set_lines(true);
        let (format, box_shape) = (Format::Drawing, self.shape);
        let text = TextNotation { format, alphabet: case.into(), box_shape, has_own_rules: false };
        Some(self.read_puzzle(grid, GridNotation::Text(text)))
    }

    fn line_strings(&mut self, rows: &[Json]) -> Option<ReadPuzzle> {
        let text = |row: &Json| if let Json::String(row) = row { Some(row.clone()) } else { None };
        let Some(lines) = rows.iter().map(text).collect::<Option<Vec<String>>>() else {
            return self.wrong_length();
        };
        let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
        let rows = self.symbol_rows(&lines)?;
        let (grid, case) = self.symbols(&rows)?;
        Some(self.read_puzzle(grid, GridNotation::Lines(case.into())))
    }

    /// The symbols of the places of each row, of lines with or without a blank between symbols.
    fn symbol_rows(&mut self, lines: &[&str]) -> Option<Vec<Vec<char>>> {
        let columns = self.frame.extent()[1];
        if lines.len() != self.frame.extent()[0] {
            return self.wrong_length();
        }
        let has_pitch = |pitch: usize| {
            lines.iter().all(|line| {
                let mut symbols = line.chars().enumerate();
                symbols.all(|(at, symbol)| symbol == ' ' || at % pitch == 0 && at / pitch < columns)
            })
        };
        let Some(pitch) = [1, 2].into_iter().find(|&pitch| has_pitch(pitch)) else {
            return self.wrong_length();
        };
        let row = |line: &&str| {
            let mut symbols: Vec<char> = line.chars().step_by(pitch).collect();
            symbols.resize(columns, ' ');
            symbols
        };
        Some(lines.iter().map(row).collect())
    }

    /// Reads the symbols of all places. A blank is an empty cell if there is no other sign of one.
    fn symbols(&mut self, rows: &[Vec<char>]) -> Option<(Grid, LetterCase)> {
        let mut reader = SymbolReader::default();
        let faults_before = self.faults.count();
        let mut cells = vec![None; self.layout.cell_count()];
        let (mut blank, mut gap) = (None, '.');
        for (row, symbols) in (1..).zip(rows) {
            for (column, &symbol) in (1..).zip(symbols) {
                let position = Position { row, column };
                let Some(cell) = self.layout.cell_at(row, column) else {
                    if symbol == ' ' || EMPTY_SYMBOLS.contains(&symbol) {
                        gap = symbol;
                    } else {
                        self.outside(position, self.location);
                    }
                    continue;
                };
                if symbol == ' ' {
                    blank.get_or_insert(position);
                    continue;
                }
                match reader.read(symbol, self.frame.digits()) {
                    Ok(digit) => cells[cell.index()] = digit,
                    Err(fault) => {
                        self.faults.push(|| symbol_fault(fault).at(self.location).in_cell(position));
                    }
                }
            }
        }
        if let Some(position) = blank.filter(|_| reader.has_empty()) {
            self.faults.push(|| {
                let detail = "is blank, but other empty cells are not: write one symbol in all of them";
                Fault::new(FaultCode::MixedEmptySymbols, detail).at(self.location).in_cell(position)
            });
        }
        if self.faults.count() > faults_before {
            return None;
        }
        self.frame.set_gap(gap);
        Some((Grid::from_cells(cells)?, reader.letter_case().unwrap_or_default()))
    }

    /// Adds the fault of a digit in a gap.
    fn outside(&mut self, position: Position, location: &Location) {
        self.faults.push(|| {
            let detail = "no grid has this cell: leave it empty, or change `grids`";
            Fault::new(FaultCode::OutOfRange, detail).at(location).in_cell(position)
        });
    }

    fn element_rows(&mut self, rows: &[Json]) -> Option<ReadPuzzle> {
        let (count, columns) = (self.frame.extent()[0], self.frame.extent()[1]);
        let elements = |row: &Json| match row {
            Json::Array(elements) if elements.len() == columns => Some(elements.clone()),
            _ => None,
        };
        let rows: Option<Vec<Vec<Json>>> = rows.iter().map(elements).collect();
        let Some(rows) = rows.filter(|rows| rows.len() == count) else { return self.wrong_length() };
        let at =
            |place: usize, location: &Location| location.element(place / columns).element(place % columns);
        let (grid, reader) = self.elements(&rows.concat(), at)?;
        let notation = GridNotation::Rows(reader.kind(self.frame.digits()), reader.letter_case().into());
        Some(self.read_puzzle(grid, notation))
    }

    fn flat(&mut self, elements: &[Json]) -> Option<ReadPuzzle> {
        if elements.len() != self.frame.place_count() {
            return self.wrong_length();
        }
        let (grid, reader) = self.elements(elements, |place, location| location.element(place))?;
        Some(self.read_puzzle(grid, GridNotation::Flat(reader.letter_case().into())))
    }

    /// Reads the elements of all places, whose locations `at` returns.
    fn elements(
        &mut self,
        elements: &[Json],
        at: impl Fn(usize, &Location) -> Location,
    ) -> Option<(Grid, ElementReader)> {
        let (mut reader, faults_before) = (ElementReader::default(), self.faults.count());
        let mut cells = vec![None; self.layout.cell_count()];
        for (place, element) in elements.iter().enumerate() {
            let position = Position::of(place, self.frame.extent()[1]);
            let location = at(place, self.location);
            match self.layout.cell_at(position.row, position.column) {
                Some(cell) => match reader.read(element, self.frame.digits()) {
                    Ok(digit) => cells[cell.index()] = digit,
                    Err(fault) => self.faults.push(|| {
                        fault.into_fault(element, self.frame.digits()).at(&location).in_cell(position)
                    }),
                },
                // Gaps say nothing about the notation of the cells.
                None if matches!(ElementReader::default().read(element, self.frame.digits()), Ok(None)) => {}
                None => self.outside(position, &location),
            }
        }
        if self.faults.count() > faults_before {
            return None;
        }
        Some((Grid::from_cells(cells)?, reader))
    }

    fn read_puzzle(&self, grid: Grid, notation: GridNotation) -> ReadPuzzle {
        ReadPuzzle::whole(grid, Notation::in_frame(notation, self.frame.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two 4x4 grids that share a box.
    fn rules() -> Rules {
        let corners = [Position { row: 1, column: 1 }, Position { row: 3, column: 3 }];
        Rules::with_grids(BoxShape { width: 2, height: 2 }, &corners).expect("valid")
    }

    fn read(json: &str) -> Result<ReadPuzzle, String> {
        let mut faults = Faults::default();
        let json = Json::parse(json).expect("JSON");
        let read = read_whole(&json, &rules(), &Location::root().member("puzzle"), &mut faults);
        read.ok_or_else(|| faults.listed.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    }

    #[test]
    fn rows_of_all_forms_are_read_and_written_alike() {
        for json in [
            r#""1...\n..2.\n..3..4\n......\n  4...\n  ...1""#,
            r#""1.....\n..2...\n..3..4\n......\n..4...\n.....1""#,
            r#""1.......2.....3..4........4........1""#,
            r#"["1...  ","..2.  ","..3..4","......","  4...","  ...1"]"#,
            "[[1,0,0,0,0,0],[0,0,2,0,0,0],[0,0,3,0,0,4],[0,0,0,0,0,0],[0,0,4,0,0,0],[0,0,0,0,0,1]]",
            "[1,0,0,0,0,0,0,0,2,0,0,0,0,0,3,0,0,4,0,0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,1]",
        ] {
            let found = read(json).unwrap_or_else(|fault| panic!("{json}: {fault}"));
            assert_eq!(found.grid.len(), 28);
            assert_eq!(found.grid.to_string(), "1.....2...3..4......4......1", "{json}");
            let written = serde_json::to_value(found.notation.represent(&found.grid)).expect("JSON");
            let again = read(&written.to_string()).unwrap_or_else(|fault| panic!("{written}: {fault}"));
            assert_eq!((&again.grid, &again.notation), (&found.grid, &found.notation), "{json}");
            assert_eq!(Ok(written), serde_json::from_str(json).map_err(|error| error.to_string()));
        }
        let spaced = read(r#""1 . . .\n. . 2 .\n. . 3 . . 4\n. . . . . .\n    4 . . .\n    . . . 1""#);
        assert_eq!(spaced.map(|found| found.grid.to_string()), Ok("1.....2...3..4......4......1".to_owned()));
    }

    #[test]
    fn faults_name_the_cell() {
        for (json, fault) in [
            (r#""1...""#, "/puzzle: the grids need 6 rows of 6 cells"),
            (r#""1...1.\n..2.\n..3..4\n......\n  4...\n  ...1""#, "r1c5: no grid has this cell"),
            (
                r#""1..\n..2.\n..3..4\n......\n  4...\n  ...1""#,
                "r1c4: is blank, but other empty cells are not",
            ),
            (r#""1...\n..5.\n..3..4\n......\n  4...\n  ...1""#, "r2c3: "),
            ("[[1,0,0,0,0,0],[0,0,2,0,0,0]]", "/puzzle: the grids need 6 rows of 6 cells"),
            (
                "[[1,0,0,0,0,3],[0,0,2,0,0,0],[0,0,3,0,0,4],[0,0,0,0,0,0],[0,0,4,0,0,0],[0,0,0,0,0,1]]",
                "r1c6: no grid has this cell",
            ),
            ("true", "/puzzle: must be a string or an array, not a boolean"),
        ] {
            let found = read(json).map(|_| ()).expect_err("invalid");
            assert!(found.starts_with(fault), "{json}: {found}");
        }
    }
}
