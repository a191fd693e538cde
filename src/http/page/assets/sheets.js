/** Several puzzles on a page, with their solutions on the pages after them, to print. */

import { solveAll } from "./api.js";
import { ui } from "./elements.js";
import { usualBox } from "./houses.js";
import { cellsOf, labelOf, sizeOf } from "./symbols.js";
import { sheetCaption } from "./words.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {{ cells: number[], size: number }} Sheet */

/** Number of solutions on a page. */
const SOLUTIONS_PER_PAGE = 12;

/** The most puzzles that are printed at once. */
const PUZZLES_MAX = 1000;

/** Opens the dialog. An empty one begins with the puzzle of the page. */
export function openPrintDialog(/** @type {string} */ puzzle) {
  if (ui.sheetsText.value.trim() === "" && /[^.]/.test(puzzle)) ui.sheetsText.value = puzzle;
  ui.sheetsStatus.textContent = "";
  ui.printDialog.showModal();
}

/** Prints the puzzles of the dialog. */
async function printSheets() {
  const lines = ui.sheetsText.value.split("\n").map((line) => line.trim());
  /** @type {Sheet[]} */
  const puzzles = [];
  for (const [index, line] of lines.entries()) {
    if (line === "") continue;
    const cells = cellsOf(line);
    const size = sizeOf(cells.length);
    if (size === 0 || !/^[\w.]+$/.test(line) || cells.some((digit) => digit > size)) {
      return report(`Line ${index + 1} is not a puzzle: write one symbol per cell, and a dot for an empty cell.`);
    }
    puzzles.push({ cells, size });
  }
  if (puzzles.length === 0) return report("Write a puzzle on each line.");
  if (puzzles.length > PUZZLES_MAX) return report(`Print ${PUZZLES_MAX} puzzles at most.`);
  const pages = pagesOf(puzzles.map(puzzleSheet), Number(ui.sheetsPerPage.value));
  if (ui.sheetsSolutions.checked) {
    try {
      const answers = await solveAll(lines.filter((line) => line !== ""));
      pages.push(...pagesOf(puzzles.map((puzzle, index) => solutionSheet(puzzle, index, answers[index])), SOLUTIONS_PER_PAGE));
    } catch (error) {
      return report(error instanceof Error ? error.message : String(error));
    }
  }
  ui.sheets.replaceChildren(...pages);
  ui.printDialog.close();
  document.body.classList.add("prints-sheets");
  print();
}

/** @param {string} text */
function report(text) {
  ui.sheetsStatus.textContent = text;
}

/**
 * Returns pages of sheets.
 * @param {HTMLElement[]} sheets
 * @param {number} perPage
 */
function pagesOf(sheets, perPage) {
  return Array.from({ length: Math.ceil(sheets.length / perPage) }, (_, index) => {
    const page = document.createElement("div");
    page.className = `page of-${perPage}`;
    page.append(...sheets.slice(index * perPage, (index + 1) * perPage));
    return page;
  });
}

/**
 * @param {Sheet} puzzle
 * @param {number} index
 */
function puzzleSheet(puzzle, index) {
  return figure(puzzle, puzzle.cells, String(index + 1));
}

/**
 * @param {Sheet} puzzle
 * @param {number} index
 * @param {Answer | undefined} answer
 */
function solutionSheet(puzzle, index, answer) {
  const cells = answer?.solution ? cellsOf(answer.solution) : puzzle.cells;
  return figure(puzzle, cells, sheetCaption(index + 1, answer?.verdict ?? "unknown"));
}

/**
 * Returns a grid with a caption.
 * @param {Sheet} puzzle
 * @param {readonly number[]} cells
 * @param {string} text
 */
function figure({ size, cells: clues }, cells, text) {
  const box = usualBox(size);
  const table = document.createElement("table");
  table.style.setProperty("--size", String(size));
  for (let row = 0; row < size; row += 1) {
    const line = table.insertRow();
    for (let column = 0; column < size; column += 1) {
      const digit = cells[row * size + column] ?? 0;
      const cell = line.insertCell();
      cell.textContent = digit === 0 ? "" : labelOf(digit, size);
      cell.classList.toggle("clue", clues[row * size + column] !== 0);
      cell.classList.toggle("box-left", column % box.width === 0);
      cell.classList.toggle("box-top", row % box.height === 0);
    }
  }
  const caption = document.createElement("figcaption");
  caption.textContent = text;
  const element = document.createElement("figure");
  element.append(caption, table);
  return element;
}

ui.printDialog.addEventListener("submit", (event) => {
  if (event.submitter instanceof HTMLButtonElement && event.submitter.value === "cancel") return;
  event.preventDefault();
  void printSheets();
});
window.addEventListener("afterprint", () => document.body.classList.remove("prints-sheets"));
