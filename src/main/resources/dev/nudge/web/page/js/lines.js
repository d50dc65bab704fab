import { plainLook, render } from "./ansi.js";
import { el } from "./dom.js";

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
        const look = plainLook();
        let start = 0;
        while (start < bytes.length) {
            const found = bytes.indexOf(LINE_END, start);
            const end = found < 0 ? bytes.length : found;
            this.element.append(line(from + start, bytes.subarray(start, end), look));
            start = end + 1;
        }
        if (beginsInLine) {
            this.element.firstElementChild?.classList.add("rest");
        }
        this.endsInLine = bytes.length > 0 && bytes[bytes.length - 1] !== LINE_END;
    }

    /** Returns how many line ends it has. */
    get ends() {
        return this.element.childElementCount - (this.endsInLine ? 1 : 0);
    }

    /** Numbers its lines. A line that begins before it has its number there. */
    number(first) {
        this.first = first;
        this.element.classList.add("counted");
        this.element.style.counterReset = `line ${first - 1}`;
    }

    /** Returns where the last line begins. */
    get lastLine() {
        return Number(this.element.lastElementChild.dataset.at);
    }

    /** Removes the last line, which was not complete yet. */
    dropLastLine() {
        this.to = this.lastLine;
        this.endsInLine = false;
        this.element.lastElementChild.remove();
    }
}

function line(at, bytes, look) {
    const element = el("div", { className: "line" }, render(decoder.decode(bytes), look));
    element.dataset.at = at;
    return element;
}
