import { post } from "./api.js";
import { complain, confirm } from "./dialog.js";
import { announce } from "./dom.js";
import { oneLine } from "./format.js";
import { jobs, learn } from "./jobs.js";
import { isQueued } from "./outcome.js";

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

/** Returns the word for what lets a job continue: "Release" if it is held, "Resume" if it is paused, else nothing. */
export function verbToContinue(job) {
    return { held: "Release", paused: "Resume" }[job.state] ?? "";
}

/** Keeps a job that waits from being started; one that is held, no longer. */
export async function hold(job) {
    const released = { held: "released", paused: "resumed" }[job.state];
    await attempt(async () => {
        await post(`/api/jobs/${job.job}/${released ? "release" : "hold"}`, {});
        announce(`Job ${job.job} is ${released ?? "held"}.`);
    });
}

/** Returns what can be done with several jobs: for each a name, and for which of them it can be done. */
const WITH_SEVERAL = {
    Kill: { fits: (job) => job.state !== "ended", act: (job) => post(`/api/jobs/${job.job}/kill`, {}), isAsked: true },
    Hold: { fits: (job) => job.state === "queued", act: (job) => post(`/api/jobs/${job.job}/hold`, {}) },
    Continue: { fits: (job) => verbToContinue(job) !== "", act: (job) => post(`/api/jobs/${job.job}/release`, {}) },
    Restart: { fits: (job) => job.state === "ended" && !job.virtual, act: (job) => post(`/api/jobs/${job.job}/restart`, {}) },
    Remove: { fits: (job) => job.state === "ended", isAsked: true },
};

/** Returns the names of what can be done with at least one of several jobs, each with how many. */
export function choicesFor(several) {
    return Object.entries(WITH_SEVERAL).map(([name, { fits }]) => ({ name, count: several.filter(fits).length }))
        .filter(({ count }) => count > 0);
}

/** Does something with those of several jobs with which it can be done, and reports all that did not work at once. */
export async function doWith(name, several) {
    const { fits, act, isAsked } = WITH_SEVERAL[name];
    const chosen = several.filter(fits);
    const words = chosen.length === 1 ? "1 job" : `${chosen.length} jobs`;
    const list = chosen.slice(0, 5).map((job) => `${job.job} ${job.label ?? oneLine(job.command)}`).join("\n");
    const more = chosen.length > 5 ? `\nand ${chosen.length - 5} more` : "";
    if (isAsked && !(await confirm(`${name} ${words}${name === "Remove" ? " and their output" : ""}?`, list + more, `${name} ${words}`))) {
        return false;
    }
    const complaints = name === "Remove" ? await removeAll(chosen) : await each(chosen, act);
    if (complaints.length > 0) {
        complain(complaints.join("\n"));
    } else {
        announce(`Done with ${words}.`);
    }
    return true;
}

async function removeAll(chosen) {
    try {
        return (await post("/api/clean", { jobs: chosen.map((job) => job.job) })).complaints;
    } catch (failure) {
        return [failure.message];
    }
}

async function each(chosen, act) {
    const ends = await Promise.allSettled(chosen.map(act));
    return ends.flatMap((end, index) => (end.status === "rejected" ? [`Job ${chosen[index].job}: ${end.reason.message}`] : []));
}

/** Returns what can be done with a job, for a menu. */
export function choicesOf(number) {
    const job = jobs.get(number);
    const goOn = verbToContinue(job);
    const hasEnded = job.state === "ended";
    return [
        { name: "Open", act: () => { location.hash = `#/jobs/${number}`; } },
        goOn !== "" && { name: goOn, act: () => hold(job) },
        isQueued(job) && goOn === "" && { name: "Hold", act: () => hold(job) },
        hasEnded && !job.virtual && { name: "Restart", act: () => restart(job) },
        { name: "Copy command", act: () => copy(job) },
        hasEnded && { name: "Remove", act: () => remove(job), isDanger: true },
        !hasEnded && { name: "Kill", act: () => kill(job), isDanger: true },
    ].filter(Boolean);
}

/** Stops starting the jobs of a group, or lets them be started again. */
export async function pause(group, isPaused) {
    await attempt(async () => {
        await post(`/api/groups/${isPaused ? "pause" : "resume"}`, { group });
        announce(`Group ${group} is ${isPaused ? "paused" : "resumed"}.`);
    });
}

/** Adds a group; returns whether that was possible. */
export function addGroup(group, parallel) {
    return attempt(async () => {
        await post("/api/groups", { group, parallel });
        announce(`Group ${group} was added.`);
        return true;
    });
}

/** Changes how many jobs of a group run at once: null for any number. */
export function resizeGroup(group, parallel) {
    return attempt(async () => {
        await post("/api/groups/set", { group, parallel });
        announce(parallel === null ? `Group ${group} has no limit.` : `Group ${group} runs ${parallel} at once.`);
        return true;
    });
}

/** Removes a group that has no jobs, after a confirmation. */
export async function removeGroup(group) {
    if (await confirm(`Remove group ${group}?`, "It must have no jobs that run or wait.", "Remove it")) {
        await attempt(() => post("/api/groups/remove", { group }));
    }
}

/** Moves a job that waits into the place of another one of its group, or to the end for null; returns whether it was moved. */
export async function move(number, before) {
    return attempt(() => post(`/api/jobs/${number}/move`, { before }));
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
            announce(answer.removed.length === 1 ? "1 job removed." : `${answer.removed.length} jobs removed.`);
        });
    }
}

/** Puts a job's command on the clipboard. */
export function copy(job) {
    return put(job.command);
}

/** Puts a command on the clipboard. */
export async function put(command) {
    try {
        await navigator.clipboard.writeText(command);
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
