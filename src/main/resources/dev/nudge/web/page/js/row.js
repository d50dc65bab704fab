import { choicesOf, hold, kill, restart, verbToContinue } from "./actions.js";
import { COLUMNS } from "./columns.js";
import { el, say } from "./dom.js";
import { jobs } from "./jobs.js";
import { openMenu } from "./menu.js";
import { exit, groupName, outcome, stateText, time } from "./outcome.js";
import { size } from "./format.js";

/** A job's row in the table. In a narrow window its command's cell says what has no column there. */
export class Row {
    #cells;
    #label = el("span", { className: "narrow label-too" });
    #command = el("span", { className: "words" });
    #facts = el("span", { className: "narrow facts-too" });
    #word = el("span", { className: "word" });
    #why = el("span", { className: "why" });
    #act = el("button", { type: "button", className: "act", onclick: () => this.#doIt() });
    #box = el("input", { type: "checkbox", tabIndex: -1 });

    /** @param choose is called when its box is clicked, with the number, and whether Shift was held */
    constructor(number, choose) {
        this.number = number;
        this.#cells = COLUMNS.map((column) => el("td", { className: column.key }));
        this.#cell("number").append(el("a", { href: `#/jobs/${number}`, textContent: String(number) }));
        this.#cell("command").append(this.#label, this.#command, this.#facts);
        this.#cell("state").append(this.#word, this.#why);
        this.#box.ariaLabel = `Choose job ${number}`;
        this.#box.addEventListener("click", (event) => choose(number, event.shiftKey));
        const more = el("button", { type: "button", className: "more", textContent: "⋯", ariaLabel: `What to do with job ${number}`,
            "aria-haspopup": "menu", "aria-expanded": "false", onclick: (event) => openMenu(event.currentTarget, choicesOf(number)) });
        this.element = el("tr", { onclick: (event) => this.#open(event) }, el("td", { className: "box" }, this.#box), this.#cells,
            el("td", { className: "buttons" }, this.#act, more));
        this.element.dataset.job = number;
    }

    get #job() {
        return jobs.get(this.number);
    }

    #cell(key) {
        return this.#cells[COLUMNS.findIndex((column) => column.key === key)];
    }

    /** Writes what has changed. */
    fill(isChosen, isOfArray) {
        const job = this.#job;
        const { key, reason } = outcome(job);
        const name = `state-${key}${isOfArray ? " of-array" : ""}`;
        if (this.element.className !== name) {
            this.element.className = name;
        }
        COLUMNS.forEach(({ key: column, text }, index) => {
            if (column !== "number" && column !== "state") {
                say(column === "command" ? this.#command : this.#cells[index], text(job));
            }
        });
        say(this.#word, stateText(job));
        say(this.#why, reason);
        this.#cell("state").title = reason;
        this.#box.checked = isChosen;
        this.#fillCommand(job);
        this.#fillAct(job);
    }

    #fillCommand(job) {
        say(this.#label, job.label ?? "");
        say(this.#facts, [groupName(job), time(job), exit(job), size(job.output_bytes)].filter((fact) => fact !== "").join(" · "));
        this.#cell("command").title = job.command;
        this.#cell("label").title = job.label ?? "";
    }

    #fillAct(job) {
        const verb = verbToContinue(job) || (job.state === "ended" ? "Restart" : "Kill");
        if (this.#act.textContent !== verb) {
            this.#act.textContent = verb;
            this.#act.setAttribute("aria-label", `${verb} job ${job.job}`);
            this.#act.classList.toggle("danger", verb === "Kill");
        }
        this.#act.disabled = verb === "Restart" && Boolean(job.virtual);
    }

    #doIt() {
        const job = this.#job;
        return verbToContinue(job) ? hold(job) : job.state === "ended" ? restart(job) : kill(job);
    }

    /** Opens the job with a click anywhere, unless that has marked text to copy. */
    #open(event) {
        if (!event.target.closest("a, button, .box") && getSelection().isCollapsed) {
            location.hash = `#/jobs/${this.number}`;
        }
    }
}
