//! The rules of a puzzle: a layout, a number of digits, and everything compiled once from them.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use thiserror::Error;

use super::article::article;
use super::box_grid::{box_grid, several_grids};
use super::box_shape::BoxShape;
use super::cell::{Cell, Position, PositionError};
use super::constraints::{
    Automata, COMPILATION_WORK_MAX, Constraint, ConstraintError, ConstraintType, Drawing, FieldValue,
    FieldValues, Network, NetworkBuilder, NetworkError, PARTS_MAX, Parts, REVISIONS_MAX, Sign, Surroundings,
    is_contradicted, parse_value, unknown_field,
};
use super::csr::Csr;
use super::digit::{DigitSet, SIZE_MAX};
use super::grid::Grid;
use super::house::{HouseKind, HouseName};
use super::layout::{Layout, LayoutError};

/// Reason why rules are invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// The size, which is also the number of digits, is not in 1..=[`SIZE_MAX`].
    #[error("size {size} is out of range: a size is from 1 to {SIZE_MAX}")]
    Size {
        /// The requested size.
        size: usize,
    },
    /// The box does not have as many cells as a row.
    #[error("{} {shape} box does not fit: it must have {size} cells, as many as a row", article(.shape.width))]
    Box {
        /// The requested size.
        size: usize,
        /// The requested box.
        shape: BoxShape,
    },
    /// A house has more cells than there are digits, so that no puzzle would have a solution.
    #[error("{house} has {cells} cells, more than the {digits} digits")]
    House {
        /// The house.
        house: HouseName,
        /// Its number of cells.
        cells: usize,
        /// Number of digits.
        digits: usize,
    },
    /// The layout is invalid.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// There are more than [`CONSTRAINTS_MAX`] constraints.
    #[error("there are {constraints} constraints: the maximum is {CONSTRAINTS_MAX}")]
    Constraints {
        /// Number of constraints.
        constraints: usize,
    },
    /// A constraint does not fit the grid.
    #[error("constraint {number}, of type {type_name}: {error}")]
    Constraint {
        /// Number of the constraint, from 1.
        number: usize,
        /// Name of its type.
        type_name: &'static str,
        /// The field at fault.
        error: ConstraintError,
    },
    /// The compiled constraints are too large.
    #[error(
        "the constraints are too large: the cells of their houses and pairs, the terms of their sums and the digits of their tables \
        are more than {PARTS_MAX}"
    )]
    ConstraintParts,
    /// The preparation of the constraints takes too much work.
    #[error(
        "the constraints take too much work: use fewer long sums, fewer overlapping groups of different digits, or fewer different relations \
        between pairs of cells"
    )]
    ConstraintWork,
    /// The number of grids is not in 2..=[`GRIDS_MAX`].
    #[error("the number of grids is {grids}: a puzzle of several grids has from 2 to {GRIDS_MAX}")]
    Grids {
        /// Number of grids.
        grids: usize,
    },
    /// A grid ends beyond row or column [`SIZE_MAX`].
    #[error(
        "grid {grid} of {size} rows and columns does not fit: its top left cell must be from r1c1 to r{last}c{last}",
        last = SIZE_MAX + 1 - .size
    )]
    GridOutside {
        /// Number of the grid, from 1.
        grid: usize,
        /// Number of its rows and columns.
        size: usize,
    },
    /// Two grids have the same top left cell.
    #[error("grids {first} and {second} begin both at {position}: give each grid once")]
    GridTwice {
        /// Top left cell of the grids.
        position: Position,
        /// Number of the first grid, from 1.
        first: usize,
        /// Number of the second grid, from 1.
        second: usize,
    },
    /// So many cells are in many grids that the preparation of the rules takes too much work.
    #[error("the grids overlap too often: move them apart, or leave out some of them")]
    GridWork,
    /// There are not as many regions as digits.
    #[error("there are {regions} regions: there must be {digits}, as many as digits")]
    Regions {
        /// Number of regions.
        regions: usize,
        /// Number of digits.
        digits: usize,
    },
    /// A region does not have as many cells as there are digits.
    #[error("region {region} has {cells} cells: it must have {digits}, as many as there are digits")]
    RegionSize {
        /// Number of the region, from 1.
        region: usize,
        /// Its number of cells.
        cells: usize,
        /// Number of digits.
        digits: usize,
    },
    /// A cell is in two regions.
    #[error("{position} is in regions {first} and {second}: it must be in one")]
    RegionCell {
        /// The position of the cell.
        position: Position,
        /// Number of the first region, from 1.
        first: usize,
        /// Number of the second region, from 1.
        second: usize,
    },
}

/// Reason why names are no cells of a grid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CellsError {
    /// A name is no position.
    #[error(transparent)]
    Name(#[from] PositionError),
    /// The grid has no cell there.
    #[error("the grid has no cell {0}")]
    Outside(Position),
}

/// Price of a house that has a cell in common with an exact house.
const MEMBERSHIP_WORK: u64 = 4;

impl From<NetworkError> for RulesError {
    fn from(error: NetworkError) -> Self {
        match error {
            NetworkError::Parts => Self::ConstraintParts,
            NetworkError::Work => Self::ConstraintWork,
        }
    }
}

/// Largest price of the [`intersections`] of several grids: some ten times that of 13 grids of which each shares corners with others.
const GRID_WORK_MAX: u64 = 1 << 18;

