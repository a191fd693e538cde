/**
 * The texts of the page, all in this file: labels of the controls, answers in words, descriptions of cells, faults. Another
 * language is another file with the same exports.
 */

import { ApiError } from "./api.js";
import { SIZE_MAX, SIZE_MIN, cellsOf, indicesOf, labelOf } from "./symbols.js";
import { constraintAt, isClassic } from "./variant.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./api.js").CandidatesAnswer} CandidatesAnswer */
/** @typedef {import("./api.js").ConflictsAnswer} ConflictsAnswer */
/** @typedef {import("./api.js").Conflict} Conflict */
/** @typedef {import("./api.js").CountAnswer} CountAnswer */
/** @typedef {import("./api.js").CoverAnswer} CoverAnswer */
/** @typedef {import("./api.js").CoverCountAnswer} CoverCountAnswer */
/** @typedef {import("./api.js").CoverSolution} CoverSolution */
/** @typedef {import("./api.js").EstimateAnswer} EstimateAnswer */
/** @typedef {import("./api.js").Fault} Fault */
/** @typedef {import("./api.js").GenerateAnswer} GenerateAnswer */
/** @typedef {import("./api.js").HintAnswer} HintAnswer */
/** @typedef {import("./api.js").MinimalAnswer} MinimalAnswer */
/** @typedef {import("./api.js").MistakesAnswer} MistakesAnswer */
/** @typedef {import("./api.js").PathAnswer} PathAnswer */
/** @typedef {import("./api.js").Progress} Progress */
/** @typedef {import("./cell-view.js").Content} Content */
/** @typedef {import("./api.js").ProveAnswer} ProveAnswer */
/** @typedef {import("./api.js").CoverProveAnswer} CoverProveAnswer */
/** @typedef {import("./api.js").RateAnswer} RateAnswer */
/** @typedef {import("./api.js").Reveal} Reveal */
/** @typedef {import("./api.js").SearchAnswer} SearchAnswer */
/** @typedef {import("./variant.js").Variant} Variant */
/** @typedef {import("./api.js").Verdict} Verdict */
/** @typedef {import("./api.js").Wish} Wish */
/** @typedef {import("./board.js").Position} Position */
/** @typedef {import("./jobs-api.js").JobState} JobState */
/** @typedef {import("./jobs-api.js").Job} Job */
/** @typedef {import("./jobs-api.js").Tally} Tally */
/** @typedef {import("./questions.js").QuestionName | "apply" | "job" | "jobOfPuzzles" | "cancel" | "resume" | import("./asking.js").ProofFile} NextName Question that may come next, a step to apply, a job to start, or a file to download. */
/** @typedef {"good" | "bad" | "open"} Tone */
/** @typedef {{ tone: Tone, title: string, details: string[], next?: NextName[] }} Message */

const numbers = new Intl.NumberFormat("en");

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

/** Texts of the buttons that ask a question after another, or apply its answer. @type {Record<NextName, string>} */
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
export const symmetryTexts = /** @type {const} */ ({
  none: "No symmetry",
  rotate180: "Half turn",
  rotate90: "Quarter turn",
  horizontal: "Left like right",
  vertical: "Top like bottom",
  diagonal: "Diagonal",
  antidiagonal: "Other diagonal",
  full: "All symmetries",
});

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
  offline: "No connection to the service",
  offlineHelp: "Playing goes on without it. Hints, new puzzles and checks need it: try again when the connection is back.",
};

/**
 * Tells that today's puzzle could not be had, and that another one is shown.
 * @returns {Message}
 */
export function substituted() {
  return { tone: "open", title: "No puzzle of today without the service", details: ["Here is one from the page, to play until it answers."] };
}

/**
 * @param {number} found Number of solutions that a stopped count has found.
 * @returns {string}
 */
export function stoppedText(found) {
  return found > 0 ? `It had found ${counted(found, "solution")}.` : "It had found nothing yet.";
}

/** @param {string} level */
export function makingText(level) {
  return `Making a puzzle: ${level}`;
}

/**
 * Returns the date of a daily puzzle; nothing if the seed is no date.
 * @param {number} seed Such as `20261128`.
 */
function dateOfSeed(seed) {
  const [, year, month, day] = /^(20\d\d)(\d\d)(\d\d)$/.exec(String(seed)) ?? [];
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  const isDate = year !== undefined && date.getMonth() === Number(month) - 1 && date.getDate() === Number(day);
  return isDate ? date.toLocaleDateString("en", { dateStyle: "medium" }) : undefined;
}

/**
 * Names the origin of a puzzle: its level, and its date or seed.
 * @param {import("./api.js").Wish} wish
 */
export function originText({ level, seed }) {
  const date = dateOfSeed(seed);
  return date === undefined ? `${capital(level)}, seed ${seed}` : `${capital(level)}, ${date}`;
}

/**
 * Describes a tool for the label of the pad.
 * @param {import("./state.js").Tool} tool
 * @param {boolean} isPlaying
 */
export function toolText(tool, isPlaying) {
  const names = { digits: "Digits", corners: "Corner marks", marks: isPlaying ? "Centre marks" : "Candidates", colours: "Colours" };
  return names[tool];
}

const colourNames = ["grey", "green", "purple", "orange", "red", "yellow", "blue", "brown", "teal"];

/**
 * Describes a key of the pad: a digit with the number of cells that lack it, a colour, or the key that clears.
 * @param {string | number} key
 * @param {number} [left]
 */
export function padText(key, left) {
  if (key === 0) return "Clear cell";
  return typeof key === "number" ? (colourNames[key - 1] ?? String(key)) : `${key}, ${left} left`;
}

/**
 * Describes a cell of the grid.
 * @param {number} index
 * @param {number} size
 * @param {Content} content
 */
