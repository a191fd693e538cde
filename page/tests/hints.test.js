/** Hints and ratings on the page at `/`, in a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, assertAccessible, digits, message, turnTo } from "./checks.js";
import { TestPages } from "./service.js";

/** @typedef {import("playwright-core").Page} Page */

/** A 4x4 with one solution, and that solution. */
const SMALL = "1.....3..4.....2";
const SMALL_SOLUTION = "1324423124133142";

/** A 9x9 with one solution. */
const MINIMAL = "....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6....";

const pages = new TestPages(`#puzzle=${SMALL}&mode=play`);

/**
 * Presses a button below the message.
 * @param {Page} page
 * @param {string} name
 */
async function press(page, name) {
  await page.getByRole("group", { name: "Next questions" }).getByRole("button", { name }).click();
}

/**
 * Waits until the text of the message matches.
 * @param {Page} page
 * @param {RegExp} hasText
 */
async function text(page, hasText) {
  await page.locator("#message", { hasText }).waitFor();
}

/**
 * Answers requests of hints with this step, as far as they reveal it.
 * @param {Page} page
 * @param {Record<string, unknown> & { houses: string[], name: string }} step
 */
async function answerWith(page, step) {
  const { houses, name } = step;
  const shown = { house: { houses }, technique: { houses, name }, all: { ...step, houses: [] } };
  await page.route("**/hint", async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const { reveal } = route.request().postDataJSON();
    await route.fulfill({ response, json: { ...answer, step: shown[/** @type {keyof typeof shown} */ (reveal)] } });
  });
}

test("hint reveals house, technique and step, which is done and undone (smoke)", () =>
  pages.open(async (page) => {
    await page.click("#hint");
    await message(page, "Look at ");
    const houses = await page.locator("#grid td.house").count();
    assert.ok(houses >= 4, String(houses));
    assert.equal(await page.locator("#grid td.pattern").count(), 0);
    await press(page, "Tell the technique");
    await text(page, /The step is in (row|column|box) \d/);
    await press(page, "Show the step");
    await text(page, /so r\dc\d is \d/);
    assert.ok((await page.locator("#grid td.pattern").count()) >= 1);
    assert.equal(await page.locator("#grid .placed").count(), 1);
    await assertAccessible(page);
    await press(page, "Do this step");
    await message(page, "Done");
    assert.equal(await page.locator("#grid td.entry").count(), 1);
    await page.click("#undo");
    assert.equal(await digits(page), SMALL);
  }));

test("question marks in the grid reveal a step and do it", () =>
  pages.open(async (page) => {
    const cell = page.locator("#grid td").first();
    for (const name of ["hintTechnique", "hintAll", "apply"]) {
      await cell.press("?");
      await page.locator(`#next button:first-child[value=${name}]`).waitFor();
    }
    await page.keyboard.press("?");
    assert.equal(await page.locator("#grid td.entry").count(), 1);
    await turnTo(page, "edit");
    await cell.press("?");
    assert.equal(await page.locator("#next button").count(), 0);
  }));

test("hints lead to the solution", () =>
  pages.open(async (page) => {
    for (let entries = 1; entries <= 12; entries += 1) {
      await page.click("#hint");
      await press(page, "Show the step");
      await press(page, "Do this step");
      assert.equal(await page.locator("#grid td.entry").count(), entries);
    }
    await message(page, "You solved it");
    assert.equal(await digits(page), SMALL_SOLUTION);
  }));

test("hint shows mistakes instead of a step", () =>
  pages.open(async (page) => {
    await page.locator("#grid td").nth(1).press("2");
    await page.click("#tools button[value=marks]");
    await page.locator("#grid td").nth(2).press("4");
    await page.click("#hint");
    await message(page, "There is a mistake");
    await text(page, /The digit in r1c2 is wrong\.\s*The centre marks in r1c3 lack the right digit/);
    assert.equal(await page.locator("#grid td.wrong[aria-invalid=true]").count(), 2);
    await assertAccessible(page);
  }));

test("hint follows the marks of the player, and says when there is none", () =>
  pages.open(async (page) => {
    const asked = page.waitForRequest("**/hint");
    await page.click("#tools button[value=marks]");
    await page.locator("#grid td").nth(2).press("2");
    await page.click("#hint");
    const body = (await asked).postDataJSON();
    assert.deepEqual([body.puzzle, body.marks, body.reveal], [SMALL, { r1c3: [2] }, "house"]);
    await message(page, "Look at ");
    await turnTo(page, "edit");
    for (const index of [0, 6, 9, 15]) await page.locator("#grid td").nth(index).press("Delete");
    await turnTo(page, "play");
    await page.locator("#grid td").nth(2).press("4");
    await page.click("#hint");
    await message(page, "No hint");
    await press(page, "Check my entries");
    await message(page, "No mistakes so far");
  }));

test("step of a chain is drawn, and its eliminations become marks", async () => {
  for (const options of [{}, { ...PHONE, colorScheme: /** @type {const} */ ("dark") }]) {
    await pages.open(async (page) => {
      await answerWith(page, {
        name: "X-Chain",
        houses: ["box 1"],
        text: "X-Chain: r1c2 or r1c3 is 2, so r1c4 cannot be 4.",
        cells: ["r1c2", "r1c3", "r2c2"],
        links: [
          { from: { cells: ["r1c2"], digit: 2 }, to: { cells: ["r1c3"], digit: 2 }, strong: true },
          { from: { cells: ["r1c3"], digit: 2 }, to: { cells: ["r2c2", "r2c1"], digit: 2 }, strong: false },
        ],
        eliminations: [{ cell: "r1c3", digit: 4 }],
      });
      await page.click("#hint");
      await message(page, "Look at box 1");
      await press(page, "Tell the technique");
      await message(page, "X-Chain");
      assert.equal(await page.locator("#links path").count(), 0);
      await press(page, "Show the step");
      await text(page, /^\s*X-Chain\s*r1c2 or r1c3 is 2, so r1c4 cannot be 4\./);
      assert.equal(await page.locator("#links path.strong").count(), 1);
      assert.equal(await page.locator("#links path.weak").count(), 1);
      assert.equal(await page.locator("#links circle").count(), 4);
      assert.equal(await page.locator("#grid td.pattern").count(), 3);
      const cell = page.locator("#grid td").nth(2);
      assert.equal(await cell.getAttribute("aria-label"), "row 1, column 3: empty, candidates 2 4, hint: not 4");
      const [picture, grid] = [await page.locator("#links").boundingBox(), await page.locator("#grid").boundingBox()];
      assert.deepEqual(picture, grid);
      await assertAccessible(page);
      await press(page, "Do this step");
      assert.equal(await cell.getAttribute("aria-label"), "row 1, column 3: empty, candidates 2");
      assert.equal(await page.locator("#links path").count(), 0);
    }, options);
  }
});

test("difficulty of a proper puzzle is rated (smoke)", () =>
  pages.open(async (page) => {
    await turnTo(page, "edit");
    await page.click("#check");
    await press(page, "Rate its difficulty");
    await message(page, "Easy: score ");
    await text(page, /Singles are enough\.\s*Steps: /);
    await page.locator("#grid td").first().press("Delete");
    await page.click("#rate");
    await message(page, "No rating");
  }));

test("rating of a 9x9 has the estimate of Sudoku Explainer", () =>
  pages.open(async (page) => {
    await page.goto("about:blank");
    await page.goto(`${pages.service.url}#puzzle=${MINIMAL}`);
    await turnTo(page, "edit");
    await page.click("#rate");
    await text(page, /Sudoku Explainer: about \d\.\d\./);
  }));