/// Largest number of constraints of a puzzle.
pub const CONSTRAINTS_MAX: usize = 2_000;

/// Largest number of grids of a puzzle.
pub const GRIDS_MAX: usize = 36;

/// Intersection of an exact house with another house, of two or more cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Intersection {
    /// The shared cells, as bits: bit `n` is the exact house's cell `n`.
    pub shared: u64,
    /// Number of the other house.
    pub other: u16,
    /// The shared cells, as bits: bit `n` is the other house's cell `n`.
    pub shared_in_other: u64,
}

/// Layout and number of digits of a puzzle.
///
/// Every cell has one digit; no house has a digit twice. A house with as many cells as there are digits is *exact*: it has
/// every digit once.
///
/// A clone is a pointer. [Plain](Self::plain) rules are built once and never freed: a reference count written by all
/// threads would cost more than parsing a line. All other rules are freed with their last clone.
#[derive(Clone, Debug)]
pub struct Rules(CompiledRef);

#[derive(Clone, Debug)]
enum CompiledRef {
    Interned(&'static Compiled),
    Counted(Arc<Compiled>),
}

#[derive(Debug)]
struct Compiled {
    layout: Layout,
    digits: usize,
    /// Intersections of each exact house; none for other houses.
    intersections: Csr<Intersection>,
    is_classic_9x9: bool,
    /// The rules without the constraints; `None` if there are none.
    base: Option<Rules>,
    /// The constraints, in the order given.
    constraints: Vec<Constraint>,
    /// For each constraint, the index of the first one that equals it.
    first_equal: Vec<usize>,
    /// The [sorted](Sign::sort) signs of the constraints.
    signs: Vec<Sign>,
    /// Digits that the constraints allow each cell; `None` if all digits are allowed in all cells.
    masks: Option<Vec<DigitSet>>,
    /// The parts of the constraints that are neither masks nor houses of the layout.
    network: Network,
    /// The automata of the parts, for a [`NetworkBuilder`] that gets the same constraints again.
    automata: Automata,
    /// Work of the constraints before a search, in units of [`COMPILATION_WORK_MAX`].
    work: u64,
    /// Hash of layout, digits and constraints.
    fingerprint: u64,
}

impl Rules {
    /// The rules of this layout with the digits 1 to `digits`.
    ///
    /// # Errors
    /// [`RulesError`] if the number of digits is out of range, or a house has more cells.
    pub fn new(layout: Layout, digits: usize) -> Result<Self, RulesError> {
        Compiled::new(layout, digits).map(|compiled| Self(CompiledRef::Counted(Arc::new(compiled))))
    }

    /// The rules of a square grid with rows, columns and boxes of this shape.
    ///
    /// # Errors
    /// [`RulesError`] if the size is out of range or the box does not fit it.
    pub fn plain(size: usize, box_shape: BoxShape) -> Result<Self, RulesError> {
        // Indexed by size and box height. All 140 rules together take 4 MB.
        static INTERNED: [[OnceLock<Compiled>; SIZE_MAX]; SIZE_MAX] =
            [const { [const { OnceLock::new() }; SIZE_MAX] }; SIZE_MAX];
        if size == 0 || size > SIZE_MAX {
            return Err(RulesError::Size { size });
        }
        if box_shape.width.checked_mul(box_shape.height) != Some(size) {
            return Err(RulesError::Box { size, shape: box_shape });
        }
        let interned = &INTERNED[size - 1][box_shape.height - 1];
        if let Some(compiled) = interned.get() {
            return Ok(Self(CompiledRef::Interned(compiled)));
        }
        let compiled = Compiled::new(box_grid(size, box_shape)?, size)?;
        Ok(Self(CompiledRef::Interned(interned.get_or_init(|| compiled))))
    }

    /// The rules of a square grid with rows, columns and its [usual](BoxShape::usual) boxes.
    ///
    /// # Errors
    /// [`RulesError`] if the size is not in 1..=[`SIZE_MAX`].
    pub fn usual(size: usize) -> Result<Self, RulesError> {
        Self::plain(size, BoxShape::usual(size))
    }

    /// The rules of a square grid with rows, columns and, instead of boxes, these regions; without regions, those of a Latin square.
    ///
    /// # Errors
    /// [`RulesError`] if the size is out of range, or the regions do not divide the grid into as many regions of as many cells as the
    /// size.
    ///
    /// # Examples
    /// ```
    /// use quadrille_sudoku::{Puzzle, Rules};
    ///
    /// let grid = Rules::usual(4)?; // for the names of cells
    /// let regions = ["r1c1 r1c2 r1c3 r2c1", "r1c4 r2c2 r2c3 r2c4", "r3c1 r3c2 r3c3 r4c1", "r3c4 r4c2 r4c3 r4c4"];
    /// let regions: Vec<_> = regions.iter().map(|names| grid.cells(names)).collect::<Result<_, _>>()?;
    /// let jigsaw = Puzzle::empty(Rules::with_regions(4, &regions)?);
    /// assert!(jigsaw.solve().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_regions(size: usize, regions: &[Vec<Cell>]) -> Result<Self, RulesError> {
        if size == 0 || size > SIZE_MAX {
            return Err(RulesError::Size { size });
        }
        // Boxes of the form of a row add nothing to the rows.
        let lines = box_grid(size, BoxShape { width: size, height: 1 })?;
        if !regions.is_empty() && regions.len() != size {
            return Err(RulesError::Regions { regions: regions.len(), digits: size });
        }
        let mut region_of = vec![None; lines.cell_count()];
        for (region, cells) in (1..).zip(regions) {
            if cells.len() != size {
                return Err(RulesError::RegionSize { region, cells: cells.len(), digits: size });
            }
            for &cell in cells {
                match region_of.get_mut(cell.index()) {
                    Some(Some(first)) => {
                        let position = lines.position(cell);
                        return Err(RulesError::RegionCell { position, first: *first, second: region });
                    }
                    Some(free) => *free = Some(region),
                    None => {
                        let house = HouseName::new(HouseKind::Region, region);
                        return Err(LayoutError::Member { house, cell }.into());
                    }
                }
            }
        }
        let positions = lines.cells().map(|cell| lines.position(cell)).collect();
        let rows_and_columns = lines.houses().filter(|house| house.name.kind != HouseKind::Box);
        let rows_and_columns = rows_and_columns.map(|house| (house.name, house.cells.to_vec()));
        let regions = (1..)
            .zip(regions)
            .map(|(number, cells)| (HouseName::new(HouseKind::Region, number), cells.clone()));
        Self::new(Layout::new(positions, rows_and_columns.chain(regions))?, size)
    }

