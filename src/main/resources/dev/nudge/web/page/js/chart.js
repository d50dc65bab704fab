import { el, say, svg } from "./dom.js";
import { duration, timeOfDay } from "./format.js";

const WIDTH = 600;
const HEIGHT = 120;
/** The time that a curve shows at least, in milliseconds. */
const SHORTEST = 60_000;

/** A curve over time, with its last and its greatest value in words. */
export class Chart {
    #points = [];
    #line = svg("polyline", { class: "curve" });
    #area = svg("polygon", { class: "area" });
    #picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" }, this.#area, this.#line);
    #value = el("span", { className: "value" });
    #most = el("span", { className: "note" });
    #start = el("span");
    #end = el("span");

    /**
     * Makes a curve without points.
     *
     * @param words turns a value into text
     * @param span how many milliseconds it shows at most; null for all
     * @param floor the greatest value that the picture has room for at least
     */
    constructor(name, words, span, floor) {
        this.name = name;
        this.words = words;
        this.span = span;
        this.floor = floor;
        this.element = el("figure", { className: "chart" },
            el("figcaption", {}, el("span", { textContent: name }), this.#value, this.#most),
            this.#picture, el("p", { className: "span" }, this.#start, this.#end));
        this.#draw();
    }

    /** Adds a value at a time in milliseconds. */
    add(at, value) {
        this.#points.push({ at, value });
        if (this.span !== null) {
            this.#points = this.#points.filter((point) => point.at >= at - this.span);
        }
        this.#draw();
    }

    /** Shows these values instead. */
    set(points) {
        this.#points = points;
        this.#draw();
    }

    #draw() {
        if (this.#points.length === 0) {
            this.#describe("", "no values yet");
            return;
        }
        const last = this.#points.at(-1);
        const most = this.#points.reduce((greatest, point) => Math.max(greatest, point.value), 0);
        const first = this.#points[0].at;
        const start = this.span === null ? first : Math.min(first, last.at - SHORTEST);
        this.#drawCurve(start, Math.max(1, last.at - start), Math.max(most * 1.1, this.floor));
        this.#describe(this.words(last.value), `highest ${this.words(most)}`);
        say(this.#start, this.span === null ? timeOfDay(start) : `${duration(last.at - start)} ago`);
        say(this.#end, this.span === null ? timeOfDay(last.at) : "now");
    }

    #drawCurve(start, width, top) {
        const place = ({ at, value }) => [((at - start) / width) * WIDTH, HEIGHT - 2 - (value / top) * (HEIGHT - 4)];
        const places = this.#points.map(place);
        const text = places.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
        this.#line.setAttribute("points", text);
        this.#area.setAttribute("points", `${places[0][0].toFixed(1)},${HEIGHT} ${text} ${WIDTH},${HEIGHT}`);
    }

    #describe(value, most) {
        say(this.#value, value);
        say(this.#most, most);
        this.#picture.setAttribute("aria-label", `${this.name}: ${value} ${most}`);
    }
}
