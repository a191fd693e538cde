/** Tests against the service at QUADRILLE_URL. */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import test from "node:test";
import { Client, IncompleteCountError, IncompleteError, ProblemError, type Puzzle, type SolveEntry, UndecidedError } from "quadrille-client";

const URL = process.env["QUADRILLE_URL"] ?? "http://127.0.0.1:8080";
const UNIQUE = "1.....3..4.....2";
const SOLUTION = "1324423124133142";
const MULTIPLE = "1.....3..4......";
const EMPTY = ".".repeat(81);

const client = new Client(URL);
const clients = { "one request": client, "a sequence of requests": new Client(`${URL}/`, { fullDuplex: false }) };

async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const collected = [];
  for await (const value of values) collected.push(value);
  return collected;
}

test("solve returns the solution in the notation of the puzzle", async () => {
  const result = await client.solve([
    [1, null, null, null],
    [null, null, 3, null],
    [null, 4, null, null],
    [null, null, null, 2],
  ]);
  assert.equal(result.verdict, "unique");
  assert.deepEqual(result.solution, [
    [1, 3, 2, 4],
    [4, 2, 3, 1],
    [2, 4, 1, 3],
    [3, 1, 4, 2],
  ]);
});

test("options are fields of the request", async () => {
  assert.equal((await client.solve(MULTIPLE, { limit: 1 })).stopped_by, "solution_limit");
  assert.equal((await client.count(MULTIPLE, { limit: 100 })).complete, true);
  assert.equal((await client.solve(".".repeat(36), { box: { width: 2, height: 3 } })).solution?.length, 36);
});

test("a lower bound is not read as a count", async () => {
  const bound = await client.count(MULTIPLE);
  assert.deepEqual([bound.verdict, bound.complete, bound.at_least], ["multiple", false, 2]);
  assert.throws(
    () => bound.count,
    (error) => error instanceof IncompleteCountError && error.answer === bound && /at least 2 .*solution_limit/.test(error.message),
  );
  const text = JSON.parse(JSON.stringify(bound));
  assert.deepEqual([text.count, text.at_least], [undefined, 2]);
  const stopped = await client.count(EMPTY, { limit: 1e15, limits: { nodes: 1000 } });
  assert.throws(() => stopped.count, /node_limit/);
  const cover = await client.exactCover.count({ matrix: [[1], [1], [1]] });
  assert.throws(() => cover.count, IncompleteCountError);
  const [whole, line] = await all(client.countBatch([UNIQUE, MULTIPLE]));
  assert(whole?.type === "result" && line?.type === "result");
  assert.deepEqual([whole.count, whole.at_least, line.at_least], [1, undefined, 2]);
  assert.throws(() => line.count, IncompleteCountError);
});

test("isUnique decides or throws", async () => {
  assert.equal(await client.isUnique(UNIQUE), true);
  assert.equal(await client.isUnique(MULTIPLE), false);
  assert.equal(await client.isUnique("11.............."), false);
  await assert.rejects(client.isUnique(EMPTY, { limits: { nodes: 1 } }), (error) => {
    assert(error instanceof UndecidedError);
    assert.equal(error.result.stopped_by, "node_limit");
    return true;
  });
});

test("solutions are listed up to the limit", async () => {
  const solutions = await all(client.solutions(MULTIPLE));
  assert.equal(solutions.length, (await client.count(MULTIPLE, { limit: 100 })).count);
  assert.ok(solutions.includes(SOLUTION));
  assert.equal((await all(client.solutions(MULTIPLE, { limit: 1 }))).length, 1);
  await assert.rejects(all(client.solutions(EMPTY, { limits: { nodes: 1 } })), (error) => {
    assert(error instanceof IncompleteError);
    assert.equal(error.summary?.stopped_by, "node_limit");
    return true;
  });
});

test("leaving the list of solutions ends it", async () => {
  for await (const solution of client.solutions(EMPTY, { limit: 1_000_000 })) {
    assert.equal(solution.length, 81);
    break;
  }
  await assert.rejects(client.solutions(EMPTY, { signal: AbortSignal.abort() }).next(), { name: "AbortError" });
});

