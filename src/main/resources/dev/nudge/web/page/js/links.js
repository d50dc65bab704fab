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
    const x1 = Math.max(1, scale.x(end) - 2);
    const x2 = scale.x(Math.min(Math.max(end, startOf(after.job)), endOf(after.job, scale.now)));
    const bottom = ROW * before.row + EDGE;
    const shape = x2 - x1 > 2 * HEAD ? around(x1, bottom, x2, ROW * after.row + ROW / 2) : upwards(x1, bottom, x2, ROW * (after.row + 1) - EDGE);
    return svg("path", { d: shape, class: mustSucceed ? "link" : "link any", "data-link": `${before.job.job} ${after.job.job}` });
}

function around(x1, bottom, x2, y) {
    return `M${x1} ${bottom}V${y}H${x2}M${x2 - HEAD} ${y - EDGE}L${x2} ${y}L${x2 - HEAD} ${y + EDGE}`;
}

function upwards(x1, bottom, x2, top) {
    const x = Math.max(x1, x2 - 1);
    return `M${x1} ${bottom}L${x} ${top}M${x - EDGE} ${top + HEAD}L${x} ${top}L${x + EDGE} ${top + HEAD}`;
}
