//! Laws of puzzles with constraints, against meanings that are written here once more.

use std::collections::BTreeSet;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use quadrille_exact_cover::unstable::SplitMix64;
use quadrille_sudoku::analysis::{ContradictionSearch, MinimalSearch, PuzzlePart};
use quadrille_sudoku::constraints::{Constraint, FieldValue, FieldValues, Measure, Transition};
use quadrille_sudoku::proof::{
    Checker, Formula, FormulaConstraint, FormulaFormat, PuzzleProof, puzzle_formula, puzzle_formula_size,
    puzzle_variable,
};
use quadrille_sudoku::{
    BoxShape, Cell, Digit, Grid, HouseKind, HouseName, Progress, Puzzle, ResumableSearch, Rules, Solution,
    Solver, run_to_end,
};

/// Random numbers for the fields of a constraint on a square grid.
struct Fields {
    random: SplitMix64,
    size: usize,
}

/// Constraint with its meaning: whether digits by cell meet it.
pub(super) struct Meant {
    pub(super) constraint: Constraint,
    pub(super) holds: Meaning,
}

/// Whether digits by cell meet a constraint.
pub(super) type Meaning = Box<dyn Fn(&[i64]) -> bool>;

impl Fields {
    fn below(&mut self, end: usize) -> usize {
        self.random.below(end as u64) as usize
    }

    /// Different cells, as many as this.
    fn cells(&mut self, count: usize) -> Vec<usize> {
        let mut cells: Vec<usize> = (0..self.size * self.size).collect();
        self.random.shuffle(&mut cells);
        cells.truncate(count);
        cells
    }

    /// A path of neighbours, also diagonal ones, of up to this many different cells.
    fn path(&mut self, count: usize) -> Vec<usize> {
        let size = self.size;
        let mut path = self.cells(1);
        while path.len() < count {
            let last = path[path.len() - 1];
            let near = |cell: &usize| {
                (cell / size).abs_diff(last / size) <= 1
                    && (cell % size).abs_diff(last % size) <= 1
                    && !path.contains(cell)
            };
            let next: Vec<usize> = (0..size * size).filter(near).collect();
            if next.is_empty() {
                break;
            }
            let at = self.below(next.len());
            path.push(next[at]);
        }
        path
    }

    fn pair(&mut self) -> Vec<usize> {
        loop {
            let path = self.path(2);
            if path.len() == 2
                && (path[0] % self.size == path[1] % self.size || path[0] / self.size == path[1] / self.size)
            {
                return path;
            }
        }
    }
}

fn cells(cells: &[usize]) -> FieldValue {
    FieldValue::Cells(cells.iter().map(|&cell| Cell(cell as u16)).collect())
}

fn are_different(values: &[i64]) -> bool {
    values.iter().collect::<BTreeSet<_>>().len() == values.len()
}

/// Whether the digits of a line match a pattern.
type IsWord = fn(&[i64]) -> bool;

/// Patterns with their meanings, for lines of four digits or fewer.
const PATTERNS: [(&str, IsWord); 6] = [
    (".*1.*", |word| word.contains(&1)),
    ("[^1-2]+[12]?", |word| {
        let last = word.len() - 1;
        word[..last].iter().all(|&digit| digit > 2) && (last > 0 || word[0] > 2)
    }),
    ("(12|21|3)*", |mut word| {
        loop {
            word = match word {
                [] => return true,
                [3, rest @ ..] | [1, 2, rest @ ..] | [2, 1, rest @ ..] => rest,
                _ => return false,
            }
        }
    }),
    ("(.[2-4]){1,2}", |word| {
        word.len() % 2 == 0 && word.iter().skip(1).step_by(2).all(|digit| (2..=4).contains(digit))
    }),
    ("1?2?3?4?", |word| word.iter().all(|&digit| digit <= 4) && word.is_sorted_by(|one, other| one < other)),
    ("[1-9]{2,}3|4.{3}", |word| {
        word.len() > 2 && word[word.len() - 1] == 3 || word.len() == 4 && word[0] == 4
    }),
];

/// Inserts a row or a column that is looked at from an end, by its name or by its cells, or some other cells. Returns the cells.
fn seen_line(values: &mut FieldValues, fields: &mut Fields) -> Vec<usize> {
    let (size, line) = (fields.size, fields.below(fields.size));
    let (is_row, is_far) = (fields.below(2) == 0, fields.below(2) == 0);
    let mut seen: Vec<usize> =
        (0..size).map(|step| if is_row { line * size + step } else { step * size + line }).collect();
    if is_far {
        seen.reverse();
    }
    match fields.below(3) {
        0 => {
            let kind = if is_row { HouseKind::Row } else { HouseKind::Column };
            values.insert("line", FieldValue::Line(HouseName::new(kind, line + 1)));
            let ends = if is_row { ["left", "right"] } else { ["top", "bottom"] };
            values.insert("from", FieldValue::Word(ends[usize::from(is_far)]));
        }
        1 => values.insert("cells", cells(&seen)),
        _ => {
            seen = fields.path(3);
            values.insert("cells", cells(&seen));
        }
    }
    seen
}

/// Whether digits, in the order in which they are looked at, meet a clue of this type.
fn outside_clue(name: &str, digits: &[i64], clue: i64, largest: i64) -> bool {
    let count_of = |wanted: i64| digits.iter().filter(|&&digit| digit == wanted).count();
    let first = usize::try_from(digits[0]).unwrap_or_default();
    match name {
        "sandwich" => {
            let is_crust = |digit: &i64| *digit == 1 || *digit == largest;
            let inner: Vec<i64> = digits.iter().skip_while(|digit| !is_crust(digit)).copied().collect();
            let inner = inner.iter().skip(1).take_while(|digit| !is_crust(digit));
            count_of(1) == 1 && count_of(largest) == 1 && inner.sum::<i64>() == clue
        }
        "x_sum" => first > 0 && first <= digits.len() && digits[..first].iter().sum::<i64>() == clue,
        "skyscraper" => {
            let mut horizon = digits.to_vec();
            (1..horizon.len()).for_each(|place| horizon[place] = horizon[place].max(horizon[place - 1]));
            horizon.dedup();
            horizon.len() as i64 == clue
        }
        "numbered_room" => first > 0 && digits.get(first - 1) == Some(&clue),
        _ => {
            let fall = digits.windows(2).find(|pair| pair[0] > pair[1]);
            fall.is_some_and(|pair| pair[1] == clue)
        }
    }
}