test("exact cover problems have three forms", async () => {
  const { exactCover } = client;
  const named = { primary: ["a", "b"], secondary: ["x"], options: [["a", "x:1"], ["b", "x:1"], ["a", "b"]] };
  for (const problem of [named, "a b | x\na x:1\nb x:1\na b", { matrix: [[1, 0], [0, 1], [1, 1]] }]) {
    assert.equal((await exactCover.solve(problem, { limits: { nodes: 1000 } })).verdict, "multiple");
    assert.equal((await exactCover.count(problem, { limit: 100 })).count, 2);
    const chosen = (await all(exactCover.solutions(problem))).map((each) => each.map(({ option }) => option));
    assert.deepEqual(chosen.sort(), [[1, 2], [3]]);
    assert.deepEqual((await exactCover.estimate(problem, { probes: 10, seed: 1 })).probes, 10);
  }
  await assert.rejects(exactCover.solve("a\nb"), (error) => {
    assert(error instanceof ProblemError);
    assert.deepEqual([error.errors[0]?.line, error.errors[0]?.column], [2, 1]);
    return true;
  });
});

test("numbers of solutions are proved", async () => {
  const { claim, solution, formula, proof } = await client.prove(UNIQUE);
  assert.deepEqual([claim, solution, formula?.format, proof?.format], ["unique", SOLUTION, "dimacs", "drup"]);
  assert.match(proof?.text ?? "", /(^|\n)0\n$/);
  const excluded = await client.formula(UNIQUE, { exclude: [SOLUTION] });
  assert.match(excluded.text ?? "", /^p cnf 64 /);
  assert.equal(excluded.sha256, formula?.sha256);
  assert.notEqual((await client.formula(UNIQUE)).sha256, formula?.sha256);
  assert.deepEqual([await client.proof(UNIQUE), await client.proof(MULTIPLE)], [proof?.text, null]);
  const counted = await client.prove(MULTIPLE, { claim: { count: 3 }, proof: "veripb" });
  assert.deepEqual([counted.claim, counted.solutions?.length, counted.formula?.format], [{ count: 3 }, 3, "opb"]);
  const refuted = await client.prove(MULTIPLE);
  assert.deepEqual([refuted.verdict, refuted.proof], ["multiple", null]);
  const { exactCover } = client;
  for (const problem of ["a b\na b\na\nb", { options: [["a", "b"], ["a"], ["b"]], primary: ["a", "b"] }]) {
    const covers = await exactCover.prove(problem, { claim: { count: 2 } });
    assert.equal(await exactCover.proof(problem, { claim: { count: 2 } }), covers.proof?.text);
    assert.deepEqual(covers.claim, { count: 2 });
    const exclude = covers.solutions?.map((cover) => cover.map(({ option }) => option)) ?? [];
    assert.equal((await exactCover.formula(problem, { exclude })).sha256, covers.formula?.sha256);
  }
  assert.equal((await exactCover.prove("a b\na b\na", { claim: "none" })).claim, "unique");
});

test("candidates, redundant clues and contradictions are found", async () => {
  const { candidates, counts, verdict } = await client.candidates(MULTIPLE, { counts: 100 });
  assert.deepEqual([verdict, candidates[0], counts?.[0]], ["multiple", [[1], [3], [2, 4], [2, 4]], [[3], [3], [2, 1], [1, 2]]]);
  const { is_minimal, redundant, puzzle } = await client.minimal("1.2...3..4.....2", { reduce: true });
  assert.deepEqual([is_minimal, redundant, puzzle], [false, ["r1c3"], UNIQUE]);
  const { clues, minimal } = await client.conflicts("11..............");
  assert.deepEqual([clues, minimal], [["r1c1", "r1c2"], true]);
  const lines = await all(client.minimalBatch([UNIQUE, "1..", { puzzle: "1.2...3..4.....2", id: "b" }]));
  assert.deepEqual(
    lines.map((line) => (line.type === "result" ? line.is_minimal : line.error.code)),
    [true, "invalid_question", false],
  );
  const [first] = await all(client.candidatesBatch([MULTIPLE], { counts: 2 }));
  assert.deepEqual(first?.type === "result" && first.counts?.[3]?.[3], [1, 1, 1]);
});

