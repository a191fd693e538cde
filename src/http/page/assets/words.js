/** Answers in plain words. */

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./api.js").Conflict} Conflict */
/** @typedef {import("./api.js").CountAnswer} CountAnswer */
/** @typedef {import("./api.js").CoverAnswer} CoverAnswer */
/** @typedef {import("./api.js").CoverCountAnswer} CoverCountAnswer */
/** @typedef {import("./api.js").CoverSolution} CoverSolution */
/** @typedef {import("./api.js").SearchAnswer} SearchAnswer */
/** @typedef {import("./api.js").Progress} Progress */
/** @typedef {import("./api.js").Verdict} Verdict */

/** @typedef {"good" | "bad" | "open"} Tone */
/** @typedef {import("./questions.js").QuestionName | "apply" | "job" | "jobOfPuzzles"} NextName Question that may come next, a step to apply, or a job to start. */
/** @typedef {{ tone: Tone, title: string, details: string[], next?: NextName[] }} Message */

/** The most options that a sentence lists. */
const CHOSEN_MAX = 100;

const numbers = new Intl.NumberFormat("en");

/** @param {number} count */
function number(count) {
  return numbers.format(count);
}

/**
 * @param {number} count
 * @param {string} noun
 * @param {string} [plural]
 */
export function counted(count, noun, plural = `${noun}s`) {
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
  const sentences = shown.map(({ house, digit, cells }) => `${house} has ${digit} ${timesOf(cells.length)}`);
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
      return { tone: "good", title: "Solved: this is the only solution", details: [...wrong, ...workOf(answer)] };
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
        next: ["rate", "redundant"],
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
      return { tone: "good", title: "Solved: this is the only solution", details };
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
    ? { tone: "bad", title: "This problem has no solution", details: [...skippedOf(answer), ...workOf(answer)] }
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
      next: answer.conflicts.length > 0 ? [] : ["contradiction"],
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
 * Describes a grid that the player has filled with a mistake.
 * @param {number} cells Number of cells whose digit is in their row, column or box twice.
 * @returns {Message}
 */
export function clashed(cells) {
  return {
    tone: "bad",
    title: "The grid is full, but it is not a solution",
    details: [`${counted(cells, "cell")} are marked: a digit is twice in a row, column or box, or not allowed there.`],
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
