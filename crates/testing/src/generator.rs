//! Generates the files of the corpus. Counts solutions by plain backtracking and uses nothing of the crate, so that the
//! counts are independent of the engines.

use std::collections::HashSet;
use std::fmt::Write as _;

/// Contents of a generated file.
pub struct Recipe {
    pub size: usize,
    /// Number of puzzles with one solution.
    pub unique: usize,
    /// Number of puzzles with several solutions.
    pub multiple: usize,
    /// Number of puzzles without solution and without conflicting clues.
    pub unsolvable: usize,
    /// Lower bound of clues: large grids with fewer are too hard for the counter.
    pub clues_min: usize,
    /// Largest count of the puzzles with several solutions.
    pub count_max: u64,
}

/// SplitMix64 (Steele, Lea and Flood 2014), here so that no dependency can change the corpus.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`; the bias of the remainder is negligible.
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// Cells row by row, 0 for an empty one.
type GridCells = Vec<u8>;

/// Cells and the digits used in each house.
struct FilledBoard {
    size: usize,
    /// Row, column and box of each cell; houses are numbered in one sequence.
    houses: Vec<[usize; 3]>,
    /// The cells of each house.
    members: Vec<Vec<usize>>,
    /// Digits of each house, as bits.
    used: Vec<u32>,
    cells: GridCells,
    /// Candidates of each empty cell and 0 for the others, as of the last [`FilledBoard::branch`].
    open: Vec<u32>,
}

/// Result of the branching heuristic.
enum BranchChoice {
    Solved,
    DeadEnd,
    /// A cell and its candidates.
    Cell(usize, u32),
    /// The only two places of a digit in a house.
    Bilocation([usize; 2], u8),
}

/// State of a count.
struct CountingState {
    found: u64,
    limit: u64,
    /// Nodes left before the counter gives up.
    nodes_left: u64,
    first: Option<GridCells>,
}

