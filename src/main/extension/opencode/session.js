const MOST_KNOWN = 512
const LONGEST_BEGINNING = 10 * 1000

/** How long a prompt may take to become part of its session, and then to begin its turn. Some begin none. */
const LONGEST_ARRIVAL = { false: 60 * 1000, true: 10 * 1000 }

/** The session in which a person has last submitted a prompt, in whichever folder. */
export class Session {
    #clients = new Map()
    #hooks
    #current
    #next
    #undecided = 0
    #subagents = new Set()
    #busy = new Set()
    #arriving = new Map()
    #known = new Map()
    #newest = new Map()
    #expected

    constructor(hooks) {
        this.#hooks = hooks
    }

    /** The agent has begun to work in a folder. */
    join(folder, client) {
        this.leave(folder, this.#clients.get(folder))
        this.#clients.set(folder, client)
    }

    /** What the agent was doing in a folder is over: it ends, or begins anew there. */
    leave(folder, client) {
        if (this.#clients.get(folder) !== client) {
            return
        }
        this.#clients.delete(folder)
        if (this.#current?.folder === folder) {
            this.#busy.delete(this.#current.id)
            this.#arriving.delete(this.#current.id)
        }
        if (this.#expected?.folder === folder) {
            this.#expected.over()
        }
    }

    /** Takes note of a prompt, before it becomes part of its session: a person's, a subagent's, or one of nudge's. */
    async submitted(folder, { sessionID, variant }, { message, parts }) {
        // No message of nudge's may come between this prompt and its turn: it would be the last one, and alone be answered.
        this.#arrives(message)
        const expected = this.#expected
        const isAwaited = expected?.session === sessionID && (!expected.message || expected.isSentAgain)
        const own = isAwaited && parts.find(({ text }) => text?.includes(expected.text))
        if (own) {
            Object.assign(expected, { message: message.id, part: own.id })
        }
        const info = await this.#decide(folder, sessionID)
        if (info?.parentID) {
            this.#subagents.add(sessionID)
        } else if (info) {
            const { agent, model } = message
            this.#current = { folder, id: sessionID, agent, model, variant: variant ?? model?.variant }
            this.#next = undefined
            await this.#addNotices(message, parts)
        }
        await this.#begun(message)
        this.#makeNewest(message, parts)
    }

    #arrives({ id, sessionID }) {
        this.#arriving.set(sessionID, { message: id, isRecorded: false, since: performance.now() })
    }

