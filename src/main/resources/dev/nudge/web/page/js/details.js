import { el } from "./dom.js";
import { moment, size } from "./format.js";
import { exit } from "./outcome.js";

/** Shows all facts about a job, and the messages about it that agents got. */
export function detailsTab(place, { current, output, hole, reports }) {
    const job = current();
    const asked = reports.filter(({ state }) => state !== "off");
    const facts = [
        ["Folder", job.cwd], ["Process", job.pid], ["Created", moment(job.created_at)], ["Started", moment(job.started_at)],
        ["Ended", moment(job.ended_at)], ["Exit", exit(job)], ["Why it never ran", job.not_started], ["Why it is lost", job.lost],
        ["Why it was stopped", job.stop_reason], ["Terminal", job.terminal], ["Time limit", seconds(job.timeout_seconds)],
        ["Limit without output", seconds(job.silence_timeout_seconds)], ["Ends with the agent", job.life_span === "with_agent" ? "yes" : null],
        ["Output", output], ["Size of the output", size(job.output_bytes)],
        ["Given back to the file system", hole ? `${size(hole.to - hole.from)} from byte ${hole.from}` : null],
        ["Waits for", waitsFor(job.virtual)],
    ];
    place.append(
        el("h2", { textContent: "Messages to the agent" }),
        ...(asked.length === 0 ? [el("p", { className: "note", textContent: "None: nobody asked for one." })] : asked.map(report)),
        el("h2", { textContent: "Facts" }),
        el("dl", { className: "facts" }, facts.filter(([, value]) => value !== null && value !== undefined && value !== "")
            .map(([name, value]) => [el("dt", { textContent: name }), el("dd", { className: "mono", textContent: String(value) })])));
}

function seconds(value) {
    return value ? `${value} s` : null;
}

function waitsFor(virtual) {
    if (!virtual) {
        return null;
    }
    return virtual.kind === "timer" ? `${moment(virtual.due)}: ${virtual.note ?? ""}` : `"${virtual.pattern}" in ${virtual.file}`;
}

const ABOUT = { end: "Its end", question: "Its question", lines: "Lines that were found" };

const HOW = { typed: "typed into its prompt", with_prompt: "sent along with a prompt", in_answer: "in the answer to a call" };

const WITHOUT_TEXT = { typed: "The message was not kept.", in_answer: "The answer itself is in the agent's conversation." };

function report({ about, state, how, to, at, text }) {
    return el("section", { className: "report" },
        el("p", {}, el("strong", { textContent: ABOUT[about] ?? about }), ` — ${HOW[how] ?? state}`, to ? ` to ${to}` : "", at ? `, ${moment(at)}` : ""),
        text ? el("pre", { textContent: text }) : el("p", { className: "note", textContent: WITHOUT_TEXT[how] ?? "No message has been written yet." }));
}
