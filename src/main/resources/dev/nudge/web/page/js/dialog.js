import { el } from "./dom.js";

/** Asks a question in a dialog and returns whether the answer was yes. */
export function confirm(title, text, yes) {
    return new Promise((resolve) => {
        const dialog = el("dialog", { "aria-labelledby": "dialog-title" });
        const close = (answer) => {
            dialog.close();
            dialog.remove();
            resolve(answer);
        };
        dialog.append(
            el("h2", { id: "dialog-title", textContent: title }),
            el("p", { className: "mono lines", textContent: text }),
            el("div", { className: "actions" },
                el("button", { type: "button", className: "danger", id: "dialog-yes", textContent: yes, onclick: () => close(true) }),
                el("button", { type: "button", id: "dialog-no", textContent: "Cancel", onclick: () => close(false) })));
        dialog.addEventListener("cancel", (event) => {
            event.preventDefault();
            close(false);
        });
        document.body.append(dialog);
        dialog.showModal();
        dialog.querySelector("#dialog-no").focus();
    });
}

/** Shows a message in a dialog until it is closed. */
export function complain(message) {
    show("This did not work", el("p", { className: "lines", textContent: message }));
}

/** Shows something in a dialog until it is closed. */
export function show(title, ...content) {
    const dialog = el("dialog", { "aria-labelledby": "dialog-title" });
    dialog.append(
        el("h2", { id: "dialog-title", textContent: title }),
        el("div", {}, content),
        el("div", { className: "actions" },
            el("button", { type: "button", id: "dialog-no", textContent: "Close", onclick: () => dialog.close() })));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
}
