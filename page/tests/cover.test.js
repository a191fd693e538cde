/** Exact cover problems on the page, in a browser. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { PHONE, assertAccessible, assertAccessibleInBothSchemes, message, replaceText } from "./checks.js";
import { TestPages } from "./service.js";

/** @typedef {import("playwright-core").Page} Page */

const pages = new TestPages("#cover");

/**
 * Returns the labels of the chosen rows.
 * @param {Page} page
 */
function chosen(page) {
  return page.locator("#matrix tr.chosen th").allTextContents();
}

/**
 * Returns `n` options with an item each, as Knuth's text.
 * @param {number} n
 */
function diagonal(n) {
  const items = Array.from({ length: n }, (_, index) => `i${index + 1}`);
  return [items.join(" "), ...items].join("\n");
}

test("keyboard alone opens the view and solves the matrix (smoke)", () =>
  pages.open(async (page) => {
    await page.getByRole("link", { name: "Exact cover" }).press("Enter");
    await page.locator("#cover-text").waitFor();
    assert.equal(await page.locator("#grid").isVisible(), false);
    assert.equal(await page.locator("#check").isVisible(), false);
    await page.locator("#cover-text").press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "solve");
    await page.keyboard.press("Enter");
    await message(page, "Solved: this is the only solution");
    await page.locator("#message", { hasText: "It chooses options 1, 4, 5." }).waitFor();
    await page.locator("#message", { hasText: /visited \d+ nodes\. It took/ }).waitFor();
    assert.deepEqual(await chosen(page), ["✓ 1", "✓ 4", "✓ 5"]);
    assert.equal(await page.locator("#matrix tr.chosen td.covered").count(), 7);
    await page.getByRole("link", { name: "Play" }).press("Enter");
    await page.locator("#grid").waitFor();
    assert.equal(await page.locator("#matrix").isVisible(), false);
  }, { path: "" }));

test("colours and secondary items are drawn", () =>
  pages.open(async (page) => {
    await page.selectOption("#cover-example", "colours");
    assert.deepEqual(await page.locator("#matrix thead th.secondary").allTextContents(), ["x", "y"]);
    assert.deepEqual(await page.locator("#matrix td.coloured").allTextContents(), ["A", "A", "B", "A", "B"]);
    await page.click("#solve");
    await message(page, "Solved: this is the only solution");
    assert.deepEqual(await chosen(page), ["✓ 2", "✓ 4"]);
    await page.locator("#cover-text").press("Control+End");
    await page.keyboard.type("q y:B\n");
    assert.deepEqual(await chosen(page), []);
    assert.equal(await page.locator("#matrix tbody tr").count(), 6);
  }));

test("queens are counted and one solution is drawn (smoke)", () =>
  pages.open(async (page) => {
    await page.selectOption("#cover-example", "queens");
    await page.click("#count");
    await message(page, "Exactly 4 solutions");
    await page.locator("#message", { hasText: "One of them chooses options" }).waitFor();
    assert.equal((await chosen(page)).length, 6);
    await page.click("#solve");
    await message(page, "This is one of several solutions");
  }));

test("all examples have solutions", () =>
  pages.open(async (page) => {
    const counts = { matrix: 1, colours: 1, queens: 4, langford: 2, pentominoes: 4, timetable: 1 };
    const names = await page.locator("#cover-example option").evaluateAll((options) =>
      options.map((option) => option.getAttribute("value") ?? ""),
    );
    assert.deepEqual(names, ["", ...Object.keys(counts)]);
    for (const [name, count] of Object.entries(counts)) {
      await page.selectOption("#cover-example", name);
      await page.click("#count");
      await message(page, `Exactly ${count} solution`);
    }
  }));

