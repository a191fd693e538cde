/** Links of the page at `/`, whole and damaged, and puzzles that were not read as a whole, in a browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, assertAccessibleInBothSchemes, cell, digits, message, turnTo } from "./checks.js";
import { TestPages } from "./service.js";

/** @typedef {import("playwright-core").Page} Page */

const SMALL = "1.....3..4.....2";
const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const EMPTY = ".".repeat(81);

/** A 4x4 with one solution by its constraints. */
const KILLER = {
  puzzle: "1...............",
  constraints: [
    { type: "cage", cells: ["r1c2", "r1c3"], sum: 5 },
    { type: "cage", cells: ["r2c4", "r3c4"], sum: 5 },
    { type: "thermometer", cells: ["r3c2", "r3c1", "r4c2", "r4c1"] },
  ],
};

/** Its variant in a link without a checksum, as pages before wrote it. */
const OLD_VARIANT =
  "%7B*constraints*-%5B%7B*type*-*cage*.*cells*-%5B*r1c2*.*r1c3*%5D.*sum*-5%7D%5D%7D".replaceAll("%5B", "+").replaceAll("%5D", "_");

const pages = new TestPages("#mode=edit");

/**
 * Opens the part of an address after `#`.
 * @param {Page} page
 * @param {string} hash
 */
async function open(page, hash) {
  await page.evaluate((part) => (location.hash = part), hash);
}

/**
 * Pastes a text into the dialog.
 * @param {Page} page
 * @param {string} text
 */
async function paste(page, text) {
  await page.click("#paste");
  await page.fill("#paste-text", text);
  await page.click("#paste-dialog button[value=use]");
}

/**
 * Checks that the grid is empty, and that no button answers about it.
 * @param {Page} page
 */
async function assertRefused(page) {
  assert.equal(await digits(page), EMPTY);
  for (const name of ["solve", "check", "count", "candidates", "redundant", "rate", "path", "hint", "mistakes", "solution"]) {
    assert.ok(await page.locator(`#${name}`).isDisabled(), name);
  }
}

