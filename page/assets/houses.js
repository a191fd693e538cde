/** Boxes and other houses, and the candidates of empty cells. */

import { digitCount, distinctTypes, groupsOf, offsetsOf, regionNumbers } from "./variant.js";

/** @typedef {{ width: number, height: number }} Box */
/** @typedef {import("./variant.js").Shape} Shape */

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
 * Returns the cells of each row, column and region. Regions are the boxes, unless the puzzle has other ones. Those of several grids follow each
 * other.
 * @param {Shape} puzzle
 */
export function housesOf(puzzle) {
  const { size, variant } = puzzle;
  if (variant.grids !== undefined) return offsetsOf(variant).flatMap((offset) => housesOfGrid(puzzle, offset));
  const houses = Array.from({ length: 3 * size }, () => /** @type {number[]} */ ([]));
  regionsOf(puzzle).forEach((region, index) => {
    const [row, column] = [Math.floor(index / size), index % size];
    for (const house of [row, size + column, ...(region < 0 ? [] : [2 * size + region])]) houses[house]?.push(index);
  });
  return houses;
}

/**
 * Returns the cells of each row, column and box of one of several grids.
 * @param {Shape} puzzle
 * @param {{ down: number, right: number }} offset
 */
function housesOfGrid(puzzle, { down, right }) {
  const [digits, { size, box }] = [digitCount(puzzle), puzzle];
  const houses = Array.from({ length: 3 * digits }, () => /** @type {number[]} */ ([]));
  for (let place = 0; place < digits * digits; place += 1) {
    const [row, column] = [Math.floor(place / digits), place % digits];
    const number = Math.floor(row / box.height) * (digits / box.width) + Math.floor(column / box.width);
    for (const house of [row, digits + column, 2 * digits + number]) houses[house]?.push((down + row) * size + right + column);
  }
  return houses;
}

/**
 * Returns whether a place of the grid is no cell, but between several grids.
 * @param {Shape} puzzle
 * @param {number} index
 */
export function isGap(puzzle, index) {
  return puzzle.variant.grids !== undefined && (regionsOf(puzzle)[index] ?? -1) < 0;
}

/**
 * Returns whether each cell has a digit.
 * @param {Shape} puzzle
 * @param {readonly number[]} cells
 */
export function isFull(puzzle, cells) {
  return cells.every((digit, index) => digit !== 0 || isGap(puzzle, index));
}

/**
 * Regions and peers by size, box and number of known types, for each variant.
 * @type {WeakMap<import("./variant.js").Variant, Map<string, { regions: number[], peers: Set<number>[] }>>}
 */
const layouts = new WeakMap();

/** @param {Shape} puzzle */
function layoutOf(puzzle) {
  const { size, box, variant } = puzzle;
  const shapes = layouts.get(variant) ?? new Map();
  layouts.set(variant, shapes);
  const shape = `${size} ${boxName(box)} ${distinctTypes.size}`;
  const known = shapes.get(shape);
  if (known !== undefined) return known;
  const layout = { regions: regionNumbers(puzzle), peers: Array.from({ length: size ** 2 }, () => new Set()) };
  shapes.set(shape, layout);
  for (const house of [...housesOf(puzzle), ...groupsOf(puzzle)]) {
    for (const index of house) for (const other of house) if (other !== index) layout.peers[index]?.add(other);
  }
  return layout;
}

/**
 * Returns the number of the region of each cell, from 0; -1 for cells of none. It is the same array for all puzzles of a shape.
 * @param {Shape} puzzle
 * @returns {readonly number[]}
 */
export function regionsOf(puzzle) {
  return layoutOf(puzzle).regions;
}

/**
 * Returns for each cell the other cells of its row, column and region, and of its cages and diagonals.
 * @param {Shape} puzzle
 * @returns {readonly ReadonlySet<number>[]}
 */
export function peersOf(puzzle) {
  return layoutOf(puzzle).peers;
}

/**
 * Returns the cells of a house that an answer names, such as `row 3` or `row 3 of grid 2`.
 * @param {string} name
 * @param {import("./board.js").Puzzle} puzzle
 */
export function cellsOfHouse(name, puzzle) {
  const [kind, number, , , grid = "1"] = name.split(" ");
  const place = ["row", "column", kind === "region" ? kind : "box"].indexOf(kind ?? "");
  const digits = digitCount(puzzle);
  const before = (Number(grid) - 1) * 3 * digits + place * digits;
  return (place < 0 ? undefined : housesOf(puzzle)[before + Number(number) - 1]) ?? [];
}

/**
 * Returns the cells that break the rules: a house has the digit twice, or the puzzle does not allow it there.
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
 * Returns the allowed digits of each empty cell that no other cell of its houses has.
 * @param {import("./board.js").Puzzle} puzzle
 * @returns {number[][]}
 */
export function remainingOf(puzzle) {
  const { cells, candidates } = puzzle;
  const count = digitCount(puzzle);
  const taken = takenOf(puzzle);
  return cells.map((digit, index) => {
    if (digit !== 0 || isGap(puzzle, index)) return [];
    const own = candidates[index] ?? [];
    const digits = own.length > 0 ? own : Array.from({ length: count }, (_, value) => value + 1);
    return digits.filter((value) => !taken[index]?.has(value));
  });
}

/**
 * Returns for each cell the digits of the other cells of its houses.
 * @param {import("./board.js").Puzzle} puzzle
 */
export function takenOf(puzzle) {
  return peersOf(puzzle).map((seen) => new Set([...seen].map((other) => puzzle.cells[other] ?? 0)));
}
