/** The texts of the page in English. Other languages are files with the same exports; `texts.js` chooses one of them. */

import { formatsOf } from "./formats.js";
import { JOB_COUNT_MAX } from "./jobs-api.js";
import { SIZE_MAX, SIZE_MIN } from "./symbols.js";

/** @typedef {import("./api.js").Level} Level */

const A_FILE = "a file";

/** Numbers and dates. */
export const formats = formatsOf("en");

const { number, counted, threeDigits, oneDecimal, approximate } = formats;

// Labels.

/** Texts and labels of the elements of index.html, by the names in their `data-text` and `data-label`. */
export const labels = {
  add: "Add",
  allConstraints: "All constraints",
  allSteps: "All steps",
  apiKey: "API key",
  box: "Box",
  cancel: "Cancel",
  cancelJob: "Cancel job",
  candidates: "Candidates",
  centre: "Centre",
  check: "Check",
  checkEntries: "Check",
  choose: "Choose…",
  clear: "Clear",
  close: "Close",
  code: "The same from your program",
  colours: "Colour",
  controls: "Controls and answers",
  copy: "Copy",
  copyLink: "Copy link",
  corners: "Corner",
  count: "Count",
  cover: "Exact cover",
  coverHelp:
    "Items on the first line, secondary ones after “|”; then a line for each option. Or JSON, or rows of 0 and 1.",
  coverProblem: "Exact cover problem",
  daily: "Daily puzzle",
  date: "Date",
  digits: "Digit",
  docs: "API documentation",
  documentation: "Documentation",
  downloadResults: "Download results",
  dropProblem: "Drop a file with a problem",
  dropPuzzle: "Drop a text file with a puzzle",
  dropPuzzles: "Drop a file of puzzles",
  edit: "Solve",
  example: "Example",
  exampleChoice: "Example…",
  file: "File",
  goOn: "Paused. Go on",
  grid: "Sudoku grid",
  gridHelp:
    "Arrow keys move, with Shift they select several cells. Type a digit or letter to fill a cell; Delete clears it. " +
    "Enter switches between digits and centre marks. While you play, a question mark gives a hint, then more of it. " +
    "Paste a puzzle in any notation.",
  hint: "Hint",
  inProgress: "In progress",
  job: "Job",
  jobFileHelp:
    "A puzzle on each line, or another text format; NDJSON and CSV by their endings. Files that end in .gz and .zst are read, too.",
  jobs: "Jobs",
  jobsOfBrowser: "Jobs of this browser",
  keys: "Keys",
  language: "Language",
  lead: "Solves, counts and proves any Sudoku, and explains every step.",
  level: "Level",
  matrix: "Options and items",
  matrixHelp:
    "A row for each option, a column for each item. Secondary items are in italics, after a dashed line. ✓ marks the chosen options.",
  more: "More",
  newJob: "New job",
  newPuzzle: "New puzzle",
  newPuzzles: "New puzzles",
  next: "Next questions",
  number: "Number",
  ofLevel: "of level",
  open: "Open…",
  pageLanguage: "Language",
  pageTitle: "Quadrille: play, solve and check Sudoku",
  paste: "Paste…",
  pasteHelp:
    "One symbol per cell, a drawn grid, cells of a spreadsheet, JSON (also with constraints), or a file or link of another program. Empty cells are “.” or “0”.",
  pasteTitle: "Paste a puzzle",
  pause: "Pause",
  perPage: "Puzzles per page",
  play: "Play",
  playDaily: "Play",
  print: "Print",
  printMany: "Print several…",
  printTitle: "Print several puzzles",
  puzzle: "Puzzle",
  random: "Random puzzle",
  rating: "Rating",
  redo: "Redo",
  redundant: "Redundant clues",
  removeJob: "Remove job",
  removeRules: "Remove these rules",
  request: "Request",
  restart: "Restart",
  rules: "Further rules",
  savePng: "Save as PNG",
  saveSvg: "Save as SVG",
  scrolls: "The grid is larger than the screen: drag it.",
  settings: "Settings",
  share: "Share…",
  shareTitle: "Share this puzzle",
  sheetsHelp:
    "One puzzle per line: one symbol per cell, “.” or “0” for empty cells. A line that begins with “#” is a heading, on a new page.",
  showCandidates: "Show candidates",
  showSolution: "Solution",
  size: "Size",
  solve: "Solve",
  startJob: "Start job",
  stepBack: "Previous step",
  stepOn: "Next step",
  steps: "Steps",
  stop: "Stop",
  sudokupad: "Open in SudokuPad",
  symmetry: "Symmetry",
  theme: "Colours",
  time: "Time",
  tools: "Digits and marks",
  undo: "Undo",
  useKey: "Use key",
  usePuzzle: "Use this puzzle",
  views: "Views",
  withSolutions: "Solutions on the pages after them",
  work: "Work",
};

