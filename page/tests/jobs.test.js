/** Jobs on the page, in a browser. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { PHONE, assertAccessible, assertAccessibleInBothSchemes, makeNew, message, replaceText } from "./checks.js";
import { Service, TestPages, apiKey } from "./service.js";

/** @typedef {import("playwright-core").Page} Page */

const pages = new TestPages("#job");

/** An exact cover problem with 2^70 solutions. */
const HUGE = [
  Array.from({ length: 70 }, (_, item) => `i${item}`).join(" "),
  ...Array.from({ length: 140 }, (_, option) => `i${option >> 1}`),
].join("\n");

/** A proper puzzle, one with several solutions, and text that is none. */
const PUZZLES = ["1.....3..4.....2", "1...............", "123"];

/**
 * Returns the value beside a name of the shown job.
 * @param {Page} page
 * @param {string} name
 */
function fact(page, name) {
  return page.locator(`#job-facts dt:text-is("${name}") + dd`).textContent();
}

/**
 * Starts a job that does not end: the count of all 9x9 grids.
 * @param {Page} page
 */
async function startEndless(page) {
  await page.selectOption("#job-kind", "puzzle");
  await page.click("#job-start");
  await message(page, "The job is running");
}

/** @param {Page} page */
async function cancel(page) {
  await page.click("#job-cancel");
  await message(page, "The job was cancelled");
}

/**
 * Opens a page of a service with own settings.
 * @param {string} settings
 * @param {(page: Page) => Promise<void>} run
 * @param {string} [path]
 */
async function withSettings(settings, run, path) {
  const service = await Service.start(settings);
  try {
    await pages.open(run, { service, ...(path !== undefined && { path }) });
  } finally {
    await service.stop();
  }
}

test("keyboard alone counts a puzzle in a job and removes it (smoke)", () =>
  pages.open(async (page) => {
    await page.selectOption("#size", "4");
    await page.getByRole("link", { name: "Jobs", exact: true }).press("Enter");
    await page.locator("#job-help", { hasText: "4x4 with 0 clues" }).waitFor();
    assert.equal(await page.locator("#solve").isVisible(), false);
    assert.match((await page.locator("#code").textContent()) ?? "", /\/jobs .*"operation":"count"/s);
    await page.locator("#job-kind").press("Tab");
    await page.keyboard.press("Enter");
    await message(page, "Done: 288 solutions");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "job-title");
    assert.equal(await page.locator("#job-sum").textContent(), "288 solutions");
    assert.equal(await page.getByRole("progressbar", { name: "Count of a 4x4 with 0 clues" }).getAttribute("value"), "1");
    assert.equal(await page.locator("#job-download").isVisible(), false);
    assert.equal(await page.locator("#jobs a[aria-current]").textContent(), "Count of a 4x4 with 0 clues");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "job-remove");
    await page.keyboard.press("Enter");
    await message(page, "Start a job");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "job-kind");
    assert.equal(await page.locator("#jobs li").count(), 0);
    await page.goBack();
    await message(page, "There is no such job");
    assert.equal(await page.locator("#job-form").isVisible(), true);
  }, { path: "#mode=edit" }));

test("count beyond 64 bits is shown in full digits", () =>
  pages.open(async (page) => {
    await page.selectOption("#job-kind", "problem");
    assert.equal(await page.locator("#job-help").textContent(), "Type a problem in the view Exact cover first.");
    await page.click("#job-start");
    assert.equal(await page.locator("#job-kind:invalid").count(), 1);
    await page.getByRole("link", { name: "Exact cover" }).click();
    await replaceText(page, "#cover-text", HUGE);
    await page.getByRole("link", { name: "Jobs", exact: true }).click();
    await page.locator("#job-help", { hasText: "70 items and 140 options" }).waitFor();
    await page.click("#job-start");
    await message(page, "Done: 1,180,591,620,717,411,303,424 solutions");
  }));

test("job is found after a reload, in the list and by its link, and is cancelled", () =>
  pages.open(async (page) => {
    await startEndless(page);
    await page.locator("#message", { hasText: "Anyone with the link" }).waitFor();
    assert.match(await page.title(), /^[\d.]+ %: Count of a 9x9 with 0 clues$/);
    const address = page.url();
    await page.reload();
    await message(page, "The job is running");
    assert.equal(await page.locator("#job-title").textContent(), "Count of a 9x9 with 0 clues");
    assert.equal(await page.locator("#code").isVisible(), false);
    await page.getByRole("link", { name: "New job" }).click();
    await page.locator("#job-form").waitFor();
    await page.getByRole("link", { name: "Count of a 9x9 with 0 clues" }).click();
    await message(page, "The job is running");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "job-title");
    // Another browser has no list, and names the operation.
    await pages.open(async (other) => {
      await message(other, "The job is running");
      assert.equal(await other.locator("#job-title").textContent(), "Count");
      assert.equal(await other.locator("#jobs li").count(), 0);
    }, { path: new URL(address).hash });
    await cancel(page);
    assert.equal(await fact(page, "State"), "Cancelled");
    assert.equal(await page.title(), "Count of a 9x9 with 0 clues: Cancelled");
    assert.match((await page.locator("#job-sum").textContent()) ?? "", /^At least [\d,]+ solutions?$/);
    await page.getByRole("button", { name: "Remove from this list: Count of a 9x9 with 0 clues" }).click();
    assert.equal(await page.locator("#jobs li").count(), 0);
  }));

