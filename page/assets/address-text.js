/** Texts in addresses: JSON in characters that addresses keep, and the checksum by which a cut or changed link is noticed. */

/** Pairs of characters that change places in addresses, which escape the first ones and not the second ones. */
const SWAPPED = ['"*', ",.", ":-", "[ ", "]_"];

/** Name of the checksum among the parameters of an address. It comes first, so that a cut leaves it. */
export const CHECK = "check";

/**
 * Returns a JSON object as a text for addresses, which escape most characters of JSON.
 * @param {object} value
 */
export function textOfObject(value) {
  return swapped(JSON.stringify(value));
}

/**
 * Returns the JSON object of a text in an address; nothing if the text is none.
 * @param {string} text
 */
export function objectOfText(text) {
  return objectOfJson(swapped(text));
}

/**
 * Returns a JSON object; nothing if the text is none.
 * @param {string} text
 * @returns {Record<string, unknown> | undefined}
 */
export function objectOfJson(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} text */
function swapped(text) {
  return Array.from(text, (character) => {
    const pair = SWAPPED.find((both) => both.includes(character));
    return pair?.replace(character, "") ?? character;
  }).join("");
}

/**
 * Returns parameters with their checksum in front.
 * @param {URLSearchParams} parameters
 */
export function withChecksum(parameters) {
  return new URLSearchParams([[CHECK, checksumOf(parameters)], ...parameters]);
}

/**
 * Returns the checksum of all parameters but itself: FNV-1a with 32 bits (Fowler, Noll and Vo) of their UTF-8, in base 36. Escapes do not
 * matter, since programs on the way may write them differently.
 * @param {URLSearchParams} parameters
 */
export function checksumOf(parameters) {
  let hash = 0x811c9dc5;
  for (const [name, value] of parameters) {
    if (name === CHECK) continue;
    for (const byte of new TextEncoder().encode(`${name}=${value}&`)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash.toString(36);
}
