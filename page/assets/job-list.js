/** The jobs that this browser has started, in its local storage. */

/** @typedef {{ id: string, title: string, created: number }} ListedJob */

const STORAGE_KEY = "quadrille-jobs";

/** The most jobs of the list. */
const JOBS_MAX = 20;

/**
 * Returns the jobs, the latest first. A browser may forbid its storage: then there are none.
 * @returns {ListedJob[]}
 */
export function listedJobs() {
  try {
    const listed = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(listed) ? listed.filter(({ id, title }) => typeof id === "string" && typeof title === "string") : [];
  } catch {
    return [];
  }
}

/**
 * Adds a job.
 * @param {ListedJob} job
 */
export function addJob(job) {
  write([job, ...listedJobs().filter(({ id }) => id !== job.id)].slice(0, JOBS_MAX));
}

/**
 * Removes a job.
 * @param {string} removed
 */
export function dropJob(removed) {
  write(listedJobs().filter(({ id }) => id !== removed));
}

/** @param {ListedJob[]} jobs */
function write(jobs) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(jobs));
  } catch {
    // The address still leads to the job.
  }
}
