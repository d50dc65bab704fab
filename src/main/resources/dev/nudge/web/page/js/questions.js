import { announce, el, isTyping, say } from "./dom.js";
import { jobs } from "./jobs.js";
import { live } from "./live.js";
import { entitleQuestions } from "./title.js";

/** How long the page says that somebody else has answered. */
const FAREWELL = 6000;

const open = new Map();

/** The questions that people have dismissed, also in this tab when it is loaded again. */
const KEY = "nudge-dismissed";
const dismissed = new Set(JSON.parse(sessionStorage.getItem(KEY) ?? "[]"));

/** Whether all questions are shown, or the first one alone. */
let isUnfolded = false;

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
    document.getElementById("more-questions").addEventListener("click", () => {
        isUnfolded = !isUnfolded;
        signal();
    });
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
    if (open.has(key(message)) || dismissed.has(key(message))) {
        return;
    }
    document.querySelectorAll(`.question.done[data-job="${message.job}"]`).forEach((card) => card.remove());
    const card = cardOf(message);
    open.set(key(message), { card, message });
    document.getElementById("question-list").append(card);
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
    const card = el("div", { className: "question", "data-job": message.job },
        el("label", { htmlFor: id, title: asked(message) },
            el("a", { href: `#/jobs/${message.job}/terminal`, title: "Open its terminal", textContent: `Job ${message.job}` }),
            name ? el("span", { className: "name-of-job", textContent: ` (${name})` }) : null,
            " asks: ", el("strong", { className: "mono", textContent: asked(message) })),
        el("button", { type: "button", className: "unfold", textContent: "Answer", ariaLabel: `Answer job ${message.job}`, onclick: () => unfold(card, field) }),
        el("span", { className: "answer" }, field, send),
        el("button", { type: "button", className: "quiet dismiss", textContent: "×", title: "Dismiss", ariaLabel: `Dismiss the question of job ${message.job}`,
            onclick: () => dismiss(message) }));
    return card;
}

/** Shows the field for the answer, for which a narrow window has no room at once. */
function unfold(card, field) {
    card.classList.add("answering");
    field.focus();
}

/** The question is shown no more here. The job asks all the same: its row says so, and its terminal takes the answer. */
function dismiss(message) {
    dismissed.add(key(message));
    sessionStorage.setItem(KEY, JSON.stringify([...dismissed].slice(-200)));
    close(message);
    document.getElementById("main").focus();
}

/** An answer has not arrived: it can be sent again. */
function refuse({ job, message }) {
    [...open.values()].filter((asked) => asked.message.job === job).forEach(({ card }) => {
        sendButton(card).disabled = false;
    });
    announce(message);
}

/** The key "a" goes to the first question. */
function onKey(event) {
    const field = document.querySelector("#questions:not([hidden]) .question:not([hidden]) input");
    if (event.key === "a" && field !== null && !isTyping(event)) {
        event.preventDefault();
        unfold(field.closest(".question"), field);
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
        sendButton(card).disabled = !isEnabled;
    }
}

function sendButton(card) {
    return card.querySelector(".answer button");
}

/** Shows the first of the questions that nobody sees in a terminal, or all of them, and counts them in the title. */
function signal() {
    const list = document.getElementById("question-list");
    const seen = new Set([...open.values()].filter(({ message }) => isSeen(message)).map(({ card }) => card));
    const cards = [...list.children].filter((card) => !seen.has(card));
    const shown = new Set(isUnfolded ? cards : cards.slice(0, 1));
    [...list.children].forEach((card) => { card.hidden = !shown.has(card); });
    const more = document.getElementById("more-questions");
    more.hidden = cards.length < 2;
    more.setAttribute("aria-expanded", String(isUnfolded));
    say(more, isUnfolded ? "Less" : `${cards.length - 1} more`);
    document.getElementById("questions").hidden = cards.length === 0;
    entitleQuestions(open.size - seen.size);
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
