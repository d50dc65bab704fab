import { post } from "./api.js";
import { complain, confirm } from "./dialog.js";
import { announce } from "./dom.js";
import { learn } from "./jobs.js";

/** Ends a job after a confirmation. */
export async function kill(job) {
    if (job.state !== "ended" && (await confirm(`Kill job ${job.job}?`, job.command, "Kill it"))) {
        await attempt(async () => {
            const answer = await post(`/api/jobs/${job.job}/kill`, {});
            learn(answer.job);
            announce(`Job ${job.job} has ended.`);
        });
    }
}

/** Keeps a job that waits from being started; one that is held, no longer. */
export async function hold(job) {
    const released = { held: "released", paused: "resumed" }[job.state];
    await attempt(async () => {
        await post(`/api/jobs/${job.job}/${released ? "release" : "hold"}`, {});
        announce(`Job ${job.job} is ${released ?? "held"}.`);
    });
}

/** Stops starting the jobs of a group, or lets them be started again. */
export async function pause(group, isPaused) {
    await attempt(async () => {
        await post(`/api/groups/${isPaused ? "pause" : "resume"}`, { group });
        announce(`Group ${group} is ${isPaused ? "paused" : "resumed"}.`);
    });
}

/** Starts a new job like one that has ended, and shows it. */
export async function restart(job) {
    await attempt(async () => {
        const answer = await post(`/api/jobs/${job.job}/restart`, {});
        learn(answer.job);
        location.hash = `#/jobs/${answer.job.job}`;
    });
}

/** Removes one job that has ended, after a confirmation; returns whether it was removed. */
export async function remove(job) {
    if (!(await confirm(`Remove job ${job.job} and its output?`, job.command, "Remove it"))) {
        return false;
    }
    return attempt(async () => {
        const answer = await post("/api/clean", { jobs: [job.job] });
        if (answer.complaints.length > 0) {
            complain(answer.complaints.join("\n"));
        }
        return answer.removed.length > 0;
    });
}

/** Removes all jobs that have ended and whose results nobody waits for, after a confirmation. */
export async function clean() {
    const text = "Jobs whose results have not been reported yet are kept.";
    if (await confirm("Remove all jobs that have ended, and their output?", text, "Remove them")) {
        await attempt(async () => {
            const answer = await post("/api/clean", {});
            announce(`${answer.removed.length} jobs removed.`);
        });
    }
}

/** Puts a job's command on the clipboard. */
export async function copy(job) {
    try {
        await navigator.clipboard.writeText(job.command);
        announce("The command was copied.");
    } catch {
        complain("The browser does not let this page write to the clipboard.");
    }
}

async function attempt(work) {
    try {
        return await work();
    } catch (failure) {
        complain(failure.message);
        return false;
    }
}
