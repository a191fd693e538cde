/** Digits as symbols: `1` to `9`, then `A` to `Z`. A 36x36 has numbers, since there is no symbol for 36. */

export const SIZE_MIN = 4;
export const SIZE_MAX = 36;

/**
 * Returns the text of a digit in a grid of this size.
 * @param {number} digit
 * @param {number} size
 */
export function labelOf(digit, size) {
  return size < 36 ? digit.toString(36).toUpperCase() : String(digit);
}

/**
 * Returns the digit of a symbol; 0 if it is none.
 * @param {string} symbol
 */
export function digitOf(symbol) {
  return /^[0-9A-Za-z]$/.test(symbol) ? parseInt(symbol, 36) : 0;
}

/**
 * Returns the size of a grid with this number of cells; 0 if the page has no such grid.
 * @param {number} cells
 */
export function sizeOf(cells) {
  const size = Math.round(Math.sqrt(cells));
  return size * size === cells && size >= SIZE_MIN && size <= SIZE_MAX ? size : 0;
}

/**
 * Grid in the form that requests and answers of the API have: a string of symbols or, for a 36x36, rows of numbers.
 * @typedef {string | number[][]} Grid
 */

/**
 * Returns cells as they are sent. 0 is an empty cell.
 * @param {readonly number[]} cells
 * @param {number} size
 * @returns {Grid}
 */
export function gridOf(cells, size) {
  if (size < 36) return cells.map((digit) => (digit === 0 ? "." : labelOf(digit, size))).join("");
  return Array.from({ length: size }, (_, row) => cells.slice(row * size, (row + 1) * size));
}

/**
 * Returns the cells of a grid in an answer. A text with blanks has a number for each cell.
 * @param {Grid} grid
 * @returns {number[]}
 */
export function cellsOf(grid) {
  if (typeof grid !== "string") return grid.flat();
  return grid.includes(" ") ? grid.split(/\s+/).map((word) => Number(word) || 0) : Array.from(grid, digitOf);
}

/**
 * Returns the name of a cell, such as `r3c7`.
 * @param {number} index
 * @param {number} size
 */
export function cellName(index, size) {
  return `r${Math.floor(index / size) + 1}c${(index % size) + 1}`;
}

/**
 * Returns the indices of cells that an answer names, such as `r3c7`.
 * @param {readonly string[]} names
 * @param {number} size
 */
export function indicesOf(names, size) {
  return names.map((name) => {
    const [row = 1, column = 1] = name.slice(1).split("c").map(Number);
    return (row - 1) * size + column - 1;
  });
}