/** Texts of the buttons that ask a question after another, or apply its answer. @type {Record<import("./texts.js").NextName, string>} */
export const nextTexts = {
  solve: "Solve",
  check: "Check",
  count: "Count",
  candidates: "Show the candidates of all solutions",
  redundant: "Find redundant clues",
  reduce: "Remove redundant clues",
  rate: "Rate its difficulty",
  hintHouse: "Next hint",
  hintTechnique: "Tell the technique",
  hintAll: "Show the step",
  apply: "Do this step",
  estimate: "Estimate the number of solutions",
  mistakes: "Check my entries",
  contradiction: "Show clues that contradict each other",
  generate: "New puzzle",
  path: "All steps",
  prove: "Proof",
  proveSums: "Proof",
  formulaFile: "Download formula",
  proofFile: "Download proof",
  job: "Count all solutions as a job",
  jobOfPuzzles: "Make 100 of them as a job",
  cancel: "Cancel",
  resume: "Continue your last puzzle",
};

/** Texts of the button Hint: each press reveals more. */
export const hintTexts = { hintHouse: "Hint", hintTechnique: "Technique?", hintAll: "Show step", apply: "Do step" };

/** Names of the levels. */
export const levelTexts = { easy: "Easy", medium: "Medium", hard: "Hard", expert: "Expert", extreme: "Extreme" };

/** Names of the symmetries of the API. */
export const symmetryTexts = {
  none: "No symmetry",
  rotate180: "Half turn",
  rotate90: "Quarter turn",
  horizontal: "Left like right",
  vertical: "Top like bottom",
  diagonal: "Diagonal",
  antidiagonal: "Other diagonal",
  full: "All symmetries",
};

/** Names of the settings that are on or off. */
export const switchTexts = {
  conflicts: "Mark equal digits in a row, column, box or cage at once",
  houses: "Tint the row, column and box of the selected cell",
  equals: "Tint digits equal to the selected one",
  timer: "Show the time",
  removesMarks: "A digit removes the marks that it excludes",
  fixedMarks: "Give each centre mark a fixed place",
};

export const themeTexts = { system: "Like the system", light: "Light", dark: "Dark" };

/** Names of the languages, each in itself. */
export const languageTexts = { auto: "Automatic", en: "English", de: "Deutsch" };


/** Keys, and what they do. @type {readonly [string, string][]} */
export const keyTexts = [
  ["Arrows", "move; with Shift or Ctrl, select several cells"],
  ["1–9, A–Z", "a digit, or what the chosen tool writes"],
  ["Shift + digit", "corner mark"],
  ["Ctrl + digit", "centre mark"],
  ["Alt + digit", "colour"],
  ["Z X C V", "tools: digit, corner, centre, colour"],
  ["Enter", "digits or centre marks"],
  ["Delete, 0, Space", "clear"],
  ["?", "hint, then more of it"],
  ["Ctrl + Z, Ctrl + Y", "undo, redo"],
  ["Ctrl + A, Esc", "select all cells, one cell"],
  ["Ctrl + click, drag", "select several cells"],
  ["Double click", "select equal digits"],
  ["Long press", "on a key of the pad: centre mark; on a cell: select it, too"],
];

/** Titles and details of the first message of each view. @type {Record<"edit" | "play" | "cover", [string, string]>} */
export const welcomes = {
  edit: [
    "Type a puzzle, paste one, or choose an example.",
    "Each digit moves on to the next cell; 0, space or a dot leaves one empty. Solve fills the grid, Check tells whether there is exactly one solution, Count finds all of them.",
  ],
  play: ["Play this puzzle", "The clues are fixed. Type digits and marks; the time runs from your first digit."],
  cover: [
    "Type an exact cover problem, or choose an example.",
    "Solve finds a solution and tells whether it is the only one. Count finds all of them.",
  ],
};

/** Names of the puzzles to try. */
export const exampleTexts = {
  easy: "Easy 9x9",
  seventeen: "17 clues, the fewest possible",
  hard: "Hard 9x9",
  multiple: "Several solutions",
  unsolvable: "No solution",
  sixteen: "16x16",
  "twenty-five": "25x25",
  killer: "Killer 6x6 with a thermometer",
};

/** Names of the exact cover problems to try. */
export const coverExampleTexts = {
  matrix: "Matrix of 6 options and 7 items",
  colours: "Toy problem with colours",
  queens: "6 queens",
  langford: "Langford pairs of 3 numbers",
  pentominoes: "Three pentominoes in 3x5 cells",
  timetable: "Timetable of two classes",
};

/** Short messages. */
export const notes = {
  loaded: "Puzzle loaded",
  editHelp: "Solve, check or count it, or play it.",
  loading: "Getting today's puzzle",
  cancelled: ["Cancelled", "No puzzle was made."],
  stopped: "Stopped",
  stepDone: ["Done", "Undo takes the step back."],
  paused: ["Paused", "The grid is hidden, and the time stands still."],
  copied: "Copied",
  notAllowed: "The browser does not allow it",
  saved: "Saved",
  noLink: "The puzzle is too large for a link.",
  noSudokupad: "SudokuPad cannot show this puzzle.",
  failure: "This did not work",
  offline: "No connection to the service",
  offlineHelp: "Playing goes on without it. Hints, new puzzles and checks need it: try again when the connection is back.",
};