/// Makes a constraint of the type with this index. `signs` are pairs of neighbours with a sign, for the negative.
fn meant(rules: &Rules, kind: usize, fields: &mut Fields, signs: &[(Vec<usize>, Measure)]) -> Meant {
    let size = fields.size;
    let kind = &Constraint::TYPES[kind];
    let mut values = FieldValues::default();
    let at =
        |digits: &[i64], cells: &[usize]| -> Vec<i64> { cells.iter().map(|&cell| digits[cell]).collect() };
    let neighbours = move |distances: &'static [(isize, isize)]| {
        let place = move |cell: usize| ((cell / size) as isize, (cell % size) as isize);
        let pairs = (0..size * size).flat_map(move |one| (0..size * size).map(move |other| (one, other)));
        pairs.filter(move |&(one, other)| {
            let ((row, column), (other_row, other_column)) = (place(one), place(other));
            distances.contains(&(other_row - row, other_column - column))
        })
    };
    const BESIDE: &[(isize, isize)] = &[(0, 1), (1, 0)];
    let holds: Meaning = match kind.name {
        "cage" => {
            let count = 1 + fields.below(size.min(5));
            let (path, sum) = (fields.path(count), fields.below(3 * size) as i64);
            values.insert("cells", cells(&path));
            values.insert("sum", FieldValue::Number(sum));
            Box::new(move |digits| {
                let digits = at(digits, &path);
                are_different(&digits) && (sum == 0 || digits.iter().sum::<i64>() == sum)
            })
        }
        "arrow" => {
            let path = fields.path(3 + fields.size % 3);
            let circle = 1 + fields.below(2).min(path.len().saturating_sub(2));
            let (mut circle, shaft) = (path[..circle].to_vec(), path[circle..].to_vec());
            values.insert("circle", cells(&circle));
            values.insert("cells", cells(&shaft));
            circle.sort_unstable();
            Box::new(move |digits| {
                let number = at(digits, &circle).iter().fold(0, |number, digit| 10 * number + digit);
                at(digits, &shaft).iter().sum::<i64>() == number
            })
        }
        "thermometer" | "slow_thermometer" => {
            let (path, is_slow) = (fields.path(3), kind.name == "slow_thermometer");
            values.insert("cells", cells(&path));
            Box::new(move |digits| {
                at(digits, &path).windows(2).all(|pair| pair[0] < pair[1] || is_slow && pair[0] == pair[1])
            })
        }
        "renban" => {
            let count = 1 + fields.below(5);
            let chosen = fields.cells(count);
            values.insert("cells", cells(&chosen));
            Box::new(move |digits| {
                let mut digits = at(digits, &chosen);
                digits.sort_unstable();
                digits.windows(2).all(|pair| pair[0] + 1 == pair[1])
            })
        }
        "palindrome" => {
            let path = fields.path(4);
            values.insert("cells", cells(&path));
            Box::new(move |digits| {
                let digits = at(digits, &path);
                digits.iter().eq(digits.iter().rev())
            })
        }
        "whisper" => {
            let (path, difference) = (fields.path(3), 1 + fields.below(size / 2) as i64);
            values.insert("cells", cells(&path));
            values.insert("difference", FieldValue::Number(difference));
            Box::new(move |digits| {
                at(digits, &path).windows(2).all(|pair| (pair[0] - pair[1]).abs() >= difference)
            })
        }
        "difference" | "ratio" | "sum_pair" => {
            let name = kind.name;
            let least = if name == "sum_pair" { 2 } else { 1 };
            let (pair, value) = (fields.pair(), least + fields.below(size) as i64);
            values.insert("cells", cells(&pair));
            values.insert("value", FieldValue::Number(value));
            Box::new(move |digits| {
                let (one, other) = (digits[pair[0]], digits[pair[1]]);
                match name {
                    "difference" => one + value == other || other + value == one,
                    "ratio" => one * value == other || other * value == one,
                    _ => one + other == value,
                }
            })
        }
        "greater_than" => {
            let pair = fields.pair();
            values.insert("cells", cells(&pair));
            Box::new(move |digits| digits[pair[0]] > digits[pair[1]])
        }
        "clone" => {
            let chosen = fields.cells(4);
            values.insert("cells", cells(&chosen[..2]));
            let copy = chosen[2..].iter().map(|&cell| Cell(cell as u16)).collect();
            values.insert("copies", FieldValue::CellLists(vec![copy]));
            Box::new(move |digits| {
                digits[chosen[0]] == digits[chosen[2]] && digits[chosen[1]] == digits[chosen[3]]
            })
        }
        "pair" => {
            let path = fields.path(3);
            let all = (1..=size).flat_map(|one| (1..=size).map(move |other| [one, other]));
            let allowed: Vec<[usize; 2]> = all.filter(|_| fields.below(3) > 0).collect();
            let is_all = fields.below(2) == 0;
            let digits = |pair: &[usize; 2]| pair.iter().filter_map(|&value| Digit::new(value)).collect();
            values.insert("cells", cells(&path));
            values.insert("allowed", FieldValue::Tuples(allowed.iter().map(digits).collect()));
            values.insert("scope", FieldValue::Word(if is_all { "all" } else { "adjacent" }));
            Box::new(move |digits| {
                let digits = at(digits, &path);
                (0..digits.len()).all(|later| {
                    (0..later)
                        .filter(|earlier| is_all || earlier + 1 == later)
                        .all(|earlier| allowed.contains(&[digits[earlier] as usize, digits[later] as usize]))
                })
            })
        }
        "sum" => {
            let chosen = fields.cells(3);
            let factors: Vec<i64> = (0..3).map(|_| fields.below(5) as i64 - 2).collect();
            let sum = fields.below(2 * size) as i64 - 2;
            values.insert("cells", cells(&chosen));
            values.insert("coefficients", FieldValue::Numbers(factors.clone()));
            values.insert("sum", FieldValue::Number(sum));
            Box::new(move |digits| {
                at(digits, &chosen).iter().zip(&factors).map(|(digit, factor)| digit * factor).sum::<i64>()
                    == sum
            })
        }
        "table" => {
            let chosen = fields.cells(1 + fields.size % 4);
            let rows: Vec<Vec<i64>> =
                (0..12).map(|_| chosen.iter().map(|_| 1 + fields.below(size) as i64).collect()).collect();
            let digits =
                |row: &Vec<i64>| row.iter().filter_map(|&value| Digit::new(value as usize)).collect();
            values.insert("cells", cells(&chosen));
            values.insert("allowed", FieldValue::Tuples(rows.iter().map(digits).collect()));
            Box::new(move |digits| rows.contains(&at(digits, &chosen)))
        }
        "extra_region" => {
            let chosen = fields.cells(size);
            values.insert("cells", cells(&chosen));
            Box::new(move |digits| are_different(&at(digits, &chosen)))
        }
        "even" | "odd" => {
            let (chosen, is_odd) = (fields.cells(2), i64::from(kind.name == "odd"));
            values.insert("cells", cells(&chosen));
            Box::new(move |digits| at(digits, &chosen).iter().all(|digit| digit % 2 == is_odd))
        }
        "anti_knight" => {
            const MOVES: &[(isize, isize)] = &[(1, 2), (1, -2), (2, 1), (2, -1)];
            Box::new(move |digits| neighbours(MOVES).all(|(one, other)| digits[one] != digits[other]))
        }
        "anti_king" => {
            const MOVES: &[(isize, isize)] = &[(0, 1), (1, 0), (1, 1), (1, -1)];
            Box::new(move |digits| neighbours(MOVES).all(|(one, other)| digits[one] != digits[other]))
        }
        "non_consecutive" => Box::new(move |digits| {
            neighbours(BESIDE).all(|(one, other)| (digits[one] - digits[other]).abs() != 1)
        }),
        "negative" => {
            let measures = [Measure::Difference(1), Measure::Ratio(2), Measure::Sum(size as i64)];
            let measures: Vec<Measure> = measures.into_iter().filter(|_| fields.below(2) == 0).collect();
            values.insert("of", FieldValue::Measures(measures.clone()));
            let signs = signs.to_vec();
            Box::new(move |digits| {
                neighbours(BESIDE).all(|(one, other)| {
                    let signs =
                        || signs.iter().filter(|(pair, _)| pair.contains(&one) && pair.contains(&other));
                    let has_sum = signs().any(|(_, measure)| matches!(measure, Measure::Sum(_)));
                    let has_dot = signs().any(|(_, measure)| !matches!(measure, Measure::Sum(_)));
                    let (one, other) = (digits[one], digits[other]);
                    measures.iter().all(|measure| match *measure {
                        Measure::Difference(value) => has_dot || (one - other).abs() != value,
                        Measure::Ratio(value) => has_dot || one != value * other && other != value * one,
                        Measure::Sum(value) => has_sum || one + other != value,
                    })
                })
            })
        }
        "diagonals" => {
            let which = fields.below(3);
            let words = [vec!["main"], vec!["anti"], vec!["main", "anti"]];
            values.insert("which", FieldValue::Words(words[which].clone()));
            Box::new(move |digits| {
                let main: Vec<i64> = (0..size).map(|row| digits[row * size + row]).collect();
                let anti: Vec<i64> = (0..size).map(|row| digits[row * size + size - 1 - row]).collect();
                (which == 1 || are_different(&main)) && (which == 0 || are_different(&anti))
            })
        }
        "disjoint_groups" => {
            let shape = BoxShape::usual(size);
            Box::new(move |digits| {
                (0..size).all(|place| {
                    let group = (0..size).map(|number| {
                        let across = size / shape.width;
                        let row = number / across * shape.height + place / shape.width;
                        let column = number % across * shape.width + place % shape.width;
                        digits[row * size + column]
                    });
                    are_different(&group.collect::<Vec<_>>())
                })
            })
        }
        "windoku" => {
            // One window, in the middle of a 4x4 or at the top left of a 6x6.
            let shape = BoxShape::usual(size);
            Box::new(move |digits| {
                let window = (1..=shape.height)
                    .flat_map(|row| (1..=shape.width).map(move |column| digits[row * size + column]));
                are_different(&window.collect::<Vec<_>>())
            })
        }
        "little_killer" => {
            let steps: [(&str, isize, isize); 4] =
                [("down_right", 1, 1), ("down_left", 1, -1), ("up_right", -1, 1), ("up_left", -1, -1)];
            let (first, (word, down, right)) = (fields.cells(1)[0], steps[fields.below(4)]);
            let inside = 0..size as isize;
            let place =
                |step: isize| ((first / size) as isize + step * down, (first % size) as isize + step * right);
            let places =
                (0..).map(place).take_while(|(row, column)| inside.contains(row) && inside.contains(column));
            let diagonal: Vec<usize> =
                places.map(|(row, column)| row as usize * size + column as usize).collect();
            let sum = (diagonal.len() + fields.below(diagonal.len() * (size - 1) + 1)) as i64;
            if fields.below(2) == 0 {
                values.insert("cells", cells(&diagonal));
            } else {
                values.insert("from", cells(&[first]));
                values.insert("direction", FieldValue::Word(word));
            }
            values.insert("sum", FieldValue::Number(sum));
            Box::new(move |digits| at(digits, &diagonal).iter().sum::<i64>() == sum)
        }
        "quadruple" | "contain_at_least" | "contain_exactly" => {
            let count = 1 + fields.below(if kind.name == "quadruple" { 4 } else { 6 });
            let (chosen, listed) = (fields.cells(count), 1 + fields.below(count.min(4)));
            let listed: Vec<i64> = (0..listed).map(|_| 1 + fields.below(size) as i64).collect();
            let is_exact = kind.name == "contain_exactly";
            values.insert("cells", cells(&chosen));
            values.insert("digits", FieldValue::Numbers(listed.clone()));
            Box::new(move |digits| {
                let digits = at(digits, &chosen);
                listed.iter().all(|digit| {
                    let count = |list: &[i64]| list.iter().filter(|&other| other == digit).count();
                    count(&digits) == count(&listed) || !is_exact && count(&digits) > count(&listed)
                })
            })
        }
        "between_line" | "lockout" => {
            let count = 2 + fields.below(4);
            let mut path = fields.path(count);
            if fields.below(8) == 0 {
                path.push(path[fields.below(path.len())]);
            }
            values.insert("cells", cells(&path));
            let is_lockout = kind.name == "lockout";
            let difference = 1 + fields.below(size / 2) as i64;
            if is_lockout {
                values.insert("difference", FieldValue::Number(difference));
            }
            Box::new(move |digits| {
                let digits = at(digits, &path);
                let (first, last) = (digits[0], digits[digits.len() - 1]);
                let inner = &digits[1..digits.len() - 1];
                if is_lockout {
                    (first - last).abs() >= difference
                        && inner.iter().all(|&digit| (digit - first) * (digit - last) > 0)
                } else {
                    inner.iter().all(|&digit| (digit - first) * (digit - last) < 0)
                }
            })
        }
        "maximum" | "minimum" => {
            let (chosen, sign) = (fields.cells(3), if kind.name == "maximum" { 1 } else { -1 });
            values.insert("cells", cells(&chosen));
            Box::new(move |digits| {
                neighbours(BESIDE).all(|(one, other)| {
                    let difference = sign * (digits[one] - digits[other]);
                    match (chosen.contains(&one), chosen.contains(&other)) {
                        (true, false) => difference > 0,
                        (false, true) => difference < 0,
                        _ => true,
                    }
                })
            })
        }
        "region_sum_line" => {
            let count = 2 + fields.below(4);
            let (path, shape) = (fields.path(count), BoxShape::usual(size));
            values.insert("cells", cells(&path));
            Box::new(move |digits| {
                let in_box = |cell: usize| (cell / size / shape.height, cell % size / shape.width);
                let mut sums: Vec<i64> = Vec::new();
                for (step, &cell) in path.iter().enumerate() {
                    if step == 0 || in_box(path[step - 1]) != in_box(cell) {
                        sums.push(0);
                    }
                    *sums.last_mut().expect("a sum") += digits[cell];
                }
                sums.iter().all(|sum| *sum == sums[0])
            })
        }
        "nabner" => {
            let count = 1 + fields.below(5);
            let chosen = fields.cells(count);
            values.insert("cells", cells(&chosen));
            Box::new(move |digits| {
                let mut digits = at(digits, &chosen);
                digits.sort_unstable();
                digits.windows(2).all(|pair| pair[0] + 1 < pair[1])
            })
        }
        "indexer" => {
            let (word, shape) = (["row", "column", "box"][fields.below(3)], BoxShape::usual(size));
            let count = 1 + fields.below(4);
            let chosen = fields.cells(count);
            values.insert("cells", cells(&chosen));
            values.insert("axis", FieldValue::Word(word));
            Box::new(move |digits| {
                chosen.iter().all(|&cell| {
                    let (row, column) = (cell / size, cell % size);
                    let Ok(value) = usize::try_from(digits[cell] - 1) else { return false };
                    let (top, left) = (row / shape.height * shape.height, column / shape.width * shape.width);
                    let own = (row - top) * shape.width + column - left;
                    match word {
                        "row" => digits[value * size + column] == row as i64 + 1,
                        "column" => digits[row * size + value] == column as i64 + 1,
                        _ => {
                            let target = (top + value / shape.width) * size + left + value % shape.width;
                            digits[target] == own as i64 + 1
                        }
                    }
                })
            })
        }
        "entropic" | "modular" => {
            let is_modular = kind.name == "modular";
            let modulus = if is_modular { 2 + fields.below(3) } else { 3 };
            let count = 2 + fields.below(4);
            let mut path = fields.path(count);
            if fields.below(4) == 0 {
                path.push(path[0]);
            }
            values.insert("cells", cells(&path));
            if is_modular {
                values.insert("modulus", FieldValue::Number(modulus as i64));
            }
            let class = move |digit: i64| match digit {
                _ if is_modular => digit % modulus as i64,
                // Low, middle and high: 1, 2 and 1 of four digits, 2, 2 and 2 of six.
                _ if size == 4 => i64::from(digit > 1) + i64::from(digit > 3),
                _ => (digit - 1).div_euclid(2),
            };
            Box::new(move |digits| {
                // Neighbours on a loop go round it.
                let is_loop = path[0] == path[path.len() - 1];
                let line: Vec<usize> = if is_loop { path[1..].repeat(modulus + 1) } else { path.clone() };
                let window = modulus.min(line.len());
                line.windows(window)
                    .all(|cells| are_different(&at(digits, cells).into_iter().map(class).collect::<Vec<_>>()))
            })
        }
        "zipper" => {
            let count = 2 + fields.below(5);
            let path = fields.path(count);
            values.insert("cells", cells(&path));
            Box::new(move |digits| {
                let (digits, count) = (at(digits, &path), path.len());
                let sums = (0..count / 2).map(|at| digits[at] + digits[count - 1 - at]);
                let middle = (count % 2 == 1).then(|| digits[count / 2]);
                sums.chain(middle).collect::<BTreeSet<_>>().len() == 1
            })
        }
        "parity_line" => {
            let path = fields.path(3);
            values.insert("cells", cells(&path));
            Box::new(move |digits| at(digits, &path).windows(2).all(|pair| (pair[0] + pair[1]) % 2 == 1))
        }
        "double_arrow" => {
            let mut path = fields.cells(1);
            while path.len() < 3 {
                path = fields.path(3 + fields.size % 3);
            }
            values.insert("cells", cells(&path));
            Box::new(move |digits| {
                let digits = at(digits, &path);
                digits.iter().sum::<i64>() == 2 * (digits[0] + digits[digits.len() - 1])
            })
        }
        "equal_sums" | "same_values" => {
            let (is_same, count) = (kind.name == "same_values", 1 + fields.below(3));
            let groups: Vec<Vec<usize>> = (0..2 + fields.below(2))
                .map(|_| {
                    let count = if is_same { count } else { 1 + fields.below(3) };
                    fields.cells(count)
                })
                .collect();
            let list = |group: &Vec<usize>| group.iter().map(|&cell| Cell(cell as u16)).collect();
            values.insert("groups", FieldValue::CellLists(groups.iter().map(list).collect()));
            Box::new(move |digits| {
                let of_group = |group: &Vec<usize>| {
                    let mut digits = at(digits, group);
                    digits.sort_unstable();
                    if is_same { digits } else { vec![digits.iter().sum()] }
                };
                groups.iter().map(of_group).collect::<BTreeSet<_>>().len() == 1
            })
        }
        "anti_taxicab" => Box::new(move |digits| {
            (0..size * size).all(|one| {
                (0..one).all(|other| {
                    let rows = (one / size).abs_diff(other / size);
                    let steps = rows + (one % size).abs_diff(other % size);
                    !(digits[one] == digits[other] && digits[one] == steps as i64)
                })
            })
        }),
        "equality_cage" => {
            let count = 2 + 2 * fields.below(2);
            let chosen = fields.cells(count);
            values.insert("cells", cells(&chosen));
            Box::new(move |digits| {
                let digits = at(digits, &chosen);
                let even = digits.iter().filter(|digit| *digit % 2 == 0).count();
                let low = digits.iter().filter(|digit| **digit <= size as i64 / 2).count();
                are_different(&digits) && 2 * even == count && 2 * low == count
            })
        }
        "global_entropy" | "global_modular" => {
            let is_modular = kind.name == "global_modular";
            let class = move |digit: i64| match digit {
                _ if is_modular => digit % 3,
                _ if size == 4 => i64::from(digit > 1) + i64::from(digit > 3),
                _ => (digit - 1).div_euclid(2),
            };
            Box::new(move |digits| {
                let corners = (0..size * (size - 1)).filter(|cell| cell % size + 1 < size);
                corners.into_iter().all(|cell| {
                    let square = [cell, cell + 1, cell + size, cell + size + 1];
                    square.map(|cell| class(digits[cell])).into_iter().collect::<BTreeSet<_>>().len() == 3
                })
            })
        }
        "rellik" => {
            let count = 1 + fields.below(4);
            let (chosen, sum) = (fields.cells(count), 1 + fields.below(2 * size) as i64);
            values.insert("cells", cells(&chosen));
            values.insert("sum", FieldValue::Number(sum));
            Box::new(move |digits| {
                let digits = at(digits, &chosen);
                are_different(&digits)
                    && (1..1 << digits.len()).all(|some: u32| {
                        let chosen = digits.iter().enumerate().filter(|(at, _)| some >> at & 1 == 1);
                        chosen.map(|(_, digit)| digit).sum::<i64>() != sum
                    })
            })
        }
        "sandwich" | "x_sum" | "skyscraper" | "numbered_room" | "hidden_skyscraper" => {
            let seen = seen_line(&mut values, fields);
            let (field, range) = match kind.name {
                "sandwich" => ("sum", 2 * size),
                "x_sum" => ("sum", 3 * size),
                "skyscraper" => ("count", size),
                _ => ("digit", size),
            };
            let name = kind.name;
            let clue = (fields.below(range) + usize::from(name != "sandwich")) as i64;
            values.insert(field, FieldValue::Number(clue));
            Box::new(move |digits| outside_clue(name, &at(digits, &seen), clue, size as i64))
        }
        "sum_line" => {
            let (path, sum) = (fields.path(4), (2 + fields.below(2 * size)) as i64);
            values.insert("cells", cells(&path));
            values.insert("sum", FieldValue::Number(sum));
            Box::new(move |digits| {
                // The first piece is all, or the rest is a line of pieces.
                fn is_cut(digits: &[i64], sum: i64) -> bool {
                    (1..=digits.len()).any(|length| {
                        let (piece, rest) = digits.split_at(length);
                        piece.iter().sum::<i64>() == sum && (rest.is_empty() || is_cut(rest, sum))
                    })
                }
                is_cut(&at(digits, &path), sum)
            })
        }
        "product" => {
            let count = 1 + fields.below(4);
            let chosen = fields.cells(count);
            let product = (0..count).map(|_| 1 + fields.below(size) as i64).product();
            values.insert("cells", cells(&chosen));
            values.insert("product", FieldValue::Number(product));
            Box::new(move |digits| at(digits, &chosen).iter().product::<i64>() == product)
        }
        "regex" => {
            let path = fields.path(4);
            let (pattern, is_word) = PATTERNS[fields.below(PATTERNS.len())];
            values.insert("cells", cells(&path));
            values.insert("pattern", FieldValue::Text(pattern.to_owned()));
            Box::new(move |digits| is_word(&at(digits, &path)))
        }
        "automaton" => {
            let path = fields.path(4);
            let steps: Vec<(i64, i64, i64)> = (0..6 * size)
                .map(|_| (fields.below(3) as i64, 1 + fields.below(size) as i64, fields.below(3) as i64))
                .collect();
            let transition = |&(from, digit, to): &(i64, i64, i64)| Transition {
                from,
                digits: Digit::new(digit as usize).into_iter().collect(),
                to,
            };
            let accepted = fields.below(3) as i64;
            values.insert("cells", cells(&path));
            values.insert("accept", FieldValue::Numbers(vec![accepted]));
            values.insert("transitions", FieldValue::Transitions(steps.iter().map(transition).collect()));
            Box::new(move |digits| {
                // A path of steps with these digits, by trial.
                fn leads(steps: &[(i64, i64, i64)], state: i64, digits: &[i64], accepted: i64) -> bool {
                    let Some((first, rest)) = digits.split_first() else { return state == accepted };
                    let mut fitting = steps.iter().filter(|step| (step.0, step.1) == (state, *first));
                    fitting.any(|step| leads(steps, step.2, rest, accepted))
                }
                leads(&steps, 0, &at(digits, &path), accepted)
            })
        }
        "look_and_say" => {
            let count = 2 + fields.below(4);
            let (chosen, said) = (fields.cells(count), [1 + fields.below(size), 1 + fields.below(size)]);
            let counts = [fields.below(3), fields.below(2)];
            let clue = format!("{}{}{}{}", counts[0], said[0], counts[1], said[1]);
            values.insert("cells", cells(&chosen));
            values.insert("clue", FieldValue::Text(clue));
            Box::new(move |digits| {
                let digits = at(digits, &chosen);
                counts.iter().zip(&said).all(|(&count, &said)| {
                    digits.iter().filter(|&&digit| digit == said as i64).count() == count
                })
            })
        }
        "lunchbox" => {
            let count = 2 + fields.below(4);
            let (chosen, sum) = (fields.cells(count), fields.below(2 * size) as i64);
            values.insert("cells", cells(&chosen));
            values.insert("sum", FieldValue::Number(sum));
            Box::new(move |digits| {
                let digits = at(digits, &chosen);
                let is_end =
                    |digit: &i64| Some(digit) == digits.iter().min() || Some(digit) == digits.iter().max();
                let inner: Vec<i64> = digits.iter().skip_while(|digit| !is_end(digit)).copied().collect();
                let inner = inner.iter().skip(1).take_while(|digit| !is_end(digit));
                are_different(&digits) && inner.sum::<i64>() == sum
            })
        }
        "count_distinct" => {
            let count = 2 + fields.below(4);
            let chosen = fields.cells(count);
            values.insert("control", cells(&chosen[..1]));
            // The control may count itself.
            let counted = chosen[fields.below(2)..].to_vec();
            values.insert("cells", cells(&counted));
            Box::new(move |digits| {
                at(digits, &counted).iter().collect::<BTreeSet<_>>().len() as i64 == digits[chosen[0]]
            })
        }
        "counting_circles" => {
            let count = 1 + fields.below(6);
            let chosen = fields.cells(count);
            values.insert("cells", cells(&chosen));
            Box::new(move |digits| {
                let digits = at(digits, &chosen);
                digits
                    .iter()
                    .all(|digit| digits.iter().filter(|other| *other == digit).count() as i64 == *digit)
            })
        }
        "or" => {
            let count = 1 + fields.below(3);
            let lists: Vec<Vec<Meant>> = (0..count)
                .map(|_| {
                    let length = 1 + fields.below(2);
                    any_of(rules, fields, length, signs.to_vec(), |name| name != "or")
                })
                .collect();
            let of_list = |list: &Vec<Meant>| list.iter().map(|meant| meant.constraint.to_values()).collect();
            values.insert("any", FieldValue::ConstraintLists(lists.iter().map(of_list).collect()));
            Box::new(move |digits| lists.iter().any(|list| list.iter().all(|meant| (meant.holds)(digits))))
        }
        // The laws fail for a type whose meaning is missing here.
        _ => Box::new(|_| false),
    };
    let constraint = rules.constraint(kind, &values).expect("the fields fit");
    Meant { constraint, holds }
}

