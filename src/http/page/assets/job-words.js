/** Jobs in plain words. */

import { ApiError } from "./api.js";
import { capital, counted } from "./words.js";

/** @typedef {import("./jobs-api.js").Job} Job */
/** @typedef {import("./jobs-api.js").JobState} JobState */
/** @typedef {import("./jobs-api.js").Tally} Tally */
/** @typedef {import("./words.js").Message} Message */

const numbers = new Intl.NumberFormat("en");
const times = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** @type {Record<JobState, string>} */
const states = {
  queued: "Waiting",
  running: "Running",
  cancelling: "Cancelling",
  succeeded: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
  expired: "Expired",
};

/** @type {Record<string, string>} */
const operations = {
  solve: "Solutions",
  count: "Count",
  rate: "Rating",
  minimal: "Redundant clues",
  canonical: "Canonical forms",
  shuffle: "Shuffled puzzles",
  candidates: "Candidates",
  generate: "New puzzles",
  exact_cover_count: "Exact cover count",
  solutions: "All solutions",
  exact_cover_solutions: "All exact covers",
};

/** Operations whose results are the solutions that they count. */
const lists = new Set(["solutions", "exact_cover_solutions"]);

/** @type {readonly [Tally, string][]} */
const tallies = [
  ["unique", "One solution"],
  ["multiple", "Several solutions"],
  ["solvable", "Solvable"],
  ["none", "No solution"],
  ["answered", "Answered"],
  ["unknown", "Limit reached"],
  ["errors", "Invalid"],
];

/**
 * Returns the digits of a number in groups of three.
 * @param {string} digits
 */
export function grouped(digits) {
  return numbers.format(BigInt(digits));
}

/** @param {Job} job */
export function solutionsOf({ count }) {
  return count === null ? "" : `${grouped(count)} ${count === "1" ? "solution" : "solutions"}`;
}

/**
 * Returns the title of a job that another browser has started.
 * @param {Job} job
 */
export function operationText({ operation }) {
  return operations[operation] ?? operation;
}

/**
 * Returns whether the results of a job have lines.
 * @param {Job} job
 */
export function hasLines({ operation, count, puzzles, ended_ms: ended }) {
  if (count === null) return puzzles.done > 0;
  // While a list runs, there may be none yet.
  return lists.has(operation) && count !== "0" && ended !== null;
}

/** @param {Job} job */
export function stateText({ state }) {
  return states[state];
}

/** @param {Job} job */
export function percentOf({ fraction }) {
  return `${Math.floor(fraction * 1000) / 10} %`;
}

/**
 * Describes how far a job is.
 * @param {Job} job
 */
export function progressText(job) {
  if (job.state === "queued") return "It has not begun.";
  const left = job.eta_s === null || job.state !== "running" ? "" : `, about ${durationText(job.eta_s)} left`;
  return `${percentOf(job)} done${left}`;
}

/**
 * Returns a duration in its largest unit.
 * @param {number} seconds
 */
export function durationText(seconds) {
  if (seconds < 90) return counted(Math.max(1, Math.round(seconds)), "second");
  if (seconds < 90 * 60) return counted(Math.round(seconds / 60), "minute");
  if (seconds < 36 * 3600) return counted(Math.round(seconds / 3600), "hour");
  return counted(Math.round(seconds / 86_400), "day");
}

/**
 * Returns the numbers and times of a job, with their names.
 * @param {Job} job
 * @returns {[string, string][]}
 */
export function factsOf(job) {
  const { state, pieces, puzzles, verdicts, started_ms: started, ended_ms: ended, expires_ms: expires } = job;
  /** @type {[string, string][]} */
  const facts = [["State", stateText(job)]];
  const { total, done } = puzzles;
  if (total !== null) facts.push(["Puzzles", `${numbers.format(done)} of ${numbers.format(total)}`]);
  for (const [tally, text] of tallies) {
    if (verdicts[tally] > 0) facts.push([text, numbers.format(verdicts[tally])]);
  }
  if (pieces.total > 0) facts.push(["Parts", `${numbers.format(pieces.done)} of ${numbers.format(pieces.total)}`]);
  if (started !== null) facts.push(["Started", times.format(started)]);
  if (started !== null && ended !== null) facts.push(["Took", durationText((ended - started) / 1000)]);
  if (ended !== null && state !== "expired") facts.push(["Kept until", times.format(expires)]);
  return facts;
}

/**
 * Describes the state of a job.
 * @param {Job} job
 * @param {boolean} isSecret Whether the address is the only key to the job.
 * @returns {Message}
 */
export function jobMessage(job, isSecret) {
  const link = isSecret ? "Anyone with the link can read, cancel and remove it." : "It belongs to your API key.";
  const stays = ["You may close this page: its link and the list of jobs lead back.", link];
  const puzzles = counted(job.puzzles.done, "puzzle");
  const result = job.count === null ? puzzles : solutionsOf(job);
  switch (job.state) {
    case "queued":
      return { tone: "open", title: "The job waits for a free thread", details: stays };
    case "running":
      return { tone: "open", title: "The job is running", details: stays };
    case "cancelling":
      return { tone: "open", title: "The job is being cancelled", details: ["What is done is kept."] };
    case "succeeded":
      return { tone: "good", title: `Done: ${result}`, details: resultDetails(job) };
    case "cancelled":
      return { tone: "open", title: "The job was cancelled", details: [`It had done ${percentOf(job)}: ${result}.`] };
    case "failed":
      return { tone: "bad", title: "The job has failed", details: [...(job.error ? [`${capital(job.error.detail)}.`] : []), `It had done ${percentOf(job)}: ${result}.`] };
    case "expired":
      return { tone: "bad", title: "The job has expired", details: ["Its results were removed. Start it again if you need them."] };
  }
}

/** @param {Job} job */
function resultDetails({ count, expires_ms: expires }) {
  const kept = `until ${times.format(expires)}`;
  return [count === null ? `The results are kept ${kept}: download them.` : `The number is kept ${kept}.`];
}

/**
 * Describes why there is no job, or no further news of it.
 * @param {unknown} error
 * @param {"start" | "open"} action
 * @returns {Message | undefined} Nothing for an error that all parts of the page have.
 */
export function jobErrorMessage(error, action) {
  if (!(error instanceof ApiError)) return undefined;
  const { status, details } = error;
  const sentences = details.map((detail) => `${capital(detail)}.`);
  const said = (/** @type {string} */ title, /** @type {string} */ advice) =>
    /** @type {Message} */ ({ tone: "bad", title, details: [advice, ...sentences] });
  switch (status) {
    case 404:
      return action === "start"
        ? said("This service runs no jobs", "Its operator has turned them off. Questions about one puzzle still work.")
        : { tone: "bad", title: "There is no such job", details: ["It has expired, was removed, or belongs to another API key."] };
    case 409:
      return said("No results yet", "They are in the order of the input: its first part is not done.");
    case 410:
      return said("The results have expired", "Start the job again if you need them.");
    case 413:
      return said("The file is too large", "Split it into several files, and start a job for each.");
    case 429:
      return said("Too many jobs or requests", "Wait a little, or remove a job that has ended.");
    case 503:
      return said("The service is busy, or its jobs are unavailable", "Try again later.");
    case 507:
      return said("Your jobs have used up their storage", "Remove jobs whose results you have.");
    default:
      return undefined;
  }
}