/** What to do about a fault, by its code. */
export const faultTexts = {
  empty_body: "There is nothing to read.",
  invalid_utf8: "This is not text.",
  json_syntax: "This is not valid JSON.",
  puzzle_length: "The number of cells fits no grid: a 9x9 has 81 cells, a 6x6 has 36.",
  row_length: "The rows differ in length.",
  unknown_symbol: "There is a symbol that is neither a digit nor an empty cell. Write digits, and a dot or 0 for an empty cell.",
  mixed_empty_symbols: "Empty cells are written with different symbols. Use one of them, such as a dot.",
  digit_too_large: "A digit is larger than the grid.",
  box_mismatch: "The boxes do not fit the grid.",
  ambiguous_format: "This text can be read in two ways. Write one symbol per cell, or draw the grid.",
  format_syntax: "This looks like a known format, but has an error.",
  several_puzzles: "These are several puzzles. Paste one of them, or use “Print several…” for all.",
  damaged_link: "The link is damaged: it was cut or changed.",
  constraint_unsupported: "The puzzle has a rule that cannot be solved here yet.",
  invalid_constraint: "A constraint has an error.",
  invalid_regions: "The regions have an error.",
  not_representable: "The puzzle cannot be written in this form.",
  no_canonical_form: "The puzzle is too large for this.",
  excluded_clue: "A clue is not among the candidates of its cell.",
  contradiction: "Two of the values exclude each other.",
  out_of_range: "A value is too small or too large.",
  invalid_name: "A name of an item or colour is empty, too long, or has a character that is not allowed.",
  duplicate_item: "An item occurs twice.",
  unknown_item: "An option has an item that the first line does not name.",
  coloured_primary: "An option gives a colour to a primary item: only secondary items have colours.",
  ambiguous_items: "Items are given by number, which can be read in two ways.",
  problem_too_large: "The problem is too large.",
  body_too_large: "This is too large.",
  unauthorized: "This service asks for an API key.",
  rate_limited: "Too many requests: wait a moment, then try again.",
  share_exceeded: "Too many requests at once: wait until the others end.",
  overloaded: "The service is busy: try again in a moment.",
  shutting_down: "The service is about to stop: try again in a moment.",
  request_timeout: "The connection was too slow: try again.",
  internal: "The service has a bug: please report it.",
  answer_cut: "The connection ended before the answer: try again.",
  upload_cut: "The connection ended before the file was sent: try again.",
  size_not_drawn: `This page draws sizes from ${SIZE_MIN} to ${SIZE_MAX}.`,
  no_puzzle_found: "No puzzle was found: choose another level or symmetry.",
};

/** Addresses of the page that cannot be read. */
export const linkTexts = {
  damaged: "This link is damaged",
  changed: "It was cut or changed on its way.",
  copyAgain: "Copy the whole link, or ask for it again.",
  unread: (/** @type {string} */ part) => `Its part “${part}” cannot be read.`,
  misplaced: (/** @type {string} */ part) => `Its part “${part}” stands after a “?”. Write a “#” in place of the “?”.`,
  book: "A book has 1 to 1000 puzzles.",
};

/** Short messages about books of puzzles. */
export const sheetNotes = {
  printedWhenDone: "The book is printed when all are made.",
  printAgain: "Print the page to print the book again.",
  cancelled: "Cancelled",
  empty: "Write a puzzle on each line.",
  solutions: "Solutions",
  added: (/** @type {number} */ count) => `${counted(count, "puzzle", "puzzles")} added`,
  made: (/** @type {number} */ made, /** @type {number} */ count) => `${number(made)} of ${counted(count, "puzzle", "puzzles")}`,
  done: (/** @type {number} */ count) => counted(count, "puzzle", "puzzles"),
  tooMany: (/** @type {number} */ most) => `Print ${most} puzzles at most.`,
  noPuzzle: (/** @type {number} */ line) =>
    `Line ${line} is not a puzzle: write one symbol per cell, and a dot for an empty cell.`,
};

/** The picture of an exact cover problem. */
export const matrixTexts = {
  none: "There are no options to draw yet.",
  option: "Option",
  primary: (/** @type {string} */ name) => `${name}: primary item`,
  secondary: (/** @type {string} */ name) => `${name}: secondary item`,
  chosenOptions: (/** @type {number} */ shown, /** @type {number} */ all) => `chosen ${shown} of ${all} options`,
  firstOptions: (/** @type {number} */ shown, /** @type {number} */ all) => `first ${shown} of ${all} options`,
  firstItems: (/** @type {number} */ shown, /** @type {number} */ all) => `first ${shown} of ${all} items`,
  part: (/** @type {readonly string[]} */ shown) => `Large problem: the picture shows the ${shown.join(" and the ")}.`,
};

