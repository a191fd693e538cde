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
 * Returns the allowed digits of each empty cell that no other cell of its row, column and box has.
 * @param {import("./board.js").Puzzle} puzzle
 * @returns {number[][]}
 */
export function remainingOf({ size, box, cells, candidates }) {
  const taken = () => Array.from({ length: size }, () => new Set());
  const [rows, columns, boxes] = [taken(), taken(), taken()];
  /** @param {number} index */
  const houses = (index) => {
    const [row, column] = [Math.floor(index / size), index % size];
    const boxRow = Math.floor(row / box.height);
    return [rows[row], columns[column], boxes[boxRow * (size / box.width) + Math.floor(column / box.width)]];
  };
  cells.forEach((digit, index) => {
    if (digit !== 0) for (const house of houses(index)) house?.add(digit);
  });
  return cells.map((digit, index) => {
    if (digit !== 0) return [];
    const around = houses(index);
    const own = candidates[index] ?? [];
    const digits = own.length > 0 ? own : Array.from({ length: size }, (_, value) => value + 1);
    return digits.filter((value) => !around.some((house) => house?.has(value)));
  });
}
