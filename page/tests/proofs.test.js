/** Proofs on the page at `/`, in a browser. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { PHONE, assertAccessible, assertAccessibleInBothSchemes, digits, message, turnTo } from "./checks.js";
import { TestPages } from "./service.js";

/** @typedef {import("playwright-core").Page} Page */

const SMALL = "1.....3..4.....2";
const SMALL_SOLUTION = "1324423124133142";
const NONE = "1.....3..4....12";

/** A 4x4 with one solution: its cage is no set of forbidden pairs. */
const KILLER = { puzzle: "1.....3..4......", constraints: [{ type: "cage", cells: ["r4c1", "r4c2", "r4c4"], sum: 8 }] };

const pages = new TestPages("#mode=edit");

/**
 * @param {Page} page
 * @param {string} text
 */
async function paste(page, text) {
  await page.click("#paste");
  await page.fill("#paste-text", text);
  await page.click("#paste-dialog button[value=use]");
  await message(page, "Puzzle loaded");
}

/**
 * Presses the button Proof, and returns the answer of the service.
 * @param {Page} page
 */
async function prove(page) {
  const responses = page.waitForResponse((response) => response.url().endsWith("/prove") && response.ok());
  await page.click("#next button[value=prove]");
  const answer = await (await responses).json();
  await message(page, "Proved");
  return answer;
}

/**
 * Downloads a file, whose name and checksum must be these.
 * @param {Page} page
 * @param {"formulaFile" | "proofFile"} button
 * @param {string} name
 * @param {string} sha256
 */
async function download(page, button, name, sha256) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(`#next button[value=${button}]`)]);
  assert.equal(file.suggestedFilename(), name);
  const text = await readFile(await file.path(), "utf8");
  assert.equal(createHash("sha256").update(text).digest("hex"), sha256);
  return text;
}

/**
 * Returns the clauses of lines that end with `0`.
 * @param {string} text
 */
function clausesOf(text) {
  return text.trimEnd().split("\n").map((line) => {
    const literals = line.split(" ").map(Number);
    assert.equal(literals.pop(), 0, line);
    return literals;
  });
}

/**
 * Fails unless unit propagation derives each clause of the proof, and the last one is empty.
 * @param {string} formula
 * @param {string} proof
 */
function assertRefuted(formula, proof) {
  const clauses = clausesOf(formula.slice(formula.indexOf("\n") + 1));
  const lemmas = clausesOf(proof);
  for (const lemma of lemmas) {
    const holds = new Set(lemma.map((literal) => -literal));
    const violated = () => {
      for (let isNew = true; isNew; ) {
        isNew = false;
        for (const clause of clauses) {
          if (clause.some((literal) => holds.has(literal))) continue;
          const [first, second] = clause.filter((literal) => !holds.has(-literal));
          if (first === undefined) return true;
          if (second === undefined) isNew = holds.add(first).has(first);
        }
      }
      return false;
    };
    assert.ok(violated(), `not implied: ${lemma.join(" ")}`);
    clauses.push(lemma);
  }
  assert.deepEqual(lemmas.at(-1), []);
}

test("only solution is proved, and its files are downloaded", () =>
  pages.open(async (page) => {
    await paste(page, SMALL);
    await page.click("#solve");
    await message(page, "this is the only solution");
    const { formula, proof } = await prove(page);
    assert.equal(await digits(page), SMALL_SOLUTION);
    const words = `There is no other solution: a proof (1 line, ${proof.bytes} bytes)`;
    await page.locator("#message p", { hasText: words }).waitFor();
    await page.locator("#message p", { hasText: "“drat-trim sudoku.cnf sudoku.drup”" }).waitFor();
    assert.match((await page.locator("#code").textContent()) ?? "", /\/prove/);
    await assertAccessibleInBothSchemes(page);
    const cnf = await download(page, "formulaFile", "sudoku.cnf", formula.sha256);
    const drup = await download(page, "proofFile", "sudoku.drup", proof.sha256);
    assert.match(cnf, /^p cnf 64 \d+\n/);
    assert.match(drup, /(^|\n)0\n$/);
    assertRefuted(cnf, drup);
    assert.throws(() => assertRefuted(cnf.split("\n").slice(0, -2).join("\n"), drup), /not implied/);
  }));