/** Work of a job without a file. */
export const jobKindTexts = {
  puzzle: "Count all solutions of the puzzle",
  problem: "Count all solutions of the exact cover problem",
  generate: "Make new puzzles",
};

/** Work of a job for each puzzle of a file: its title, and help. */
export const fileKindTexts = {
  check: { title: (file = A_FILE) => `Check the puzzles of ${file}`, help: "Has each puzzle exactly one solution?" },
  solve: { title: (file = A_FILE) => `Solve the puzzles of ${file}`, help: "The solution of each puzzle." },
  rate: { title: (file = A_FILE) => `Rate the puzzles of ${file}`, help: "Score, level and techniques of each puzzle." },
  count: {
    title: (file = A_FILE) => `Count the solutions of each puzzle of ${file}`,
    help: `The number of solutions of each puzzle, up to ${number(JOB_COUNT_MAX)}.`,
  },
  minimal: {
    title: (file = A_FILE) => `Find redundant clues in the puzzles of ${file}`,
    help: "The clues without which a puzzle still has one solution.",
  },
  candidates: {
    title: (file = A_FILE) => `Find the candidates of the puzzles of ${file}`,
    help: "The digits that occur in a solution, for each cell.",
  },
  canonical: {
    title: (file = A_FILE) => `Find the canonical forms of the puzzles of ${file}`,
    help: "Two puzzles are equal but for symmetries if their canonical forms are equal.",
  },
  cover: {
    title: (file = A_FILE) => `Count the solutions of the exact cover problems of ${file}`,
    help: `NDJSON: a problem on each line. Up to ${number(JOB_COUNT_MAX)} solutions each.`,
  },
};

/** Short texts of the view of jobs. */
export const jobTexts = {
  begin: ["Start a job, or open one of this browser.", "A job counts, solves or makes puzzles, even while this page is closed."],
  looking: "Looking for the job",
  cancelled: ["Cancelled", "No job was started."],
  silent: "The service does not answer",
  downloadSoFar: "Download results so far",
  noJobs: "No jobs of this browser yet",
  noProblem: "Type a problem in the view Exact cover first.",
  countOfProblem: "Count of an exact cover problem",
};

/** States of jobs. */
export const stateTexts = {
  queued: "Waiting",
  running: "Running",
  cancelling: "Cancelling",
  succeeded: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
  expired: "Expired",
};

/** Titles of jobs that another browser has started, by their operation. */
export const operationTexts = {
  solve: "Solutions",
  count: "Count",
  rate: "Rating",
  minimal: "Redundant clues",
  canonical: "Canonical forms",
  shuffle: "Shuffled puzzles",
  candidates: "Candidates",
  generate: "New puzzles",
  exact_cover_count: "Exact cover count",
  solutions: "All solutions",
  exact_cover_solutions: "All exact covers",
  prove: "Proof",
  exact_cover_prove: "Proof about exact covers",
};

/** Numbers of the verdicts of a job. */
export const tallyTexts = {
  unique: "One solution",
  multiple: "Several solutions",
  solvable: "Solvable",
  none: "No solution",
  answered: "Answered",
  unknown: "Limit reached",
  errors: "Invalid",
};

// Names.

/** @param {string} type Type of a constraint, such as `extra_region`. */
export function typeText(type) {
  return type.replaceAll("_", " ");
}

/** @param {string} name Member of a constraint, such as `cells`. */
export function memberText(name) {
  return name;
}

/** @param {string} value Word in a constraint, such as `down_left`, or the name of a cell. */
export function valueText(value) {
  return value.replaceAll("_", " ");
}

/** @param {string} name House as the service names it, such as `row 3`. */
export function houseText(name) {
  return name;
}

// Cells.

/** Descriptions of cells and keys. `digits` has blanks between digits. */
export const cellTexts = {
  place: (/** @type {number} */ row, /** @type {number} */ column) => `row ${row}, column ${column}`,
  flaws: { wrong: "wrong, ", contradicting: "contradicting ", redundant: "redundant ", clashing: "repeated ", "": "" },
  clue: (/** @type {string} */ digit) => `clue ${digit}`,
  entry: (/** @type {string} */ digit) => `entry ${digit}`,
  entryAndSolution: (/** @type {string} */ digits) => `entry and solution ${digits}`,
  differs: (/** @type {string} */ digits) => `differs, ${digits}`,
  solved: (/** @type {string} */ digit) => `solved, ${digit}`,
  empty: "empty",
  candidates: (/** @type {string} */ digits) => `candidates ${digits}`,
  corners: (/** @type {string} */ digits) => `corner marks ${digits}`,
  excluded: (/** @type {string} */ digits) => `excluded ${digits}`,
  undecided: (/** @type {string} */ digits) => `undecided ${digits}`,
  placed: (/** @type {string} */ digits) => `hint: ${digits} is right`,
  removed: (/** @type {string} */ digits) => `hint: not ${digits}`,
  clear: "Clear cell",
  left: (/** @type {string} */ digit, /** @type {number} */ count) => `${digit}, ${count} left`,
  colours: ["grey", "green", "purple", "orange", "red", "yellow", "blue", "brown", "teal"],
};