/// Several constraints of random types.
pub(super) fn several(rules: &Rules, seed: u64, count: usize) -> Vec<Meant> {
    let mut fields = Fields { random: SplitMix64::new(seed), size: rules.digit_count() };
    any_of(rules, &mut fields, count, Vec::new(), |_| true)
}

/// Several constraints of some types, last the negative, and lists that may have one, because they depend on the signs.
fn any_of(
    rules: &Rules,
    fields: &mut Fields,
    count: usize,
    mut signs: Vec<(Vec<usize>, Measure)>,
    is_type: fn(&str) -> bool,
) -> Vec<Meant> {
    let known: Vec<usize> =
        (0..Constraint::TYPES.len()).filter(|&kind| is_type(Constraint::TYPES[kind].name)).collect();
    let mut kinds: Vec<usize> = (0..count).map(|_| known[fields.below(known.len())]).collect();
    kinds.sort_by_key(|&kind| ["negative", "or"].contains(&Constraint::TYPES[kind].name));
    let mut all = Vec::new();
    for kind in kinds {
        let made = meant(rules, kind, fields, &signs);
        let pair: Vec<usize> = made.constraint.cells().iter().map(|cell| cell.index()).collect();
        match made.constraint.type_name() {
            "difference" => signs.push((pair, Measure::Difference(0))),
            "ratio" => signs.push((pair, Measure::Ratio(0))),
            "sum_pair" => signs.push((pair, Measure::Sum(0))),
            _ => {}
        }
        all.push(made);
    }
    all
}