    /// The rules of several grids that may share cells, such as a samurai: each has rows, columns and boxes of this shape, and as many digits
    /// as a box has cells. The positions are the top left cells of the grids. A cell outside of all grids is no cell of the puzzle; the cells
    /// are numbered by their positions, row by row.
    ///
    /// # Errors
    /// [`RulesError`] if there are not 2 to [`GRIDS_MAX`] grids, one ends beyond row or column [`SIZE_MAX`], two begin at the same cell, or
    /// too many of them overlap.
    ///
    /// # Examples
    /// ```
    /// use quadrille_sudoku::{BoxShape, Position, Puzzle, Rules};
    ///
    /// let corners = [(1, 1), (1, 13), (7, 7), (13, 1), (13, 13)].map(|(row, column)| Position { row, column });
    /// let samurai = Rules::with_grids(BoxShape { width: 3, height: 3 }, &corners)?;
    /// assert_eq!(samurai.layout().cell_count(), 369);
    /// assert!(Puzzle::empty(samurai).solve().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_grids(shape: BoxShape, grids: &[Position]) -> Result<Self, RulesError> {
        let size = shape.width.saturating_mul(shape.height);
        if size == 0 || size > SIZE_MAX {
            return Err(RulesError::Size { size });
        }
        if !(2..=GRIDS_MAX).contains(&grids.len()) {
            return Err(RulesError::Grids { grids: grids.len() });
        }
        let fits = |start: usize| (1..=SIZE_MAX + 1 - size).contains(&start);
        for (grid, &position) in (1..).zip(grids) {
            if !fits(position.row) || !fits(position.column) {
                return Err(RulesError::GridOutside { grid, size });
            }
            if let Some(first) = grids[..grid - 1].iter().position(|&other| other == position) {
                return Err(RulesError::GridTwice { position, first: first + 1, second: grid });
            }
        }
        let layout = several_grids(size, shape, grids.to_vec())?;
        if intersection_work(&layout, size) > GRID_WORK_MAX {
            return Err(RulesError::GridWork);
        }
        Self::new(layout, size)
    }

    /// These rules and a further constraint.
    ///
    /// # Errors
    /// As [`with_constraints`](Self::with_constraints).
    ///
    /// # Examples
    /// ```
    /// use quadrille_sudoku::constraints::{AntiKnight, Cage};
    /// use quadrille_sudoku::Rules;
    ///
    /// let rules = Rules::usual(9)?;
    /// let cage = Cage::new(rules.cells("r1c1 r1c2")?, Some(7))?;
    /// let rules = rules.and(cage)?.and(AntiKnight)?;
    /// assert_eq!(rules.constraints().len(), 2);
    ///
    /// let error = Cage::new(rules.cells("r1c1 r1c1")?, Some(7)).unwrap_err();
    /// assert_eq!(error.to_string(), "cells/1: the cell appears more than once: give it once");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn and(&self, constraint: impl Into<Constraint>) -> Result<Self, RulesError> {
        self.with_constraints(self.constraints().iter().cloned().chain([constraint.into()]))
    }

    /// These rules with constraints instead of their own ones.
    ///
    /// # Errors
    /// [`RulesError`] if there are too many constraints, they are too large, or one does not fit the grid, such as one with a cell outside of
    /// it.
    pub fn with_constraints(
        &self,
        constraints: impl IntoIterator<Item = Constraint>,
    ) -> Result<Self, RulesError> {
        let without = self.without_constraints();
        // Constraints may be of other rules, or have changed fields.
        let fitted = |(number, constraint): (usize, Constraint)| {
            let known = constraint.constraint_type();
            without.constraint(known, &constraint.values()).map_err(|error| RulesError::Constraint {
                number,
                type_name: known.name,
                error,
            })
        };
        // One too many is counted as such.
        let constraints = (1..).zip(constraints).take(CONSTRAINTS_MAX + 1).map(fitted);
        without.with_fitting_constraints(constraints.collect::<Result<Vec<Constraint>, _>>()?)
    }

    /// These rules with constraints that were made for them, instead of their own ones.
    ///
    /// # Errors
    /// [`RulesError`] if there are too many constraints, or they are too large.
    pub(crate) fn with_fitting_constraints(&self, constraints: Vec<Constraint>) -> Result<Self, RulesError> {
        let without = self.without_constraints();
        if constraints.is_empty() {
            return Ok(without);
        }
        if constraints.len() > CONSTRAINTS_MAX {
            return Err(RulesError::Constraints { constraints: constraints.len() });
        }
        let (layout, digits) = (without.layout(), without.digit_count());
        let mut signs: Vec<Sign> = constraints.iter().filter_map(Constraint::sign).collect();
        Sign::sort(&mut signs);
        let surroundings = Surroundings { layout, digits, signs: &signs };
        let mut builder = NetworkBuilder::new(layout.cell_count(), digits);
        let first_equal = first_equal(&constraints);
        for (index, constraint) in constraints.iter().enumerate() {
            if builder.is_within_bounds() && first_equal[index] == index {
                builder.begin_constraint(index);
                constraint.add_parts(&mut builder, &surroundings);
            }
        }
        let automata = builder.automata().clone();
        let Parts { masks, houses, network, work } = builder.finish()?;
        let layout = layout.with_houses(further_houses(layout, houses))?;
        let work = work + intersection_work(&layout, digits);
        if work > COMPILATION_WORK_MAX {
            return Err(RulesError::ConstraintWork);
        }
        let mut compiled = Compiled::new(layout, digits)?;
        (compiled.work, compiled.first_equal, compiled.automata) = (work, first_equal, automata);
        let mut hasher = DefaultHasher::new();
        (compiled.fingerprint, &constraints).hash(&mut hasher);
        compiled.fingerprint = hasher.finish();
        compiled.is_classic_9x9 = false;
        let all = without.digits();
        compiled.masks = masks.iter().any(|&mask| mask != all).then_some(masks);
        (compiled.network, compiled.signs, compiled.constraints) = (network, signs, constraints);
        compiled.base = Some(without);
        Ok(Self(CompiledRef::Counted(Arc::new(compiled))))
    }

    /// The rules of this layout with these parts of constraints.
    #[cfg(test)]
    pub(crate) fn with_network(layout: Layout, digits: usize, network: Network) -> Result<Self, RulesError> {
        let mut compiled = Compiled::new(layout, digits)?;
        let mut hasher = DefaultHasher::new();
        (compiled.fingerprint, format!("{network:?}")).hash(&mut hasher);
        compiled.fingerprint = hasher.finish();
        (compiled.is_classic_9x9, compiled.network) = (false, network);
        Ok(Self(CompiledRef::Counted(Arc::new(compiled))))
    }

    /// The cells of these names, such as `r1c1 r1c2`, with white space or commas between them.
    ///
    /// # Errors
    /// [`CellsError`] if a name is no position, or if the grid has no such cell.
    ///
    /// # Examples
    /// ```
    /// use quadrille_sudoku::{Cell, Rules};
    ///
    /// let rules = Rules::usual(4)?;
    /// assert_eq!(rules.cells("r1c1, r2c4")?, [Cell(0), Cell(7)]);
    /// assert_eq!(rules.cells("r5c1").unwrap_err().to_string(), "the grid has no cell r5c1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cells(&self, names: &str) -> Result<Vec<Cell>, CellsError> {
        let names = names.split(|symbol: char| symbol.is_whitespace() || symbol == ',');
        names.filter(|name| !name.is_empty()).map(|name| self.cell(name)).collect()
    }

    /// The cell of this name, such as `r3c7`.
    ///
    /// # Errors
    /// As [`cells`](Self::cells).
    pub fn cell(&self, name: &str) -> Result<Cell, CellsError> {
        let position: Position = name.parse()?;
        let cell = self.layout().cell_at(position.row, position.column);
        cell.ok_or(CellsError::Outside(position))
    }

    /// The constraint of this type with these values.
    ///
    /// # Errors
    /// [`ConstraintError`] if the values do not fit the fields, each other or the grid.
    pub fn constraint(
        &self,
        constraint_type: &ConstraintType,
        values: &FieldValues,
    ) -> Result<Constraint, ConstraintError> {
        constraint_type.new_constraint(values, &self.surroundings())
    }

    /// The constraint of the type that [people call so](Constraint::type_called), with these fields, for these rules. For programs that know
    /// the types by name only. A text is also read as cells, as in `"r1c1 r1c2"`, as a row or column, or as a word, if the field needs it.
    ///
    /// # Errors
    /// [`ConstraintError`] if the type or a field is unknown, a required field is missing, or a value does not fit its field or the grid.
    ///
    /// # Examples
    /// ```
    /// use quadrille_sudoku::{Puzzle, Rules};
    ///
    /// let rules = Rules::usual(4)?;
    /// let cage = rules.build("cage", [("cells", "r1c1 r1c2".into()), ("sum", 7.into())])?;
    /// assert_eq!(Puzzle::empty(rules.and(cage)?).count_up_to(1_000), 48);
    ///
    /// let error = rules.build("cage", [("cells", "r1c1".into()), ("summ", 3.into())]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "summ: is no field: a constraint of type `cage` has the fields `cells`, `sum`"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build<'a>(
        &self,
        type_name: &str,
        fields: impl IntoIterator<Item = (&'a str, FieldValue)>,
    ) -> Result<Constraint, ConstraintError> {
        let (known, implied) = Constraint::type_called(type_name).ok_or_else(|| {
            let detail = "no type has this name: `Constraint::TYPES` lists them";
            ConstraintError::new("/type", detail)
        })?;
        let mut values = FieldValues::default();
        for (name, value) in fields {
            let field = known.field(name).ok_or_else(|| unknown_field(known.name, known.fields, name))?;
            let value = match value {
                FieldValue::Text(text) if field.kind.is_named() => {
                    parse_value(field.kind, &text, self.layout())
                        .map_err(|detail| ConstraintError::new(format!("/{}", field.name), detail))?
                }
                value => value,
            };
            values.insert(field.name, value);
        }
        if let Some((name, number)) = implied {
            match values.get(name) {
                None => values.insert(name, FieldValue::Number(number)),
                Some(&FieldValue::Number(given)) if given == number => {}
                Some(_) => {
                    let detail = format!("must be {number}, as `{type_name}` says: leave it out");
                    return Err(ConstraintError::new(format!("/{name}"), detail));
                }
            }
        }
        self.constraint(known, &values)
    }

    /// These rules without their constraints.
    #[must_use]
    pub fn without_constraints(&self) -> Self {
        self.compiled().base.as_ref().unwrap_or(self).clone()
    }

    /// The constraints, in the order given.
    pub fn constraints(&self) -> &[Constraint] {
        &self.compiled().constraints
    }

    /// Whether there are no constraints.
    #[inline]
    pub fn is_unconstrained(&self) -> bool {
        self.compiled().constraints.is_empty()
    }

    /// Index of the first constraint that a complete grid does not meet. Equal constraints are tested once.
    pub fn broken_constraint(&self, digits: &dyn Fn(Cell) -> i64) -> Option<usize> {
        let surroundings = self.surroundings();
        let mut distinct = self.distinct_constraints();
        distinct.find(|(_, constraint)| !constraint.holds(digits, &surroundings)).map(|(index, _)| index)
    }

    /// The constraints with their indices, without repetitions of an earlier one.
    fn distinct_constraints(&self) -> impl Iterator<Item = (usize, &Constraint)> {
        let Compiled { constraints, first_equal, .. } = self.compiled();
        constraints.iter().enumerate().filter(|&(index, _)| first_equal[index] == index)
    }

    /// Indices of the constraints of which propagation shows, for each by itself, that no digits beside these clues meet it. None for clues of
    /// another number of cells.
    pub fn contradicted_constraints(&self, clues: &Grid) -> Vec<usize> {
        if clues.len() != self.layout().cell_count() {
            return Vec::new();
        }
        let (cells, digits) = (self.layout().cell_count(), self.digit_count());
        let mut revisions = REVISIONS_MAX;
        let mut builder = NetworkBuilder::with_automata(cells, digits, &self.compiled().automata);
        let mut is_contradicted = |index: usize, constraint: &Constraint| {
            builder.begin_constraint(index);
            constraint.add_parts(&mut builder, &self.surroundings());
            builder.take().is_ok_and(|parts| is_contradicted(&parts, clues, digits, &mut revisions))
        };
        let mut contradicted = Vec::new();
        for (index, &first) in self.compiled().first_equal.iter().enumerate() {
            let is_contradicted = if first < index {
                contradicted.binary_search(&first).is_ok()
            } else {
                is_contradicted(index, &self.constraints()[index])
            };
            if is_contradicted {
                contradicted.push(index);
            }
        }
        contradicted
    }

    /// The parts of the constraint with this index alone; `None` if it equals an earlier one.
    pub(crate) fn parts_of_constraint(&self, index: usize) -> Option<Parts> {
        let Compiled { constraints, first_equal, automata, .. } = self.compiled();
        let constraint = constraints.get(index).filter(|_| first_equal[index] == index)?;
        let cells = self.layout().cell_count();
        let mut builder = NetworkBuilder::with_automata(cells, self.digit_count(), automata);
        builder.begin_constraint(index);
        constraint.add_parts(&mut builder, &self.surroundings());
        builder.finish().ok()
    }

    /// The constraints as players know them. Equal constraints are drawn once.
    pub fn drawing(&self) -> Drawing {
        let mut drawing = Drawing::default();
        for (_, constraint) in self.distinct_constraints() {
            constraint.draw(&mut drawing, &self.surroundings());
        }
        drawing
    }

    fn surroundings(&self) -> Surroundings<'_> {
        Surroundings { layout: self.layout(), digits: self.digit_count(), signs: &self.compiled().signs }
    }

    /// Digits that the constraints allow each cell; `None` if all digits are allowed in all cells.
    #[inline]
    pub(crate) fn masks(&self) -> Option<&[DigitSet]> {
        self.compiled().masks.as_deref()
    }

    /// The parts of the constraints that are neither masks nor houses of the layout.
    #[inline]
    pub(crate) fn network(&self) -> &Network {
        &self.compiled().network
    }

    /// Work of making rules with these constraints, in steps of a search.
    pub(crate) fn compilation_work(&self) -> u64 {
        let is_compiled = !self.is_unconstrained();
        let of_layout = self.layout().cell_count() * self.digit_count();
        if is_compiled { self.compiled().work + of_layout as u64 } else { 0 }
    }

    #[inline]
    fn compiled(&self) -> &Compiled {
        match &self.0 {
            CompiledRef::Interned(compiled) => compiled,
            CompiledRef::Counted(compiled) => compiled,
        }
    }

    /// Width and height of the first box; `None` without boxes.
    pub fn box_shape(&self) -> Option<BoxShape> {
        self.layout().box_shape()
    }

    /// The cells and houses.
    #[inline]
    pub fn layout(&self) -> &Layout {
        &self.compiled().layout
    }

    /// Number of digits; equal to the size of a square grid with [plain](Self::plain) rules.
    #[inline]
    pub fn digit_count(&self) -> usize {
        self.compiled().digits
    }

    /// All digits.
    #[inline]
    pub fn digits(&self) -> DigitSet {
        DigitSet::all(self.digit_count())
    }

    /// Whether the house with this number has as many cells as there are digits, hence every digit once.
    #[inline]
    pub fn is_exact(&self, house: usize) -> bool {
        self.layout().cells_of(house).len() == self.digit_count()
    }

    /// Intersections of the house with this number; none if it is not exact.
    #[inline]
    pub(crate) fn intersections(&self, house: usize) -> &[Intersection] {
        self.compiled().intersections.list(house)
    }

    /// Whether these are [plain](Self::plain) rules. An empty grid then has a solution with each digit in each cell.
    #[inline]
    pub fn is_plain(&self) -> bool {
        matches!(self.0, CompiledRef::Interned(_))
    }

    /// Whether the houses are the houses of a 9x9 with 3x3 boxes, in any order and with any names.
    #[inline]
    pub fn is_classic_9x9(&self) -> bool {
        self.compiled().is_classic_9x9
    }

    /// Bytes that are freed with the last clone; 0 for [plain](Self::plain) rules.
    pub fn heap_bytes(&self) -> usize {
        match &self.0 {
            CompiledRef::Interned(_) => 0,
            CompiledRef::Counted(compiled) => {
                size_of::<Compiled>()
                    + compiled.layout.heap_bytes()
                    + compiled.intersections.heap_bytes()
                    + compiled.masks.as_ref().map_or(0, |masks| size_of::<DigitSet>() * masks.capacity())
                    + compiled.network.heap_bytes()
                    + compiled.automata.heap_bytes()
                    + compiled.constraints.iter().map(Constraint::heap_bytes).sum::<usize>()
                    + size_of::<usize>() * compiled.first_equal.len()
                    + compiled.base.as_ref().map_or(0, Self::heap_bytes)
            }
        }
    }
}

