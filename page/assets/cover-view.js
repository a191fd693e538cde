/** The view of exact cover problems: a text, and its picture. */

import { coverRequests } from "./api.js";
import { contentOf, jsonOf, problemOf } from "./cover-problem.js";
import { coverExamples } from "./examples.js";
import { MatrixView } from "./matrix-view.js";
import { coverHashOf } from "./shared-state.js";
import { coverExampleTexts } from "./texts.js";

/** @typedef {import("./api.js").CoverAnswer} CoverAnswer */
/** @typedef {import("./api.js").CoverCountAnswer} CoverCountAnswer */
/** @typedef {import("./api.js").CoverProveAnswer} CoverProveAnswer */

/** View of a typed problem. Sends `input` after each edit, and `change` when the edits are complete. */
export class CoverView extends EventTarget {
  #text;
  #picture;

  /**
   * @param {HTMLTextAreaElement} text
   * @param {HTMLSelectElement} example
   * @param {MatrixView} picture
   */
  constructor(text, example, picture) {
    super();
    this.#text = text;
    this.#picture = picture;
    text.addEventListener("input", () => this.#changed("input"));
    text.addEventListener("change", () => this.#changed("change"));
    example.append(...coverExamples.map(({ name }) => new Option(coverExampleTexts[name], name)));
    example.addEventListener("change", () => {
      const chosen = coverExamples.find(({ name }) => name === example.value);
      example.value = "";
      if (chosen !== undefined) this.load(chosen.problem);
    });
  }

  /**
   * Replaces the problem.
   * @param {string} text
   */
  load(text) {
    this.#text.value = text;
    this.#changed("input");
    this.#changed("change");
  }

  /** The part of the address after `#`. */
  get hash() {
    return coverHashOf(this.#text.value);
  }

  /**
   * Shows the problem of an address; without one, the current problem or the first example.
   * @param {string} problem
   */
  open(problem) {
    this.#text.value = problem || this.#text.value || (coverExamples[0]?.problem ?? "");
    this.clear();
  }

  /** The request body of the problem. */
  get content() {
    return contentOf(this.#text.value);
  }

  /**
   * Returns the request of an action.
   * @param {"solve" | "count" | "prove"} action
   */
  request(action) {
    return coverRequests[action](this.content);
  }

  /**
   * The problem of a proof.
   * @returns {import("./api.js").ProofSubject}
   */
  get proofSubject() {
    const problem = /** @type {object} */ (jsonOf(this.content));
    return (path, options) => ({
      path: `exact-cover/${path}`,
      contentType: "application/json",
      body: JSON.stringify({ ...problem, ...options }),
    });
  }

  /** Draws the problem without a solution. */
  clear() {
    this.#text.removeAttribute("aria-invalid");
    this.#picture.draw(problemOf(this.content));
  }

  /**
   * Draws the problem with the solution of an answer.
   * @param {CoverAnswer | CoverCountAnswer | CoverProveAnswer} answer
   */
  mark(answer) {
    const solution = answer.solution ?? ("witnesses" in answer ? answer.witnesses[0] : undefined) ?? [];
    this.#picture.draw(problemOf(this.content), new Set(solution.map(({ option }) => option)));
  }

  /** Marks the text as invalid. */
  reject() {
    this.#text.setAttribute("aria-invalid", "true");
  }

  /** @param {"input" | "change"} type */
  #changed(type) {
    this.dispatchEvent(new Event(type));
  }
}
