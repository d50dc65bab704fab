import { COLUMNS } from "./columns.js";
import { el, say } from "./dom.js";
import { oneLine, size } from "./format.js";
import { outcome } from "./outcome.js";

/** Returns the number of the first job of the array to which a job belongs; null for none. */
export function arrayOf(job) {
    return job.queue?.array?.first ?? null;
}

/** The row for all jobs of an array, which opens and closes what follows it. */
export class ArrayRow {
    #words = el("span", { className: "words" });
    #label = el("span", { className: "narrow label-too" });
    #cells = COLUMNS.map((column) => el("td", { className: column.key }));
    #toggle = el("button", { type: "button", className: "toggle" });
    #word = el("span", { className: "word" });
    #why = el("span", { className: "why" });
    #box = el("input", { type: "checkbox", tabIndex: -1 });

    /** @param toggle is called to open or close it; choose, to choose all of its jobs or none */
    constructor(first, { toggle, choose }) {
        this.first = first;
        this.#toggle.addEventListener("click", toggle);
        this.#box.addEventListener("click", () => choose(this.#box.checked));
        this.#box.ariaLabel = `Choose the jobs of array ${first}`;
        this.#cell("number").append(this.#toggle);
        this.#cell("state").append(this.#word, this.#why);
        this.#cell("command").append(this.#label, this.#words);
        this.element = el("tr", { className: "array", onclick: (event) => !event.target.closest("button, .box") && toggle() },
            el("td", { className: "box" }, this.#box), this.#cells, el("td", { className: "buttons" }));
        this.element.dataset.array = first;
    }

    #cell(key) {
        return this.#cells[COLUMNS.findIndex((column) => column.key === key)];
    }

    /** Writes what has changed of those of its jobs that are shown, the most urgent first. */
    fill(members, isOpen, chosen) {
        const [lead] = members;
        const { first, last } = lead.queue.array;
        const { key } = outcome(lead);
        this.element.className = `array state-${key}`;
        say(this.#toggle, `${isOpen ? "▾" : "▸"} ${first}`);
        this.#toggle.setAttribute("aria-expanded", String(isOpen));
        this.#toggle.ariaLabel = `Array of jobs ${first} to ${last}`;
        const [most, ...others] = counts(members);
        say(this.#word, most);
        say(this.#why, others.join(", "));
        this.#cell("state").title = [most, ...others].join(", ");
        say(this.#label, lead.label ?? "");
        say(this.#cell("label"), lead.label ?? "");
        say(this.#words, `${members.length === last - first + 1 ? "" : `${members.length} of `}${last - first + 1} tasks: ${oneLine(lead.command)}`);
        this.#cell("command").title = lead.command;
        say(this.#cell("size"), size(members.reduce((sum, job) => sum + (job.output_bytes ?? 0), 0)));
        this.#box.checked = members.every((job) => chosen.has(job.job));
        this.#box.indeterminate = !this.#box.checked && members.some((job) => chosen.has(job.job));
    }
}

/** Returns how many are how: "● 3 running"; in the order in which they first come. */
function counts(members) {
    const found = new Map();
    for (const job of members) {
        const { sign, words } = outcome(job);
        found.set(words, { sign, count: (found.get(words)?.count ?? 0) + 1 });
    }
    return [...found].map(([words, { sign, count }]) => `${sign} ${count} ${words}`);
}
