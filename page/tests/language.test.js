/** The languages of the page at `/`, in a browser. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { assertAccessibleInBothSchemes, cell, digits, isPlaying, label, message, replaceText, turnTo } from "./checks.js";
import { TestPages } from "./service.js";

/** @typedef {import("playwright-core").Page} Page */

const ASSETS = new URL("../assets/", import.meta.url);

/** A 4x4 with one solution. */
const SMALL = "1.....3..4.....2";
const GAME = `#puzzle=${SMALL}&mode=play`;

const GERMAN = { locale: "de-AT" };

/** A small phone. */
const NARROW = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const pages = new TestPages(GAME);

/**
 * Chooses a language in the settings, and waits until the page is loaded again.
 * @param {Page} page
 * @param {"auto" | "en" | "de"} language
 * @param {string} expected Language of the page after it.
 */
async function choose(page, language, expected) {
  await page.click("#open-settings");
  await Promise.all([page.waitForEvent("load"), page.selectOption("#language", language)]);
  await page.locator(`html[lang=${expected}]:not(.untranslated)`).waitFor();
}

/**
 * Returns the words of the strings of a module.
 * @param {string} name
 */
async function wordsOf(name) {
  const source = await readFile(new URL(name, ASSETS), "utf8");
  const strings = source.replaceAll(/\/\*[\s\S]*?\*\/|^import .*$/gm, "").match(/"[^"\n]*"|`[^`]*`/g) ?? [];
  // Names in braces are code.
  return new Set(strings.join(" ").replaceAll(/\$\{\w*/g, " ").toLowerCase().match(/\p{L}{3,}/gu));
}

const german = await wordsOf("texts-de.js");

/** Words that only English texts have. German sentences of the service have "also". */
const english = new Set([...(await wordsOf("texts-en.js"))].filter((word) => !german.has(word) && word !== "also"));

/**
 * Returns the English words that the page shows or tells, apart from texts that are marked as English.
 * @param {Page} page
 */
async function englishWords(page) {
  const texts = await page.evaluate(() => {
    const isOther = (/** @type {Element | null} */ element) => element?.closest("script, noscript, #code, [lang=en]") !== null;
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (!isOther(node.parentElement)) found.push(node.nodeValue ?? "");
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      for (const element of document.body.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name) ?? "");
    }
    return found;
  });
  const words = texts.join(" ").toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  assert.ok(words.length > 200, String(words.length));
  return [...new Set(words)].filter((word) => english.has(word));
}

test("English words are told from German ones (smoke)", () => {
  for (const word of ["puzzle", "solution", "row", "cell", "clue", "check", "with", "the"]) assert.ok(english.has(word), word);
  assert.ok(english.size > 400, String(english.size));
});

test("page has the language of the browser (smoke)", async () => {
  for (const [locale, language, play] of /** @type {const} */ ([
    ["de-AT", "de", "Spielen"],
    ["en-GB", "en", "Play"],
    ["fr-FR", "en", "Play"],
  ])) {
    await pages.open(async (page) => {
      await page.locator("nav a[data-opens=play]", { hasText: play }).waitFor();
      assert.equal(await page.getAttribute("html", "lang"), language);
      assert.equal(await page.title(), language === "de" ? "Quadrille: Sudoku spielen, lösen und prüfen" : "Quadrille: play, solve and check Sudoku");
    }, { locale });
  }
});

test("hint and steps are German", () =>
  pages.open(async (page) => {
    const asked = page.waitForRequest("**/hint");
    await page.click("#hint");
    assert.equal((await asked).postDataJSON().lang, "de");
    await message(page, /^(Zeile|Spalte|Block) \d ansehen$/);
    await page.getByRole("button", { name: "Technik nennen" }).click();
    await page.locator("#message", { hasText: /Der Schritt liegt in (Zeile|Spalte|Block) \d\./ }).waitFor();
    await page.getByRole("button", { name: "Schritt anzeigen" }).click();
    await page.locator("#message", { hasText: /also gilt: r\dc\d ist \d\./ }).waitFor();
    assert.ok((await page.locator("#grid td.house").count()) >= 4);
    assert.deepEqual(await englishWords(page), []);
    await assertAccessibleInBothSchemes(page);
    await page.getByRole("button", { name: "Schritt ausführen" }).click();
    await message(page, "Ausgeführt");
    await page.click("#path");
    await page.locator("#steps-rating", { hasText: "Leicht, 102 Punkte. 12 Schritte" }).waitFor();
    await page.locator("#steps-share li", { hasText: "Volles Haus: 8 (67 %)" }).waitFor();
    await page.locator("#step-text", { hasText: "Schritt 1 von 12. Versteckter Einer: Block 1 hat nur noch einen Platz für 3" }).waitFor();
    assert.deepEqual(await englishWords(page), []);
  }, GERMAN));

