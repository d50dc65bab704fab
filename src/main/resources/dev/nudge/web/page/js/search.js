import { el, say } from "./dom.js";
import { live } from "./live.js";

const MOST = 1000;
let searches = 0;

/**
 * Makes the bar that searches a job's whole output.
 *
 * @param show is given the match to show: the bytes of its line, or null for none
 */
export function searchBar(job, show) {
    const search = new Search(job, show);
    return { element: search.element, stop: () => search.stop() };
}

class Search {
    #id = null;
    #matches = [];
    #index = -1;
    #end = null;
    #looked = 0;

    constructor(job, show) {
        this.job = job;
        this.show = show;
        this.field = el("input", { type: "search", id: "search", placeholder: "Search (pattern)", ariaLabel: "Search the whole output" });
        this.state = el("span", { className: "note", role: "status", id: "search-state" });
        this.element = el("span", { className: "search" }, this.field,
            el("button", { type: "button", id: "previous", textContent: "↑", ariaLabel: "Previous match", onclick: () => this.#step(-1) }),
            el("button", { type: "button", id: "next", textContent: "↓", ariaLabel: "Next match", onclick: () => this.#step(1) }),
            this.state);
        this.field.addEventListener("keydown", (event) => this.#key(event));
        this.field.addEventListener("input", () => this.#cancel());
        this.ends = [
            live.on("found", (message) => message.id === this.#id && this.#found(message)),
            live.on("searched", (message) => message.id === this.#id && this.#searched(message)),
            live.on("error", (message) => message.id === this.#id && this.#failed(message.message)),
            live.on("lost", () => this.#id && !this.#end && this.#failed("The connection was lost; search again.")),
        ];
    }

    stop() {
        this.#cancel();
        this.ends.forEach((end) => end());
    }

    #key(event) {
        if (event.key === "Enter") {
            event.preventDefault();
            this.#step(event.shiftKey ? -1 : 1);
        } else if (event.key === "Escape") {
            event.preventDefault();
            this.field.value = "";
            this.#cancel();
        }
    }

    #step(step) {
        if (this.#id === null) {
            this.#begin();
        } else if (this.#matches.length > 0) {
            this.#go((this.#index + step + this.#matches.length) % this.#matches.length);
        }
    }

    #begin() {
        if (this.field.value === "") {
            return;
        }
        searches++;
        this.#id = `s${searches}`;
        const isSent = live.send({ type: "search", id: this.#id, job: this.job, pattern: this.field.value, limit: MOST });
        if (!isSent) {
            this.#failed("Not connected.");
        }
    }

    #cancel() {
        if (this.#id !== null && this.#end === null) {
            live.send({ type: "cancel", id: this.#id });
        }
        this.#id = null;
        this.#matches = [];
        this.#index = -1;
        this.#end = null;
        say(this.state, "");
        this.show(null);
    }

    #found({ matches, looked, size }) {
        this.#matches.push(...matches);
        this.#looked = size === 0 ? 100 : Math.floor((looked / size) * 100);
        if (this.#index < 0 && this.#matches.length > 0) {
            this.#go(0);
        }
        this.#describe();
    }

    #searched({ end }) {
        this.#end = end;
        this.#describe();
    }

    #failed(message) {
        this.#id = null;
        say(this.state, message);
    }

    #go(index) {
        this.#index = index;
        this.show(this.#matches[index]);
        this.#describe();
    }

    #describe() {
        const count = this.#matches.length;
        const more = this.#end === "limit" ? "+" : "";
        const found = count === 0 ? "no match" : `${this.#index + 1} of ${count}${more}`;
        say(this.state, this.#end === null ? `${found}, ${this.#looked} % searched` : found);
    }
}
