import { el } from "./dom.js";

/** A list of facts: names, and values that are texts or lists of nodes. What has not changed stays the same element. */
export class Facts {
    #names = "";
    #values = [];
    element = el("dl", { className: "facts" });

    /** Shows those that have a value. */
    fill(facts) {
        const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== "" && value.length !== 0);
        const names = known.map(([name]) => name).join("\n");
        if (names !== this.#names) {
            this.#names = names;
            this.#values = known.map(() => el("dd", { className: "mono" }));
            this.element.replaceChildren(...known.flatMap(([name], index) => [el("dt", { textContent: name }), this.#values[index]]));
        }
        known.forEach(([, value], index) => write(this.#values[index], value));
    }
}

function write(element, value) {
    const nodes = el("dd", {}, Array.isArray(value) ? value : String(value));
    if (element.textContent !== nodes.textContent) {
        element.replaceChildren(...nodes.childNodes);
    }
}