export function cellText(index, size, content) {
  const { clue, entry, solved, both, candidates, corners, undecided, placed, removed, excluded, colours, flaw, isFixed } = content;
  /** @param {readonly number[]} digits */
  const list = (digits) => digits.map((digit) => labelOf(digit, size)).join(" ");
  const place = `row ${Math.floor(index / size) + 1}, column ${(index % size) + 1}`;
  const tint = colours.length > 0 ? `, ${colours.map((colour) => colourNames[colour - 1]).join(" and ")}` : "";
  const kinds = { wrong: "wrong, ", contradicting: "contradicting ", redundant: "redundant ", clashing: "repeated ", "": "" };
  const kind = kinds[flaw];
  if (clue !== 0) return `${place}: ${kind}${isFixed || kind ? "clue " : ""}${list([clue])}${tint}`;
  if (entry !== 0 && both.length > 0) return `${place}: ${kind}entry and solution ${list(both)}${tint}`;
  if (entry !== 0) return `${place}: ${kind}entry ${list([entry])}${tint}`;
  if (both.length > 0) return `${place}: differs, ${list(both)}${tint}`;
  if (solved !== 0) return `${place}: solved, ${list([solved])}${tint}`;
  const parts = [
    candidates.length > 0 && `candidates ${list(candidates.toSorted((one, other) => one - other))}`,
    corners.length > 0 && `corner marks ${list(corners)}`,
    excluded.length > 0 && `excluded ${list([...new Set(excluded)])}`,
    undecided.length > 0 && `undecided ${list(undecided)}`,
    placed.length > 0 && `hint: ${list(placed)} is right`,
    removed.length > 0 && `hint: not ${list(removed)}`,
  ];
  return `${place}: ${[`${kind}empty`, ...parts.filter((part) => typeof part === "string")].join(", ")}${tint}`;
}

// Faults.

/**
 * What to do about a fault, by its code; `{}` is what the service says about the place, such as a cell or a line.
 * @type {Readonly<Record<string, string>>}
 */
