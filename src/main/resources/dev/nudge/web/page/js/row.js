import { copy, kill, restart } from "./actions.js";
import { COLUMNS } from "./columns.js";
import { el, say } from "./dom.js";
import { jobs } from "./jobs.js";
import { exit, groupName, outcome, time } from "./outcome.js";
import { size } from "./format.js";

/** A job's row in the table. In a narrow window its command's cell says what has no column there. */
export class Row {
    #cells;
    #label = el("span", { className: "narrow label-too" });
    #command = el("span", { className: "words" });
    #facts = el("span", { className: "narrow facts-too" });
    #end = el("button", { type: "button", onclick: () => this.#endOrRestart() });

    constructor(number) {
        this.number = number;
        this.#cells = COLUMNS.map((column) => el("td", { className: column.key }));
        const link = el("a", { href: `#/jobs/${number}`, textContent: String(number) });
        this.#cell("number").append(link);
        this.#cell("command").append(this.#label, this.#command, this.#facts);
        this.element = el("tr", { onclick: (event) => this.#open(event) }, this.#cells,
            el("td", { className: "buttons" }, this.#end,
                el("button", { type: "button", textContent: "Copy", ariaLabel: `Copy the command of job ${number}`,
                    onclick: () => copy(this.#job) })));
        this.element.dataset.job = number;
    }

    get #job() {
        return jobs.get(this.number);
    }

    #cell(key) {
        return this.#cells[COLUMNS.findIndex((column) => column.key === key)];
    }

    /** Writes what has changed. */
    fill() {
        const job = this.#job;
        const name = `state-${outcome(job).key}`;
        if (this.element.className !== name) {
            this.element.className = name;
        }
        COLUMNS.forEach(({ key, text }, index) => {
            if (key !== "number") {
                say(key === "command" ? this.#command : this.#cells[index], text(job));
            }
        });
        this.#fillCommand(job);
        this.#fillEnd(job);
    }

    #fillCommand(job) {
        say(this.#label, job.label ?? "");
        say(this.#facts, [groupName(job), time(job), exit(job), size(job.output_bytes)].filter((fact) => fact !== "").join(" · "));
        this.#cell("command").title = job.command;
        this.#cell("label").title = job.label ?? "";
    }

    #fillEnd(job) {
        const verb = job.state === "ended" ? "Restart" : "Kill";
        if (this.#end.textContent !== verb) {
            this.#end.textContent = verb;
            this.#end.setAttribute("aria-label", `${verb} job ${job.job}`);
            this.#end.classList.toggle("danger", verb === "Kill");
        }
        this.#end.disabled = verb === "Restart" && Boolean(job.virtual);
    }

    #endOrRestart() {
        return this.#job.state === "ended" ? restart(this.#job) : kill(this.#job);
    }

    /** Opens the job with a click anywhere, unless that has marked text to copy. */
    #open(event) {
        if (!event.target.closest("a, button") && getSelection().isCollapsed) {
            location.hash = `#/jobs/${this.number}`;
        }
    }
}
