/** The service and the browser under test. */

import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").BrowserContextOptions} BrowserContextOptions */
/** @typedef {import("playwright-core").Page} Page */

const PROGRAM = resolve(process.env["QUADRILLE"] ?? "../target/debug/quadrille");
const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** Bound on a wait that hangs, in milliseconds. No test depends on it. */
const TIMEOUT_MS = 120_000;

/** Without them, Chromium asks its maker for updates. */
const OFFLINE = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
];

/** Running service, whose log lines tests can wait for. */
export class Service {
  /** @type {string[]} */
  #lines = [];
  /** @type {Set<() => void>} */
  #waiting = new Set();
  #process;
  #directory;
  url = "";

  /** @param {string} settings */
  constructor(settings) {
    this.#directory = mkdtempSync(join(tmpdir(), "quadrille-page-"));
    const config = join(this.#directory, "config.toml");
    writeFileSync(config, settings);
    const options = ["serve", "--config", config, "--listen", "127.0.0.1:0"];
    // The database and the store of jobs are relative to the working directory.
    this.#process = spawn(PROGRAM, options, { cwd: this.#directory, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      createInterface(stream).on("line", (line) => {
        this.#lines.push(line);
        for (const check of this.#waiting) check();
      });
    }
  }

  /**
   * Starts the service with settings in TOML.
   * @param {string} [settings]
   */
  static async start(settings = "[solver]\ntime_ms_default = 600000\ntime_ms_max = 600000\nqueue_wait_ms_max = 60000\n") {
    const service = new Service(settings);
    const line = await service.line(/http:\/\/127\.0\.0\.1:\d+/);
    service.url = `${/http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]}/`;
    return service;
  }

  /**
   * Waits for a log line.
   * @param {RegExp} pattern
   * @returns {Promise<string>}
   */
  line(pattern) {
    return new Promise((found) => {
      const check = () => {
        const line = this.#lines.find((text) => pattern.test(text));
        if (line === undefined) return;
        this.#waiting.delete(check);
        found(line);
      };
      this.#waiting.add(check);
      check();
    });
  }

  async stop() {
    this.#process.kill("SIGTERM");
    await once(this.#process, "exit");
    rmSync(this.#directory, { recursive: true });
  }
}

/** Returns a new API key, and the settings of a service that asks for it. */
export function apiKey() {
  const settings = execFileSync(PROGRAM, ["api-key"], { encoding: "utf8" });
  const [key] = /quadrille_[0-9a-f]+/.exec(settings) ?? [];
  if (key === undefined) throw new Error(`no key: ${settings}`);
  return { key, settings };
}

/** Service and browser of the tests of a file, from before the first until after the last. */
export class TestPages {
  #path;
  /** @type {Service | undefined} */
  #service;
  /** @type {Browser | undefined} */
  #browser;

  /** @param {string} [path] Path of the pages that the tests open. */
  constructor(path = "") {
    this.#path = path;
    before(async () => {
      [this.#service, this.#browser] = await Promise.all([Service.start(), startBrowser()]);
    });
    after(async () => {
      await this.#browser?.close();
      await this.#service?.stop();
    });
  }

  get service() {
    if (this.#service === undefined) throw new Error("no test runs");
    return this.#service;
  }

  /**
   * Opens a page for a test.
   * @param {(page: Page) => Promise<void>} test
   * @param {BrowserContextOptions & { path?: string, service?: Service }} [options]
   */
  async open(test, { path = this.#path, service = this.service, ...options } = {}) {
    if (this.#browser === undefined) throw new Error("no test runs");
    await withPage(this.#browser, `${service.url}${path}`, test, options);
  }
}

/** As root, Chromium has no sandbox. */
const SANDBOX = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

export function startBrowser() {
  return chromium.launch({ executablePath: CHROMIUM, args: [...OFFLINE, ...SANDBOX], timeout: TIMEOUT_MS });
}

/**
 * Prints a page as from a shell. The time of the page waits for its requests.
 * @param {string} url
 */
export async function printToPdf(url) {
  const directory = mkdtempSync(join(tmpdir(), "quadrille-print-"));
  const file = join(directory, "book.pdf");
  // With its preview of `print()`, Chromium 156 writes no file.
  const own = ["--headless", "--virtual-time-budget=10000", "--disable-print-preview"];
  own.push(`--user-data-dir=${directory}`, `--print-to-pdf=${file}`);
  try {
    await promisify(execFile)(CHROMIUM, [...OFFLINE, ...SANDBOX, ...own, url], { timeout: TIMEOUT_MS });
    return readFileSync(file);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/**
 * Opens a page for a test. Fails if the page logs an error, violates its policy or asks another origin.
 * @param {Browser} browser
 * @param {string} url
 * @param {(page: Page) => Promise<void>} test
 * @param {BrowserContextOptions} options
 */
async function withPage(browser, url, test, options) {
  const defaults = { viewport: { width: 1180, height: 900 }, reducedMotion: /** @type {const} */ ("reduce"), serviceWorkers: /** @type {const} */ ("block") };
  const context = await browser.newContext({ ...defaults, ...options });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    // The browser reports each response with an error status; the tests cause some.
    const isStatus = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isStatus) faults.push(message.text());
  });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "blob:" && origin !== new URL(url).origin) faults.push(`request of ${request.url()}`);
  });
  try {
    await page.goto(url);
    await test(page);
  } finally {
    await context.close();
  }
  if (faults.length > 0) throw new Error(faults.join("\n"));
}
