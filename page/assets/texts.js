/**
 * The texts of the page. Those of a language are in a file of their own, such as `texts-en.js`; sentences that depend on an answer are
 * put together here.
 */

import { ApiError, listTechniqueNames } from "./api.js";
import { cellsOf, indicesOf, labelOf } from "./symbols.js";
import * as german from "./texts-de.js";
import * as english from "./texts-en.js";
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

/** @typedef {typeof import("./texts-en.js")} Words The texts of a language. */

/** The texts of the language of the document, which `language.js` has chosen. @type {Words} */
const words = document.documentElement.lang === "de" ? german : english;

export const {
  labels, nextTexts, hintTexts, levelTexts, symmetryTexts, switchTexts, themeTexts, languageTexts, keyTexts, welcomes, exampleTexts,
  coverExampleTexts, notes, sheetNotes, matrixTexts, jobKindTexts, fileKindTexts, jobTexts, durationText, makingJobTitle, makingJobHelp,
  nextAttempt, sendingText, dropJobText,
} = words;

const {
  aboutTexts, analysisTexts, captions, cellTexts, coverTexts, formats, gameTexts, jobFaults, jobMessages, linkTexts, newTexts, operationTexts, padTexts, parts,
  progressTexts, proofTexts, ratingTexts, ruleTexts, searchTexts, solutionTexts, stateTexts, stepTexts, tallyTexts,
} = words;

/** @type {Readonly<Record<string, string>>} */
const faultTexts = words.faultTexts;

// The board.

/**
 * Tells that today's puzzle could not be had, and that another one is shown.
 * @returns {Message}
 */
export function substituted() {
  return { tone: "open", title: newTexts.noneOfToday, details: [newTexts.noneOfTodayHelp] };
}

/** @param {number} found Number of solutions that a stopped count has found. */
export function stoppedText(found) {
  return searchTexts.stopped(found);
}

/** @param {import("./api.js").Level} level */
export function makingText(level) {
  return newTexts.making(level);
}

/**
 * Returns the date of a daily puzzle; nothing if the seed is no date.
 * @param {number} seed Such as `20261128`.
 */
function dateOfSeed(seed) {
  const [, year, month, day] = /^(20\d\d)(\d\d)(\d\d)$/.exec(String(seed)) ?? [];
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  const isDate = year !== undefined && date.getMonth() === Number(month) - 1 && date.getDate() === Number(day);
  return isDate ? formats.date(date) : undefined;
}

/**
 * Names the origin of a puzzle: its level, and its date or seed.
 * @param {import("./api.js").Wish} wish
 */
export function originText({ level, seed }) {
  return newTexts.origin(level, dateOfSeed(seed) ?? newTexts.seed(seed));
}

/**
 * Describes a tool for the label of the pad.
 * @param {import("./state.js").Tool} tool
 * @param {boolean} isPlaying
 */
export function toolText(tool, isPlaying) {
  return padTexts[tool === "marks" && !isPlaying ? "candidates" : tool];
}

/**
 * Describes a key of the pad: a digit with the number of cells that lack it, a colour, or the key that clears.
 * @param {string | number} key
 * @param {number} [left]
 */
export function padText(key, left = 0) {
  if (key === 0) return cellTexts.clear;
  return typeof key === "number" ? (cellTexts.colours[key - 1] ?? String(key)) : cellTexts.left(key, left);
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
  const place = cellTexts.place(Math.floor(index / size) + 1, (index % size) + 1);
  const tint = colours.length > 0 ? `, ${colours.map((colour) => cellTexts.colours[colour - 1]).join(` ${parts.and} `)}` : "";
  const kind = cellTexts.flaws[flaw];
  if (clue !== 0) return `${place}: ${kind}${isFixed || kind ? cellTexts.clue(list([clue])) : list([clue])}${tint}`;
  if (entry !== 0 && both.length > 0) return `${place}: ${kind}${cellTexts.entryAndSolution(list(both))}${tint}`;
  if (entry !== 0) return `${place}: ${kind}${cellTexts.entry(list([entry]))}${tint}`;
  if (both.length > 0) return `${place}: ${cellTexts.differs(list(both))}${tint}`;
  if (solved !== 0) return `${place}: ${cellTexts.solved(list([solved]))}${tint}`;
  const marks = [
    candidates.length > 0 && cellTexts.candidates(list(candidates.toSorted((one, other) => one - other))),
    corners.length > 0 && cellTexts.corners(list(corners)),
    excluded.length > 0 && cellTexts.excluded(list([...new Set(excluded)])),
    undecided.length > 0 && cellTexts.undecided(list(undecided)),
    placed.length > 0 && cellTexts.placed(list(placed)),
    removed.length > 0 && cellTexts.removed(list(removed)),
  ];
  return `${place}: ${[`${kind}${cellTexts.empty}`, ...marks.filter((part) => typeof part === "string")].join(", ")}${tint}`;
}

