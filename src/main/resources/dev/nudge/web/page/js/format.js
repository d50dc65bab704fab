const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** Returns a size as people read it: 1.4 MB. */
export function size(bytes) {
    if (bytes === null || bytes === undefined) {
        return "";
    }
    let value = bytes;
    let unit = 0;
    while (value >= 1000 && unit < UNITS.length - 1) {
        value /= 1000;
        unit++;
    }
    return `${unit > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
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

/** Returns how long ago something was, no more precisely than people need it: 4m. */
export function ago(milliseconds) {
    const minutes = Math.floor(milliseconds / 60_000);
    return minutes < 1 || minutes >= 60 ? duration(milliseconds) : `${minutes}m`;
}

function pad(number) {
    return String(number).padStart(2, "0");
}

/** Returns the time of day, and the date unless it is today. */
export function moment(instant) {
    if (!instant) {
        return "";
    }
    const time = new Date(instant);
    const clock = time.toLocaleTimeString();
    return time.toDateString() === new Date().toDateString() ? clock : `${time.toLocaleDateString()} ${clock}`;
}

/** Returns a command on one line, with a sign where its own lines end. */
export function oneLine(command) {
    return command.trim().replace(/\s*\n\s*/g, " ⏎ ");
}
