import { agentsView } from "./agents.js";
import { formView } from "./form.js";
import { jobView } from "./job.js";
import { watchConnection } from "./connection.js";
import { watch } from "./jobs.js";
import { offerKeys } from "./keys.js";
import { live } from "./live.js";
import { watchQuestions } from "./questions.js";
import { queueView } from "./queue.js";
import { tableView } from "./table.js";
import { offerThemes } from "./theme.js";
import { timelineView } from "./timeline.js";
import { entitle } from "./title.js";

/**
 * The views by the first word of the address behind its #. Each is given the place to draw in and the other words, and
 * returns what is to be called when it is left.
 */
const VIEWS = { jobs: jobsOrJob, queue: queueView, timeline: timelineView, agents: agentsView, new: formView };

function jobsOrJob(place, words) {
    return words.length === 0 ? tableView(place) : jobView(place, Number(words[0]), words[1]);
}

let leave = () => {};

function show() {
    const [name, ...words] = location.hash.replace(/^#\/?/, "").split("/").filter((word) => word !== "");
    const view = VIEWS[name] ? name : "jobs";
    const main = document.getElementById("main");
    leave();
    main.replaceChildren();
    for (const link of document.querySelectorAll("nav [data-view]")) {
        if (link.dataset.view === view) {
            link.setAttribute("aria-current", "page");
            entitle(view === "jobs" ? "" : link.textContent);
        } else {
            link.removeAttribute("aria-current");
        }
    }
    leave = VIEWS[view](main, VIEWS[name] ? words : []) ?? (() => {});
}

function offerToSkip() {
    document.getElementById("skip").addEventListener("click", (event) => {
        event.preventDefault();
        document.getElementById("main").focus();
    });
}

offerThemes();
offerToSkip();
offerKeys();
watchConnection();
watchQuestions();
watch();
window.addEventListener("hashchange", show);
show();
live.start();
