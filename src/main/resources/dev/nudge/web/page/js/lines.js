import { plainLook, render } from "./ansi.js";
import { el } from "./dom.js";
import { isMoved, Player } from "./played.js";

const LINE_END = 10;
const decoder = new TextDecoder();

/** A part of a log on the page: its lines, from one byte of the file to another. */
export class Chunk {
    /** Makes the lines of bytes that begin at a byte of the file. */
    constructor({ from, to, bytes, beginsInLine }) {
        this.from = from;
        this.to = to;
        /** The number of its first line; null if that is not known. */
        this.first = null;
        this.element = el("div", { className: "chunk" });
        this.isRest = beginsInLine;
        /** Where the last line begins. */
        this.lastLine = bytes.length < 2 ? from : from + bytes.lastIndexOf(LINE_END, bytes.length - 2) + 1;
        this.endsInLine = bytes.length > 0 && bytes[bytes.length - 1] !== LINE_END;
        this.#draw(bytes);
    }

    /** Numbers its lines. A line that begins before it has its number there. */
    number(first) {
        this.first = first;
        this.element.classList.add("counted");
        this.element.style.counterReset = `line ${first - 1}`;
        if (this.movedBytes !== null) {
            for (const row of this.element.children) {
                row.style.counterSet = `line ${first + Number(row.dataset.nth)}`;
            }
        }
    }

    /** Removes the last line, which was not complete yet. */
    dropLastLine() {
        this.to = this.lastLine;
        this.endsInLine = false;
        if (this.movedBytes === null) {
            this.element.lastElementChild.remove();
        } else {
            this.#draw(this.movedBytes.subarray(0, this.lastLine - this.from));
        }
    }

    /** Draws lines; if the cursor is moved in them, as they are at last. */
    #draw(bytes) {
        const text = decoder.decode(bytes);
        this.movedBytes = isMoved(text) ? bytes : null;
        const player = new Player();
        const look = plainLook();
        const elements = [];
        /** How many line ends it has. */
        this.ends = 0;
        const nth = new Map();
        let start = 0;
        while (start < bytes.length) {
            const found = bytes.indexOf(LINE_END, start);
            const end = found < 0 ? bytes.length : found;
            const part = decoder.decode(bytes.subarray(start, end));
            if (this.movedBytes === null) {
                elements.push(line(this.from + start, part, look));
            } else {
                player.play(this.from + start, found < 0 ? part : `${part}\n`, this.from + end + 1);
            }
            nth.set(this.from + start, nth.size);
            this.ends += found < 0 ? 0 : 1;
            start = end + 1;
        }
        for (const row of player.rows()) {
            const element = line(row.at, row.text, look);
            element.dataset.nth = nth.get(row.at) ?? nth.size;
            elements.push(element);
        }
        this.element.replaceChildren(...elements);
        if (this.isRest) {
            this.element.firstElementChild?.classList.add("rest");
        }
    }
}

function line(at, text, look) {
    const element = el("div", { className: "line" }, render(text, look));
    element.dataset.at = at;
    return element;
}
