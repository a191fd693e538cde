//! Size of a box as JSON.

use quadrille_sudoku::BoxShape;
use serde::Serialize;
use utoipa::ToSchema;

/// Size of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BoxSize {
    /// Columns of a box.
    #[schema(minimum = 1, maximum = 36)]
    pub width: u64,
    /// Rows of a box.
    #[schema(minimum = 1, maximum = 36)]
    pub height: u64,
}

impl From<BoxShape> for BoxSize {
    fn from(shape: BoxShape) -> Self {
        Self { width: shape.width as u64, height: shape.height as u64 }
    }
}
