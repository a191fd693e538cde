//! Solving techniques of human players: hints, paths and ratings.
//!
//! A [`Step`] is one application of a [`Technique`]. Its [`Deduction`] has all that a sentence and a drawing need. A step never removes a digit of a
//! solution. [`StepSearch`] finds the next step, all steps, or the [`Rating`] of a puzzle; [`Puzzle::hint`](super::Puzzle::hint),
//! [`path`](super::Puzzle::path) and [`rate`](super::Puzzle::rate) do so on the calling thread.
//!
//! ```
//! use quadrille_sudoku::Puzzle;
//! use quadrille_sudoku::techniques::Level;
//!
//! let puzzle: Puzzle = "1... ..3. .4.. ...2".parse()?;
//! for step in puzzle.path().steps {
//!     println!("{}", puzzle.explain(&step));
//! }
//! assert_eq!(puzzle.rate().map(|rating| rating.level()), Some(Level::Easy));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Map of the files:
//
// Read in this order:
// - `CellSet`, `Geometry`, `Board`: the candidates of all cells, as bits;
// - `Deduction`: what a technique found, with the data for a sentence and a drawing; `Wording` names its parts, in a `Language`;
// - `chains`, `implications`, `almost_locked_sets`: searches that several techniques share;
// - `SearchMemo`: what need not be searched again until the board changes, and where a search paused;
// - `Pattern`: what a technique is: its names and difficulty, how it is found, and its sentence;
// - `patterns`: the techniques, each in a file, and their list, which makes `Technique`;
// - `rules`: what constraints exclude, alone or with a house; `RuleUse` names them, `rule_names` and `rule_meaning` have the words;
// - `Step`: a technique with its deduction; `explain`: its sentence in a language;
// - `walk`: from a puzzle to its solution; `PathSearch` keeps the steps, `RatingSearch` counts them;
// - `StepSearch`: the same for any puzzle, after a search for two solutions; the hint after a player's entries.
//
// Boards are generic in the number `W` of machine words of a `CellSet`: two for a classic 9x9.
//
// Invariants: no step removes a candidate of a solution or places another digit; a step changes the board; a search
// depends on the board only.

mod almost_locked_sets;
mod board;
mod cell_group;
mod cell_set;
mod chains;
mod deduction;
mod explainer;
mod geometry;
mod german;
mod german_rules;
mod implications;
mod language;
mod law;
mod level;
mod memo;
mod path;
mod pattern;
mod patterns;
mod prelude;
mod rating;
mod rule_meaning;
mod rule_names;
mod rule_use;
mod rules;
mod search_progress;
mod sentence;
mod single;
mod step;
mod step_search;
mod testing;
mod translation_law;
mod walk;
mod wording;
mod work;

pub use cell_group::CellGroup;
pub use deduction::{Deduction, Link, LinkEnd};
pub use explainer::SeEstimate;
pub use language::Language;
pub use level::Level;
pub use path::PathSearch;
pub use patterns::Technique;
pub use rating::{CONSTRAINED_SCALE, Rating, RatingSearch, SCALE};
pub use rule_use::RuleUse;
pub use sentence::Sentence;
pub use step::{Step, explain};
pub use step_search::{Reveal, StepAnswer, StepGoal, StepSearch};
pub use walk::WalkEnd;
pub use wording::Wording;