const faultTexts = {
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

/** Faults that need what the service says about them, such as the name of an item or a rule. */
const NEEDS_DETAIL = new Set([
  "json_syntax", "format_syntax", "constraint_unsupported", "invalid_constraint", "invalid_regions", "unknown_item", "duplicate_item", "invalid_name", "coloured_primary", "out_of_range",
]);

/**
 * Describes faults: equal ones once, with their number and the first places.
 * @param {readonly Fault[]} faults
 * @returns {string[]}
 */
export function faultSentences(faults) {
  /** @type {Map<string, { places: string[], times: number }>} */
  const groups = new Map();
  for (const fault of faults) {
    const { code, detail } = fault;
    const place = placeText(fault);
    const own = faultTexts[code];
    const said = own === undefined || NEEDS_DETAIL.has(code) ? sentence(detail) : "";
    const text = [own ?? "", said].filter(Boolean).join(" ");
    const group = groups.get(text) ?? { places: [], times: 0 };
    group.times += 1;
    if (place !== "" && !group.places.includes(place)) group.places.push(place);
    groups.set(text, group);
  }
  return [...groups].map(([text, { places, times }]) => {
    const [first, ...others] = places.slice(0, 4);
    const rest = places.length > 4 ? " …" : "";
    const where = first === undefined ? "" : ` (${[first, ...others].join(", ")}${rest})`;
    return `${text}${times > 1 ? ` ${number(times)} times` : ""}${where}`;
  });
}

/** @param {Fault} fault */
function placeText({ cell, line, column, puzzle, pointer = "" }) {
  if (puzzle !== undefined) return `puzzle ${puzzle}`;
  if (cell !== undefined) return cell;
  if (line !== undefined) return `line ${line}, column ${column}`;
  // A pointer into a problem or into constraints that a person has typed; other requests are written by the page.
  return /^\/(options|primary|secondary|matrix|constraints|regions)\b/.test(pointer) ? pointer : "";
}

/** @param {string} text */
function sentence(text) {
  return /[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`;
}

export const failure = "This did not work";

// Books.

/** Short messages about books of puzzles. */
export const sheetNotes = {
  printedWhenDone: "The book is printed when all are made.",
  printAgain: "Print the page to print the book again.",
  cancelled: "Cancelled",
  empty: "Write a puzzle on each line.",
  solutions: "Solutions",
  added: (/** @type {number} */ count) => `${counted(count, "puzzle")} added`,
  tooMany: (/** @type {number} */ most) => `Print ${most} puzzles at most.`,
  noPuzzle: (/** @type {number} */ line) =>
    `Line ${line} is not a puzzle: write one symbol per cell, and a dot for an empty cell.`,
};

/**
 * @param {number} made
 * @param {number} count
 */
export function bookProgress(made, count) {
  return `${number(made)} of ${counted(count, "puzzle")}`;
}

/** @param {number} count */
export function bookDone(count) {
  return counted(count, "puzzle");
}

// Steps.

/**
 * Describes where the steps to the solution end.
 * @param {PathAnswer} answer
 */
export function pathEnd({ end, steps, stopped_by: stoppedBy }) {
  if (end === "solved") return counted(steps.length, "step");
  if (stoppedBy !== null) return `${counted(steps.length, "step")}, then the search reached its limit`;
  return `${counted(steps.length, "step")}, then no technique finds another`;
}

/**
 * Describes the rating above the list of steps.
 * @param {RateAnswer} answer
 */
export function ratingText({ level, score }) {
  return level === null || score === null ? "" : `${capital(level)}, score ${score.toLocaleString("en")}. `;
}

/**
 * Describes how often a technique occurs.
 * @param {string} name
 * @param {number} times
 * @param {number} percent
 */
export function shareText(name, times, percent) {
  return `${name}: ${number(times)} (${percent} %)`;
}

/**
 * @param {number} place Number of the step, from 0; -1 before the first.
 * @param {number} count
 */
export function stepPlace(place, count) {
  return place < 0 ? `Before the first of ${counted(count, "step")}` : `Step ${place + 1} of ${count}`;
}

/** The most candidates that the title of a step lists. */
const TITLE_MAX = 3;

/**
 * Returns the name of a step and what it places or removes.
 * @param {import("./api.js").Step} step
 */
export function stepTitle({ name, placements, eliminations }) {
  const done = [
    ...placements.map(({ cell, digit }) => `${cell} = ${digit}`),
    ...eliminations.map(({ cell, digit }) => `${cell} ≠ ${digit}`),
  ];
  const rest = done.length > TITLE_MAX ? " …" : "";
  return `${name}: ${done.slice(0, TITLE_MAX).join(", ")}${rest}`;
}

/**
 * Returns the sentence of a step without its name.
 * @param {{ name?: string, text?: string }} step
 */
export function stepSentence({ name = "", text = "" }) {
  const rest = text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text;
  // The name of a cell stays as it is.
  return /^r\d/.test(rest) ? rest : capital(rest);
}

/**
 * Returns the caption of a printed puzzle.
 * @param {number} puzzle
 * @param {RateAnswer | undefined} rating
 */
export function puzzleCaption(puzzle, rating) {
  const { level, score } = rating ?? { level: null, score: null };
  return level === null || score === null ? String(puzzle) : `${puzzle}: ${level}, score ${score.toLocaleString("en")}`;
}

// Answers about puzzles and problems.

/** The most options that a sentence lists. */
const CHOSEN_MAX = 100;

/** @param {number} count */
function number(count) {
  return numbers.format(count);
}

/**
 * @param {number} count
 * @param {string} noun
 * @param {string} [plural]
 */
function counted(count, noun, plural = `${noun}s`) {
  return `${number(count)} ${count === 1 ? noun : plural}`;
}

/** @param {number} microseconds */
function duration(microseconds) {
  if (microseconds < 1000) return counted(microseconds, "microsecond");
  if (microseconds < 1_000_000) return `${(microseconds / 1000).toPrecision(3)} milliseconds`;
  return `${(microseconds / 1_000_000).toPrecision(3)} seconds`;
}

/** @param {SearchAnswer} answer */
export function workOf({ stats }) {
  if (stats === undefined) return [];
  const work =
    stats.nodes === 0 ? "Logic alone was enough." : `The search visited ${counted(stats.nodes, "node")}.`;
  return [`${work} It took ${duration(stats.solve_us)}.`];
}

/** @param {{ conflicts: Conflict[] }} answer */
function conflictsOf({ conflicts }) {
  const shown = conflicts.slice(0, 3);
  const sentences = shown.map((conflict) =>
    "house" in conflict
      ? `${conflict.house} has ${conflict.digit} ${timesOf(conflict.cells.length)}`
      : `no digits fit the ${typeText(conflict.type)} in ${listed(conflict.cells)}`,
  );
  const others = conflicts.length - shown.length;
  const rest = others > 0 ? ` There are ${counted(others, "other conflict")}.` : "";
  return shown.length > 0 ? [`${capital(sentences.join(", "))}.${rest}`] : [];
}

/** @param {number} times */
function timesOf(times) {
  return times === 2 ? "twice" : `${times} times`;
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {SearchAnswer} answer */
export function stopOf({ stopped_by, limits }) {
  switch (stopped_by) {
    case "time_limit":
      return [`The search reached its time limit of ${duration(limits.time_ms * 1000)}.`];
    case "node_limit":
      return [`The search reached its limit of ${counted(limits.nodes ?? 0, "node")}.`];
    case "shutdown":
      return ["The service shut down during the search."];
    case "proof_bytes":
      return ["The proof is longer than the service keeps."];
    default:
      return [];
  }
}

/**
 * Describes the answer of Solve.
 * @param {Answer} answer
 * @param {number} mistakes Number of entries that differ from the only solution.
 * @returns {Message}
 */
export function solved(answer, mistakes) {
  switch (answer.verdict) {
    case "unique": {
      const wrong = mistakes === 1 ? ["One of your entries is wrong: its cell shows both digits."] : [];
      if (mistakes > 1) wrong.push(`${number(mistakes)} of your entries are wrong: their cells show both digits.`);
      return { tone: "good", title: "Solved: this is the only solution", details: [...wrong, ...workOf(answer)], next: ["prove"] };
    }
    case "multiple":
      return {
        tone: "open",
        title: "This is one of several solutions",
        details: ["Check shows two that differ; Count tells how many there are.", ...workOf(answer)],
        next: ["candidates"],
      };
    case "solvable":
      return { tone: "open", title: "This is a solution", details: [...stopOf(answer), ...workOf(answer)] };
    default:
      return unsolved(answer);
  }
}

/**
 * Describes the answer of Check.
 * @param {CountAnswer} answer
 * @returns {Message}
 */
export function checked(answer) {
  switch (answer.verdict) {
    case "unique":
      return {
        tone: "good",
        title: "A proper puzzle: it has exactly one solution",
        details: workOf(answer),
        next: ["rate", "path", "redundant", "prove"],
      };
    case "multiple": {
      const cells = counted(answer.differing_cells.length, "cell");
      const difference = `Two solutions differ in ${cells}: the marked cells show both digits.`;
      return {
        tone: "bad",
        title: "Not a proper puzzle: it has several solutions",
        details: [difference, ...workOf(answer)],
        next: ["candidates"],
      };
    }
    case "solvable":
      return {
        tone: "open",
        title: "It has a solution; whether there are others is open",
        details: [...stopOf(answer), ...workOf(answer)],
      };
    default:
      return unsolved(answer);
  }
}

/**
 * Returns the commands that check a proof.
 * @param {"dimacs" | "opb"} format
 * @param {string} name Beginning of the names of the files.
 */
function proofCheck(format, name) {
  return format === "dimacs"
    ? `Programs of others check it: “drat-trim ${name}.cnf ${name}.drup”, or dratify in Python.`
    : `A program of others checks it: “veripb ${name}.opb ${name}.pbp”.`;
}

/**
 * Describes a proof.
 * @param {ProveAnswer | CoverProveAnswer} answer
 * @param {string} subject
 * @param {string} name
 * @returns {Message}
 */
function provedAs(answer, subject, name) {
  const { verdict, formula, proof } = answer;
  if (formula === null || proof === null) {
    return { tone: "open", title: "No proof was found", details: [...stopOf(answer), ...workOf(answer)] };
  }
  const size = `${counted(proof.lines, "line")}, ${counted(proof.bytes, "byte")}`;
  const formulaSize = counted(formula.bytes, "byte");
  const claim =
    verdict === "none"
      ? `There is no solution: a proof (${size}) refutes the formula of the ${subject} (${formulaSize}).`
      : `There is no other solution: a proof (${size}) refutes the formula that excludes this one (${formulaSize}).`;
  return { tone: "good", title: "Proved", details: [claim, proofCheck(formula.format, name)], next: ["formulaFile", "proofFile"] };
}

/** @param {ProveAnswer} answer */
export function proved(answer) {
  return provedAs(answer, "puzzle", "sudoku");
}

/** @param {CoverProveAnswer} answer */
export function coverProved(answer) {
  return provedAs(answer, "problem", "cover");
}

/**
 * Describes the answer of Count.
 * @param {CountAnswer} answer
 * @returns {Message}
 */
export function tallied(answer) {
  if (answer.count === 0) return { ...unsolved(answer), ...(answer.verdict !== "none" && { next: ["estimate", "job"] }) };
  if (answer.complete) {
    const tone = answer.count === 1 ? "good" : "open";
    return { tone, title: `Exactly ${counted(answer.count, "solution")}`, details: workOf(answer) };
  }
  const details = [...stopOf(answer), ...workOf(answer)];
  return { tone: "open", title: `At least ${counted(answer.count, "solution")}`, details, next: ["estimate", "job"] };
}

/**
 * Describes the answer of Solve to an exact cover problem.
 * @param {CoverAnswer} answer
 * @returns {Message}
 */
export function coverSolved(answer) {
  if (answer.solution === null) return uncovered(answer);
  const details = [chosenOf("It", answer.solution), ...skippedOf(answer), ...stopOf(answer), ...workOf(answer)];
  switch (answer.verdict) {
    case "unique":
      return { tone: "good", title: "Solved: this is the only solution", details, next: ["prove"] };
    case "multiple":
      return { tone: "open", title: "This is one of several solutions", details };
    default:
      return { tone: "open", title: "This is a solution; whether there are others is open", details };
  }
}

/**
 * Describes the answer of Count to an exact cover problem.
 * @param {CoverCountAnswer} answer
 * @returns {Message}
 */
export function coverTallied(answer) {
  if (answer.count === 0) return { ...uncovered(answer), ...(answer.verdict !== "none" && { next: ["job"] }) };
  const [witness] = answer.witnesses;
  const example = answer.solution ?? witness;
  const details = [
    ...(example === undefined ? [] : [chosenOf(answer.count === 1 ? "It" : "One of them", example)]),
    ...skippedOf(answer),
    ...(answer.complete ? [] : stopOf(answer)),
    ...workOf(answer),
  ];
  const tone = answer.verdict === "unique" ? "good" : "open";
  const title = `${answer.complete ? "Exactly" : "At least"} ${counted(answer.count, "solution")}`;
  if (answer.verdict === "unique") return { tone, title, details, next: ["prove"] };
  return { tone, title, details, ...(!answer.complete && { next: ["job"] }) };
}

/**
 * Names the options that were skipped.
 * @param {CoverAnswer} answer
 */
function skippedOf({ skipped_options: skipped = [], skipped_options_omitted: omitted = 0 }) {
  if (skipped.length === 0) return [];
  const rest = omitted > 0 ? ` and ${counted(omitted, "other")}` : "";
  const options = skipped.length === 1 ? "Option" : "Options";
  return [`${options} ${skipped.join(", ")}${rest} without a primary item: skipped, because no solution can have such an option.`];
}

/**
 * @param {string} subject
 * @param {CoverSolution} solution
 */
function chosenOf(subject, solution) {
  const chosen = solution.slice(0, CHOSEN_MAX).map(({ option }) => option);
  const others = solution.length - chosen.length;
  if (solution.length === 0) return `${subject} chooses no options.`;
  const rest = others > 0 ? ` and ${counted(others, "other")}` : "";
  return `${subject} chooses ${solution.length === 1 ? "option" : "options"} ${chosen.join(", ")}${rest}.`;
}

/**
 * @param {CoverAnswer} answer
 * @returns {Message}
 */
function uncovered(answer) {
  return answer.verdict === "none"
    ? { tone: "bad", title: "This problem has no solution", details: [...skippedOf(answer), ...workOf(answer)], next: ["prove"] }
    : { tone: "open", title: "No answer yet", details: [...skippedOf(answer), ...stopOf(answer), ...workOf(answer)] };
}

/**
 * @param {SearchAnswer & { conflicts: Conflict[] }} answer
 * @returns {Message}
 */
export function unsolved(answer) {
  if (answer.verdict === "none") {
    return {
      tone: "bad",
      title: "This puzzle has no solution",
      details: [...conflictsOf(answer), ...(answer.conflicts.length > 0 ? [] : workOf(answer))],
      next: answer.conflicts.length > 0 ? ["prove"] : ["contradiction", "prove"],
    };
  }
  return { tone: "open", title: "No answer yet", details: [...stopOf(answer), ...workOf(answer)] };
}

/**
 * Describes a puzzle that the player has solved.
 * @param {string} time Minutes and seconds.
 * @returns {Message}
 */
export function completed(time) {
  return { tone: "good", title: `You solved it in ${time}`, details: ["Each row, column and box has every digit once."], next: ["generate"] };
}

/**
 * Describes a full grid with constraints, which the service checks.
 * @returns {Message}
 */
export function filled() {
  return { tone: "open", title: "The grid is full", details: ["Check tells whether all rules hold."], next: ["mistakes"] };
}

/**
 * Describes a grid that the player has filled with a mistake.
 * @param {number} cells Number of cells whose digit is twice in a house.
 * @returns {Message}
 */
export function clashed(cells) {
  return {
    tone: "bad",
    title: "The grid is full, but it is not a solution",
    details: [`${counted(cells, "cell")} are marked: a digit is twice in a row, column, box or cage, or not allowed there.`],
  };
}

/**
 * Returns the caption of a printed solution.
 * @param {number} puzzle Number of the puzzle.
 * @param {Verdict} verdict
 */
export function sheetCaption(puzzle, verdict) {
  switch (verdict) {
    case "unique":
      return `Solution of ${puzzle}`;
    case "multiple":
      return `One of several solutions of ${puzzle}`;
    case "none":
      return `${puzzle} has no solution`;
    default:
      return `${puzzle} was not solved in time`;
  }
}

/**
 * Describes a warning about a puzzle that was read.
 * @param {string} warning
 */
export function warningText(warning) {
  switch (warning) {
    case "decorations_ignored":
      return "Its drawings and its rules in prose were not read: it may have more rules.";
    case "lines_ignored":
      return "Lines that hold no part of it were not read.";
    case "digits_from_zero":
      return "Its digits began with 0: they are one larger here.";
    default:
      return `Warning: ${warning.replaceAll("_", " ")}.`;
  }
}

/**
 * Tells that there are no hints for a puzzle with constraints.
 * @returns {Message}
 */
export function noHints() {
  return { tone: "open", title: "No hint", details: ["Hints do not know the further rules of this puzzle yet."], next: ["mistakes"] };
}

/**
 * Tells what can be done with a puzzle that has further rules.
 * @param {boolean} isPlaying
 * @param {boolean} hasHints Whether the service has hints for it.
 */
export function rulesHelp(isPlaying, hasHints) {
  const hints = hasHints ? "" : "Hints, steps and ratings do not know these rules yet.";
  return [isPlaying ? "" : "You change the digits here; the rules stay as they are.", hints].filter(Boolean).join(" ");
}

/**
 * Tells which regions a puzzle has instead of boxes; nothing if it has boxes.
 * @param {Variant} variant
 */
export function regionsText({ regions, boxes }) {
  if (regions !== undefined) return "Each region with thick lines has every digit once.";
  return boxes === false ? "There are no boxes." : "";
}

/**
 * Describes a constraint by its type and its members, such as `Cage: cells r1c1, r1c2; sum 5`.
 * @param {import("./variant.js").Constraint} constraint
 */
export function constraintText({ type = "", ...members }) {
  const texts = Object.entries(members).map(([name, value]) => {
    const isCells = Array.isArray(value) && value.every((cell) => typeof cell === "string");
    return `${name} ${isCells ? value.join(", ") : JSON.stringify(value)}`;
  });
  return capital([typeText(String(type)), texts.join("; ")].filter(Boolean).join(": "));
}

/** @param {string} type Name of a type of constraints. */
function typeText(type) {
  return type.replaceAll("_", " ");
}

/**
 * Describes a running count.
 * @param {Progress} progress
 * @returns {Message}
 */
export function counting({ count, nodes, elapsed_ms }) {
  const seconds = (elapsed_ms / 1000).toFixed(1);
  return {
    tone: "open",
    title: `${counted(count, "solution")} so far`,
    details: [`${counted(nodes, "node")} visited in ${seconds} seconds.`],
  };
}

// Answers of the analysis.

/**
 * Describes the digits that occur in solutions.
 * @param {CandidatesAnswer} answer
 * @param {readonly number[]} clues
 * @returns {Message}
 */
export function candidatesFound(answer, clues) {
  const possible = answer.candidates.flat();
  if (possible.every((digits) => digits.length === 0)) return unsolved(answer);
  if (answer.verdict === "unique") {
    return { tone: "good", title: "Each cell has one possible digit", details: ["The puzzle has one solution.", ...workOf(answer)] };
  }
  const undecided = answer.undecided?.flat() ?? possible.map(() => []);
  const isSure = (/** @type {number} */ index) => possible[index]?.length === 1 && undecided[index]?.length === 0;
  const sure = clues.filter((clue, index) => clue === 0 && isSure(index)).length;
  const open = undecided.reduce((sum, digits) => sum + digits.length, 0);
  const details = [
    "The grid shows every digit that occurs in a solution.",
    `${counted(sure, "empty cell")} ${sure === 1 ? "has" : "have"} the same digit in all solutions.`,
    ...(open > 0 ? [`${counted(open, "candidate")} with a dotted line ${open === 1 ? "is" : "are"} undecided.`] : []),
  ];
  return { tone: "open", title: "Candidates of all solutions", details: [...details, ...stopOf(answer), ...workOf(answer)] };
}

/**
 * Describes the clues that can go without changing the solutions.
 * @param {MinimalAnswer} answer
 * @returns {Message}
 */
export function redundantFound(answer) {
  const { length } = answer.redundant;
  const work = [...stopOf(answer), ...workOf(answer)];
  if (length === 0) {
    return answer.is_minimal === true
      ? { tone: "good", title: "Every clue is needed", details: ["Without any of them, there are more solutions.", ...work] }
      : { tone: "open", title: "No redundant clue found yet", details: work };
  }
  const meaning =
    length === 1
      ? "The clue with a dashed frame can go without changing the solutions."
      : "Each clue with a dashed frame can go without changing the solutions, but perhaps not all of them together.";
  return {
    tone: "open",
    title: `${answer.stopped_by === null ? "" : "At least "}${counted(length, "redundant clue")}`,
    details: [meaning, ...work],
    next: ["reduce"],
  };
}

/**
 * Describes a puzzle without its redundant clues.
 * @param {MinimalAnswer} answer
 * @param {readonly number[]} clues Clues before.
 * @returns {Message}
 */
export function reduced(answer, clues) {
  const before = clues.filter((clue) => clue !== 0).length;
  const removed = answer.puzzle ? before - cellsOf(answer.puzzle).filter((clue) => clue !== 0).length : 0;
  const rest =
    answer.stopped_by === null ? "Every clue that is left is needed." : "Some clues that are left may be redundant.";
  return {
    tone: answer.stopped_by === null ? "good" : "open",
    title: `${counted(removed, "clue")} removed`,
    details: [`${rest} The solutions are the same. Undo brings the clues back.`, ...stopOf(answer), ...workOf(answer)],
  };
}

/**
 * Describes clues that contradict each other.
 * @param {ConflictsAnswer} answer
 * @param {Variant} variant
 * @returns {Message}
 */
export function contradictionFound(answer, variant) {
  const { clues, constraints = [], minimal } = answer;
  const work = [...stopOf(answer), ...workOf(answer)];
  if (constraints.length > 0) {
    const rules = constraints.map((pointer) => constraintAt(pointer, variant)).filter((constraint) => constraint !== undefined);
    const own = clues.length === 0 ? [] : [counted(clues.length, "clue")];
    const title = `${[...own, counted(constraints.length, "constraint")].join(" and ")} contradict each other`;
    return { tone: "bad", title: constraints.length + clues.length > 1 ? title : "No digits fit a constraint", details: [...rules.map(constraintText), ...work] };
  }
  if (clues.length === 0) return { tone: "open", title: "No contradiction found", details: work };
  const meaning = minimal
    ? "No solution has all clues with a double frame; without any one of them, the others have a solution."
    : "No solution has all clues with a double frame. Fewer of them may be enough.";
  return { tone: "bad", title: `${counted(clues.length, "clue")} contradict each other`, details: [meaning, ...work] };
}

/**
 * Describes the difficulty of a puzzle.
 * @param {RateAnswer} answer
 * @returns {Message}
 */
export function rated(answer) {
  const { level, score, hardest, steps, singles_suffice } = answer;
  if (answer.verdict === "none") return unsolved(answer);
  if (level === null || score === null || steps === null) {
    const reason = answer.verdict === "multiple" ? ["Only a puzzle with one solution has a rating."] : stopOf(answer);
    return { tone: "open", title: "No rating", details: [...reason, ...workOf(answer)] };
  }
  const counts = Object.entries(steps).map(([technique, times]) => `${technique.replaceAll("_", " ")} ${times}`);
  const most = hardest === null ? [] : [`The hardest step is a ${hardest.replaceAll("_", " ")}.`];
  return {
    tone: "good",
    title: `${capital(level)}: score ${score.toLocaleString("en")}`,
    details: [
      ...(singles_suffice ? ["Singles are enough."] : most),
      ...(counts.length > 0 ? [`Steps: ${counts.join(", ")}.`] : []),
      ...workOf(answer),
    ],
  };
}

/**
 * Describes the next step of a person, as far as it is revealed.
 * @param {HintAnswer} answer
 * @param {Reveal} reveal
 * @param {Position} position
 * @returns {Message}
 */
export function hintFound(answer, reveal, { puzzle, entries, marks }) {
  const { step, mistakes } = answer;
  if (mistakes.length > 0) {
    const isEntry = (/** @type {string} */ cell) => indicesOf([cell], puzzle.size).some((index) => entries[index] !== 0);
    const [wrong, lists] = [mistakes.filter(isEntry), mistakes.filter((cell) => !isEntry(cell))];
    return { tone: "bad", title: "There is a mistake", details: [...wrongEntries(wrong), ...wrongLists(lists)] };
  }
  if (answer.verdict === "none") return unsolved(answer);
  if (step === null) {
    const hasProgress = [...entries, ...marks.flat()].some((digit) => digit !== 0);
    return {
      tone: "open",
      title: "No hint",
      details: ["No technique finds a step here.", ...stopOf(answer)],
      ...(hasProgress && { next: ["mistakes"] }),
    };
  }
  const place = step.houses.join(" and ");
  switch (reveal) {
    case "house":
      return { tone: "open", title: `Look at ${place}`, details: ["There is a step to find."], next: ["hintTechnique", "hintAll"] };
    case "technique":
      return { tone: "open", title: step.name ?? "", details: [`The step is in ${place}.`], next: ["hintAll"] };
    case "all": {
      return { tone: "open", title: step.name ?? "", details: [stepSentence(step)], next: ["apply"] };
    }
  }
}

/**
 * Describes a new puzzle.
 * @param {GenerateAnswer} answer
 * @param {Wish} wish
 * @returns {Message}
 */
export function made(answer, { level, symmetry, seed }) {
  const date = dateOfSeed(seed);
  if (answer.puzzle === null) {
    const found = `${counted(answer.attempts, "attempt")} found no ${level} puzzle${symmetry === "none" ? "" : " with this symmetry"}.`;
    return { tone: "open", title: "No puzzle found", details: [found, ...stopOf(answer)], next: ["generate", "jobOfPuzzles"] };
  }
  const score = answer.rating === undefined ? "" : `, score ${answer.rating.score.toLocaleString("en")}`;
  return {
    tone: "good",
    title: date === undefined ? `New puzzle: ${level}` : `Puzzle of ${date}: ${level}`,
    details: [`${counted(answer.clues ?? 0, "clue")}${score}, one solution. The time runs from your first digit.`],
  };
}

/**
 * Describes an estimated number of solutions.
 * @param {EstimateAnswer} answer
 * @returns {Message}
 */
export function estimated(answer) {
  const { mean, interval, probes } = answer;
  const work = [`${counted(probes, "random probe")}.`, ...stopOf(answer)];
  if (mean === null || mean === 0) return { tone: "open", title: "No estimate: no probe found a solution", details: work };
  const [low, high] = interval ?? [null, null];
  const range = low === null || high === null ? [] : [`Probably between ${rounded(low)} and ${rounded(high)}.`];
  return { tone: "open", title: `About ${rounded(mean)} solutions`, details: [...range, ...work] };
}

/**
 * Returns a number with three digits that count, such as `5,470` or `6.67 × 10²¹`.
 * @param {number} value
 */
function rounded(value) {
  if (value < 1_000_000) return Number(value.toPrecision(3)).toLocaleString("en");
  const [digits = "", exponent = ""] = value.toExponential(2).split("e+");
  return `${digits} × 10${Array.from(exponent, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")}`;
}

/**
 * Describes the mistakes of a player.
 * @param {MistakesAnswer} answer
 * @param {Variant} variant
 * @returns {Message}
 */
export function mistakesFound(answer, variant) {
  const { wrong, wrong_marks, contradicting, verdict } = answer;
  if (verdict === "none") return unsolved(answer);
  if (answer.solved) return { tone: "good", title: "Solved", details: [isClassic(variant) ? "Each row, column and box has every digit once." : "All rules hold."] };
  const details = [
    ...wrongEntries(wrong),
    ...wrongLists(wrong_marks),
    ...(contradicting.length > 0
      ? ["Each entry with a double frame is in some solution, but no solution has them all."]
      : []),
  ];
  if (details.length > 0) return { tone: "bad", title: "There is a mistake", details: [...details, ...stopOf(answer)] };
  if (answer.solvable === true && answer.stopped_by === null) {
    return { tone: "good", title: "No mistakes so far", details: ["A solution has all your entries."] };
  }
  return { tone: "open", title: "No mistake found yet", details: stopOf(answer) };
}

/** @param {readonly string[]} cells */
function wrongEntries(cells) {
  return cells.length === 0 ? [] : [`${cells.length === 1 ? "The digit in" : "The digits in"} ${listed(cells)} ${cells.length === 1 ? "is" : "are"} wrong.`];
}

/** @param {readonly string[]} cells */
function wrongLists(cells) {
  return cells.length === 0 ? [] : [`The centre marks in ${listed(cells)} lack the right digit: add the others, or clear them.`];
}

/** @param {readonly string[]} cells */
function listed(cells) {
  const shown = cells.slice(0, 6);
  const rest = cells.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${counted(rest, "other cell")}`;
  return [shown.slice(0, -1).join(", "), shown.at(-1)].filter(Boolean).join(" and ");
}

/**
 * Describes that there are no steps to show.
 * @param {PathAnswer} answer
 * @returns {Message}
 */
export function pathFound(answer) {
  if (answer.verdict === "none") return unsolved(answer);
  if (answer.steps.length > 0) return { tone: "open", title: labels.steps, details: [pathEnd(answer)] };
  return { tone: "open", title: "No steps", details: ["No technique finds a step here.", ...stopOf(answer)] };
}

// The picture of an exact cover problem.

export const matrixTexts = {
  none: "There are no options to draw yet.",
  option: "Option",
};

/**
 * Describes a column of the picture.
 * @param {string} name
 * @param {boolean} isPrimary
 */
export function itemText(name, isPrimary) {
  return `${name}: ${isPrimary ? "primary" : "secondary"} item`;
}

/**
 * Describes which part of a large problem the picture shows; empty if it shows all.
 * @param {{ shown: number, of: number }} rows
 * @param {{ shown: number, of: number }} columns
 * @param {boolean} isSolution Whether the rows are those of a solution.
 */
export function matrixPart(rows, columns, isSolution) {
  const parts = [
    ...(rows.shown < rows.of ? [`${isSolution ? "chosen" : "first"} ${rows.shown} of ${rows.of} options`] : []),
    ...(columns.shown < columns.of ? [`first ${columns.shown} of ${columns.of} items`] : []),
  ];
  return parts.length === 0 ? "" : `Large problem: the picture shows the ${parts.join(" and the ")}.`;
}

// The form of a job.

/** Work of a job without a file. */
export const jobKindTexts = {
  puzzle: "Count all solutions of the puzzle",
  problem: "Count all solutions of the exact cover problem",
  generate: "Make new puzzles",
};

/** Largest count of each puzzle of a file. */
export const JOB_COUNT_MAX = 1_000_000;

/** Work of a job for each puzzle of a file, with help. */
export const fileKindTexts = {
  check: ["Check the puzzles of a file", "Has each puzzle exactly one solution?"],
  solve: ["Solve the puzzles of a file", "The solution of each puzzle."],
  rate: ["Rate the puzzles of a file", "Score, level and techniques of each puzzle."],
  count: ["Count the solutions of each puzzle of a file", `The number of solutions of each puzzle, up to ${number(JOB_COUNT_MAX)}.`],
  minimal: ["Find redundant clues in the puzzles of a file", "The clues without which a puzzle still has one solution."],
  candidates: ["Find the candidates of the puzzles of a file", "The digits that occur in a solution, for each cell."],
  canonical: [
    "Find the canonical forms of the puzzles of a file",
    "Two puzzles are equal but for symmetries if their canonical forms are equal.",
  ],
  cover: [
    "Count the solutions of the exact cover problems of a file",
    `NDJSON: a problem on each line. Up to ${number(JOB_COUNT_MAX)} solutions each.`,
  ],
};

export const noProblemText = "Type a problem in the view Exact cover first.";

/**
 * Returns the title of a job for a file.
 * @param {string} text Its work.
 * @param {string} [file] Name of the file.
 */
export function fileJobTitle(text, file = "a file") {
  return text.replace("a file", file);
}

export const coverJobTitle = "Count of an exact cover problem";

/**
 * @param {number} count
 * @param {string} level
 */
export function makingJobTitle(count, level) {
  return counted(count, `new ${level} puzzle`);
}

/** @param {import("./board.js").Puzzle} puzzle */
export function countJobTitle(puzzle) {
  return `Count of a ${sizeText(puzzle)}`;
}

/** @param {import("./board.js").Puzzle} puzzle */
function sizeText({ size, cells }) {
  return `${size}x${size} with ${counted(cells.filter((digit) => digit !== 0).length, "clue")}`;
}

/** @param {import("./board.js").Puzzle} puzzle */
export function countJobHelp(puzzle) {
  return `The puzzle of the page: ${sizeText(puzzle)}. The number is exact, up to 128 bits.`;
}

/** @param {import("./cover-problem.js").CoverProblem} problem */
export function coverJobHelp({ items, options }) {
  const size = `${counted(items.length, "item")} and ${counted(options.length, "option")}`;
  return `The problem of the view Exact cover: ${size}. The number is exact, up to 128 bits.`;
}

/** @param {import("./board.js").Puzzle} puzzle */
export function makingJobHelp({ size }) {
  return `They have the size of the grid of the page, ${size}x${size}, and one solution each.`;
}

// Jobs.

const dates = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

/** Short texts of the view of jobs. */
export const jobTexts = {
  begin: ["Start a job, or open one of this browser.", "A job counts, solves or makes puzzles, even while this page is closed."],
  looking: "Looking for the job",
  cancelled: ["Cancelled", "No job was started."],
  silent: "The service does not answer",
  downloadSoFar: "Download results so far",
  noJobs: "No jobs of this browser yet",
};

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

/** @param {number} created Milliseconds since 1970. */
export function jobDate(created) {
  return dates.format(created);
}

const times = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** @type {Record<JobState, string>} */
const states = {
  queued: "Waiting",
  running: "Running",
  cancelling: "Cancelling",
  succeeded: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
  expired: "Expired",
};

/** @type {Record<string, string>} */
const operations = {
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

/** Operations whose results are the solutions that they count. */
const lists = new Set(["solutions", "exact_cover_solutions"]);

/** @type {readonly [Tally, string][]} */
const tallies = [
  ["unique", "One solution"],
  ["multiple", "Several solutions"],
  ["solvable", "Solvable"],
  ["none", "No solution"],
  ["answered", "Answered"],
  ["unknown", "Limit reached"],
  ["errors", "Invalid"],
];

/**
 * Returns the digits of a number in groups of three.
 * @param {string} digits
 */
export function grouped(digits) {
  return numbers.format(BigInt(digits));
}

/** @param {Job} job */
export function solutionsOf({ count }) {
  return count === null ? "" : `${grouped(count)} ${count === "1" ? "solution" : "solutions"}`;
}

/**
 * Returns the number of solutions of a job as long as it may grow.
 * @param {Job} job
 * @param {boolean} hasEnded
 */
export function solutionsSoFar(job, hasEnded) {
  return job.count === null || hasEnded ? solutionsOf(job) : `${solutionsOf(job)} so far`;
}

/**
 * Returns the title of a job that another browser has started.
 * @param {Job} job
 */
export function operationText({ operation }) {
  return operations[operation] ?? operation;
}

/**
 * Returns whether the results of a job have lines.
 * @param {Job} job
 */
export function hasLines({ operation, count, puzzles, ended_ms: ended }) {
  if (count === null) return puzzles.done > 0;
  // While a list runs, there may be none yet.
  return lists.has(operation) && count !== "0" && ended !== null;
}

/** @param {Job} job */
export function stateText({ state }) {
  return states[state];
}

/** @param {Job} job */
export function percentOf({ fraction }) {
  return `${Math.floor(fraction * 1000) / 10} %`;
}

/**
 * Describes how far a job is.
 * @param {Job} job
 */
export function progressText(job) {
  if (job.state === "queued") return "It has not begun.";
  const left = job.eta_s === null || job.state !== "running" ? "" : `, about ${durationText(job.eta_s)} left`;
  return `${percentOf(job)} done${left}`;
}

/**
 * Returns a duration in its largest unit.
 * @param {number} seconds
 */
export function durationText(seconds) {
  if (seconds < 90) return counted(Math.max(1, Math.round(seconds)), "second");
  if (seconds < 90 * 60) return counted(Math.round(seconds / 60), "minute");
  if (seconds < 36 * 3600) return counted(Math.round(seconds / 3600), "hour");
  return counted(Math.round(seconds / 86_400), "day");
}

/**
 * Returns the numbers and times of a job, with their names.
 * @param {Job} job
 * @returns {[string, string][]}
 */
export function factsOf(job) {
  const { state, pieces, puzzles, verdicts, started_ms: started, ended_ms: ended, expires_ms: expires } = job;
  /** @type {[string, string][]} */
  const facts = [["State", stateText(job)]];
  const { total, done } = puzzles;
  if (total !== null) facts.push(["Puzzles", `${numbers.format(done)} of ${numbers.format(total)}`]);
  for (const [tally, text] of tallies) {
    if (verdicts[tally] > 0) facts.push([text, numbers.format(verdicts[tally])]);
  }
  if (pieces.total > 0) facts.push(["Parts", `${numbers.format(pieces.done)} of ${numbers.format(pieces.total)}`]);
  if (started !== null) facts.push(["Started", times.format(started)]);
  if (started !== null && ended !== null) facts.push(["Took", durationText((ended - started) / 1000)]);
  if (ended !== null && state !== "expired") facts.push(["Kept until", times.format(expires)]);
  return facts;
}

/**
 * Describes the state of a job.
 * @param {Job} job
 * @param {boolean} isSecret Whether the address is the only key to the job.
 * @returns {Message}
 */
export function jobMessage(job, isSecret) {
  const link = isSecret ? "Anyone with the link can read, cancel and remove it." : "It belongs to your API key.";
  const stays = ["You may close this page: its link and the list of jobs lead back.", link];
  const puzzles = counted(job.puzzles.done, "puzzle");
  const result = job.count === null ? puzzles : solutionsOf(job);
  switch (job.state) {
    case "queued":
      return { tone: "open", title: "The job waits for a free thread", details: stays };
    case "running":
      return { tone: "open", title: "The job is running", details: stays };
    case "cancelling":
      return { tone: "open", title: "The job is being cancelled", details: ["What is done is kept."] };
    case "succeeded":
      return { tone: "good", title: `Done: ${result}`, details: resultDetails(job) };
    case "cancelled":
      return { tone: "open", title: "The job was cancelled", details: [`It had done ${percentOf(job)}: ${result}.`] };
    case "failed":
      return { tone: "bad", title: "The job has failed", details: [...(job.error ? [`${capital(job.error.detail)}.`] : []), `It had done ${percentOf(job)}: ${result}.`] };
    case "expired":
      return { tone: "bad", title: "The job has expired", details: ["Its results were removed. Start it again if you need them."] };
  }
}

/** @param {Job} job */
function resultDetails({ count, expires_ms: expires }) {
  const kept = `until ${times.format(expires)}`;
  return [count === null ? `The results are kept ${kept}: download them.` : `The number is kept ${kept}.`];
}

/**
 * Describes why there is no job, or no further news of it.
 * @param {unknown} error
 * @param {"start" | "open"} action
 * @returns {Message | undefined} Nothing for an error that all parts of the page have.
 */
export function jobErrorMessage(error, action) {
  if (!(error instanceof ApiError)) return undefined;
  const { status, faults } = error;
  const sentences = faultSentences(faults);
  const said = (/** @type {string} */ title, /** @type {string} */ advice) =>
    /** @type {Message} */ ({ tone: "bad", title, details: [advice, ...sentences] });
  switch (status) {
    case 404:
      return action === "start"
        ? said("This service runs no jobs", "Its operator has turned them off. Questions about one puzzle still work.")
        : { tone: "bad", title: "There is no such job", details: ["It has expired, was removed, or belongs to another API key."] };
    case 409:
      return said("No results yet", "They are in the order of the input: its first part is not done.");
    case 410:
      return said("The results have expired", "Start the job again if you need them.");
    case 413:
      return said("The file is too large", "Split it into several files, and start a job for each.");
    case 429:
      return said("Too many jobs or requests", "Wait a little, or remove a job that has ended.");
    case 503:
      return said("The service is busy, or its jobs are unavailable", "Try again later.");
    case 507:
      return said("Your jobs have used up their storage", "Remove jobs whose results you have.");
    default:
      return undefined;
  }
}
