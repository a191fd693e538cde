/** Rules of a puzzle beside rows, columns and boxes: constraints, regions instead of boxes, no boxes, or several grids. */

import { objectOfJson, objectOfText, textOfObject } from "./address-text.js";
import { indicesOf } from "./symbols.js";

/** @typedef {{ type: string } & Record<string, unknown>} Constraint As requests have it. */

/**
 * The members that a request has beside `puzzle`. The page keeps and sends them as they are, and the service checks them.
 * @typedef {object} Variant
 * @property {readonly Constraint[]} [constraints]
 * @property {unknown} [regions] A map of symbols, rows of symbols, or lists of cells.
 * @property {false} [boxes] False if the grid has no boxes.
 * @property {readonly Corner[]} [grids] Top left cells of several grids, which may share cells. Cells of no grid are empty.
 */

/** @typedef {{ row: number, column: number }} Corner Row and column from 1. */

/** @typedef {{ size: number, box: import("./houses.js").Box, variant: Variant }} Shape */

/** The variant of puzzles without further rules. @type {Variant} */
export const classic = Object.freeze({});

/** Types of constraints whose `cells` have no digit twice; none before the service has listed them. @type {Set<string>} */
export const distinctTypes = new Set();

/**
 * Returns the variant among the members of a JSON object; the classic one if there is none.
 * @param {Record<string, unknown>} members
 * @returns {Variant}
 */
export function variantOf({ constraints, regions, boxes, grids }) {
  const isListed = Array.isArray(constraints) && constraints.length > 0;
  const hasRegions = regions !== undefined && regions !== null;
  const hasGrids = isCornerList(grids);
  if (!isListed && !hasRegions && boxes !== false && !hasGrids) return classic;
  return {
    ...(isListed && { constraints }),
    ...(hasRegions && { regions }),
    ...(boxes === false && { boxes }),
    ...(hasGrids && { grids }),
  };
}

/**
 * Returns whether a value is a list of top left cells. An address may have anything.
 * @param {unknown} grids
 * @returns {grids is readonly Corner[]}
 */
function isCornerList(grids) {
  const isPlace = (/** @type {unknown} */ number) => Number.isInteger(number) && Number(number) > 0;
  return Array.isArray(grids) && grids.length > 0 && grids.every((corner) => isPlace(Object(corner).row) && isPlace(Object(corner).column));
}

/**
 * Returns the number of digits: the size of a grid, or of each of several grids.
 * @param {Shape} puzzle
 */
export function digitCount({ size, box, variant: { grids } }) {
  return grids === undefined ? size : box.width * box.height;
}

/**
 * Returns the rows and columns before each grid.
 * @param {Variant} variant
 */
export function offsetsOf({ grids = [{ row: 1, column: 1 }] }) {
  return grids.map(({ row, column }) => ({ down: row - 1, right: column - 1 }));
}

/**
 * Returns whether the grids end with the rows and columns of the puzzle, and its digits are theirs; true for a puzzle of one grid.
 * @param {Shape & { cells: readonly number[] }} puzzle
 */
export function fitsGrids(puzzle) {
  const [{ size, cells, variant }, digits] = [puzzle, digitCount(puzzle)];
  const ends = offsetsOf(variant).flatMap(({ down, right }) => [down + digits, right + digits]);
  return variant.grids === undefined || (Math.max(...ends) === size && cells.every((digit) => digit <= digits));
}

/**
 * Returns whether a puzzle has other regions than its boxes, or no boxes.
 * @param {Variant} variant
 */
export function hasOwnRegions({ regions, boxes }) {
  return regions !== undefined || boxes === false;
}

/**
 * Returns the constraints of a variant.
 * @param {Variant} variant
 * @returns {readonly Constraint[]}
 */
export function constraintsOf({ constraints = [] }) {
  return constraints;
}

/** @param {Variant} variant */
export function isClassic(variant) {
  return !hasOwnRegions(variant) && variant.grids === undefined && constraintsOf(variant).length === 0;
}

/**
 * Returns the number of the region of each cell, from 0, as the service counts them; -1 for cells of none. Several grids have numbers one after
 * the other, and a cell of two grids has that of the first.
 * @param {Shape} puzzle
 * @returns {number[]}
 */
