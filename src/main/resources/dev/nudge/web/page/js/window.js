import { lineAt, log } from "./api.js";
import { el } from "./dom.js";
import { size as sizeText } from "./format.js";
import { Chunk } from "./lines.js";

const LINES = 300;
const MOST_CHUNKS = 8;
/** If more than this was written since the last look, what lies between is not loaded. */
const MOST_TO_CATCH_UP = 400_000;

/**
 * A window of a log: a few parts that follow one another, whatever the size of the file. One request at a time. A place to
 * which a person goes waits for what is being loaded, and only the last one counts; what else is asked for in between is
 * left out, since the state of the page decides what to load next.
 */
export class LogWindow {
    #underWay = null;
    #asked = 0;
    #isCountable = true;
    chunks = [];
    size = 0;
    hole = null;

    constructor(job, element) {
        this.job = job;
        this.element = element;
    }

    /** Returns the first byte that is shown. */
    get from() {
        return this.chunks[0]?.from ?? 0;
    }

    /** Returns the byte behind the last one that is shown. */
    get to() {
        return this.chunks.at(-1)?.to ?? 0;
    }

    /** Shows the last lines. */
    end() {
        return this.#inTurn(() => this.#loadEnd());
    }

    async #loadEnd() {
        this.#replace(await this.#load(`lines=${LINES}`));
    }

    /** Shows the line that has a byte, with lines before and behind it. */
    around(at) {
        return this.#inTurn(async () => {
            const below = await this.#load(`from=${at}&lines=${LINES}`);
            const above = below.from > 0 ? await this.#load(`to=${below.from}&lines=${LINES}`) : null;
            this.#replace(below);
            if (above !== null && above.bytes.length > 0) {
                this.#prepend(above);
            }
        });
    }

    /** Adds lines at the top, and keeps in place what people look at. */
    up() {
        return this.#alone(async () => {
            if (this.from > 0) {
                const before = this.element.scrollHeight;
                this.#prepend(await this.#load(`to=${this.from}&lines=${LINES}`));
                this.element.scrollTop += this.element.scrollHeight - before;
                this.#trim(() => this.chunks.pop());
            }
        });
    }

    /** Adds lines at the bottom. */
    down() {
        return this.#alone(async () => {
            const before = this.element.scrollTop;
            this.#append(await this.#load(`from=${this.to}&lines=${LINES}`));
            const gone = this.#trim(() => this.chunks.shift());
            this.element.scrollTop = before - gone;
        });
    }

    /** Shows what was written since the last look: its end, if it is much. */
    catchUp(size) {
        if (size - this.to > MOST_TO_CATCH_UP) {
            return this.#alone(() => this.#loadEnd());
        }
        return this.#alone(async () => {
            this.#append(await this.#load(`from=${this.to}&lines=4000`));
            this.#trim(() => this.chunks.shift());
        });
    }

    /** Returns the element of the line that has a byte, if it is shown. */
    line(at) {
        const lines = this.element.querySelectorAll(".line");
        let found = null;
        for (const line of lines) {
            if (Number(line.dataset.at) > at) {
                break;
            }
            found = line;
        }
        return found;
    }

    /** Returns whether there are lines whose numbers are not known, but can be. */
    get isUncounted() {
        return this.hole === null && this.#isCountable && this.chunks.some((chunk) => chunk.first === null);
    }

    /** Numbers the lines that are shown: has the server count those before them, unless some are numbered already. */
    count() {
        return this.#alone(async () => {
            const known = this.chunks.findIndex((chunk) => chunk.first !== null);
            const from = known < 0 ? 0 : known;
            if (known < 0) {
                const line = await lineAt(this.job, this.from);
                this.#isCountable = line !== null;
                if (!this.#isCountable || this.chunks.length === 0) {
                    return;
                }
                this.chunks[0].number(line);
            }
            for (let i = from + 1; i < this.chunks.length; i++) {
                this.chunks[i].number(this.chunks[i - 1].first + this.chunks[i - 1].ends);
            }
            for (let i = from - 1; i >= 0; i--) {
                this.chunks[i].number(this.chunks[i + 1].first - this.chunks[i].ends);
            }
        });
    }

    /** Does this once nothing else is under way; returns false if something else has been asked for meanwhile. */
    async #inTurn(work) {
        const asked = ++this.#asked;
        while (this.#underWay !== null) {
            await this.#underWay.catch(() => undefined);
        }
        return asked === this.#asked && this.#alone(work);
    }

    /** Does this unless something else is under way; returns whether it has been done. */
    async #alone(work) {
        if (this.#underWay !== null) {
            return false;
        }
        try {
            this.#underWay = work();
            await this.#underWay;
            return true;
        } finally {
            this.#underWay = null;
        }
    }

    async #load(where) {
        const part = await log(this.job, where);
        this.size = part.size;
        this.hole = part.hole;
        return part;
    }

    #replace(part) {
        const chunk = new Chunk(part);
        this.chunks = [chunk];
        this.#isCountable = true;
        this.element.replaceChildren(...this.#gap(0, chunk.from), chunk.element);
    }

    #prepend(part) {
        if (part.bytes.length > 0) {
            const chunk = new Chunk(part);
            this.element.prepend(chunk.element, ...this.#gap(chunk.to, this.from));
            this.chunks.unshift(chunk);
        }
    }

    /** Adds what follows. A last line that was not complete is shown anew if the part has all of it; else it continues. */
    #append(part) {
        const last = this.chunks.at(-1);
        if (last?.endsInLine && part.from <= last.lastLine) {
            last.dropLastLine();
        }
        const rest = behind(part, this.to);
        if (rest.bytes.length === 0) {
            return;
        }
        const chunk = new Chunk(rest);
        this.element.append(...this.#gap(this.to, chunk.from), chunk.element);
        this.chunks.push(chunk);
    }

    /** Returns the sign for a part of the file that was given back to the file system, if it lies between two bytes. */
    #gap(from, to) {
        const hole = this.hole;
        if (hole === null || hole.from < from || hole.to > to || this.chunks.length === 0) {
            return [];
        }
        return [el("div", { className: "gap", textContent: `… ${sizeText(hole.to - hole.from)} are not kept …` })];
    }

    /** Removes parts that are too many; returns how much lower the rest is drawn now. */
    #trim(take) {
        const before = this.element.scrollHeight;
        while (this.chunks.length > MOST_CHUNKS) {
            take().element.remove();
        }
        return before - this.element.scrollHeight;
    }
}

/** Returns what of a part lies behind a byte of the file. */
function behind(part, at) {
    return part.from >= at ? part : { ...part, from: at, bytes: part.bytes.subarray(at - part.from), beginsInLine: true };
}
