import { get } from "./api.js";
import { el } from "./dom.js";
import { limitsOf } from "./group.js";

const BEFORE = [["after", "They must have succeeded"], ["after_any", "It is enough that they have ended"]];

/** The part of the form that says when a new job is started, and whether again. */
export class Conditions {
    #group = el("select", { id: "group" });
    #after = el("input", { id: "after", type: "text", inputMode: "numeric", pattern: "[0-9]+([ ,]+[0-9]+)*", title: "Numbers of jobs: 17, 18" });
    #how = el("select", { id: "after-how" }, BEFORE.map(([value, name]) => el("option", { value, textContent: name })));
    #delay = el("input", { id: "delay", type: "number", min: "0.1", step: "any" });
    #retry = el("input", { id: "retry", type: "number", min: "1", max: "100" });
    #pause = el("input", { id: "retry-delay", type: "number", min: "1" });

    /** @param label makes a field from its name and what is filled in */
    constructor(label) {
        const how = label("What must have become of them", this.#how);
        how.hidden = true;
        this.#after.addEventListener("input", () => { how.hidden = this.#after.value === ""; });
        this.element = el("details", { className: "wide", id: "conditions" }, el("summary", { textContent: "Queue: group, other jobs, delay, retries" }),
            el("div", { className: "fields" },
                label("Group", this.#group), label("Start in … minutes (optional)", this.#delay),
                label("Start after jobs (optional)", this.#after), how,
                label("If it fails, start it again up to … times (optional)", this.#retry),
                label("Wait … seconds before that (optional)", this.#pause)));
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
        };
    }
}

function nameOf(group) {
    const facts = [limitsOf(group).replace(/^Limit: /, ""), group.paused ? "paused" : ""].filter((fact) => fact !== "" && fact !== "No limit");
    return facts.length === 0 ? group.name : `${group.name} (${facts.join(", ")})`;
}
