import { el, perFrame, say } from "./dom.js";
import { size } from "./format.js";
import { onChange } from "./jobs.js";
import { withKey } from "./key.js";
import { live } from "./live.js";
import { isQueued, outcome } from "./outcome.js";
import { searchBar } from "./search.js";
import { LogWindow } from "./window.js";

/** How near to an end of what is loaded, in pixels, more is loaded. */
const NEAR = 600;
const STEPS = 1000;
const BINARY = "This output is not text. To see all of it as it is, download it.";

let isWrapped = true;
let isNumbered = false;

/** How long what is shown has to stay the same before its lines are counted, in milliseconds. */
const CALM = 200;

/** Shows a job's output: a window of the file, which follows its end until somebody scrolls up. */
export function logTab(place, { current }) {
    const view = new LogView(current, place);
    view.start();
    return () => view.stop();
}

class LogView {
    #isFollowing = true;
    #size = 0;
    #top = 0;
    #ends = [];
    #counting = 0;

    constructor(current, place) {
        const job = current();
        this.current = current;
        this.job = job.job;
        this.place = place;
        this.text = el("div", { className: "log", tabIndex: 0, role: "region", ariaLabel: `Output of job ${job.job}` });
        this.log = new LogWindow(job.job, this.text);
        this.state = el("span", { className: "note", id: "log-state" });
        this.follow = el("button", { type: "button", id: "follow", textContent: "Follow", onclick: () => this.#toEnd() });
        this.wrap = el("button", { type: "button", id: "wrap", textContent: "Wrap", onclick: () => this.#setWrap(!isWrapped) });
        this.note = el("p", { className: "note", id: "log-note" });
        this.numbers = el("button", { type: "button", id: "numbers", textContent: "Line numbers", onclick: () => this.#setNumbered(!isNumbered) });
        this.position = el("input", { type: "range", id: "position", min: 0, max: STEPS, ariaLabel: "Position in the output" });
    }

    start() {
        const search = searchBar(this.job, (match) => this.#showMatch(match));
        this.place.append(
            el("div", { className: "tools" }, this.follow, this.wrap, this.numbers,
                el("a", { className: "button", href: withKey(`/api/jobs/${this.job}/download`), textContent: "Download" }), search.element,
                this.state),
            this.note, this.text, this.position);
        this.position.addEventListener("change", () => this.#jump(Math.floor((this.log.size * this.position.value) / STEPS)));
        this.text.addEventListener("scroll", perFrame(() => this.#scrolled()));
        this.text.addEventListener("keydown", (event) => this.#key(event));
        this.#setWrap(isWrapped);
        this.#setNumbered(isNumbered);
        this.#setFollowing(true);
        this.#ends.push(search.stop, onChange((numbers) => (numbers === null || numbers.has(this.job)) && this.#describe()), () => clearTimeout(this.#counting),
            live.on("grown", (message) => message.job === this.job && this.#grown(message)),
            live.hold({ type: "follow", job: this.job }, { type: "unfollow", job: this.job }));
        this.#toEnd();
    }

    stop() {
        this.#ends.forEach((end) => end());
    }

    async #toEnd() {
        this.#setFollowing(true);
        await this.#attempt(() => this.log.end());
        this.#size = Math.max(this.#size, this.log.size);
        this.#drawEnd();
        await this.#followEnd();
    }

    #grown({ size: grown }) {
        this.#size = grown;
        this.#describe();
        this.#followEnd();
    }

    /** Loads until the end is shown. Nothing if something else is being loaded, which calls this when it is done. */
    async #followEnd() {
        let before = -1;
        while (this.#isFollowing && this.log.to < this.#size && this.log.to !== before) {
            before = this.log.to;
            if (!(await this.#attempt(() => this.log.catchUp(this.#size)))) {
                return;
            }
            this.#drawEnd();
        }
    }

    #drawEnd() {
        if (this.#isFollowing) {
            this.text.scrollTop = this.text.scrollHeight;
            this.#top = this.text.scrollTop;
        }
        this.#describe();
    }

    async #scrolled() {
        const { scrollTop, scrollHeight, clientHeight } = this.text;
        const below = scrollHeight - scrollTop - clientHeight;
        this.#heed(scrollTop, below);
        let hasLoaded = false;
        if (scrollTop < NEAR && this.log.from > 0) {
            hasLoaded = await this.#attempt(() => this.log.up());
        } else if (!this.#isFollowing && below < NEAR && this.log.to < Math.max(this.log.size, this.#size)) {
            hasLoaded = await this.#attempt(() => this.log.down());
        }
        if (hasLoaded) {
            // A person may have asked for the end meanwhile, and the load has moved the text again.
            this.#drawEnd();
        } else {
            this.#describe();
        }
        await this.#followEnd();
    }

    /** Stops following when somebody scrolls up, and follows again at the end. New text moves the end, not the person. */
    #heed(top, below) {
        if (below >= 4 && top < this.#top - 1) {
            this.#setFollowing(false);
        } else if (below < 4 && this.log.to >= this.log.size) {
            this.#setFollowing(true);
        }
        this.#top = top;
    }

    /** Returns false if something else has been asked for meanwhile. */
    async #jump(at) {
        this.#setFollowing(false);
        const hasCome = await this.#attempt(() => this.log.around(at));
        if (hasCome) {
            this.log.line(at)?.scrollIntoView({ block: "center" });
        }
        this.#describe();
        return hasCome;
    }

    async #showMatch(match) {
        this.text.querySelector(".line.match")?.classList.remove("match");
        if (match !== null) {
            const isShown = this.log.from <= match.from && match.from < this.log.to;
            if (!isShown && !(await this.#jump(match.from))) {
                return;
            }
            this.#setFollowing(false);
            const line = this.log.line(match.from);
            line?.classList.add("match");
            line?.scrollIntoView({ block: "center" });
        }
    }

    #key(event) {
        const act = { Home: () => this.#jump(0), End: () => this.#toEnd() }[event.key];
        if (act) {
            event.preventDefault();
            act();
        }
    }

    #setFollowing(isFollowing) {
        this.#isFollowing = isFollowing;
        this.follow.setAttribute("aria-pressed", String(isFollowing));
    }

    #setWrap(wrapped) {
        isWrapped = wrapped;
        this.wrap.setAttribute("aria-pressed", String(wrapped));
        this.text.classList.toggle("wrapped", wrapped);
    }

    #setNumbered(numbered) {
        isNumbered = numbered;
        this.numbers.setAttribute("aria-pressed", String(numbered));
        this.text.classList.toggle("numbered", numbered);
        this.#count();
    }

    /** Has the lines counted that are shown, once they stay for a moment. */
    #count() {
        clearTimeout(this.#counting);
        if (isNumbered && this.log.isUncounted) {
            this.#counting = setTimeout(async () => {
                if (!(await this.#attempt(() => this.log.count()))) {
                    this.#count();
                }
            }, CALM);
        }
    }

    #describe() {
        const job = this.current();
        const hasEnded = job.state === "ended";
        const whole = Math.max(this.log.size, this.#size);
        const at = this.#isFollowing ? whole : Number(this.#firstVisible()?.dataset.at ?? 0);
        this.position.value = whole === 0 ? STEPS : (at / whole) * STEPS;
        this.position.setAttribute("aria-valuetext", `${size(at)} of ${size(whole)}`);
        this.position.hidden = this.log.from === 0 && this.log.to >= whole;
        this.follow.hidden = hasEnded;
        say(this.state, whole === 0 ? (hasEnded ? "No output" : "No output yet") : this.#isFollowing ? size(whole) : `${size(at)} of ${size(whole)}`);
        say(this.note, noteOn(job, whole));
        this.#count();
    }

    #firstVisible() {
        const box = this.text.getBoundingClientRect();
        return document.elementFromPoint(box.left + 12, box.top + 12)?.closest(".line");
    }

    async #attempt(work) {
        try {
            return await work();
        } catch (failure) {
            say(this.state, failure.message);
            return false;
        }
    }
}

/** Returns why there is no output, or why it cannot be read. */
function noteOn(job, bytes) {
    const { words, reason } = outcome(job);
    if (bytes > 0) {
        return job.binary ? BINARY : "";
    }
    if (isQueued(job)) {
        return `Not started yet: ${reason || words}.`;
    }
    return job.skipped || job.not_started ? `Never started: ${reason}.` : "";
}
