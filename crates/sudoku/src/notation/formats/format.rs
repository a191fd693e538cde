//! Names of the text formats.

/// Text format of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One symbol per cell, row by row.
    Line,
    /// One line of text per row, with or without borders.
    Drawing,
    /// Simple Sudoku: rows of symbols in a frame.
    Ss,
    /// A line, with comments.
    Sdm,
    /// SadMan Sudoku: rows of symbols, with headers or sections.
    Sdk,
    /// A row of a table.
    Csv,
    /// Game id of Simon Tatham's Solo.
    Solo,
    /// Grid whose cells list their candidates.
    Pencilmarks,
    /// One symbol per candidate, cell by cell.
    Sukaku,
    /// Library line of HoDoKu.
    Hodoku,
    /// XML of the app OpenSudoku.
    Opensudoku,
    /// Data of the editor f-puzzles.
    Fpuzzles,
    /// Id of SudokuPad.
    Sudokupad,
    /// String of SudokuWiki.
    Sudokuwiki,
}

impl Format {
    /// All formats. If several of them read the same puzzle in a text, the first one counts.
    pub const ALL: [Self; 14] = [
        Self::Line,
        Self::Ss,
        Self::Drawing,
        Self::Sdm,
        Self::Sdk,
        Self::Csv,
        Self::Solo,
        Self::Pencilmarks,
        Self::Sukaku,
        Self::Hodoku,
        Self::Opensudoku,
        Self::Fpuzzles,
        Self::Sudokupad,
        Self::Sudokuwiki,
    ];

    /// The name of the format.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Drawing => "drawing",
            Self::Ss => "ss",
            Self::Sdm => "sdm",
            Self::Sdk => "sdk",
            Self::Csv => "csv",
            Self::Solo => "solo",
            Self::Pencilmarks => "pencilmarks",
            Self::Sukaku => "sukaku",
            Self::Hodoku => "hodoku",
            Self::Opensudoku => "opensudoku",
            Self::Fpuzzles => "fpuzzles",
            Self::Sudokupad => "sudokupad",
            Self::Sudokuwiki => "sudokuwiki",
        }
    }

    /// Description of the format in a sentence or two.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Line => {
                "One symbol per cell, row by row; white space is ignored. In a text of n*n characters without other \
                 symbols for empty cells, a space is an empty cell."
            }
            Self::Drawing => {
                "One line of text per row: symbols, or numbers of several digits with spaces or commas between them, with or \
                 without borders such as `|`, `+---+` and `===`. Borders around boxes set their shape."
            }
            Self::Ss => {
                "Simple Sudoku (`.ss`): rows of symbols with `|` between boxes, in a frame of `*-----*`, or with lines of \
                 dashes between boxes."
            }
            Self::Sdm => {
                "A line per puzzle (`.sdm`), and comments that begin with `#`. Several lines are a batch."
            }
            Self::Sdk => {
                "SadMan Sudoku (`.sdk`): a row of symbols per line, after headers such as `#A` or in a section `[Puzzle]`; \
                 other sections are ignored."
            }
            Self::Csv => {
                "A row of a table: fields between commas, semicolons or tabs, one of which is a line; a header is optional. \
                 Or a line among other words, or a grid with a field per cell, which may be blank. Several rows of a table are \
                 a batch. Solutions, other fields and words are ignored."
            }
            Self::Solo => {
                "Game id of Simon Tatham's Solo: boxes across x boxes down, `:`, then clues as numbers and runs of empty cells \
                 as letters (`a` is 1, `z` is 26). Diagonals (`x`), jigsaws (`j`) and killers (`k`) are read."
            }
            Self::Pencilmarks => {
                "One line of text per row, with or without borders: each cell is a clue, a list of allowed digits without \
                 spaces, or `.` for any digit. A list of one digit stands in braces."
            }
            Self::Sukaku => {
                "n*n*n symbols: for each cell, each digit in its place, or an empty symbol if the cell does not allow it. A cell \
                 that allows one digit is a clue."
            }
            Self::Hodoku => {
                "A library line of HoDoKu, `:0000:x:cells:removed candidates::`: `+` stands before a digit that a player has placed, \
                 which is the only candidate of its cell."
            }
            Self::Opensudoku => {
                "XML of the app OpenSudoku: one element `game`, whose `data` is a line or a saved game; or a saved game alone. Several \
                 games are a batch. Document types are rejected."
            }
            Self::Fpuzzles => {
                "f-puzzles: JSON, compressed by lz-string in an address with `load=`, after `fpuzzles` or `fpuz`, or alone. \
                 Constraints are read and written; unsupported constraints are rejected by name. Drawings and prose give a \
                 warning."
            }
            Self::Sudokupad => {
                "SudokuPad: an id that begins with `scl`, `ctc` or `scf`, alone or in an address. Regions and cages are read and \
                 written; other constraints are rejected by name. Drawings and prose give a warning."
            }
            Self::Sudokuwiki => {
                "A string of SudokuWiki, alone or in an address: `S9B` and two characters for each cell, or 162 characters. A digit that \
                 a player has placed is the only candidate of its cell."
            }
        }
    }

    /// Text before and after the puzzles of a file; both are empty unless the format is a document.
    pub const fn frame(self) -> (&'static str, &'static str) {
        match self {
            Self::Opensudoku => (
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n  <name>Quadrille</name>\n",
                "</opensudoku>\n",
            ),
            _ => ("", ""),
        }
    }

    /// The format of this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Whether solutions of a puzzle in this format are written in it; otherwise they are lines.
    pub const fn holds_solutions(self) -> bool {
        matches!(self, Self::Line | Self::Drawing | Self::Ss | Self::Sdk | Self::Solo)
    }
}