// Faults.

/**
 * Tells that an address is damaged.
 * @param {import("./link-reader.js").LinkError} error
 * @returns {Message}
 */
export function damagedLink({ reason, part }) {
  const details = {
    changed: [linkTexts.changed, linkTexts.copyAgain],
    unread: [linkTexts.unread(part), ...(part === "print" ? [linkTexts.book] : []), linkTexts.copyAgain],
    misplaced: [linkTexts.misplaced(part)],
  };
  return { tone: "bad", title: linkTexts.damaged, details: details[reason] };
}

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
    return `${text}${times > 1 ? ` ${parts.times(times)}` : ""}${where}`;
  });
}

/** @param {Fault} fault */
function placeText({ cell, line, column, puzzle, pointer = "" }) {
  if (puzzle !== undefined) return parts.puzzle(puzzle);
  if (cell !== undefined) return cell;
  if (line !== undefined && column !== undefined) return parts.lineAndColumn(line, column);
  // A pointer into a problem or into constraints that a person has typed; other requests are written by the page.
  return /^\/(options|primary|secondary|matrix|constraints|regions)\b/.test(pointer) ? pointer : "";
}

/** @param {string} text */
function sentence(text) {
  return /[.!?]$/.test(text) ? capital(text) : `${capital(text)}.`;
}

// Steps.

/**
 * Describes where the steps to the solution end.
 * @param {PathAnswer} answer
 */
export function pathEnd({ end, steps, stopped_by: stoppedBy }) {
  if (end === "solved") return stepTexts.steps(steps.length);
  return stoppedBy === null ? stepTexts.stepsToEnd(steps.length) : stepTexts.stepsToLimit(steps.length);
}

/**
 * Describes the rating above the list of steps.
 * @param {RateAnswer} answer
 */
export function ratingText({ level, score }) {
  return level === null || score === null ? "" : ratingTexts.ratingAndSteps(level, score);
}

/**
 * Describes how often a technique occurs.
 * @param {string} name
 * @param {number} times
 * @param {number} percent
 */
export function shareText(name, times, percent) {
  return stepTexts.share(name, times, percent);
}

/**
 * @param {number} place Number of the step, from 0; -1 before the first.
 * @param {number} count
 */
export function stepPlace(place, count) {
  return place < 0 ? stepTexts.beforeFirst(count) : stepTexts.place(place + 1, count);
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
  return level === null || score === null ? String(puzzle) : captions.puzzle(puzzle, level, score);
}

// Answers about puzzles and problems.

/** The most options that a sentence lists. */
const CHOSEN_MAX = 100;

/** @param {SearchAnswer} answer */
export function workOf({ stats }) {
  return stats === undefined ? [] : [searchTexts.work(stats.nodes, stats.solve_us)];
}

