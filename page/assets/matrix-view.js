/** Picture of an exact cover problem: a row for each option, a column for each item. */

import { matrixPart, matrixTexts } from "./texts.js";

/** @typedef {import("./cover-problem.js").CoverProblem} CoverProblem */
/** @typedef {import("./cover-problem.js").Item} Item */

/** The most rows and columns of a picture. */
const SIDE_MAX = 60;

/** The most characters of item names that are written upright. */
const UPRIGHT_MAX = 3;

/** Degrees between the hues of two colours. */
const HUE_STEP = 137.5;

/** View of a problem. */
export class MatrixView {
  #table;
  #note;

  /**
   * @param {HTMLTableElement} table
   * @param {HTMLElement} note Says which part of a large problem is drawn.
   */
  constructor(table, note) {
    this.#table = table;
    this.#note = note;
  }

  /**
   * Draws a problem. Of a large one with a solution, the chosen options are drawn.
   * @param {CoverProblem | undefined} problem
   * @param {ReadonlySet<number>} [chosen] Numbers of the options of a solution, from 1.
   */
  draw(problem, chosen = new Set()) {
    if (problem === undefined) {
      this.#table.replaceChildren();
      this.#note.textContent = matrixTexts.none;
      return;
    }
    const { items, options } = problem;
    const numbers = options.map((_, index) => index + 1);
    const isLong = options.length > SIDE_MAX;
    const rows = (isLong && chosen.size > 0 ? numbers.filter((number) => chosen.has(number)) : numbers).slice(0, SIDE_MAX);
    const columns = items.slice(0, SIDE_MAX);
    const part = (/** @type {readonly unknown[]} */ shown, /** @type {readonly unknown[]} */ all) => ({ shown: shown.length, of: all.length });
    this.#note.textContent = matrixPart(part(rows, options), part(columns, items), isLong && chosen.size > 0);
    const hues = huesOf(problem);
    const body = document.createElement("tbody");
    body.append(
      ...rows.map((number) => rowOf(number, options[number - 1] ?? new Map(), columns, hues, chosen.has(number))),
    );
    this.#table.replaceChildren(headOf(columns), body);
  }
}

/**
 * Returns a hue for each colour, in degrees.
 * @param {CoverProblem} problem
 */
function huesOf({ options }) {
  const colours = new Set(options.flatMap((option) => [...option.values()]));
  colours.delete("");
  return new Map([...colours].map((colour, index) => [colour, (index * HUE_STEP) % 360]));
}

/** @param {Item[]} columns */
function headOf(columns) {
  const head = document.createElement("thead");
  const row = head.insertRow();
  // A single letter is hard to read on its side.
  row.classList.toggle("upright", columns.every(({ name }) => name.length <= UPRIGHT_MAX));
  row.append(header("col", matrixTexts.option));
  for (const { name, isPrimary } of columns) {
    const cell = header("col", name);
    cell.title = isPrimary ? matrixTexts.primary(name) : matrixTexts.secondary(name);
    cell.classList.toggle("secondary", !isPrimary);
    row.append(cell);
  }
  return head;
}

/**
 * @param {number} number
 * @param {ReadonlyMap<string, string>} option
 * @param {Item[]} columns
 * @param {ReadonlyMap<string, number>} hues
 * @param {boolean} isChosen
 */
function rowOf(number, option, columns, hues, isChosen) {
  const row = document.createElement("tr");
  row.classList.toggle("chosen", isChosen);
  row.append(header("row", isChosen ? `✓ ${number}` : String(number)));
  for (const { name, isPrimary } of columns) {
    const cell = row.insertCell();
    cell.classList.toggle("secondary", !isPrimary);
    const colour = option.get(name);
    if (colour === undefined) continue;
    cell.classList.add("covered");
    cell.textContent = colour === "" ? "1" : colour;
    if (colour === "") continue;
    cell.title = `${name}:${colour}`;
    cell.classList.add("coloured");
    cell.style.setProperty("--hue", String(hues.get(colour)));
  }
  return row;
}

/**
 * @param {"col" | "row"} scope
 * @param {string} text
 */
function header(scope, text) {
  const cell = document.createElement("th");
  cell.scope = scope;
  const label = document.createElement("span");
  label.textContent = text;
  cell.append(label);
  return cell;
}
