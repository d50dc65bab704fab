import { copy, hold, kill, remove, restart, verbToContinue } from "./actions.js";
import { get } from "./api.js";
import { detailsTab } from "./details.js";
import { el, isTyping, say } from "./dom.js";
import { jobs, onChange } from "./jobs.js";
import { live } from "./live.js";
import { logTab } from "./log.js";
import { exit, isQueued, outcome, time } from "./outcome.js";
import { terminalTab } from "./terminal.js";
import { entitle } from "./title.js";
import { usageTab } from "./usage.js";

/** The parts of a job's view by the last word of the address. The first one is shown if there is none. */
const TABS = {
    terminal: { name: "Terminal", show: terminalTab },
    log: { name: "Output", show: logTab },
    usage: { name: "Usage", show: usageTab },
    details: { name: "Details", show: detailsTab },
};

/** Shows one job; as soon as there is a connection, if there is none now. */
export function jobView(place, number, tab) {
    let leave = () => {};
    let hasLeft = false;
    const show = async () => {
        try {
            const [found, status] = await Promise.all([get(`/api/jobs/${number}`), get("/api/status")]);
            if (!hasLeft) {
                place.replaceChildren();
                leave = showJob(place, { ...found, detachKey: status.detach_key }, tab);
            }
        } catch (failure) {
            if (hasLeft) {
                return;
            }
            place.replaceChildren(...reason(number, failure));
            leave = failure.status === 0 ? live.on("open", again) : () => {};
        }
    };
    const again = () => {
        leave();
        show();
    };
    show();
    return () => {
        hasLeft = true;
        leave();
    };
}

function reason(number, failure) {
    return [el("h1", { textContent: `Job ${number}` }), el("p", { className: "error", textContent: failure.message }),
        el("p", {}, el("a", { href: "#/jobs", textContent: "All jobs" }))];
}

function showJob(place, found, tab) {
    const number = found.job.job;
    const current = () => jobs.get(number) ?? found.job;
    const tabs = found.attachable ? Object.keys(TABS) : Object.keys(TABS).filter((name) => name !== "terminal");
    const shown = tabs.includes(tab) ? tab : tabs[0];
    const header = heading(number, current);
    const content = el("div", { className: "tab" });
    place.append(header.element, choice(number, tabs, shown), content);
    const leaveTab = TABS[shown].show(content, { ...found, current }) ?? (() => {});
    const keys = (event) => onKey(event, current);
    const unwatch = onChange(header.fill);
    const clock = setInterval(header.fill, 1000);
    document.addEventListener("keydown", keys);
    header.fill();
    return () => {
        leaveTab();
        unwatch();
        clearInterval(clock);
        document.removeEventListener("keydown", keys);
    };
}

function choice(number, tabs, shown) {
    const links = tabs.map((name) => el("a", { href: `#/jobs/${number}/${name}`, textContent: TABS[name].name,
        "aria-current": name === shown ? "page" : null }));
    return el("nav", { className: "tabs", ariaLabel: "Parts of this job" }, links);
}

function heading(number, current) {
    const title = el("h1");
    const state = el("span", { className: "badge" });
    const facts = el("span", { className: "note" });
    const end = el("button", { type: "button", id: "end" });
    const wait = el("button", { type: "button", id: "hold", onclick: () => hold(current()) });
    const removal = el("button", { type: "button", id: "remove", textContent: "Remove", onclick: () => removeAndLeave(current()) });
    end.addEventListener("click", () => (current().state === "ended" ? restart(current()) : kill(current())));
    const element = el("div", { className: "heading" },
        el("div", { className: "tools" }, title, state, facts,
            el("span", { className: "spacer" }), wait, end, removal),
        el("div", { className: "command-line" },
            el("pre", { tabIndex: 0, ariaLabel: "Command", role: "region", textContent: current().command }),
            el("button", { type: "button", id: "copy", textContent: "Copy command", onclick: () => copy(current()) })));
    return { element, fill: () => fillHeading(current(), { title, state, facts, wait, end, removal }) };
}

function fillHeading(job, { title, state, facts, wait, end, removal }) {
    const { key, sign, words, reason } = outcome(job);
    const hasEnded = job.state === "ended";
    const name = job.label ? `Job ${job.job}: ${job.label}` : `Job ${job.job}`;
    say(title, name);
    entitle(name);
    say(state, `${sign} ${words}`);
    state.className = `badge state-${key}`;
    say(facts, [reason, time(job), exit(job) && `exit ${exit(job)}`, attempt(job)].filter((fact) => fact !== "").join(", "));
    say(wait, verbToContinue(job) || "Hold");
    wait.hidden = !isQueued(job) && verbToContinue(job) === "";
    say(end, hasEnded ? "Restart" : "Kill");
    end.classList.toggle("danger", !hasEnded);
    end.disabled = hasEnded && Boolean(job.virtual);
    removal.hidden = !hasEnded;
}

function attempt(job) {
    const before = job.attempts ?? [];
    if (before.length === 0) {
        return "";
    }
    return isQueued(job) && !before.at(-1).is_run ? `attempt ${before.length} failed` : `attempt ${before.length + (isQueued(job) ? 0 : 1)}`;
}

async function removeAndLeave(job) {
    if (await remove(job)) {
        location.hash = "#/jobs";
    }
}

function onKey(event, current) {
    if (isTyping(event)) {
        return;
    }
    if (event.key === "x") {
        event.preventDefault();
        kill(current());
    } else if (event.key === "Escape") {
        location.hash = "#/jobs";
    }
}