test("puzzles are generated", async () => {
  const { puzzle, seed, solution, rating } = await client.generate({ size: 4, seed: 1, include: ["solution", "rating"] });
  assert.equal((await client.solve(puzzle ?? "")).solution, solution);
  assert.deepEqual([seed, rating?.level], [1, "easy"]);
  const lines = await all(client.generateMany(3, { size: 4, seed: 1 }));
  assert.deepEqual(
    lines.map((line) => line.type === "result" && [line.index, line.seed]),
    [[0, 1], [1, 2], [2, 3]],
  );
  assert.equal(lines[0]?.type === "result" && lines[0].puzzle, puzzle);
  const impossible = await client.generate({ size: 4, clues: 2, attempts: 3 });
  assert.deepEqual([impossible.puzzle, impossible.attempts, impossible.relax], [null, 0, ["clues"]]);
});

test("mistakes, estimates and canonical forms are found", async () => {
  const { solvable, wrong, wrong_marks } = await client.check(UNIQUE, {
    entries: ".34.............",
    marks: { r2c1: [1, 2] },
  });
  assert.deepEqual([solvable, wrong, wrong_marks], [false, ["r1c3"], ["r2c1"]]);
  const { interval, mean, probes } = await client.estimate(UNIQUE, { probes: 10, seed: 1 });
  assert.deepEqual([interval, mean, probes], [[1, 1], 1, 10]);
  const { puzzle, solution } = await client.canonical(UNIQUE);
  assert.deepEqual([puzzle, solution], ["...1.2....3.4...", "1234341221434321"]);
  const lines = await all(client.canonicalBatch([MULTIPLE, "3.....1..2......"]));
  assert.deepEqual(
    lines.map((line) => line.type === "result" && line.puzzle),
    [".......1..2..3..", ".......1..2..3.."],
  );
});

test("a shuffled puzzle is equivalent", async () => {
  const { puzzle } = await client.shuffle(UNIQUE, { seed: 7 });
  assert.equal((await client.shuffle(UNIQUE, { seed: 7 })).puzzle, puzzle);
  assert.equal((await client.canonical(puzzle)).puzzle, (await client.canonical(UNIQUE)).puzzle);
  const counts = [];
  for await (const line of client.shuffleBatch([UNIQUE, MULTIPLE], { seed: 7 })) {
    counts.push(line.type === "result" && (await client.count(line.puzzle, { limit: 100 })).count);
  }
  assert.deepEqual(counts, [1, 3]);
});

test("puzzles are rated, and steps found", async () => {
  const { hardest, level, singles_suffice } = await client.rate(UNIQUE);
  assert.deepEqual([hardest, level, singles_suffice], ["hidden_single", "easy", true]);
  assert.equal((await client.rate(MULTIPLE)).score, null);
  const { step } = await client.hint(UNIQUE, { entries: "13..............", reveal: "technique" });
  assert.deepEqual(step, { houses: ["box 1"], technique: "hidden_single", name: "Hidden Single" });
  assert.deepEqual((await client.hint(UNIQUE, { entries: "14.............." })).mistakes, ["r1c2"]);
  const { end, steps } = await client.path(UNIQUE);
  assert.deepEqual([end, steps[0]?.placements], ["solved", [{ cell: "r1c2", digit: 3 }]]);
  const lines = await all(client.rateBatch([UNIQUE, MULTIPLE]));
  assert.deepEqual(
    lines.map((line) => line.type === "result" && line.verdict),
    ["unique", "multiple"],
  );
});

test("render and convert return text", async () => {
  assert.match(await client.render(UNIQUE, { solution: SOLUTION }), /^<svg/);
  assert.match((await client.convert(UNIQUE, { to: "drawing" })).puzzle, /\n/);
});

test("api reaches every endpoint", async () => {
  const { data } = await client.api.GET("/version");
  assert.equal(data?.name, "quadrille");
  await assert.rejects(client.api.GET("/problems/{code}", { params: { path: { code: "x" as never } } }), ProblemError);
});

test("a rejected request throws its problem", async () => {
  await assert.rejects(client.solve("12.4"), (error) => {
    assert(error instanceof ProblemError);
    assert.equal(error.status, 422);
    assert.equal(error.code, "invalid_question");
    assert.equal(error.errors[0]?.pointer, "/puzzle");
    assert.ok(error.message.includes(error.errors[0].detail));
    return true;
  });
});

