/** What a link or a file says beside its puzzle: title, author, rules in prose, and what was not read of it. */

import { objectOfText, textOfObject } from "./address-text.js";

/**
 * The members that an answer of `/convert` has beside the puzzle. The page keeps them as they are.
 * @typedef {object} About
 * @property {string} [title]
 * @property {string} [author]
 * @property {string} [rules] Rules in prose.
 * @property {NotRead} [not_read]
 * @property {true} [rules_not_read] Whether the puzzle may have rules that the page does not know.
 */

/**
 * Numbers of drawings, the beginning of the rules in prose, and names of unknown members.
 * @typedef {{ drawings?: Record<string, number>, rules?: string, members?: string[] }} NotRead
 */

/** The most characters of rules in prose that the page keeps: more would not fit into a link. */
const RULES_MAX = 8_000;

/** What is known of a puzzle that comes without any words. @type {About} */
export const unnamed = Object.freeze({});

/** Names of the members. */
const MEMBERS = ["title", "author", "rules", "not_read", "rules_not_read"];

/**
 * Returns what the members of a JSON object say about a puzzle.
 * @param {Record<string, unknown>} members
 * @returns {About}
 */
export function aboutOf(members) {
  const { title, author, rules, not_read: notRead, rules_not_read: isPartial } = members;
  return {
    ...(isText(title) && { title }),
    ...(isText(author) && { author }),
    ...(isText(rules) && { rules: shortened(rules) }),
    ...(typeof notRead === "object" && notRead !== null && { not_read: notReadOf(notRead) }),
    ...(isPartial === true && { rules_not_read: isPartial }),
  };
}

/**
 * @param {unknown} value
 * @returns {value is string}
 */
function isText(value) {
  return typeof value === "string" && value.trim() !== "";
}

/** @param {string} rules */
function shortened(rules) {
  return rules.length > RULES_MAX ? `${rules.slice(0, RULES_MAX - 2)} …` : rules;
}

/**
 * @param {{ drawings?: unknown, rules?: unknown, members?: unknown }} value
 * @returns {NotRead}
 */
function notReadOf({ drawings, rules, members }) {
  const counted = Object.entries(Object(drawings)).filter((entry) => typeof entry[1] === "number");
  return {
    ...(counted.length > 0 && { drawings: Object.fromEntries(counted) }),
    ...(isText(rules) && { rules }),
    ...(Array.isArray(members) && { members: members.filter(isText) }),
  };
}

/**
 * Returns whether a puzzle comes without any words.
 * @param {About} about
 */
export function isUnnamed(about) {
  return Object.keys(about).length === 0;
}

/**
 * Returns what is known of a puzzle as a text for addresses.
 * @param {About} about
 */
export function textOfAbout(about) {
  return textOfObject(about);
}

/**
 * Returns what an address says about its puzzle; nothing if the text is no such object.
 * @param {string} text
 * @returns {About | undefined}
 */
export function aboutOfText(text) {
  const members = objectOfText(text);
  if (members === undefined || Object.keys(members).some((name) => !MEMBERS.includes(name))) return undefined;
  const about = aboutOf(members);
  return JSON.stringify(about) === JSON.stringify(inOrder(members)) ? about : undefined;
}

/**
 * Returns the members in the order in which the page writes them.
 * @param {Record<string, unknown>} members
 */
function inOrder(members) {
  return Object.fromEntries(MEMBERS.flatMap((name) => (name in members ? [[name, members[name]]] : [])));
}