pub(super) fn values(grid: &Grid) -> Vec<i64> {
    grid.cells().iter().map(|digit| digit.map_or(0, |digit| digit.value() as i64)).collect()
}

/// All solutions of a puzzle without constraints.
fn all_solutions(puzzle: &Puzzle) -> Vec<Grid> {
    puzzle.solutions().map(Solution::into_grid).collect()
}

/// A puzzle without constraints that has between 1 and some thousand solutions: of a 6x6, with some clues of a random solution.
fn base(size: usize, seed: u64) -> Puzzle {
    let rules = Rules::plain(size, BoxShape::usual(size)).expect("a size");
    let empty = Puzzle::empty(rules);
    if size < 6 {
        return empty;
    }
    let mut solver = Solver::new(empty.clone(), NonZeroU64::MIN);
    solver.restart_in_random_order(empty.clone(), NonZeroU64::MIN, seed);
    while solver.advance(u64::MAX, &AtomicBool::new(false)).expect("sound") == Progress::Paused {}
    let answer = solver.answer();
    let solution = answer.verdict.witnesses().first().expect("an empty grid has a solution").grid().clone();
    let mut cells: Vec<(Cell, Digit)> = solution.filled().collect();
    SplitMix64::new(seed).shuffle(&mut cells);
    cells
        .into_iter()
        .take(12)
        .fold(empty, |puzzle, (cell, digit)| puzzle.with_clue(cell, digit).expect("fits"))
}

