const UNITS = ["B", "K", "M", "G", "T"];

/** Returns a size as nudge's commands show it: 1.4M. A unit is 1,024 times the one below. */
export function size(bytes) {
    if (bytes === null || bytes === undefined) {
        return "";
    }
    let value = bytes;
    let unit = 0;
    while (value >= 1023.5 && unit < UNITS.length - 1) {
        value /= 1024;
        unit++;
    }
    return `${unit > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)}${UNITS[unit]}`;
}

/** Returns a size of memory as nudge's commands take it: 4G. */
export function memory(bytes) {
    const power = Math.min(3, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
    return `${Math.round((10 * bytes) / 1024 ** power) / 10}${["", "K", "M", "G"][power]}`;
}

/** Returns how long something took or takes: 4m12s. */
export function duration(milliseconds) {
    const seconds = Math.max(0, Math.floor(milliseconds / 1000));
    if (seconds < 60) {
        return `${seconds}s`;
    }
    if (seconds < 3600) {
        return `${Math.floor(seconds / 60)}m${pad(seconds % 60)}s`;
    }
    if (seconds < 86400) {
        return `${Math.floor(seconds / 3600)}h${pad(Math.floor(seconds / 60) % 60)}m`;
    }
    return `${Math.floor(seconds / 86400)}d${pad(Math.floor(seconds / 3600) % 24)}h`;
}

/** Returns a running time as "nudge ps" has it: 4:12, or 1:23:45. */
export function clock(milliseconds) {
    const seconds = Math.max(0, Math.floor(milliseconds / 1000));
    const minutes = Math.floor(seconds / 60);
    return minutes < 60 ? `${minutes}:${pad(seconds % 60)}` : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}`;
}

/** Returns how long ago something was, as "nudge ps" has it: 12s, 5m, 3h, 2d. */
export function ago(milliseconds) {
    const seconds = Math.max(0, Math.floor(milliseconds / 1000));
    const [unit, name] = [[86_400, "d"], [3600, "h"], [60, "m"], [1, "s"]].find(([length]) => seconds >= length || length === 1);
    return `${Math.floor(seconds / unit)}${name}`;
}

function pad(number) {
    return String(number).padStart(2, "0");
}

/** Returns the date and the time of day with the zone of the browser: 2026-03-01 17:30:00 UTC. */
export function moment(instant) {
    if (!instant) {
        return "";
    }
    const time = new Date(instant);
    const zone = new Intl.DateTimeFormat("en", { timeZoneName: "short" }).formatToParts(time).find(({ type }) => type === "timeZoneName");
    return `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())} ${timeOfDay(time)} ${zone.value}`;
}

/** Returns the time of day in 24 hours: 17:30:00. */
export function timeOfDay(instant) {
    const time = new Date(instant);
    return `${pad(time.getHours())}:${pad(time.getMinutes())}:${pad(time.getSeconds())}`;
}

/** Returns a text of the server with its times in this browser's time zone. */
export function inThisZone(text) {
    return text.replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, moment);
}

/** Returns a command on one line, with a sign where its own lines end. */
export function oneLine(command) {
    return command.trim().replace(/\s*\n\s*/g, " ⏎ ");
}
