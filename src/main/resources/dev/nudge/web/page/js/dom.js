/** Makes an element. Properties that start with "on" are listeners, "data" and "aria" hold such attributes. */
export function el(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        set(element, name, value);
    }
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return element;
}

function set(element, name, value) {
    if (value === null || value === undefined || value === false) {
        return;
    }
    if (name.startsWith("on")) {
        element.addEventListener(name.slice(2), value);
    } else if (name in element && name !== "list") {
        element[name] = value;
    } else {
        element.setAttribute(name, value === true ? "" : value);
    }
}

const SVG = "http://www.w3.org/2000/svg";

/** Makes an element of a picture. */
export function svg(tag, attributes = {}, ...children) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) {
        element.setAttribute(name, value);
    }
    element.append(...children);
    return element;
}

/** Changes the text of an element if it differs, so that nothing else is drawn or read out again. */
export function say(element, text) {
    if (element.textContent !== text) {
        element.textContent = text;
    }
}

/** Has a screen reader say a text when it has time. */
export function announce(text) {
    document.getElementById("announcer").textContent = text;
}

/** Calls a function with the last arguments once per frame at most. */
export function perFrame(callback) {
    let asked = false;
    let last = [];
    return (...given) => {
        last = given;
        if (!asked) {
            asked = true;
            requestAnimationFrame(() => {
                asked = false;
                callback(...last);
            });
        }
    };
}

/** Returns whether keys are typed into something now, so that they are not shortcuts. */
export function isTyping(event) {
    const target = event.target;
    return event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]") !== null
        || target.closest("input:not([type=range], [type=checkbox]), textarea, select, .terminal") !== null;
}