impl FilledBoard {
    /// The board of these clues; `None` if they conflict.
    fn new(size: usize, clues: &[u8]) -> Option<Self> {
        let box_height = (1..=size).filter(|h| size.is_multiple_of(*h) && h * h <= size).max().unwrap_or(1);
        let box_width = size / box_height;
        let houses: Vec<[usize; 3]> = (0..size * size)
            .map(|cell| {
                let (row, column) = (cell / size, cell % size);
                [row, size + column, 2 * size + row / box_height * box_height + column / box_width]
            })
            .collect();
        let mut members = vec![Vec::new(); 3 * size];
        for (cell, houses) in houses.iter().enumerate() {
            houses.iter().for_each(|&house| members[house].push(cell));
        }
        let (used, cells, open) = (vec![0; 3 * size], vec![0; size * size], vec![0; size * size]);
        let mut board = Self { size, houses, members, used, cells, open };
        for (cell, &digit) in clues.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            if board.candidates(cell) >> (digit - 1) & 1 == 0 {
                return None;
            }
            board.place(cell, digit);
        }
        Some(board)
    }

    fn candidates(&self, cell: usize) -> u32 {
        let [row, column, in_box] = self.houses[cell];
        !(self.used[row] | self.used[column] | self.used[in_box]) & ((1 << self.size) - 1)
    }

    fn place(&mut self, cell: usize, digit: u8) {
        self.cells[cell] = digit;
        self.houses[cell].iter().for_each(|&house| self.used[house] |= 1 << (digit - 1));
    }

    fn unplace(&mut self, cell: usize) {
        let digit = self.cells[cell];
        self.houses[cell].iter().for_each(|&house| self.used[house] &= !(1 << (digit - 1)));
        self.cells[cell] = 0;
    }

    /// Places every digit that has one cell left and fills every cell that has one candidate left, until neither
    /// exists; `trail` receives the cells. Returns the branching choice.
    fn propagate(&mut self, trail: &mut Vec<usize>) -> BranchChoice {
        loop {
            let placed = trail.len();
            let branch = self.fill_singles(trail);
            if trail.len() == placed || matches!(branch, BranchChoice::DeadEnd) {
                return branch;
            }
        }
    }

    /// One pass of [`FilledBoard::propagate`]. The branch is valid if the pass places nothing: the cell with the fewest
    /// candidates, or a digit of a house with fewer places.
    fn fill_singles(&mut self, trail: &mut Vec<usize>) -> BranchChoice {
        let mut best = BranchChoice::Solved;
        let mut fewest = u32::MAX;
        for cell in 0..self.cells.len() {
            if self.cells[cell] != 0 {
                self.open[cell] = 0;
                continue;
            }
            let candidates = self.candidates(cell);
            self.open[cell] = candidates;
            match candidates.count_ones() {
                0 => return BranchChoice::DeadEnd,
                1 => {
                    self.place(cell, candidates.trailing_zeros() as u8 + 1);
                    trail.push(cell);
                }
                count if count < fewest => (best, fewest) = (BranchChoice::Cell(cell, candidates), count),
                _ => {}
            }
        }
        for house in 0..self.members.len() {
            let (mut once, mut twice, mut thrice) = (0, 0, 0);
            for &cell in &self.members[house] {
                let candidates = self.open[cell];
                thrice |= twice & candidates;
                twice |= once & candidates;
                once |= candidates;
            }
            if once | self.used[house] != (1 << self.size) - 1 {
                return BranchChoice::DeadEnd;
            }
            let pair = twice & !thrice;
            if fewest > 2 && pair != 0 {
                let digit = pair.trailing_zeros();
                let mut cells = self.places(house, 1 << digit);
                if let (Some(first), Some(second)) = (cells.next(), cells.next()) {
                    (best, fewest) = (BranchChoice::Bilocation([first, second], digit as u8 + 1), 2);
                }
            }
            let mut singles = once & !twice & !self.used[house];
            while singles != 0 {
                let digit = singles & singles.wrapping_neg();
                singles ^= digit;
                let Some(cell) = self.places(house, digit).next() else { continue };
                // This pass may have filled the cell with another digit, or placed this digit beside it.
                if self.cells[cell] != 0 || self.candidates(cell) & digit == 0 {
                    return BranchChoice::DeadEnd;
                }
                self.place(cell, digit.trailing_zeros() as u8 + 1);
                trail.push(cell);
            }
        }
        best
    }

    /// The cells of a house that had this digit as a candidate at the start of the pass.
    fn places(&self, house: usize, digit: u32) -> impl Iterator<Item = usize> {
        self.members[house].iter().copied().filter(move |&cell| self.open[cell] & digit != 0)
    }

    fn search(&mut self, count: &mut CountingState, random: &mut Option<&mut SplitMix64>) {
        if count.found >= count.limit || count.nodes_left == 0 {
            return;
        }
        let mut trail = Vec::new();
        let branch = self.propagate(&mut trail);
        // The budget is in placed digits.
        count.nodes_left = count.nodes_left.saturating_sub(trail.len() as u64 + 1);
        let mut choices: Vec<(usize, u8)> = match branch {
            BranchChoice::DeadEnd => Vec::new(),
            BranchChoice::Solved => {
                count.found += 1;
                count.first.get_or_insert_with(|| self.cells.clone());
                Vec::new()
            }
            BranchChoice::Cell(cell, digits) => {
                let digits = (1..=self.size as u8).filter(|digit| digits >> (digit - 1) & 1 == 1);
                digits.map(|digit| (cell, digit)).collect()
            }
            BranchChoice::Bilocation(cells, digit) => cells.map(|cell| (cell, digit)).to_vec(),
        };
        if let Some(random) = random {
            random.shuffle(&mut choices);
        }
        for (cell, digit) in choices {
            self.place(cell, digit);
            self.search(count, random);
            self.unplace(cell);
        }
        for cell in trail {
            self.unplace(cell);
        }
    }
}

/// Node budget of a count: fewer for large grids, where each node is expensive.
fn nodes_max(size: usize) -> u64 {
    1_600_000 / (size * size) as u64
}

