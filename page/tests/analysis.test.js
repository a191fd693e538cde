/** The analysis of a puzzle on the page at `/`, in a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, digits, label, message } from "./checks.js";
import { TestPages } from "./service.js";

/** A 4x4 with several solutions. */
const OPEN = "1.....3..4......";

const pages = new TestPages(`#puzzle=${OPEN}`);

test("check of several solutions leads to the candidates of all solutions", () =>
  pages.open(async (page) => {
    await page.click("#check");
    await message(page, "several solutions");
    await page.getByRole("button", { name: "Show the candidates of all solutions" }).click();
    await message(page, "Candidates of all solutions");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "message");
    await page.locator("#message", { hasText: "6 empty cells have the same digit" }).waitFor();
    assert.equal(await label(page, 1), "row 1, column 2: solved, 3");
    assert.equal(await label(page, 8), "row 3, column 1: empty, candidates 2 3");
    assert.ok(((await page.locator("#code").textContent()) ?? "").includes("/candidates"));
    await assertAccessible(page);
    await page.locator("#grid td").nth(8).press("2");
    assert.equal(await digits(page), "1.....3.24......");
  }));

test("candidates of a proper puzzle are its solution, and those of an impossible one are none", () =>
  pages.open(async (page) => {
    await page.locator("#grid td").nth(15).press("2");
      await page.click("#candidates");
    await message(page, "Each cell has one possible digit");
    assert.equal(await digits(page), "1324423124133142");
    await page.locator("#grid td").nth(15).press("1");
    await page.click("#candidates");
    await message(page, "This puzzle has no solution");
  }));

test("undecided candidates are marked", () =>
  pages.open(async (page) => {
    await page.route("**/candidates", async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      const undecided = answer.candidates.map((/** @type {number[][]} */ row) => row.map(() => []));
      undecided[2][0] = [4];
      await route.fulfill({ response, json: { ...answer, undecided, stopped_by: "time_limit" } });
    });
      await page.click("#candidates");
    await page.locator("#message", { hasText: "1 candidate with a dotted line is undecided." }).waitFor();
    assert.equal(await label(page, 8), "row 3, column 1: empty, candidates 2 3 4, undecided 4");
    assert.deepEqual(await page.locator("#grid .undecided").allTextContents(), ["4"]);
  }));

test("redundant clues are marked and removed, and undo brings them back (smoke)", () =>
  pages.open(async (page) => {
    await page.locator("#grid td").nth(15).press("2");
    await page.locator("#grid td").nth(1).press("3");
    await page.click("#check");
    await message(page, "A proper puzzle");
    await page.getByRole("button", { name: "Find redundant clues" }).click();
    await message(page, "1 redundant clue");
    assert.equal(await label(page, 1), "row 1, column 2: redundant clue 3");
    assert.equal(await page.locator("#grid td.redundant").count(), 1);
    await assertAccessible(page);
    await page.getByRole("button", { name: "Remove redundant clues" }).click();
    await message(page, "1 clue removed");
    assert.equal(await digits(page), "1.....3..4.....2");
    await page.click("#undo");
    assert.equal(await digits(page), "13....3..4.....2");
    await page.click("#redo");
      await page.click("#redundant");
    await message(page, "Every clue is needed");
  }));

test("clues that contradict each other are marked", () =>
  pages.open(async (page) => {
    await page.locator("#grid td").nth(15).press("1");
    await page.locator("#grid td").nth(1).press("2");
    await page.click("#solve");
    await message(page, "This puzzle has no solution");
    await page.getByRole("button", { name: "Show clues that contradict each other" }).click();
    await message(page, "clues contradict each other");
    const marked = await page.locator("#grid td.contradicting").count();
    assert.ok(marked >= 2, String(marked));
    assert.equal(await page.locator("#grid td[aria-invalid=true]").count(), marked);
    await assertAccessible(page);
  }));

test("stopped count is estimated (smoke)", () =>
  pages.open(async (page) => {
    await page.selectOption("#size", "9");
    await page.click("#count");
    await message(page, "so far");
    await page.click("#stop");
    await page.getByRole("button", { name: "Estimate the number of solutions" }).click();
    // A 9x9 has 6.67 × 10²¹ solutions (Felgenhauer and Jarvis, 2005); the estimate is of that order.
    await page.locator("#message .title", { hasText: /About [5-9](\.\d+)? × 10²¹ solutions/ }).waitFor();
    assert.ok(((await page.locator("#code").textContent()) ?? "").includes("/estimate"));
  }));
