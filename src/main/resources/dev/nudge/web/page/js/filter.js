import { groupName, isAsking, isUnreported, isWaiting, outcome } from "./outcome.js";

/** The states that people can filter for: a value, a name, and the key of their colour. */
export const STATES = [
    ["all", "All", null], ["running", "● Running", "running"], ["queued", "… Queued", "queued"], ["paused", "‖ Paused", "paused"], ["asking", "? Asking", "waiting"], ["good", "✓ Succeeded", "good"],
    ["bad", "✗ Failed", "bad"], ["unreported", "Not reported", null],
];

const TESTS = {
    all: () => true,
    running: (job) => job.state !== "ended" && !isPaused(job) && !isWaiting(job) && !isAsking(job),
    paused: isPaused,
    queued: isWaiting,
    asking: isAsking,
    good: (job) => outcome(job).key === "good",
    bad: (job) => ["bad", "lost"].includes(outcome(job).key),
    unreported: isUnreported,
};

function isPaused(job) {
    return outcome(job).key === "paused";
}

/** Returns whether a job is in one of the states. */
export function isIn(job, state) {
    return TESTS[state](job);
}

/** Returns whether a job has all of the words in its number, label, command, folder or group. */
export function hasWords(job, words) {
    const text = `${job.job} ${job.label ?? ""} ${job.command} ${job.cwd} ${groupName(job)}`.toLowerCase();
    return words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}
