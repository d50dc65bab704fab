import { el, perFrame, say, svg } from "./dom.js";
import { jobs, onChange } from "./jobs.js";
import { age, outcome } from "./outcome.js";

const ROW = 24;
const MOST = 300;
const MOST_LETTERS = 48;
/** The width of a letter of a name, and what is between a name and its bar, in pixels. */
const LETTER = 7.3;
const GAP = 6;
/** The least room for a name beside its bar. */
const LEAST = 80;
const SPANS = [["5", "5 minutes"], ["15", "15 minutes"], ["60", "1 hour"], ["360", "6 hours"], ["1440", "1 day"], ["10080", "1 week"]];

let minutes = 60;

/** Shows jobs as bars over time, the newest at the top. */
export function timelineView(place) {
    const choice = el("select", { id: "span", ariaLabel: "Time that is shown" },
        SPANS.map(([value, name]) => el("option", { value, textContent: `Last ${name}` })));
    choice.value = String(minutes);
    const chart = el("div", { className: "timeline" });
    const count = el("p", { className: "note" });
    const draw = perFrame(() => drawBars(chart, count));
    choice.addEventListener("change", () => {
        minutes = Number(choice.value);
        draw();
    });
    place.append(el("h1", { textContent: "Timeline" }), el("div", { className: "tools" }, choice, legend()), chart, count);
    const unwatch = onChange(draw);
    const clock = setInterval(draw, 1000);
    draw();
    return () => {
        unwatch();
        clearInterval(clock);
    };
}

const LEGEND = [["running", "● running"], ["waiting", "? waits or stops"], ["good", "✓ succeeded"], ["bad", "✗ failed"], ["lost", "~ lost"]];

function legend() {
    return LEGEND.map(([key, name]) => el("span", { className: `badge state-${key}`, textContent: name }));
}

function drawBars(chart, count) {
    const now = Date.now();
    const start = now - minutes * 60_000;
    const all = [...jobs.values()].filter((job) => endOf(job, now) >= start).sort((a, b) => b.job - a.job);
    const shown = all.slice(0, MOST);
    const width = Math.max(200, chart.clientWidth);
    const focused = document.activeElement?.closest("a[data-job]")?.dataset.job;
    const picture = svg("svg", { width, height: ROW * (shown.length + 1), role: "group", "aria-label": "Jobs over time" }, ...axis(width, start, now, shown.length));
    shown.forEach((job, index) => picture.append(bar(job, { y: ROW * (index + 1), width, start, now })));
    chart.replaceChildren(picture);
    if (focused) {
        picture.querySelector(`a[data-job="${focused}"]`)?.focus();
    }
    say(count, all.length === 0 ? "No job ran in this time." : all.length > MOST ? `The newest ${MOST} of ${all.length} jobs.` : `${all.length} jobs`);
}

function startOf(job) {
    return Date.parse(job.started_at ?? job.created_at);
}

function endOf(job, now) {
    return job.ended_at ? Date.parse(job.ended_at) : now;
}

function axis(width, start, now, rows) {
    const marks = width < 500 ? 2 : minutes <= 15 ? 5 : 6;
    return Array.from({ length: marks }, (_, index) => {
        const x = (width * index) / marks;
        const time = new Date(start + ((now - start) * index) / marks);
        const text = minutes > 1440 ? time.toLocaleDateString() : time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
        const label = svg("text", { x: x + 3, y: 15, class: "tick" });
        label.textContent = text;
        return svg("g", {}, svg("line", { x1: x, x2: x, y1: 0, y2: ROW * (rows + 1), class: "grid" }), label);
    });
}

function bar(job, { y, width, start, now }) {
    const scale = width / (now - start);
    const x = Math.max(0, (startOf(job) - start) * scale);
    const length = Math.max(3, (endOf(job, now) - start) * scale - x);
    const { key, sign, words } = outcome(job);
    const text = svg("text", { y: y + 16 });
    const name = `${sign} ${job.job} ${job.label ?? job.command}`;
    writeBeside(text, name, { x, length, width });
    return svg("a", { href: `#/jobs/${job.job}`, class: `state-${key}`, "data-job": job.job },
        titled(`${name}: ${words}, ${age(job)}`),
        svg("rect", { x, y: y + 4, width: length, height: ROW - 8, rx: 4, class: "bar-of-job" }), text);
}

function titled(text) {
    const title = svg("title");
    title.textContent = text;
    return title;
}

/** Writes a name right of its bar if it fits there, else on the side with more room; in a bar that leaves no room. */
function writeBeside(text, name, { x, length, width }) {
    const needed = Math.min(name.length, MOST_LETTERS) * LETTER;
    const left = x - GAP;
    const right = width - x - length - GAP;
    if (needed < right || right >= Math.max(left, LEAST)) {
        write(text, name, { x: x + length + GAP, room: right });
    } else if (left >= LEAST) {
        write(text, name, { x: left, room: left, "text-anchor": "end" });
    } else {
        write(text, name, { x: x + GAP, room: length - GAP, class: "name inside" });
    }
}

function write(text, name, { room, ...attributes }) {
    const letters = Math.max(0, Math.min(MOST_LETTERS, Math.floor(room / LETTER)));
    text.textContent = name.length > letters ? `${name.slice(0, Math.max(0, letters - 1))}…` : name;
    Object.entries({ class: "name", ...attributes }).forEach(([key, value]) => text.setAttribute(key, value));
}
