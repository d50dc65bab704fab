import { choicesFor, clean, doWith, kill } from "./actions.js";
import { arrayOf, ArrayRow } from "./array.js";
import { COLUMNS, order, sortBy, sorted } from "./columns.js";
import { el, isTyping, perFrame, say } from "./dom.js";
import { hasWords, isIn, STATES } from "./filter.js";
import { isKnown, jobs, onChange, warning } from "./jobs.js";
import { showKeys } from "./keys.js";
import { urgency } from "./outcome.js";
import { Row } from "./row.js";

/** What is filtered for; it stays while other views are shown. */
const filter = { words: "", state: "all" };

/** The first jobs of the arrays whose rows are open. */
const openArrays = new Set();

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
    #arrays = new Map();
    #chosen = new Set();
    #lastChosen = null;
    #shown = [];
    #body = el("tbody");
    #alarm = el("p", { className: "error", hidden: true });
    #count = el("p", { className: "note", id: "count" });
    #nothing = el("div", { className: "nothing", hidden: true });
    #clean = el("button", { type: "button", id: "clean", textContent: "Remove ended jobs", onclick: clean });
    #words = el("input", { type: "search", id: "filter", placeholder: "Filter  ( / )", value: filter.words, ariaLabel: "Filter by words",
        oninput: () => this.#filter({ words: this.#words.value }) });
    #states = STATES.map(([value, name, key]) => ({ value, name, button: this.#stateButton(value, key) }));
    #all = el("input", { type: "checkbox", tabIndex: -1, ariaLabel: "Choose all jobs that are shown", onclick: () => this.#chooseAll() });
    #several = el("div", { className: "tools several", role: "group", ariaLabel: "Chosen jobs", hidden: true });
    #heads = COLUMNS.map((column) => this.#head(column));
    #table = el("table", { className: "jobs" }, el("caption", { className: "unseen", textContent: "All jobs" }),
        el("thead", {}, el("tr", {}, el("th", { scope: "col", className: "box" }, this.#all), this.#heads,
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
            this.#several,
            el("div", { className: "scroller" }, this.#table, this.#nothing),
            el("div", { className: "tools foot" }, this.#count, el("span", { className: "spacer" }),
                el("button", { type: "button", className: "note plain keys", textContent: "? shows the keys", onclick: showKeys })),
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
        this.#shown = sorted(found.filter((job) => isIn(job, filter.state)));
        this.#forgetOthers();
        const rows = this.#rowsFor(this.#shown);
        this.#removeOthers(new Set(rows.map((row) => row.element)));
        this.#place(rows);
        this.#drawHeads(all);
        this.#drawStates(found);
        this.#drawNothing(this.#shown.length);
        this.#drawChosen();
        this.#clean.disabled = !all.some((job) => job.state === "ended");
        say(this.#count, !isKnown ? "Loading …" : this.#shown.length === jobs.size ? counted(jobs.size) : `${this.#shown.length} of ${counted(jobs.size)}`);
        this.#alarm.hidden = warning === null;
        say(this.#alarm, warning ?? "");
    }

    /** Returns the rows from the top: of an array one, where the first of its jobs comes, and its jobs below it if it is open. */
    #rowsFor(shown) {
        const arrays = Map.groupBy(shown.filter((job) => arrayOf(job) !== null), arrayOf);
        const done = new Set();
        return shown.flatMap((job) => {
            const first = arrayOf(job);
            if (first === null || arrays.get(first).length === 1) {
                return [this.#row(job)];
            }
            if (done.has(first)) {
                return [];
            }
            done.add(first);
            const members = arrays.get(first);
            return [this.#array(first, members), ...(openArrays.has(first) ? members.map((member) => this.#row(member, true)) : [])];
        });
    }

    #row(job, isOfArray = false) {
        const number = job.job;
        const row = this.#rows.get(number) ?? new Row(number, (chosen, isRange) => this.#choose(chosen, isRange));
        this.#rows.set(number, row);
        row.fill(this.#chosen.has(number), isOfArray);
        return row;
    }

    #array(first, members) {
        const row = this.#arrays.get(first) ?? new ArrayRow(first, { toggle: () => this.#toggleArray(first), choose: (isChosen) => this.#chooseArray(first, isChosen) });
        this.#arrays.set(first, row);
        row.fill([...members].sort((a, b) => urgency(a) - urgency(b)), openArrays.has(first), this.#chosen);
        return row;
    }

    #toggleArray(first) {
        if (!openArrays.delete(first)) {
            openArrays.add(first);
        }
        this.draw();
    }

    #place(rows) {
        const focused = document.activeElement;
        let next = this.#body.firstElementChild;
        for (const { element } of rows) {
            if (element === next) {
                next = next.nextElementSibling;
            } else {
                this.#body.insertBefore(element, next);
            }
        }
        if (focused !== document.activeElement && this.#body.contains(focused)) {
            focused.focus();
        }
    }

    #choose(number, isRange) {
        const numbers = this.#shown.map((job) => job.job);
        const isChosen = !this.#chosen.has(number);
        const from = isRange && this.#lastChosen !== null ? numbers.indexOf(this.#lastChosen) : -1;
        const to = numbers.indexOf(number);
        const range = from < 0 ? [number] : numbers.slice(Math.min(from, to), Math.max(from, to) + 1);
        this.#lastChosen = number;
        this.#chooseEach(range, isChosen);
    }

    #chooseArray(first, isChosen) {
        this.#chooseEach(this.#shown.filter((job) => arrayOf(job) === first).map((job) => job.job), isChosen);
    }

    #chooseAll() {
        this.#chooseEach(this.#shown.map((job) => job.job), this.#chosen.size < this.#shown.length);
    }

    #chooseEach(numbers, isChosen) {
        numbers.forEach((number) => (isChosen ? this.#chosen.add(number) : this.#chosen.delete(number)));
        this.draw();
    }

    /** What is not shown is not chosen: nothing happens to a job that nobody sees. */
    #forgetOthers() {
        const shown = new Set(this.#shown.map((job) => job.job));
        this.#chosen.forEach((number) => !shown.has(number) && this.#chosen.delete(number));
    }

    #drawChosen() {
        const count = this.#chosen.size;
        this.#all.checked = count > 0 && count === this.#shown.length;
        this.#all.indeterminate = count > 0 && !this.#all.checked;
        const several = [...this.#chosen].map((number) => jobs.get(number));
        const choices = count === 0 ? [] : choicesFor(several);
        const words = choices.map((choice) => `${choice.name} ${choice.count}`);
        const key = [count, ...words].join();
        if (this.#several.dataset.key === key) {
            return;
        }
        this.#several.dataset.key = key;
        this.#several.hidden = count === 0;
        this.#several.replaceChildren(el("span", { textContent: `${count} chosen` }),
            ...choices.map(({ name }, index) => el("button", { type: "button", className: ["Kill", "Remove"].includes(name) ? "danger" : "", textContent: words[index],
                onclick: () => this.#doWithChosen(name) })),
            el("button", { type: "button", className: "quiet", textContent: "Choose none", onclick: () => this.#chooseEach([...this.#chosen], false) }));
    }

    async #doWithChosen(name) {
        if (await doWith(name, [...this.#chosen].map((number) => jobs.get(number)))) {
            this.#chooseEach([...this.#chosen], false);
        }
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
        for (const rows of [this.#rows, this.#arrays]) {
            for (const [number, row] of rows) {
                if (!kept.has(row.element)) {
                    row.element.remove();
                    rows.delete(number);
                }
            }
        }
        if (current !== null && !current.isConnected) {
            focusRow(this.#body.rows[Math.min(place, this.#body.rows.length - 1)]);
        }
    }

    /** Does what a key stands for. */
    key(event) {
        if (event.target === this.#words) {
            this.#keyOfFilter(event);
        }
        if (isTyping(event)) {
            return;
        }
        const act = {
            j: () => this.#move(1), k: () => this.#move(-1), ArrowDown: () => this.#move(1), ArrowUp: () => this.#move(-1),
            "/": () => {
                this.#words.focus();
                this.#words.select();
            },
            n: () => { location.hash = "#/new"; },
            s: () => this.#current()?.querySelector(".box input").click(),
            x: () => this.#kill(),
        }[event.key];
        if (act) {
            event.preventDefault();
            act();
        }
    }

    /** Enter goes to the jobs that were found; Escape shows all again, since the browser empties the field without a word. */
    #keyOfFilter(event) {
        if (event.key !== "Escape" && event.key !== "Enter") {
            return;
        }
        event.preventDefault();
        if (event.key === "Escape") {
            this.#filter({ words: "" });
        }
        focusRow(this.#body.rows[0]);
    }

    #current() {
        const row = document.activeElement?.closest("tr");
        return row?.parentElement === this.#body ? row : null;
    }

    #move(step) {
        const row = this.#current();
        const next = row === null ? this.#body.firstElementChild : step > 0 ? row.nextElementSibling : row.previousElementSibling;
        focusRow(next);
    }

    /** Ends the chosen jobs, or the one of the row that has the focus. */
    #kill() {
        const row = this.#current();
        if (this.#chosen.size > 0) {
            this.#doWithChosen("Kill");
        } else if (row?.dataset.job) {
            kill(jobs.get(Number(row.dataset.job)));
        }
    }
}

function focusRow(row) {
    row?.querySelector(".number :is(a, button)").focus();
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
