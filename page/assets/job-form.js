/** The form of a new job. */

import { puzzleBody, wishBody } from "./api.js";
import { jsonOf, problemOf } from "./cover-problem.js";
import { ui } from "./elements.js";
import { JOB_COUNT_MAX } from "./jobs-api.js";
import { levels, wishOf } from "./new-puzzle.js";
import {
  countJobHelp, countJobTitle, coverJobHelp, fileKindTexts, jobKindTexts, jobTexts, levelTexts, makingJobHelp, makingJobTitle, symmetryTexts,
} from "./texts.js";

/** @typedef {import("./api.js").Body} Body */
/** @typedef {import("./board.js").Puzzle} Puzzle */
/** @typedef {import("./cover-problem.js").Content} Content */
/** @typedef {{ puzzle: () => Puzzle, problem: () => Content }} Sources What the other views of the page show. */
/** @typedef {keyof typeof jobKindTexts} OwnKind Job without a file. */

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
 * @property {keyof typeof fileKindTexts} name
 * @property {string} operation
 * @property {Body} [options]
 */

/** Stands for the id of a file that is not uploaded yet. */
const NO_UPLOAD = "ID of POST /uploads";

/** @type {readonly FileKind[]} */
const fileKinds = [
  { name: "check", operation: "count" },
  { name: "solve", operation: "solve" },
  { name: "rate", operation: "rate" },
  { name: "count", operation: "count", options: { limit: JOB_COUNT_MAX } },
  { name: "minimal", operation: "minimal" },
  { name: "candidates", operation: "candidates" },
  { name: "canonical", operation: "canonical" },
  { name: "cover", operation: "exact_cover_count", options: { limit: JOB_COUNT_MAX } },
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
    const options = [...Object.entries(jobKindTexts), ...fileKinds.map(({ name }) => [name, fileKindTexts[name].title()])];
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
    ui.jobHelp.textContent = fileKind === undefined ? this.#ownHelp(kind) : fileKindTexts[fileKind.name].help;
    const isMissing = kind === "problem" && this.#coverProblem === undefined;
    ui.jobKind.setCustomValidity(isMissing ? jobTexts.noProblem : "");
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
      const { name, operation, options } = fileKind;
      return {
        title: fileKindTexts[name].title(file?.name),
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
        return [jobTexts.countOfProblem, { operation: "exact_cover_count", problem: jsonOf(this.#sources.problem()) }];
      case "generate": {
        const [count, level] = [Number(ui.jobCount.value), ui.jobLevel.value];
        const wish = wishOf(level, ui.jobSymmetry.value, this.#seed, puzzle.box);
        const options = { ...wishBody(wish), count, include: ["rating"] };
        return [makingJobTitle(count, wish.level), { operation: "generate", options }];
      }
      default: {
        const { puzzle: grid, ...options } = puzzleBody(puzzle);
        return [countJobTitle(puzzle), { operation: "count", puzzle: grid, ...(Object.keys(options).length > 0 && { options }) }];
      }
    }
  }

  /** @param {string} kind */
  #ownHelp(kind) {
    const puzzle = this.#sources.puzzle();
    if (kind === "puzzle") return countJobHelp(puzzle);
    if (kind === "problem") return this.#coverProblem === undefined ? jobTexts.noProblem : coverJobHelp(this.#coverProblem);
    return makingJobHelp(puzzle.size);
  }
}
