import { ago, duration } from "./format.js";

/** How a job is, for people: a key for its colour, a sign, and words. */
export function outcome(job) {
    if (isWaiting(job)) {
        return known("queued", "…", job.waiting && job.waiting !== job.state ? `${job.state}, ${job.waiting}` : job.state);
    }
    if (job.state === "paused") {
        return known("queued", "‖", job.state);
    }
    if (job.state !== "ended") {
        return isAsking(job) ? known("waiting", "?", "asks") : known(going(job), "●", job.state);
    }
    if (job.skipped) {
        return known("lost", "~", `skipped, ${job.skipped}`);
    }
    if (job.not_started) {
        return known("bad", "✗", "not started");
    }
    if (job.lost) {
        return known("lost", "~", "lost");
    }
    if (job.signal) {
        return known("bad", "✗", "killed");
    }
    return job.exit_code === 0 ? known("good", "✓", "succeeded") : known("bad", "✗", "failed");
}

function known(key, sign, words) {
    return { key, sign, words };
}

function going(job) {
    return job.state === "stopping" ? "waiting" : "running";
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
    return job.state !== "ended" && job.state !== "paused" && Boolean(job.question?.standing) && job.question.kind !== "match";
}

/** Returns the exit code or the signal of a job that has ended, else nothing. */
export function exit(job) {
    return job.signal ?? (job.exit_code === null || job.exit_code === undefined ? "" : String(job.exit_code));
}

/** Returns for how long a job has been running, or had been. */
export function time(job) {
    const end = job.ended_at ? Date.parse(job.ended_at) : Date.now();
    return duration(end - Date.parse(job.started_at ?? job.created_at));
}

/** Returns how long ago a job was created. */
export function age(job) {
    return ago(Date.now() - Date.parse(job.created_at));
}

const URGENCIES = ["waiting", "running", "queued", "bad", "lost", "good"];

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
