/** The options of "nudge run" by the names that they have in an order. */
const OPTIONS = {
    cwd: "--cwd", label: "--label", terminal: "--size", agent: "--agent", notify: "--notify", timeout_seconds: "--timeout",
    silence_timeout_seconds: "--silence-timeout", group: "--group", after: "--after", after_any: "--after-any", delay_seconds: "--delay", retry: "--retry",
    retry_delay_seconds: "--retry-delay", not_before: "--at", priority: "--priority", exclusive: "--exclusive", memory: "--memory", cpus: "--cpus", nice: "--nice",
};
const DEFAULTS = { group: "default", notify: "inject" };

/** Returns the command line that starts the same job as an order. */
export function runCommand({ command, ...given }) {
    const options = Object.entries(given).filter(([name, value]) => value !== DEFAULTS[name])
        .flatMap(([name, value]) => [...(name === "terminal" ? ["--pty"] : []), option(OPTIONS[name], shown(name, value))]);
    const isOption = command.startsWith("-");
    return ["nudge run", ...options, ...(isOption ? ["--"] : []), quoted(command, true)].join(" ");
}

/** A value that begins like an option must not be taken for one. */
function option(name, value) {
    return value.startsWith("-") ? `${name}=${value}` : `${name} ${value}`;
}

function shown(name, value) {
    return name === "not_before" ? localTime(new Date(value)) : quoted(Array.isArray(value) ? value.join(",") : String(value), false);
}

function localTime(time) {
    const two = (number) => String(number).padStart(2, "0");
    return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

function quoted(text, always) {
    return !always && /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
