/** Runs the client in Chromium, against the service at QUADRILLE_URL. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

const SERVICE = process.env["QUADRILLE_URL"] ?? "http://127.0.0.1:8080";
const CHROMIUM = process.env["CHROMIUM"] ?? "chromium";

const PAGE = `<!doctype html>
<script type="importmap">{ "imports": { "openapi-fetch": "/node_modules/openapi-fetch/dist/index.mjs" } }</script>
<script type="module">
  import { Client, ProblemError } from "/dist/index.js";

  const client = new Client(location.origin);
  const report = { verdicts: {} };
  try {
    report.solution = (await client.solve("1.....3..4.....2")).solution;
    report.code = await client.solve("1..").catch((error) => error instanceof ProblemError && error.code);
    const puzzles = Array.from({ length: 2500 }, (_, index) => (index % 2 ? "1.....3..4......" : "1.....3..4.....2"));
    let next = 0;
    for await (const line of client.countBatch(puzzles)) {
      if (line.index !== next++) throw new Error("results are out of order");
      report.verdicts[line.verdict] = (report.verdicts[line.verdict] ?? 0) + 1;
    }
  } catch (error) {
    report.error = String(error);
  }
  await fetch("/report", { method: "POST", body: JSON.stringify(report) });
</script>`;

/** Files of the package and, at all other paths, the service: a page may call only its own origin. */
async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = incoming.url ?? "/";
  if (path === "/") {
    response.setHeader("content-type", "text/html").end(PAGE);
  } else if (/^\/(dist|node_modules)\/[\w/-]+\.m?js$/.test(path)) {
    response.setHeader("content-type", "text/javascript").end(await readFile(`.${path}`));
  } else {
    const { method = "GET", headers } = incoming;
    const upstream = request(new URL(path, SERVICE), { method, headers }, (answered) => {
      answered.pipe(response.writeHead(answered.statusCode ?? 502, answered.headers));
    });
    incoming.pipe(upstream);
  }
}

test("the client works in a browser", async () => {
  const server = createServer();
  const profile = await mkdtemp(join(tmpdir(), "quadrille-client-"));
  const reported = new Promise<string>((resolve) => {
    server.on("request", async (incoming: IncomingMessage, response: ServerResponse) => {
      if (incoming.url !== "/report") return answer(incoming, response);
      let body = "";
      for await (const chunk of incoming) body += chunk;
      response.end();
      resolve(body);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  // The last three keep Chromium from calling its maker.
  const options = ["--headless", "--no-sandbox", "--no-first-run"];
  options.push("--disable-background-networking", "--disable-component-update", "--disable-sync");
  const browser = spawn(CHROMIUM, [...options, `--user-data-dir=${profile}`, `http://127.0.0.1:${port}/`]);
  const ended = once(browser, "exit");
  try {
    const report = await Promise.race([reported, ended.then(() => assert.fail("the browser ended"))]);
    assert.deepEqual(JSON.parse(report), {
      verdicts: { unique: 1250, multiple: 1250 },
      solution: "1324423124133142",
      code: "invalid_question",
    });
  } finally {
    browser.kill();
    await ended;
    server.close();
    server.closeAllConnections();
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  }
});


