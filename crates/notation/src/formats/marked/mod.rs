//! Texts of other programs that are certain by their beginning or their symbols. They are read as lines, and never written.
//!
//! | module | content |
//! |---|---|
//! | `detect` | the reader of a marked text |
//! | `text_killer` | the puzzle of clues and cages, and its faults |
//! | `cage_letters` | killers as grids of letters, with the sums of the letters |
//! | `numbered_killer` | killers as `3x3::k:` and a number for each cell |
//! | `arrow_killer` | killers as a sum or an arrow for each cell |
//! | `sumocue` | killers and jigsaws of SumoCue |
//! | `data_grid` | the grid among the data of a model |
//! | `model_data`, `ampl`, `asp_facts` | data of MiniZinc and Essence, of AMPL, and of answer set programs |
//! | `refused` | texts that are certainly no puzzle: they are refused by name |
//! | `coordinates` | grids with names of rows and columns, which are then read like all grids |

mod ampl;
mod arrow_killer;
mod asp_facts;
mod cage_letters;
mod coordinates;
mod data_grid;
mod detect;
mod model_data;
mod numbered_killer;
mod refused;
mod sumocue;
#[cfg(test)]
mod tests;
mod text_killer;

pub(super) use coordinates::without_coordinates;
pub(super) use detect::marked_reader;
pub use detect::{are_lines_of_one_puzzle, begins_data, is_marked};
pub use text_killer::sum_fault;