/** Names of the pad, by what its keys write. */
export const padTexts = { digits: "Digits", corners: "Corner marks", marks: "Centre marks", candidates: "Candidates", colours: "Colours" };

// Parts of sentences.

/** Words of lists and places. */
export const parts = {
  and: "and",
  otherCells: (/** @type {number} */ count) => counted(count, "other cell", "other cells"),
  others: (/** @type {number} */ count) => counted(count, "other", "others"),
  times: (/** @type {number} */ count) => `${number(count)} times`,
  puzzle: (/** @type {number} */ count) => `puzzle ${count}`,
  lineAndColumn: (/** @type {number} */ line, /** @type {number} */ column) => `line ${line}, column ${column}`,
};

/** @param {number} seconds */
export function durationText(seconds) {
  if (seconds < 90) return counted(Math.max(1, Math.round(seconds)), "second", "seconds");
  if (seconds < 90 * 60) return counted(Math.round(seconds / 60), "minute", "minutes");
  if (seconds < 36 * 3600) return counted(Math.round(seconds / 3600), "hour", "hours");
  return counted(Math.round(seconds / 86_400), "day", "days");
}

/** @param {number} microseconds */
function shortDuration(microseconds) {
  if (microseconds < 1000) return counted(microseconds, "microsecond", "microseconds");
  if (microseconds < 1_000_000) return `${threeDigits(microseconds / 1000)} milliseconds`;
  return `${threeDigits(microseconds / 1_000_000)} seconds`;
}

// Answers.

/** How a search ended. */
export const searchTexts = {
  work: (/** @type {number} */ nodes, /** @type {number} */ microseconds) => {
    const work = nodes === 0 ? "Logic alone was enough." : `The search visited ${counted(nodes, "node", "nodes")}.`;
    return `${work} It took ${shortDuration(microseconds)}.`;
  },
  timeLimit: (/** @type {number} */ milliseconds) => `The search reached its time limit of ${shortDuration(milliseconds * 1000)}.`,
  nodeLimit: (/** @type {number} */ nodes) => `The search reached its limit of ${counted(nodes, "node", "nodes")}.`,
  shutdown: "The service shut down during the search.",
  proofTooLong: "The proof is longer than the service keeps.",
  noAnswer: "No answer yet",
  solutionsSoFar: (/** @type {number} */ count) => `${counted(count, "solution", "solutions")} so far`,
  nodesSoFar: (/** @type {number} */ nodes, /** @type {number} */ milliseconds) =>
    `${counted(nodes, "node", "nodes")} visited in ${oneDecimal(milliseconds / 1000)} seconds.`,
  stopped: (/** @type {number} */ found) =>
    found > 0 ? `It had found ${counted(found, "solution", "solutions")}.` : "It had found nothing yet.",
};

/** Whether there is a solution, and how many there are. */
export const solutionTexts = {
  unique: "Solved: this is the only solution",
  oneOfSeveral: "This is one of several solutions",
  solvable: "This is a solution",
  solvableCover: "This is a solution; whether there are others is open",
  oneWrongEntry: "One of your entries is wrong: its cell shows both digits.",
  wrongEntries: (/** @type {number} */ count) => `${number(count)} of your entries are wrong: their cells show both digits.`,
  severalHelp: "Check shows two that differ; Count tells how many there are.",
  noneOfPuzzle: "This puzzle has no solution",
  noneOfProblem: "This problem has no solution",
  conflict: (/** @type {string} */ house, /** @type {number} */ digit, /** @type {number} */ times) =>
    `${house} has ${digit} ${times === 2 ? "twice" : `${times} times`}`,
  constraintConflict: (/** @type {string} */ type, /** @type {string} */ cells) =>
    `no digits fit the ${type}${cells === "" ? "" : ` in ${cells}`}`,
  otherConflicts: (/** @type {number} */ count) => `There are ${counted(count, "other conflict", "other conflicts")}.`,
  proper: "A proper puzzle: it has exactly one solution",
  improper: "Not a proper puzzle: it has several solutions",
  openWhetherProper: "It has a solution; whether there are others is open",
  difference: (/** @type {number} */ cells) =>
    `Two solutions differ in ${counted(cells, "cell", "cells")}: the marked cells show both digits.`,
  exactly: (/** @type {number} */ count) => `Exactly ${counted(count, "solution", "solutions")}`,
  atLeast: (/** @type {number} */ count) => `At least ${counted(count, "solution", "solutions")}`,
  noEstimate: "No estimate: no probe found a solution",
  about: (/** @type {number} */ count) => `About ${approximate(count)} solutions`,
  between: (/** @type {number} */ low, /** @type {number} */ high) => `Probably between ${approximate(low)} and ${approximate(high)}.`,
  probes: (/** @type {number} */ count) => `${counted(count, "random probe", "random probes")}.`,
};

