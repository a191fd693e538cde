//! Houses and peers of a layout as sets of cells.

use super::cell_set::CellSet;
use crate::model::{Cell, HouseKind, Layout, Rules};

/// Tables computed once from the rules and shared by all boards of these rules.
#[derive(Clone, Debug)]
pub(super) struct Geometry<const W: usize> {
    rules: Rules,
    /// Cells of each house.
    houses: Vec<CellSet<W>>,
    /// Cells that share a house with each cell, without the cell.
    peers: Vec<CellSet<W>>,
    /// Houses that have every digit once, by kind.
    rows: Vec<usize>,
    columns: Vec<usize>,
    boxes: Vec<usize>,
    is_exact: Vec<bool>,
    is_region: Vec<bool>,
    /// For each cell, the index in `rows` and in `columns` of the first that contains it.
    lines: Vec<[Option<u8>; 2]>,
}

impl<const W: usize> Geometry<W> {
    /// The tables of these rules; `None` if the layout has more than 64 `W` cells.
    pub(super) fn new(rules: &Rules) -> Option<Self> {
        let layout = rules.layout();
        if layout.cell_count() > 64 * W {
            return None;
        }
        let mut houses = Vec::with_capacity(layout.house_count());
        layout.for_each_house(|cells| houses.push(cells.iter().copied().collect::<CellSet<W>>()));
        let peers = layout.cells().map(|cell| {
            let union = layout.houses_of(cell).fold(CellSet::EMPTY, |union, house| union | houses[house]);
            union - CellSet::of(cell)
        });
        let is_region: Vec<bool> = layout.is_region().collect();
        let exact = |kind: HouseKind| -> Vec<usize> {
            let houses = layout.houses().enumerate();
            houses
                .filter(|(number, house)| rules.is_exact(*number) && house.name.kind == kind)
                .map(|(number, _)| number)
                .collect()
        };
        let (rows, columns) = (exact(HouseKind::Row), exact(HouseKind::Column));
        let line = |lines: &[usize], cell: Cell| {
            let index = lines.iter().position(|&line| houses[line].contains(cell))?;
            u8::try_from(index).ok().filter(|&index| index < 64)
        };
        Some(Self {
            lines: layout.cells().map(|cell| [line(&rows, cell), line(&columns, cell)]).collect(),
            peers: peers.collect(),
            rows,
            columns,
            boxes: (0..houses.len()).filter(|&house| is_region[house] && rules.is_exact(house)).collect(),
            is_exact: (0..houses.len()).map(|house| rules.is_exact(house)).collect(),
            is_region,
            houses,
            rules: rules.clone(),
        })
    }

    /// The rules.
    #[inline]
    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The cells and houses of the rules.
    #[inline]
    pub(super) fn layout(&self) -> &Layout {
        self.rules.layout()
    }

    /// Whether no constraint says more than houses with every digit once.
    pub(super) fn has_houses_only(&self) -> bool {
        self.rules.is_unconstrained()
            || self.rules.network().is_empty()
                && self.rules.masks().is_none()
                && self.is_exact.iter().all(|&is_exact| is_exact)
    }

    /// Cells of the house with this number.
    #[inline(always)]
    pub(super) fn house(&self, house: usize) -> CellSet<W> {
        self.houses[house]
    }

    /// Cells of each house, in the order of [`Layout::houses`].
    #[inline]
    pub(super) fn houses(&self) -> &[CellSet<W>] {
        &self.houses
    }

    /// Cells that share a house with this cell, without the cell.
    #[inline(always)]
    pub(super) fn peers(&self, cell: Cell) -> CellSet<W> {
        self.peers[cell.index()]
    }

    /// Cells that share a house with each of these cells; every cell if there are none.
    #[inline]
    pub(super) fn common_peers(&self, cells: impl IntoIterator<Item = Cell>) -> CellSet<W> {
        let mut cells = cells.into_iter();
        let first = cells.next().map_or_else(|| self.layout().cells().collect(), |cell| self.peers(cell));
        cells.fold(first, |common, cell| common & self.peers(cell))
    }

    /// Whether the two cells share a house.
    #[inline(always)]
    pub(super) fn sees(&self, one: Cell, other: Cell) -> bool {
        self.peers[one.index()].contains(other)
    }

    /// Rows with every digit once.
    #[inline]
    pub(super) fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// Columns with every digit once.
    #[inline]
    pub(super) fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// Index in [`rows`](Self::rows) of the row of this cell; `None` if it has none among the first 64.
    #[inline(always)]
    pub(super) fn row_of(&self, cell: Cell) -> Option<usize> {
        self.lines[cell.index()][0].map(usize::from)
    }

    /// Index in [`columns`](Self::columns) of the column of this cell; `None` if it has none among the first 64.
    #[inline(always)]
    pub(super) fn column_of(&self, cell: Cell) -> Option<usize> {
        self.lines[cell.index()][1].map(usize::from)
    }

    /// Boxes and other regions with every digit once.
    #[inline]
    pub(super) fn boxes(&self) -> &[usize] {
        &self.boxes
    }

    /// Whether the house with this number has every digit once.
    #[inline(always)]
    pub(super) fn is_exact(&self, house: usize) -> bool {
        self.is_exact[house]
    }

    /// Whether the house with this number is a box or another region.
    #[inline(always)]
    pub(super) fn is_region(&self, house: usize) -> bool {
        self.is_region[house]
    }
}
