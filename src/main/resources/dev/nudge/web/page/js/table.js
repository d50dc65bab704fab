import { clean, kill } from "./actions.js";
import { COLUMNS, order, sortBy, sorted } from "./columns.js";
import { el, isTyping, perFrame, say } from "./dom.js";
import { hasWords, isIn, STATES } from "./filter.js";
import { isKnown, jobs, onChange, warning } from "./jobs.js";
import { Row } from "./row.js";

/** What is filtered for; it stays while other views are shown. */
const filter = { words: "", state: "all" };

/** Shows all jobs in a table. */
export function tableView(place) {
    const table = new JobTable();
    const draw = perFrame(() => table.draw());
    const keys = (event) => table.key(event);
    place.append(...table.elements);
    const unwatch = onChange(draw);
    const clock = setInterval(draw, 1000);
    document.addEventListener("keydown", keys);
    table.draw();
    return () => {
        unwatch();
        clearInterval(clock);
        document.removeEventListener("keydown", keys);
    };
}

class JobTable {
    #rows = new Map();
    #body = el("tbody");
    #alarm = el("p", { className: "error", hidden: true });
    #count = el("p", { className: "note", id: "count" });
    #nothing = el("div", { className: "nothing", hidden: true });
    #clean = el("button", { type: "button", id: "clean", textContent: "Remove ended jobs", onclick: clean });
    #words = el("input", { type: "search", id: "filter", placeholder: "Filter  ( / )", value: filter.words, ariaLabel: "Filter by words",
        oninput: () => this.#filter({ words: this.#words.value }) });
    #states = STATES.map(([value, name, key]) => ({ value, name, button: this.#stateButton(value, key) }));
    #heads = COLUMNS.map((column) => this.#head(column));
    #table = el("table", { className: "jobs" }, el("caption", { className: "unseen", textContent: "All jobs" }),
        el("thead", {}, el("tr", {}, this.#heads,
            el("th", { scope: "col", className: "buttons" }, el("span", { className: "unseen", textContent: "Actions" })))),
        this.#body);

    /** Returns what to show. */
    get elements() {
        return [
            el("h1", { className: "unseen", textContent: "Jobs" }),
            this.#alarm,
            el("div", { className: "tools" }, this.#words,
                el("div", { className: "states", role: "group", ariaLabel: "Filter by state" }, this.#states.map(({ button }) => button)),
                this.#clean),
            el("div", { className: "scroller" }, this.#table, this.#nothing),
            el("div", { className: "tools foot" }, this.#count, el("span", { className: "spacer" }),
                el("p", { className: "note keys", textContent: "j k move · Enter open · x kill · / filter · a answer · n new job" })),
        ];
    }

    #stateButton(value, key) {
        return el("button", { type: "button", className: key ? `state-${key}` : "", "data-state": value,
            onclick: () => this.#filter({ state: value }) });
    }

    #head({ name, key, value }) {
        const sort = () => {
            sortBy(key);
            this.draw();
        };
        return el("th", { scope: "col", className: key },
            value ? el("button", { type: "button", className: "sort", textContent: name, onclick: sort }) : name);
    }

    #filter(change) {
        Object.assign(filter, change);
        this.#words.value = filter.words;
        this.draw();
    }

    /** Draws what has changed. */
    draw() {
        const all = [...jobs.values()];
        const found = all.filter((job) => hasWords(job, filter.words));
        const shown = sorted(found.filter((job) => isIn(job, filter.state)));
        this.#removeOthers(new Set(shown.map((job) => job.job)));
        this.#place(shown);
        this.#drawHeads(all);
        this.#drawStates(found);
        this.#drawNothing(shown.length);
        this.#clean.disabled = !all.some((job) => job.state === "ended");
        say(this.#count, !isKnown ? "Loading …" : shown.length === jobs.size ? counted(jobs.size) : `${shown.length} of ${counted(jobs.size)}`);
        this.#alarm.hidden = warning === null;
        say(this.#alarm, warning ?? "");
    }

    #place(shown) {
        const focused = document.activeElement;
        let next = this.#body.firstElementChild;
        for (const job of shown) {
            const row = this.#rows.get(job.job) ?? this.#newRow(job.job);
            if (row.element === next) {
                next = next.nextElementSibling;
            } else {
                this.#body.insertBefore(row.element, next);
            }
            row.fill();
        }
        if (focused !== document.activeElement && this.#body.contains(focused)) {
            focused.focus();
        }
    }

    #newRow(number) {
        const row = new Row(number);
        this.#rows.set(number, row);
        return row;
    }

    #drawHeads(all) {
        COLUMNS.forEach(({ key, text, isOptional }, index) => {
            this.#table.classList.toggle(`without-${key}`, Boolean(isOptional) && all.every((job) => text(job) === ""));
            const direction = order.key !== key ? null : order.isReversed ? "descending" : "ascending";
            if (direction === null) {
                this.#heads[index].removeAttribute("aria-sort");
            } else {
                this.#heads[index].setAttribute("aria-sort", direction);
            }
        });
    }

    #drawStates(found) {
        for (const { value, name, button } of this.#states) {
            const count = found.filter((job) => isIn(job, value)).length;
            say(button, `${name} ${count}`);
            button.classList.toggle("none", count === 0);
            button.setAttribute("aria-pressed", String(filter.state === value));
        }
    }