/** Solutions of exact cover problems. `options` has numbers with commas, `others` is the number of further ones. */
export const coverTexts = {
  it: "It",
  oneOfThem: "One of them",
  choosesNone: (/** @type {string} */ subject) => `${subject} chooses no options.`,
  chooses: (/** @type {string} */ subject, /** @type {number} */ count, /** @type {string} */ options) =>
    `${subject} chooses ${count === 1 ? "option" : "options"} ${options}.`,
  skipped: (/** @type {number} */ count, /** @type {string} */ options) =>
    `${count === 1 ? "Option" : "Options"} ${options} without a primary item: skipped, because no solution can have such an option.`,
};

/** Proofs. `size` and `formulaSize` are results of the functions of these names. */
export const proofTexts = {
  none: "No proof was found",
  proved: "Proved",
  ofPuzzle: "puzzle",
  ofProblem: "problem",
  size: (/** @type {number} */ lines, /** @type {number} */ bytes) => `${counted(lines, "line", "lines")}, ${counted(bytes, "byte", "bytes")}`,
  formulaSize: (/** @type {number} */ bytes) => counted(bytes, "byte", "bytes"),
  noSolution: (/** @type {string} */ subject, /** @type {string} */ size, /** @type {string} */ formulaSize) =>
    `There is no solution: a proof (${size}) refutes the formula of the ${subject} (${formulaSize}).`,
  noOther: (/** @type {string} */ size, /** @type {string} */ formulaSize) =>
    `There is no other solution: a proof (${size}) refutes the formula that excludes this one (${formulaSize}).`,
  checkDrup: (/** @type {string} */ name) => `Programs of others check it: “drat-trim ${name}.cnf ${name}.drup”, or dratify in Python.`,
  checkVeripb: (/** @type {string} */ name) => `A program of others checks it: “veripb ${name}.opb ${name}.pbp”.`,
};

/** Candidates, redundant clues and contradictions. */
export const analysisTexts = {
  oneDigitEach: "Each cell has one possible digit",
  oneSolution: "The puzzle has one solution.",
  candidates: "Candidates of all solutions",
  candidatesHelp: "The grid shows every digit that occurs in a solution.",
  sure: (/** @type {number} */ cells) =>
    `${counted(cells, "empty cell", "empty cells")} ${cells === 1 ? "has" : "have"} the same digit in all solutions.`,
  undecided: (/** @type {number} */ candidates) =>
    `${counted(candidates, "candidate", "candidates")} with a dotted line ${candidates === 1 ? "is" : "are"} undecided.`,
  allNeeded: "Every clue is needed",
  allNeededHelp: "Without any of them, there are more solutions.",
  noneRedundantYet: "No redundant clue found yet",
  redundant: (/** @type {number} */ clues) => counted(clues, "redundant clue", "redundant clues"),
  redundantAtLeast: (/** @type {number} */ clues) => `At least ${counted(clues, "redundant clue", "redundant clues")}`,
  oneRedundantHelp: "The clue with a dashed frame can go without changing the solutions.",
  redundantHelp: "Each clue with a dashed frame can go without changing the solutions, but perhaps not all of them together.",
  removed: (/** @type {number} */ clues) => `${counted(clues, "clue", "clues")} removed`,
  removedHelp: (/** @type {boolean} */ isMinimal) =>
    `${isMinimal ? "Every clue that is left is needed." : "Some clues that are left may be redundant."} ` +
    "The solutions are the same. Undo brings the clues back.",
  cluesContradict: (/** @type {number} */ clues) => `${counted(clues, "clue", "clues")} contradict each other`,
  rulesContradict: (/** @type {number} */ clues, /** @type {number} */ constraints) => {
    const own = clues === 0 ? "" : `${counted(clues, "clue", "clues")} and `;
    return `${own}${counted(constraints, "constraint", "constraints")} contradict each other`;
  },
  oneRuleFails: "No digits fit a constraint",
  noContradiction: "No contradiction found",
  minimalContradiction: "No solution has all clues with a double frame; without any one of them, the others have a solution.",
  contradiction: "No solution has all clues with a double frame. Fewer of them may be enough.",
};

/** Ratings. `level` is its name in the API. */
export const ratingTexts = {
  none: "No rating",
  needsOneSolution: "Only a puzzle with one solution has a rating.",
  rating: (/** @type {Level} */ level, /** @type {number} */ score) => `${levelTexts[level]}: score ${number(score)}`,
  ratingAndSteps: (/** @type {Level} */ level, /** @type {number} */ score) => `${levelTexts[level]}, score ${number(score)}. `,
  hardest: (/** @type {string} */ technique) => `The hardest step is a ${technique}.`,
  singles: "Singles are enough.",
  steps: (/** @type {string} */ counts) => `Steps: ${counts}.`,
  explainer: (/** @type {number} */ value) => `Sudoku Explainer: about ${oneDecimal(value)}.`,
};

