import { key } from "./key.js";

export const SIGNED_OUT =
    "This browser is not signed in any more. Run \"nudge web\" in a shell and open the address that it prints.";

/** An answer of the server that is not the one that was hoped for; the message is for people. */
export class Refusal extends Error {
    constructor(status, message) {
        super(message);
        this.status = status;
    }
}

/** Returns the JSON behind a path. */
export async function get(path) {
    return (await answer(path, {})).json();
}

/** Sends JSON and returns the JSON that answers it. */
export async function post(path, body) {
    const headers = { "Content-Type": "application/json" };
    return (await answer(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

async function answer(path, request) {
    let response;
    try {
        response = await fetch(path, { ...request, headers: { ...request.headers, "Nudge-Key": key() } });
    } catch {
        throw new Refusal(0, "nudge does not answer. It is probably being restarted; try again in a moment.");
    }
    if (!response.ok) {
        throw new Refusal(response.status, await reason(response));
    }
    return response;
}

async function reason(response) {
    if (response.status === 401) {
        return SIGNED_OUT;
    }
    try {
        return (await response.json()).message;
    } catch {
        return `The server answered with status ${response.status}.`;
    }
}

/**
 * Returns a part of a job's output: its bytes, where they are in the file, whether their first line begins before them,
 * how long the file is, and which part of it was given back to the file system.
 *
 * @param where `lines=300`, `from=17&lines=300` or `to=4711&lines=300`
 */
export async function log(job, where) {
    const response = await answer(`/api/jobs/${job}/log?${where}`, {});
    const number = (name) => Number(response.headers.get(`Nudge-Log-${name}`));
    return {
        from: number("From"),
        to: number("To"),
        size: number("Size"),
        beginsInLine: response.headers.has("Nudge-Log-In-Line"),
        hole: holeOf(response.headers.get("Nudge-Log-Hole")),
        bytes: new Uint8Array(await response.arrayBuffer()),
    };
}

/** Returns the number of the line at a byte of a job's output; null if too much would have to be read to count it. */
export async function lineAt(job, at) {
    return (await get(`/api/jobs/${job}/line?at=${at}`)).line;
}

function holeOf(header) {
    if (!header) {
        return null;
    }
    const [from, to] = header.split("-").map(Number);
    return { from, to };
}
