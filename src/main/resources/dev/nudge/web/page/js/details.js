import { Attempts } from "./attempts.js";
import { el, perFrame } from "./dom.js";
import { Facts } from "./facts.js";
import { duration, moment, size } from "./format.js";
import { jobs, onChange } from "./jobs.js";
import { clusterOf, dependenciesOf, exit, groupOf, outcome } from "./outcome.js";

/** Shows all facts about a job, its attempts, and the messages about it that agents got. */
export function detailsTab(place, { current, output, hole, reports }) {
    const facts = new Facts();
    const attempts = new Attempts();
    const asked = reports.filter(({ state }) => state !== "off");
    const fill = () => {
        facts.fill(factsOf(current(), output, hole));
        attempts.fill(current());
    };
    const draw = perFrame(fill);
    place.append(
        el("h2", { textContent: "Messages to the agent" }),
        ...(asked.length === 0 ? [el("p", { className: "note", textContent: "None: nobody asked for one." })] : asked.map(report)),
        attempts.element, el("h2", { textContent: "Facts" }), facts.element);
    fill();
    const unwatch = onChange(draw);
    const clock = setInterval(draw, 1000);
    return () => {
        unwatch();
        clearInterval(clock);
    };
}

function factsOf(job, output, hole) {
    return [
        ["Folder", job.cwd], ...factsOfQueue(job), ["Process", job.pid], ["Created", moment(job.created_at)], ["Started", moment(job.started_at)],
        ["Ended", moment(job.ended_at)], ["Exit", exit(job)], ["Why it never ran", job.not_started], ["Why it was skipped", job.skipped],
        ["Why it is lost", job.lost], ["Why it was stopped", job.stop_reason], ["Terminal", job.terminal], ["Time limit", seconds(job.timeout_seconds)],
        ["Limit without output", seconds(job.silence_timeout_seconds)], ["Ends with the agent", job.life_span === "with_agent" ? "yes" : null],
        ["Output", output], ["Size of the output", size(job.output_bytes)],
        ["Given back to the file system", hole ? `${size(hole.to - hole.from)} from byte ${hole.from}` : null],
        ["Waits for", waitsFor(job.virtual)],
    ];
}

function factsOfQueue(job) {
    const { queue, waiting } = job;
    const before = dependenciesOf(job);
    const numbers = (isNeeded) => before.filter(({ mustSucceed }) => mustSucceed === isNeeded).map(({ number }) => number);
    const behind = [...jobs.values()].filter((other) => dependenciesOf(other).some(({ number }) => number === job.job)).map((other) => other.job);
    return [
        ["Group", groupOf(job) === null ? null : [el("a", { href: "#/queue", textContent: groupOf(job) })]],
        ["Task", taskOf(queue?.array)], ["Cluster", clusterOf(job)], ["Why it waits", waiting], ["Priority", queue?.priority], ["Starts after the success of", links(numbers(true))],
        ["Starts after the end of", links(numbers(false))], ["Jobs that start after it", links(behind)], ["Not before", moment(queue?.not_before)],
        ["Never beside others of", queue?.exclusive], ["Started again if it fails", retries(queue)],
    ];
}

function taskOf(array) {
    return array ? `${array.task} of the array of jobs ${array.first} to ${array.last}` : null;
}

function links(numbers) {
    return numbers.flatMap((number, index) => [index === 0 ? "" : ", ", link(number)]);
}

/** Returns a link to a job, with its state; of one that has been removed, only its number. */
function link(number) {
    const job = jobs.get(number);
    if (!job) {
        return `job ${number}, which has been removed`;
    }
    const { sign, words } = outcome(job);
    return el("span", {}, el("a", { href: `#/jobs/${number}/details`, textContent: job.label ? `job ${number}: ${job.label}` : `job ${number}` }), ` (${sign} ${words})`);
}

function retries(queue) {
    if (!queue?.retry) {
        return null;
    }
    const times = queue.retry === 1 ? "once" : `up to ${queue.retry} times`;
    return queue.retry_delay_seconds ? `${times}, after ${duration(1000 * queue.retry_delay_seconds)} each` : times;
}

function seconds(value) {
    return value ? duration(1000 * value) : null;
}

function waitsFor(virtual) {
    if (!virtual) {
        return null;
    }
    return virtual.kind === "timer" ? `${moment(virtual.due)}: ${virtual.note ?? ""}` : `"${virtual.pattern}" in ${virtual.file}`;
}

const ABOUT = { end: "Its end", question: "Its question", lines: "Lines that were found" };

const HOW = { typed: "typed into its prompt", with_prompt: "sent along with a prompt", in_answer: "in the answer to a call", as_task: "as the result of a task" };

const WITHOUT_TEXT = { typed: "The message was not kept.", in_answer: "The answer itself is in the agent's conversation.", as_task: "The result itself is in the agent's conversation." };

function report({ about, state, how, to, at, text }) {
    return el("section", { className: "report" },
        el("p", {}, el("strong", { textContent: ABOUT[about] ?? about }), ` — ${HOW[how] ?? state}`, to ? ` to ${to}` : "", at ? `, ${moment(at)}` : ""),
        text ? el("pre", { textContent: text }) : el("p", { className: "note", textContent: WITHOUT_TEXT[how] ?? "No message has been written yet." }));
}
