import { get } from "./api.js";
import { el, say } from "./dom.js";

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
            say(state, agents.length === 0 ? "No agent is connected. Agents connect when they start in tmux." : "");
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

function card({ pane, name, obstacle, waiting }) {
    return el("section", { className: "agent" },
        el("h2", { textContent: name }),
        el("p", {}, el("span", { className: `badge state-${obstacle ? "waiting" : "good"}`, textContent: obstacle ? "! waits" : "✓ ready" }),
            ` pane ${pane}: `, obstacle ?? "results can be typed."),
        waiting.length === 0
            ? el("p", { className: "note", textContent: "Nothing waits for this agent." })
            : el("ul", {}, waiting.map(item)));
}

const ABOUT = { end: "the end", question: "a question", lines: "lines that were found" };

function item({ job, about, state }) {
    return el("li", {}, el("a", { href: `#/jobs/${job}/details`, textContent: `Job ${job}` }), `: ${ABOUT[about] ?? about}, ${state}`);
}
