//! The page at `/`: puzzles to play, to solve and to check, and a playground for the API.
//!
//! `assets/` contains the files as they are sent: HTML, CSS and ES modules, without a build step. The page uses the public API
//! only. Its types are JSDoc comments; `.ci/page` checks them and runs the page in a browser.
//!
//! | file | content |
//! |---|---|
//! | `state.js` | the state of the page: board, selection, settings, view, tool, last answer |
//! | `main.js` | connects the controls with the state, the views and the service |
//! | `elements.js` | the elements of the page |
//! | `texts.js`, `texts-en.js`, `texts-de.js` | all texts, and sentences that depend on answers; the texts in English and in German |
//! | `language.js`, `formats.js` | the language, before the first paint; numbers and dates |
//! | `board.js`, `selection.js` | the puzzle with the entries and marks of its player, undo and redo; the selected cells |
//! | `settings.js`, `theme.js` | the settings of the player; the colours before the first paint |
//! | `grid-view.js`, `cell-view.js` | the grid; a cell of it. `links-view.js`: the links of a step as curves over the grid |
//! | `grid-input.js`, `pad-view.js` | keys, pointer and touch; the pad of digits and the tools |
//! | `player.js`, `timer.js`, `saved-games.js` | the end of a game and its pauses; its time; the progress kept in the browser |
//! | `asking.js`, `questions.js` | asks a question and shows the answer; the questions, and their answers in the grid |
//! | `hints.js`, `steps-view.js` | the next step of a person; all steps as a list |
//! | `new-puzzle.js`, `dialogs.js` | new puzzles, daily ones, and the wish that each came from; dialogs for them, settings and keys |
//! | `share-dialog.js`, `sheets.js` | link, pictures and `SudokuPad`; several puzzles on a page, to print |
//! | `address.js`, `shared-state.js` | the address of the page; the puzzle with its entries, the problem or the job in it |
//! | `link-reader.js`, `address-text.js` | reads addresses, and refuses damaged ones; their checksum and the JSON in them |
//! | `about.js`, `refusal.js` | title, author and rules of a link, and what was not read; the empty grid in place of what could not be read |
//! | `messages.js` | messages beside the grid |
//! | `api.js`, `snippets.js` | calls of the API, with the types of its answers; the same calls as `curl` and `fetch` |
//! | `cover-view.js`, `matrix-view.js`, `cover-problem.js` | exact cover problems: their text, picture, and request |
//! | `job-view.js`, `job-form.js`, `job-list.js`, `jobs-api.js` | a job and its progress; the form of a new one; those of this browser; calls |
//! | `other-views.js` | the views of exact cover problems and jobs |
//! | `symbols.js`, `houses.js` | digits as symbols; houses and candidates |
//! | `examples.js` | puzzles and problems to try |
//! | `offline.js`, `manifest.webmanifest`, `icon*` | the service worker, for times without a connection; what an installed page needs |
//! | `page.css`, `grid.css`, `views.css`, `print.css` | colours, controls and layout; the grid; the other views; paper |
//! | `text.css`, `docs.css`, `docs.js` | pages of text, such as `/problems/{code}`; `/docs` in the colours of the page |

mod files;

pub(super) use files::{POLICY, WORKER, file, index};
