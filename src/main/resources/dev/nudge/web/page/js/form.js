import { get, post } from "./api.js";
import { runCommand } from "./command.js";
import { Conditions, span } from "./conditions.js";
import { put } from "./actions.js";
import { el, say } from "./dom.js";
import { learn } from "./jobs.js";

const TELLING = [
    ["inject", "Wake it up with the result"], ["notify", "Wake it up with a notice"],
    ["on_failure", "Only if the command fails"], ["silent", "Not at all"],
];

/** Shows the form for a new job. */
export function formView(place) {
    const fields = fieldsOfForm();
    const problem = el("p", { className: "error", role: "alert" });
    const start = el("button", { type: "submit", className: "main", id: "start", textContent: "Start" });
    const size = label("Size of the terminal", fields.size, "wide");
    const how = label("How", fields.telling);
    const equal = el("pre", { id: "equal", tabIndex: 0, role: "region", ariaLabel: "The same in a shell" });
    const copyEqual = el("button", { type: "button", textContent: "Copy", ariaLabel: "Copy the shell command", onclick: () => put(equal.textContent) });
    const describe = () => say(equal, runCommand(order(fields)));
    size.hidden = true;
    how.hidden = true;
    const form = el("form", { className: "form" },
        el("p", { className: "note wide" }, "Only what is marked with ", mark(), " is needed."),
        label(["Command", mark()], fields.command, "wide"), label("Folder", fields.cwd), label("Label", fields.label),
        el("label", { className: "inline wide" }, fields.terminal, "On a terminal, so that it can ask and draw"),
        size,
        label("Stop it after", fields.timeout),
        label("Stop it after this long without output", fields.silence),
        label("Report to", fields.agent), how, fields.conditions.element,
        el("div", { className: "wide equal" }, el("span", { className: "note", textContent: "The same in a shell:" }), equal, copyEqual), problem, el("div", { className: "actions" }, start, el("span", { className: "note", textContent: "Ctrl+Enter starts it, too." })));
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        submit(fields, problem, start);
    });
    fields.agent.addEventListener("change", () => { how.hidden = fields.agent.value === ""; });
    fields.terminal.addEventListener("change", () => { size.hidden = !fields.terminal.checked; });
    fields.command.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            form.requestSubmit();
        }
    });
    form.addEventListener("input", describe);
    place.append(el("h1", { textContent: "New job" }), form);
    fields.command.focus();
    describe();
    fill(fields).then(describe);
}

function fieldsOfForm() {
    return {
        command: el("textarea", { id: "command", rows: 3, required: true, spellcheck: false }),
        cwd: el("input", { id: "cwd", type: "text", spellcheck: false }),
        label: el("input", { id: "label", type: "text", maxLength: 60 }),
        terminal: el("input", { id: "terminal", type: "checkbox" }),
        size: el("input", { id: "size", type: "text", pattern: "[0-9]+x[0-9]+", title: "Columns and rows: 120x30" }),
        timeout: span("timeout"),
        silence: span("silence"),
        agent: el("select", { id: "agent" }, el("option", { value: "", textContent: "Nobody" })),
        conditions: new Conditions(label),
        telling: el("select", { id: "telling" }, TELLING.map(([value, name]) => el("option", { value, textContent: name }))),
    };
}

function label(name, field, width = "") {
    return el("div", { className: `field ${width}` }, el("label", { htmlFor: field.id }, name), field);
}

function mark() {
    return el("span", { className: "needed", title: "needed", textContent: " *" });
}

/** Fills in what the server knows; without it the form works too. */
async function fill(fields) {
    try {
        const [status, { agents }] = await Promise.all([get("/api/status"), get("/api/agents"), fields.conditions.fill()]);
        fields.cwd.value ||= status.cwd ?? "";
        fields.size.value ||= status.default_terminal ?? "";
        fields.agent.append(...agents.filter((agent) => agent.pane).map((agent) => el("option", { value: agent.pane, textContent: `${agent.title}, ${agent.name}` })));
    } catch {
        // The refusal of the start will say what is wrong.
    }
}

async function submit(fields, problem, start) {
    problem.textContent = "";
    start.disabled = true;
    try {
        const { job } = await post("/api/jobs", order(fields));
        learn(job);
        location.hash = `#/jobs/${job.job}`;
    } catch (failure) {
        problem.textContent = failure.message;
        start.disabled = false;
    }
}

function order({ command, cwd, label: name, terminal, size, timeout, silence, agent, conditions, telling }) {
    const order = { command: command.value };
    const given = {
        cwd: cwd.value, label: name.value, terminal: terminal.checked ? size.value : "", agent: agent.value,
        timeout_seconds: timeout.value.trim(), silence_timeout_seconds: silence.value.trim(),
        notify: agent.value && telling.value, ...conditions.given,
    };
    for (const [key, value] of Object.entries(given)) {
        if (value !== "") {
            order[key] = value;
        }
    }
    return order;
}
