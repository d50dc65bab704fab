import { announce, el, isTyping } from "./dom.js";
import { jobs } from "./jobs.js";
import { live } from "./live.js";
import { entitleQuestions } from "./title.js";

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
    live.on("error", (message) => message.about === "stdin_input" && refuse(message));
    document.addEventListener("visibilitychange", signal);
    document.addEventListener("keydown", onKey);
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
    document.querySelectorAll(`.question.done[data-job="${message.job}"]`).forEach((card) => card.remove());
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
    return prompt?.trim() || `${program || "a program"} (${kind})`;
}

function cardOf(message) {
    const name = jobs.get(message.job)?.label;
    const id = `answer-${message.job}-${message.question}`;
    const field = el("input", { type: message.masked ? "password" : "text", id, autocomplete: "off", spellcheck: false,
        placeholder: message.masked ? "Answer (hidden)" : "Answer" });
    const send = el("button", { type: "button", className: "main", textContent: "Send" });
    const answer = () => {
        if (!send.disabled) {
            send.disabled = live.send({ type: "stdin_input", job: message.job, question: message.question, text: field.value });
        }
    };
    send.addEventListener("click", answer);
    field.addEventListener("keydown", (event) => {
        if (event.key === "Enter") {
            answer();
        } else if (event.key === "Escape") {
            document.getElementById("main").focus();
        }
    });
    const takesLine = message.kind === "prompt" || message.kind === "repl";
    return el("div", { className: "question", "data-job": message.job },
        el("label", { htmlFor: takesLine ? id : null },
            `Job ${message.job}${name ? ` (${name})` : ""} asks: `, el("strong", { className: "mono", textContent: asked(message) })),
        takesLine ? el("span", { className: "answer" }, field, send) : null,
        el("a", { href: `#/jobs/${message.job}/terminal`, textContent: "Open its terminal" }));
}

/** An answer has not arrived: it can be sent again. */
function refuse({ job, message }) {
    [...open.values()].filter((asked) => asked.message.job === job).forEach(({ card }) => {
        card.querySelectorAll("button").forEach((button) => { button.disabled = false; });
    });
    announce(message);
}

/** The key "a" goes to the first question. */
function onKey(event) {
    const field = document.querySelector("#questions:not([hidden]) .question:not([hidden]) input");
    if (event.key === "a" && field !== null && !isTyping(event)) {
        event.preventDefault();
        field.focus();
    }
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
    found.card.classList.add("done");
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

/** Shows the questions that nobody sees in a terminal, and counts them in the title. */
function signal() {
    const section = document.getElementById("questions");
    open.forEach(({ card, message }) => { card.hidden = isSeen(message); });
    section.hidden = [...section.children].every((card) => card.hidden);
    entitleQuestions([...open.values()].filter(({ message }) => !isSeen(message)).length);
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
        const notification = new Notification("nudge", { body: text, tag: key(message), icon: "icon-question.svg" });
        notification.addEventListener("click", () => {
            window.focus();
            document.getElementById(`answer-${message.job}-${message.question}`)?.focus();
        });
    }
}
