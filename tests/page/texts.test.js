/** The texts of the page at `/`: all of them are in `texts.js`. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { message, turnTo } from "./checks.js";
import { TestPages } from "./service.js";

/** @typedef {import("playwright-core").Page} Page */

const ASSETS = new URL("../../src/http/page/assets/", import.meta.url);

/** Names and words of code, the same in each language. */
const NAMES = /^(Quadrille( [\w.+-]+)?|OpenAPI|curl|fetch)$/;

const pages = new TestPages("#mode=edit");

/** Returns a module in place of `texts.js` that puts brackets around each text. Members of messages that are no texts stay. */
async function markedTexts() {
  const names = Object.keys(await import(new URL("texts.js", ASSETS).href));
  return `
    import * as texts from "./unmarked-texts.js";
    const isWord = (name, member) => name === "tone" || (name === "next" && Array.isArray(member));
    function marked(value) {
      if (typeof value === "string") return value === "" ? "" : "[" + value + "]";
      if (typeof value === "function") return (...inputs) => marked(value(...inputs));
      if (Array.isArray(value)) return value.map(marked);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, isWord(name, member) ? member : marked(member)]));
    }
    ${names.map((name) => `export const ${name} = marked(texts.${name});`).join("\n")}
  `;
}

/**
 * Returns the texts and labels of the page that have a word outside of brackets.
 * @param {Page} page
 */
async function unmarked(page) {
  const texts = await page.evaluate(() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest("script, noscript, #code") === null) found.push(node.nodeValue ?? "");
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      for (const element of document.body.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name) ?? "");
    }
    return found;
  });
  return texts.map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text.replaceAll(/\[.*\]/gs, "")) && !NAMES.test(text));
}

test("each view shows texts of texts.js alone", () =>
  pages.open(async (page) => {
    const module = await markedTexts();
    await page.route("**/page/texts.js", (route) => route.fulfill({ contentType: "text/javascript", body: module }));
    await page.route("**/page/unmarked-texts.js", async (route) =>
      route.fulfill({ response: await route.fetch({ url: `${pages.service.url}page/texts.js` }) }),
    );
    await page.reload();
    await message(page, "[Type a puzzle");
    assert.deepEqual(await unmarked(page), []);
    await page.selectOption("#example", "multiple");
    await page.click("#check");
    await message(page, "several solutions");
    assert.deepEqual(await unmarked(page), []);
    await page.selectOption("#example", "easy");
    await turnTo(page, "play");
    for (const title of ["Look at ", "Single", "Single", "Done"]) {
      await page.click("#hint");
      await message(page, title);
      assert.deepEqual(await unmarked(page), []);
    }
    await page.click("nav a[data-opens=cover]");
    await page.click("#solve");
    await message(page, "Solved");
    assert.deepEqual(await unmarked(page), []);
    await page.click("nav a[data-opens=job]");
    for (const kind of await page.locator("#job-kind option").evaluateAll((options) => options.map((option) => option.getAttribute("value") ?? ""))) {
      await page.selectOption("#job-kind", kind);
      assert.deepEqual(await unmarked(page), [], kind);
    }
    await page.selectOption("#job-kind", "generate");
    await page.fill("#job-count", "1");
    await page.click("#job-start");
    await message(page, "Done");
    assert.deepEqual(await unmarked(page), []);
  }));

test("every text of the page has a place, and every place a text", async () => {
  const { labels } = await import(new URL("texts.js", ASSETS).href);
  const html = await readFile(new URL("index.html", ASSETS), "utf8");
  const names = new Set(Array.from(html.matchAll(/data-(?:text|label)="(\w+)"/g), ([, name = ""]) => name));
  assert.deepEqual([...names].filter((name) => !(name in labels)), []);
  assert.deepEqual(Object.keys(labels).filter((name) => !names.has(name)), []);
  // Texts that show before the modules run.
  for (const [, name = "", text] of html.matchAll(/data-text="(\w+)"[^>]*>([^<]+)</g)) assert.equal(text, labels[name]);
});
