//! Searches of cubes, and the partition of a problem into them. The [`Cube`](crate::Cube) itself is below the searches, in `cube.rs`.
//!
//! | module | content |
//! |---|---|
//! | [`text`] | cubes as text |
//! | [`search`], [`list`] | counts and lists of the solutions of a cube |
//! | [`partition`](mod@partition) | cubes of similar size |

mod list;
mod partition;
mod search;
mod text;

pub use list::CubeList;
pub(crate) use partition::cubes;
pub use partition::{Branching, CUBE_PROBES, partition};
pub use search::{CountOverflow, CubeSearch};
pub use text::{CubeTextError, WeightError, parse_cube, parse_weight};
