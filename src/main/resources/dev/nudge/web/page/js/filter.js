import { isAsking, isUnreported, outcome } from "./outcome.js";

/** The states that people can filter for: a value, a name. */
export const STATES = [
    ["all", "All states"], ["running", "Running"], ["asking", "Waits for an answer"], ["good", "Succeeded"],
    ["bad", "Failed"], ["ended", "Ended"], ["unreported", "Not reported yet"],
];

const TESTS = {
    all: () => true,
    running: (job) => job.state !== "ended",
    asking: isAsking,
    good: (job) => outcome(job).key === "good",
    bad: (job) => ["bad", "lost"].includes(outcome(job).key),
    ended: (job) => job.state === "ended",
    unreported: isUnreported,
};

/** Returns whether a job is in the state, and has all of the words in its number, label, command or folder. */
export function isShown(job, { words, state }) {
    if (!TESTS[state](job)) {
        return false;
    }
    const text = `${job.job} ${job.label ?? ""} ${job.command} ${job.cwd}`.toLowerCase();
    return words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}
