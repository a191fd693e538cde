/** Calls the service at QUADRILLE_URL by clients that generators have made from the simple document, `simple.json`. */

import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import { client as heyClient } from "./hey/client.gen";
import * as hey from "./hey/sdk.gen";
import * as oazapfts from "./oazapfts";
import * as orval from "./orval_fetch";
import * as zod from "./orval_zod";
import type { paths } from "./schema";

const baseUrl = process.env["QUADRILLE_URL"]!;
const UNIQUE = "1.....3..4.....2";
const SOLUTION = "1324423124133142";
const MULTIPLE = "1.....3..4......";
const CAGE = { type: "cage" as const, cells: ["r4c3", "r4c4"], sum: 6 };
const KILLER = { puzzle: MULTIPLE, limit: 100, constraints: [CAGE] };
const GENERATE = { size: 4, seed: 1 };
const BATCH = [{ puzzle: UNIQUE, id: "first" }, { puzzle: "12.4" }];

/** Members of answers that the checks read, in all clients. */
interface Calls {
  solve(puzzle: string): Promise<{ verdict: string; solution?: string | null }>;
  killer(): Promise<{ count: number; complete: boolean }>;
  generate(): Promise<{ puzzle?: string | null }>;
  batch(): Promise<{ results: { type: string; solution?: string | null; error?: { status: number } }[]; summary: { errors: number } }>;
  /** The problem of a puzzle that is too short. */
  problem(): Promise<{ code: string } | undefined>;
}

/** Returns the body of a response, whose status must be this one. */
function body<Response extends { status: number; data: unknown }, Status extends Response["status"]>(response: Response, status: Status) {
  assert.equal(response.status, status);
  return response.data as Extract<Response, { status: Status }>["data"];
}

heyClient.setConfig({ baseUrl });
oazapfts.defaults.baseUrl = baseUrl;
const openapiFetch = createClient<paths>({ baseUrl });

const clients: Record<string, Calls> = {
  "@hey-api/openapi-ts": {
    solve: async (puzzle) => (await hey.solve({ body: { puzzle }, throwOnError: true })).data,
    killer: async () => (await hey.count({ body: KILLER, throwOnError: true })).data,
    generate: async () => (await hey.generate({ body: GENERATE, throwOnError: true })).data,
    batch: async () => (await hey.solveBatch({ body: BATCH, throwOnError: true })).data,
    problem: async () => (await hey.solve({ body: { puzzle: "12.4" } })).error,
  },
  "orval, fetch": {
    solve: async (puzzle) => body(await orval.solve({ puzzle }), 200),
    killer: async () => body(await orval.count(KILLER), 200),
    generate: async () => body(await orval.generate(GENERATE), 200),
    batch: async () => body(await orval.solveBatch(BATCH), 200),
    problem: async () => body(await orval.solve({ puzzle: "12.4" }), 422),
  },
  "orval, zod": {
    solve: async (puzzle) => zod.solveResponse.parse(await post("/solve", zod.solveBody.parse({ puzzle }))),
    killer: async () => zod.countResponse.parse(await post("/count", zod.countBody.parse(KILLER))),
    generate: async () => zod.generateResponse.parse(await post("/generate", zod.generateBody.parse(GENERATE))),
    batch: async () => zod.solveBatchResponse.parse(await post("/solve/batch", zod.solveBatchBody.parse(BATCH))),
    problem: async () => post("/solve", zod.solveBody.parse({ puzzle: "12.4" })),
  },
  "openapi-fetch": {
    solve: async (puzzle) => (await openapiFetch.POST("/solve", { body: { puzzle } })).data!,
    killer: async () => (await openapiFetch.POST("/count", { body: KILLER })).data!,
    generate: async () => (await openapiFetch.POST("/generate", { body: GENERATE })).data!,
    batch: async () => (await openapiFetch.POST("/solve/batch", { body: BATCH })).data!,
    problem: async () => (await openapiFetch.POST("/solve", { body: { puzzle: "12.4" } })).error,
  },
  oazapfts: {
    solve: async (puzzle) => body(await oazapfts.solve({ puzzle }), 200),
    killer: async () => body(await oazapfts.count(KILLER as oazapfts.CountRequest), 200),
    generate: async () => body(await oazapfts.generate(GENERATE), 200),
    batch: async () => body(await oazapfts.solveBatch(BATCH), 200),
    problem: async () => body(await oazapfts.solve({ puzzle: "12.4" }), 422),
  },
};

/** Sends JSON: zod only checks requests and responses. */
async function post(path: string, request: unknown) {
  const headers = { "content-type": "application/json" };
  return (await fetch(baseUrl + path, { method: "POST", headers, body: JSON.stringify(request) })).json();
}

for (const [name, calls] of Object.entries(clients)) {
  const { verdict, solution } = await calls.solve(UNIQUE);
  assert.deepEqual([verdict, solution], ["unique", SOLUTION], name);
  const { count, complete } = await calls.killer();
  assert.deepEqual([count, complete], [2, true], name);
  assert.equal((await calls.generate()).puzzle?.length, 16, name);
  const { results, summary } = await calls.batch();
  assert.deepEqual([results.length, summary.errors], [2, 1], name);
  assert.deepEqual([results[0]?.solution, results[1]?.type, results[1]?.error?.status], [SOLUTION, "error", 422], name);
  assert.equal((await calls.problem())?.code, "invalid_question", name);
  console.log(`the client of ${name} works`);
}