test("an error of something else than the service has its status", async () => {
  const server = createServer((_, response) => response.writeHead(503, { "retry-after": "7" }).end("<html>")).listen(0);
  const { port } = server.address() as AddressInfo;
  await assert.rejects(new Client(`http://127.0.0.1:${port}`).solve(UNIQUE), (error) => {
    assert(error instanceof ProblemError);
    assert.deepEqual([error.status, error.code, error.retryAfter], [503, undefined, 7]);
    return true;
  });
  server.close();
});

test("an aborted call throws", async () => {
  await assert.rejects(client.solve(UNIQUE, { signal: AbortSignal.abort() }), { name: "AbortError" });
});

for (const [name, client] of Object.entries(clients)) {
  test(`batch as ${name}: results are in order`, async () => {
    async function* puzzles(): AsyncGenerator<Puzzle | SolveEntry> {
      for (let index = 0; index < 2500; index += 1) yield index % 2 ? { puzzle: MULTIPLE, id: index } : [UNIQUE];
    }
    let index = 0;
    for await (const line of client.solveBatch(puzzles(), { limit: 2 })) {
      assert.equal(line.index, index);
      assert.equal(line.line, index + 1);
      assert.equal(line.id, index % 2 ? index : undefined);
      // A row of 16 symbols is not a grid.
      assert.equal(line.type === "result" ? line.verdict : line.error.code, index % 2 ? "multiple" : "invalid_question");
      index += 1;
    }
    assert.equal(index, 2500);
  });

  test(`batch as ${name}: exact cover problems are counted`, async () => {
    const problems = ["a\na\na", { matrix: [[1, 1]] }, { primary: ["a"], options: [["b"]], id: "bad" }];
    const results = await all(client.exactCover.countBatch(problems, { limit: 5 }));
    assert.deepEqual(
      results.map((line) => (line.type === "result" ? line.count : [line.id, line.error.code])),
      [2, 1, ["bad", "invalid_question"]],
    );
  });

  test(`batch as ${name}: an empty one has no results`, async () => {
    for await (const line of client.countBatch([])) assert.fail(JSON.stringify(line));
  });

  test(`batch as ${name}: leaving the loop ends the source`, async () => {
    let ended = false;
    function* puzzles(): Generator<Puzzle> {
      try {
        for (;;) yield UNIQUE;
      } finally {
        ended = true;
      }
    }
    for await (const line of client.countBatch(puzzles())) {
      assert.equal(line.index, 0);
      break;
    }
    assert.equal(ended, true);
  });

  test(`batch as ${name}: abort ends the wait for the source`, async () => {
    const controller = new AbortController();
    async function* puzzles(): AsyncGenerator<Puzzle> {
      yield UNIQUE;
      queueMicrotask(() => controller.abort("enough"));
      await new Promise(() => {});
    }
    const batch = client.solveBatch(puzzles(), { signal: controller.signal });
    await assert.rejects(async () => {
      for await (const line of batch) assert.equal(line.index, 0);
    }, (error) => error === "enough");
  });

  test(`batch as ${name}: an error of the source is thrown`, async () => {
    function* puzzles(): Generator<Puzzle> {
      yield UNIQUE;
      throw new RangeError("no more");
    }
    await assert.rejects(client.countBatch(puzzles()).next(), RangeError);
  });

  test(`batch as ${name}: a rejected request throws its problem`, async () => {
    const batch = client.countBatch([UNIQUE], { limit: -1 });
    await assert.rejects(batch.next(), (error) => error instanceof ProblemError && error.status === 422);
  });

  test(`batch as ${name}: a result arrives before the next puzzle is read`, async () => {
    let answered = 0;
    async function* puzzles(): AsyncGenerator<Puzzle> {
      for (let sent = 0; sent < 3; sent += 1) {
        yield UNIQUE;
        while (answered <= sent) await new Promise(setImmediate);
      }
    }
    for await (const line of client.solveBatch(puzzles())) answered = line.index + 1;
    assert.equal(answered, 3);
  });
}

test("a cut response throws", async () => {
  const server = createServer((_, response) => response.end('{"type":"result","index":0,"line":1}\n{"ty')).listen(0);
  const { port } = server.address() as AddressInfo;
  const batch = new Client(`http://127.0.0.1:${port}`).solveBatch([UNIQUE]);
  assert.equal((await batch.next()).value?.index, 0);
  await assert.rejects(batch.next(), IncompleteError);
  server.close();
});