test("new puzzles are made and downloaded", () =>
  pages.open(async (page) => {
    await page.selectOption("#job-kind", "generate");
    await page.fill("#job-count", "0");
    await page.click("#job-start");
    assert.equal(await page.locator("#job-count:invalid").count(), 1);
    await page.fill("#job-count", "3");
    await page.selectOption("#job-symmetry", "rotate180");
    await page.click("#job-start");
    await message(page, "Done: 3 puzzles");
    assert.equal(await page.locator("#job-title").textContent(), "3 new easy puzzles");
    assert.equal(await fact(page, "Puzzles"), "3 of 3");
    assert.equal(await fact(page, "One solution"), "3");
    const downloading = page.waitForEvent("download");
    await page.click("#job-download");
    const download = await downloading;
    assert.match(download.suggestedFilename(), /^generate-[0-9a-f]{8}\.ndjson$/);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\n");
    assert.deepEqual(lines.map((line) => JSON.parse(line).puzzle.length), [81, 81, 81]);
  }));

test("puzzles of a file are checked, and the results downloaded (smoke)", () =>
  pages.open(async (page) => {
    await page.selectOption("#job-kind", "check");
    await page.click("#job-start");
    assert.equal(await page.locator("#job-file:invalid").count(), 1);
    const text = `${PUZZLES.join("\n")}\n`;
    await page.setInputFiles("#job-file", { name: "puzzles.txt", mimeType: "", buffer: Buffer.from(text) });
    await assertAccessible(page);
    await page.click("#job-start");
    await message(page, "Done: 3 puzzles");
    assert.equal(await page.locator("#job-title").textContent(), "Check the puzzles of puzzles.txt");
    assert.deepEqual(await Promise.all(["One solution", "Several solutions", "Invalid"].map((name) => fact(page, name))), ["1", "1", "1"]);
    const downloading = page.waitForEvent("download");
    await page.click("#job-download");
    const lines = (await readFile(await (await downloading).path(), "utf8")).trim().split("\n");
    assert.deepEqual(lines.map((line) => JSON.parse(line).verdict), ["unique", "multiple", undefined]);
  }));

test("compressed file is uploaded, and too large ones are refused", () =>
  withSettings("[jobs]\nupload_bytes_max = 1024\n", async (page) => {
    await page.selectOption("#job-kind", "solve");
    const lines = `${PUZZLES[0]}\n`.repeat(20);
    await page.setInputFiles("#job-file", { name: "many.txt.gz", mimeType: "", buffer: gzipSync(lines) });
    await page.click("#job-start");
    await message(page, "Done: 20 puzzles");
    await page.getByRole("link", { name: "New job" }).click();
    await page.setInputFiles("#job-file", { name: "many.txt.gz", mimeType: "", buffer: gzipSync(lines.repeat(10)) });
    await page.click("#job-start");
    await message(page, "The file is too large");
    assert.equal(await page.locator("#job-form").isVisible(), true);
  }));

test("sending a file is cancelled", () =>
  pages.open(async (page) => {
    await page.selectOption("#job-kind", "rate");
    await page.setInputFiles("#job-file", { name: "puzzles.txt", mimeType: "", buffer: Buffer.from(PUZZLES.join("\n")) });
    await page.route("**/uploads", async (route) => {
      await page.waitForEvent("requestfailed");
      await route.abort();
    });
    await page.click("#job-start");
    await message(page, "Sending puzzles.txt");
    assert.equal(await page.locator("#job-start").textContent(), "Cancel");
    await assertAccessible(page);
    await page.click("#job-start");
    await message(page, "Cancelled");
    assert.equal(await page.locator("#job-start").textContent(), "Start job");
    assert.equal(await page.locator("#jobs li").count(), 0);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.click("#job-start");
    await message(page, "Done: 3 puzzles");
  }));

test("dropped file is chosen", () =>
  pages.open(async (page) => {
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "drop.txt"));
      document.getElementById("job-form")?.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
    }, PUZZLES.slice(0, 2).join("\n"));
    assert.equal(await page.inputValue("#job-kind"), "check");
    await page.selectOption("#job-kind", "solve");
    await page.click("#job-start");
    await message(page, "Done: 2 puzzles");
    assert.equal(await page.locator("#job-title").textContent(), "Solve the puzzles of drop.txt");
  }));

