/** The page at `/`, in a browser. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { PHONE, assertAccessible, assertAccessibleInBothSchemes, digits, focused, message, turnScheme } from "./checks.js";
import { Service, TestPages, apiKey } from "./service.js";

/** @typedef {import("playwright-core").Page} Page */

const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/** A 4x4 with candidates, without which it has several solutions. */
const MARKS = "| 1 {34} | . . |\n| . . | 3 . |\n+--+--+\n| . 4 | . . |\n| . . | . {12} |";

const pages = new TestPages("#mode=edit");

/**
 * Returns the cells that show candidates, such as `r1c2 34`.
 * @param {Page} page
 */
async function candidates(page) {
  const cells = await page.locator("#grid td.candidates").all();
  const labels = await Promise.all(cells.map((cell) => cell.getAttribute("aria-label")));
  return labels.map((label) => {
    const [, row, column, digits = ""] = /^row (\d+), column (\d+): empty, candidates (.*)$/.exec(label ?? "") ?? [];
    return `r${row}c${column} ${digits.replaceAll(" ", "")}`;
  });
}

/**
 * Returns a puzzle in another format.
 * @param {string} text
 * @param {string} format
 */
async function converted(text, format) {
  const response = await fetch(`${pages.service.url}convert?to=${format}`, { method: "POST", body: text });
  return (await response.json()).puzzle;
}

/**
 * Pastes a text, as with the keyboard.
 * @param {Page} page
 * @param {string} text
 */
async function paste(page, text) {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData }));
  }, text);
}

test("keyboard alone types, solves and undoes (smoke)", () =>
  pages.open(async (page) => {
    await page.selectOption("#size", "4");
    await page.locator("#box").press("Tab");
    assert.equal(await focused(page), "TD");
    await page.keyboard.type("1");
    for (const key of ["ArrowDown", "ArrowRight", "3", "ArrowDown", "Home", "ArrowRight", "4"]) {
      await page.keyboard.press(key);
    }
    await page.keyboard.press("Control+End");
    await page.keyboard.press("2");
    assert.equal(await digits(page), "1.....3..4.....2");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Control+z");
    assert.equal(await digits(page), "1.....3..4.....2");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+y");
    assert.equal(await digits(page), "1.....3..4.....2");
    // The two tools come next, then the keys of the pad, undo, redo and the actions.
    for (let tab = 0; tab < 10; tab += 1) await page.keyboard.press("Tab");
    assert.equal(await focused(page), "solve");
    await page.keyboard.press("Enter");
    await message(page, "Solved: this is the only solution");
    assert.equal(await digits(page), "1324423124133142");
  }));

test("pasted puzzle is solved (smoke)", () =>
  pages.open(async (page) => {
    await paste(page, EASY);
    await message(page, "Puzzle loaded");
    assert.equal(await digits(page), EASY);
    await page.click("#solve");
    await message(page, "Solved: this is the only solution");
    assert.equal(await digits(page), SOLUTION);
    const solved = await page.locator("#grid td.solution").count();
    assert.equal(solved, 51);
    await page.locator("#message", { hasText: "Logic alone was enough. It took" }).waitFor();
  }));

test("drawings, rows and arrays are pasted", () =>
  pages.open(async (page) => {
    const drawing = "+-----+-----+\n| 1 . | . . |\n| . . | 3 . |\n+-----+-----+\n| . 4 | . . |\n| . . | . 2 |\n+-----+-----+\n";
    const array = "[[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]]";
    const object = '{"puzzle": ["1...", "..3.", ".4..", "...2"]}';
    for (const text of [drawing, "1...\n..3.\n.4..\n...2", array, object]) {
      await page.selectOption("#example", "easy");
      await paste(page, text);
      await message(page, "Puzzle loaded");
      assert.equal(await digits(page), "1.....3..4.....2", text);
    }
    const row = Array.from({ length: 36 }, (_, index) => (index === 1 ? 36 : 0));
    await paste(page, JSON.stringify([row, ...Array.from({ length: 35 }, () => row.map(() => 0))]));
    await page.locator("#grid td").nth(36 * 36 - 1).waitFor();
    assert.equal(await page.locator("#grid td").nth(1).textContent(), "36");
    await paste(page, "1");
    await message(page, "This did not work");
  }));

