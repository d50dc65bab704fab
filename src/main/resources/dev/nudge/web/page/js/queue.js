import { addGroup } from "./actions.js";
import { el, perFrame, say } from "./dom.js";
import { GroupCard, limitField, limitIn } from "./group.js";
import { groups, isKnown, onChange } from "./jobs.js";

/** Shows the groups of the queue, each with its limits, how many of its jobs run, and which wait and why. */
export function queueView(place) {
    const cards = new Map();
    const state = el("p", { className: "note", role: "status" });
    const list = el("div", { className: "groups" });
    const draw = perFrame(() => drawGroups(cards, list, state));
    place.append(el("h1", { textContent: "Queue" }), state, list, newGroup());
    const unwatch = onChange(draw);
    drawGroups(cards, list, state);
    return unwatch;
}

/** The form that adds a group. */
function newGroup() {
    const name = el("input", { id: "new-group", type: "text", required: true, maxLength: 60, placeholder: "Name", ariaLabel: "Name of the new group" });
    const limit = limitField("Jobs at once in the new group");
    return el("form", { className: "tools add-group", onsubmit: async (event) => {
        event.preventDefault();
        if (await addGroup(name.value, limitIn(limit))) {
            event.target.reset();
        }
    } }, el("span", { textContent: "New group" }), name, el("span", { className: "inline beside" }, limit, "at once"), el("button", { type: "submit", textContent: "Add" }));
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
