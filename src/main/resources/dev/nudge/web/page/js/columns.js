import { oneLine, size } from "./format.js";
import { age, exit, groupName, reported, stateText, time, urgency } from "./outcome.js";

/**
 * The columns of the table of jobs: a name, a class for the width, the text of a job, and, if people can sort by it, a
 * value that is compared. A column that is empty for all jobs is not shown if it is optional. The buttons are apart.
 */
export const COLUMNS = [
    { name: "Job", key: "number", text: (job) => String(job.job), value: (job) => -job.job },
    { name: "Label", key: "label", text: (job) => job.label ?? "", value: (job) => job.label ?? "\uffff", isOptional: true },
    { name: "Command", key: "command", text: (job) => oneLine(job.command) },
    { name: "Group", key: "group", text: groupName, value: groupName, isOptional: true },
    { name: "State", key: "state", text: stateText, value: urgency },
    { name: "Age", key: "age", text: age, value: (job) => -Date.parse(job.started_at ?? job.created_at) },
    { name: "Time", key: "time", text: time, value: (job) => -timeOf(job) },
    { name: "Exit", key: "exit", text: exit, value: exitRank },
    { name: "Output", key: "size", text: (job) => size(job.output_bytes), value: (job) => -(job.output_bytes ?? 0) },
    { name: "Reported", key: "reported", text: reported, isOptional: true },
];

/** Returns for how long a job has been running, or had been, in milliseconds; less than any other for one that was never started. */
function timeOf(job) {
    return job.started_at ? (job.ended_at ? Date.parse(job.ended_at) : Date.now()) - Date.parse(job.started_at) : -1;
}

/** Signals first, then codes from the highest down to 0, then jobs without either. */
function exitRank(job) {
    return job.signal ? -1000 : exit(job) === "" ? 1 : -job.exit_code;
}

/** The order of the table: by a column, and from its other end or not. It stays while other views are shown. */
export const order = { key: "number", isReversed: false };

/** Returns the jobs in the order that people have chosen; the newer one first if that decides nothing. */
export function sorted(jobs) {
    const { value } = COLUMNS.find((column) => column.key === order.key);
    const sign = order.isReversed ? -1 : 1;
    const values = new Map(jobs.map((job) => [job, value(job)]));
    return jobs.sort((a, b) => sign * compare(values.get(a), values.get(b)) || b.job - a.job);
}

function compare(a, b) {
    return typeof a === "string" ? a.localeCompare(b) : a - b;
}

/** Sorts by a column from now on, or the other way round if that is the order already. */
export function sortBy(key) {
    order.isReversed = order.key === key && !order.isReversed;
    order.key = key;
}