test("problem is opened from a file and dropped", () =>
  pages.open(async (page) => {
    await page.setInputFiles("#file", { name: "toy.dlx", mimeType: "", buffer: Buffer.from("p q\np q\n") });
    await page.locator("#matrix tbody tr").nth(1).waitFor({ state: "detached" });
    assert.equal(await page.inputValue("#cover-text"), "p q\np q\n");
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["p\np\np\n"], "drop.dlx"));
      document.getElementById("cover-text")?.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
    });
    await page.locator("#matrix tbody tr").nth(1).waitFor();
    assert.equal(await page.inputValue("#cover-text"), "p\np\np\n");
  }));

test("address of a large problem names the view alone", () =>
  pages.open(async (page) => {
    await page.setInputFiles("#file", { name: "large.dlx", mimeType: "", buffer: Buffer.from(diagonal(4000)) });
    await page.locator("#cover-link:disabled").waitFor();
    assert.equal(new URL(page.url()).hash, "#cover");
    await page.selectOption("#cover-example", "colours");
    assert.equal(await page.locator("#cover-link").isEnabled(), true);
  }));

test("JSON, arrays and rows of digits are read", () =>
  pages.open(async (page) => {
    const object = '{"primary": ["a", "b"], "secondary": ["x"], "options": [["a", "x:red"], ["b", "x:red"]]}';
    const array = "[[0, 1, 1], [1, 0, 0]]";
    const forms = [
      '{"options": [[2, 3], [1]]}',
      '{"secondary": [1], "options": [[2, 1], [3]]}',
      '{"matrix": [[true, false, true], [false, true, false]]}',
      '{"matrix": [[0, 1, 1], [1, 0, 0]], "secondary": ["3"]}',
    ];
    for (const text of [object, array, `{"matrix": ${array}}`, "011\n100", "0,1,1\n1,0,0\n", ...forms]) {
      await page.fill("#cover-text", text);
      await page.click("#solve");
      await message(page, "Solved: this is the only solution");
      assert.deepEqual(await chosen(page), ["✓ 1", "✓ 2"], text);
      await page.click("#count");
      await message(page, "Exactly 1 solution");
    }
    // Rows of two digits are Knuth's text with the names 0 and 1.
    await page.fill("#cover-text", "0 1\n0\n1");
    await page.click("#count");
    await message(page, "Exactly 1 solution");
  }));

test("options without a primary item are named", () =>
  pages.open(async (page) => {
    await page.fill("#cover-text", "a | x\nx:1\na x:2\nx:2\n");
    await page.click("#solve");
    await message(page, "Solved: this is the only solution");
    await page.locator("#message", { hasText: "Options 1, 3 without a primary item: skipped" }).waitFor();
    assert.deepEqual(await chosen(page), ["✓ 2"]);
  }));

test("problem without solution is refuted", () =>
  pages.open(async (page) => {
    await page.fill("#cover-text", "p q\np");
    await page.click("#solve");
    await message(page, "This problem has no solution");
    assert.deepEqual(await chosen(page), []);
  }));

test("all faults are shown with their places", () =>
  pages.open(async (page) => {
    await page.fill("#cover-text", "p q | x\np z\nq:1\nx x\n");
    await page.click("#solve");
    await message(page, "This did not work");
    const lines = await page.locator("#message p:not(.title)").allTextContents();
    assert.deepEqual(
      lines.map((line) => /\(line \d+, column \d+\)$/.exec(line)?.[0]),
      ["(line 2, column 3)", "(line 3, column 1)", "(line 4, column 3)"],
    );
    assert.equal(await page.getAttribute("#cover-text", "aria-invalid"), "true");
    await assertAccessible(page);
    await page.fill("#cover-text", '{"primary": ["a"], "options": [["a", "b"]]}');
    assert.equal(await page.getAttribute("#cover-text", "aria-invalid"), null);
    await page.click("#solve");
    await page.locator("#message", { hasText: "/options/0/1" }).waitFor();
    await page.fill("#cover-text", '{"primary": ');
    await page.locator("#matrix-note", { hasText: "no options to draw" }).waitFor();
    await page.click("#solve");
    await page.locator("#message", { hasText: "EOF" }).waitFor();
  }));

