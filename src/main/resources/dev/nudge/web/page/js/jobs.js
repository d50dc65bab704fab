import { inThisZone } from "./format.js";
import { live } from "./live.js";

/** All jobs by number, as the server has last said. */
export const jobs = new Map();

const changes = new EventTarget();

/** Whether the jobs have been received at least once. */
export let isKnown = false;

/** All groups of the queue by name, as the server has last said: each with its limits, and the order of its jobs. */
export let groups = [];

/** What keeps jobs from continuing, or null. */
export let warning = null;

/** Keeps the jobs up to date from now on. */
export function watch() {
    live.on("jobs", (message) => {
        jobs.clear();
        take(message.jobs);
        isKnown = true;
        changed(message, null);
    });
    live.on("changed", (message) => {
        take(message.jobs);
        message.removed.forEach((number) => jobs.delete(number));
        changed(message, new Set([...message.jobs.map((job) => job.job), ...message.removed]));
    });
    live.on("groups", (message) => {
        groups = message.groups;
        tell(new Set());
    });
    live.on("sizes", (message) => grow(message.sizes));
    live.hold({ type: "watch_jobs" });
}

/**
 * Takes a job that an answer has brought along, if no message has come about it yet: a message may be newer than the
 * answer, and each change has one.
 */
export function learn(job) {
    if (!jobs.has(job.job)) {
        take([job]);
        tell(new Set([job.job]));
    }
}

/**
 * Calls back with each change, until the function is called that this returns.
 *
 * @param callback gets the set of the numbers that have changed, or null if all may have
 */
export function onChange(callback) {
    const listener = (event) => callback(event.detail);
    changes.addEventListener("change", listener);
    return () => changes.removeEventListener("change", listener);
}

function take(received) {
    received.forEach((job) => jobs.set(job.job, { ...job, waiting: job.waiting && inThisZone(job.waiting) }));
}

function changed(message, numbers) {
    warning = message.warning ?? null;
    tell(numbers);
}

function grow(sizes) {
    const numbers = new Set();
    for (const [key, size] of Object.entries(sizes)) {
        const job = jobs.get(Number(key));
        if (job) {
            job.output_bytes = size;
            numbers.add(job.job);
        }
    }
    tell(numbers);
}

function tell(numbers) {
    changes.dispatchEvent(new CustomEvent("change", { detail: numbers }));
}
