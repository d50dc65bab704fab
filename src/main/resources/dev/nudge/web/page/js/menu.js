import { el } from "./dom.js";

let menu = null;

/**
 * Opens a menu at a button, or closes the one that is open there.
 *
 * @param items what can be chosen: each a name, and what is then done
 */
export function openMenu(button, items) {
    const isOpenHere = menu?.button === button;
    closeMenu();
    if (isOpenHere) {
        return;
    }
    const element = el("div", { className: "menu", role: "menu", popover: "manual", ariaLabel: button.ariaLabel,
        onkeydown: (event) => onKey(event) },
    items.map(({ name, act, isDanger }) => el("button", { type: "button", role: "menuitem", className: isDanger ? "danger" : "", tabIndex: -1,
        textContent: name, onclick: () => choose(act) })));
    menu = { button, element };
    button.setAttribute("aria-expanded", "true");
    document.getElementById("main").append(element);
    element.showPopover();
    place(button, element);
    element.firstElementChild.focus();
    document.addEventListener("pointerdown", onPointer, true);
    window.addEventListener("hashchange", closeMenu);
    window.addEventListener("resize", closeMenu);
}

/** Below the button, or above it where there is no room below. */
function place(button, element) {
    const at = button.getBoundingClientRect();
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(4, Math.min(at.right - width, innerWidth - width - 4))}px`;
    element.style.top = `${at.bottom + height + 4 > innerHeight ? Math.max(4, at.top - height - 2) : at.bottom + 2}px`;
}

function closeMenu() {
    if (menu === null) {
        return;
    }
    const { button, element } = menu;
    menu = null;
    const hadFocus = element.contains(document.activeElement);
    element.remove();
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", onPointer, true);
    window.removeEventListener("hashchange", closeMenu);
    window.removeEventListener("resize", closeMenu);
    if (hadFocus) {
        button.focus();
    }
}

function choose(act) {
    closeMenu();
    act();
}

function onPointer(event) {
    if (!menu.element.contains(event.target) && !menu.button.contains(event.target)) {
        closeMenu();
    }
}

function onKey(event) {
    const items = [...menu.element.children];
    const index = items.indexOf(document.activeElement);
    const next = { ArrowDown: index + 1, ArrowUp: index - 1 + items.length, Home: 0, End: items.length - 1 }[event.key];
    if (next !== undefined) {
        event.preventDefault();
        items[next % items.length].focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
        event.preventDefault();
        closeMenu();
    }
    event.stopPropagation();
}
