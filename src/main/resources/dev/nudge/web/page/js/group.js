import { hold, move, pause, removeGroup, resizeGroup } from "./actions.js";
import { el, say } from "./dom.js";
import { memory, oneLine } from "./format.js";
import { jobs } from "./jobs.js";
import { clusterOf, groupOf, isQueued } from "./outcome.js";

/** So many of the jobs that wait are listed. */
const MOST = 200;

/** A group in the view of the queue. Its elements stay the same while its jobs come and go. */
export class GroupCard {
    #group = null;
    #waiting = new Map();
    #badge = el("span");
    #limits = el("p", { className: "note" });
    #counts = el("p");
    #running = el("p", { className: "running-jobs" });
    #list = el("ol");
    #more = el("p", { className: "note" });
    #limit;
    #removal = el("button", { type: "button", className: "quiet", textContent: "Remove", onclick: () => removeGroup(this.#group.name) });
    #toggle = el("button", { type: "button", onclick: () => pause(this.#group.name, !this.#group.paused) });

    constructor(name) {
        this.#list.ariaLabel = `Jobs of group ${name} that wait`;
        this.#limit = limitField(`Jobs of group ${name} at once`);
        this.#limit.addEventListener("change", () => resizeGroup(name, limitIn(this.#limit)));
        this.#removal.ariaLabel = `Remove group ${name}`;
        this.#list.addEventListener("dragover", (event) => this.#drag(event));
        this.#list.addEventListener("drop", (event) => this.#drop(event));
        this.#list.addEventListener("dragend", (event) => event.dataTransfer.dropEffect === "none" && this.fill(this.#group));
        this.element = el("section", { className: "group-card", ariaLabel: `Group ${name}`, "data-group": name },
            el("div", { className: "tools" }, el("h2", { textContent: name }), this.#badge, el("span", { className: "spacer" }), el("span", { className: "inline beside" }, this.#limit, "at once"), this.#toggle, this.#removal),
            this.#limits, this.#counts, this.#running, this.#list, this.#more);
    }

    /** Writes what has changed. */
    fill(group) {
        this.#group = group;
        const verb = group.paused ? "Resume" : "Pause";
        say(this.#badge, group.paused ? "‖ paused" : "✓ open");
        this.#badge.className = `badge state-${group.paused ? "paused" : "good"}`;
        say(this.#limits, limitsOf(group));
        this.#removal.hidden = group.name === "default" || group.running + group.queued > 0;
        if (document.activeElement !== this.#limit) {
            this.#limit.value = group.parallel ?? "";
        }
        say(this.#counts, `${group.running} running, ${group.queued} queued`);
        say(this.#toggle, verb);
        this.#toggle.setAttribute("aria-label", `${verb} group ${group.name}`);
        this.#fillRunning(group);
        const queued = group.order.map((number) => jobs.get(number)).filter((job) => job !== undefined && isQueued(job));
        this.#fillList(queued.slice(0, MOST));
        say(this.#more, queued.length > MOST ? `and ${queued.length - MOST} more` : "");
    }

    #fillRunning(group) {
        const running = [...jobs.values()].filter((job) => job.state !== "ended" && !isQueued(job) && groupOf(job) === group.name);
        const shown = running.slice(0, MOST);
        this.#running.hidden = shown.length === 0;
        const key = shown.map((job) => `${job.job}${place(job)}`).join(" ");
        if (this.#running.dataset.jobs !== key) {
            this.#running.dataset.jobs = key;
            this.#running.replaceChildren("Running: ", ...shown.flatMap((job, index) => [index === 0 ? "" : ", ", link(job, `Job ${job.job}`), place(job)]));
        }
    }

    /** Lists the jobs that wait. If the one that has the focus has left, the one in its place gets it. */
    #fillList(queued) {
        const focused = document.activeElement;
        const place = [...this.#list.children].findIndex((item) => item.contains(focused));
        const kept = new Set(queued.map((job) => job.job));
        for (const [number, item] of this.#waiting) {
            if (!kept.has(number)) {
                item.element.remove();
                this.#waiting.delete(number);
            }
        }
        if (this.#list.querySelector(".dragged") !== null) {
            return;
        }
        queued.forEach((job, index) => {
            const item = this.#waiting.get(job.job) ?? new WaitingJob(job.job);
            this.#waiting.set(job.job, item);
            if (this.#list.children[index] !== item.element) {
                this.#list.insertBefore(item.element, this.#list.children[index] ?? null);
            }
            item.fill(job);
        });
        this.#list.hidden = queued.length === 0;
        if (place >= 0 && focused !== document.activeElement) {
            this.#focusAgain(focused, place);
        }
    }

    /** Shows the dragged job where it would come: its group decides nothing else. */
    #drag(event) {
        const dragged = this.#list.querySelector(".dragged");
        if (dragged === null) {
            return;
        }
        event.preventDefault();
        event.dataTransfer.dropEffect = "move";
        const over = event.target.closest("li");
        if (over !== null && over !== dragged) {
            const { top, height } = over.getBoundingClientRect();
            over[event.clientY < top + height / 2 ? "before" : "after"](dragged);
        }
    }

    #drop(event) {
        const dragged = this.#list.querySelector(".dragged");
        if (dragged !== null) {
            event.preventDefault();
            const next = dragged.nextElementSibling?.dataset.job;
            dragged.classList.remove("dragged");
            move(Number(dragged.dataset.job), next ? Number(next) : null).then((isMoved) => isMoved || this.fill(this.#group));
        }
    }

    #focusAgain(focused, place) {
        const item = this.#list.children[Math.min(place, this.#list.children.length - 1)];
        (focused.isConnected ? focused : (item?.querySelector("a") ?? this.#toggle)).focus();
    }
}

/** A job that waits: its name, why it waits, and buttons that move it, and hold it or release it. */
class WaitingJob {
    #link;
    #reason = el("span", { className: "reason" });
    #hold = el("button", { type: "button", className: "hold", onclick: () => hold(jobs.get(this.#number)) });
    #number;

    constructor(number) {
        this.#number = number;
        this.#link = link({ job: number }, "");
        this.element = el("li", { "data-job": number, draggable: true,
            ondragstart: (event) => {
                event.dataTransfer.setData("text/plain", String(number));
                event.dataTransfer.effectAllowed = "move";
                this.element.classList.add("dragged");
            },
            ondragend: () => this.element.classList.remove("dragged") },
        el("span", { className: "grip", "aria-hidden": "true", textContent: "⠿" }), el("span", { className: "words" }, this.#link, " ", this.#reason),
        el("button", { type: "button", className: "move", textContent: "↑", ariaLabel: `Start job ${number} earlier`, onclick: () => this.#earlier() }),
        el("button", { type: "button", className: "move", textContent: "↓", ariaLabel: `Start job ${number} later`, onclick: () => this.#later() }), this.#hold);
    }

    #earlier() {
        const before = this.element.previousElementSibling;
        if (before !== null) {
            move(this.#number, Number(before.dataset.job));
        }
    }

    #later() {
        const behind = this.element.nextElementSibling;
        if (behind !== null) {
            const next = behind.nextElementSibling?.dataset.job;
            move(this.#number, next ? Number(next) : null);
        }
    }

    fill(job) {
        const verb = job.state === "held" ? "Release" : "Hold";
        say(this.#link, `${job.job} ${job.label ?? oneLine(job.command)}`);
        say(this.#reason, job.waiting ?? job.state);
        if (this.#hold.textContent !== verb) {
            this.#hold.textContent = verb;
            this.#hold.setAttribute("aria-label", `${verb} job ${job.job}`);
        }
    }
}

/** Returns a field for how many jobs run at once; empty for any number. */
export function limitField(name) {
    return el("input", { className: "limit", type: "number", min: 1, max: 999_999, placeholder: "no limit", ariaLabel: name, title: "Jobs at once" });
}

/** Returns the number in such a field; null for none. */
export function limitIn(field) {
    return field.value === "" ? null : Number(field.value);
}

function link(job, text) {
    return el("a", { href: `#/jobs/${job.job}`, textContent: text });
}

/** Returns the limits of a group in words. */
export function limitsOf(group) {
    const limits = [
        group.parallel && `${group.parallel} at once`,
        group.min_free_memory && `while ${memory(group.min_free_memory)} of memory are free`,
        group.max_load && `while the load is below ${group.max_load}`,
    ].filter(Boolean);
    const limit = limits.length === 0 ? "No limit" : `Limit: ${limits.join(", ")}`;
    return group.engine === "local" ? limit : [`In ${group.engine}`, ...group.options, limit].join(", ");
}

/** Returns where a job of a cluster is, and why it waits there; nothing on this machine. */
function place(job) {
    const facts = [clusterOf(job), job.state === "submitted" && job.waiting].filter(Boolean);
    return facts.length === 0 ? "" : ` (${facts.join(", ")})`;
}
