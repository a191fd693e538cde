/**
 * The service worker: keeps the files of the page, so that it opens without a connection. With one, the service is always asked
 * first, and what it sends replaces what is kept. Questions to the service are left alone.
 */

const CACHE = "quadrille";

/** Cache of puzzles made by a seed, such as the daily ones. */
const PUZZLES = "quadrille-puzzles";

/** The most puzzles that are kept. */
const PUZZLES_MAX = 30;

/** The page itself: the folder above the one of this file. */
const PAGE = new URL("../", location.href).href;

/** @typedef {{ request: Request, respondWith(response: Promise<Response>): void, waitUntil(done: Promise<unknown>): void }} WorkerEvent */

/**
 * Returns whether the worker keeps the answer to a request: the page, its files, and puzzles made by a seed.
 * @param {Request} request
 */
function isKept({ method, mode, url }) {
  if (method !== "GET") return false;
  const { pathname } = new URL(url);
  const base = new URL(PAGE).pathname;
  if (mode === "navigate") return pathname === base;
  return pathname.startsWith(`${base}page/`) || pathname === `${base}generate`;
}

/** Keeps the page and all files that it and its modules name. */
async function keepPage() {
  const cache = await caches.open(CACHE);
  const index = await fetch(PAGE, { headers: { accept: "text/html" } });
  const text = await index.clone().text();
  await cache.put(PAGE, index);
  const waiting = Array.from(text.matchAll(/"(page\/[^"]+)"/g), ([, name = ""]) => new URL(name, PAGE).href);
  const seen = new Set(waiting);
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    const file = await fetch(address);
    const source = address.endsWith(".js") ? await file.clone().text() : "";
    await cache.put(address, file);
    for (const [, name = ""] of source.matchAll(/from "\.\/([^"]+)"/g)) {
      const imported = new URL(name, address).href;
      if (!seen.has(imported)) waiting.push(imported);
      seen.add(imported);
    }
  }
}

/**
 * Asks the service; without a connection, returns what was kept.
 * @param {Request} request
 */
async function respond(request) {
  const isPuzzle = request.url.startsWith(`${PAGE}generate`);
  const cache = await caches.open(isPuzzle ? PUZZLES : CACHE);
  const key = request.mode === "navigate" ? PAGE : request.url;
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(key, response.clone());
    const [oldest, ...others] = isPuzzle ? await cache.keys() : [];
    if (oldest !== undefined && others.length >= PUZZLES_MAX) await cache.delete(oldest);
    return response;
  } catch (error) {
    const kept = await cache.match(key, { ignoreVary: true });
    if (kept !== undefined) return kept;
    throw error;
  }
}

const worker = /** @type {any} */ (self);
worker.addEventListener("install", (/** @type {WorkerEvent} */ event) => event.waitUntil(keepPage()));
worker.addEventListener("activate", (/** @type {WorkerEvent} */ event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (/** @type {WorkerEvent} */ event) => {
  if (isKept(event.request)) event.respondWith(respond(event.request));
});
