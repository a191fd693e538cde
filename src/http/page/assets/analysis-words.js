/** Answers of the analysis in plain words. */

import { counted, stopOf, unsolved, workOf } from "./words.js";

/** @typedef {import("./api.js").CandidatesAnswer} CandidatesAnswer */
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