/// The number of solutions up to `limit`, and the first one; `None` if that takes more than `nodes_max` nodes.
fn counted(size: usize, cells: &[u8], limit: u64, nodes_max: u64) -> Option<(u64, Option<GridCells>)> {
    let mut count = CountingState { found: 0, limit, nodes_left: nodes_max, first: None };
    if let Some(mut board) = FilledBoard::new(size, cells) {
        board.search(&mut count, &mut None);
    }
    (count.nodes_left > 0).then_some((count.found, count.first))
}

/// The number of solutions of a line, up to `limit`, and the first one.
pub fn count(puzzle: &str, limit: u64) -> Option<(u64, Option<String>)> {
    let cells: GridCells =
        puzzle.chars().map(|symbol| symbol.to_digit(36).map_or(0, |digit| digit as u8)).collect();
    let (found, first) = counted(cells.len().isqrt(), &cells, limit, u64::MAX)?;
    Some((found, first.map(|cells| text(&cells))))
}

fn text(cells: &[u8]) -> String {
    cells.iter().map(|&digit| char::from(b".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[digit as usize])).collect()
}

/// A random solved grid: a fixed pattern, repeatedly emptied in part and refilled at random.
fn filled(size: usize, random: &mut SplitMix64) -> GridCells {
    let box_height = (1..=size).filter(|h| size.is_multiple_of(*h) && h * h <= size).max().unwrap_or(1);
    let box_width = size / box_height;
    let mut digits: Vec<u8> = (1..=size as u8).collect();
    random.shuffle(&mut digits);
    let pattern = |cell: usize| {
        let (row, column) = (cell / size, cell % size);
        digits[(row % box_height * box_width + row / box_height + column) % size]
    };
    let mut cells: GridCells = (0..size * size).map(pattern).collect();
    // A large grid emptied further would exceed the node budget.
    let emptied = if size <= 9 { size * size * 3 / 4 } else { size * size * 2 / 5 };
    for _ in 0..12 {
        let mut order: Vec<usize> = (0..size * size).collect();
        random.shuffle(&mut order);
        let mut open = cells.clone();
        order.iter().take(emptied).for_each(|&cell| open[cell] = 0);
        let mut count = CountingState { found: 0, limit: 1, nodes_left: nodes_max(size), first: None };
        if let Some(mut board) = FilledBoard::new(size, &open) {
            board.search(&mut count, &mut Some(&mut *random));
        }
        cells = count.first.unwrap_or(cells);
    }
    cells
}

/// Removes clues in random order as long as `keeps` holds, down to `clues_min`.
fn dig(
    cells: &mut GridCells,
    size: usize,
    clues_min: usize,
    random: &mut SplitMix64,
    keeps: impl Fn(&GridCells) -> bool,
) {
    let mut order: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != 0).collect();
    random.shuffle(&mut order);
    let mut clues = order.len();
    // Large grids try several clues at once, because each count is expensive.
    let at_once = (size / 5).max(1);
    for chunk in order.chunks(at_once) {
        if clues < clues_min + chunk.len() {
            return;
        }
        let before = cells.clone();
        chunk.iter().for_each(|&cell| cells[cell] = 0);
        if keeps(cells) {
            clues -= chunk.len();
            continue;
        }
        *cells = before;
        if chunk.len() > 1 {
            for &cell in chunk {
                let digit = std::mem::take(&mut cells[cell]);
                if keeps(cells) {
                    clues -= 1;
                } else {
                    cells[cell] = digit;
                }
            }
        }
    }
}

fn is_proper(size: usize, cells: &[u8]) -> bool {
    counted(size, cells, 2, nodes_max(size)).is_some_and(|(found, _)| found == 1)
}

fn proper(recipe: &Recipe, random: &mut SplitMix64) -> (GridCells, GridCells) {
    let solution = filled(recipe.size, random);
    let mut cells = solution.clone();
    dig(&mut cells, recipe.size, recipe.clues_min, random, |cells| is_proper(recipe.size, cells));
    (cells, solution)
}

/// A puzzle with several solutions: a unique one with clues removed up to a random number of solutions.
fn multiple(recipe: &Recipe, random: &mut SplitMix64) -> Option<(GridCells, u64)> {
    let (mut cells, _) = proper(recipe, random);
    let goal = 2 << random.below((recipe.count_max.ilog2() as usize).max(1));
    let mut clues: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != 0).collect();
    random.shuffle(&mut clues);
    // A small budget: puzzles with solutions far apart in the search tree are skipped.
    let nodes_max = 4 * cells.len() as u64 * (recipe.count_max + 1);
    let mut best = None;
    for cell in clues {
        let digit = std::mem::take(&mut cells[cell]);
        match counted(recipe.size, &cells, recipe.count_max + 1, nodes_max) {
            Some((1, _)) => {}
            Some((found, _)) if found <= recipe.count_max => {
                best = Some((cells.clone(), found));
                if found >= goal {
                    break;
                }
            }
            // Too many solutions, or over the budget: keeps the clue.
            _ => cells[cell] = digit,
        }
    }
    best
}

