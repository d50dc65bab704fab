/** A sequence that moves the cursor or changes what is written already, other than the removal of what is right of it. */
const MOVE = /\x1b(?:[78DEM]|\[[0-9;]*[ABCDEFGHJLMPX@`adefsu]|\[[0-9;]*[12]K)/;
const PARTS = /\x1b\[([0-9;:]*)m|\x1b\[([0-9;]*)([@-~])|\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b([ -/]*[0-~])|[\r\n\b\t]|[\x00-\x1f\x7f]|[^\x00-\x1f\x7f]/gu;
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const WINDOW = 200;
const WIDEST = 4096;

/** Returns whether the cursor is moved in a text. */
export function isMoved(text) {
    return MOVE.test(text);
}

/** Plays lines in which the cursor moves, as `PlayedLines` does; the rows keep the sequences of colours. */
export class Player {
    #rows = [];
    #row = 0;
    #column = 0;
    #colours = "";
    #saved = [null, 0];
    #page = null;
    #startsOver = false;
    #at = 0;
    #next = 0;

    /** Plays a line that begins at an offset, with its line end if it has one; the next one begins at another. */
    play(at, text, next) {
        this.#at = at;
        this.#next = next;
        if (this.#rows.length === 0) {
            this.#rows.push(row(at));
        }
        for (const part of text.matchAll(PARTS)) {
            this.#take(part);
        }
    }

    /** Returns the rows: where the line begins in which each was written first, and its text. */
    rows() {
        const last = this.#rows.at(-1);
        return this.#rows
            .filter((one) => !isBlank(one) || !(one.isNothing || one === last))
            .map((one) => ({ at: one.at, text: isBlank(one) && one.before !== null ? textOf(one.before) : textOf(one.cells) }));
    }

    get #cells() {
        return this.#rows[this.#row].cells;
    }

    #take([all, colours, parameters, last, escape]) {
        if (colours !== undefined) {
            this.#colours = colours === "" || colours === "0" ? "" : this.#colours + all;
        } else if (last !== undefined) {
            this.#control(parameters.split(";").map(Number), last);
        } else if (escape !== undefined) {
            this.#control([0], { 7: "s", 8: "u", D: "B", E: "E", M: "A" }[escape] ?? "");
        } else if (all >= " " && all !== "\x7f" && !all.startsWith("\x1b")) {
            this.#print(all);
        } else {
            this.#execute(all);
        }
    }

    #print(character) {
        this.#startOver();
        if (this.#column > WIDEST) {
            return;
        }
        this.#cells[this.#column++] = { character, colours: this.#colours };
        if (WIDE.test(character)) {
            this.#cells[this.#column++] = { character: "", colours: this.#colours };
        }
    }

    #startOver() {
        if (this.#startsOver) {
            this.#startsOver = false;
            this.#erase(0, Infinity);
        }
    }

    #execute(control) {
        if (control === "\n") {
            this.#newLine();
        } else if (control === "\r") {
            this.#column = 0;
            this.#startsOver = true;
        } else if (control === "\b") {
            this.#move(this.#row, this.#column - 1);
        } else if (control === "\t") {
            this.#startOver();
            this.#column = (Math.floor(this.#column / 8) + 1) * 8;
        }
    }

    #newLine() {
        if (this.#row === this.#rows.length - 1) {
            this.#rows.push(row(this.#next));
        }
        this.#row++;
        this.#column = 0;
        this.#startsOver = false;
    }

    #control(values, last) {
        const amount = Math.max(1, values[0]);
        const below = this.#row + Math.min(amount, WINDOW);
        switch (last) {
            case "A": return this.#up(amount, this.#column);
            case "F": return this.#up(amount, 0);
            case "B": case "e": return this.#move(below, this.#column);
            case "E": return this.#move(below, 0);
            case "C": case "a": return this.#move(this.#row, this.#column + amount);
            case "D": return this.#move(this.#row, this.#column - amount);
            case "G": case "`": return this.#move(this.#row, amount - 1);
            case "H": case "f": return this.#toPage(amount - 1, Math.max(1, values[1] ?? 1) - 1);
            case "d": return this.#toPage(amount - 1, this.#column);
            case "J": return this.#clear(values[0]);
            case "K": return this.#erase(values[0] === 0 ? this.#column : 0, values[0] === 1 ? this.#column + 1 : Infinity);
            case "L": return this.#rows.splice(this.#row, 0, ...Array.from({ length: Math.min(amount, WINDOW) }, () => row(this.#at, true)));
            case "M": return this.#delete(amount);
            case "@": return this.#cells.splice(this.#column, 0, ...Array.from({ length: Math.min(amount, WIDEST) }, () => undefined));
            case "P": return this.#cells.splice(this.#column, amount);
            case "X": return this.#erase(this.#column, this.#column + amount);
            case "s": this.#saved = [this.#rows[this.#row], this.#column]; return undefined;
            case "u": return this.#restore();
            default: return undefined;
        }
    }

    #move(to, column) {
        while (to >= this.#rows.length) {
            this.#rows.push(row(this.#at, true));
        }
        this.#row = Math.max(0, to);
        this.#column = Math.min(WIDEST, Math.max(0, column));
        this.#startsOver = false;
    }

    #up(amount, column) {
        const wanted = Math.min(amount, WINDOW);
        while (this.#row < wanted) {
            this.#rows.unshift(row(this.#at, true));
            this.#row++;
        }
        this.#move(this.#row - wanted, column);
    }

    #toPage(to, column) {
        if (!this.#rows.includes(this.#page)) {
            this.#newPage();
        }
        this.#move(this.#rows.indexOf(this.#page) + Math.min(to, WINDOW), column);
    }

    #newPage() {
        if (!isBlank(this.#rows.at(-1))) {
            this.#rows.push(row(this.#at));
        }
        this.#page = this.#rows.at(-1);
    }

    #clear(what) {
        if (what === 0) {
            this.#erase(this.#column, Infinity);
            this.#rows.length = this.#row + 1;
        } else if (what === 2) {
            this.#newPage();
            this.#move(this.#rows.length - 1, this.#column);
        }
    }

    #erase(from, to) {
        const { cells } = this.#rows[this.#row];
        if (from === 0 && cells.some((cell) => /[\p{L}\p{N}]/u.test(cell?.character ?? ""))) {
            this.#rows[this.#row].before = [...cells];
        }
        cells.fill(undefined, from, Math.min(to, cells.length));
        if (to >= cells.length) {
            cells.length = Math.min(from, cells.length);
        }
    }

    #delete(amount) {
        this.#rows.splice(this.#row, amount);
        if (this.#row === this.#rows.length) {
            this.#rows.push(row(this.#at));
        }
        this.#column = 0;
    }

    #restore() {
        const saved = this.#rows.indexOf(this.#saved[0]);
        this.#move(saved < 0 ? this.#row : saved, this.#saved[1]);
    }
}

function row(at, isNothing = false) {
    return { at, cells: [], before: null, isNothing };
}

function isBlank(one) {
    return one.before === null && one.cells.every((cell) => (cell?.character ?? " ") === " ");
}

function textOf(cells) {
    let text = "\x1b[0m";
    let colours = "";
    for (let i = 0; i < cells.length; i++) {
        const cell = cells[i] ?? { character: " ", colours: "" };
        if (cell.colours !== colours) {
            text += `\x1b[0m${cell.colours}`;
            colours = cell.colours;
        }
        text += cell.character;
    }
    return colours === "" ? text : `${text}\x1b[0m`;
}
