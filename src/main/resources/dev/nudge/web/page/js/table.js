import { clean, copy, kill, restart } from "./actions.js";
import { el, isTyping, perFrame, say } from "./dom.js";
import { isShown, STATES } from "./filter.js";
import { size } from "./format.js";
import { isKnown, jobs, onChange, warning } from "./jobs.js";
import { age, exit, outcome, reported } from "./outcome.js";

/** The columns: a name, a class for their width, and the text of a job. The number, the state and the buttons are apart. */
const COLUMNS = [
    { name: "Label", key: "label", text: (job) => job.label ?? "" },
    { name: "Command", key: "command", text: (job) => job.command },
    { name: "State", key: "state", text: (job) => outcome(job).words },
    { name: "Age", key: "age", text: age },
    { name: "Exit", key: "exit", text: exit },
    { name: "Output", key: "size", text: (job) => size(job.output_bytes) },
    { name: "Reported", key: "reported", text: reported },
];

/** What is filtered for; it stays while other views are shown. */
const filter = { words: "", state: "all" };

/** Shows all jobs in a table. */
export function tableView(place) {
    const rows = new Map();
    const body = el("tbody");
    const count = el("p", { className: "note", id: "count" });
    const words = el("input", { type: "search", id: "filter", placeholder: "Filter  ( / )", value: filter.words });
    const states = stateChoice();
    const alarm = el("p", { className: "error", hidden: true });
    const draw = perFrame(() => drawAll({ rows, body, count, alarm }));
    words.setAttribute("aria-label", "Filter by words");
    const filtered = () => {
        Object.assign(filter, { words: words.value, state: states.value });
        drawAll({ rows, body, count, alarm });
    };
    words.addEventListener("input", filtered);
    states.addEventListener("change", filtered);
    place.append(
        el("h1", { className: "unseen", textContent: "Jobs" }),
        alarm,
        el("div", { className: "tools" }, words, states,
            el("span", { className: "spacer" }),
            el("button", { type: "button", id: "clean", textContent: "Remove ended jobs", onclick: clean })),
        el("div", { className: "scroller" },
            el("table", { className: "jobs" }, el("caption", { className: "unseen", textContent: "All jobs" }), head(), body)),
        count,
        el("p", { className: "note keys", textContent: "j k: move · Enter: open · x: kill · /: filter · n: new job" }));
    draw();
    return leaving(draw, (event) => onKey(event, body, words));
}

function leaving(draw, keys) {
    const unwatch = onChange(draw);
    const clock = setInterval(draw, 1000);
    document.addEventListener("keydown", keys);
    return () => {
        unwatch();
        clearInterval(clock);
        document.removeEventListener("keydown", keys);
    };
}

function stateChoice() {
    const choice = el("select", { id: "states", ariaLabel: "Filter by state" },
        STATES.map(([value, name]) => el("option", { value, textContent: name })));
    choice.value = filter.state;
    return choice;
}

function head() {
    const names = COLUMNS.map((column) => el("th", { scope: "col", className: column.key, textContent: column.name }));
    return el("thead", {}, el("tr", {},
        el("th", { scope: "col", className: "number", textContent: "Job" }), names,
        el("th", { scope: "col", className: "buttons" }, el("span", { className: "unseen", textContent: "Actions" }))));
}

/** Draws what has changed. The newest job is at the top. */
function drawAll({ rows, body, count, alarm }) {
    const shown = [...jobs.values()].filter((job) => isShown(job, filter)).sort((a, b) => b.job - a.job);
    removeOthers(rows, body, new Set(shown.map((job) => job.job)));
    let next = body.firstElementChild;
    for (const job of shown) {
        const row = rows.get(job.job) ?? newRow(job.job, rows);
        if (row === next) {
            next = next.nextElementSibling;
        } else {
            body.insertBefore(row, next);
        }
        fill(row, job);
    }
    say(count, isKnown ? sentence(shown.length) : "Loading …");
    alarm.hidden = warning === null;
    say(alarm, warning ?? "");
}

/** Removes rows that are not shown any more. If one of them has the focus, the one in its place gets it. */
function removeOthers(rows, body, kept) {
    const current = currentRow(body);
    const place = current === null ? -1 : current.sectionRowIndex;
    for (const [number, row] of rows) {
        if (!kept.has(number)) {
            row.remove();
            rows.delete(number);
        }
    }
    if (current !== null && !current.isConnected) {
        body.rows[Math.min(place, body.rows.length - 1)]?.querySelector("a").focus();
    }
}

function sentence(shown) {
    if (jobs.size === 0) {
        return "There are no jobs yet. Start one with \"New job\", or with \"nudge run\" in a shell.";
    }
    return shown === jobs.size ? `${shown} jobs` : `${shown} of ${jobs.size} jobs`;
}

function newRow(number, rows) {
    const cells = COLUMNS.map((column) => el("td", { className: column.key }));
    const current = () => jobs.get(number);
    const row = el("tr", {},
        el("td", { className: "number" }, el("a", { href: `#/jobs/${number}`, textContent: String(number) })),
        cells,
        el("td", { className: "buttons" },
            el("button", { type: "button", className: "end", onclick: () => endOrRestart(current()) }),
            el("button", { type: "button", textContent: "Copy", ariaLabel: `Copy the command of job ${number}`,
                onclick: () => copy(current()) })));
    row.dataset.job = number;
    rows.set(number, row);
    return row;
}

function endOrRestart(job) {
    return job.state === "ended" ? restart(job) : kill(job);
}

function fill(row, job) {
    const { key, sign } = outcome(job);
    const name = `state-${key}`;
    if (row.className !== name) {
        row.className = name;
    }
    COLUMNS.forEach((column, index) => {
        const text = column.text(job);
        say(row.children[index + 1], column.key === "state" ? `${sign} ${text}` : text);
    });
    const verb = job.state === "ended" ? "Restart" : "Kill";
    const button = row.querySelector(".end");
    if (button.textContent !== verb) {
        button.textContent = verb;
        button.setAttribute("aria-label", `${verb} job ${job.job}`);
        button.classList.toggle("danger", verb === "Kill");
    }
    button.disabled = verb === "Restart" && Boolean(job.virtual);
}

function onKey(event, body, words) {
    if (isTyping(event)) {
        if (event.key === "Escape" && event.target === words) {
            body.querySelector("a")?.focus();
        }
        return;
    }
    const act = {
        j: () => move(body, 1), k: () => move(body, -1), ArrowDown: () => move(body, 1), ArrowUp: () => move(body, -1),
        "/": () => words.select(),
        n: () => { location.hash = "#/new"; },
        x: () => withCurrent(body, kill),
    }[event.key];
    if (act) {
        event.preventDefault();
        act();
    }
}

function currentRow(body) {
    return document.activeElement?.closest("tr")?.parentElement === body ? document.activeElement.closest("tr") : null;
}

function move(body, step) {
    const row = currentRow(body);
    const next = row === null ? body.firstElementChild : step > 0 ? row.nextElementSibling : row.previousElementSibling;
    next?.querySelector("a").focus();
}

function withCurrent(body, act) {
    const row = currentRow(body);
    if (row) {
        act(jobs.get(Number(row.dataset.job)));
    }
}
