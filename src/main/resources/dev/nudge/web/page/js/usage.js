import { get } from "./api.js";
import { Chart } from "./chart.js";
import { el } from "./dom.js";
import { size } from "./format.js";
import { live } from "./live.js";

const SPAN = 300_000;
const rate = (value) => `${size(value)}/s`;

/** Shows what a job uses, once a second while it runs, and how fast it has written. */
export function usageTab(place, { current }) {
    const job = current().job;
    const cpu = new Chart("CPU", (value) => `${Math.round(value)} %`, SPAN, 100);
    const memory = new Chart("Memory", size, SPAN, 1);
    const output = new Chart("Output", rate, SPAN, 100);
    const past = new Chart("Output since the start", rate, null, 100);
    const processes = el("p", { className: "note", id: "processes",
        textContent: current().state === "ended" ? "The job has ended: it no longer uses anything." : "Measuring …" });
    place.append(processes, el("div", { className: "charts" }, cpu.element, memory.element, output.element, past.element));
    if (current().state === "ended") {
        [cpu, memory, output].forEach((chart) => chart.element.remove());
    }
    get(`/api/jobs/${job}/times`).then(({ times }) => past.set(rates(times)), () => {});
    const stop = live.on("measured", (message) => {
        if (message.job === job) {
            const at = Date.parse(message.at);
            cpu.add(at, message.cpu_percent);
            memory.add(at, message.memory_bytes);
            output.add(at, message.output_rate);
            past.add(at, message.output_rate);
            processes.textContent = `${message.processes} ${message.processes === 1 ? "process" : "processes"}. 100 % is one CPU.`;
        }
    });
    const release = live.hold({ type: "measure", job }, { type: "unmeasure", job });
    return () => {
        stop();
        release();
    };
}

/** Turns sizes over time into bytes per second. */
function rates(times) {
    return times.slice(1).map(({ at, bytes }, index) => {
        const before = times[index];
        const seconds = (Date.parse(at) - Date.parse(before.at)) / 1000;
        return { at: Date.parse(at), value: seconds <= 0 ? 0 : Math.max(0, bytes - before.bytes) / seconds };
    });
}
