/** Several puzzles on a page, with their solutions on the pages after them, to print. */

import { ApiError, makePuzzles, rateAll, solveAll } from "./api.js";
import { ui } from "./elements.js";
import { usualBox } from "./houses.js";
import { BOOK_MAX, bookOfQuery } from "./link-reader.js";
import { levels, wishOf } from "./new-puzzle.js";
import { note, showError } from "./messages.js";
import { cellsOf, labelOf, sizeOf } from "./symbols.js";
import { faultSentences, labels, levelTexts, originText, puzzleCaption, sheetCaption, sheetNotes } from "./texts.js";

/** @typedef {import("./api.js").Answer} Answer */
/** @typedef {import("./api.js").Wish} Wish */
/** @typedef {{ line: string, cells: number[], size: number, number: number }} Sheet */
/** @typedef {{ heading: string, sheets: Sheet[] }} Section Puzzles that begin on a new page. */
/** @typedef {{ text: string, perPage: number, hasSolutions: boolean }} Book */

/** Number of solutions on a page. */
const SOLUTIONS_PER_PAGE = 12;

/** @type {AbortController | undefined} */
let making;

/** The book that the address asks for, until it is printed. @type {import("./link-reader.js").Book | undefined} */
let book;

/** Whether the address asks for a book, printed or not. */
let hasBook = false;

/** Reads the book of the address. Throws if the address is damaged. */
export function readBook() {
  book = bookOfQuery(location.search);
  hasBook = book !== undefined;
}

/** Whether the address asks for a book that is not printed yet. */
export function isBook() {
  return book !== undefined;
}

/** Makes and prints the book of the address. */
export async function printBookOfAddress() {
  if (book === undefined) return;
  const { count } = book;
  ui.progress.hidden = false;
  try {
    await printBook(book, (made) => note(sheetNotes.made(made, count), sheetNotes.printedWhenDone));
    book = undefined;
    ui.keyForm.hidden = true;
    note(sheetNotes.done(count), sheetNotes.printAgain);
  } catch (error) {
    showError(error);
  } finally {
    ui.progress.hidden = true;
  }
}

/** Opens the dialog. An empty one begins with the puzzle of the page. */
export function openPrintDialog(/** @type {string} */ puzzle) {
  if (ui.sheetsText.value.trim() === "" && /[^.]/.test(puzzle)) ui.sheetsText.value = puzzle;
  report("");
  ui.printDialog.showModal();
}

/**
 * Makes a book of new puzzles and prints it.
 * @param {import("./link-reader.js").Book} book
 * @param {(made: number) => void} progress
 */
async function printBook({ count, wish, perPage, hasSolutions }, progress) {
  const text = await textOfPuzzles(wish, count, undefined, progress);
  await printPages({ text, perPage, hasSolutions });
}

/**
 * Returns a heading and new puzzles, a line each.
 * @param {Wish} wish
 * @param {number} count
 * @param {AbortSignal | undefined} signal
 * @param {(made: number) => void} progress
 */
async function textOfPuzzles(wish, count, signal, progress) {
  const puzzles = await makePuzzles(wish, count, signal, progress);
  return `${[`# ${originText({ ...wish, symmetry: "none" })}`, ...puzzles].join("\n")}\n`;
}

/** Adds new puzzles to the dialog, or cancels that. */
async function addPuzzles() {
  if (making !== undefined) return making.abort();
  if (!ui.sheetsCount.reportValidity()) return;
  const [controller, count] = [new AbortController(), Number(ui.sheetsCount.value)];
  making = controller;
  ui.sheetsMake.textContent = labels.cancel;
  report(sheetNotes.made(0, count));
  try {
    const wish = wishOf(ui.sheetsLevel.value, "none");
    const text = await textOfPuzzles(wish, count, controller.signal, (made) => report(sheetNotes.made(made, count)));
    ui.sheetsText.value = [ui.sheetsText.value.trimEnd(), text].filter(Boolean).join("\n");
    report(sheetNotes.added(count));
  } catch (error) {
    if (controller.signal.aborted) report(sheetNotes.cancelled);
    else fail(error);
  } finally {
    making = undefined;
    ui.sheetsMake.textContent = labels.newPuzzles;
  }
}

/** Prints the puzzles of the dialog. */
async function printDialog() {
  const [text, perPage, hasSolutions] = [ui.sheetsText.value, Number(ui.sheetsPerPage.value), ui.sheetsSolutions.checked];
  report("");
  try {
    await printPages({ text, perPage, hasSolutions }, () => ui.printDialog.close());
  } catch (error) {
    fail(error);
  }
}

