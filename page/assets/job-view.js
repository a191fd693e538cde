/** The view of a job: it starts, follows, cancels and removes one. */

import { ApiError, hasApiKey } from "./api.js";
import { ui } from "./elements.js";
import { JobForm } from "./job-form.js";
import { addJob, dropJob, listedJobs } from "./job-list.js";
import {
  dropJobText, factsOf, hasLines, jobDate, jobErrorMessage, jobMessage, jobTexts, labels, nextAttempt, operationText, percentOf,
  progressText, sendingText, solutionsSoFar, stateText,
} from "./texts.js";
import { cancelJob, createJob, followJob, hasEnded, jobRequest, newRequestKey, removeJob, resultsAddress, resultsOf, upload } from "./jobs-api.js";
import { note, show, showError } from "./messages.js";
import { jobHashOf } from "./shared-state.js";

/** @typedef {import("./api.js").Body} Body */
/** @typedef {import("./jobs-api.js").Job} Job */

/** View of a job, or of the form of a new one. Sends `change` after each change of the form. */
export class JobView extends EventTarget {
  /** Form of a new job. */
  form;
  #id = "";
  /** @type {Job | undefined} */
  #job;
  /** @type {AbortController | undefined} */
  #following;
  /** @type {AbortController | undefined} */
  #sending;
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
      if (this.#sending === undefined) void this.start();
      else this.#sending.abort();
    });
    ui.jobCancel.addEventListener("click", () => void this.#cancel());
    ui.jobRemove.addEventListener("click", () => void this.#remove());
    ui.jobDownload.addEventListener("click", (event) => {
      if (!hasApiKey() && this.#job !== undefined && hasEnded(this.#job.state)) return;
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
      tell(jobTexts.begin);
      if (hadFocus) ui.jobKind.focus();
      return;
    }
    if (this.#job?.id === id) this.#draw(this.#job);
    else note(jobTexts.looking);
    void this.#follow();
  }

  /** Ends following the job, and sending a file. The job goes on. */
  close() {
    this.#following?.abort();
    this.#sending?.abort();
    this.#isShown = false;
    this.#id = "";
    document.title = labels.pageTitle;
  }

  /** Starts the job of the form and opens it. */
  async start() {
    if (this.#sending !== undefined || !ui.jobForm.reportValidity()) return;
    const controller = new AbortController();
    this.#sending = controller;
    ui.jobStart.textContent = labels.cancel;
    ui.progress.hidden = false;
    try {
      const { title, work, key } = (this.#unanswered ??= await this.#prepare(controller.signal));
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
      if (!controller.signal.aborted) showJobError(error, "start");
      else if (this.#isShown) tell(jobTexts.cancelled);
    } finally {
      this.#sending = undefined;
      ui.jobStart.textContent = labels.startJob;
      ui.progress.hidden = true;
      ui.progress.removeAttribute("value");
    }
  }

  /** Does again what lacked an API key. */
  retry() {
    if (this.isOpen) void this.#follow();
    else void this.start();
  }

  /**
   * Sends the file of the form, and returns the request for the job.
   * @param {AbortSignal} signal
   */
  async #prepare(signal) {
    const { title, file, body } = this.form.work;
    let id = "";
    if (file !== undefined) {
      tell(sendingText(file.name));
      id = await upload(file, signal, (fraction) => {
        ui.progress.value = fraction;
      });
    }
    return { title, work: body(id), key: newRequestKey() };
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
          const lines = [jobTexts.silent, nextAttempt(seconds)];
          if (ui.jobCard.hidden) tell(lines);
          else ui.jobConnection.textContent = lines.join(". ");
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
    // The response to a cancellation may arrive after the event of its end.
    const isOutdated = this.#job?.id === job.id && this.#job.revision > job.revision;
    if (isOutdated) return;
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
    ui.jobSum.textContent = solutionsSoFar(job, ended);
    ui.jobFacts.replaceChildren(...factsOf(job).flatMap(([name, value]) => [textElement("dt", name), textElement("dd", value)]));
    ui.jobConnection.textContent = "";
    ui.jobDownload.hidden = job.state === "expired" || !hasLines(job);
    ui.jobDownload.textContent = ended ? labels.downloadResults : jobTexts.downloadSoFar;
    ui.jobDownload.href = resultsAddress(job.id);
    ui.jobDownload.download = `${job.operation}-${job.id.slice(0, 8)}.ndjson`;
    if (ended && document.activeElement === ui.jobCancel) ui.jobTitle.focus({ preventScroll: true });
    ui.jobCancel.hidden = ended;
    this.#isCancelling = job.state === "cancelling";
    ui.jobCancel.setAttribute("aria-disabled", String(this.#isCancelling));
    ui.jobRemove.hidden = !ended;
    document.title = ended ? `${title}: ${stateText(job)}` : `${percentOf(job)}: ${title}`;
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

  /** Downloads the results so far, or with the API key: a link could not show an error, nor send a key. */
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
      drop.setAttribute("aria-label", dropJobText(title));
      const item = document.createElement("li");
      item.append(link, textElement("time", jobDate(created)), drop);
      return item;
    });
    ui.jobs.replaceChildren(...items);
    ui.jobsTitle.textContent = jobs.length > 0 ? labels.jobsOfBrowser : jobTexts.noJobs;
  }
}

/** @param {readonly string[]} lines A title and details. */
function tell([title = "", ...details]) {
  note(title, ...details);
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
