import { el, perFrame, say } from "./dom.js";
import { GroupCard } from "./group.js";
import { groups, isKnown, onChange } from "./jobs.js";

/** Shows the groups of the queue, each with its limits, how many of its jobs run, and which wait and why. */
export function queueView(place) {
    const cards = new Map();
    const state = el("p", { className: "note", role: "status" });
    const list = el("div", { className: "groups" });
    const draw = perFrame(() => drawGroups(cards, list, state));
    place.append(el("h1", { textContent: "Queue" }), state, list,
        el("p", { className: "note" }, "Groups are added and changed in a shell: ", el("code", { textContent: "nudge group add builds --parallel 2" })));
    const unwatch = onChange(draw);
    drawGroups(cards, list, state);
    return unwatch;
}

function drawGroups(cards, list, state) {
    const names = new Set(groups.map((group) => group.name));
    for (const [name, card] of cards) {
        if (!names.has(name)) {
            card.element.remove();
            cards.delete(name);
        }
    }
    groups.forEach((group, index) => {
        const card = cards.get(group.name) ?? new GroupCard(group.name);
        cards.set(group.name, card);
        if (list.children[index] !== card.element) {
            list.insertBefore(card.element, list.children[index] ?? null);
        }
        card.fill(group);
    });
    say(state, isKnown && groups.length > 0 ? "" : "Loading …");
}