test("puzzle is pasted in the dialog and opened from a file", () =>
  pages.open(async (page) => {
    await page.click("#paste");
    await page.fill("#paste-text", EASY.match(/.{9}/g)?.join("\n") ?? "");
    await assertAccessible(page);
    await page.click("#paste-dialog button[value=use]");
    await message(page, "Puzzle loaded");
    assert.equal(await digits(page), EASY);
    const file = { name: "puzzle.txt", mimeType: "text/plain", buffer: Buffer.from("1.....3..4.....2\n") };
    await page.setInputFiles("#file", file);
    await page.locator("#grid td").nth(16).waitFor({ state: "detached" });
    assert.equal(await digits(page), "1.....3..4.....2");
  }));

test("check of a proper puzzle says so", () =>
  pages.open(async (page) => {
    await page.selectOption("#example", "seventeen");
    await page.click("#check");
    await message(page, "exactly one solution");
    assert.equal(await page.locator("#grid td.differs").count(), 0);
  }));

test("check of several solutions marks the differing cells (smoke)", () =>
  pages.open(async (page) => {
    await page.selectOption("#example", "multiple");
    await page.click("#check");
    await message(page, "it has several solutions");
    const texts = await page.locator("#grid td.differs").allTextContents();
    assert.ok(texts.length >= 4, String(texts));
    for (const text of texts) assert.match(text.trim(), /^([1-9]) (?!\1)[1-9]$/);
    await assertAccessible(page);
  }));

test("conflicts are marked (smoke)", () =>
  pages.open(async (page) => {
    await page.locator("#grid td").first().click();
    for (const key of ["5", "ArrowRight", "5"]) await page.keyboard.press(key);
    assert.equal(await page.locator("#grid td.clash[aria-invalid=true]").count(), 2);
    await page.click("#check");
    await message(page, "no solution");
    await page.locator("#message", { hasText: "Row 1 has 5 twice" }).waitFor();
    assert.equal(await page.locator("#grid td[aria-invalid=true]").count(), 2);
    await page.locator("#grid td").first().press("Delete");
    assert.equal(await page.locator("#grid td[aria-invalid=true]").count(), 0);
  }));

test("puzzle without solution and without conflict is refuted", () =>
  pages.open(async (page) => {
    await page.selectOption("#example", "unsolvable");
    await page.click("#solve");
    await message(page, "no solution");
    assert.equal(await page.locator("#grid td.clash").count(), 0);
  }));

test("count of few solutions is exact (smoke)", () =>
  pages.open(async (page) => {
    await page.selectOption("#example", "multiple");
    await page.click("#count");
    await message(page, "Exactly 12 solutions");
  }));

test("stopped count ends in the service", () =>
  pages.open(async (page) => {
    await page.click("#count");
    await message(page, "so far");
    await assertAccessible(page);
    await page.click("#stop");
    await message(page, "Stopped");
    await pages.service.line(/\/count.*cancelled|cancelled.*\/count/);
    assert.equal(await page.locator("#stop").isVisible(), false);
  }));

