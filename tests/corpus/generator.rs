//! Makes the generated files of the corpus, with a counter of its own: bit sets and backtracking, no links
//! and nothing of the crate, so that the counts in the files are a second opinion.

use std::collections::HashSet;
use std::fmt::Write as _;

/// What a file of the corpus is to hold.
pub(crate) struct Recipe {
    pub(crate) size: usize,
    /// How many proper puzzles.
    pub(crate) unique: usize,
    /// How many puzzles with several solutions.
    pub(crate) multiple: usize,
    /// How many puzzles without a solution, whose clues nevertheless agree with each other.
    pub(crate) unsolvable: usize,
    /// Digging stops at this number of clues: the counter is too simple for emptier large grids.
    pub(crate) clues_min: usize,
    /// The largest exact count among the puzzles with several solutions.
    pub(crate) count_max: u64,
}

/// Vigna's SplitMix64: a fixed seed gives the same corpus for ever, whatever becomes of other generators.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`. The bias of the remainder does not matter here.
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// Cells along the rows, 0 for an empty one.
type Cells = Vec<u8>;

/// The digits used in each house, as bits, and the cells.
struct Board {
    size: usize,
    /// Row, column and box of each cell, numbered in one sequence.
    houses: Vec<[usize; 3]>,
    /// The cells of each house.
    members: Vec<Vec<usize>>,
    used: Vec<u32>,
    cells: Cells,
}

/// Where to go on.
enum Next {
    Full,
    DeadEnd,
    /// One of these digits stands in the cell.
    Cell(usize, u32),
    /// The digit stands in one of these two cells.
    Pair([usize; 2], u8),
}

/// How a count went.
struct Count {
    found: u64,
    limit: u64,
    /// Placements left until the counter gives up.
    patience: u64,
    first: Option<Cells>,
}

impl Board {
    /// The board, or `None` where clues contradict each other.
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
        let mut board = Self { size, houses, members, used: vec![0; 3 * size], cells: vec![0; size * size] };
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

    /// Whether the cell is empty and one of these digits fits.
    fn allows(&self, cell: usize, digits: u32) -> bool {
        self.cells[cell] == 0 && self.candidates(cell) & digits != 0
    }

    fn place(&mut self, cell: usize, digit: u8) {
        self.cells[cell] = digit;
        self.houses[cell].iter().for_each(|&house| self.used[house] |= 1 << (digit - 1));
    }

    fn take_back(&mut self, cell: usize) {
        let digit = self.cells[cell];
        self.houses[cell].iter().for_each(|&house| self.used[house] &= !(1 << (digit - 1)));
        self.cells[cell] = 0;
    }

    /// The most constrained cell, or a digit with still fewer places in a house.
    fn next(&self) -> Next {
        let mut best = Next::Full;
        let mut fewest = u32::MAX;
        for cell in (0..self.cells.len()).filter(|&cell| self.cells[cell] == 0) {
            let candidates = self.candidates(cell);
            match candidates.count_ones() {
                0 => return Next::DeadEnd,
                1 => return Next::Cell(cell, candidates),
                count if count < fewest => (best, fewest) = (Next::Cell(cell, candidates), count),
                _ => {}
            }
        }
        for (house, members) in self.members.iter().enumerate() {
            let (mut once, mut twice, mut thrice) = (0, 0, 0);
            for &cell in members.iter().filter(|&&cell| self.cells[cell] == 0) {
                let candidates = self.candidates(cell);
                thrice |= twice & candidates;
                twice |= once & candidates;
                once |= candidates;
            }
            if once | self.used[house] != (1 << self.size) - 1 {
                return Next::DeadEnd;
            }
            let places = |digits: u32| members.iter().copied().filter(move |&cell| self.allows(cell, digits));
            let single = once & !twice;
            if let Some(cell) = places(single).next() {
                return Next::Cell(cell, self.candidates(cell) & single);
            }
            let pair = twice & !thrice;
            if fewest > 2 && pair != 0 {
                let digit = pair.trailing_zeros();
                let mut cells = places(1 << digit);
                if let (Some(first), Some(second)) = (cells.next(), cells.next()) {
                    (best, fewest) = (Next::Pair([first, second], digit as u8 + 1), 2);
                }
            }
        }
        best
    }

    fn search(&mut self, count: &mut Count, random: &mut Option<&mut SplitMix64>) {
        if count.found >= count.limit || count.patience == 0 {
            return;
        }
        count.patience -= 1;
        let mut choices: Vec<(usize, u8)> = match self.next() {
            Next::DeadEnd => return,
            Next::Full => {
                count.found += 1;
                count.first.get_or_insert_with(|| self.cells.clone());
                return;
            }
            Next::Cell(cell, digits) => {
                let digits = (1..=self.size as u8).filter(|digit| digits >> (digit - 1) & 1 == 1);
                digits.map(|digit| (cell, digit)).collect()
            }
            Next::Pair(cells, digit) => cells.map(|cell| (cell, digit)).to_vec(),
        };
        if let Some(random) = random {
            random.shuffle(&mut choices);
        }
        for (cell, digit) in choices {
            self.place(cell, digit);
            self.search(count, random);
            self.take_back(cell);
        }
    }
}

/// How many placements a question may take: fewer where each is dear.
fn patience(size: usize) -> u64 {
    1_600_000 / (size * size) as u64
}

