import { get, SIGNED_OUT } from "./api.js";
import { announce } from "./dom.js";
import { live } from "./live.js";

const LOST = "Connection lost. Reconnecting …";
const LOST_FOR_LONG = "Connection lost. Reconnecting … If nothing else starts nudge, run \"nudge web\" in a shell: this page then continues.";
const LONG = 4000;

/** Says in the bar whether the page is connected. */
export function watchConnection() {
    const place = document.getElementById("connection");
    let wasLost = false;
    live.on("open", () => {
        place.classList.remove("broken");
        place.textContent = "Live";
        if (wasLost) {
            announce("The connection is back.");
        }
        wasLost = false;
    });
    live.on("lost", async ({ pause }) => {
        wasLost = true;
        place.classList.add("broken");
        place.textContent = pause < LONG ? LOST : LOST_FOR_LONG;
        if (await isSignedOut()) {
            place.textContent = SIGNED_OUT;
        }
    });
}

/** Returns whether a server has answered that it does not know this browser. */
async function isSignedOut() {
    try {
        await get("/api/status");
        return false;
    } catch (failure) {
        return failure.status === 401 && !live.isOpen;
    }
}
