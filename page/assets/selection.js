/** The selected cells, and the one among them that the keyboard moves. */

/** Selection of cells. Sends `change` after each change. */
export class Selection extends EventTarget {
  /** @type {ReadonlySet<number>} */
  #cells = new Set([0]);
  #current = 0;

  get cells() {
    return this.#cells;
  }

  /** The cell that moves. */
  get current() {
    return this.#current;
  }

  /** @param {number} index */
  has(index) {
    return this.#cells.has(index);
  }

  /**
   * Selects a cell alone.
   * @param {number} index
   */
  select(index) {
    this.#set(new Set([index]), index);
  }

  /**
   * Selects a cell besides the others.
   * @param {number} index
   */
  add(index) {
    this.#set(new Set([...this.#cells, index]), index);
  }

  /**
   * Selects a cell besides the others, or no longer. The last one stays.
   * @param {number} index
   */
  toggle(index) {
    if (!this.#cells.has(index)) return this.add(index);
    const others = [...this.#cells].filter((other) => other !== index);
    if (others.length > 0) this.#set(new Set(others), others.at(-1) ?? index);
  }

  /**
   * Selects several cells.
   * @param {Iterable<number>} cells
   */
  replace(cells) {
    const chosen = new Set(cells);
    if (chosen.size > 0) this.#set(chosen, chosen.has(this.#current) ? this.#current : Math.min(...chosen));
  }

  /**
   * @param {ReadonlySet<number>} cells
   * @param {number} current
   */
  #set(cells, current) {
    if (current === this.#current && cells.size === this.#cells.size && [...cells].every((index) => this.#cells.has(index))) return;
    this.#cells = cells;
    this.#current = current;
    this.dispatchEvent(new Event("change"));
  }
}
