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
    const nobody = invitation();
    let shown = "";
    let timer = null;
    let hasLeft = false;
    const load = async () => {
        clearTimeout(timer);
        try {
            const { agents, unreachable } = await get("/api/agents");
            const now = JSON.stringify([agents, unreachable]);
            if (now !== shown) {
                shown = now;
                list.replaceChildren(...agents.map(card), ...unreachable.map(away));
            }
            say(state, "");
            nobody.hidden = agents.length + unreachable.length > 0;
        } catch (failure) {
            say(state, failure.message);
        }
        if (!hasLeft) {
            timer = setTimeout(load, PAUSE);
        }
    };
    place.append(el("h1", { textContent: "Agents" }), state, nobody, list);
    load();
    return () => {
        hasLeft = true;
        clearTimeout(timer);
    };
}

/** How an agent is connected, for people who have none here. */
function invitation() {
    const command = (words) => el("pre", { textContent: words });
    return el("div", { className: "invitation", hidden: true },
        el("p", { textContent: "No agent is connected. An agent that nudge can wake up has nudge installed, and most of them run in tmux:" }),
        el("ol", {},
            el("li", {}, "Install nudge into the agents that are on this machine (once):", command("nudge install")),
            el("li", {}, "Start the agent in tmux; Gemini CLI in a session of its own name:", command("tmux new-session -A -s gemini-cli gemini"))),
        el("p", {}, "If it is not listed here after its start, ", el("code", { textContent: "nudge doctor" }), " says why."));
}

function card({ title, name, way, woken_by: wokenBy, obstacle, waiting, pane, screen }) {
    const done = way === "typed" ? "typed into it" : way;
    return el("section", { className: "agent" },
        el("h2", { textContent: title }),
        el("p", { className: "note", textContent: name }),
        el("p", {}, el("span", { className: `badge state-${obstacle ? "waiting" : "good"}`, textContent: obstacle ? "! not now" : "✓ ready" }),
            obstacle ? ` Nothing can be ${done}: ${obstacle}.` : ` Results can be ${done}.`),
        el("p", { className: "woken", textContent: `Woken by: ${wokenBy.words}.` }),
        waiting.length === 0
            ? el("p", { className: "note", textContent: "Nothing waits for this agent." })
            : [el("p", { textContent: "What waits for it:" }), el("ul", {}, waiting.map(item))],
        screen ? seen(pane, screen) : []);
}

/** An agent to which nothing can be reported before it asks. */
function away({ pid, reason, woken_by: wokenBy }) {
    return el("section", { className: "agent" },
        el("h2", { textContent: `Process ${pid}` }),
        el("p", {}, el("span", { className: "badge state-waiting", textContent: "! not here" }), ` Nothing can be typed into it. ${reason}`),
        el("p", { className: "woken", textContent: `Woken by: ${wokenBy.words}.` }));
}

/** The panes whose screens are shown; a card that is drawn anew keeps its own open. */
const open = new Set();

/** What a screen is taken for, by the first word of its state. */
const SCREENS = {
    EmptyPrompt: "an empty prompt", Streaming: "the agent at work", Draft: "text in the prompt that has not been sent", Dialog: "a dialog that waits for an answer",
    Unfocused: "a prompt without the focus", ShellMode: "a prompt for shell commands", ShellFocus: "a program that the agent runs", Search: "a search in the history",
    CopyMode: "the pane in copy mode", Starting: "the agent while it starts", NotAnAgent: "another program than the agent", UnknownAgent: "an agent of an unknown kind",
};

/** The pane's screen, with the rows that were taken for the prompt; what nudge has made of it is behind "Details". */
function seen(pane, { state, rule, rows, first_row: first, last_row: last }) {
    const words = SCREENS[state.split(" ")[0]] ?? "a screen that it does not recognize";
    const details = el("details", { className: "seen", open: open.has(pane) },
        el("summary", { textContent: "Details" }),
        el("pre", { tabIndex: 0, role: "group", ariaLabel: `The screen of pane ${pane}` },
            rows.map((row, i) => el("span", { className: i >= first && i <= last ? "prompt" : "", textContent: `${row}\n` }))),
        el("p", { className: "note mono", textContent: `${state}${rule ? ` (by ${rule})` : ""}` }));
    details.addEventListener("toggle", () => (details.open ? open.add(pane) : open.delete(pane)));
    return [el("p", { className: "note sees", textContent: `nudge sees ${words}.` }), details];
}

const ABOUT = { end: "its end", question: "its question", lines: "lines that were found" };

function item({ job, about, state }) {
    const label = jobs.get(job)?.label;
    return el("li", {}, el("a", { href: `#/jobs/${job}/details`, textContent: label ? `Job ${job}: ${label}` : `Job ${job}` }),
        `, ${ABOUT[about] ?? about} (reported: ${reported({ nudge: state })})`);
}
