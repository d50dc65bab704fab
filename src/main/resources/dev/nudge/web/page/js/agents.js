import { get } from "./api.js";
import { el, say } from "./dom.js";
import { jobs } from "./jobs.js";
import { reported } from "./outcome.js";

/** How often the panes of agents are looked at while somebody looks, in milliseconds. */
const PAUSE = 3000;

/** Shows each connected agent, and what keeps results from it. */
export function agentsView(place) {
    const list = el("div", { className: "agents" });
    const state = el("p", { className: "note", role: "status", textContent: "Loading …" });
    let shown = "";
    let timer = null;
    let hasLeft = false;
    const load = async () => {
        clearTimeout(timer);
        try {
            const { agents } = await get("/api/agents");
            const now = JSON.stringify(agents);
            if (now !== shown) {
                shown = now;
                list.replaceChildren(...agents.map(card));
            }
            say(state, agents.length === 0 ? "No agent is connected. An agent connects when it starts in its tmux session." : "");
        } catch (failure) {
            say(state, failure.message);
        }
        if (!hasLeft) {
            timer = setTimeout(load, PAUSE);
        }
    };
    place.append(el("h1", { textContent: "Agents" }), state, list);
    load();
    return () => {
        hasLeft = true;
        clearTimeout(timer);
    };
}

function card({ name, obstacle, waiting, pane, screen }) {
    return el("section", { className: "agent" },
        el("h2", { textContent: name }),
        el("p", {}, el("span", { className: `badge state-${obstacle ? "waiting" : "good"}`, textContent: obstacle ? "! not now" : "✓ ready" }),
            obstacle ? ` Nothing can be typed into it: ${obstacle}.` : " Results can be typed into it."),
        waiting.length === 0
            ? el("p", { className: "note", textContent: "Nothing waits for this agent." })
            : [el("p", { textContent: "What waits for it:" }), el("ul", {}, waiting.map(item))],
        screen ? seen(pane, screen) : []);
}

/** The panes whose screens are shown; a card that is drawn anew keeps its own open. */
const open = new Set();

/** The pane's screen, with the rows that were taken for the prompt. */
function seen(pane, { state, rule, rows, first_row: first, last_row: last }) {
    const details = el("details", { className: "seen", open: open.has(pane) },
        el("summary", { textContent: `What nudge sees: ${state}${rule ? ` (by ${rule})` : ""}` }),
        el("pre", { tabIndex: 0, role: "group", ariaLabel: `The screen of pane ${pane}` },
            rows.map((row, i) => el("span", { className: i >= first && i <= last ? "prompt" : "", textContent: `${row}\n` }))));
    details.addEventListener("toggle", () => (details.open ? open.add(pane) : open.delete(pane)));
    return details;
}

const ABOUT = { end: "its end", question: "its question", lines: "lines that were found" };

function item({ job, about, state }) {
    const label = jobs.get(job)?.label;
    return el("li", {}, el("a", { href: `#/jobs/${job}/details`, textContent: label ? `Job ${job}: ${label}` : `Job ${job}` }),
        `, ${ABOUT[about] ?? about} (reported: ${reported({ nudge: state })})`);
}