fn check(size: usize, seed: u64, constraints: &[Meant]) -> Result<(), TestCaseError> {
    let base = base(size, seed);
    let list: Vec<Constraint> = constraints.iter().map(|meant| meant.constraint.clone()).collect();
    let names: Vec<&str> = list.iter().map(Constraint::type_name).collect();
    let puzzle = base.with_constraints(list).expect("few constraints");
    prop_assert_eq!(puzzle.to_string().parse(), Ok(puzzle.clone()), "{}", puzzle);
    let holds = |grid: &Grid| constraints.iter().all(|meant| (meant.holds)(&values(grid)));
    let expected: BTreeSet<Vec<i64>> =
        all_solutions(&base).iter().filter(|grid| holds(grid)).map(values).collect();
    let found: Vec<Vec<i64>> = all_solutions(&puzzle).iter().map(values).collect();
    prop_assert_eq!(found.len(), expected.len(), "{:?}", names);
    prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected.clone(), "{:?}", names);
    prop_assert_eq!(puzzle.count_up_to(u64::MAX), expected.len() as u64);
    // Conflicts are never listed for a puzzle with a solution.
    prop_assert!(expected.is_empty() || puzzle.conflicts().is_empty(), "{:?}", puzzle.conflicts());
    check_proof(&puzzle, &all_solutions(&base), &expected)
}

