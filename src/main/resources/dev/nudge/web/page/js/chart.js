import { el, say, svg } from "./dom.js";

const WIDTH = 600;
const HEIGHT = 110;
/** The time that a curve shows at least, in milliseconds. */
const SHORTEST = 60_000;

/** A curve over time, with its last and its greatest value in words. */
export class Chart {
    #points = [];

    /**
     * Makes a curve without points.
     *
     * @param words turns a value into text
     * @param span how many milliseconds it shows at most; null for all
     */
    constructor(name, words, span) {
        this.name = name;
        this.words = words;
        this.span = span;
        this.line = svg("polyline", { class: "curve" });
        this.area = svg("polygon", { class: "area" });
        this.picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" }, this.area, this.line);
        this.caption = el("figcaption");
        this.element = el("figure", { className: "chart" }, this.caption, this.picture);
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
            this.#describe("no values yet");
            return;
        }
        const last = this.#points.at(-1);
        const most = Math.max(...this.#points.map((point) => point.value));
        const first = this.#points[0].at;
        const start = this.span === null ? first : Math.min(first, last.at - SHORTEST);
        const width = Math.max(1, last.at - start);
        const place = ({ at, value }) => [((at - start) / width) * WIDTH, HEIGHT - 2 - (most === 0 ? 0 : (value / most) * (HEIGHT - 6))];
        const places = this.#points.map(place);
        const text = places.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
        this.line.setAttribute("points", text);
        this.area.setAttribute("points", `${places[0][0].toFixed(1)},${HEIGHT} ${text} ${WIDTH},${HEIGHT}`);
        this.#describe(`${this.words(last.value)} (highest ${this.words(most)})`);
    }

    #describe(values) {
        say(this.caption, `${this.name}: ${values}`);
        this.picture.setAttribute("aria-label", `${this.name}: ${values}`);
    }
}