/// The rules of the classic 9x9.
impl Default for Rules {
    #[expect(clippy::expect_used, reason = "9 is a size, and its usual boxes fit")]
    fn default() -> Self {
        Self::usual(9).expect("9 is a size")
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (self.compiled(), other.compiled());
        std::ptr::eq(one, other)
            || (one.fingerprint == other.fingerprint
                && one.digits == other.digits
                && one.layout == other.layout
                && one.constraints == other.constraints)
    }
}

impl Eq for Rules {}

impl Hash for Rules {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.compiled().fingerprint);
    }
}

impl Compiled {
    fn new(layout: Layout, digits: usize) -> Result<Self, RulesError> {
        if digits == 0 || digits > SIZE_MAX {
            return Err(RulesError::Size { size: digits });
        }
        if let Some(house) = layout.houses().find(|house| house.cells.len() > digits) {
            return Err(RulesError::House { house: house.name, cells: house.cells.len(), digits });
        }
        let mut hasher = DefaultHasher::new();
        (&layout, digits).hash(&mut hasher);
        Ok(Self {
            intersections: intersections(&layout, digits),
            is_classic_9x9: is_classic_9x9(&layout, digits),
            base: None,
            constraints: Vec::new(),
            first_equal: Vec::new(),
            signs: Vec::new(),
            masks: None,
            network: Network::default(),
            automata: Automata::default(),
            work: 0,
            fingerprint: hasher.finish(),
            layout,
            digits,
        })
    }
}

