import { axis, grid, Scale } from "./axis.js";
import { Bar, endOf, ROW, startOf } from "./bar.js";
import { el, perFrame, say, svg } from "./dom.js";
import { Links } from "./links.js";
import { isKnown, jobs, onChange } from "./jobs.js";

const MOST = 300;
/** How many of the newest jobs are to be seen whole when the timeline is opened. */
const FITTING = 20;
const MINUTE = 60_000;
const SPANS = [["5", "5 minutes"], ["15", "15 minutes"], ["30", "30 minutes"], ["60", "hour"], ["360", "6 hours"], ["1440", "day"], ["10080", "week"]];

/** The time that people have chosen to see, in minutes; null if none yet: then the newest jobs fit in. */
let chosen = null;

/** Shows jobs as bars over time, the newest at the top. */
export function timelineView(place) {
    const timeline = new Timeline();
    const draw = perFrame(() => timeline.draw());
    place.append(...timeline.elements);
    const unwatch = onChange(draw);
    const clock = setInterval(draw, 1000);
    timeline.draw();
    return () => {
        unwatch();
        clearInterval(clock);
    };
}

const LEGEND = [["running", "● running"], ["queued", "… queued"], ["paused", "‖ paused"], ["waiting", "? asks, ● stopping"],
    ["good", "✓ succeeded"], ["bad", "✗ failed, killed"], ["lost", "~ skipped, lost"]];

/** The picture: a grid of times, and a bar for each job in a row of its own. */
class Timeline {
    #bars = new Map();
    #fitting = null;
    #choice = el("select", { id: "span", ariaLabel: "Time that is shown", onchange: () => this.#choose() },
        SPANS.map(([value, name]) => el("option", { value, textContent: `Last ${name}` })));
    #axis = svg("svg", { class: "axis", height: ROW, "aria-hidden": "true" });
    #grid = svg("g");
    #links = new Links();
    #hatched = svg("pattern", { id: "hatched", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        svg("rect", { width: 2.5, height: 5, class: "hatch" }));
    #rows = svg("g");
    #picture = svg("svg", { role: "group", "aria-label": "Jobs over time" }, svg("defs", {}, this.#hatched), this.#grid, this.#rows, this.#links.element);
    #chart = el("div", { className: "timeline" }, this.#axis, this.#picture);
    #linked = el("span", { textContent: "→ starts after", hidden: true });
    #count = el("p", { className: "note", textContent: "Loading …" });

    /** Returns what to show. */
    get elements() {
        const legend = LEGEND.map(([key, name]) => el("span", { className: `state-${key}` }, el("span", { className: "swatch", "aria-hidden": "true" }), name));
        return [el("h1", { className: "unseen", textContent: "Timeline" }),
            el("div", { className: "tools" }, this.#choice, el("div", { className: "legend" }, legend, this.#linked)), this.#chart,
            el("div", { className: "tools foot" }, this.#count)];
    }

    #choose() {
        chosen = Number(this.#choice.value);
        this.draw();
    }

    /** Draws the jobs as they are now. */
    draw() {
        if (!isKnown) {
            return;
        }
        this.#fitting ??= fittingSpan([...jobs.values()]);
        const minutes = chosen ?? this.#fitting;
        this.#choice.value = String(minutes);
        const now = Date.now();
        const scale = new Scale(now - minutes * MINUTE, now, Math.max(200, this.#chart.clientWidth));
        const all = [...jobs.values()].filter((job) => endOf(job, now) >= scale.start).sort((a, b) => b.job - a.job);
        this.#drawGrid(scale, all.length);
        this.#drawBars(all.slice(0, MOST), scale);
        this.#linked.hidden = !this.#links.draw(all.slice(0, MOST), scale);
        say(this.#count, all.length === 0 ? "No job ran in this time." : all.length > MOST ? `The newest ${MOST} of ${all.length} jobs` : counted(all.length));
    }

    #drawGrid(scale, jobs) {
        const height = Math.max(ROW * Math.min(jobs, MOST), this.#chart.clientHeight - ROW - 2);
        this.#axis.setAttribute("width", scale.width);
        this.#picture.setAttribute("width", scale.width);
        this.#picture.setAttribute("height", height);
        this.#axis.replaceChildren(...axis(scale, ROW));
        this.#grid.replaceChildren(...grid(scale, height));
    }

    #drawBars(shown, scale) {
        const kept = new Set(shown.map((job) => job.job));
        for (const [number, bar] of this.#bars) {
            if (!kept.has(number)) {
                bar.element.remove();
                this.#bars.delete(number);
            }
        }
        let next = this.#rows.firstElementChild;
        shown.forEach((job, row) => {
            const bar = this.#bars.get(job.job) ?? this.#newBar(job.job);
            if (bar.element === next) {
                next = next.nextElementSibling;
            } else {
                this.#rows.insertBefore(bar.element, next);
            }
            bar.draw(job, row, scale);
        });
    }

    #newBar(number) {
        const bar = new Bar(number);
        this.#bars.set(number, bar);
        return bar;
    }
}

function counted(number) {
    return number === 1 ? "1 job" : `${number} jobs`;
}

/** Returns the shortest time, in minutes, in which the newest jobs began. */
function fittingSpan(all) {
    const starts = all.map(startOf).sort((a, b) => b - a).slice(0, FITTING);
    const needed = (Date.now() - (starts.at(-1) ?? Date.now())) / MINUTE;
    return Number((SPANS.find(([minutes]) => Number(minutes) >= needed) ?? SPANS.at(-1))[0]);
}
