//! Shapes of boxes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::digit::SIZE_MAX;

/// The width and height of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoxShape {
    /// Columns of a box.
    pub width: usize,
    /// Rows of a box.
    pub height: usize,
}

impl BoxShape {
    /// The usual box for this size: the squarest one that is not higher than wide (3x3 for 9, 4x3 for 12, 7x1 for 7). A row for sizes beyond
    /// [`SIZE_MAX`].
    pub fn usual(size: usize) -> Self {
        // A table, because divisions take a good part of the time of a line.
        static USUAL: [BoxShape; SIZE_MAX + 1] = usual_by_size();
        USUAL.get(size).copied().unwrap_or(Self { width: size, height: 1 })
    }

    const fn squarest(size: usize) -> Self {
        let (mut height, mut next) = (1, 2);
        while next * next <= size {
            if size.is_multiple_of(next) {
                height = next;
            }
            next += 1;
        }
        Self { width: size / height, height }
    }

    /// All possible boxes for this size, widest first.
    pub fn all(size: usize) -> impl Iterator<Item = Self> {
        (1..=size)
            .filter(move |height| size.is_multiple_of(*height))
            .map(move |height| Self { width: size / height, height })
    }
}

const fn usual_by_size() -> [BoxShape; SIZE_MAX + 1] {
    let mut shapes = [BoxShape { width: 0, height: 1 }; SIZE_MAX + 1];
    let mut size = 1;
    while size <= SIZE_MAX {
        shapes[size] = BoxShape::squarest(size);
        size += 1;
    }
    shapes
}

/// Reason why a text is no shape of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a box has a width and a height, such as 3x2")]
#[non_exhaustive]
pub struct BoxShapeError;

/// Reads a width and a height, such as `3x2`.
impl FromStr for BoxShape {
    type Err = BoxShapeError;

    fn from_str(text: &str) -> Result<Self, BoxShapeError> {
        let (width, height) = text.split_once('x').ok_or(BoxShapeError)?;
        let number = |text: &str| text.trim().parse().map_err(|_| BoxShapeError);
        Ok(Self { width: number(width)?, height: number(height)? })
    }
}

impl fmt::Display for BoxShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_box_is_the_squarest_and_not_higher_than_wide() {
        let usual = |size| BoxShape::usual(size).to_string();
        let expected = [
            (1, "1x1"),
            (2, "2x1"),
            (4, "2x2"),
            (6, "3x2"),
            (7, "7x1"),
            (8, "4x2"),
            (9, "3x3"),
            (10, "5x2"),
            (12, "4x3"),
            (15, "5x3"),
            (16, "4x4"),
            (20, "5x4"),
            (25, "5x5"),
            (30, "6x5"),
            (36, "6x6"),
        ];
        for (size, shape) in expected {
            assert_eq!(usual(size), shape);
        }
    }
}
