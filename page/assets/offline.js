/**
 * The service worker: keeps the files of the page, so that it opens without a connection. With a connection, the worker asks the
 * service first, and keeps the response. It does not handle questions to the service, except puzzles made by a seed.
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

/** Keeps the page and all files that it names, among them all modules. */
async function keepPage() {
  const cache = await caches.open(CACHE);
  const index = await fetch(PAGE, { headers: { accept: "text/html" } });
  const text = await index.clone().text();
  await cache.put(PAGE, index);
  const names = new Set(Array.from(text.matchAll(/"(page\/[^"]+)"/g), ([, name = ""]) => name));
  await Promise.all(Array.from(names, (name) => cache.add(new URL(name, PAGE).href)));
}

/**
 * Asks the service; without a connection, returns the response in the cache.
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
