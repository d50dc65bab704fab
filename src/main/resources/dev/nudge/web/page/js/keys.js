import { show } from "./dialog.js";
import { el, isTyping } from "./dom.js";

const KEYS = [
    ["In the list of jobs", [["j k or ↓ ↑", "next, previous job"], ["Enter", "open the job, or the array"], ["s", "choose the job"], ["x", "kill the job, or the chosen ones"],
        ["/", "filter; Enter goes to what was found, Escape shows all again"], ["n", "new job"]]],
    ["At a job", [["x", "kill it"], ["Escape", "back to the list"]]],
    ["In its output", [["Home End", "its beginning, its end"], ["Enter in the search", "next match; with Shift the previous one"]]],
    ["Everywhere", [["a", "answer the first question"], ["?", "this list"]]],
];

/** The key "?" lists the keys, and so does the button in the bar. */
export function offerKeys() {
    document.getElementById("keys").addEventListener("click", showKeys);
    document.addEventListener("keydown", (event) => {
        if (event.key === "?" && !isTyping(event)) {
            event.preventDefault();
            showKeys();
        }
    });
}

/** Lists the keys in a dialog. */
export function showKeys() {
    show("Keys", KEYS.map(([where, keys]) => [el("h3", { textContent: where }),
        el("dl", { className: "facts" }, keys.map(([key, what]) => [el("dt", {}, el("kbd", { textContent: key })), el("dd", { textContent: what })]))]));
}