test("each view is German", () =>
  pages.open(async (page) => {
    for (const id of ["open-keys", "open-settings", "new-puzzle", "share", "paste"]) {
      await page.click(`#${id}`);
      await page.locator("dialog[open]").waitFor();
      await page.keyboard.press("Escape");
    }
    await cell(page, 1).press("3");
    await page.keyboard.press("Shift+Digit2");
    await page.keyboard.press("Alt+Digit1");
    assert.equal(await label(page, 1), "Zeile 1, Spalte 2: Eintrag 3, Grau");
    await page.click("#mistakes");
    await message(page, "Bisher keine Fehler");
    await cell(page, 2).press("3");
    await page.click("#mistakes");
    await page.locator("#message", { hasText: "Die Ziffer in r1c3 ist falsch." }).waitFor();
    assert.deepEqual(await englishWords(page), []);
    await turnTo(page, "edit");
    for (const [id, title] of /** @type {const} */ ([
      ["solve", "Gelöst: dies ist die einzige Lösung"],
      ["check", "Ein korrektes Rätsel: es hat genau eine Lösung"],
      ["count", "Genau 1 Lösung"],
      ["rate", "Leicht: 102 Punkte"],
      ["redundant", "Jede Vorgabe wird gebraucht"],
      ["candidates", "Jede Zelle hat eine mögliche Ziffer"],
    ])) {
      await page.click(`#${id}`);
      await message(page, title);
      assert.deepEqual(await englishWords(page), [], id);
    }
    await page.selectOption("#example", "multiple");
    await page.click("#check");
    await page.locator("#message", { hasText: /Zwei Lösungen unterscheiden sich in \d+ Zellen/ }).waitFor();
    await page.selectOption("#example", "killer");
    await page.locator("#rules-text [lang=en]", { hasText: "cage" }).waitFor();
    await page.locator("#rules-list li", { hasText: "Käfig: Zellen r1c1, r2c1; Summe 4" }).waitFor({ state: "attached" });
    assert.deepEqual(await englishWords(page), []);
    await page.click("nav a[data-opens=cover]");
    await page.click("#solve");
    await page.locator("#message", { hasText: "Sie wählt die Optionen 1, 4, 5." }).waitFor();
    assert.deepEqual(await englishWords(page), []);
    await page.fill("#cover-text", "a b\na c\n");
    await page.click("#solve");
    await message(page, "Das hat nicht geklappt");
    await page.click("nav a[data-opens=job]");
    await page.selectOption("#job-kind", "generate");
    assert.deepEqual(await englishWords(page), []);
    await page.fill("#job-count", "2");
    await page.click("#job-start");
    await message(page, "Fertig: 2 Rätsel");
    await page.locator("#jobs a", { hasText: "2 neue Rätsel: Mittel" }).or(page.locator("#jobs a", { hasText: "2 neue Rätsel: Leicht" })).waitFor();
    assert.deepEqual(await englishWords(page), []);
    await assertAccessibleInBothSchemes(page);
  }, GERMAN));

test("numbers and dates are those of the language", () =>
  pages.open(async (page) => {
    await page.route("**/count", (route) => route.fulfill({ contentType: "application/x-ndjson", body: '{"type":"result","verdict":"multiple","count":1234567,"complete":true,"solution":null,"witnesses":[],"differing_cells":[],"conflicts":[],"stopped_by":null,"stats":{"nodes":98765,"queue_us":0,"solve_us":1500},"limits":{"time_ms":5000,"nodes":null}}\n' }));
    await turnTo(page, "edit");
    await page.click("#count");
    await message(page, "Genau 1.234.567 Lösungen");
    await page.locator("#message", { hasText: "Die Suche hat 98.765 Knoten besucht. Dauer: 1,50 Millisekunden." }).waitFor();
    await turnTo(page, "play");
    await page.click("#new-puzzle");
    await page.fill("#daily-date", "2026-11-05");
    await page.click("#daily");
    await message(page, "Rätsel vom 05.11.2026: ");
  }, GERMAN));