/** @param {{ conflicts: Conflict[] }} answer */
function conflictsOf({ conflicts }) {
  const shown = conflicts.slice(0, 3);
  const sentences = shown.map((conflict) =>
    "house" in conflict
      ? solutionTexts.conflict(words.houseText(conflict.house), conflict.digit, conflict.cells.length)
      : solutionTexts.constraintConflict(words.typeText(conflict.type), listed(conflict.cells)),
  );
  const others = conflicts.length - shown.length;
  const rest = others > 0 ? ` ${solutionTexts.otherConflicts(others)}` : "";
  return shown.length > 0 ? [`${capital(sentences.join(", "))}.${rest}`] : [];
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {SearchAnswer} answer */
export function stopOf({ stopped_by, limits }) {
  switch (stopped_by) {
    case "time_limit":
      return [searchTexts.timeLimit(limits.time_ms)];
    case "node_limit":
      return [searchTexts.nodeLimit(limits.nodes ?? 0)];
    case "shutdown":
      return [searchTexts.shutdown];
    case "proof_bytes":
      return [searchTexts.proofTooLong];
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
      const wrong = mistakes === 1 ? [solutionTexts.oneWrongEntry] : [];
      if (mistakes > 1) wrong.push(solutionTexts.wrongEntries(mistakes));
      return { tone: "good", title: solutionTexts.unique, details: [...wrong, ...workOf(answer)], next: ["prove"] };
    }
    case "multiple":
      return { tone: "open", title: solutionTexts.oneOfSeveral, details: [solutionTexts.severalHelp, ...workOf(answer)], next: ["candidates"] };
    case "solvable":
      return { tone: "open", title: solutionTexts.solvable, details: [...stopOf(answer), ...workOf(answer)] };
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
      return { tone: "good", title: solutionTexts.proper, details: workOf(answer), next: ["rate", "path", "redundant", "prove"] };
    case "multiple": {
      const difference = solutionTexts.difference(answer.differing_cells.length);
      return { tone: "bad", title: solutionTexts.improper, details: [difference, ...workOf(answer)], next: ["candidates"] };
    }
    case "solvable":
      return { tone: "open", title: solutionTexts.openWhetherProper, details: [...stopOf(answer), ...workOf(answer)] };
    default:
      return unsolved(answer);
  }
}

/**
 * Describes a proof.
 * @param {ProveAnswer | CoverProveAnswer} answer
 * @param {string} subject
 * @param {string} name Beginning of the names of the files.
 * @returns {Message}
 */
function provedAs(answer, subject, name) {
  const { verdict, formula, proof } = answer;
  if (formula === null || proof === null) {
    return { tone: "open", title: proofTexts.none, details: [...stopOf(answer), ...workOf(answer)] };
  }
  const sizes = /** @type {const} */ ([proofTexts.size(proof.lines, proof.bytes), proofTexts.formulaSize(formula.bytes)]);
  const claim = verdict === "none" ? proofTexts.noSolution(subject, ...sizes) : proofTexts.noOther(...sizes);
  const check = formula.format === "dimacs" ? proofTexts.checkDrup(name) : proofTexts.checkVeripb(name);
  return { tone: "good", title: proofTexts.proved, details: [claim, check], next: ["formulaFile", "proofFile"] };
}

/** @param {ProveAnswer} answer */
export function proved(answer) {
  return provedAs(answer, proofTexts.ofPuzzle, "sudoku");
}

/** @param {CoverProveAnswer} answer */
export function coverProved(answer) {
  return provedAs(answer, proofTexts.ofProblem, "cover");
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
    return { tone, title: solutionTexts.exactly(answer.count), details: workOf(answer) };
  }
  const details = [...stopOf(answer), ...workOf(answer)];
  return { tone: "open", title: solutionTexts.atLeast(answer.count), details, next: ["estimate", "job"] };
}

/**
 * Describes the answer of Solve to an exact cover problem.
 * @param {CoverAnswer} answer
 * @returns {Message}
 */
export function coverSolved(answer) {
  if (answer.solution === null) return uncovered(answer);
  const details = [chosenOf(coverTexts.it, answer.solution), ...skippedOf(answer), ...stopOf(answer), ...workOf(answer)];
  switch (answer.verdict) {
    case "unique":
      return { tone: "good", title: solutionTexts.unique, details, next: ["prove"] };
    case "multiple":
      return { tone: "open", title: solutionTexts.oneOfSeveral, details };
    default:
      return { tone: "open", title: solutionTexts.solvableCover, details };
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
    ...(example === undefined ? [] : [chosenOf(answer.count === 1 ? coverTexts.it : coverTexts.oneOfThem, example)]),
    ...skippedOf(answer),
    ...(answer.complete ? [] : stopOf(answer)),
    ...workOf(answer),
  ];
  const tone = answer.verdict === "unique" ? "good" : "open";
  const title = answer.complete ? solutionTexts.exactly(answer.count) : solutionTexts.atLeast(answer.count);
  if (answer.verdict === "unique") return { tone, title, details, next: ["prove"] };
  return { tone, title, details, ...(!answer.complete && { next: ["job"] }) };
}

/**
 * Names the options that were skipped.
 * @param {CoverAnswer} answer
 */
function skippedOf({ skipped_options: skipped = [], skipped_options_omitted: omitted = 0 }) {
  return skipped.length === 0 ? [] : [coverTexts.skipped(skipped.length, withOthers(skipped, omitted))];
}

