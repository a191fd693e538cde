/** Time that a player needs for a puzzle. */

/** Shows the time while it runs. Stands still while the page is hidden. */
export class Timer {
  #output;
  /** Milliseconds before the current run. */
  #before = 0;
  /** @type {number | undefined} */
  #since;
  #isStarted = false;

  /** @param {HTMLElement} output */
  constructor(output) {
    this.#output = output;
    document.addEventListener("visibilitychange", () => this.#run());
    setInterval(() => this.#draw(), 1000);
    this.#draw();
  }

  /** Milliseconds. */
  get elapsed() {
    return this.#before + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }

  /** The time as minutes and seconds. */
  get text() {
    const seconds = Math.floor(this.elapsed / 1000);
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const shown = parts[0] === 0 ? parts.slice(1) : parts;
    return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
  }

  /**
   * Stops the timer and sets its time.
   * @param {number} [elapsed] Milliseconds.
   */
  reset(elapsed = 0) {
    this.#isStarted = false;
    this.#since = undefined;
    this.#before = elapsed;
    this.#draw();
  }

  /** @param {boolean} isStarted */
  run(isStarted) {
    this.#isStarted = isStarted;
    this.#run();
  }

  #run() {
    this.#before = this.elapsed;
    this.#since = this.#isStarted && document.visibilityState === "visible" ? performance.now() : undefined;
    this.#draw();
  }

  #draw() {
    this.#output.textContent = this.text;
  }
}
