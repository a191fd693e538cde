/** The form of a new job. */

import { puzzleBody, wishBody } from "./api.js";
import { jsonOf, problemOf } from "./cover-problem.js";
import { ui } from "./elements.js";
import { levels, wishOf } from "./new-puzzle.js";
import { counted, levelTexts, symmetryTexts } from "./texts.js";

/** @typedef {import("./api.js").Body} Body */
/** @typedef {import("./board.js").Puzzle} Puzzle */
/** @typedef {import("./cover-problem.js").Content} Content */
/** @typedef {{ puzzle: () => Puzzle, problem: () => Content }} Sources What the other views of the page show. */
/** @typedef {"puzzle" | "problem" | "generate"} OwnKind Job without a file. */

/**
 * Work of a job.
 * @typedef {object} Work
 * @property {string} title
 * @property {File | undefined} file Input that is uploaded first.
 * @property {(upload: string) => Body} body Returns the request for the job.
 */

/**
 * Job about each puzzle of a file.
 * @typedef {object} FileKind
 * @property {string} name
 * @property {string} text
 * @property {string} help
 * @property {string} operation
 * @property {Body} [options]
 */

/** Largest count of each puzzle of a file. */
const COUNT_MAX = 1_000_000;

const NO_PROBLEM = "Type a problem in the view Exact cover first.";

/** Stands for the id of a file that is not uploaded yet. */
const NO_UPLOAD = "ID of POST /uploads";

/** @type {Record<OwnKind, string>} */
const ownKinds = {
  puzzle: "Count all solutions of the puzzle",
  problem: "Count all solutions of the exact cover problem",
  generate: "Make new puzzles",
};

/** @type {readonly FileKind[]} */
const fileKinds = [
  { name: "check", text: "Check the puzzles of a file", help: "Has each puzzle exactly one solution?", operation: "count" },
  { name: "solve", text: "Solve the puzzles of a file", help: "The solution of each puzzle.", operation: "solve" },
  { name: "rate", text: "Rate the puzzles of a file", help: "Score, level and techniques of each puzzle.", operation: "rate" },
  {
    name: "count",
    text: "Count the solutions of each puzzle of a file",
    help: `The number of solutions of each puzzle, up to ${COUNT_MAX.toLocaleString("en")}.`,
    operation: "count",
    options: { limit: COUNT_MAX },
  },
  {
    name: "minimal",
    text: "Find redundant clues in the puzzles of a file",
    help: "The clues without which a puzzle still has one solution.",
    operation: "minimal",
  },
  {
    name: "candidates",
    text: "Find the candidates of the puzzles of a file",
    help: "The digits that occur in a solution, for each cell.",
    operation: "candidates",
  },
  {
    name: "canonical",
    text: "Find the canonical forms of the puzzles of a file",
    help: "Two puzzles are equal but for symmetries if their canonical forms are equal.",
    operation: "canonical",
  },
  {
    name: "cover",
    text: "Count the solutions of the exact cover problems of a file",
    help: `NDJSON: a problem on each line. Up to ${COUNT_MAX.toLocaleString("en")} solutions each.`,
    operation: "exact_cover_count",
    options: { limit: COUNT_MAX },
  },
];

/** Form of a new job. Sends `change` after each change. */
export class JobForm extends EventTarget {
  #sources;
  /** Seed of the first new puzzle. */
  #seed = 0;

  /** @param {Sources} sources */
  constructor(sources) {
    super();
    this.#sources = sources;
    const options = [...Object.entries(ownKinds), ...fileKinds.map(({ name, text }) => [name, text])];
    ui.jobKind.append(...options.map(([name, text]) => new Option(text, name)));
    ui.jobLevel.append(...levels.map((level) => new Option(levelTexts[level], level)));
    ui.jobSymmetry.append(...Object.entries(symmetryTexts).map(([name, title]) => new Option(title, name)));
    ui.jobForm.addEventListener("input", () => this.update());
    this.renewSeed();
  }

  /** Draws the seed of the next new puzzles. */
  renewSeed() {
    this.#seed = wishOf("easy", "none").seed;
  }

