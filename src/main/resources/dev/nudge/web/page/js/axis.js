import { svg } from "./dom.js";
import { timeOfDay } from "./format.js";

const MINUTE = 60_000;
/** Times between two marks, in minutes. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880];
/** The least room between two marks, in pixels. */
const ROOM = 96;

/** Where times are on a picture: from a start to now, over a width in pixels. */
export class Scale {
    constructor(start, now, width) {
        this.start = start;
        this.now = now;
        this.width = width;
    }

    /** Returns the place of a time in milliseconds; times before the start are at the edge. */
    x(time) {
        return Math.max(0, ((time - this.start) / (this.now - this.start)) * this.width);
    }

    /** Returns the round times to mark, in milliseconds. */
    marks() {
        const perPixel = (this.now - this.start) / this.width;
        const step = MINUTE * (STEPS.find((minutes) => minutes * MINUTE >= ROOM * perPixel) ?? STEPS.at(-1));
        const zone = new Date(this.now).getTimezoneOffset() * MINUTE;
        const first = Math.ceil((this.start - zone) / step) * step + zone;
        const count = Math.max(0, Math.floor((this.now - first) / step) + 1);
        return Array.from({ length: count }, (_, index) => first + index * step);
    }
}

/** Returns the names of the marks. */
export function axis(scale, height) {
    return scale.marks().map((time) => {
        const label = svg("text", { x: scale.x(time) + 4, y: height - 8, class: "tick" });
        label.textContent = nameOf(new Date(time));
        return svg("g", {}, label, vertical(scale.x(time), height));
    });
}

function nameOf(time) {
    return time.getHours() === 0 && time.getMinutes() === 0
        ? time.toLocaleDateString("en", { month: "short", day: "numeric" })
        : timeOfDay(time).slice(0, 5);
}

/** Returns the lines below the marks. */
export function grid(scale, height) {
    return scale.marks().map((time) => vertical(scale.x(time), height));
}

function vertical(x, height) {
    return svg("line", { x1: x, x2: x, y1: 0, y2: height, class: "grid" });
}