test("count and generation that reach a limit go on as a job", () =>
  withSettings("[solver]\ntime_ms_default = 50\ntime_ms_max = 50\n[batch]\ntime_ms_default = 50\n", async (page) => {
    await page.click("#count");
    await page.getByRole("button", { name: "Count all solutions as a job" }).click();
    await message(page, "The job is running");
    await cancel(page);
    await page.goBack();
    await page.goBack();
    await page.locator("#grid").waitFor();
    await page.route("**/generate?*", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), puzzle: null, clues: null, attempts: 7 } });
    });
    await page.click("nav a[data-opens=play]");
    await makeNew(page, "easy");
    await message(page, "No puzzle found");
    await page.getByRole("button", { name: "Make 100 of them as a job" }).click();
    await page.locator("#job-title", { hasText: "100 new easy puzzles" }).waitFor();
  }, "#mode=edit"));

test("service without jobs has no tab for them, and says so", () =>
  withSettings('[jobs]\ndatabase = ""\n', async (page) => {
    assert.equal(await page.locator("nav a[data-opens=job]").count(), 0);
    await page.click("#job-start");
    await message(page, "This service runs no jobs");
    await page.locator("#message", { hasText: "This service has no jobs: jobs.database turns them off." }).waitFor();
    assert.equal(await page.locator("#job-start").textContent(), "Start job");
    await assertAccessible(page);
  }));

test("bounds of the service are explained", () =>
  withSettings("[jobs]\njobs_max = 1\n", async (page) => {
    await startEndless(page);
    await page.getByRole("link", { name: "New job" }).click();
    await page.click("#job-start");
    await message(page, "Too many jobs or requests");
    await page.unrouteAll();
    for (const [status, title] of /** @type {const} */ ([[507, "Your jobs have used up their storage"], [503, "The service is busy"]])) {
      await page.route("**/jobs", (route) => route.fulfill({ status, json: { detail: "no room" } }));
      await page.click("#job-start");
      await message(page, title);
      await page.locator("#message", { hasText: "No room." }).waitFor();
      await page.unrouteAll();
    }
  }));

test("job whose response is lost is started once", () =>
  pages.open(async (page) => {
    /** @type {string[]} */
    const keys = [];
    let isLost = true;
    await page.route("**/jobs", async (route) => {
      keys.push((await route.request().headerValue("idempotency-key")) ?? "");
      const response = await route.fetch();
      if (isLost) await route.abort();
      else await route.fulfill({ response });
      isLost = false;
    });
    await page.selectOption("#job-kind", "generate");
    await page.fill("#job-count", "1");
    await page.click("#job-start");
    await message(page, "No connection to the service");
    await page.click("#job-start");
    await message(page, "Done: 1 puzzle");
    assert.equal(keys.length, 2);
    assert.equal(keys[0], keys[1]);
    await page.getByRole("link", { name: "New job" }).click();
    await page.click("#job-start");
    await message(page, "Done: 1 puzzle");
    assert.notEqual(keys[2], keys[0]);
  }));

test("results so far are downloaded while the job runs", () =>
  pages.open(async (page) => {
    await page.selectOption("#job-kind", "generate");
    await page.fill("#job-count", "100000");
    await page.click("#job-start");
    await page.getByRole("link", { name: "Download results so far" }).waitFor();
    await page.route("**/results", (route) => route.fulfill({ status: 409, json: { detail: "nothing yet" } }));
    await page.click("#job-download");
    await message(page, "No results yet");
    await page.unrouteAll();
    const downloading = page.waitForEvent("download");
    await page.click("#job-download");
    const [line = ""] = (await readFile(await (await downloading).path(), "utf8")).split("\n");
    assert.equal(JSON.parse(line).index, 0);
    await cancel(page);
  }));

test("job is followed by its events, and after a break by those after the last one", () =>
  pages.open(async (page) => {
    // The state is asked for after a break alone.
    await page.route(/\/jobs\/[0-9a-f]{32}$/, (route) => route.abort());
    await page.selectOption("#job-kind", "generate");
    await page.fill("#job-count", "40");
    await page.click("#job-start");
    await message(page, "Done: 40 puzzles");
    await page.unrouteAll();
    await page.getByRole("link", { name: "New job" }).click();
    const broken = page.waitForRequest(/\/events$/);
    await page.route("**/events", async (route) => {
      const url = route.request().url().replace("/events", "");
      const job = await (await page.request.get(url)).json();
      const body = `retry: 1000\n\n: heartbeat\n\nid: 1\nevent: state\ndata: ${JSON.stringify({ ...job, state: "running" })}\n\nid: 2\nevent: progr`;
      await route.fulfill({ contentType: "text/event-stream", body });
    }, { times: 1 });
    const resumed = page.waitForRequest((request) => request.url().endsWith("/events") && "last-event-id" in request.headers());
    await startEndless(page);
    assert.equal((await broken).headers()["last-event-id"], undefined);
    assert.equal((await resumed).headers()["last-event-id"], "1");
    await cancel(page);
  }));