/// The number of solutions up to `limit`, and the first one; `None` where that takes too long.
fn counted(size: usize, cells: &[u8], limit: u64, patience: u64) -> Option<(u64, Option<Cells>)> {
    let mut count = Count { found: 0, limit, patience, first: None };
    if let Some(mut board) = Board::new(size, cells) {
        board.search(&mut count, &mut None);
    }
    (count.patience > 0).then_some((count.found, count.first))
}

/// The number of solutions of a puzzle in the corpus's notation, up to `limit`, and the first one.
pub(crate) fn count(puzzle: &str, limit: u64) -> Option<(u64, Option<String>)> {
    let cells: Cells =
        puzzle.chars().map(|symbol| symbol.to_digit(36).map_or(0, |digit| digit as u8)).collect();
    let (found, first) = counted(cells.len().isqrt(), &cells, limit, u64::MAX)?;
    Some((found, first.map(|cells| text(&cells))))
}

fn text(cells: &[u8]) -> String {
    cells.iter().map(|&digit| char::from(b".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[digit as usize])).collect()
}

/// A random filled grid: the diagonal pattern, emptied in part and filled again at random, time after time.
fn filled(size: usize, random: &mut SplitMix64) -> Cells {
    let box_height = (1..=size).filter(|h| size.is_multiple_of(*h) && h * h <= size).max().unwrap_or(1);
    let box_width = size / box_height;
    let mut digits: Vec<u8> = (1..=size as u8).collect();
    random.shuffle(&mut digits);
    let pattern = |cell: usize| {
        let (row, column) = (cell / size, cell % size);
        digits[(row % box_height * box_width + row / box_height + column) % size]
    };
    let mut cells: Cells = (0..size * size).map(pattern).collect();
    // A small grid may be emptied almost wholly; in a large one that would strand the counter.
    let emptied = if size <= 9 { size * size * 3 / 4 } else { size * size * 2 / 5 };
    for _ in 0..12 {
        let mut order: Vec<usize> = (0..size * size).collect();
        random.shuffle(&mut order);
        let mut open = cells.clone();
        order.iter().take(emptied).for_each(|&cell| open[cell] = 0);
        let mut count = Count { found: 0, limit: 1, patience: patience(size), first: None };
        if let Some(mut board) = Board::new(size, &open) {
            board.search(&mut count, &mut Some(&mut *random));
        }
        cells = count.first.unwrap_or(cells);
    }
    cells
}

/// Takes clues away, in random order, while `keeps` holds and there are more than `clues_min`.
fn dig(
    cells: &mut Cells,
    size: usize,
    clues_min: usize,
    random: &mut SplitMix64,
    keeps: impl Fn(&Cells) -> bool,
) {
    let mut order: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != 0).collect();
    random.shuffle(&mut order);
    let mut clues = order.len();
    // Large grids lose several clues at a time while that goes well: each question is dear there.
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
    counted(size, cells, 2, patience(size)).is_some_and(|(found, _)| found == 1)
}

fn proper(recipe: &Recipe, random: &mut SplitMix64) -> (Cells, Cells) {
    let solution = filled(recipe.size, random);
    let mut cells = solution.clone();
    dig(&mut cells, recipe.size, recipe.clues_min, random, |cells| is_proper(recipe.size, cells));
    (cells, solution)
}

/// A proper puzzle that lost further clues: it has at least two solutions, about as many as a random goal.
fn multiple(recipe: &Recipe, random: &mut SplitMix64) -> Option<(Cells, u64)> {
    let (mut cells, _) = proper(recipe, random);
    let goal = 2 << random.below((recipe.count_max.ilog2() as usize).max(1));
    let mut clues: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] != 0).collect();
    random.shuffle(&mut clues);
    // A puzzle whose solutions are far apart in the tree would cost more than it is worth.
    let patience = 4 * cells.len() as u64 * (recipe.count_max + 1);
    let mut best = None;
    for cell in clues {
        let digit = std::mem::take(&mut cells[cell]);
        match counted(recipe.size, &cells, recipe.count_max + 1, patience) {
            Some((1, _)) => {}
            Some((found, _)) if found <= recipe.count_max => {
                best = Some((cells.clone(), found));
                if found >= goal {
                    break;
                }
            }
            // Too many or too hard: this clue is needed.
            _ => cells[cell] = digit,
        }
    }
    best
}

/// A proper puzzle with one more clue, which is wrong but contradicts no other; half of them are dug on while
/// they stay unsolvable, so that the contradiction hides deeper.
fn unsolvable(recipe: &Recipe, random: &mut SplitMix64) -> Option<Cells> {
    let (mut cells, solution) = proper(recipe, random);
    let board = Board::new(recipe.size, &cells)?;
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
    let has_none = |cells: &Cells| {
        counted(recipe.size, cells, 1, patience(recipe.size)).is_some_and(|(found, _)| found == 0)
    };
    if random.below(2) == 0 {
        let clues_min = recipe.clues_min * 3 / 4;
        dig(&mut cells, recipe.size, clues_min, random, has_none);
    }
    has_none(&cells).then_some(cells)
}

/// The text of a file: every puzzle once, with its count, and its solution where that is the only one.
pub(crate) fn file(recipe: &Recipe) -> String {
    let size = recipe.size;
    let mut random = SplitMix64(0x5155_4144_5249_4c4c ^ size as u64);
    let mut known = HashSet::new();
    let mut out = format!(
        "# {size}x{size}: generated by tests/corpus/generator.rs from a fixed seed, counted by its counter.\n\
         # To rewrite the file: UPDATE_CORPUS=1 cargo test --test corpus\n"
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
    out += "# No solution, though no two clues contradict each other:\n";
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
