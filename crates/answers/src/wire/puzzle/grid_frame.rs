//! The rows of a puzzle of several grids, with gaps where no grid is: writes them.

use quadrille_sudoku::text::{Alphabet, SYMBOL_SIZE_MAX, symbol_of};
use quadrille_sudoku::{Grid, Position, Rules};

/// Rows and columns around the cells of a puzzle of several grids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GridFrame {
    columns: usize,
    /// For each place, row by row, the index of its cell; `None` for a gap.
    places: Vec<Option<usize>>,
    /// Number of digits.
    digits: usize,
    /// Symbol of a gap in texts.
    gap: char,
    /// Whether a text has a line for each row.
    has_lines: bool,
}

impl GridFrame {
    /// The frame of these rules; `None` for a puzzle of one grid.
    pub(crate) fn new(rules: &Rules) -> Option<Self> {
        let layout = rules.layout();
        if layout.grids().is_empty() {
            return None;
        }
        let [rows, columns] = layout.extent();
        let mut places = vec![None; rows * columns];
        for cell in layout.cells() {
            let Position { row, column } = layout.position(cell);
            if let Some(place) = places.get_mut((row - 1) * columns + column - 1) {
                *place = Some(cell.index());
            }
        }
        Some(Self { columns, places, digits: rules.digit_count(), gap: '.', has_lines: false })
    }

    /// Gives texts a line for each row, or one line.
    pub(crate) fn set_lines(&mut self, has_lines: bool) {
        self.has_lines = has_lines;
    }

    /// Gives gaps this symbol in texts.
    pub(crate) fn set_gap(&mut self, gap: char) {
        self.gap = gap;
    }

    /// Number of digits.
    pub(crate) fn digits(&self) -> usize {
        self.digits
    }

    /// Positions of the cells, in order.
    pub(crate) fn positions(&self) -> impl Iterator<Item = Position> {
        let cells = self.places.iter().enumerate().filter(|(_, place)| place.is_some());
        cells.map(|(place, _)| Position::of(place, self.columns))
    }

    /// Number of places, of cells and gaps.
    pub(crate) fn place_count(&self) -> usize {
        self.places.len()
    }

    /// Values of the cells as rows of the whole, with the default in gaps.
    pub(crate) fn rows_of<T: Clone + Default>(&self, cells: &[T]) -> Vec<Vec<T>> {
        let value =
            |place: &Option<usize>| place.and_then(|cell| cells.get(cell)).cloned().unwrap_or_default();
        self.places.chunks(self.columns).map(|row| row.iter().map(value).collect()).collect()
    }

    /// One symbol for each place of a row; a number of more digits for digits without a symbol, with blanks between all.
    fn line(&self, row: &[Option<usize>], grid: &Grid, alphabet: Alphabet, gap: char) -> String {
        let symbols = self.symbols(row, grid, alphabet, gap);
        symbols.join(if self.digits > SYMBOL_SIZE_MAX { " " } else { "" })
    }

    fn symbols(&self, row: &[Option<usize>], grid: &Grid, alphabet: Alphabet, gap: char) -> Vec<String> {
        let has_symbols = self.digits <= SYMBOL_SIZE_MAX;
        let symbol = |place: &Option<usize>| match place.map(|cell| grid.cells().get(cell).copied().flatten())
        {
            None => gap.to_string(),
            Some(None) => ".".to_owned(),
            Some(Some(digit)) => match symbol_of(digit, alphabet.case()).filter(|_| has_symbols) {
                Some(symbol) => symbol.to_string(),
                None => digit.to_string(),
            },
        };
        row.iter().map(symbol).collect()
    }

    /// The rows of the whole in order, each as one text.
    pub(crate) fn lines(&self, grid: &Grid, alphabet: Alphabet) -> Vec<String> {
        self.places.chunks(self.columns).map(|row| self.line(row, grid, alphabet, self.gap)).collect()
    }

    /// The rows of the whole in order, with a text for each place.
    pub(crate) fn symbol_rows(&self, grid: &Grid, alphabet: Alphabet) -> Vec<Vec<String>> {
        self.places.chunks(self.columns).map(|row| self.symbols(row, grid, alphabet, '.')).collect()
    }

    /// The text of the whole: a line for each row, or one line.
    pub(crate) fn text(&self, grid: &Grid, alphabet: Alphabet) -> String {
        if !self.has_lines {
            return self.line(&self.places, grid, alphabet, self.gap);
        }
        let lines = self.lines(grid, alphabet);
        lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
    }

    /// Number of rows and columns of the whole.
    pub(crate) fn extent(&self) -> [usize; 2] {
        [self.places.len() / self.columns, self.columns]
    }

    /// The whole as one line of text, with `.` in gaps.
    pub(crate) fn whole_line(&self, grid: &Grid, alphabet: Alphabet) -> String {
        self.line(&self.places, grid, alphabet, '.')
    }

    /// The whole as a line for each row, with blanks in gaps. `draw` changes the symbol of a cell.
    pub(crate) fn drawing(
        &self,
        grid: &Grid,
        alphabet: Alphabet,
        draw: impl Fn(usize, String) -> String,
    ) -> String {
        let mut text = String::new();
        for row in self.places.chunks(self.columns) {
            let symbols = self.symbols(row, grid, alphabet, ' ').into_iter().zip(row);
            let drawn = symbols.map(|(symbol, place)| match place {
                Some(cell) => draw(*cell, symbol),
                None => symbol,
            });
            text.push_str(drawn.collect::<Vec<_>>().join(" ").trim_end());
            text.push('\n');
        }
        text
    }
}