test("language is chosen, and the game goes on (smoke)", () =>
  pages.open(async (page) => {
    await cell(page, 1).press("3");
    await cell(page, 2).press("Shift+Digit2");
    await choose(page, "de", "de");
    await page.locator("nav a[aria-current]", { hasText: "Spielen" }).waitFor();
    assert.equal(await digits(page).then((text) => text.slice(0, 2)), "13");
    assert.equal(await label(page, 2), "Zeile 1, Spalte 3: leer, Notizen in der Ecke 2");
    assert.equal(await page.inputValue("#language"), "de");
    await page.goto("about:blank");
    await page.goto(`${pages.service.url}${GAME}`);
    assert.equal(await label(page, 1), "Zeile 1, Spalte 2: Eintrag 3");
    await choose(page, "auto", "en");
    assert.equal(await label(page, 2), "row 1, column 3: empty, corner marks 2");
    assert.equal(await isPlaying(page), true);
    const asked = page.waitForRequest("**/path");
    await page.click("#path");
    assert.equal((await asked).postDataJSON().lang, "en");
  }));

test("setting wins over the browser, also in what the service says", () =>
  pages.open(async (page) => {
    await choose(page, "en", "en");
    await page.click("#hint");
    await message(page, "Look at ");
    await page.getByRole("button", { name: "Show the step" }).click();
    await page.locator("#message", { hasText: /so r\dc\d is \d/ }).waitFor();
  }, GERMAN));

test("problem that is too large for the address stays when the language is chosen", () =>
  pages.open(async (page) => {
    await page.click("nav a[data-opens=cover]");
    const text = `a b\n${"a b\n".repeat(12_000)}`;
    await replaceText(page, "#cover-text", text);
    assert.equal(new URL(page.url()).hash, "#cover");
    await choose(page, "de", "de");
    assert.equal(await page.inputValue("#cover-text"), text);
    assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  }));

test("no English text shows before the modules run", () =>
  pages.open(async (page) => {
    await page.route("**/page/main.js", (route) => route.abort());
    await page.reload();
    assert.equal(await page.getAttribute("html", "lang"), "de");
    assert.equal(await page.locator("nav a[data-opens=play]").isVisible(), false);
    assert.equal(await page.locator("#origin").isHidden(), true);
  }, GERMAN));

test("page is ready for keys when it is loaded", () =>
  pages.open(async (page) => {
    await page.addInitScript(() => {
      addEventListener("load", () => {
        document.documentElement.dataset["atLoad"] = document.querySelector("#grid td:nth-child(2)")?.getAttribute("aria-label") ?? "";
      });
    });
    // Texts that come last.
    await page.route("**/page/texts-de.js", async (route) => route.fulfill({ response: await route.fetch() }));
    await page.reload();
    assert.equal(await page.getAttribute("html", "data-at-load"), "Zeile 1, Spalte 2: leer");
  }, GERMAN));

test("both languages work without a connection", () =>
  pages.open(async (page) => {
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.context().setOffline(true);
    await choose(page, "en", "en");
    assert.equal(await digits(page), SMALL);
    await choose(page, "de", "de");
    assert.equal(await digits(page), SMALL);
    await page.context().setOffline(false);
  }, { ...GERMAN, serviceWorkers: "allow" }));

test("German page fits a small phone", () =>
  pages.open(async (page) => {
    const misfits = () => page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const controls = [...document.querySelectorAll("button, nav, nav a, summary, label, h2, h3")];
      const isShown = (/** @type {Element} */ element) => element.checkVisibility() && element.closest(".hidden") === null;
      const cut = controls.filter((element) => isShown(element) && element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== "inline");
      return [...(scrollWidth > clientWidth ? [`page ${scrollWidth}`] : []), ...cut.map(({ id, textContent }) => id || textContent)];
    });
    assert.deepEqual(await misfits(), []);
    for (const press of ["hintHouse", "hintTechnique", "hintAll"]) {
      await page.click("#hint");
      await page.locator(`#next button:not([value=${press}])`).first().waitFor();
      assert.deepEqual(await misfits(), [], press);
    }
    for (const id of ["open-settings", "new-puzzle", "share", "paste"]) {
      await page.click(`#${id}`);
      assert.deepEqual(await misfits(), [], id);
      await page.keyboard.press("Escape");
    }
    for (const view of ["edit", "cover", "job"]) {
      await page.click(`nav a[data-opens=${view}]`);
      assert.deepEqual(await misfits(), [], view);
    }
  }, { ...GERMAN, ...NARROW }));