export function regionNumbers({ size, box, variant }) {
  const { regions, boxes, grids } = variant;
  const cells = Array.from({ length: size * size }, (_, index) => index);
  if (grids !== undefined) return gridRegions({ size, box, variant });
  if (regions === undefined && boxes === false) return cells.map(() => -1);
  if (regions === undefined) {
    const [perRow, width] = [size / box.width, box.width];
    return cells.map((cell) => Math.floor(Math.floor(cell / size) / box.height) * perRow + Math.floor((cell % size) / width));
  }
  const rows = Array.isArray(regions) ? regions : [regions];
  if (rows.every((row) => typeof row === "string")) {
    const symbols = Array.from(rows.join("").replaceAll(/\s/g, ""));
    const order = [...new Set(symbols)];
    return cells.map((cell) => order.indexOf(symbols[cell] ?? ""));
  }
  const lists = rows.map((list) => indicesOf(namesOf(list), size));
  return cells.map((cell) => lists.findIndex((list) => list.includes(cell)));
}

/**
 * Returns the number of the box of each cell of several grids; -1 for cells of none.
 * @param {Shape} puzzle
 */
function gridRegions(puzzle) {
  const { size, box, variant } = puzzle;
  const digits = digitCount(puzzle);
  const numbers = new Array(size * size).fill(-1);
  offsetsOf(variant).forEach(({ down, right }, grid) => {
    for (let place = 0; place < digits * digits; place += 1) {
      const [row, column] = [Math.floor(place / digits), place % digits];
      const index = (down + row) * size + right + column;
      const number = Math.floor(row / box.height) * (digits / box.width) + Math.floor(column / box.width);
      if (numbers[index] === -1) numbers[index] = grid * digits + number;
    }
  });
  return numbers;
}

/**
 * Returns further groups of cells that have no digit twice, such as cages and diagonals. The service knows the other rules.
 * @param {Shape} puzzle
 * @returns {number[][]}
 */
export function groupsOf(puzzle) {
  const { size, variant } = puzzle;
  const digits = digitCount(puzzle);
  const line = Array.from({ length: digits }, (_, index) => index);
  const offsets = offsetsOf(variant).map(({ down, right }) => down * size + right);
  const [main, anti] = [(/** @type {number} */ row) => row * (size + 1), (/** @type {number} */ row) => row * (size - 1) + digits - 1];
  const diagonals = (/** @type {(row: number) => number} */ cellOf) => offsets.map((offset) => line.map((row) => offset + cellOf(row)));
  return constraintsOf(variant).flatMap((constraint) => {
    // An address may have anything.
    const { type, cells, which } = Object(constraint);
    if (distinctTypes.has(type)) return [indicesOf(namesOf(cells), size)];
    if (type !== "diagonals") return [];
    return [...(which === "anti" ? [] : diagonals(main)), ...(which === "main" ? [] : diagonals(anti))];
  });
}

/**
 * Returns the names of all cells of a constraint.
 * @param {Constraint | undefined} constraint
 */
export function cellNamesOf(constraint) {
  return Array.from(JSON.stringify(constraint ?? null).matchAll(/"(r\d+c\d+)"/g), ([, name = ""]) => name);
}

/**
 * Returns the constraint that a JSON pointer names, such as `/constraints/2`.
 * @param {string} pointer
 * @param {Variant} variant
 */
export function constraintAt(pointer, variant) {
  return constraintsOf(variant)[Number(pointer.split("/")[2])];
}

/**
 * Returns the names of cells in a list that may have anything.
 * @param {unknown} list
 * @returns {string[]}
 */
function namesOf(list) {
  return Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
}

/**
 * Returns a variant as a text for addresses.
 * @param {Variant} variant
 */
export function textOfVariant(variant) {
  return textOfObject(variant);
}

/**
 * Returns the variant of an address; nothing if the text is none, or has another member.
 * @param {string} text
 * @returns {Variant | undefined}
 */
export function variantOfText(text) {
  const members = objectOfText(text);
  const variant = members && properVariantOf(members);
  // What is no variant would be dropped.
  return variant && Object.keys(members).every((name) => name in variant) ? variant : undefined;
}

/**
 * Returns the variant of a JSON object; nothing if the text is no such object or has no variant.
 * @param {string} text
 * @returns {Variant | undefined}
 */
export function variantOfJson(text) {
  const members = objectOfJson(text);
  return members === undefined ? undefined : properVariantOf(members);
}

/** @param {Record<string, unknown>} members */
function properVariantOf(members) {
  const variant = variantOf(members);
  return isClassic(variant) ? undefined : variant;
}
