import { FitAddon } from "../vendor/addon-fit.mjs";
import { Unicode11Addon } from "../vendor/addon-unicode11.mjs";
import { Terminal } from "../vendor/xterm.mjs";
import { ADDRESS } from "./ansi.js";
import { el, say } from "./dom.js";
import { withKey } from "./key.js";
import { live } from "./live.js";
import { lookAt } from "./questions.js";
import { onTheme, terminalTheme } from "./theme.js";

const HINT = "leaves the terminal, Ctrl+Shift+V pastes, Ctrl+Shift+C copies. The terminal takes the size of this window.";

/** The most bytes in one message. */
const LONGEST = 65_536;

/** In so many rows above and below one, the rest of an address is looked for. */
const MOST_ROWS = 20;

/** Shows a job's terminal, and types into it. All viewers see one screen of one size: the last one that was asked for. */
export function terminalTab(place, { current, detachKey }) {
    const job = current().job;
    const status = el("span", { id: "terminal-status", role: "status", textContent: "Connecting …" });
    const frame = el("div", { className: "terminal-frame" });
    const after = el("p", { className: "note", tabIndex: -1 }, status, ` · Ctrl+${detachKey.at(1).toUpperCase()} ${HINT}`);
    const terminal = newTerminal();
    terminal.attachCustomKeyEventHandler((event) => !isOfPage(event, detachKey, terminal, after));
    const fit = new FitAddon();
    terminal.loadAddon(fit);
    place.append(frame, after);
    terminal.open(frame);
    // xterm.js has read it by then. The browser would lay it out in a hidden field as narrow as a letter: minutes for long texts.
    terminal.textarea.addEventListener("paste", (event) => event.preventDefault());
    terminal.onResize(({ cols, rows }) => { frame.dataset.size = `${rows} ${cols}`; });
    const link = new TerminalLink(job, terminal, status, () => fit.proposeDimensions());
    const fitIn = () => link.fit();
    const shape = new ResizeObserver(fitIn);
    // With its border: scrollbars, which come with a larger terminal of another viewer, are not a change of the window.
    shape.observe(frame, { box: "border-box" });
    window.addEventListener("focus", fitIn);
    const untheme = onTheme(() => { terminal.options.theme = terminalTheme(); });
    const lookAway = lookAt(job);
    terminal.focus();
    return () => {
        lookAway();
        untheme();
        shape.disconnect();
        window.removeEventListener("focus", fitIn);
        link.close();
        terminal.dispose();
    };
}

function newTerminal() {
    const terminal = new Terminal({
        allowProposedApi: true, cursorBlink: false, fontFamily: "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace",
        fontSize: 14, lineHeight: 1.2, scrollback: 10000, theme: terminalTheme(), minimumContrastRatio: 4.5, screenReaderMode: false,
    });
    terminal.loadAddon(new Unicode11Addon());
    terminal.unicode.activeVersion = "11";
    terminal.registerLinkProvider({ provideLinks: (row, done) => done(linksIn(terminal, row)) });
    return terminal;
}

/** Returns the addresses on the web of which a row shows a part: an address may continue in the next rows. */
function linksIn(terminal, row) {
    const { text, places } = wrappedLine(terminal.buffer.active, row - 1);
    return [...text.matchAll(ADDRESS)]
        .map((match) => ({ text: match[0], range: { start: places[match.index], end: places[match.index + match[0].length - 1] } }))
        .filter(({ range }) => range.start.y <= row && row <= range.end.y)
        .map((link) => ({ ...link, activate: (event) => follow(terminal, event, link.text) }));
}

/** Returns the text of a line that takes several rows, and the cell of each of its characters, from 1. */
function wrappedLine(buffer, row) {
    let first = row;
    while (first > row - MOST_ROWS && buffer.getLine(first)?.isWrapped) {
        first--;
    }
    let text = "";
    const places = [];
    for (let y = first; y === first || (y < row + MOST_ROWS && buffer.getLine(y)?.isWrapped); y++) {
        const line = buffer.getLine(y);
        for (let x = 0; x < (line?.length ?? 0); x++) {
            const cell = line.getCell(x);
            const characters = cell.getWidth() === 0 ? "" : cell.getChars() || " ";
            text += characters;
            places.push(...Array.from({ length: characters.length }, () => ({ x: x + 1, y: y + 1 })));
        }
    }
    return { text, places };
}

/** Opens an address, unless text is being marked. A program that takes clicks gets this one too: there it needs Ctrl. */
function follow(terminal, event, address) {
    const isForProgram = terminal.modes.mouseTrackingMode !== "none" && !event.ctrlKey && !event.metaKey;
    if (!isForProgram && !terminal.hasSelection()) {
        window.open(address, "_blank", "noopener,noreferrer");
    }
}