test("failed and expired jobs say why", () =>
  pages.open(async (page) => {
    await startEndless(page);
    const address = `${pages.service.url}jobs/${new URL(page.url()).hash.replace("#job=", "")}`;
    const job = await (await page.request.get(address)).json();
    const ended = { ...job, ended_ms: job.created_ms + 90_000, fraction: 0.25, count: "340282366920938463463374607431768211455" };
    const failure = { code: "count_overflow", detail: "the count exceeds 128 bits" };
    for (const [state, error, title, detail] of /** @type {const} */ ([
      ["failed", failure, "The job has failed", "The count exceeds 128 bits."],
      ["expired", null, "The job has expired", "Its results were removed."],
    ])) {
      const body = `id: 9\nevent: end\ndata: ${JSON.stringify({ ...ended, state, error })}\n\n`;
      await page.route("**/events", (route) => route.fulfill({ contentType: "text/event-stream", body }));
      await page.reload();
      await message(page, title);
      await page.locator("#message", { hasText: detail }).waitFor();
      assert.equal(await page.locator("#job-left").textContent(), "25 % done");
      assert.equal(await page.locator("#job-sum").textContent(), "At least 340,282,366,920,938,463,463,374,607,431,768,211,455 solutions");
      assert.equal(await page.locator("#job-cancel").isVisible(), false);
      await assertAccessible(page);
      await page.unrouteAll();
    }
    await page.reload();
    await message(page, "The job is running");
    await cancel(page);
  }));

test("late response to a cancellation changes nothing", () =>
  pages.open(async (page) => {
    await page.route(/\/jobs\/[0-9a-f]{32}$/, async (route) => {
      if (route.request().method() !== "DELETE") return route.continue();
      const job = await (await page.request.get(route.request().url())).json();
      const response = await route.fetch();
      await message(page, "The job was cancelled");
      // The response while a piece runs. If none does, the service answers with the last revision.
      await route.fulfill({ response, json: { ...job, state: "cancelling" } });
    });
    await startEndless(page);
    const late = page.waitForResponse((response) => response.request().method() === "DELETE");
    await cancel(page);
    await (await late).finished();
    // The page reads the response before the next one.
    await page.evaluate(async () => (await fetch("livez")).text());
    await message(page, "The job was cancelled");
    assert.equal(await fact(page, "State"), "Cancelled");
  }));

test("job without events is polled", () =>
  pages.open(async (page) => {
    await page.route("**/events", (route) => route.fulfill({ status: 503, json: { detail: "too many streams" } }));
    await page.selectOption("#job-kind", "generate");
    await page.fill("#job-count", "20");
    await page.click("#job-start");
    await message(page, "Done: 20 puzzles");
  }));

test("broken connection is repeated", () =>
  pages.open(async (page) => {
    await startEndless(page);
    await page.route("**/jobs/**", (route) => route.abort());
    await page.reload();
    await message(page, "The service does not answer");
    await page.unrouteAll();
    await message(page, "The job is running");
    await cancel(page);
  }));

test("API key starts, follows and downloads a job", async () => {
  const { key, settings } = apiKey();
  await withSettings(settings, async (page) => {
    await page.selectOption("#job-kind", "generate");
    await page.fill("#job-count", "1");
    await page.click("#job-start");
    await message(page, "This did not work");
    await page.keyboard.type(key);
    await page.keyboard.press("Enter");
    await message(page, "Done: 1 puzzle");
    const downloading = page.waitForEvent("download");
    await page.click("#job-download");
    assert.equal(JSON.parse(await readFile(await (await downloading).path(), "utf8")).type, "result");
    await page.reload();
    await message(page, "This did not work");
    await page.keyboard.type(key);
    await page.keyboard.press("Enter");
    await message(page, "Done: 1 puzzle");
  });
});

test("jobs are accessible, light and dark, wide and on a phone", async () => {
  for (const device of [{}, PHONE]) {
    await pages.open(
      async (page) => {
        for (const kind of ["generate", "check", "puzzle"]) {
          await page.selectOption("#job-kind", kind);
          await assertAccessibleInBothSchemes(page);
        }
        await startEndless(page);
        await assertAccessibleInBothSchemes(page);
        await cancel(page);
        await assertAccessibleInBothSchemes(page);
        const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(Number(content) <= Number(window), `${content} > ${window}`);
      },
      device,
    );
  }
});
