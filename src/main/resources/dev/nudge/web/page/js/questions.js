import { announce, el } from "./dom.js";
import { jobs } from "./jobs.js";
import { live } from "./live.js";

const TITLE = "nudge";
/** How long the page says that somebody else has answered. */
const FAREWELL = 6000;

const open = new Map();

/** The job whose terminal the page shows: there its questions need no place of their own. */
let shown = null;

/** Shows the questions of all jobs above each view, and takes the answers. */
export function watchQuestions() {
    live.on("stdin_request", (message) => ask(message));
    live.on("stdin_resolved", (message) => resolve(message));
    live.on("jobs", ({ jobs: all }) => forget(all));
    live.on("lost", () => enable(false));
    live.on("open", () => enable(true));
    document.addEventListener("visibilitychange", signal);
    offerAlerts();
}

/** Leaves out the questions of a job whose terminal is shown, until the function is called that this returns. */
export function lookAt(job) {
    shown = job;
    signal();
    return () => {
        shown = null;
        signal();
    };
}

function isSeen({ job }) {
    return job === shown && document.visibilityState === "visible";
}

function key({ job, question }) {
    return `${job}/${question}`;
}

function ask(message) {
    if (open.has(key(message))) {
        return;
    }
    const card = cardOf(message);
    open.set(key(message), { card, message });
    document.getElementById("questions").append(card);
    signal();
    if (!isSeen(message)) {
        const text = `Job ${message.job} asks: ${asked(message)}`;
        announce(text);
        notifyPerson(message, text);
    }
}

/** After a reconnection: questions that nobody waits for any more go away. */
function forget(all) {
    const asking = new Set(all.filter((job) => job.state !== "ended" && job.question?.standing)
        .map((job) => key({ job: job.job, question: job.question.id })));
    [...open.values()].filter(({ message }) => !asking.has(key(message))).forEach(({ message }) => close(message));
}

function asked({ prompt, program, kind }) {
    return prompt || `${program || "a program"} (${kind})`;
}

function cardOf(message) {
    const name = jobs.get(message.job)?.label;
    const id = `answer-${message.job}-${message.question}`;
    const field = el("input", { type: message.masked ? "password" : "text", id, autocomplete: "off", spellcheck: false });
    const send = el("button", { type: "button", className: "main", textContent: "Send" });
    const answer = () => live.send({ type: "stdin_input", job: message.job, question: message.question, text: field.value });
    send.addEventListener("click", answer);
    field.addEventListener("keydown", (event) => event.key === "Enter" && answer());
    const takesLine = message.kind === "prompt" || message.kind === "repl";
    return el("div", { className: "question" },
        el("label", { htmlFor: takesLine ? id : null },
            `Job ${message.job}${name ? ` (${name})` : ""} asks: `, el("strong", { className: "mono", textContent: asked(message) })),
        takesLine ? [field, send] : null,
        el("a", { href: `#/jobs/${message.job}/terminal`, textContent: "Open its terminal" }));
}

function resolve(message) {
    const found = open.get(key(message));
    if (!found) {
        return;
    }
    if (message.by === "you") {
        announce("The answer was sent.");
    }
    if (message.by === "you" || isSeen(message)) {
        close(message);
        return;
    }
    const text = message.by === "page" ? "This was answered in another window." : "This was answered elsewhere, or is no longer asked.";
    open.delete(key(message));
    found.card.replaceChildren(el("span", { textContent: `Job ${message.job}: ${text}` }));
    announce(text);
    setTimeout(() => {
        found.card.remove();
        signal();
    }, FAREWELL);
    signal();
}

function close(message) {
    open.get(key(message))?.card.remove();
    open.delete(key(message));
    signal();
}

function enable(isEnabled) {
    for (const { card } of open.values()) {
        card.querySelectorAll("button").forEach((button) => { button.disabled = !isEnabled; });
    }
}

/** Says in the title and the icon how many questions are open. */
function signal() {
    const section = document.getElementById("questions");
    open.forEach(({ card, message }) => { card.hidden = isSeen(message); });
    section.hidden = [...section.children].every((card) => card.hidden);
    const count = [...open.values()].filter(({ message }) => !isSeen(message)).length;
    document.title = count === 0 ? TITLE : `(${count}) ${TITLE}: a job asks`;
    document.getElementById("icon").href = count === 0 ? "icon.svg" : "icon-question.svg";
}

function offerAlerts() {
    const button = document.getElementById("alerts");
    const isOpen = () => "Notification" in window && Notification.permission === "default";
    button.hidden = !isOpen();
    button.addEventListener("click", async () => {
        await Notification.requestPermission();
        button.hidden = !isOpen();
    });
}

function notifyPerson(message, text) {
    if ("Notification" in window && Notification.permission === "granted" && !document.hasFocus()) {
        const notification = new Notification(TITLE, { body: text, tag: key(message), icon: "icon-question.svg" });
        notification.addEventListener("click", () => {
            window.focus();
            document.getElementById(`answer-${message.job}-${message.question}`)?.focus();
        });
    }
}