test("address holds the puzzle (smoke)", () =>
  pages.open(async (page) => {
    await page.selectOption("#size", "6");
    await page.selectOption("#box", "2x3");
    await page.locator("#grid td").first().press("6");
    const address = page.url();
    assert.match(new URL(address).hash, /^#check=\w+&puzzle=6\.{35}&box=2x3$/);
    const other = await page.context().newPage();
    await other.goto(address);
    assert.equal(await digits(other), `6${".".repeat(35)}`);
    assert.equal(await other.inputValue("#box"), "2x3");
  }));

test("every size is drawn, shared and solved", () =>
  pages.open(async (page) => {
    for (const size of [4, 7, 12, 16, 25, 36]) {
      await page.selectOption("#size", String(size));
      assert.equal(await page.locator("#grid td").count(), size * size);
    }
    await page.locator("#grid td").nth(1).click();
    await page.click('#pad button[value="36"]');
    await page.reload();
    assert.equal(await page.locator("#grid td").nth(1).textContent(), "36");
    await page.selectOption("#example", "twenty-five");
    await page.click("#solve");
    await message(page, "Solved: this is the only solution");
    assert.equal((await digits(page)).includes("."), false);
  }));

test("remaining candidates are shown in empty cells", () =>
  pages.open(async (page) => {
    await page.selectOption("#example", "easy");
    await page.click("#show-candidates");
    assert.match((await page.locator("#grid td").nth(2).textContent()) ?? "", /^1\s+2\s+4\s*$/);
    assert.equal(
      await page.locator("#grid td").nth(2).getAttribute("aria-label"),
      "row 1, column 3: empty, candidates 1 2 4",
    );
    await page.click("#show-candidates");
    assert.equal(await digits(page), EASY);
  }));

test("pasted candidates are shown, sent and shared", () =>
  pages.open(async (page) => {
    for (const format of ["pencilmarks", "sukaku", "fpuzzles"]) {
      const text = await converted(MARKS, format);
      await page.selectOption("#example", "easy");
      await paste(page, text);
      await message(page, "Puzzle loaded");
      assert.deepEqual(await candidates(page), ["r1c2 34", "r4c4 12"], format);
      await page.click("#solve");
      await message(page, "Solved: this is the only solution");
      const code = (await page.locator("#code").textContent()) ?? "";
      assert.ok(code.includes('"candidates":{"r1c2":[3,4],"r4c4":[1,2]}'), code);
    }
    await page.reload();
    assert.deepEqual(await candidates(page), ["r1c2 34", "r4c4 12"]);
    assert.equal(await page.locator("#grid td").nth(1).getAttribute("aria-label"), "row 1, column 2: empty, candidates 3 4");
    await assertAccessible(page);
    await page.click("#clear");
    assert.deepEqual(await candidates(page), []);
  }));

test("candidates are typed, changed and removed", () =>
  pages.open(async (page) => {
    await page.selectOption("#size", "4");
    await page.locator("#grid td").first().click();
    await page.keyboard.press("Enter");
    assert.equal(await page.getAttribute("#tools button[value=marks]", "aria-pressed"), "true");
    assert.equal(await page.getAttribute("#pad", "aria-label"), "Candidates");
    await page.keyboard.type("412");
    await page.keyboard.press("ArrowRight");
    await page.click('#pad button[value="3"]');
    assert.deepEqual(await candidates(page), ["r1c1 124", "r1c2 3"]);
    await page.locator("#grid td").first().press("2");
    await page.keyboard.press("Control+z");
    assert.deepEqual(await candidates(page), ["r1c1 124", "r1c2 3"]);
    // A digit hides the candidates of its cell.
    await page.keyboard.press("Enter");
    await page.keyboard.press("2");
    assert.deepEqual(await candidates(page), ["r1c2 3"]);
    await page.click("#solve");
    await message(page, "This is one of several solutions");
    assert.ok(!((await page.locator("#code").textContent()) ?? "").includes("r1c1"));
    await page.locator("#grid td").first().press("Delete");
    assert.deepEqual(await candidates(page), ["r1c1 124", "r1c2 3"]);
    await page.keyboard.press("Delete");
    assert.deepEqual(await candidates(page), ["r1c2 3"]);
  }));

test("remaining candidates are changed by typing", () =>
  pages.open(async (page) => {
    await page.selectOption("#example", "easy");
    await page.click("#show-candidates");
    await page.click("#tools button[value=marks]");
    await page.locator("#grid td").nth(2).press("4");
    assert.equal((await candidates(page))[0], "r1c3 12");
    await page.click("#show-candidates");
    assert.deepEqual(await candidates(page), ["r1c3 12"]);
  }));

test("ignored drawings are reported", () =>
  pages.open(async (page) => {
    const grid = Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => ({})));
    await paste(page, JSON.stringify({ puzzle: JSON.stringify({ size: 4, grid, line: [{ lines: [["R1C1", "R1C2"]] }] }) }));
    await page.locator("#message", { hasText: "may have more rules" }).waitFor();
  }));

