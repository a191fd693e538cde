//! The rules of a puzzle: a layout, a number of digits, and everything compiled once from them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use thiserror::Error;

use super::article::article;
use super::box_grid::{BoxShape, box_grid};
use super::cell::Cell;
use super::csr::Csr;
use super::digit::{DigitSet, SIZE_MAX};
use super::house::{HouseKind, HouseName};
use super::layout::{Layout, LayoutError};

/// Reason why rules are invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
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
}

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
pub struct Rules(Shared);

#[derive(Clone, Debug)]
enum Shared {
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
    /// Hash of layout and digits.
    fingerprint: u64,
}

impl Rules {
    /// The rules of this layout with the digits 1 to `digits`.
    ///
    /// # Errors
    /// [`RulesError`] if the number of digits is out of range, or a house has more cells.
    pub fn new(layout: Layout, digits: usize) -> Result<Self, RulesError> {
        Compiled::new(layout, digits).map(|compiled| Self(Shared::Counted(Arc::new(compiled))))
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
            return Ok(Self(Shared::Interned(compiled)));
        }
        let compiled = Compiled::new(box_grid(size, box_shape)?, size)?;
        Ok(Self(Shared::Interned(interned.get_or_init(|| compiled))))
    }

    /// The rules of a square grid with rows, columns and its [usual](BoxShape::usual) boxes.
    ///
    /// # Errors
    /// [`RulesError`] if the size is not in 1..=[`SIZE_MAX`].
    pub fn usual(size: usize) -> Result<Self, RulesError> {
        Self::plain(size, BoxShape::usual(size))
    }

    #[inline]
    fn compiled(&self) -> &Compiled {
        match &self.0 {
            Shared::Interned(compiled) => compiled,
            Shared::Counted(compiled) => compiled,
        }
    }

    /// Width and height of the first box; `None` without boxes.
    pub fn box_shape(&self) -> Option<BoxShape> {
        let layout = self.layout();
        let first = layout.houses().find(|house| house.name.kind == HouseKind::Box)?;
        let positions = || first.cells.iter().map(|&cell| layout.position(cell));
        let width = positions().map(|position| position.column).max()?;
        let height = positions().map(|position| position.row).max()?;
        Some(BoxShape { width, height })
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
        matches!(self.0, Shared::Interned(_))
    }

    /// Whether the houses are the houses of a 9x9 with 3x3 boxes, in any order and with any names.
    #[inline]
    pub fn is_classic_9x9(&self) -> bool {
        self.compiled().is_classic_9x9
    }

    /// Bytes that are freed with the last clone; 0 for [plain](Self::plain) rules.
    pub fn heap_bytes(&self) -> usize {
        match &self.0 {
            Shared::Interned(_) => 0,
            Shared::Counted(compiled) => {
                size_of::<Compiled>() + compiled.layout.heap_bytes() + compiled.intersections.heap_bytes()
            }
        }
    }
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (self.compiled(), other.compiled());
        std::ptr::eq(one, other)
            || (one.fingerprint == other.fingerprint
                && one.digits == other.digits
                && one.layout == other.layout)
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
            fingerprint: hasher.finish(),
            layout,
            digits,
        })
    }
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
    use crate::model::house::HouseKind;

    fn plain(size: usize, width: usize) -> Rules {
        Rules::plain(size, BoxShape { width, height: size / width }).expect("a size")
    }

    /// Rules of one row of cells with these regions.
    fn regions(cells: usize, houses: &[&[u16]], digits: usize) -> Result<Rules, RulesError> {
        let positions = (0..cells).map(|index| Position::of(index, cells)).collect();
        let name = |number| HouseName { kind: HouseKind::Region, number };
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
        houses[0].0 = HouseName { kind: HouseKind::Region, number: 1 };
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
}