/// The true variables of a formula, of which these are all whose numbers are up to `known`: the others follow by unit propagation. `None` if
/// one does not.
fn with_auxiliaries(formula: &Formula, chosen: &BTreeSet<i32>, known: usize) -> Option<BTreeSet<i32>> {
    let mut all = vec![None; formula.variable_count() + 1];
    (1..=known).for_each(|variable| all[variable] = Some(chosen.contains(&(variable as i32))));
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for constraint in formula.constraints() {
            let (literals, is_exact) = match constraint {
                FormulaConstraint::Clause(literals) => (literals, false),
                FormulaConstraint::ExactlyOne(literals) => (literals, true),
                _ => continue,
            };
            let value = |all: &[Option<bool>], literal: i32| {
                all[literal.unsigned_abs() as usize].map(|is_true| is_true == (literal > 0))
            };
            let is_met = literals.iter().any(|&literal| value(&all, literal) == Some(true));
            let open: Vec<i32> =
                literals.iter().copied().filter(|&literal| value(&all, literal).is_none()).collect();
            if is_met && is_exact || !is_met && open.len() == 1 {
                for literal in open {
                    all[literal.unsigned_abs() as usize] = Some((literal > 0) != is_met);
                    is_changed = true;
                }
            }
        }
    }
    let all: Option<Vec<bool>> = all[1..].iter().copied().collect();
    Some((1..).zip(all?).filter(|(_, is_true)| *is_true).map(|(variable, _)| variable).collect())
}

