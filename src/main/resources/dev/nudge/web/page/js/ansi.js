/** Escape sequences: of colours (group 1), and all others, which are left out. */
const SEQUENCE = /\x1b\[([0-9;:]*)m|\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]|[\x00-\x08\x0b\x0c\x0e-\x1a\x7f]/g;

/** Returns the look of text before any escape sequence. */
export function plainLook() {
    return { foreground: null, background: null, bold: false, dim: false, italic: false, underline: false, inverse: false };
}

/** Returns the elements that show a line, and changes the look to the one after it. */
export function render(line, look) {
    const text = afterReturns(line);
    const nodes = [];
    let from = 0;
    for (const match of text.matchAll(SEQUENCE)) {
        append(nodes, text.slice(from, match.index), look);
        from = match.index + match[0].length;
        if (match[1] !== undefined) {
            apply(match[1], look);
        }
    }
    append(nodes, text.slice(from), look);
    return nodes;
}

/** Returns what a line shows after its carriage returns: the last text that is not empty, as for a progress bar. */
function afterReturns(line) {
    const parts = line.split("\r").filter((part) => part !== "");
    return parts.length === 0 ? "" : parts[parts.length - 1];
}

function append(nodes, text, look) {
    if (text === "") {
        return;
    }
    const classes = classesOf(look);
    if (classes.length === 0 && !isDirect(look)) {
        nodes.push(...withLinks(text));
        return;
    }
    const span = document.createElement("span");
    span.className = classes.join(" ");
    paint(span, look);
    span.append(...withLinks(text));
    nodes.push(span);
}

/** An address on the web, without the sign behind it that belongs to the sentence. */
export const ADDRESS = /\bhttps?:\/\/[^\s"'<>`\\^{}|]*[^\s"'<>`\\^{}|.,:;!?)\]]/g;

/** Returns text with links where it names addresses on the web. */
function withLinks(text) {
    const nodes = [];
    let from = 0;
    for (const match of text.matchAll(ADDRESS)) {
        const link = document.createElement("a");
        link.href = match[0];
        link.target = "_blank";
        link.rel = "noopener noreferrer";
        link.textContent = match[0];
        nodes.push(text.slice(from, match.index), link);
        from = match.index + match[0].length;
    }
    nodes.push(text.slice(from));
    return nodes.filter((node) => node !== "");
}

function classesOf(look) {
    const classes = ["bold", "dim", "italic", "underline", "inverse"].filter((name) => look[name]);
    if (typeof look.foreground === "number") {
        classes.push(`fg${look.foreground}`);
    }
    if (typeof look.background === "number") {
        classes.push(`bg${look.background}`);
    }
    return classes;
}

function isDirect(look) {
    return typeof look.foreground === "string" || typeof look.background === "string";
}

/** Sets colours that are not among the sixteen of the theme. */
function paint(span, look) {
    if (typeof look.foreground === "string") {
        span.style.color = look.foreground;
    }
    if (typeof look.background === "string") {
        span.style.backgroundColor = look.background;
    }
}

const SWITCHES = {
    1: ["bold", true], 2: ["dim", true], 3: ["italic", true], 4: ["underline", true], 7: ["inverse", true],
    23: ["italic", false], 24: ["underline", false], 27: ["inverse", false],
};

function apply(parameters, look) {
    const codes = parameters.split(/[;:]/).map((code) => Number(code || 0));
    while (codes.length > 0) {
        step(codes, look);
    }
}

function step(codes, look) {
    const code = codes.shift();
    if (code === 0) {
        Object.assign(look, plainLook());
    } else if (code === 22) {
        look.bold = false;
        look.dim = false;
    } else if (code in SWITCHES) {
        look[SWITCHES[code][0]] = SWITCHES[code][1];
    } else {
        colour(code, codes, look);
    }
}

function colour(code, codes, look) {
    const side = (code >= 40 && code < 50) || code >= 100 ? "background" : "foreground";
    const base = side === "background" ? code - 10 : code;
    if (base >= 30 && base <= 37) {
        look[side] = base - 30;
    } else if (base >= 90 && base <= 97) {
        look[side] = base - 82;
    } else if (base === 38) {
        look[side] = extended(codes);
    } else if (base === 39) {
        look[side] = null;
    }
}

function extended(codes) {
    const kind = codes.shift();
    if (kind === 5) {
        return ofPalette(codes.shift() ?? 0);
    }
    if (kind === 2) {
        const [red, green, blue] = codes.splice(0, 3);
        return `rgb(${red ?? 0}, ${green ?? 0}, ${blue ?? 0})`;
    }
    return null;
}

/** Returns one of 256 colours: a number of the theme's sixteen, or a colour of the cube, or a grey. */
function ofPalette(index) {
    if (index < 16) {
        return index;
    }
    if (index >= 232) {
        const grey = 8 + 10 * (index - 232);
        return `rgb(${grey}, ${grey}, ${grey})`;
    }
    const level = (value) => (value === 0 ? 0 : 55 + 40 * value);
    const cube = index - 16;
    return `rgb(${level(Math.floor(cube / 36))}, ${level(Math.floor(cube / 6) % 6)}, ${level(cube % 6)})`;
}