/** Does what a key stands for on the page, and returns whether it is not for the job. */
function isOfPage(event, detachKey, terminal, after) {
    const act = meaning(event, detachKey, terminal, after);
    if (act && event.type === "keydown") {
        event.preventDefault();
        act();
    }
    return Boolean(act);
}

function meaning(event, detachKey, terminal, after) {
    if (!event.ctrlKey) {
        return null;
    }
    if (event.shiftKey && event.key === "C") {
        return () => terminal.hasSelection() && navigator.clipboard.writeText(terminal.getSelection());
    }
    return isControl(event, detachKey.at(1)) ? () => after.focus() : null;
}

/** Returns whether Ctrl and a character are pressed. Shift makes another key of a letter, but may be needed for a sign. */
function isControl(event, character) {
    return /[a-z]/i.test(character)
        ? !event.shiftKey && event.key.toLowerCase() === character.toLowerCase()
        : event.key === character;
}

/** The connection between a terminal on the page and the one of the job. It connects again when the page is connected again. */
class TerminalLink {
    #socket = null;
    #isClosed = false;
    #hasEnded = false;
    #isOpened = false;
    #stop;

    constructor(job, terminal, status, proposal) {
        this.job = job;
        this.terminal = terminal;
        this.status = status;
        this.proposal = proposal;
        const encoder = new TextEncoder();
        terminal.onData((text) => this.#type(encoder.encode(text)));
        terminal.onBinary((text) => this.#type(Uint8Array.from(text, (character) => character.charCodeAt(0))));
        this.#stop = live.on("open", () => this.#connect());
        if (live.isOpen) {
            this.#connect();
        }
    }

    #connect() {
        if (this.#hasEnded || this.#socket !== null) {
            return;
        }
        this.#socket = new WebSocket(`ws://${location.host}${withKey(`/api/jobs/${this.job}/terminal`)}`);
        this.#socket.binaryType = "arraybuffer";
        this.#socket.addEventListener("message", (event) => this.#received(event.data));
        this.#socket.addEventListener("close", () => this.#lost());
    }

    #received(data) {
        if (typeof data !== "string") {
            this.terminal.write(new Uint8Array(data), () => this.#tell({ type: "taken", bytes: data.byteLength }));
            return;
        }
        const message = JSON.parse(data);
        switch (message.type) {
            case "attached": return this.#afterOutput(() => this.#attached(message));
            case "resized": return this.#afterOutput(() => this.terminal.resize(message.columns, message.rows));
            case "ended": return this.#end("The job has ended. This is the last screen; \"Output\" has all of it.");
            case "error": return this.#end(message.message);
            default: return undefined;
        }
    }

    /** The terminal draws what is written later, but resizes at once: what was drawn for one size must not meet another. */
    #afterOutput(act) {
        this.terminal.write("", () => this.#isClosed || act());
    }

    #attached({ columns, rows }) {
        say(this.status, "Connected");
        this.terminal.reset();
        this.terminal.resize(columns, rows);
        this.fit();
        this.#isOpened = true;
    }

    #end(why) {
        this.#hasEnded = true;
        this.terminal.options.disableStdin = true;
        say(this.status, why);
    }

    #lost() {
        this.#socket = null;
        if (this.#hasEnded || this.#isClosed) {
            return;
        }
        say(this.status, "Connection lost. Reconnecting …");
        setTimeout(() => {
            if (!this.#isClosed && live.isOpen) {
                this.#connect();
            }
        }, 1000);
    }

    /**
     * Asks for the size that fits into the window, if this page is the one that people look at: who opens a terminal does,
     * even if the window has no focus, such as beside a console of the browser; later, the window that has the focus.
     */
    fit() {
        const size = this.proposal();
        const isUsed = document.visibilityState === "visible" && (document.hasFocus() || !this.#isOpened);
        if (!size || !isUsed || this.#socket?.readyState !== WebSocket.OPEN || this.#hasEnded) {
            return;
        }
        if (size.cols !== this.terminal.cols || size.rows !== this.terminal.rows) {
            this.#tell({ type: "resize", columns: size.cols, rows: size.rows });
        }
    }

    /** Sends what is typed or pasted. The server closes the connection for a message that is too long. */
    #type(bytes) {
        for (let begin = 0; begin < bytes.length; begin += LONGEST) {
            this.#send(bytes.subarray(begin, begin + LONGEST));
        }
    }

    #tell(message) {
        this.#send(JSON.stringify(message));
    }

    #send(message) {
        if (this.#socket?.readyState === WebSocket.OPEN) {
            this.#socket.send(message);
        }
    }

    /** Ends the connection. */
    close() {
        this.#isClosed = true;
        this.#stop();
        this.#socket?.close();
    }
}
