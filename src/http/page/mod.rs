//! The page at `/`: a playground for the API.
//!
//! `assets/` contains the files as they are sent: HTML, CSS and ES modules, without a build step. The page uses the public API
//! only. Its types are JSDoc comments; `.ci/page` checks them and runs the page in a browser.
//!
//! | file | content |
//! |---|---|
//! | `page.css`, `text.css` | styles of the page; styles of pages of text, such as `/problems/{code}` |
//! | `main.js` | connects the controls with the three views and the API |
//! | `elements.js`, `messages.js` | the elements of the page; messages beside the grid |
//! | `board.js` | the puzzle, and the entries and marks of its player, with undo and redo |
//! | `timer.js` | the time that a player needs |
//! | `grid-view.js` | the grid: cells, keyboard, marks |
//! | `cover-view.js`, `matrix-view.js` | the text of an exact cover problem; its picture |
//! | `cover-problem.js` | reads such a text for the picture and the request |
//! | `hints.js`, `links-view.js` | the next step of a person; the links of a step as curves |
//! | `new-puzzle.js` | new puzzles of a level, and the wish that each came from |
//! | `job-view.js`, `job-form.js` | a job and its progress; the form of a new one |
//! | `job-words.js`, `job-list.js` | jobs in plain words; those that this browser has started |
//! | `jobs-api.js` | calls about jobs: create, follow, cancel, download |
//! | `sheets.js` | several puzzles on a page, to print |
//! | `questions.js` | the questions about a puzzle: requests, and answers in words and in the grid |
//! | `api.js` | calls of the API, with the types of its answers |
//! | `snippets.js` | the same calls as `curl` and `fetch` |
//! | `words.js`, `analysis-words.js` | answers in plain words |
//! | `shared-state.js` | the puzzle with its entries, the problem or the job, in the address |
//! | `symbols.js`, `houses.js` | digits as symbols; houses and candidates |
//! | `examples.js` | puzzles and problems to try |

mod files;

pub(super) use files::{POLICY, file, index};
