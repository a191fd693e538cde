/** The view of a job: it starts, follows, cancels and removes one. */

import { ApiError, hasApiKey } from "./api.js";
import { ui } from "./elements.js";
import { JobForm } from "./job-form.js";
import { addJob, dropJob, listedJobs } from "./job-list.js";
import { durationText, factsOf, jobErrorMessage, jobMessage, operationText, percentOf, progressText, solutionsOf } from "./job-words.js";
import { cancelJob, createJob, followJob, hasEnded, jobRequest, newRequestKey, removeJob, resultsAddress, resultsOf } from "./jobs-api.js";
import { note, show, showError } from "./messages.js";
import { jobHashOf } from "./shared-state.js";

/** @typedef {import("./api.js").Body} Body */
/** @typedef {import("./jobs-api.js").Job} Job */

const PAGE_TITLE = document.title;

const dates = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

/** View of a job, or of the form of a new one. Sends `change` after each change of the form. */
export class JobView extends EventTarget {
  /** Form of a new job. */
  form;
  #id = "";
  /** @type {Job | undefined} */
  #job;
  /** @type {AbortController | undefined} */
  #following;
  #isStarting = false;
  #isShown = false;
  #isCancelling = false;
  /** Whether the title takes the focus, because the element that had it is hidden. */
  #takesFocus = false;
  /**
   * Request whose response was lost, to repeat it with its key.
   * @type {{ title: string, work: Body, key: string } | undefined}
   */
  #unanswered;

