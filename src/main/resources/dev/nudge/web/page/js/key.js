/**
 * The key that the server wants to see beside the cookie: browsers send the cookie to every port of this machine, and keep
 * this for the page's own. The link of "nudge web" leads here with it, behind the #.
 */
const NAME = "nudge-key";

const [, given] = /^#key=([\w-]+)$/.exec(location.hash) ?? [];
if (given) {
    localStorage.setItem(NAME, given);
    history.replaceState(null, "", location.pathname);
}

/** Returns the key; an empty text if there is none. */
export function key() {
    return localStorage.getItem(NAME) ?? "";
}

/** Returns a path with the key, for what sends no headers of ours: a link or a WebSocket. */
export function withKey(path) {
    return `${path}?key=${key()}`;
}
