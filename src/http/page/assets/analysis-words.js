/** Answers of the analysis in plain words. */

import { cellsOf, indicesOf } from "./symbols.js";
import { capital, counted, stopOf, unsolved, workOf } from "./words.js";

/** @typedef {import("./api.js").CandidatesAnswer} CandidatesAnswer */
/** @typedef {import("./api.js").ConflictsAnswer} ConflictsAnswer */
/** @typedef {import("./api.js").EstimateAnswer} EstimateAnswer */
/** @typedef {import("./api.js").GenerateAnswer} GenerateAnswer */
/** @typedef {import("./api.js").HintAnswer} HintAnswer */
/** @typedef {import("./api.js").MinimalAnswer} MinimalAnswer */
/** @typedef {import("./api.js").MistakesAnswer} MistakesAnswer */
/** @typedef {import("./api.js").RateAnswer} RateAnswer */
/** @typedef {import("./api.js").Reveal} Reveal */
/** @typedef {import("./api.js").Wish} Wish */
/** @typedef {import("./board.js").Position} Position */
/** @typedef {import("./words.js").Message} Message */

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
 * @returns {Message}
 */
export function contradictionFound(answer) {
  const { clues, minimal } = answer;
  const work = [...stopOf(answer), ...workOf(answer)];
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
    const wrong = indicesOf(mistakes, puzzle.size).filter((index) => entries[index] !== 0).length;
    return { tone: "bad", title: "There is a mistake", details: [...wrongEntries(wrong), ...wrongLists(mistakes.length - wrong)] };
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
      const { name = "", text = "" } = step;
      const rest = text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text;
      // The name of a cell stays as it is.
      return { tone: "open", title: name, details: [/^r\d/.test(rest) ? rest : capital(rest)], next: ["apply"] };
    }
  }
}

/**
 * Describes a new puzzle.
 * @param {GenerateAnswer} answer
 * @param {Wish} wish
 * @returns {Message}
 */
export function made(answer, { level, symmetry }) {
  if (answer.puzzle === null) {
    const found = `${counted(answer.attempts, "attempt")} found no ${level} puzzle${symmetry === "none" ? "" : " with this symmetry"}.`;
    return { tone: "open", title: "No puzzle found", details: [found, ...stopOf(answer)], next: ["generate", "jobOfPuzzles"] };
  }
  const score = answer.rating === undefined ? "" : `, score ${answer.rating.score.toLocaleString("en")}`;
  return {
    tone: "good",
    title: `New puzzle: ${level}`,
    details: [`${counted(answer.clues ?? 0, "clue")}${score}, one solution. The time runs from your first digit; the link leads to this puzzle.`],
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
 * @returns {Message}
 */
export function mistakesFound(answer) {
  const { wrong, wrong_marks, contradicting, verdict } = answer;
  if (verdict === "none") return unsolved(answer);
  if (answer.solved) return { tone: "good", title: "Solved", details: ["Each row, column and box has every digit once."] };
  const details = [
    ...wrongEntries(wrong.length),
    ...wrongLists(wrong_marks.length),
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

/** @param {number} count */
function wrongEntries(count) {
  return count === 0 ? [] : [`${counted(count, "entry", "entries")} with a line across ${count === 1 ? "is" : "are"} wrong.`];
}

/** @param {number} count */
function wrongLists(count) {
  const lists = counted(count, "list");
  return count === 0 ? [] : [`${lists} of candidates with a line across ${count === 1 ? "lacks" : "lack"} the right digit.`];
}
