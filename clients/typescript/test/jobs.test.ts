/** Tests of jobs against the service at QUADRILLE_URL. */

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import test from "node:test";
import { Client, ProblemError, type RateBatchResult, type SolveBatchResult } from "quadrille-client";

const URL = process.env["QUADRILLE_URL"] ?? "http://127.0.0.1:8080";
const UNIQUE = "1.....3..4.....2";
const SOLUTION = "1324423124133142";
const EMPTY_4X4 = ".".repeat(16);
const LINES = `${UNIQUE}\n${EMPTY_4X4}\n1..\n`;

const { jobs } = new Client(URL);

async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const collected = [];
  for await (const value of values) collected.push(value);
  return collected;
}

/** Client whose connection breaks in the first response with results, and the ranges that it requests. */
function cutClient(): { client: Client; ranges: (string | null)[] } {
  const ranges: (string | null)[] = [];
  const fetch = async (request: Request) => {
    if (!request.url.endsWith("/results")) return globalThis.fetch(request);
    ranges.push(request.headers.get("range"));
    const response = await globalThis.fetch(request);
    if (ranges.length > 1) return response;
    const text = await response.text();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(text.slice(0, text.indexOf("\n") + 10))),
      pull: (controller) => controller.error(new TypeError("cut")),
    });
    return new Response(body, { status: response.status });
  };
  return { client: new Client(URL, { fetch }), ranges };
}

test("entries are answered in order", async () => {
  const inline = [UNIQUE, { puzzle: EMPTY_4X4, id: "empty" }, "1.."];
  const job = await jobs.submit("solve", { input: { inline }, options: { limit: 2 }, ttl_s: 600 });
  const lines = await all(jobs.results<SolveBatchResult>(job));
  assert.deepEqual(
    lines.map((line) => (line.type === "result" ? line.verdict : line.error.code)),
    ["unique", "multiple", "invalid_question"],
  );
  assert.equal(lines[0]?.type === "result" && lines[0].solution, SOLUTION);
  const ended = await jobs.get(job);
  assert.deepEqual([ended.state, ended.puzzles.done, ended.verdicts.errors], ["succeeded", 3, 1]);
  await jobs.cancel(job);
  await assert.rejects(jobs.get(job.id), (error) => error instanceof ProblemError && error.code === "not_found");
});

test("an upload serves several jobs", async () => {
  for (const content of [LINES, new Blob([LINES]).stream()]) {
    const upload = await jobs.upload(content);
    assert.equal(upload.bytes, LINES.length);
    for (const operation of ["rate", "canonical", "shuffle"] as const) {
      const job = await jobs.submit(operation, { input: { upload: upload.id } });
      const types = (await all(jobs.results<RateBatchResult>(job))).map(({ type }) => type);
      assert.deepEqual(types, ["result", "result", "error"]);
    }
  }
});

test("the solutions of one subject are counted", async () => {
  const { state, count } = await jobs.wait(await jobs.submit("count", { puzzle: EMPTY_4X4 }));
  assert.deepEqual([state, count], ["succeeded", "288"]);
  const problem = { primary: ["a"], options: [["a"], ["a"], ["a"]] };
  const cover = await jobs.submit("exact_cover_count", { problem });
  assert.equal((await jobs.wait(cover.id)).count, "3");
  const bound = await jobs.wait(await jobs.submit("count", { puzzle: EMPTY_4X4, options: { limit: 100 } }));
  assert.deepEqual([bound.state, bound.complete, bound.at_least], ["succeeded", false, "100"]);
  assert.throws(() => bound.count, /at least 100 solutions/);
  assert.deepEqual(await all(jobs.results(cover)), []);
});

test("the solutions of one subject are listed", async () => {
  const solutions = await all(jobs.results<{ solution: string }>(await jobs.submit("solutions", { puzzle: EMPTY_4X4 })));
  assert.equal(new Set(solutions.map(({ solution }) => solution)).size, 288);
  const problem = { primary: ["a"], options: [["a"], ["a"], ["a"]] };
  const covers = await jobs.submit("exact_cover_solutions", { problem, options: { limit: 2 } });
  assert.equal((await all(jobs.results(covers))).length, 2);
});

test("the number of solutions is proved", async () => {
  const [proof] = await all(jobs.results<{ claim: string }>(await jobs.submit("prove", { puzzle: UNIQUE })));
  assert.equal(proof?.claim, "unique");
  const problem = { primary: ["a"], options: [["a"]], claim: "none" };
  const [cover] = await all(jobs.results<{ claim: string }>(await jobs.submit("exact_cover_prove", { problem })));
  assert.equal(cover?.claim, "unique");
});

test("a repeated request gets the same job", async () => {
  const idempotencyKey = randomUUID();
  const [first, second] = [
    await jobs.submit("count", { puzzle: UNIQUE, idempotencyKey }),
    await jobs.submit("count", { puzzle: UNIQUE, idempotencyKey }),
  ];
  assert.equal(first.id, second.id);
});

test("a running job is cancelled", async () => {
  const job = await jobs.submit("count", { puzzle: ".".repeat(625) });
  await assert.rejects(jobs.wait(job, { signal: AbortSignal.abort() }), { name: "AbortError" });
  await jobs.cancel(job);
  assert.equal((await jobs.wait(job)).state, "cancelled");
});

test("a failed job is retried", async () => {
  const primary = Array.from({ length: 130 }, (_, item) => `i${item}`);
  // Its count exceeds 128 bits.
  const problem = { primary, options: primary.flatMap((item) => [[item], [item]]) };
  const failed = await jobs.wait(await jobs.submit("exact_cover_count", { problem }));
  assert.equal(failed.state, "failed");
  assert.ok((await jobs.retry(failed)).revision > failed.revision);
  const succeeded = await jobs.wait(await jobs.submit("count", { puzzle: UNIQUE }));
  await assert.rejects(jobs.retry(succeeded), { status: 409, code: "job_not_retryable" });
});

test("jobs are listed with keys only", async () => {
  await assert.rejects(jobs.list().next(), (error) => error instanceof ProblemError && error.status === 404);
});

test("results continue after a broken connection", async () => {
  const { client, ranges } = cutClient();
  const job = await client.jobs.submit("solve", { input: { inline: Array(20).fill(UNIQUE) } });
  const lines = await all(client.jobs.results<SolveBatchResult>(job));
  assert.deepEqual(lines.map(({ index }) => index), [...Array(20).keys()]);
  assert.deepEqual([ranges.length, ranges[0]], [2, null]);
  assert.match(ranges[1] ?? "", /^bytes=\d+-$/);
});

test("calls are repeated after failures that may pass", async () => {
  const keys: (string | null)[] = [];
  const answers: (() => Response)[] = [
    () => {
      throw new TypeError("lost");
    },
    () => Response.json({ id: "a", ended_ms: null }, { status: 202 }),
    () => new Response(null, { status: 503, headers: { "retry-after": "0" } }),
    () => Response.json({ id: "a", ended_ms: 1 }),
  ];
  const fetch = async (request: Request) => {
    if (request.method === "POST") keys.push(request.headers.get("idempotency-key"));
    return answers.shift()!();
  };
  const gateway = new Client("http://gateway", { fetch });
  const job = await gateway.jobs.submit("count", { puzzle: UNIQUE });
  assert.equal((await gateway.jobs.wait(job)).ended_ms, 1);
  assert.deepEqual([keys.length, new Set(keys).size], [2, 1]);
});