  /**
   * Chooses the work.
   * @param {OwnKind} kind
   */
  choose(kind) {
    ui.jobKind.value = kind;
    this.update();
  }

  /**
   * Chooses new puzzles.
   * @param {string} level
   * @param {string} symmetry
   * @param {number} count
   */
  wish(level, symmetry, count) {
    ui.jobLevel.value = level;
    ui.jobSymmetry.value = symmetry;
    ui.jobCount.value = String(count);
    this.choose("generate");
  }

  /**
   * Takes a dropped file.
   * @param {File} file
   */
  take(file) {
    const transfer = new DataTransfer();
    transfer.items.add(file);
    ui.jobFile.files = transfer.files;
    if (this.#fileKind === undefined) ui.jobKind.value = "check";
    this.update();
  }

  /** Shows the controls of the chosen work. */
  update() {
    const kind = ui.jobKind.value;
    const fileKind = this.#fileKind;
    ui.jobWish.hidden = kind !== "generate";
    ui.jobCount.disabled = kind !== "generate";
    ui.jobFilePart.hidden = fileKind === undefined;
    ui.jobFile.required = fileKind !== undefined;
    ui.jobHelp.textContent = fileKind?.help ?? this.#ownHelp(kind);
    const isMissing = kind === "problem" && this.#coverProblem === undefined;
    ui.jobKind.setCustomValidity(isMissing ? NO_PROBLEM : "");
    this.dispatchEvent(new Event("change"));
  }

  /** The request for the job, to show. */
  get preview() {
    try {
      return this.work.body(NO_UPLOAD);
    } catch {
      return {};
    }
  }

  /**
   * The work. Throws if the exact cover problem is not JSON.
   * @returns {Work}
   */
  get work() {
    const fileKind = this.#fileKind;
    if (fileKind !== undefined) {
      const [file] = ui.jobFile.files ?? [];
      const { text, operation, options } = fileKind;
      return {
        title: text.replace("a file", file?.name ?? "a file"),
        file,
        body: (upload) => ({ operation, input: { upload }, ...(options && { options }) }),
      };
    }
    const [title, body] = this.#own();
    return { title, file: undefined, body: () => body };
  }

  get #coverProblem() {
    return problemOf(this.#sources.problem());
  }

  get #fileKind() {
    return fileKinds.find(({ name }) => name === ui.jobKind.value);
  }

  /** @returns {[string, Body]} Title and request of a job without a file. */
  #own() {
    const puzzle = this.#sources.puzzle();
    switch (ui.jobKind.value) {
      case "problem":
        return ["Count of an exact cover problem", { operation: "exact_cover_count", problem: jsonOf(this.#sources.problem()) }];
      case "generate": {
        const [count, level] = [Number(ui.jobCount.value), ui.jobLevel.value];
        const options = { ...wishBody(wishOf(level, ui.jobSymmetry.value, this.#seed, puzzle.box)), count, include: ["rating"] };
        return [counted(count, `new ${level} puzzle`), { operation: "generate", options }];
      }
      default: {
        const { puzzle: grid, ...options } = puzzleBody(puzzle);
        return [`Count of a ${describe(puzzle)}`, { operation: "count", puzzle: grid, ...(Object.keys(options).length > 0 && { options }) }];
      }
    }
  }

  /** @param {string} kind */
  #ownHelp(kind) {
    const puzzle = this.#sources.puzzle();
    if (kind === "puzzle") return `The puzzle of the view Sudoku: ${describe(puzzle)}. The number is exact, up to 128 bits.`;
    if (kind === "problem") {
      if (this.#coverProblem === undefined) return NO_PROBLEM;
      const { items, options } = this.#coverProblem;
      const size = `${counted(items.length, "item")} and ${counted(options.length, "option")}`;
      return `The problem of the view Exact cover: ${size}. The number is exact, up to 128 bits.`;
    }
    return `They have the size of the grid in the view Sudoku, ${puzzle.size}x${puzzle.size}, and one solution each.`;
  }
}

/** @param {Puzzle} puzzle */
function describe({ size, cells }) {
  return `${size}x${size} with ${counted(cells.filter((digit) => digit !== 0).length, "clue")}`;
}