/**
 * @param {string} subject
 * @param {CoverSolution} solution
 */
function chosenOf(subject, solution) {
  if (solution.length === 0) return coverTexts.choosesNone(subject);
  const chosen = solution.slice(0, CHOSEN_MAX).map(({ option }) => option);
  return coverTexts.chooses(subject, solution.length, withOthers(chosen, solution.length - chosen.length));
}

/**
 * Lists numbers of options.
 * @param {readonly number[]} options
 * @param {number} others Number of those that are not listed.
 */
function withOthers(options, others) {
  return `${options.join(", ")}${others > 0 ? ` ${parts.and} ${parts.others(others)}` : ""}`;
}

/**
 * @param {CoverAnswer} answer
 * @returns {Message}
 */
function uncovered(answer) {
  return answer.verdict === "none"
    ? { tone: "bad", title: solutionTexts.noneOfProblem, details: [...skippedOf(answer), ...workOf(answer)], next: ["prove"] }
    : { tone: "open", title: searchTexts.noAnswer, details: [...skippedOf(answer), ...stopOf(answer), ...workOf(answer)] };
}

/**
 * @param {SearchAnswer & { conflicts: Conflict[] }} answer
 * @returns {Message}
 */
export function unsolved(answer) {
  if (answer.verdict === "none") {
    return {
      tone: "bad",
      title: solutionTexts.noneOfPuzzle,
      details: [...conflictsOf(answer), ...(answer.conflicts.length > 0 ? [] : workOf(answer))],
      next: answer.conflicts.length > 0 ? ["prove"] : ["contradiction", "prove"],
    };
  }
  return { tone: "open", title: searchTexts.noAnswer, details: [...stopOf(answer), ...workOf(answer)] };
}

/**
 * Describes a puzzle that the player has solved.
 * @param {string} time Minutes and seconds.
 * @returns {Message}
 */
export function completed(time) {
  return { tone: "good", title: gameTexts.completed(time), details: [gameTexts.allDigitsOnce], next: ["generate"] };
}

/**
 * Describes a full grid with constraints, which the service checks.
 * @returns {Message}
 */
export function filled() {
  return { tone: "open", title: gameTexts.full, details: [gameTexts.fullHelp], next: ["mistakes"] };
}

/**
 * Describes a full grid that meets the rules that were read, of a puzzle that may have more.
 * @returns {Message}
 */
export function filledByReadRules() {
  return { tone: "open", title: aboutTexts.byReadRules(gameTexts.full), details: [aboutTexts.fullHelp] };
}

/**
 * Says of an answer that it knows the rules alone that were read.
 * @param {Message} message
 * @param {SearchAnswer} answer
 * @returns {Message}
 */
export function byReadRules({ tone, title, details, next = [] }, { verdict }) {
  // Further rules take solutions away, and never give one.
  return { tone: verdict === "none" ? tone : "open", title: aboutTexts.byReadRules(title), details: [aboutTexts.mayHaveMore, ...details], next };
}

/**
 * Names a puzzle and its author; nothing if neither is known.
 * @param {import("./about.js").About} about
 */
export function nameText({ title, author }) {
  if (author === undefined) return title ?? "";
  return title === undefined ? aboutTexts.author(author) : aboutTexts.titleAndAuthor(title, author);
}

/**
 * Tells what was not read of a puzzle; nothing if it was read as a whole.
 * @param {import("./about.js").About} about
 */
export function unreadText({ rules_not_read: isPartial, not_read: notRead = {}, rules: prose }) {
  if (isPartial !== true) return "";
  const { drawings = {}, rules, members = [] } = notRead;
  const unread = [
    ...Object.entries(drawings).map(([kind, count]) => words.drawingText(kind, count)),
    ...(rules === undefined ? [] : [prose === undefined ? aboutTexts.proseThatBegins(rules) : aboutTexts.prose]),
    ...(members.length > 0 ? [aboutTexts.members(members.join(", "))] : []),
  ];
  return aboutTexts.unread(unread.join(", "));
}

/**
 * Describes a grid that the player has filled with a mistake.
 * @param {number} cells Number of cells whose digit is twice in a house.
 * @returns {Message}
 */
export function clashed(cells) {
  return { tone: "bad", title: gameTexts.fullWithMistake, details: [gameTexts.clashes(cells)] };
}

