/** A cell of the grid: its content, its element and its description. */

import { labelOf } from "./symbols.js";
import { cellText } from "./texts.js";

/** @typedef {import("./grid-view.js").Overlay} Overlay */

/**
 * Content of a cell; 0 is no digit.
 * @typedef {object} Content
 * @property {number} clue
 * @property {number} entry
 * @property {number} solved Digit of a solution.
 * @property {readonly number[]} both Two digits, if the cell shows both.
 * @property {readonly number[]} candidates Candidates, each in its place, or the centre marks.
 * @property {boolean} isCentred Whether the candidates are centre marks in the middle of the cell.
 * @property {readonly number[]} corners Corner marks.
 * @property {readonly number[]} excluded Marks that another cell excludes.
 * @property {readonly number[]} undecided Candidates that a search has not decided.
 * @property {readonly number[]} bases Candidates of the pattern of a step.
 * @property {readonly number[]} placed Candidates that a step proves.
 * @property {readonly number[]} removed Candidates that a step removes.
 * @property {readonly number[]} colours
 * @property {string} classes Names of classes, with blanks between them.
 * @property {boolean} isFixed
 * @property {boolean} isInvalid
 * @property {"" | "wrong" | "contradicting" | "redundant" | "clashing"} flaw
 */

/** Numbers of centre marks from which the text of a cell becomes smaller. */
const CROWDS = [5, 7];

/**
 * Draws the content of a cell.
 * @param {HTMLTableCellElement} cell
 * @param {number} index
 * @param {Content} content
 * @param {number} size Size of the grid.
 * @param {number} digits Number of digits.
 */
export function drawCell(cell, index, content, size, digits) {
  const [span] = cell.children;
  if (span === undefined) return;
  const { clue, entry, solved, both, candidates, corners, isCentred } = content;
  cell.className = content.classes;
  if (both.length > 0) span.replaceChildren(...spaced("b", both.map((digit) => labelOf(digit, size))));
  else if (isCentred || (corners.length > 0 && candidates.length === 0)) span.replaceChildren(...markLines(content, size));
  else if (candidates.length > 0) span.replaceChildren(...placedCandidates(content, digits));
  else span.textContent = clue || entry || solved ? labelOf(clue || entry || solved, size) : "";
  cell.style.setProperty("--colours", colouring(content.colours));
  cell.setAttribute("aria-label", cellText(index, size, content));
  toggleAttribute(cell, "aria-invalid", content.isInvalid);
  toggleAttribute(cell, "aria-readonly", content.isFixed);
}

/**
 * Returns an element for each digit of the grid, in which the digits that are no candidates are empty.
 * @param {Content} content
 * @param {number} size
 */
function placedCandidates(content, size) {
  const { candidates, corners } = content;
  const digits = Array.from({ length: size }, (_, value) => value + 1);
  const elements = spaced("i", digits.map((digit) => (candidates.includes(digit) ? labelOf(digit, size) : "")));
  const each = elements.filter((element) => element instanceof HTMLElement);
  mark(each, content);
  for (const digit of corners) {
    each[digit - 1]?.classList.add("corner");
    if (!candidates.includes(digit)) setMark(each[digit - 1], labelOf(digit, size));
  }
  return elements;
}

/**
 * Shows a corner mark. It is no text: the description of the cell names it apart from the candidates.
 * @param {Element | undefined} element
 * @param {string} label
 */
function setMark(element, label) {
  element?.setAttribute("data-mark", label);
}

/**
 * Returns the corner marks and the centre marks.
 * @param {Content} content
 * @param {number} size
 */
function markLines(content, size) {
  const lines = [content.corners, content.candidates].map((digits, place) => {
    const line = document.createElement("span");
    line.className = ["corners", "centre"][place] ?? "";
    for (const limit of CROWDS) line.classList.toggle(`from-${limit}`, place === 1 && digits.length >= limit);
    line.append(...spaced("i", digits.map((digit) => (place === 1 ? labelOf(digit, size) : ""))));
    if (place === 0) digits.forEach((digit, at) => setMark(line.children[at], labelOf(digit, size)));
    /** @type {HTMLElement[]} */
    const elements = [];
    digits.forEach((digit, at) => {
      const element = line.children[at];
      if (element instanceof HTMLElement) elements[digit - 1] = element;
    });
    mark(elements, content);
    return line;
  });
  return lines.filter((line) => line.childElementCount > 0);
}

/**
 * Marks the elements of digits.
 * @param {readonly (HTMLElement | undefined)[]} elements Element of each digit, from 1.
 * @param {Content} content
 */
function mark(elements, { undecided, excluded, bases, placed, removed }) {
  for (const [name, digits] of Object.entries({ undecided, excluded, base: bases, placed, removed })) {
    for (const digit of digits) elements[digit - 1]?.classList.add(name);
  }
}

/**
 * Returns sectors of the colours of a cell, as a CSS image.
 * @param {readonly number[]} colours
 */
function colouring(colours) {
  if (colours.length === 0) return "none";
  const angle = 360 / colours.length;
  const sectors = colours.map((colour, place) => `var(--colour-${colour}) ${place * angle}deg ${(place + 1) * angle}deg`);
  return `conic-gradient(from 45deg, ${sectors.join(", ")})`;
}

/**
 * Returns an element for each text, with spaces between them.
 * @param {"b" | "i"} name
 * @param {readonly string[]} texts
 */
function spaced(name, texts) {
  return texts.flatMap((text) => {
    const element = document.createElement(name);
    element.textContent = text;
    return [element, " "];
  });
}

/**
 * Sets an attribute to `true`, or removes it.
 * @param {Element} element
 * @param {string} name
 * @param {boolean} isSet
 */
function toggleAttribute(element, name, isSet) {
  if (isSet) element.setAttribute(name, "true");
  else element.removeAttribute(name);
}
