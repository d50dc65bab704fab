import { log } from "./api.js";
import { el, say } from "./dom.js";
import { duration, moment, size } from "./format.js";
import { Chunk } from "./lines.js";
import { exit, isQueued, outcome } from "./outcome.js";

/** So many bytes of an attempt's output are shown, from its end. */
const MOST = 65_536;

/** The starts of a job that has been started again, or would be if it failed; hidden for others. */
export class Attempts {
    #shown = [];
    #list = el("ol", { className: "attempts" });
    element = el("section", { hidden: true }, el("h2", { textContent: "Attempts" }), this.#list);

    /** Writes what has changed. */
    fill(job) {
        const starts = startsOf(job);
        this.element.hidden = starts.length === 0;
        starts.forEach((start, index) => {
            this.#shown[index] ??= this.#add(job.job, index + 1);
            this.#shown[index].fill(start);
        });
    }

    #add(job, number) {
        const attempt = new Attempt(job, number);
        this.#list.append(attempt.element);
        return attempt;
    }
}

class Attempt {
    #start = null;
    #outcome = el("span");
    #facts = el("span", { className: "note" });
    #summary = el("summary");
    #loaded = -1;
    #note = el("p", { className: "note" });
    #problem = el("p", { className: "error" });
    #text = el("div", { className: "log wrapped", tabIndex: 0, role: "region", hidden: true });
    #output = el("div", { className: "part" }, this.#problem, this.#note, this.#text);
    #details = el("details", { ontoggle: () => this.#load() }, this.#summary, this.#output);

    constructor(job, number) {
        this.job = job;
        this.#text.ariaLabel = `Output of attempt ${number}`;
        this.element = el("li", { "data-attempt": number },
            el("p", {}, el("strong", { textContent: `Attempt ${number}` }), " ", this.#outcome, " ", this.#facts), this.#details);
    }

    fill(start) {
        this.#start = start;
        this.#outcome.className = `badge state-${start.key}`;
        say(this.#outcome, start.words);
        say(this.#facts, `${duration((start.ended ?? Date.now()) - start.started)}, started ${moment(start.started)}`);
        say(this.#summary, `Its output (${size(start.to - start.from)})`);
        this.#load();
    }

    /** Shows the output, and again if there is more by now. */
    async #load() {
        const { from, to } = this.#start;
        if (!this.#details.open || this.#loaded === to) {
            return;
        }
        this.#loaded = to;
        const first = Math.max(from, to - MOST);
        say(this.#note, to === from ? "No output" : first > from ? `The last ${size(MOST)} of it` : "");
        try {
            const part = await log(this.job, `from=${first}&length=${to - first}`);
            if (this.#loaded === to) {
                this.#text.hidden = to === from;
                this.#text.replaceChildren(new Chunk(part).element);
            }
            say(this.#problem, "");
        } catch (failure) {
            this.#loaded = -1;
            say(this.#problem, failure.message);
        }
    }
}

/** Returns the starts of a job, each with the bytes of the log that it has written; none if it is started only once. */
function startsOf(job) {
    const before = job.attempts ?? [];
    if (before.length === 0 && !job.queue?.retry) {
        return [];
    }
    const starts = before.map((attempt, index) =>
        start({ ...attempt, state: "ended" }, index === 0 ? 0 : before[index - 1].output_end, attempt.output_end));
    const from = before.at(-1)?.output_end ?? 0;
    return isQueued(job) || !job.started_at ? starts : [...starts, start(job, from, Math.max(from, job.output_bytes ?? 0))];
}

function start(job, from, to) {
    const { key, sign, words } = outcome(job);
    return {
        key, words: exit(job) === "" ? `${sign} ${words}` : `${sign} ${words}, exit ${exit(job)}`,
        started: Date.parse(job.started_at ?? job.ended_at), ended: job.ended_at ? Date.parse(job.ended_at) : null,
        from, to,
    };
}