/// A puzzle without solution: a unique one with a wrong clue that conflicts with no other. Half of them lose further clues
/// while they stay unsolvable, which makes the contradiction harder to find.
fn unsolvable(recipe: &Recipe, random: &mut SplitMix64) -> Option<GridCells> {
    let (mut cells, solution) = proper(recipe, random);
    let board = FilledBoard::new(recipe.size, &cells)?;
    let wrong: Vec<(usize, u8)> = (0..cells.len())
        .filter(|&cell| cells[cell] == 0)
        .flat_map(|cell| (1..=recipe.size as u8).map(move |digit| (cell, digit)))
        .filter(|&(cell, digit)| digit != solution[cell] && board.candidates(cell) >> (digit - 1) & 1 == 1)
        .collect();
    if wrong.is_empty() {
        return None;
    }
    let (cell, digit) = wrong[random.below(wrong.len())];
    cells[cell] = digit;
    let has_none = |cells: &GridCells| {
        counted(recipe.size, cells, 1, nodes_max(recipe.size)).is_some_and(|(found, _)| found == 0)
    };
    if random.below(2) == 0 {
        let clues_min = recipe.clues_min * 3 / 4;
        dig(&mut cells, recipe.size, clues_min, random, has_none);
    }
    has_none(&cells).then_some(cells)
}

/// The text of a file: distinct puzzles with their counts, and the solution if it is unique.
pub fn file(recipe: &Recipe) -> String {
    let size = recipe.size;
    let mut random = SplitMix64(0x5155_4144_5249_4c4c ^ size as u64);
    let mut known = HashSet::new();
    let mut out = format!(
        "# {size}x{size}, generated and counted by crates/testing/src/generator.rs from a fixed seed.\n\
         # To regenerate: UPDATE_CORPUS=1 cargo test -p quadrille-sudoku --test corpus\n"
    );
    out += "# One solution:\n";
    let mut left = recipe.unique;
    while left > 0 {
        let (cells, solution) = proper(recipe, &mut random);
        if known.insert(cells.clone()) {
            let _ = writeln!(out, "{}:1:{}", text(&cells), text(&solution));
            left -= 1;
        }
    }
    out += "# Several solutions:\n";
    let mut left = recipe.multiple;
    while left > 0 {
        if let Some((cells, found)) = multiple(recipe, &mut random)
            && known.insert(cells.clone())
        {
            let _ = writeln!(out, "{}:{found}", text(&cells));
            left -= 1;
        }
    }
    out += "# No solution, without conflicting clues:\n";
    let mut left = recipe.unsolvable;
    while left > 0 {
        if let Some(cells) = unsolvable(recipe, &mut random)
            && known.insert(cells.clone())
        {
            let _ = writeln!(out, "{}:0", text(&cells));
            left -= 1;
        }
    }
    out
}
