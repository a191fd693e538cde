/** Puzzles and exact cover problems to try. Those without a source were made for this page. */

import { puzzleOf } from "./board.js";
import { usualBox } from "./houses.js";
import { cellsOf } from "./symbols.js";

/** @typedef {{ name: keyof typeof import("./texts.js").exampleTexts, puzzle: string, variant?: import("./variant.js").Variant }} Example */

/** @type {readonly Example[]} */
export const examples = [
  {
    name: "easy",
    // Wikipedia, "Sudoku": the first example.
    puzzle: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
  },
  {
    name: "seventeen",
    // Wikipedia, "Sudoku solving algorithms": near the worst case of plain backtracking.
    puzzle: "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
  },
  {
    name: "hard",
    // Arto Inkala, 2012.
    puzzle: "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
  },
  {
    name: "multiple",
    puzzle: "9.2..6.....6.9.3.8...7..1..197.....................512..3..2...7.9.8.4.....4..2.7",
  },
  {
    name: "unsolvable",
    puzzle: "9.4..6.....6.9.3.8.5.7..1..197.....................512..3..2.8.7.9.8.4.....4..2.7",
  },
  {
    name: "sixteen",
    puzzle:
      "..9..56.4..FED.2BD.GC3........18....E.A2C..G.56...A2481F...7...." +
      "89G...F.3..E...CD6..8...5A.B3.7.....5A2B.9.C..G4.....9...6G48.F." +
      ".8...GE31F4..2C.AG.3...5.....7.D..E.9.C.A...6G......A.BD...3...." +
      "7....4.1..5.......31F........C...B5A2.8..E..G.3.2C.97BD6..3..E.A",
  },
  {
    name: "twenty-five",
    puzzle:
      "N4...P3.DG.MKB....1.....H.3O...MC.9.7.D.I..J.N8F.25M.D.L46BA.8.......2P..1G" +
      ".7.1.I8.JH.4F..P3.B.5MC..I..JH.7F.2.3O....6D9L.K..7.E.P36.G5..D9.4F..I.K.HN" +
      ".OB....D.L...A...JHN.C.2..FD.L7C.AI4.JHN.6E2.3O..546......H.7C..P..BG.M...L" +
      ".....4.E..8..G5MC..L.61A...2P....5MCJ.L..DA..K1..4OB.5M...L.6.AI..JH..F...7" +
      "C.9.8.1AI.KBHN4F.2P..JG....AI7K....F.2..OB...CD...K.H.4F.2P8O.G5MC...76B..3" +
      ".2......M..9I.6.A.7....4F..54C.....1AL8K.GNM....3...L76.AP...2...EH.8.BG5.." +
      "1A.3KJHN8FEGPMO.2...D..7.JGN.FE..4O....C......A..K......5M.D..761...K..N4.E" +
      ".5MCD....19I8K.HN4FE...O.9.7.1.I8K...4FE2P...G5MCD2..KJHN.FEAP3O.G.MCD.L761" +
      "...FE2P3OBG5..D9..6.AI.K.",
  },
  {
    name: "killer",
    puzzle: ".".repeat(36),
    variant: {
      constraints: [
        { type: "cage", cells: ["r1c1", "r2c1"], sum: 4 },
        { type: "cage", cells: ["r1c2", "r1c3", "r2c2"], sum: 15 },
        { type: "cage", cells: ["r1c4", "r2c4", "r3c4"], sum: 12 },
        { type: "cage", cells: ["r1c5", "r1c6", "r2c5"], sum: 9 },
        { type: "cage", cells: ["r2c3", "r3c3"], sum: 5 },
        { type: "cage", cells: ["r2c6", "r3c6"], sum: 9 },
        { type: "cage", cells: ["r3c1", "r3c2"], sum: 3 },
        { type: "cage", cells: ["r3c5", "r4c5"], sum: 9 },
        { type: "cage", cells: ["r4c1", "r4c2", "r5c2", "r6c2"], sum: 14 },
        { type: "cage", cells: ["r4c3", "r4c4"], sum: 8 },
        { type: "cage", cells: ["r4c6", "r5c6", "r6c6"], sum: 9 },
        { type: "cage", cells: ["r5c1", "r6c1"], sum: 11 },
        { type: "cage", cells: ["r5c3", "r5c4", "r6c3"], sum: 8 },
        { type: "cage", cells: ["r5c5", "r6c4", "r6c5"], sum: 10 },
        { type: "thermometer", cells: ["r2c4", "r1c5", "r1c6", "r2c5", "r2c6"] },
      ],
    },
  },
];

