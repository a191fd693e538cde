/** The pad: a key for each digit, with the number of cells that still lack it, and the tools. */

import { COLOURS, visibleOf } from "./board.js";
import { isGap } from "./houses.js";
import { ui } from "./elements.js";
import { LONG_PRESS_MS, type } from "./grid-input.js";
import { board, state } from "./state.js";
import { labelOf } from "./symbols.js";
import { labels, padText, toolText } from "./texts.js";
import { digitCount } from "./variant.js";

/** @typedef {import("./state.js").Tool} Tool */

/** View of the pad. */
export class PadView {
  /** Number of keys and kind of them, to build them only when they change. */
  #shape = "";

  /** @param {import("./grid-view.js").GridView} view */
  constructor(view) {
    state.addEventListener("change", () => this.#draw());
    ui.tools.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (button !== null) state.set({ tool: /** @type {Tool} */ (button.value) });
    });
    connectKeys(view);
    this.#draw();
  }

  #draw() {
    const { tool } = toolInUse();
    for (const button of ui.tools.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.value === tool));
      if (button.value === "marks") button.textContent = board.isPlaying ? labels.centre : labels.candidates;
    }
    ui.pad.setAttribute("aria-label", toolText(tool, board.isPlaying));
    const { puzzle } = board;
    const [{ size }, digits] = [puzzle, digitCount(puzzle)];
    const shape = `${size} ${digits} ${tool === "colours"}`;
    if (shape !== this.#shape) this.#build(shape, tool === "colours" ? COLOURS : digits);
    if (tool === "colours") return;
    // In several grids, too, each digit has as many cells, unless they share parts of boxes.
    const each = Math.floor(puzzle.cells.filter((_, index) => !isGap(puzzle, index)).length / digits);
    const counts = new Array(digits + 1).fill(0);
    for (const digit of visibleOf(board.position).cells) counts[digit] += 1;
    for (const key of ui.pad.querySelectorAll("button")) {
      const digit = Number(key.value);
      const left = each - counts[digit];
      if (digit === 0) continue;
      key.classList.toggle("done", left <= 0);
      key.dataset["left"] = String(Math.max(left, 0));
      key.setAttribute("aria-label", padText(labelOf(digit, size), Math.max(left, 0)));
    }
  }

  /**
   * @param {string} shape
   * @param {number} count
   */
  #build(shape, count) {
    this.#shape = shape;
    const { size } = board.puzzle;
    const isColours = shape.endsWith("true");
    const keys = Array.from({ length: count }, (_, index) => {
      const digit = index + 1;
      const key = keyOf(digit, isColours ? "" : labelOf(digit, size));
      if (isColours) {
        key.className = "swatch";
        key.style.setProperty("--swatch", `var(--colour-${digit})`);
        key.setAttribute("aria-label", padText(digit));
      }
      return key;
    });
    const erase = keyOf(0, "⌫");
    erase.setAttribute("aria-label", padText(0));
    ui.pad.replaceChildren(...keys, erase);
    ui.pad.classList.toggle("large", count > 9);
    ui.pad.style.setProperty("--half", String(Math.ceil((count + 1) / 2)));
  }
}

/** Returns the tool that the pad shows: the puzzle itself has digits and candidates only. */
function toolInUse() {
  const { tool } = state.parts;
  return { tool: board.isPlaying || tool === "digits" ? tool : /** @type {Tool} */ ("marks") };
}

/**
 * @param {number} digit
 * @param {string} text
 */
function keyOf(digit, text) {
  const key = document.createElement("button");
  key.type = "button";
  key.value = String(digit);
  key.textContent = text;
  return key;
}

/**
 * Connects the keys: a press writes with the tool, a long press a centre mark, or a digit if the tool writes marks.
 * @param {import("./grid-view.js").GridView} view
 */
function connectKeys(view) {
  let wasLong = false;
  /** @type {number | undefined} */
  let press;
  const keyAt = (/** @type {Event} */ { target }) => (target instanceof Element ? target.closest("button") : null);
  ui.pad.addEventListener("pointerdown", (event) => {
    const key = keyAt(event);
    wasLong = false;
    if (key === null || key.value === "0" || event.button !== 0 || state.parts.tool === "colours") return;
    press = window.setTimeout(() => {
      wasLong = true;
      type(view, Number(key.value), state.parts.tool === "digits" ? "marks" : "digits");
    }, LONG_PRESS_MS);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) ui.pad.addEventListener(name, () => clearTimeout(press));
  ui.pad.addEventListener("contextmenu", (event) => event.preventDefault());
  ui.pad.addEventListener("click", (event) => {
    const key = keyAt(event);
    if (key !== null && !wasLong) type(view, Number(key.value));
    wasLong = false;
  });
}
