import { say, svg } from "./dom.js";
import { oneLine } from "./format.js";
import { dependenciesOf, outcome, time } from "./outcome.js";

/** The height of a bar's row, in pixels. */
export const ROW = 24;
/** The height of the part of a bar in which a job waits, in pixels. */
const THIN = 6;
/** How long the start of a job takes at most if nothing holds it back, in milliseconds. */
const START = 3000;
const MOST_LETTERS = 60;
/** The width of a letter of a name, and what is between a name and its bar, in pixels. */
const LETTER = 7.3;
const GAP = 6;
/** The least room for a name beside its bar. */
const LEAST = 80;
/** Letters from here on, as those of Chinese, are twice as wide. */
const WIDE = 0x2e80;

/** A job in the timeline: a row with a bar and its name, which stay the same elements while the bar grows and moves. */
export class Bar {
    #row = svg("rect", { x: 0, height: ROW, class: "row-of-job" });
    #wait = svg("rect", { height: THIN, rx: 2, class: "wait-of-job", fill: "url(#hatched)" });
    #rect = svg("rect", { height: ROW - 8, rx: 4, class: "bar-of-job" });
    #text = svg("text");
    #title = svg("title");

    constructor(number) {
        this.element = svg("a", { href: `#/jobs/${number}`, "data-job": number }, this.#title, this.#row, this.#wait, this.#rect, this.#text);
    }

    /** Draws the job as it is now, in a row of the picture. */
    draw(job, row, scale) {
        const { key, sign, words, reason } = outcome(job);
        const name = `${sign} ${job.job} ${job.label ?? oneLine(job.command)}`;
        const x = scale.x(hasWaited(job) ? Date.parse(job.created_at) : startOf(job));
        const length = Math.max(3, scale.x(endOf(job, scale.now)) - x);
        const waits = job.started_at ? scale.x(startOf(job)) - x : length;
        this.element.setAttribute("class", `state-${key}`);
        say(this.#title, `${name}: ${[words, reason, time(job)].filter((fact) => fact !== "").join(", ")}${after(job)}`);
        put(this.#row, { y: ROW * row, width: scale.width });
        put(this.#wait, { x, y: ROW * row + (ROW - THIN) / 2, width: waits });
        put(this.#rect, { x: x + waits, y: ROW * row + 4, width: job.started_at ? Math.max(3, length - waits) : 0 });
        put(this.#text, { y: ROW * row + 16 });
        this.#name(name, { x, length, width: scale.width });
    }

    /** Writes the name right of its bar if it fits there, else on the side with more room; in a bar that leaves no room. */
    #name(name, { x, length, width }) {
        const needed = Math.min(lettersOf(name), MOST_LETTERS) * LETTER;
        const left = x - GAP;
        const right = width - x - length - GAP;
        if (needed < right || right >= Math.max(left, LEAST)) {
            this.#write(name, right, { x: x + length + GAP, class: "name", "text-anchor": "start" });
        } else if (left >= LEAST) {
            this.#write(name, left, { x: left, class: "name", "text-anchor": "end" });
        } else {
            this.#write(name, length - GAP, { x: x + GAP, class: "name inside", "text-anchor": "start" });
        }
    }

    #write(name, room, attributes) {
        put(this.#text, attributes);
        say(this.#text, cut(name, Math.min(MOST_LETTERS, Math.floor(room / LETTER))));
    }
}

function after(job) {
    const numbers = dependenciesOf(job).map(({ number }) => number);
    return numbers.length === 0 ? "" : `, starts after ${numbers.length === 1 ? "job" : "jobs"} ${numbers.join(", ")}`;
}

/** Returns when a job began, in milliseconds. */
export function startOf(job) {
    return Date.parse(job.started_at ?? job.created_at);
}

/** Returns whether a job waits, or has waited, for longer than a start takes. */
function hasWaited(job) {
    return !job.started_at || startOf(job) - Date.parse(job.created_at) > START;
}

/** Returns when a job ended, or now. */
export function endOf(job, now) {
    return job.ended_at ? Date.parse(job.ended_at) : now;
}

function put(element, attributes) {
    Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
}

function lettersOf(name) {
    return [...name].reduce((count, letter) => count + widthOf(letter), 0);
}

function widthOf(letter) {
    return letter.codePointAt(0) >= WIDE ? 2 : 1;
}

/** Returns as much of a name as has room, with a sign if that is not all. */
function cut(name, room) {
    if (lettersOf(name) <= room) {
        return name;
    }
    let left = room - 1;
    const kept = [...name].findIndex((letter) => {
        left -= widthOf(letter);
        return left < 0;
    });
    return room < 1 ? "" : `${[...name].slice(0, kept).join("")}…`;
}