/**
 * Lays out a book and prints it. Throws if a line is not a puzzle.
 * @param {Book} book
 * @param {() => void} [beforePrint]
 */
async function printPages({ text, perPage, hasSolutions }, beforePrint) {
  const sections = sectionsOf(text);
  const sheets = sections.flatMap((section) => section.sheets);
  if (sheets.length === 0) throw new Error(sheetNotes.empty);
  if (sheets.length > BOOK_MAX) throw new Error(sheetNotes.tooMany(BOOK_MAX));
  const lines = sheets.map(({ line }) => line);
  const ratings = await rateAll(lines);
  const figureOf = (/** @type {Sheet} */ sheet) => figure(sheet, sheet.cells, puzzleCaption(sheet.number, ratings[sheet.number - 1]));
  const pages = sections.flatMap(({ heading, sheets: own }) => pagesOf(own.map(figureOf), perPage, heading));
  if (hasSolutions) {
    const answers = await solveAll(lines);
    const figures = sheets.map((sheet, index) => solutionFigure(sheet, answers[index]));
    pages.push(...pagesOf(figures, SOLUTIONS_PER_PAGE, sheetNotes.solutions));
  }
  pages.forEach((page, index) => page.firstElementChild?.append(pageNumber(index + 1)));
  ui.sheets.replaceChildren(...pages);
  document.body.classList.add("prints-sheets");
  beforePrint?.();
  print();
}

/**
 * Reads puzzles and headings. Throws if a line is neither.
 * @param {string} text
 */
function sectionsOf(text) {
  /** @type {Section[]} */
  const sections = [{ heading: "", sheets: [] }];
  let number = 0;
  for (const [index, untrimmed] of text.split("\n").entries()) {
    const line = untrimmed.trim();
    if (line.startsWith("#")) sections.push({ heading: line.slice(1).trim(), sheets: [] });
    if (line === "" || line.startsWith("#")) continue;
    const cells = cellsOf(line);
    const size = sizeOf(cells.length);
    if (size === 0 || !/^[\w.]+$/.test(line) || cells.some((digit) => digit > size)) {
      throw new Error(sheetNotes.noPuzzle(index + 1));
    }
    number += 1;
    sections.at(-1)?.sheets.push({ line, cells, size, number });
  }
  return sections;
}

/** @param {string} text */
function report(text) {
  ui.sheetsStatus.classList.remove("fault");
  ui.sheetsStatus.textContent = text;
}

/** @param {unknown} error */
function fail(error) {
  ui.sheetsStatus.classList.add("fault");
  ui.sheetsStatus.textContent = error instanceof ApiError ? faultSentences(error.faults).join(" ") : error instanceof Error ? error.message : String(error);
}

/**
 * Returns pages of figures, with a heading each.
 * @param {HTMLElement[]} figures
 * @param {number} perPage
 * @param {string} heading
 */
function pagesOf(figures, perPage, heading) {
  return Array.from({ length: Math.ceil(figures.length / perPage) }, (_, index) => {
    const title = document.createElement("h2");
    title.textContent = heading;
    const header = document.createElement("header");
    header.append(title);
    const page = document.createElement("div");
    page.className = `page of-${perPage}`;
    page.append(header, ...figures.slice(index * perPage, (index + 1) * perPage));
    return page;
  });
}

/** @param {number} number */
function pageNumber(number) {
  const element = document.createElement("span");
  element.className = "number";
  element.textContent = String(number);
  return element;
}

/**
 * @param {Sheet} sheet
 * @param {Answer | undefined} answer
 */
function solutionFigure(sheet, answer) {
  const cells = answer?.solution ? cellsOf(answer.solution) : sheet.cells;
  return figure(sheet, cells, sheetCaption(sheet.number, answer?.verdict ?? "unknown"));
}

/**
 * Returns a grid with a caption.
 * @param {Sheet} sheet
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

ui.sheetsLevel.append(...levels.map((level) => new Option(levelTexts[level], level)));
ui.sheetsMake.addEventListener("click", () => void addPuzzles());
ui.printDialog.addEventListener("close", () => making?.abort());
ui.printDialog.addEventListener("submit", (event) => {
  if (event.submitter instanceof HTMLButtonElement && event.submitter.value === "cancel") return;
  event.preventDefault();
  void printDialog();
});
// A book of the address stays: its reader may print it again, and a browser without a window prints the page itself.
window.addEventListener("afterprint", () => {
  if (!hasBook) document.body.classList.remove("prints-sheets");
});