/** Puzzle to play if the service cannot make one: the first example. */
export const fallback = puzzleOf(9, usualBox(9), cellsOf(examples[0]?.puzzle ?? ""));

/** @typedef {{ name: keyof typeof import("./texts.js").coverExampleTexts, problem: string }} CoverExample */

/** @type {readonly CoverExample[]} */
export const coverExamples = [
  {
    name: "matrix",
    // Knuth, "Dancing Links" (2000).
    problem: "0 0 1 0 1 1 0\n1 0 0 1 0 0 1\n0 1 1 0 0 1 0\n1 0 0 1 0 0 0\n0 1 0 0 0 0 1\n0 0 0 1 1 0 1\n",
  },
  {
    name: "colours",
    // Knuth, TAOCP 7.2.2.1.
    problem: "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n",
  },
  { name: "queens", problem: queens(6) },
  { name: "langford", problem: langford(3) },
  {
    name: "pentominoes",
    problem: pentominoes(3, 5, { L: "00 01 02 03 10", N: "00 01 02 12 13", V: "00 01 02 10 20" }),
  },
  {
    name: "timetable",
    problem:
      "| Ann teaches maths, Bob teaches art and comes at ten.\n" +
      "maths-7a maths-7b art-7a | 7a@9 7a@10 7b@9 7b@10 ann@9 ann@10 bob@10\n" +
      "maths-7a 7a@9 ann@9\nmaths-7a 7a@10 ann@10\n" +
      "maths-7b 7b@9 ann@9\nmaths-7b 7b@10 ann@10\n" +
      "art-7a 7a@10 bob@10\n",
  },
];

/**
 * Returns Langford's problem in Knuth's format: each number is in two places, with as many places between them as it says.
 * @param {number} n
 */
function langford(n) {
  const numbers = Array.from({ length: n }, (_, index) => index + 1);
  const places = Array.from({ length: 2 * n }, (_, index) => index + 1);
  const options = numbers.flatMap((number) =>
    places.slice(0, -number - 1).map((place) => `${number} s${place} s${place + number + 1}`),
  );
  return `${[`${numbers.join(" ")} ${places.map((place) => `s${place}`).join(" ")}`, ...options].join("\n")}\n`;
}

/**
 * Returns the problem to fill a rectangle with pieces, in Knuth's format. An item is a piece, or a cell with its row and column.
 * @param {number} rows
 * @param {number} columns
 * @param {Readonly<Record<string, string>>} pieces Row and column of each cell, from 0.
 */
function pentominoes(rows, columns, pieces) {
  const range = (/** @type {number} */ length) => Array.from({ length }, (_, index) => index);
  const cells = range(rows).flatMap((row) => range(columns).map((column) => `${row + 1}${column + 1}`));
  const options = Object.entries(pieces).flatMap(([name, text]) => {
    const piece = text.split(" ").map((cell) => Array.from(cell, Number));
    const turned = range(8).map((turn) =>
      piece.map(([row = 0, column = 0]) => {
        const [one, other] = turn & 4 ? [column, row] : [row, column];
        return [turn & 1 ? -one : one, turn & 2 ? -other : other];
      }),
    );
    const places = turned.flatMap((shape) =>
      cells.map((start) => shape.map(([row = 0, column = 0]) => `${Number(start[0]) + row}${Number(start[1]) + column}`)),
    );
    const inside = places.filter((place) => place.every((cell) => cells.includes(cell)));
    return [...new Set(inside.map((place) => place.toSorted().join(" ")))].toSorted().map((place) => `${name} ${place}`);
  });
  return `${[[...Object.keys(pieces), ...cells].join(" "), ...options].join("\n")}\n`;
}

/**
 * Returns the n queens problem in Knuth's format: each row and column has a queen, each diagonal at most one.
 * @param {number} n
 */
function queens(n) {
  const lines = Array.from({ length: n }, (_, index) => index + 1);
  const diagonals = Array.from({ length: 2 * n - 1 }, (_, index) => index + 1);
  const named = (/** @type {string} */ letter, /** @type {number[]} */ numbers) =>
    numbers.map((number) => `${letter}${number}`).join(" ");
  const items = `${named("r", lines)} ${named("c", lines)} | ${named("a", diagonals)} ${named("b", diagonals)}`;
  const options = lines.flatMap((row) =>
    lines.map((column) => `r${row} c${column} a${row + column - 1} b${row - column + n}`),
  );
  return `${[items, ...options].join("\n")}\n`;
}