/** Hints and lists of steps. */
export const stepTexts = {
  none: "No hint",
  noTechnique: "No technique finds a step here.",
  noSteps: "No steps",
  lookAt: (/** @type {string} */ houses) => `Look at ${houses}`,
  toFind: "There is a step to find.",
  isIn: (/** @type {string} */ houses) => `The step is in ${houses}.`,
  steps: (/** @type {number} */ count) => counted(count, "step", "steps"),
  stepsToLimit: (/** @type {number} */ count) => `${counted(count, "step", "steps")}, then the search reached its limit`,
  stepsToEnd: (/** @type {number} */ count) => `${counted(count, "step", "steps")}, then no technique finds another`,
  share: (/** @type {string} */ technique, /** @type {number} */ times, /** @type {number} */ percent) =>
    `${technique}: ${number(times)} (${percent} %)`,
  beforeFirst: (/** @type {number} */ count) => `Before the first of ${counted(count, "step", "steps")}`,
  place: (/** @type {number} */ step, /** @type {number} */ count) => `Step ${step} of ${count}`,
};

/** Mistakes, and the end of a game. */
export const gameTexts = {
  solved: "Solved",
  allDigitsOnce: "Each row, column and box has every digit once.",
  allRulesHold: "All rules hold.",
  mistake: "There is a mistake",
  wrongEntries: (/** @type {number} */ count, /** @type {string} */ cells) =>
    count === 1 ? `The digit in ${cells} is wrong.` : `The digits in ${cells} are wrong.`,
  wrongMarks: (/** @type {string} */ cells) => `The centre marks in ${cells} lack the right digit: add the others, or clear them.`,
  contradicting: "Each entry with a double frame is in some solution, but no solution has them all.",
  noMistakes: "No mistakes so far",
  noMistakesHelp: "A solution has all your entries.",
  noMistakeYet: "No mistake found yet",
  completed: (/** @type {string} */ time) => `You solved it in ${time}`,
  full: "The grid is full",
  fullHelp: "Check tells whether all rules hold.",
  fullWithMistake: "The grid is full, but it is not a solution",
  clashes: (/** @type {number} */ cells) =>
    `${counted(cells, "cell", "cells")} are marked: a digit is twice in a row, column, box or cage, or not allowed there.`,
};

/** New puzzles. `level` is its name in the API, `date` a date in words. */
export const newTexts = {
  making: (/** @type {Level} */ level) => `Making a puzzle: ${level}`,
  origin: (/** @type {Level} */ level, /** @type {string} */ seed) => `${levelTexts[level]}, ${seed}`,
  seed: (/** @type {number} */ seed) => `seed ${seed}`,
  none: "No puzzle found",
  attempts: (/** @type {number} */ count, /** @type {Level} */ level, /** @type {boolean} */ hasSymmetry) =>
    `${counted(count, "attempt", "attempts")} found no ${level} puzzle${hasSymmetry ? " with this symmetry" : ""}.`,
  made: (/** @type {Level} */ level) => `New puzzle: ${level}`,
  ofDate: (/** @type {Level} */ level, /** @type {string} */ date) => `Puzzle of ${date}: ${level}`,
  details: (/** @type {number} */ clues, /** @type {number | undefined} */ score) =>
    `${counted(clues, "clue", "clues")}${score === undefined ? "" : `, score ${number(score)}`}, one solution. The time runs from your first digit.`,
  noneOfToday: "No puzzle of today without the service",
  noneOfTodayHelp: "Here is one from the page, to play until it answers.",
};

/** Further rules, and warnings about a puzzle that was read. */
export const ruleTexts = {
  fixed: "You change the digits here; the rules stay as they are.",
  regions: "Each region with thick lines has every digit once.",
  noBoxes: "There are no boxes.",
  grids: "Each row, column and box of each grid has every digit once.",
  decorations_ignored: "Its drawings and its rules in prose were not read: it may have more rules.",
  lines_ignored: "Lines that hold no part of it were not read.",
  solution_differs: "The solution beside it is no solution of what was read: a part was not read, or is wrong.",
  digits_from_zero: "Its digits began with 0: they are one larger here.",
  warning: (/** @type {string} */ warning) => `Warning: ${warning}.`,
};

/** What a link or a file says beside its puzzle. `unread` is a list of things. */
export const aboutTexts = {
  author: (/** @type {string} */ author) => `By ${author}`,
  titleAndAuthor: (/** @type {string} */ title, /** @type {string} */ author) => `${title}, by ${author}`,
  unread: (/** @type {string} */ unread) =>
    `${unread === "" ? "This puzzle has rules that were not read" : `Not read: ${unread}`}. “Hint” and “Check” know only the rules that were read.`,
  prose: "the rules in words",
  proseThatBegins: (/** @type {string} */ text) => `the rules in words, “${text}”`,
  members: (/** @type {string} */ names) => `data of unknown meaning (${names})`,
  byReadRules: (/** @type {string} */ title) => `By the rules that were read: ${title}`,
  mayHaveMore: "The puzzle may have more rules: with them, the answer may be another.",
  fullHelp: "It meets the rules that were read. The page does not check the others.",
};

/**
 * Names drawings of a link with their number.
 * @param {string} kind Such as `line`, in English.
 * @param {number} count
 */