/**
 * Returns the caption of a printed solution.
 * @param {number} puzzle Number of the puzzle.
 * @param {Verdict} verdict
 */
export function sheetCaption(puzzle, verdict) {
  return captions[verdict === "solvable" ? "unknown" : verdict](puzzle);
}

/**
 * Describes a warning about a puzzle that was read.
 * @param {string} warning
 */
export function warningText(warning) {
  switch (warning) {
    case "decorations_ignored":
    case "lines_ignored":
    case "digits_from_zero":
    case "solution_differs":
      return ruleTexts[warning];
    default:
      return ruleTexts.warning(warning.replaceAll("_", " "));
  }
}

/**
 * Tells what can be done with a puzzle that has further rules.
 * @param {boolean} isPlaying
 */
export function rulesHelp(isPlaying) {
  return isPlaying ? "" : ruleTexts.fixed;
}

/**
 * Tells which regions a puzzle has instead of boxes; nothing if it has boxes.
 * @param {Variant} variant
 */
export function regionsText({ regions, boxes, grids }) {
  if (grids !== undefined) return ruleTexts.grids;
  if (regions !== undefined) return ruleTexts.regions;
  return boxes === false ? ruleTexts.noBoxes : "";
}

/**
 * Describes a constraint by its type and its members, such as `Cage: cells r1c1, r1c2; sum 5`.
 * @param {import("./variant.js").Constraint} constraint
 * @returns {string}
 */
export function constraintText({ type = "", ...members }) {
  const texts = Object.entries(members).map(([name, value]) => `${words.memberText(name)} ${memberValueText(value)}`);
  return capital([words.typeText(String(type)), texts.join("; ")].filter(Boolean).join(": "));
}

/**
 * Describes the value of a member: words with commas, lists of constraints with slashes, others as JSON.
 * @param {unknown} value
 */
function memberValueText(value) {
  const list = Array.isArray(value) ? value : [value];
  if (list.every((word) => typeof word === "string")) return list.map((word) => words.valueText(word)).join(", ");
  const isConstraint = (/** @type {unknown} */ element) => Object(element).type !== undefined;
  if (!list.every((inner) => Array.isArray(inner) && inner.every(isConstraint))) return JSON.stringify(value);
  return list.map((inner) => inner.map((/** @type {import("./variant.js").Constraint} */ constraint) => `(${constraintText(constraint)})`).join(" + ")).join(" / ");
}

/**
 * Describes a running count.
 * @param {Progress} progress
 * @returns {Message}
 */
export function counting({ count, nodes, elapsed_ms }) {
  return { tone: "open", title: searchTexts.solutionsSoFar(count), details: [searchTexts.nodesSoFar(nodes, elapsed_ms)] };
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
    return { tone: "good", title: analysisTexts.oneDigitEach, details: [analysisTexts.oneSolution, ...workOf(answer)] };
  }
  const undecided = answer.undecided?.flat() ?? possible.map(() => []);
  const isSure = (/** @type {number} */ index) => possible[index]?.length === 1 && undecided[index]?.length === 0;
  const sure = clues.filter((clue, index) => clue === 0 && isSure(index)).length;
  const open = undecided.reduce((sum, digits) => sum + digits.length, 0);
  const details = [analysisTexts.candidatesHelp, analysisTexts.sure(sure), ...(open > 0 ? [analysisTexts.undecided(open)] : [])];
  return { tone: "open", title: analysisTexts.candidates, details: [...details, ...stopOf(answer), ...workOf(answer)] };
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
      ? { tone: "good", title: analysisTexts.allNeeded, details: [analysisTexts.allNeededHelp, ...work] }
      : { tone: "open", title: analysisTexts.noneRedundantYet, details: work };
  }
  const title = answer.stopped_by === null ? analysisTexts.redundant(length) : analysisTexts.redundantAtLeast(length);
  return { tone: "open", title, details: [length === 1 ? analysisTexts.oneRedundantHelp : analysisTexts.redundantHelp, ...work], next: ["reduce"] };
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
  const isMinimal = answer.stopped_by === null;
  return {
    tone: isMinimal ? "good" : "open",
    title: analysisTexts.removed(removed),
    details: [analysisTexts.removedHelp(isMinimal), ...stopOf(answer), ...workOf(answer)],
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
    const isOne = constraints.length + clues.length === 1;
    const title = isOne ? analysisTexts.oneRuleFails : analysisTexts.rulesContradict(clues.length, constraints.length);
    return { tone: "bad", title, details: [...rules.map(constraintText), ...work] };
  }
  if (clues.length === 0) return { tone: "open", title: analysisTexts.noContradiction, details: work };
  const meaning = minimal ? analysisTexts.minimalContradiction : analysisTexts.contradiction;
  return { tone: "bad", title: analysisTexts.cluesContradict(clues.length), details: [meaning, ...work] };
}