test("a link that is cut anywhere is damaged", () =>
  pages.open(async (page) => {
    await paste(page, JSON.stringify(KILLER));
    await message(page, "Puzzle loaded");
    const { hash } = new URL(page.url());
    assert.match(hash, /^#check=\w+&puzzle=1\.+&variant=/);
    for (let length = 2; length < hash.length; length += 5) {
      await open(page, `#puzzle=${SMALL}`);
      await page.locator("#grid td").nth(16).waitFor({ state: "detached" });
      await open(page, hash.slice(0, length));
      await message(page, "This link is damaged");
    }
    await assertRefused(page);
    await open(page, hash);
    await page.locator("#drawing circle").waitFor({ state: "attached" });
    await page.click("#check");
    await message(page, "exactly one solution");
  }));

test("a changed link is damaged, and one that is only escaped is not (smoke)", () =>
  pages.open(async (page) => {
    await open(page, `#puzzle=${SMALL}&marks=..2-4.............&mode=play`);
    await message(page, "Play this puzzle");
    const { hash } = new URL(page.url());
    await open(page, hash.replace("2-4", "2-3"));
    await message(page, "This link is damaged");
    await page.locator("#message", { hasText: "It was cut or changed on its way." }).waitFor();
    await open(page, hash.replace("=1.....3", "=1%2E....3"));
    await message(page, "Play this puzzle");
    assert.match(await digits(page), /^1\.2 4 /);
  }));

test("a part that cannot be read is named, and nothing is shown", () =>
  pages.open(async (page) => {
    for (const [hash, part] of [
      ["#puzzle=xyz", "puzzle"],
      ["#xyz", "xyz"],
      ["#puzzle=", "puzzle"],
      [`#puzzle=${EASY.slice(1)}`, "puzzle"],
      [`#puzzle=${EASY.replace("5", "?")}`, "puzzle"],
      [`#puzzle=${SMALL.replace("3", "5")}`, "puzzle"],
      [`#puzzle=${SMALL}&puzzle=${SMALL}`, "puzzle"],
      [`#puzzle=${SMALL}&marks=1-2`, "marks"],
      [`#puzzle=${SMALL}&marks=.5..............`, "marks"],
      [`#puzzle=${SMALL}&entries=.2`, "entries"],
      [`#puzzle=${SMALL}&entries=2...............`, "entries"],
      [`#puzzle=${SMALL}&box=3x3`, "box"],
      [`#puzzle=${SMALL}&mode=pla`, "mode"],
      [`#puzzle=${SMALL}&vari`, "vari"],
      [`#puzzle=${SMALL}&variant`, "variant"],
      [`#puzzle=${SMALL}&variant=${OLD_VARIANT.slice(0, 40)}`, "variant"],
      [`#puzzle=${SMALL}&variant=%7B*killercage*-+_%7D`, "variant"],
      [`#puzzle=${SMALL}&about=%7B*title*-7%7D`, "about"],
      [`#entries=${SMALL}`, "entries"],
      ["#difficulty=bogus", "difficulty"],
      ["#difficulty=easy&symmetry=round", "symmetry"],
      ["#difficulty=easy&seed=-1", "seed"],
      ["#difficulty=easy&seed=9007199254740992", "seed"],
      ["#seed=7", "seed"],
    ]) {
      await open(page, `#puzzle=${EASY}`);
      await message(page, "Type a puzzle");
      await open(page, hash ?? "");
      await message(page, "This link is damaged");
      await page.locator("#message", { hasText: `Its part “${part}” cannot be read.` }).waitFor();
      await assertRefused(page);
    }
    await open(page, "#%E0%A4%A");
    await page.locator("#message", { hasText: "It was cut or changed on its way." }).waitFor();
    await assertAccessible(page);
    // The first change of the grid is a puzzle again, and Undo brings back what was there.
    await cell(page, 0).click();
    await page.keyboard.press("5");
    assert.ok(await page.locator("#check").isEnabled());
    await page.click("#undo");
    assert.equal(await digits(page), EASY);
  }));

test("a damaged link is told when the page begins with it (smoke)", () =>
  pages.open(
    async (page) => {
      await message(page, "This link is damaged");
      await assertRefused(page);
    },
    { path: `#puzzle=${SMALL}&variant=%7B*constraints` },
  ));

test("old links without a checksum open with their rules", () =>
  pages.open(
    async (page) => {
      await message(page, "Play this puzzle");
      await page.locator("#drawing *").first().waitFor({ state: "attached" });
      assert.equal(await page.locator("#rules-list li").first().textContent(), "Cage: cells r1c2, r1c3; sum 5");
      assert.equal(await digits(page), `12${".".repeat(14)}`);
    },
    { path: `#puzzle=1...............&variant=${OLD_VARIANT}&entries=.2..............&mode=play` },
  ));

test("a link with the checksum that the service knows opens", () =>
  pages.open(
    async (page) => {
      await message(page, "Play this puzzle");
      assert.match(page.url(), /#check=1gdwlgh&/);
    },
    {
      path: "#check=1gdwlgh&puzzle=1...............&variant=%7B*constraints*-+%7B*type*-*cage*.*cells*-+*r1c2*.*r1c3*_.*sum*-5%7D_%7D&mode=play",
    },
  ));

test("rules of a link that the service refuses take the puzzle with them", () =>
  pages.open(async (page) => {
    await open(page, `#puzzle=${SMALL}&variant=%7B*constraints*-+null_%7D`);
    await message(page, "This did not work");
    await assertRefused(page);
  }));

test("books and links behind a question mark are told, too", async () => {
  for (const [path, text] of [
    ["?print=5000", "A book has 1 to 1000 puzzles."],
    ["?print=1001", "Its part “print” cannot be read."],
    ["?print=x", "Its part “print” cannot be read."],
    ["?difficulty=easy", "Write a “#” in place of the “?”."],
    ["?print=0", "Its part “print” cannot be read."],
    ["?print=3&difficulty=bogus", "Its part “difficulty” cannot be read."],
    ["?print=3&dificulty=hard", "Its part “dificulty” cannot be read."],
    ["?print=3&seed=-1", "Its part “seed” cannot be read."],
    ["?print=3&per_page=5", "Its part “per_page” cannot be read."],
    ["?print=3&solutions=no", "Its part “solutions” cannot be read."],
    [`?puzzle=${SMALL}`, "Write a “#” in place of the “?”."],
  ]) {
    await pages.open(
      async (page) => {
        await message(page, "This link is damaged");
        await page.locator("#message", { hasText: text ?? "" }).waitFor();
        await assertRefused(page);
        assert.equal(new URL(page.url()).search, "");
        assert.equal(await page.locator("body.prints-sheets").count(), 0);
      },
      { path: path ?? "" },
    );
  }
  await pages.open(async (page) => message(page, /^Puzzle of/), { path: "?utm_source=mail" });
});

test("a cut link to an exact cover problem is damaged", () =>
  pages.open(
    async (page) => {
      await page.selectOption("#cover-example", "colours");
      const { hash } = new URL(page.url());
      await open(page, hash.slice(0, -3));
      await message(page, "This link is damaged");
      await assertRefused(page);
    },
    { path: "#cover" },
  ));

test("a pasted link of the page opens with its rules, also in several lines (smoke)", () =>
  pages.open(async (page) => {
    await paste(page, JSON.stringify(KILLER));
    await message(page, "Puzzle loaded");
    const address = page.url();
    await page.selectOption("#example", "easy");
    await paste(page, `<${address.match(/.{1,60}/g)?.join("\r\n")}>`);
    await page.locator("#drawing circle").waitFor({ state: "attached" });
    assert.equal(await digits(page), KILLER.puzzle);
    await paste(page, address.slice(0, -4));
    await message(page, "This link is damaged");
    await assertRefused(page);
  }));

test("pasted and opened text that is refused leaves no puzzle to answer about", () =>
  pages.open(async (page) => {
    await page.selectOption("#example", "easy");
    await paste(page, "12!");
    await message(page, "This did not work");
    await assertRefused(page);
    await page.click("#undo");
    assert.equal(await digits(page), EASY);
    assert.ok(await page.locator("#check").isEnabled());
    await page.setInputFiles("#file", { name: "puzzle.txt", mimeType: "text/plain", buffer: Buffer.from("12!\n") });
    // The message is still the one about the pasted text.
    await page.waitForFunction(() => [...document.querySelectorAll("#grid td")].every((cell) => !cell.textContent));
    await message(page, "This did not work");
    await assertRefused(page);
    await turnTo(page, "play");
    await paste(page, SMALL);
    await message(page, "Puzzle loaded");
    assert.ok(await page.locator("#hint").isEnabled());
  }));

test("what was not read stands beside the grid and in each answer, and in the link", () =>
  pages.open(async (page) => {
    const about = {
      title: "Lines",
      author: "A. Setter",
      rules: "Normal sudoku rules apply.\nDigits along a line are a set of consecutive digits.",
      rules_not_read: true,
      not_read: { drawings: { line: 1, text: 2 }, rules: "Normal sudoku rules apply. Digits along a line" },
    };
    await page.route("**/convert?to=json", (route) =>
      route.fulfill({ json: { puzzle: JSON.stringify({ puzzle: EASY }), size: 9, box: { width: 3, height: 3 }, warnings: ["decorations_ignored"], ...about } }),
    );
    await turnTo(page, "play");
    await paste(page, "a link");
    await message(page, "Puzzle loaded");
    const unread = "Not read: 1 line, 2 texts, the rules in words. “Hint” and “Check” know only the rules that were read.";
    const assertShown = async () => {
      assert.equal(await page.textContent("#rules-unread"), unread);
      assert.equal(await page.textContent("#puzzle-name"), "Lines, by A. Setter");
      assert.equal(await page.textContent("#rules-prose"), about.rules);
    };
    await assertShown();
    await assertAccessibleInBothSchemes(page);
    await page.click("#hint");
    await message(page, "By the rules that were read: Look at");
    await page.click("#mistakes");
    await message(page, "By the rules that were read: No mistakes so far");
    await cell(page, 2).click();
    await page.keyboard.press("4");
    await page.reload();
    await message(page, "Play this puzzle");
    await assertShown();
    await turnTo(page, "edit");
    await page.click("#check");
    await message(page, "By the rules that were read: A proper puzzle");
    assert.equal(await page.locator("#card.good").count(), 0);
    await page.click("#remove-rules");
    assert.ok(await page.locator("#rules").isHidden());
    await page.click("#check");
    await message(page, /^A proper puzzle/);
  }));

test("a full grid is not said to be solved if rules were not read", () =>
  pages.open(
    async (page) => {
      await message(page, "Play this puzzle");
      assert.equal(
        await page.textContent("#rules-unread"),
        "This puzzle has rules that were not read. “Hint” and “Check” know only the rules that were read.",
      );
      await cell(page, 0).click();
      await page.keyboard.press("1");
      await message(page, "By the rules that were read: The grid is full");
    },
    { path: "#puzzle=.324423124133142&about=%7B*rules_not_read*-true%7D&mode=play".replace("rules_not_read", "rules%5Dnot%5Dread") },
  ));
