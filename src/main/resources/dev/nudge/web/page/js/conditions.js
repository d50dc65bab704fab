import { get } from "./api.js";
import { el } from "./dom.js";
import { limitsOf } from "./group.js";

/** The longest time that the server takes. */
const MOST_SECONDS = 1_000_000_000;

const BEFORE = [["after", "They must have succeeded"], ["after_any", "It is enough that they have ended"]];

/** Returns a field for a time in minutes. */
export function minutes(id) {
    return el("input", { id, type: "number", min: "0.1", max: Math.floor(MOST_SECONDS / 60), step: "any" });
}

/** The part of the form that says when a new job is started, whether again, and what it may use. */
export class Conditions {
    #group = el("select", { id: "group" });
    #after = el("input", { id: "after", type: "text", inputMode: "numeric", pattern: "[0-9]+([ ,]+[0-9]+)*", title: "Numbers of jobs: 17, 18" });
    #how = el("select", { id: "after-how" }, BEFORE.map(([value, name]) => el("option", { value, textContent: name })));
    #delay = minutes("delay");
    #retry = el("input", { id: "retry", type: "number", min: "1", max: "100" });
    #pause = el("input", { id: "retry-delay", type: "number", min: "1", max: MOST_SECONDS });
    #priority = el("input", { id: "priority", type: "number", min: "-1000", max: "1000" });
    #exclusive = el("input", { id: "exclusive", type: "text" });
    #at = el("input", { id: "at", type: "datetime-local" });
    #memory = el("input", { id: "memory", type: "number", min: "16", step: "any" });
    #cpus = el("input", { id: "cpus", type: "number", min: "0.01", step: "any" });
    #nice = el("input", { id: "nice", type: "number", min: "-20", max: "19" });

    /** @param label makes a field from its name and what is filled in */
    constructor(label) {
        const how = label("What must have become of them", this.#how);
        how.hidden = true;
        this.#after.addEventListener("input", () => { how.hidden = this.#after.value === ""; });
        this.element = el("details", { className: "wide", id: "conditions" }, el("summary", { textContent: "Queue and bounds: group, other jobs, time, retries, memory" }),
            el("div", { className: "fields" },
                label("Group", this.#group), label("Start in … minutes (optional)", this.#delay),
                label("Start after jobs (optional)", this.#after), how,
                label("If it fails, start it again up to … times (optional)", this.#retry),
                label("Wait … seconds before that (optional)", this.#pause),
                label("Start at (optional)", this.#at), label("Priority (optional)", this.#priority),
                label("Only one job runs at a time under the name (optional)", this.#exclusive),
                label("Most memory, in MiB (optional)", this.#memory), label("Most processors (optional)", this.#cpus),
                label("Niceness (optional)", this.#nice)));
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
            delay_seconds: this.#delay.value && Math.max(1, Math.round(Number(this.#delay.value) * 60)),
            retry: this.#retry.value && Number(this.#retry.value),
            retry_delay_seconds: this.#pause.value && Number(this.#pause.value),
            not_before: this.#at.value && new Date(this.#at.value).toISOString(),
            priority: this.#priority.value && Number(this.#priority.value),
            exclusive: this.#exclusive.value,
            memory: this.#memory.value && Math.round(Number(this.#memory.value) * 1_048_576),
            cpus: this.#cpus.value && Number(this.#cpus.value),
            nice: this.#nice.value && Number(this.#nice.value),
        };
    }
}

function nameOf(group) {
    const facts = [limitsOf(group).replace(/^Limit: /, ""), group.paused ? "paused" : ""].filter((fact) => fact !== "" && fact !== "No limit");
    return facts.length === 0 ? group.name : `${group.name} (${facts.join(", ")})`;
}
