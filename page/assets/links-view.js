/** Links between candidates, drawn as curves over the grid. */

/** @typedef {{ digit: number, cells: readonly number[] }} LinkEnd Several cells for a grouped link. */
/** @typedef {{ from: LinkEnd, to: LinkEnd, isStrong: boolean }} Link */
/** @typedef {[x: number, y: number]} Point In cells, from the top left corner of the grid. */

/** Space inside a cell around its candidates, as a part of the cell. page.css has the same. */
const PADDING = 0.04;

/** Radius of the ring around a candidate, as a part of its space. */
const RADIUS = 0.45;

/** Height of a curve, as a part of its length. */
const BEND = 0.16;

/**
 * Draws links.
 * @param {SVGSVGElement} picture
 * @param {readonly Link[]} links
 * @param {number} size Size of the grid.
 * @param {number} digits Number of digits.
 */
export function drawLinks(picture, links, size, digits) {
  const across = Math.ceil(Math.sqrt(digits));
  const radius = (RADIUS * (1 - 2 * PADDING)) / across;
  picture.setAttribute("viewBox", `0 0 ${size} ${size}`);
  const curves = links.map(({ from, to, isStrong }) => {
    const path = shape("path", isStrong ? "strong" : "weak");
    path.setAttribute("d", curve(centre(from, size, digits), centre(to, size, digits), radius));
    return path;
  });
  const ends = new Map(links.flatMap(({ from, to }) => [from, to]).flatMap(({ digit, cells }) =>
    cells.map((cell) => [`${cell} ${digit}`, { digit, cells: [cell] }]),
  ));
  const rings = [...ends.values()].map((end) => {
    const [x, y] = centre(end, size, digits);
    const circle = shape("circle", "ring");
    for (const [name, value] of Object.entries({ cx: x, cy: y, r: radius })) circle.setAttribute(name, value.toFixed(3));
    return circle;
  });
  picture.replaceChildren(...curves, ...rings);
}

/**
 * @param {"path" | "circle"} name
 * @param {string} className
 */
function shape(name, className) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  element.setAttribute("class", className);
  return element;
}

/**
 * Returns the centre of a candidate, or of those of several cells.
 * @param {LinkEnd} end
 * @param {number} size
 * @param {number} digits Number of digits.
 * @returns {Point}
 */
function centre({ digit, cells }, size, digits) {
  const across = Math.ceil(Math.sqrt(digits));
  const down = Math.ceil(digits / across);
  const inside = 1 - 2 * PADDING;
  const x = PADDING + (inside * (((digit - 1) % across) + 0.5)) / across;
  const y = PADDING + (inside * (Math.floor((digit - 1) / across) + 0.5)) / down;
  const mean = (/** @type {(cell: number) => number} */ place) => cells.reduce((sum, cell) => sum + place(cell), 0) / cells.length;
  return [mean((cell) => (cell % size) + x), mean((cell) => Math.floor(cell / size) + y)];
}

/**
 * Returns the path of a curve between two points, without a gap at each end.
 * @param {Point} from
 * @param {Point} to
 * @param {number} gap
 */
function curve([x1, y1], [x2, y2], gap) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const control = /** @type {Point} */ ([(x1 + x2) / 2 - dy * BEND, (y1 + y2) / 2 + dx * BEND]);
  const [start, end] = [towards([x1, y1], control, gap), towards([x2, y2], control, gap)];
  return `M${text(start)}Q${text(control)} ${text(end)}`;
}

/**
 * Returns the point at a distance from a point, in the direction of another.
 * @param {Point} point
 * @param {Point} other
 * @param {number} distance
 * @returns {Point}
 */
function towards([x, y], [otherX, otherY], distance) {
  const length = Math.hypot(otherX - x, otherY - y);
  const part = length === 0 ? 0 : Math.min(distance / length, 0.5);
  return [x + (otherX - x) * part, y + (otherY - y) * part];
}

/** @param {Point} point */
function text(point) {
  return point.map((value) => value.toFixed(3)).join(" ");
}