test("large problem is drawn in part", () =>
  pages.open(async (page) => {
    await replaceText(page, "#cover-text", diagonal(60));
    assert.equal(await page.locator("#matrix-note").textContent(), "");
    assert.equal(await page.locator("#matrix tbody td").count(), 60 * 60);
    await replaceText(page, "#cover-text", `${diagonal(70)}\ni1`);
    const note = "Large problem: the picture shows the first 60 of 71 options and the first 60 of 70 items.";
    assert.equal(await page.locator("#matrix-note").textContent(), note);
    assert.equal(await page.locator("#matrix tbody td").count(), 60 * 60);
  }));

test("chosen options of a large problem are drawn", () =>
  pages.open(async (page) => {
    const options = Array.from({ length: 99 }, (_, index) => `a x:${index}`);
    await replaceText(page, "#cover-text", ["a b | x", ...options, "b x:98"].join("\n"));
    await page.click("#solve");
    await message(page, "Solved: this is the only solution");
    assert.deepEqual(await chosen(page), ["✓ 99", "✓ 100"]);
    const note = "Large problem: the picture shows the chosen 2 of 100 options.";
    assert.equal(await page.locator("#matrix-note").textContent(), note);
  }));

test("stopped count ends in the service", () =>
  pages.open(async (page) => {
    // Partitions of 40 items into pairs.
    const items = Array.from({ length: 40 }, (_, index) => `i${index}`);
    const pairs = items.flatMap((item, index) => items.slice(index + 1).map((other) => `${item} ${other}`));
    await replaceText(page, "#cover-text", [items.join(" "), ...pairs].join("\n"));
    await page.click("#count");
    await message(page, "so far");
    await page.click("#stop");
    await message(page, "Stopped");
    await pages.service.line(/\/exact-cover\/count.*cancelled|cancelled.*\/exact-cover\/count/);
  }));

test("address holds the problem (smoke)", () =>
  pages.open(async (page) => {
    await page.selectOption("#cover-example", "colours");
    const address = page.url();
    const text = await page.inputValue("#cover-text");
    assert.equal(new URLSearchParams(new URL(address).hash.slice(1)).get("cover"), text);
    const other = await page.context().newPage();
    await other.goto(address);
    assert.equal(await other.inputValue("#cover-text"), text);
    assert.equal(await other.locator("#matrix tbody tr").count(), 5);
  }));

test("code runs in a shell and in a program", () =>
  pages.open(async (page) => {
    await page.fill("#cover-text", "it's `a` ${b} \\n | @\nit's `a` ${b} @:1\n\\n @:1\n");
    await page.click("#count");
    await message(page, "Exactly 1 solution");
    const curl = (await page.locator("#code").textContent()) ?? "";
    const lines = execFileSync("sh", ["-c", curl], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    assert.match(lines, /"verdict":"unique","count":1/);
    await page.click("#solve");
    await message(page, "Solved");
    await page.click("#code-title");
    await page.getByLabel("fetch").check();
    const code = (await page.locator("#code").textContent()) ?? "";
    const run = new Function("log", `return (async () => {\n${code.replaceAll("console.log", "log")}\n})();`);
    /** @type {{ verdict?: string }} */
    let answer = {};
    await run((/** @type {typeof answer} */ value) => {
      answer = value;
    });
    assert.equal(answer.verdict, "unique");
  }));

test("view is accessible, light and dark, wide and on a phone", async () => {
  for (const device of [{}, PHONE]) {
    await pages.open(
      async (page) => {
        await assertAccessibleInBothSchemes(page);
        for (const example of ["colours", "timetable"]) {
          await page.selectOption("#cover-example", example);
          await page.click("#solve");
          await message(page, "solution");
          await assertAccessibleInBothSchemes(page);
        }
        const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(Number(content) <= Number(window), `${content} > ${window}`);
      },
      device,
    );
  }
});
