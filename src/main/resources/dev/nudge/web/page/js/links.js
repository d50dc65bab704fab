import { endOf, ROW, startOf } from "./bar.js";
import { svg } from "./dom.js";
import { dependenciesOf } from "./outcome.js";

/** How many lines are drawn at most. */
const MOST = 1000;
/** What is between a bar and the edge of its row, and the length of an arrow's head, in pixels. */
const EDGE = 4;
const HEAD = 6;

/** Lines in the timeline: from the end of a job to the start of each that waited or waits for it. */
export class Links {
    element = svg("g", { class: "links", "aria-hidden": "true" });

    /** Draws them between the jobs that are shown, each in the row of its place; returns whether there are any. */
    draw(shown, scale) {
        const rows = new Map(shown.map((job, row) => [job.job, { job, row }]));
        const lines = shown.flatMap((job, row) => dependenciesOf(job)
            .filter(({ number }) => rows.has(number))
            .map(({ number, mustSucceed }) => line(rows.get(number), { job, row }, mustSucceed, scale)));
        this.element.replaceChildren(...lines.slice(0, MOST));
        return lines.length > 0;
    }
}

/** Returns the line between two jobs. To one that has not been started it leads where the first one ends, or is now. */
function line(before, after, mustSucceed, scale) {
    const end = endOf(before.job, scale.now);
    const within = (x) => Math.min(Math.max(x, EDGE), scale.width - HEAD);
    const x1 = within(scale.x(end) - 2);
    const x2 = within(scale.x(Math.min(Math.max(end, startOf(after.job)), endOf(after.job, scale.now))));
    const bottom = ROW * before.row + EDGE;
    const top = ROW * (after.row + 1) - EDGE;
    const [way, x] = x2 - x1 > 2 * HEAD ? around(x1, bottom, x2, top) : upwards(x1, bottom, x2, top);
    return svg("g", { class: mustSucceed ? "link" : "link any", "data-link": `${before.job.job} ${after.job.job}` },
        svg("path", { d: way, class: "way" }), svg("path", { d: `M${x - EDGE} ${top + HEAD}L${x} ${top}L${x + EDGE} ${top + HEAD}` }));
}

/** Along the lower edge of the row, where no name is; returns the way and where it ends. */
function around(x1, bottom, x2, top) {
    const x = x2 + EDGE;
    return [`M${x1} ${bottom}V${top + EDGE}H${x}V${top}`, x];
}

function upwards(x1, bottom, x2, top) {
    const x = Math.max(x1, x2 - 1);
    return [`M${x1} ${bottom}L${x} ${top}`, x];
}
