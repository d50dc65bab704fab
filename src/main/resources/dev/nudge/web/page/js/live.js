import { withKey } from "./key.js";

const PAUSES = [1000, 2000, 4000, 5000];

/** The connection over which the server says what changes. It connects again by itself, and asks again for everything. */
class Live extends EventTarget {
    #socket = null;
    #failures = 0;
    #asked = new Map();

    /** Connects for the first time. */
    start() {
        const socket = new WebSocket(`ws://${location.host}${withKey("/api/live")}`);
        this.#socket = socket;
        socket.addEventListener("open", () => this.#opened());
        socket.addEventListener("message", (event) => this.#received(JSON.parse(event.data)));
        socket.addEventListener("close", () => this.#closed());
    }

    /** Returns whether there is a connection. */
    get isOpen() {
        return this.#socket?.readyState === WebSocket.OPEN;
    }

    /** Sends a message if there is a connection; returns whether there is. */
    send(message) {
        if (this.isOpen) {
            this.#socket.send(JSON.stringify(message));
        }
        return this.isOpen;
    }

    /** Calls back with each message of a type, until the function is called that this returns. */
    on(type, callback) {
        const listener = (event) => callback(event.detail);
        this.addEventListener(type, listener);
        return () => this.removeEventListener(type, listener);
    }

    /** Asks for something for as long as the function that this returns is not called; again after each reconnection. */
    hold(message, end) {
        const key = JSON.stringify(message);
        const holders = (this.#asked.get(key) ?? 0) + 1;
        this.#asked.set(key, holders);
        if (holders === 1) {
            this.send(message);
        }
        return () => this.#release(key, end);
    }

    #release(key, end) {
        const holders = this.#asked.get(key) - 1;
        if (holders > 0) {
            this.#asked.set(key, holders);
            return;
        }
        this.#asked.delete(key);
        if (end) {
            this.send(end);
        }
    }

    #opened() {
        this.#failures = 0;
        for (const key of this.#asked.keys()) {
            this.#socket.send(key);
        }
        this.#tell("open", {});
    }

    #received(message) {
        this.#tell(message.type, message);
    }

    #closed() {
        const pause = PAUSES[Math.min(this.#failures, PAUSES.length - 1)];
        this.#failures++;
        this.#tell("lost", { pause });
        setTimeout(() => this.start(), pause);
    }

    #tell(type, detail) {
        this.dispatchEvent(new CustomEvent(type, { detail }));
    }
}

export const live = new Live();
