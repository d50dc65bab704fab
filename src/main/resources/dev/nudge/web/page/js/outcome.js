import { clock, ago } from "./format.js";

/** What looks otherwise than all jobs that wait, run or have ended, by its word: a key for its colour, and a sign. */
const LOOKS = {
    asks: ["waiting", "?"], paused: ["paused", "‖"], stopping: ["waiting", "●"], succeeded: ["good", "✓"],
    cancelled: ["lost", "~"], skipped: ["lost", "~"], lost: ["lost", "~"],
};

function usualLook(job) {
    return job.state === "ended" ? ["bad", "✗"] : isWaiting(job) ? ["queued", "…"] : ["running", "●"];
}

/** How a job is, for people: a key for its colour, a sign, a word, and the reason, which may be empty. */
export function outcome(job) {
    const words = job.condition ?? endOf(job);
    const [key, sign] = LOOKS[words] ?? usualLook(job);
    const reason = job.waiting ?? job.skipped ?? job.not_started ?? job.lost ?? job.stop_reason ?? "";
    return { key, sign, words, reason: reason === words ? "" : reason };
}

/** Returns the sign and the word for how a job is. */
export function stateText(job) {
    const { sign, words } = outcome(job);
    return `${sign} ${words}`;
}

/** Returns how an attempt ended, of which the server says no word. */
function endOf({ not_started: notStarted, skipped, lost, signal, exit_code: code }) {
    if (notStarted || skipped || lost) {
        return notStarted ? "not started" : skipped ? "skipped" : "lost";
    }
    return signal ? "killed" : code === 0 ? "succeeded" : "failed";
}

/** Returns whether a job waits to be started, here or in its cluster. */
export function isWaiting(job) {
    return isQueued(job) || job.state === "submitted";
}

/** Returns a job's name in its cluster, and where it runs there; null on this machine. */
export function clusterOf({ cluster }) {
    if (!cluster) {
        return null;
    }
    return `${cluster.engine} job ${cluster.id}${cluster.node ? ` on ${cluster.node}` : ""}`;
}

/** Returns whether a job waits in the queue. */
export function isQueued(job) {
    return job.state === "queued" || job.state === "held";
}

/** Returns the name of a job's group; none of a timer or a watch. */
export function groupOf(job) {
    return job.virtual ? null : (job.queue?.group ?? "default");
}

/** Returns the name of a job's group, if it is not the one of all jobs that name none. */
export function groupName(job) {
    return groupOf(job) === "default" ? "" : (groupOf(job) ?? "");
}

/** Returns the jobs after which a job is started: their numbers, and whether they must succeed. */
export function dependenciesOf(job) {
    const all = (numbers, mustSucceed) => (numbers ?? []).map((number) => ({ number, mustSucceed }));
    return [...all(job.queue?.after, true), ...all(job.queue?.after_any, false)];
}

/** Returns whether a job waits for somebody to type. */
export function isAsking(job) {
    return job.condition === "asks";
}

/** Returns the exit code or the signal of a job that has ended, else nothing. */
export function exit(job) {
    return job.signal ?? (job.exit_code === null || job.exit_code === undefined ? "" : String(job.exit_code));
}

/** Returns for how long a job has been running, or had been: 4:12; nothing of one that has not been started. */
export function time(job) {
    return job.started_at ? clock((job.ended_at ? Date.parse(job.ended_at) : Date.now()) - Date.parse(job.started_at)) : "";
}

/** Returns how long ago a job was started; nothing of one that has not been. */
export function age(job) {
    return job.started_at ? ago(Date.now() - Date.parse(job.started_at)) : "";
}

const URGENCIES = ["waiting", "running", "paused", "queued", "bad", "lost", "good"];

/** Returns a number that is the smaller the more a job needs people: first those that ask. */
export function urgency(job) {
    return URGENCIES.indexOf(outcome(job).key);
}

const REPORTS = {
    off: "", pending: "not yet", undelivered: "could not be", answered: "in an answer", received: "yes",
    taken: "typed", delivered: "yes", handed_over: "with a prompt",
};

/** Returns whether the agent knows of a job's end; nothing if no agent is to know. */
export function reported(job) {
    return REPORTS[job.nudge] ?? job.nudge;
}

/** Returns whether a job has ended and its agent does not know yet. */
export function isUnreported(job) {
    return job.state === "ended" && (job.nudge === "pending" || job.nudge === "undelivered");
}
