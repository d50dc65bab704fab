import { get } from "./api.js";
import { el } from "./dom.js";
import { limitsOf } from "./group.js";

const BEFORE = [["after", "They must have succeeded"], ["after_any", "It is enough that they have ended"]];

/** Returns a field for a time as the command line takes it: 90, 10m, 1h30m. */
export function span(id) {
    return el("input", { id, type: "text", pattern: "\\s*([0-9]+[wdhms]?)+\\s*", placeholder: "10m", title: "A time: 90 (seconds), 10m, 1h30m, 1d", spellcheck: false });
}

/** The part of the form that says when a new job is started, whether again, and what it may use. */
export class Conditions {
    #group = el("select", { id: "group" });
    #after = el("input", { id: "after", type: "text", inputMode: "numeric", pattern: "[0-9]+([ ,]+[0-9]+)*", title: "Numbers of jobs: 17, 18" });
    #how = el("select", { id: "after-how" }, BEFORE.map(([value, name]) => el("option", { value, textContent: name })));
    #delay = span("delay");
    #retry = el("input", { id: "retry", type: "number", min: "1", max: "100" });
    #pause = span("retry-delay");
    #priority = el("input", { id: "priority", type: "number", min: "-1000", max: "1000" });
    #exclusive = el("input", { id: "exclusive", type: "text" });
    #at = el("input", { id: "at", type: "datetime-local" });
    #memory = el("input", { id: "memory", type: "text", pattern: "\\s*[0-9.]+\\s*[KMGkmg]?\\s*", placeholder: "8G", title: "A size: 512M, 8G; 0 for no bound", spellcheck: false });
    #cpus = el("input", { id: "cpus", type: "number", min: "0", step: "any" });
    #nice = el("input", { id: "nice", type: "number", min: "-20", max: "19" });

    /** @param label makes a field from its name and what is filled in */
    constructor(label) {
        const how = label("What must have become of them", this.#how);
        how.hidden = true;
        this.#after.addEventListener("input", () => { how.hidden = this.#after.value === ""; });
        this.element = el("details", { className: "wide", id: "conditions" }, el("summary", { textContent: "Queue and bounds: group, other jobs, time, retries, memory" }),
            el("div", { className: "fields" },
                label("Group", this.#group), label("Start it after this long", this.#delay),
                label("Start it after these jobs", this.#after), how,
                label("If it fails, start it again, up to … times", this.#retry),
                label("Wait this long before that", this.#pause),
                label("Start it at", this.#at), label("Priority", this.#priority),
                label("Only one job at a time under this name", this.#exclusive),
                label("Most memory", this.#memory), label("Most processors", this.#cpus),
                label("Niceness", this.#nice)));
        // A field that is hidden cannot show what is wrong with it.
        this.element.addEventListener("invalid", () => { this.element.open = true; }, true);
    }

    /** Offers the groups that there are. */
    async fill() {
        const { groups } = await get("/api/groups");
        this.#group.append(...groups.map((group) => el("option", { value: group.name, textContent: nameOf(group), selected: group.name === "default" })));
    }

    /** Returns what is filled in, as an order has it; an empty text for what is not. */
    get given() {
        const numbers = this.#after.value.split(/[\s,]+/).filter((word) => word !== "").map(Number);
        return {
            group: this.#group.value,
            [this.#how.value]: numbers.length === 0 ? "" : numbers,
            delay_seconds: this.#delay.value.trim(),
            retry: this.#retry.value && Number(this.#retry.value),
            retry_delay_seconds: this.#pause.value.trim(),
            not_before: this.#at.value && new Date(this.#at.value).toISOString(),
            priority: this.#priority.value && Number(this.#priority.value),
            exclusive: this.#exclusive.value,
            memory: this.#memory.value.trim(),
            cpus: this.#cpus.value && Number(this.#cpus.value),
            nice: this.#nice.value && Number(this.#nice.value),
        };
    }
}

function nameOf(group) {
    const facts = [limitsOf(group).replace(/^Limit: /, ""), group.paused ? "paused" : ""].filter((fact) => fact !== "" && fact !== "No limit");
    return facts.length === 0 ? group.name : `${group.name} (${facts.join(", ")})`;
}