    #drawNothing(shown) {
        const reason = !isKnown || shown > 0 ? "" : jobs.size === 0 ? "none" : "filtered";
        if (this.#nothing.dataset.reason === reason) {
            return;
        }
        this.#nothing.dataset.reason = reason;
        this.#nothing.hidden = reason === "";
        this.#nothing.replaceChildren(...(reason === "none" ? invitation() : [
            el("p", { textContent: "No job matches the filter." }),
            el("button", { type: "button", textContent: "Show all jobs", onclick: () => this.#filter({ words: "", state: "all" }) })]));
    }

    /** Removes rows that are not shown any more. If one of them has the focus, the one in its place gets it. */
    #removeOthers(kept) {
        const current = this.#current();
        const place = current === null ? -1 : current.sectionRowIndex;
        for (const [number, row] of this.#rows) {
            if (!kept.has(number)) {
                row.element.remove();
                this.#rows.delete(number);
            }
        }
        if (current !== null && !current.isConnected) {
            this.#body.rows[Math.min(place, this.#body.rows.length - 1)]?.querySelector("a").focus();
        }
    }

    /** Does what a key stands for. */
    key(event) {
        if (isTyping(event)) {
            if (event.key === "Escape" && event.target === this.#words) {
                this.#body.querySelector("a")?.focus();
            }
            return;
        }
        const act = {
            j: () => this.#move(1), k: () => this.#move(-1), ArrowDown: () => this.#move(1), ArrowUp: () => this.#move(-1),
            "/": () => {
                this.#words.focus();
                this.#words.select();
            },
            n: () => { location.hash = "#/new"; },
            x: () => this.#kill(),
        }[event.key];
        if (act) {
            event.preventDefault();
            act();
        }
    }

    #current() {
        const row = document.activeElement?.closest("tr");
        return row?.parentElement === this.#body ? row : null;
    }

    #move(step) {
        const row = this.#current();
        const next = row === null ? this.#body.firstElementChild : step > 0 ? row.nextElementSibling : row.previousElementSibling;
        next?.querySelector("a").focus();
    }

    #kill() {
        const row = this.#current();
        if (row !== null) {
            kill(jobs.get(Number(row.dataset.job)));
        }
    }
}

function counted(number) {
    return number === 1 ? "1 job" : `${number} jobs`;
}

function invitation() {
    return [
        el("p", { textContent: "There are no jobs yet." }),
        el("p", {}, el("a", { className: "button", href: "#/new", textContent: "Start one" }), " or run one in a shell: ",
            el("code", { textContent: "nudge run 'make test'" })),
    ];
}
