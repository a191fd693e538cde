/** Runs the examples of README.md, whose comments are their output. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

const env = { QUADRILLE_URL: "http://127.0.0.1:8080", ...process.env };
const examples = readdirSync("test/examples").sort();

test("README.md has examples", () => assert(examples.length > 0));

for (const name of examples) {
  test(`example ${name} prints its comments`, () => {
    const code = readFileSync(`test/examples/${name}`, "utf8");
    const expected = [...code.matchAll(/\/\/ (.*)$/gm)].map((match) => match[1]);
    const output = execFileSync(process.execPath, [`build/examples/${name.replace(/ts$/, "js")}`], { env });
    assert.deepEqual(output.toString().trimEnd().split("\n"), expected);
  });
}