/// Checks that the formula holds for these grids that are expected, and no others, and has an accepted proof of their number.
fn check_proof(puzzle: &Puzzle, grids: &[Grid], expected: &BTreeSet<Vec<i64>>) -> Result<(), TestCaseError> {
    let names: Vec<&str> = puzzle.rules().constraints().iter().map(Constraint::type_name).collect();
    let digits = puzzle.rules().digit_count();
    let formula = puzzle_formula(puzzle).expect("a small puzzle");
    // The counted size is the size of the formula and of its texts.
    let size = puzzle_formula_size(puzzle).expect("a small puzzle");
    prop_assert_eq!((formula.size(), formula.heap_bytes()), (size, size.heap_bytes()), "{:?}", names);
    for format in [FormulaFormat::Dimacs, FormulaFormat::Opb] {
        let mut text = String::new();
        format.write(&formula, &mut text).expect("a string");
        if format.check_size(&size).is_ok() {
            prop_assert_eq!(text.len() as u64, format.text_bytes(&size), "{:?}", names);
        }
    }
    for grid in grids {
        let chosen: BTreeSet<i32> =
            grid.filled().map(|(cell, digit)| puzzle_variable(cell, digit, digits)).collect();
        let Some(chosen) = with_auxiliaries(&formula, &chosen, grid.cells().len() * digits) else {
            prop_assert!(!expected.contains(&values(grid)), "{:?}", names);
            continue;
        };
        let count = |literals: &[i32]| {
            literals.iter().filter(|&&literal| chosen.contains(&literal.abs()) == (literal > 0)).count()
        };
        let holds = formula.constraints().all(|constraint| match constraint {
            FormulaConstraint::Clause(literals) => count(literals) > 0,
            FormulaConstraint::ExactlyOne(literals) => count(literals) == 1,
            FormulaConstraint::AtMostOne(literals) => count(literals) <= 1,
            FormulaConstraint::Sum { variables, factors, total } => {
                let terms = variables.iter().zip(factors).filter(|(variable, _)| chosen.contains(variable));
                terms.map(|(_, &factor)| i64::from(factor)).sum::<i64>() == total
            }
        });
        prop_assert_eq!(holds, expected.contains(&values(grid)), "{:?}", names);
    }
    let claim = expected.len() as u64;
    if claim > 100 {
        return Ok(());
    }
    let answer = run_to_end(PuzzleProof::new(puzzle.clone(), claim).expect("a small puzzle")).expect("sound");
    prop_assert!(answer.is_proved(), "{:?}", names);
    let found: BTreeSet<Vec<i64>> = answer.solutions.iter().map(|solution| values(solution.grid())).collect();
    prop_assert_eq!(&found, expected);
    let mut checker = Checker::with_derivations(&answer.formula, &answer.derivations);
    for lemma in answer.lemmas.iter() {
        prop_assert!(checker.accept(lemma).is_ok(), "{:?}", names);
    }
    prop_assert!(checker.is_refuted(), "{:?}", names);
    if claim > 0 {
        let answer =
            run_to_end(PuzzleProof::new(puzzle.clone(), claim - 1).expect("a small puzzle")).expect("sound");
        prop_assert!(!answer.is_proved() && answer.solutions.len() as u64 == claim);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn each_type_alone_leaves_the_grids_that_it_means(seed in any::<u64>()) {
        for kind in 0..Constraint::TYPES.len() {
            for size in [4, 6] {
                let rules = Rules::plain(size, BoxShape::usual(size)).expect("a size");
                let mut fields = Fields { random: SplitMix64::new(seed), size };
                let made = meant(&rules, kind, &mut fields, &[]);
                check(size, seed, &[made])?;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn alternatives_leave_the_grids_that_one_of_them_means(
        seed in any::<u64>(),
        size in prop::sample::select(vec![4_usize, 6]),
    ) {
        let rules = Rules::plain(size, BoxShape::usual(size)).expect("a size");
        let kind = Constraint::TYPES.iter().position(|known| known.name == "or").expect("a type");
        let mut fields = Fields { random: SplitMix64::new(seed), size };
        let made = meant(&rules, kind, &mut fields, &[]);
        check(size, seed, &[made])?;
    }

    #[test]
    fn several_types_together_leave_the_grids_that_they_mean(
        seed in any::<u64>(),
        size in prop::sample::select(vec![4_usize, 6]),
        count in 2..=4_usize,
    ) {
        let rules = Rules::plain(size, BoxShape::usual(size)).expect("a size");
        check(size, seed, &several(&rules, seed, count))?;
    }

    #[test]
    fn pauses_do_not_change_the_solutions_of_constraints(seed in any::<u64>()) {
        let rules = Rules::plain(4, BoxShape::usual(4)).expect("a size");
        let list: Vec<Constraint> = several(&rules, seed, 3).into_iter().map(|meant| meant.constraint).collect();
        let puzzle = base(4, seed).with_constraints(list).expect("few constraints");
        let mut solver = Solver::new(puzzle.clone(), NonZeroU64::MAX);
        while solver.advance(1, &AtomicBool::new(false)).expect("sound") == Progress::Paused {}
        prop_assert_eq!(solver.count(), puzzle.count_up_to(u64::MAX));
    }

    #[test]
    fn answers_do_not_depend_on_the_puzzles_before_them(seed in any::<u64>()) {
        let rules = Rules::plain(9, BoxShape::usual(9)).expect("a size");
        let puzzle = |seed: u64| {
            let list: Vec<Constraint> = several(&rules, seed, 2).into_iter().map(|meant| meant.constraint).collect();
            Puzzle::empty(rules.with_constraints(list).expect("few constraints"))
        };
        let limit = NonZeroU64::new(10_000).expect("positive");
        let answer = |solver: &mut Solver| {
            let nodes_left = |solver: &Solver| 600 - solver.nodes();
            while nodes_left(solver) > 0
                && solver.advance(nodes_left(solver), &AtomicBool::new(false)).expect("sound") == Progress::Paused
            {}
            solver.answer()
        };
        let puzzles: Vec<Puzzle> = (0..3).map(|at| puzzle(seed.wrapping_add(at))).collect();
        let mut used = Solver::new(puzzles[0].clone(), limit);
        for puzzle in puzzles.iter().chain([&puzzles[2], &puzzles[0]]) {
            used.restart(puzzle.clone(), limit);
            prop_assert_eq!(answer(&mut used), answer(&mut Solver::new(puzzle.clone(), limit)));
        }
    }

    #[test]
    fn contradicting_clues_and_constraints_have_no_solution_and_each_part_has_one(seed in any::<u64>()) {
        let rules = Rules::plain(4, BoxShape::usual(4)).expect("a size");
        let list: Vec<Constraint> = several(&rules, seed, 6).into_iter().map(|meant| meant.constraint).collect();
        let puzzle = base(4, seed).with_constraints(list.clone()).expect("few constraints");
        let puzzle = puzzle.with_clue(Cell(0), Digit::new(1).expect("a digit")).expect("fits");
        let answer = run_to_end(ContradictionSearch::new(puzzle.clone())).expect("sound");
        prop_assert_eq!(answer.is_solvable, Some(puzzle.solve().is_some()));
        if answer.is_solvable == Some(true) {
            prop_assert!(answer.clues.is_empty() && answer.constraints.is_empty());
            return Ok(());
        }
        let with = |without: Option<usize>, has_clue: bool| {
            let kept = answer.constraints.iter().filter(|&&index| Some(index) != without);
            let kept: Vec<Constraint> = kept.map(|&index| list[index].clone()).collect();
            let mut puzzle = puzzle.with_constraints(kept).expect("few constraints");
            if !has_clue {
                puzzle.remove_clue(Cell(0));
            }
            puzzle.solve().is_some()
        };
        let has_clue = !answer.clues.is_empty();
        prop_assert!(!with(None, has_clue));
        prop_assert!(!has_clue || with(None, false));
        for &index in &answer.constraints {
            prop_assert!(with(Some(index), has_clue), "{} is not needed", index);
        }
    }

    #[test]
    fn constraint_is_redundant_if_the_solutions_are_the_same_without_it(seed in any::<u64>()) {
        let rules = Rules::plain(4, BoxShape::usual(4)).expect("a size");
        let list: Vec<Constraint> = several(&rules, seed, 4).into_iter().map(|meant| meant.constraint).collect();
        let puzzle = base(4, seed).with_constraints(list.clone()).expect("few constraints");
        let whole = puzzle.count_up_to(u64::MAX);
        let without = |index: usize| {
            let mut kept = list.clone();
            kept.remove(index);
            puzzle.with_constraints(kept).expect("few constraints").count_up_to(u64::MAX)
        };
        let expected: Vec<PuzzlePart> =
            (0..list.len()).filter(|&index| without(index) == whole).map(PuzzlePart::Constraint).collect();
        let answer = run_to_end(MinimalSearch::of_constraints(puzzle.clone(), Some(seed))).expect("sound");
        prop_assert_eq!(&answer.redundant, &expected);
        let kept = answer.constraints.expect("it was reduced");
        let kept_list: Vec<Constraint> = kept.iter().map(|&index| list[index].clone()).collect();
        let reduced = puzzle.with_constraints(kept_list).expect("few constraints");
        prop_assert_eq!(reduced.count_up_to(u64::MAX), whole);
        let again = run_to_end(MinimalSearch::of_constraints(reduced, None)).expect("sound");
        prop_assert_eq!(again.redundant, []);
    }
}

#[test]
fn regions_must_divide_the_grid() {
    let region = |cells: &[u16]| cells.iter().copied().map(Cell).collect::<Vec<_>>();
    let columns: Vec<Vec<Cell>> =
        (0..4).map(|column| region(&[column, column + 4, column + 8, column + 12])).collect();
    assert_eq!(Rules::with_regions(4, &columns).expect("valid").layout().house_count(), 12);
    assert_eq!(Rules::with_regions(4, &[]).expect("a Latin square").layout().house_count(), 8);
    let mut short = columns.clone();
    short[2].pop();
    let error = Rules::with_regions(4, &short).expect_err("a cell is missing");
    assert_eq!(error.to_string(), "region 3 has 3 cells: it must have 4, as many as there are digits");
    let mut twice = columns.clone();
    twice[3][0] = Cell(0);
    let error = Rules::with_regions(4, &twice).expect_err("a cell is in two regions");
    assert_eq!(error.to_string(), "r1c1 is in regions 1 and 4: it must be in one");
    assert!(Rules::with_regions(4, &columns[1..]).is_err());
    let two = Rules::with_regions(2, &[]).expect("a Latin square");
    assert_eq!(Puzzle::empty(two).count_up_to(u64::MAX), 2);
}

#[test]
fn meaning_from_zero_changes_for_the_constraints_that_depend_on_values() {
    let rules = Rules::plain(4, BoxShape::usual(4)).expect("a size");
    for (kind, known) in Constraint::TYPES.iter().enumerate() {
        let (mut depends, mut changes) = (false, false);
        for seed in 0..400 {
            let mut fields = Fields { random: SplitMix64::new(seed), size: 4 };
            let Meant { constraint, holds } = meant(&rules, kind, &mut fields, &[]);
            let mut from_one: Vec<i64> = (0..16).map(|_| 1 + fields.below(4) as i64).collect();
            if seed % 2 == 0 {
                // All squares have the same digits, as some rules of the whole grid need them.
                from_one = (0..16).map(|cell| from_one[cell / 4 % 2 * 2 + cell % 2]).collect();
            }
            let from_zero: Vec<i64> = from_one.iter().map(|value| value - 1).collect();
            let is_other = holds(&from_one) != holds(&from_zero);
            assert!(constraint.depends_on_values() || !is_other, "{constraint:?} {from_one:?}");
            depends |= constraint.depends_on_values();
            changes |= is_other;
        }
        assert_eq!(depends, changes, "{}", known.name);
    }
}