export function drawingText(kind, count) {
  return counted(count, kind, kind === "fog" ? kind : `${kind}s`);
}

/** Captions in a book of puzzles. */
export const captions = {
  puzzle: (/** @type {number} */ puzzle, /** @type {Level} */ level, /** @type {number} */ score) => `${puzzle}: ${level}, score ${number(score)}`,
  unique: (/** @type {number} */ puzzle) => `Solution of ${puzzle}`,
  multiple: (/** @type {number} */ puzzle) => `One of several solutions of ${puzzle}`,
  none: (/** @type {number} */ puzzle) => `${puzzle} has no solution`,
  unknown: (/** @type {number} */ puzzle) => `${puzzle} was not solved in time`,
};

// Jobs.

/**
 * @param {number} count
 * @param {Level} level
 */
export function makingJobTitle(count, level) {
  return counted(count, `new ${level} puzzle`, `new ${level} puzzles`);
}

/**
 * @param {number} size
 * @param {number} clues
 */
export function countJobTitle(size, clues) {
  return `Count of a ${sizeText(size, clues)}`;
}

/**
 * @param {number} size
 * @param {number} clues
 */
function sizeText(size, clues) {
  return `${size}x${size} with ${counted(clues, "clue", "clues")}`;
}

/**
 * @param {number} size
 * @param {number} clues
 */
export function countJobHelp(size, clues) {
  return `The puzzle of the page: ${sizeText(size, clues)}. The number is exact, up to 128 bits.`;
}

/**
 * @param {number} items
 * @param {number} options
 */
export function coverJobHelp(items, options) {
  const size = `${counted(items, "item", "items")} and ${counted(options, "option", "options")}`;
  return `The problem of the view Exact cover: ${size}. The number is exact, up to 128 bits.`;
}

/** @param {number} size */
export function makingJobHelp(size) {
  return `They have the size of the grid of the page, ${size}x${size}, and one solution each.`;
}

/** @param {number} seconds */
export function nextAttempt(seconds) {
  return `The page tries again in ${durationText(seconds)}.`;
}

/** @param {string} file */
export function sendingText(file) {
  return [`Sending ${file}`, "Keep this page open until the file is sent."];
}

/** @param {string} title */
export function dropJobText(title) {
  return `Remove from this list: ${title}`;
}

/** Progress and facts of a job. `count` is a number in groups, `time` a date with its time. */
export const progressTexts = {
  solutions: (/** @type {string} */ count) => `${count} ${count === "1" ? "solution" : "solutions"}`,
  soFar: (/** @type {string} */ solutions) => `${solutions} so far`,
  atLeast: (/** @type {string} */ solutions) => `at least ${solutions}`,
  puzzles: (/** @type {number} */ count) => counted(count, "puzzle", "puzzles"),
  notBegun: "It has not begun.",
  done: (/** @type {string} */ percent) => `${percent} done`,
  doneAndLeft: (/** @type {string} */ percent, /** @type {string} */ duration) => `${percent} done, about ${duration} left`,
  part: (/** @type {number} */ done, /** @type {number} */ total) => `${number(done)} of ${number(total)}`,
  state: "State",
  allPuzzles: "Puzzles",
  pieces: "Parts",
  started: "Started",
  took: "Took",
  kept: "Kept until",
};

/** Messages about a job. `result` is a number of solutions or puzzles. */
export const jobMessages = {
  secret: "Anyone with the link can read, cancel and remove it.",
  ofKey: "It belongs to your API key.",
  closing: "You may close this page: its link and the list of jobs lead back.",
  queued: "The job waits for a free thread",
  running: "The job is running",
  cancelling: "The job is being cancelled",
  cancellingHelp: "What is done is kept.",
  done: (/** @type {string} */ result) => `Done: ${result}`,
  cancelled: "The job was cancelled",
  failed: "The job has failed",
  hadDone: (/** @type {string} */ percent, /** @type {string} */ result) => `It had done ${percent}: ${result}.`,
  expired: "The job has expired",
  expiredHelp: "Its results were removed. Start it again if you need them.",
  resultsKept: (/** @type {string} */ time) => `The results are kept until ${time}: download them.`,
  numberKept: (/** @type {string} */ time) => `The number is kept until ${time}.`,
};

/** Why there is no job: a title, and what to do. */
export const jobFaults = {
  noJobs: ["This service runs no jobs", "Its operator has turned them off. Questions about one puzzle still work."],
  noSuchJob: ["There is no such job", "It has expired, was removed, or belongs to another API key."],
  noResults: ["No results yet", "They are in the order of the input: its first part is not done."],
  expired: ["The results have expired", "Start the job again if you need them."],
  tooLarge: ["The file is too large", "Split it into several files, and start a job for each."],
  tooMany: ["Too many jobs or requests", "Wait a little, or remove a job that has ended."],
  busy: ["The service is busy, or its jobs are unavailable", "Try again later."],
  noStorage: ["Your jobs have used up their storage", "Remove jobs whose results you have."],
};