  /** @param {import("./job-form.js").Sources} sources */
  constructor(sources) {
    super();
    this.form = new JobForm(sources);
    this.form.addEventListener("change", () => {
      this.#unanswered = undefined;
      this.dispatchEvent(new Event("change"));
    });
    ui.jobForm.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.start();
    });
    ui.jobCancel.addEventListener("click", () => void this.#cancel());
    ui.jobRemove.addEventListener("click", () => void this.#remove());
    ui.jobDownload.addEventListener("click", (event) => {
      if (!hasApiKey()) return;
      event.preventDefault();
      void this.#download();
    });
    ui.jobs.addEventListener("click", ({ target }) => {
      if (!(target instanceof HTMLButtonElement)) return;
      dropJob(target.value);
      this.#list();
      ui.jobsTitle.focus();
    });
  }

  /** Whether a job is shown, not the form. */
  get isOpen() {
    return this.#id !== "";
  }

  /** The part of the address after `#`. */
  get hash() {
    return jobHashOf(this.#id);
  }

  /** The request of the form. */
  get request() {
    return jobRequest(this.form.preview);
  }

  /**
   * Shows a job and follows it; without an id, the form of a new one.
   * @param {string} id
   */
  open(id) {
    this.close();
    const { activeElement } = document;
    this.#takesFocus = ui.jobForm.contains(activeElement) || ui.jobs.contains(activeElement);
    const hadFocus = ui.jobCard.contains(activeElement);
    this.#isShown = true;
    this.#id = id;
    this.form.update();
    ui.jobForm.hidden = this.isOpen;
    ui.jobCard.hidden = true;
    this.#list();
    if (!this.isOpen) {
      note("Start a job, or open one of this browser.", "A job counts, solves or makes puzzles, even while this page is closed.");
      if (hadFocus) ui.jobKind.focus();
      return;
    }
    if (this.#job?.id === id) this.#draw(this.#job);
    else note("Looking for the job");
    void this.#follow();
  }

  /** Ends following the job, which goes on. */
  close() {
    this.#following?.abort();
    this.#isShown = false;
    this.#id = "";
    document.title = PAGE_TITLE;
  }

  /** Starts the job of the form and opens it. */
  async start() {
    if (this.#isStarting || !ui.jobForm.reportValidity()) return;
    this.#isStarting = true;
    ui.progress.hidden = false;
    try {
      const { title, work, key } = (this.#unanswered ??= await this.#prepare());
      const job = await createJob(work, key);
      this.#unanswered = undefined;
      ui.keyForm.hidden = true;
      this.form.renewSeed();
      addJob({ id: job.id, title, created: job.created_ms });
      if (!this.#isShown) return;
      this.#job = job;
      location.hash = jobHashOf(job.id);
    } catch (error) {
      // A request without a response may have made a job: only the same request finds it.
      if (error instanceof ApiError) this.#unanswered = undefined;
      showJobError(error, "start");
    } finally {
      this.#isStarting = false;
      ui.progress.hidden = true;
    }
  }

  /** Does again what lacked an API key. */
  retry() {
    if (this.isOpen) void this.#follow();
    else void this.start();
  }

  /** Reads the file of the form, and returns the request for the job. */
  async #prepare() {
    const { title, file, body } = this.form.work;
    const lines = ((await file?.text()) ?? "").split("\n").map((line) => line.trim());
    return { title, work: body(lines.filter((line) => line !== "")), key: newRequestKey() };
  }

  async #follow() {
    this.#following?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    this.#following = controller;
    try {
      await followJob(this.#id, signal, {
        changed: (job) => {
          if (!signal.aborted) this.#draw(job);
        },
        lost: (seconds) => {
          const next = `The page tries again in ${durationText(seconds)}.`;
          if (ui.jobCard.hidden) note("The service does not answer", next);
          else ui.jobConnection.textContent = `The service does not answer. ${next}`;
        },
      });
    } catch (error) {
      if (signal.aborted) return;
      ui.jobCard.hidden = true;
      ui.jobForm.hidden = error instanceof ApiError && error.status === 401;
      showJobError(error, "open");
    }
  }

  /** @param {Job} job */
  #draw(job) {
    const isNews = ui.jobCard.hidden || this.#job?.id !== job.id || this.#job.state !== job.state;
    const ended = hasEnded(job.state);
    this.#job = job;
    ui.keyForm.hidden = true;
    ui.jobCard.hidden = false;
    const title = listedJobs().find(({ id }) => id === job.id)?.title ?? operationText(job);
    ui.jobTitle.textContent = title;
    ui.jobProgress.value = job.fraction;
    ui.jobProgress.textContent = percentOf(job);
    ui.jobLeft.textContent = progressText(job);
    ui.jobSum.textContent = `${solutionsOf(job)}${job.count === null || ended ? "" : " so far"}`;
    ui.jobFacts.replaceChildren(...factsOf(job).flatMap(([name, value]) => [textElement("dt", name), textElement("dd", value)]));
    ui.jobConnection.textContent = "";
    const hasResults = ended && job.state !== "expired" && job.count === null && job.puzzles.done > 0;
    ui.jobDownload.hidden = !hasResults;
    ui.jobDownload.href = resultsAddress(job.id);
    ui.jobDownload.download = `${job.operation}-${job.id.slice(0, 8)}.ndjson`;
    if (ended && document.activeElement === ui.jobCancel) ui.jobTitle.focus({ preventScroll: true });
    ui.jobCancel.hidden = ended;
    this.#isCancelling = job.state === "cancelling";
    ui.jobCancel.setAttribute("aria-disabled", String(this.#isCancelling));
    ui.jobRemove.hidden = !ended;
    document.title = ended ? `${title}: ${job.state}` : `${percentOf(job)}: ${title}`;
    // The live region tells of states alone: numbers change too often.
    if (isNews) show(jobMessage(job, !hasApiKey()));
    if (this.#takesFocus) ui.jobTitle.focus();
    this.#takesFocus = false;
  }

  async #cancel() {
    if (this.#isCancelling) return;
    this.#isCancelling = true;
    try {
      const id = this.#id;
      const job = await cancelJob(id);
      if (this.#id === id) this.#draw(job);
    } catch (error) {
      this.#isCancelling = false;
      showJobError(error, "open");
    }
  }

  async #remove() {
    try {
      const id = this.#id;
      await removeJob(id);
      dropJob(id);
      location.hash = jobHashOf("");
    } catch (error) {
      showJobError(error, "open");
    }
  }

  /** Downloads the results with the API key, which a link cannot send. */
  async #download() {
    try {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await resultsOf(this.#id));
      link.download = ui.jobDownload.download;
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      showJobError(error, "open");
    }
  }

  /** Shows the jobs of this browser. */
  #list() {
    const jobs = listedJobs();
    const items = jobs.map(({ id, title, created }) => {
      const link = textElement("a", title);
      link.setAttribute("href", jobHashOf(id));
      if (id === this.#id) link.setAttribute("aria-current", "true");
      const drop = textElement("button", "×");
      drop.setAttribute("type", "button");
      drop.setAttribute("value", id);
      drop.setAttribute("aria-label", `Remove from this list: ${title}`);
      const item = document.createElement("li");
      item.append(link, textElement("time", dates.format(created)), drop);
      return item;
    });
    ui.jobs.replaceChildren(...items);
    ui.jobsTitle.textContent = jobs.length > 0 ? "Jobs of this browser" : "No jobs of this browser yet";
  }
}

/**
 * @param {unknown} error
 * @param {"start" | "open"} action
 */
function showJobError(error, action) {
  const message = jobErrorMessage(error, action);
  if (message === undefined) return showError(error);
  ui.keyForm.hidden = true;
  show(message);
}

/**
 * @param {string} name
 * @param {string} text
 */
function textElement(name, text) {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
