const KEY = "nudge-theme";
const NAMES = ["auto", "light", "dark"];
const changes = new EventTarget();

/** Shows the page in the theme that was chosen, or in the one of the system, and lets people choose. */
export function offerThemes() {
    const button = document.getElementById("theme");
    button.addEventListener("click", () => {
        localStorage.setItem(KEY, NAMES[(NAMES.indexOf(chosen()) + 1) % NAMES.length]);
        apply(button);
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => apply(button));
    apply(button);
}

function chosen() {
    const name = localStorage.getItem(KEY);
    return NAMES.includes(name) ? name : "auto";
}

function apply(button) {
    const name = chosen();
    document.documentElement.dataset.theme = name;
    button.querySelector(".words").textContent = `Theme: ${name}`;
    changes.dispatchEvent(new Event("change"));
}

/** Returns the colours for a terminal, as they are in the theme that is shown. */
export function terminalTheme() {
    const probe = document.createElement("span");
    document.body.append(probe);
    const colour = (name) => {
        probe.style.color = `var(--${name})`;
        return getComputedStyle(probe).color;
    };
    const names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
    const theme = {
        background: colour("log"), foreground: colour("text"), cursor: colour("accent"), selectionBackground: colour("line"),
    };
    names.forEach((name, index) => {
        theme[name] = colour(`c${index}`);
        theme[`bright${name[0].toUpperCase()}${name.slice(1)}`] = colour(`c${index + 8}`);
    });
    probe.remove();
    return theme;
}

/** Calls back when the theme changes, until the function is called that this returns. */
export function onTheme(callback) {
    changes.addEventListener("change", callback);
    return () => changes.removeEventListener("change", callback);
}