/// For each constraint, the index of the first one that equals it.
fn first_equal(constraints: &[Constraint]) -> Vec<usize> {
    let mut first = HashMap::new();
    let indices = constraints.iter().enumerate();
    indices.map(|(index, constraint)| *first.entry(constraint).or_insert(index)).collect()
}

/// The groups that are not within another house, as houses of the layout.
fn further_houses(layout: &Layout, groups: Vec<(usize, Vec<Cell>)>) -> Vec<(HouseName, Vec<Cell>)> {
    let is_within = |cells: &[Cell], house: &[Cell]| cells.iter().all(|cell| house.contains(cell));
    let mut houses: Vec<(HouseName, Vec<Cell>)> = Vec::new();
    for (constraint, cells) in groups {
        let in_layout = cells.first().is_some_and(|&first| {
            layout.houses_of(first).any(|house| is_within(&cells, layout.cells_of(house)))
        });
        if !in_layout {
            houses.push((HouseName::new(HouseKind::Constraint, constraint + 1), cells));
        }
    }
    houses
}

/// The intersections of each house that can eliminate candidates.
///
/// If all places of a digit in an exact house are shared, the digit is eliminated from the rest of the other house. The
/// other house must have a cell that is not shared. A single shared cell is left to the rule of hidden singles.
fn intersections(layout: &Layout, digits: usize) -> Csr<Intersection> {
    let mut intersections = Csr::new();
    let mut shared = vec![(0_u64, 0_u64); layout.house_count()];
    for (number, house) in layout.houses().enumerate() {
        if house.cells.len() < digits {
            intersections.push([]);
            continue;
        }
        shared.fill((0, 0));
        for (k, &cell) in house.cells.iter().enumerate() {
            for membership in layout.memberships_of(cell) {
                let (here, there) = &mut shared[usize::from(membership.house)];
                *here |= 1 << k;
                *there |= 1 << membership.index;
            }
        }
        let others = (0..).zip(&shared).filter(|&(other, (shared, _))| {
            let count = shared.count_ones() as usize;
            other != number && count >= 2 && count < layout.cells_of(other).len()
        });
        intersections.push(others.map(|(other, &(shared, shared_in_other))| Intersection {
            shared,
            other: other as u16,
            shared_in_other,
        }));
    }
    intersections
}

