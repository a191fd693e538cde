/** Types that the compiler checks: a line that it must reject has `@ts-expect-error`. */

import assert from "node:assert/strict";
import test from "node:test";
import { Client, type Difficulty, type Grid, type GridOf, type Puzzle } from "quadrille-client";

const client = new Client(process.env["QUADRILLE_URL"] ?? "http://127.0.0.1:8080");
const LINE = "1.....3..4.....2";
const ROWS = [
  [1, null, null, null],
  [null, null, 3, null],
  [null, 4, null, null],
  [null, null, null, 2],
];

/** Fails to compile unless both types are the same. */
function same<A, B>(_: [A] extends [B] ? ([B] extends [A] ? true : never) : never): void {}

test("grids of answers have the type of the puzzle", async () => {
  same<GridOf<string>, string>(true);
  same<GridOf<number[][]>, number[][]>(true);
  same<GridOf<(number | null)[]>, number[]>(true);
  same<GridOf<string[][]>, string[][]>(true);
  same<GridOf<string[]>, string[] | number[]>(true);
  same<GridOf<Puzzle>, Grid>(true);

  const text: string | null = (await client.solve(LINE)).solution;
  const rows: number[][] | null = (await client.solve(ROWS)).solution;
  assert.deepEqual([text, rows?.flat().join("")], ["1324423124133142", text]);
  const counted = await client.count(ROWS, { all: true });
  const witness: number[] | undefined = counted.solution?.[0];
  assert.deepEqual([witness, counted.count], [[1, 3, 2, 4], 1]);
  for await (const solution of client.solutions(LINE, { limit: "all" })) assert.equal(solution.toUpperCase(), text);
  const shuffled: number[][] = (await client.shuffle(ROWS)).puzzle;
  assert.equal(shuffled.length, 4);
  const minimal: string | undefined = (await client.minimal(LINE, { reduce: true })).puzzle;
  assert.equal(minimal, LINE);
  const proved: number[][] | null = (await client.prove(ROWS)).solution;
  assert.deepEqual(proved, rows);
  for await (const line of client.solveBatch([ROWS, { puzzle: ROWS, id: 1 }])) {
    const solution: number[][] | null = line.type === "result" ? line.solution : null;
    assert.deepEqual(solution, rows);
  }
});

test("rows of strings are answered with strings, cells with numbers", async () => {
  assert.deepEqual((await client.solve(["1...", "..3.", ".4..", "...2"])).solution, ["1324", "4231", "2413", "3142"]);
  assert.deepEqual((await client.solve([...LINE])).solution?.slice(0, 4), [1, 3, 2, 4]);
  assert.deepEqual((await client.solve(["1...", "..3.", ".4..", "...2"].map((row) => [...row]))).solution?.[0], ["1", "3", "2", "4"]);
});

test("ranges and words of options are checked", async () => {
  const ranges: Difficulty[] = ["easy", "easy..", "..hard", "medium..hard", "extreme..extreme", 300, "300", "300..500", "300..", "..500", { min: 1 }];
  for (const difficulty of ranges) await client.generate({ size: 4, attempts: 1, difficulty });
  for (const clues of [5, "5", "4..8", "4..", "..8", { max: 8 }] as const) await client.generate({ size: 4, clues });
  const wrong = [
    // @ts-expect-error
    () => client.generate({ difficulty: "Harder" }),
    // @ts-expect-error
    () => client.generate({ difficulty: "hard..easy" }),
    // @ts-expect-error
    () => client.generate({ difficulty: "300-500" }),
    // @ts-expect-error
    () => client.generate({ clues: "few" }),
    // @ts-expect-error
    () => client.count(LINE, { limit: "every" }),
    // @ts-expect-error
    () => client.hint(LINE, { reveal: "everything" }),
  ];
  for (const call of wrong) await assert.rejects(call, { status: 422 });
});