test("puzzle without a solution is proved to have none (smoke)", () =>
  pages.open(async (page) => {
    await paste(page, NONE);
    await page.click("#check");
    await message(page, "This puzzle has no solution");
    const { formula, proof } = await prove(page);
    await page.locator("#message p", { hasText: "There is no solution: a proof" }).waitFor();
    const cnf = await download(page, "formulaFile", "sudoku.cnf", formula.sha256);
    assertRefuted(cnf, await download(page, "proofFile", "sudoku.drup", proof.sha256));
  }));

test("puzzle with sums is proved by inequalities", () =>
  pages.open(async (page) => {
    await paste(page, JSON.stringify(KILLER));
    await page.click("#check");
    await message(page, "exactly one solution");
    const { formula, proof } = await prove(page);
    await page.locator("#message p", { hasText: "“veripb sudoku.opb sudoku.pbp”" }).waitFor();
    assert.match((await page.locator("#code").textContent()) ?? "", /veripb/);
    const opb = await download(page, "formulaFile", "sudoku.opb", formula.sha256);
    assert.match(opb, /^\* #variable= 64 #constraint= \d+\n/);
    const pbp = await download(page, "proofFile", "sudoku.pbp", proof.sha256);
    assert.match(pbp, /^pseudo-Boolean proof version 2\.0\n/);
  }));

test("exact cover problem is proved, and its files are downloaded", () =>
  pages.open(async (page) => {
    for (const [text, solved, claim] of [
      ["a b c\na b\nc\nb c\n", "this is the only solution", "There is no other solution: a proof"],
      ["a b c\na b\nb c\nc a\n", "This problem has no solution", "There is no solution: a proof"],
    ]) {
      await page.fill("#cover-text", text ?? "");
      await page.click("#solve");
      await message(page, solved ?? "");
      const { formula, proof } = await prove(page);
      await page.locator("#message p", { hasText: claim ?? "" }).waitFor();
      await page.locator("#message p", { hasText: "“drat-trim cover.cnf cover.drup”" }).waitFor();
      assert.match((await page.locator("#code").textContent()) ?? "", /exact-cover\/prove/);
      await assertAccessible(page);
      const cnf = await download(page, "formulaFile", "cover.cnf", formula.sha256);
      assertRefuted(cnf, await download(page, "proofFile", "cover.drup", proof.sha256));
      await page.fill("#cover-text", "a\na\n");
      assert.equal(await page.locator("#next button").count(), 0);
    }
  }, { path: "#cover" }));

test("changed puzzle has no files, and a played one no proof", () =>
  pages.open(async (page) => {
    await paste(page, SMALL);
    await page.click("#solve");
    await prove(page);
    await page.click("#clear");
    assert.equal(await page.locator("#next button").count(), 0);
    await paste(page, SMALL);
    await turnTo(page, "play");
    await page.click("#solution");
    await message(page, "this is the only solution");
    assert.equal(await page.locator("#next button[value=prove]").count(), 0);
  }));

test("phone shows proof and files", () =>
  pages.open(async (page) => {
    await page.selectOption("#example", "hard");
    await page.locator("#solve").tap();
    await message(page, "this is the only solution");
    const { formula, proof } = await prove(page);
    assert.ok(proof.lines > 1);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    for (const button of await page.locator("#next button").all()) {
      const box = await button.boundingBox();
      assert.ok(box !== null && box.height >= 40 && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
    }
    await assertAccessible(page);
    assert.match(await download(page, "formulaFile", "sudoku.cnf", formula.sha256), /^p cnf 729 /);
    await download(page, "proofFile", "sudoku.drup", proof.sha256);
  }, PHONE));