/// Price of the [`intersections`], which take memory for each cell that two houses share.
fn intersection_work(layout: &Layout, digits: usize) -> u64 {
    let exact = layout.houses().filter(|house| house.cells.len() == digits);
    let memberships =
        exact.flat_map(|house| house.cells).map(|&cell| layout.memberships_of(cell).len() as u64);
    MEMBERSHIP_WORK * memberships.sum::<u64>()
}

fn is_classic_9x9(layout: &Layout, digits: usize) -> bool {
    let houses = |layout: &Layout| -> Vec<Vec<Cell>> {
        let mut houses: Vec<Vec<Cell>> = layout.houses().map(|house| house.cells.to_vec()).collect();
        houses.sort_unstable();
        houses.dedup();
        houses
    };
    digits == 9
        && layout.cell_count() == 81
        && box_grid(9, BoxShape { width: 3, height: 3 })
            .is_ok_and(|classic| houses(layout) == houses(&classic))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::cell::Position;
    use crate::model::constraints::FieldValue;
    use crate::model::digit::Digit;
    use crate::model::house::HouseKind;

    fn plain(size: usize, width: usize) -> Rules {
        Rules::plain(size, BoxShape { width, height: size / width }).expect("a size")
    }

    /// Rules of one row of cells with these regions.
    fn regions(cells: usize, houses: &[&[u16]], digits: usize) -> Result<Rules, RulesError> {
        let positions = (0..cells).map(|index| Position::of(index, cells)).collect();
        let name = |number| HouseName::new(HouseKind::Region, number);
        let houses =
            (1..).map(name).zip(houses.iter().map(|cells| cells.iter().copied().map(Cell).collect()));
        Rules::new(Layout::new(positions, houses)?, digits)
    }

    #[test]
    fn every_plain_size_and_box_has_exact_houses_of_its_size() {
        for size in 1..=SIZE_MAX {
            for shape in BoxShape::all(size) {
                let rules = Rules::plain(size, shape).expect("the box has the cells of a row");
                let layout = rules.layout();
                assert_eq!((layout.cell_count(), layout.house_count()), (size * size, 3 * size));
                assert!((0..3 * size).all(|house| rules.is_exact(house)));
                assert!(layout.cells().all(|cell| layout.houses_of(cell).count() == 3));
                assert_eq!(rules.is_classic_9x9(), (size, shape.width) == (9, 3));
            }
        }
    }

    #[test]
    fn exact_house_intersects_houses_that_share_two_cells_or_more() {
        let intersection = |shared, other, shared_in_other| Intersection { shared, other, shared_in_other };
        // Row 2 is the second half of boxes 1 and 2.
        assert_eq!(
            plain(6, 3).intersections(1),
            [intersection(0b111, 12, 0b111_000), intersection(0b111_000, 13, 0b111_000)]
        );
        // These boxes are rows: houses with equal cells have no intersection.
        assert!((0..15).all(|house| plain(5, 5).intersections(house).is_empty()));
        // Neither has a house that is not exact, nor a pair of houses of which one contains the other.
        let rules = regions(6, &[&[0, 1, 2, 3], &[2, 3, 4], &[1, 2, 3], &[3, 4, 5]], 4).expect("valid");
        assert_eq!(rules.intersections(0), [intersection(0b1100, 1, 0b011)]);
        assert!((1..4).all(|house| rules.intersections(house).is_empty() && !rules.is_exact(house)));
    }

    #[test]
    fn plain_rules_are_interned_and_others_are_not() {
        let (one, other) = (plain(9, 3), plain(9, 3));
        assert!(std::ptr::eq(one.compiled(), other.compiled()));
        assert_eq!(one.heap_bytes(), 0);
        let own = Rules::new(one.layout().clone(), 9).expect("valid");
        assert!(!std::ptr::eq(one.compiled(), own.compiled()));
        assert!(own.heap_bytes() > 1_000);
    }

    #[test]
    fn rules_are_equal_if_layout_and_digits_are() {
        let hash = |rules: &Rules| {
            let mut hasher = DefaultHasher::new();
            rules.hash(&mut hasher);
            hasher.finish()
        };
        let plain_nine = plain(9, 3);
        let own = Rules::new(plain_nine.layout().clone(), 9).expect("valid");
        assert_eq!((&own, hash(&own)), (&plain_nine, hash(&plain_nine)));
        let base = regions(4, &[&[0, 1], &[2, 3]], 3).expect("valid");
        for other in [
            regions(4, &[&[0, 1], &[2, 3]], 4),
            regions(4, &[&[0, 1], &[1, 3]], 3),
            regions(4, &[&[0, 1]], 3),
            regions(5, &[&[0, 1], &[2, 3]], 3),
        ] {
            assert_ne!(base, other.expect("valid"));
        }
        assert_ne!(plain(6, 3), plain(6, 2));
    }

    #[test]
    fn classic_9x9_is_recognised_by_its_houses() {
        let classic = plain(9, 3);
        let mut houses: Vec<(HouseName, Vec<Cell>)> =
            classic.layout().houses().map(|house| (house.name, house.cells.to_vec())).collect();
        let positions = || (0..81).map(|index| Position::of(index, 9)).collect();
        let recognised = |houses: &[(HouseName, Vec<Cell>)], digits| {
            let layout = Layout::new(positions(), houses.to_vec()).expect("valid");
            Rules::new(layout, digits).expect("valid").is_classic_9x9()
        };
        houses.reverse();
        houses[0].0 = HouseName::new(HouseKind::Region, 1);
        assert!(recognised(&houses, 9));
        assert!(!recognised(&houses, 10));
        assert!(!recognised(&houses[1..], 9));
        houses.push((houses[0].0, (0..9).map(|k| Cell(10 * k)).collect()));
        assert!(!recognised(&houses, 9));
    }

    #[test]
    fn invalid_sizes_boxes_and_houses_are_rejected() {
        let square = BoxShape { width: 3, height: 3 };
        assert_eq!(Rules::plain(0, square), Err(RulesError::Size { size: 0 }));
        assert_eq!(Rules::plain(37, square), Err(RulesError::Size { size: 37 }));
        assert_eq!(Rules::plain(10, square), Err(RulesError::Box { size: 10, shape: square }));
        let huge = BoxShape { width: usize::MAX, height: 2 };
        assert_eq!(Rules::plain(10, huge), Err(RulesError::Box { size: 10, shape: huge }));
        assert_eq!(regions(3, &[], 37), Err(RulesError::Size { size: 37 }));
        let error = regions(3, &[&[0, 1], &[0, 1, 2]], 2).expect_err("three cells for two digits");
        assert_eq!(error.to_string(), "region 2 has 3 cells, more than the 2 digits");
    }

    /// The constraint of a type with these cells, in a 36x36.
    fn constraint(name: &str, cells: &[u16]) -> Constraint {
        let constraint_type = Constraint::type_named(name).expect("a type");
        let cells: Vec<Cell> = cells.iter().copied().map(Cell).collect();
        let values = if cells.is_empty() { FieldValues::default() } else { FieldValues::of_cells(cells) };
        plain(36, 6).constraint(constraint_type, &values).expect("valid")
    }

    #[test]
    fn equal_constraints_are_compiled_once() {
        let (knight, rising) = (constraint("anti_knight", &[]), constraint("thermometer", &[0, 50, 100]));
        let rules = |constraints| plain(36, 6).with_constraints(constraints).expect("within the bounds");
        let once = rules(vec![knight.clone(), rising.clone()]);
        let mut many = vec![knight; CONSTRAINTS_MAX - 2];
        many.extend([rising.clone(), rising]);
        let many = rules(many);
        assert_eq!(many.compilation_work(), once.compilation_work());
        assert_eq!(many.network(), once.network());
        assert_eq!(many.constraints().len(), CONSTRAINTS_MAX);
        // Each of them is contradicted, or broken.
        let mut clues = Grid::from_cells(vec![None; 1296]).expect("a square");
        [Cell(0), Cell(50)].into_iter().for_each(|cell| clues.set(cell, Digit::new(9)));
        assert_eq!(many.contradicted_constraints(&clues), [CONSTRAINTS_MAX - 2, CONSTRAINTS_MAX - 1]);
        assert_eq!(many.broken_constraint(&|cell| i64::from(cell.0)), None);
        assert_eq!(many.broken_constraint(&|cell| -i64::from(cell.0)), Some(CONSTRAINTS_MAX - 2));
    }

    #[test]
    fn two_lunchboxes_of_nine_cells_are_within_the_bounds() {
        let lunchbox = |row: u16| {
            let rules = plain(9, 3);
            let mut values = FieldValues::of_cells((9 * row..9 * row + 9).map(Cell).collect());
            values.insert("sum", FieldValue::Number(20));
            rules.constraint(Constraint::type_named("lunchbox").expect("a type"), &values).expect("valid")
        };
        let rules = plain(9, 3).with_constraints(vec![lunchbox(0), lunchbox(4)]).expect("within the bounds");
        assert!(
            rules.contradicted_constraints(&Grid::from_cells(vec![None; 81]).expect("a square")).is_empty()
        );
    }

    #[test]
    fn many_overlapping_regions_are_refused() {
        // Each has 36 of 37 cells.
        let region = |left: u16| {
            let cells: Vec<u16> = (0..37).filter(|&cell| cell != left).map(|cell| 35 * cell).collect();
            constraint("extra_region", &cells)
        };
        let regions = |shift: u16| {
            (0..37).map(move |left| {
                let Constraint::ExtraRegion(mut moved) = region(left) else { panic!("an extra region") };
                moved.cells.iter_mut().for_each(|cell| cell.0 = (cell.0 + shift) % 1296);
                Constraint::ExtraRegion(moved)
            })
        };
        let few: Vec<Constraint> = regions(0).collect();
        assert!(plain(36, 6).with_constraints(few).is_ok());
        let many: Vec<Constraint> = (0..20).flat_map(regions).collect();
        assert_eq!(plain(36, 6).with_constraints(many).err(), Some(RulesError::ConstraintWork));
    }
}