/** German names of techniques by their identifiers; none before the service has listed them. @type {Map<string, string>} */
const techniqueNames = new Map();

/** Asks the service once for the names of the techniques in German. English ones are spelt as their identifiers. */
export async function learnTechniqueNames() {
  if (words !== german || techniqueNames.size > 0) return;
  for (const [id, name] of await listTechniqueNames("de")) techniqueNames.set(id, name);
}

/** @param {string} id Such as `naked_pair`. */
function techniqueText(id) {
  return techniqueNames.get(id) ?? id.replaceAll("_", " ");
}

/**
 * Describes the difficulty of a puzzle.
 * @param {RateAnswer} answer
 * @returns {Message}
 */
export function rated(answer) {
  const { level, score, hardest, steps, singles_suffice, se_estimate } = answer;
  if (answer.verdict === "none") return unsolved(answer);
  if (level === null || score === null || steps === null) {
    const reason = answer.verdict === "multiple" ? [ratingTexts.needsOneSolution] : stopOf(answer);
    return { tone: "open", title: ratingTexts.none, details: [...reason, ...workOf(answer)] };
  }
  const counts = Object.entries(steps).map(([technique, times]) => `${techniqueText(technique)} ${times}`);
  const most = hardest === null ? [] : [ratingTexts.hardest(techniqueText(hardest))];
  return {
    tone: "good",
    title: ratingTexts.rating(level, score),
    details: [
      ...(singles_suffice ? [ratingTexts.singles] : most),
      ...(counts.length > 0 ? [ratingTexts.steps(counts.join(", "))] : []),
      ...(se_estimate ? [ratingTexts.explainer(se_estimate.value)] : []),
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
    return { tone: "bad", title: gameTexts.mistake, details: [...wrongEntries(wrong), ...wrongLists(lists)] };
  }
  if (answer.verdict === "none") return unsolved(answer);
  if (step === null) {
    const hasProgress = [...entries, ...marks.flat()].some((digit) => digit !== 0);
    return {
      tone: "open",
      title: stepTexts.none,
      details: [stepTexts.noTechnique, ...stopOf(answer)],
      ...(hasProgress && { next: ["mistakes"] }),
    };
  }
  const houses = step.houses.map(words.houseText).join(` ${parts.and} `);
  switch (reveal) {
    case "house":
      return { tone: "open", title: stepTexts.lookAt(houses), details: [stepTexts.toFind], next: ["hintTechnique", "hintAll"] };
    case "technique":
      return { tone: "open", title: step.name ?? "", details: [stepTexts.isIn(houses)], next: ["hintAll"] };
    case "all":
      return { tone: "open", title: step.name ?? "", details: [stepSentence(step)], next: ["apply"] };
  }
}

/**
 * Describes a new puzzle.
 * @param {GenerateAnswer} answer
 * @param {Wish} wish
 * @returns {Message}
 */
export function made(answer, { level, symmetry, seed }) {
  if (answer.puzzle === null) {
    const found = newTexts.attempts(answer.attempts, level, symmetry !== "none");
    return { tone: "open", title: newTexts.none, details: [found, ...stopOf(answer)], next: ["generate", "jobOfPuzzles"] };
  }
  const date = dateOfSeed(seed);
  const title = date === undefined ? newTexts.made(level) : newTexts.ofDate(level, date);
  return { tone: "good", title, details: [newTexts.details(answer.clues ?? 0, answer.rating?.score)] };
}

/**
 * Describes an estimated number of solutions.
 * @param {EstimateAnswer} answer
 * @returns {Message}
 */
export function estimated(answer) {
  const { mean, interval, probes } = answer;
  const work = [solutionTexts.probes(probes), ...stopOf(answer)];
  if (mean === null || mean === 0) return { tone: "open", title: solutionTexts.noEstimate, details: work };
  const [low, high] = interval ?? [null, null];
  const range = low === null || high === null ? [] : [solutionTexts.between(low, high)];
  return { tone: "open", title: solutionTexts.about(mean), details: [...range, ...work] };
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
  if (answer.solved) {
    return { tone: "good", title: gameTexts.solved, details: [isClassic(variant) ? gameTexts.allDigitsOnce : gameTexts.allRulesHold] };
  }
  const details = [
    ...wrongEntries(wrong),
    ...wrongLists(wrong_marks),
    ...(contradicting.length > 0 ? [gameTexts.contradicting] : []),
  ];
  if (details.length > 0) return { tone: "bad", title: gameTexts.mistake, details: [...details, ...stopOf(answer)] };
  if (answer.solvable === true && answer.stopped_by === null) {
    return { tone: "good", title: gameTexts.noMistakes, details: [gameTexts.noMistakesHelp] };
  }
  return { tone: "open", title: gameTexts.noMistakeYet, details: stopOf(answer) };
}

/** @param {readonly string[]} cells */
function wrongEntries(cells) {
  return cells.length === 0 ? [] : [gameTexts.wrongEntries(cells.length, listed(cells))];
}

/** @param {readonly string[]} cells */
function wrongLists(cells) {
  return cells.length === 0 ? [] : [gameTexts.wrongMarks(listed(cells))];
}

/** @param {readonly string[]} cells */
function listed(cells) {
  const shown = cells.slice(0, 6);
  const rest = cells.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} ${parts.and} ${parts.otherCells(rest)}`;
  return [shown.slice(0, -1).join(", "), shown.at(-1)].filter(Boolean).join(` ${parts.and} `);
}

/**
 * Describes that there are no steps to show.
 * @param {PathAnswer} answer
 * @returns {Message}
 */
export function pathFound(answer) {
  if (answer.verdict === "none") return unsolved(answer);
  if (answer.steps.length > 0) return { tone: "open", title: labels.steps, details: [pathEnd(answer)] };
  return { tone: "open", title: stepTexts.noSteps, details: [stepTexts.noTechnique, ...stopOf(answer)] };
}

// The picture of an exact cover problem.

/**
 * Describes which part of a large problem the picture shows; empty if it shows all.
 * @param {{ shown: number, of: number }} rows
 * @param {{ shown: number, of: number }} columns
 * @param {boolean} isSolution Whether the rows are those of a solution.
 */
export function matrixPart(rows, columns, isSolution) {
  const optionsText = isSolution ? matrixTexts.chosenOptions : matrixTexts.firstOptions;
  const shown = [
    ...(rows.shown < rows.of ? [optionsText(rows.shown, rows.of)] : []),
    ...(columns.shown < columns.of ? [matrixTexts.firstItems(columns.shown, columns.of)] : []),
  ];
  return shown.length === 0 ? "" : matrixTexts.part(shown);
}

// Jobs.

/** @param {import("./board.js").Puzzle} puzzle */
export function countJobTitle({ size, cells }) {
  return words.countJobTitle(size, cluesOf(cells));
}

/** @param {import("./board.js").Puzzle} puzzle */
export function countJobHelp({ size, cells }) {
  return words.countJobHelp(size, cluesOf(cells));
}

/** @param {readonly number[]} cells */
function cluesOf(cells) {
  return cells.filter((digit) => digit !== 0).length;
}

/** @param {import("./cover-problem.js").CoverProblem} problem */
export function coverJobHelp({ items, options }) {
  return words.coverJobHelp(items.length, options.length);
}

/** @param {number} created Milliseconds since 1970. */
export function jobDate(created) {
  return formats.date(created);
}

/** Operations whose results are the solutions that they count. */
const lists = new Set(["solutions", "exact_cover_solutions"]);

/** Verdicts in the order of the facts of a job. */
const verdictNames = /** @type {readonly Tally[]} */ (Object.keys(tallyTexts));

/**
 * Returns the number of solutions of a job, which may be a lower bound.
 * @param {Job} job
 */
function solutionsOf({ count, complete }) {
  if (count === null) return "";
  const solutions = progressTexts.solutions(formats.number(BigInt(count)));
  return complete ? solutions : progressTexts.atLeast(solutions);
}

/**
 * Returns the number of solutions of a job as long as it may grow.
 * @param {Job} job
 * @param {boolean} hasEnded
 */
export function solutionsSoFar(job, hasEnded) {
  if (job.count === null || hasEnded) return capital(solutionsOf(job));
  return progressTexts.soFar(progressTexts.solutions(formats.number(BigInt(job.count))));
}

/**
 * Returns the title of a job that another browser has started.
 * @param {Job} job
 */
export function operationText({ operation }) {
  return /** @type {Readonly<Record<string, string>>} */ (operationTexts)[operation] ?? operation;
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
  return stateTexts[state];
}

/** @param {Job} job */
export function percentOf({ fraction }) {
  return `${formats.number(Math.floor(fraction * 1000) / 10)} %`;
}

/**
 * Describes how far a job is.
 * @param {Job} job
 */
export function progressText(job) {
  if (job.state === "queued") return progressTexts.notBegun;
  if (job.eta_s === null || job.state !== "running") return progressTexts.done(percentOf(job));
  return progressTexts.doneAndLeft(percentOf(job), durationText(job.eta_s));
}

/**
 * Returns the numbers and times of a job, with their names.
 * @param {Job} job
 * @returns {[string, string][]}
 */
export function factsOf(job) {
  const { state, pieces, puzzles, verdicts, started_ms: started, ended_ms: ended, expires_ms: expires } = job;
  const { part } = progressTexts;
  /** @type {[string, string][]} */
  const facts = [[progressTexts.state, stateText(job)]];
  if (puzzles.total !== null) facts.push([progressTexts.allPuzzles, part(puzzles.done, puzzles.total)]);
  for (const verdict of verdictNames) {
    if (verdicts[verdict] > 0) facts.push([tallyTexts[verdict], formats.number(verdicts[verdict])]);
  }
  if (pieces.total > 0) facts.push([progressTexts.pieces, part(pieces.done, pieces.total)]);
  if (started !== null) facts.push([progressTexts.started, formats.time(started)]);
  if (started !== null && ended !== null) facts.push([progressTexts.took, durationText((ended - started) / 1000)]);
  if (ended !== null && state !== "expired") facts.push([progressTexts.kept, formats.time(expires)]);
  return facts;
}

/**
 * Describes the state of a job.
 * @param {Job} job
 * @param {boolean} isSecret Whether the address is the only key to the job.
 * @returns {Message}
 */
export function jobMessage(job, isSecret) {
  const stays = [jobMessages.closing, isSecret ? jobMessages.secret : jobMessages.ofKey];
  const result = job.count === null ? progressTexts.puzzles(job.puzzles.done) : solutionsOf(job);
  const hadDone = jobMessages.hadDone(percentOf(job), result);
  switch (job.state) {
    case "queued":
      return { tone: "open", title: jobMessages.queued, details: stays };
    case "running":
      return { tone: "open", title: jobMessages.running, details: stays };
    case "cancelling":
      return { tone: "open", title: jobMessages.cancelling, details: [jobMessages.cancellingHelp] };
    case "succeeded": {
      const kept = formats.time(job.expires_ms);
      const details = [job.count === null ? jobMessages.resultsKept(kept) : jobMessages.numberKept(kept)];
      return { tone: "good", title: jobMessages.done(result), details };
    }
    case "cancelled":
      return { tone: "open", title: jobMessages.cancelled, details: [hadDone] };
    case "failed":
      return { tone: "bad", title: jobMessages.failed, details: [...(job.error ? [`${capital(job.error.detail)}.`] : []), hadDone] };
    case "expired":
      return { tone: "bad", title: jobMessages.expired, details: [jobMessages.expiredHelp] };
  }
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
  const told = (/** @type {readonly string[]} */ [title = "", advice = ""], /** @type {readonly string[]} */ sentences = faultSentences(faults)) =>
    /** @type {Message} */ ({ tone: "bad", title, details: [advice, ...sentences] });
  switch (status) {
    case 404:
      return action === "start" ? told(jobFaults.noJobs) : told(jobFaults.noSuchJob, []);
    case 409:
      return told(jobFaults.noResults);
    case 410:
      return told(jobFaults.expired);
    case 413:
      return told(jobFaults.tooLarge);
    case 429:
      return told(jobFaults.tooMany);
    case 503:
      return told(jobFaults.busy);
    case 507:
      return told(jobFaults.noStorage);
    default:
      return undefined;
  }
}