    /** Waits until a message of nudge's that came before this one has begun its turn. */
    async #begun({ id, sessionID }) {
        const expected = this.#expected
        if (expected?.session === sessionID && expected.message !== id) {
            const limit = new Promise((resolve) => setTimeout(resolve, LONGEST_BEGINNING).unref())
            await Promise.race([expected.turn, limit])
        }
    }

    /** If its model has begun to say something since the prompt was made, opencode sorts that behind it, as an answer. */
    #makeNewest(message, parts) {
        const newest = this.#newest.get(message.sessionID) ?? ""
        const expected = this.#expected?.message === message.id ? this.#expected : {}
        if (newest > message.id && !expected.isSentAgain) {
            const id = Session.#following([newest])
            expected.message = id
            message.id = id
            message.time.created = Date.now()
            parts.forEach((part) => Object.assign(part, { messageID: id }))
        }
        this.#arrives(message)
    }

    /** Returns what the agent knows of a session. While that is asked, a person may be about to move there. */
    async #decide(folder, id) {
        this.#undecided += 1
        try {
            return await this.#info(folder, id)
        } finally {
            this.#undecided -= 1
        }
    }

    /** Adds what has not been reported yet, as a part that is not shown. */
    async #addNotices({ id, sessionID }, parts) {
        const prompt = parts.find((part) => part.type === "text")
        const text = await this.#hooks.prompt(prompt?.text ?? "")
        if (text) {
            const part = { id: Session.#following(parts.map((part) => part.id)), sessionID, messageID: id }
            parts.push({ ...part, type: "text", text, synthetic: true })
        }
    }

    /** Returns an id behind these: parts and messages are sorted by their ids, which begin with a time. */
    static #following(ids) {
        const last = ids.reduce((a, b) => (a > b ? a : b))
        const next = (BigInt(`0x${last.slice(4, 16)}`) + 1n).toString(16).padStart(12, "0")
        return `${last.slice(0, 4)}${next}${last.slice(16)}`
    }

    /** A session is busy from the moment in which a prompt has been submitted. */
    #isBusy(id) {
        return this.#busy.has(id) || this.#isArriving(this.#arriving.get(id))
    }

    #isArriving(prompt) {
        return prompt !== undefined && performance.now() - prompt.since < LONGEST_ARRIVAL[prompt.isRecorded]
    }

    isOfSubagent(id) {
        return this.#subagents.has(id)
    }

    /** Adds to the answer of a tool, which the model is about to get, what has not been reported yet. */
    async answered({ sessionID }, answer) {
        const text = this.isOfSubagent(sessionID) ? "" : await this.#hooks.tool()
        if (text && answer.content) {
            answer.content.push({ type: "text", text })
        } else if (text) {
            answer.output += `\n\n${text}`
        }
    }

    happened({ type, properties }) {
        if (type === "session.status") {
            const isBusy = properties.status.type !== "idle"
            this.#busy[isBusy ? "add" : "delete"](properties.sessionID)
            if (this.#arriving.get(properties.sessionID)?.isRecorded) {
                this.#arriving.delete(properties.sessionID)
            }
        } else if (type === "message.updated") {
            this.#recorded(properties.info)
        } else if (type === "session.created" && !properties.info.parentID) {
            this.#next = properties.info.id
        } else if (type === "session.deleted" && properties.info.id === this.#next) {
            this.#next = undefined
        }
    }

    #recorded({ id, sessionID, role, parentID }) {
        if (role === "assistant") {
            const newest = this.#newest.get(sessionID) ?? ""
            this.#newest.set(sessionID, id > newest ? id : newest)
            if (parentID && this.#expected?.message === parentID) {
                this.#expected.begun()
            }
        }
        const arriving = this.#arriving.get(sessionID)
        if (arriving?.message === id) {
            Object.assign(arriving, { isRecorded: true, since: performance.now() })
        }
        if (this.#expected?.message === id) {
            this.#expected.recorded()
        }
    }

    /** A person has begun another session, or submitted a prompt that may be in one. */
    #isAboutToMove() {
        return this.#next !== undefined || this.#undecided > 0
    }

    /** Returns what became of a message: the same one is not taken again. */
    async take(id, text) {
        const known = this.#known.get(id)
        if (known) {
            return known
        }
        const taken = this.#take(text)
        this.#known.set(id, taken)
        if (this.#known.size > MOST_KNOWN) {
            this.#known.delete(this.#known.keys().next().value)
        }
        const answer = await taken
        if (answer !== "delivered") {
            this.#known.delete(id)
        }
        return answer
    }

    async #take(text) {
        const session = this.#current
        const info = session && (await this.#info(session.folder, session.id))
        // Which session it is, shows in a prompt only. It makes final what a person has taken back.
        const isMoved = this.#isAboutToMove() || this.#current !== session
        if (!info || info.revert || isMoved || this.#isBusy(session.id) || this.#expected) {
            return "busy"
        }
        return new Promise((resolve) => {
            const { folder, id } = session
            const expected = { folder, session: id, text, recorded: () => resolve("delivered") }
            expected.turn = new Promise((begun) => Object.assign(expected, { begun }))
            expected.over = () => {
                this.#expected = this.#expected === expected ? undefined : this.#expected
                expected.begun()
                resolve("failed")
            }
            this.#expected = expected
            this.#prompt(session, expected).then(expected.over, expected.over)
        })
    }

    /** Begins a turn, and waits for its end. */
    async #prompt({ folder, id, agent, model, variant }, expected) {
        const client = this.#clients.get(folder)
        const parts = [{ type: "text", text: expected.text }]
        const body = { agent, model: model && { providerID: model.providerID, modelID: model.modelID }, variant, parts }
        const { data } = await client.session.prompt({ path: { id }, body })
        // If a turn was just about to end, it has ended without it: then the same message begins another.
        if (expected.message && data && !data.info.error && data.info.parentID < expected.message) {
            expected.isSentAgain = true
            Object.assign(body, { messageID: expected.message })
            Object.assign(parts[0], { id: expected.part })
            await client.session.prompt({ path: { id }, body })
        }
    }

    /** Returns nothing if the agent does not know the session, or cannot say. */
    async #info(folder, id) {
        try {
            return (await this.#clients.get(folder).session.get({ path: { id } })).data
        } catch {
            return undefined
        }
    }
}