test("code of the last action is shown for both languages and runs", () =>
  pages.open(async (page) => {
    await page.selectOption("#example", "easy");
    const curl = await page.locator("#code").textContent();
    assert.match(curl ?? "", /^curl http:\/\/127\.0\.0\.1:\d+\/solve \\\n/);
    await page.click("#code-title");
    await page.getByLabel("fetch").check();
    const code = (await page.locator("#code").textContent()) ?? "";
    const run = new Function("log", `return (async () => {\n${code.replaceAll("console.log", "log")}\n})();`);
    /** @type {{ solution?: string }} */
    let answer = {};
    await run((/** @type {typeof answer} */ value) => {
      answer = value;
    });
    assert.equal(answer.solution, SOLUTION);
    await page.click("#count");
    await message(page, "Exactly 1 solution");
    assert.match((await page.locator("#code").textContent()) ?? "", /application\/x-ndjson/);
  }));

test("picture is saved with the solution (smoke)", () =>
  pages.open(async (page) => {
    await page.selectOption("#example", "easy");
    await page.click("#solve");
    await message(page, "Solved");
    await page.click("#share");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#picture-svg")]);
    assert.equal(download.suggestedFilename(), "sudoku.svg");
    const svg = await readFile((await download.path()) ?? "", "utf8");
    assert.equal(svg.match(/<text/g)?.length, 81);
  }));

test("phone shows the whole grid and fills cells by touch (smoke)", () =>
  pages.open(async (page) => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `${width}`);
    const grid = await page.locator("#grid").boundingBox();
    assert.ok(grid !== null && grid.x >= 0 && grid.x + grid.width <= 390);
    await page.locator("#grid td").nth(4).tap();
    await page.locator('#pad button[value="7"]').tap();
    assert.equal(await page.locator("#grid td").nth(4).textContent(), "7");
    await page.locator("#solve").tap();
    await message(page, "one of several solutions");
    await assertAccessible(page);
    await page.selectOption("#example", "twenty-five");
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  }, PHONE));

test("API key is asked for, used and named in the code", async () => {
  const { key, settings } = apiKey();
  const closed = await Service.start(settings);
  try {
    await pages.open(async (page) => {
      await page.selectOption("#example", "easy");
      await page.click("#solve");
      await message(page, "This did not work");
      assert.equal(await page.evaluate(() => document.activeElement?.id), "key");
      await assertAccessible(page);
      await page.keyboard.type(key);
      await page.keyboard.press("Enter");
      await message(page, "Solved: this is the only solution");
      assert.equal(await page.locator("#key").isVisible(), false);
      const code = (await page.locator("#code").textContent()) ?? "";
      assert.match(code, /authorization: Bearer \$QUADRILLE_KEY/);
      assert.ok(!code.includes(key));
    }, { service: closed });
  } finally {
    await closed.stop();
  }
});

test("light and dark pages are accessible (smoke)", () =>
  pages.open(async (page) => {
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await colour();
    await assertAccessibleInBothSchemes(page);
    await page.selectOption("#example", "easy");
    await page.click("#show-candidates");
    await assertAccessibleInBothSchemes(page);
    await page.click("#solve");
    await message(page, "Solved");
    await assertAccessibleInBothSchemes(page);
    await turnScheme(page, "dark");
    assert.notEqual(await colour(), light);
  }));

test("print shows the grid alone (smoke)", () =>
  pages.open(async (page) => {
    await page.selectOption("#example", "easy");
    await page.emulateMedia({ media: "print" });
    for (const id of ["solve", "pad", "undo", "code", "example"]) {
      assert.equal(await page.locator(`#${id}`).isVisible(), false, id);
    }
    assert.equal(await page.locator("#grid").isVisible(), true);
  }));
