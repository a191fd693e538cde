/** Boxes, and the candidates of empty cells. */

/** @typedef {{ width: number, height: number }} Box */

/**
 * Returns the boxes that fit a size, widest first.
 * @param {number} size
 * @returns {Box[]}
 */
export function boxesOf(size) {
  const heights = Array.from({ length: size }, (_, index) => index + 1).filter((height) => size % height === 0);
  return heights.map((height) => ({ width: size / height, height }));
}

/**
 * Returns the default box of the API: the squarest that is not higher than wide.
 * @param {number} size
 * @returns {Box}
 */
export function usualBox(size) {
  const boxes = boxesOf(size).filter(({ width, height }) => width >= height);
  return boxes[boxes.length - 1] ?? { width: size, height: 1 };
}

/** @param {Box} box */
export function boxName({ width, height }) {
  return `${width}x${height}`;
}

/**
 * Returns the cells of each row, column and box.
 * @param {Pick<import("./board.js").Puzzle, "size" | "box">} puzzle
 */
export function housesOf({ size, box }) {
  const houses = Array.from({ length: 3 * size }, () => /** @type {number[]} */ ([]));
  for (let index = 0; index < size * size; index += 1) {
    const [row, column] = [Math.floor(index / size), index % size];
    const boxIndex = Math.floor(row / box.height) * (size / box.width) + Math.floor(column / box.width);
    for (const house of [row, size + column, 2 * size + boxIndex]) houses[house]?.push(index);
  }
  return houses;
}

/** @type {Map<string, Set<number>[]>} */
const peers = new Map();

/**
 * Returns for each cell the other cells of its row, column and box.
 * @param {Pick<import("./board.js").Puzzle, "size" | "box">} puzzle
 */
export function peersOf(puzzle) {
  const shape = `${puzzle.size} ${boxName(puzzle.box)}`;
  const known = peers.get(shape);
  if (known !== undefined) return known;
  const found = Array.from({ length: puzzle.size ** 2 }, () => /** @type {Set<number>} */ (new Set()));
  for (const house of housesOf(puzzle)) {
    for (const index of house) for (const other of house) if (other !== index) found[index]?.add(other);
  }
  peers.set(shape, found);
  return found;
}

/**
 * Returns the cells of a house that an answer names, such as `row 3`.
 * @param {string} name
 * @param {import("./board.js").Puzzle} puzzle
 */
export function cellsOfHouse(name, puzzle) {
  const [kind, number] = name.split(" ");
  const place = ["row", "column", "box"].indexOf(kind ?? "");
  return (place < 0 ? undefined : housesOf(puzzle)[place * puzzle.size + Number(number) - 1]) ?? [];
}

/**
 * Returns the cells that break the rules: their row, column or box has the digit twice, or the puzzle does not allow it there.
 * @param {import("./board.js").Puzzle} puzzle
 * @param {readonly number[]} grid
 */
export function clashesOf(puzzle, grid) {
  const seen = peersOf(puzzle);
  const clashing = grid.flatMap((digit, index) => {
    if (digit === 0) return [];
    const allowed = puzzle.cells[index] === 0 ? (puzzle.candidates[index] ?? []) : [];
    const isForbidden = allowed.length > 0 && !allowed.includes(digit);
    return isForbidden || [...(seen[index] ?? [])].some((other) => grid[other] === digit) ? [index] : [];
  });
  return new Set(clashing);
}

/**
 * Returns the allowed digits of each empty cell that no other cell of its row, column and box has.
 * @param {import("./board.js").Puzzle} puzzle
 * @returns {number[][]}
 */
export function remainingOf(puzzle) {
  const { size, cells, candidates } = puzzle;
  const taken = takenOf(puzzle);
  return cells.map((digit, index) => {
    if (digit !== 0) return [];
    const own = candidates[index] ?? [];
    const digits = own.length > 0 ? own : Array.from({ length: size }, (_, value) => value + 1);
    return digits.filter((value) => !taken[index]?.has(value));
  });
}

/**
 * Returns for each cell the digits of the other cells of its row, column and box.
 * @param {Pick<import("./board.js").Puzzle, "size" | "box" | "cells">} puzzle
 */
export function takenOf(puzzle) {
  return peersOf(puzzle).map((seen) => new Set([...seen].map((other) => puzzle.cells[other] ?? 0)));
}
