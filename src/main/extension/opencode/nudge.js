// nudge's plugin for opencode. It runs in the agent's process: lets it start `nudge mcp`, and takes messages for its session,
// so that they need not be typed (rules R118 to R121). Each folder that the agent works in has an instance of it.
import { randomBytes } from "node:crypto"
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs"
import { createConnection, createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const LONGEST_CALL = 24 * 60 * 60 * 1000
const LONGEST_LINE = 1 << 20
const MOST_KNOWN = 512
const FOLDER = "nudge-opencode-"

/** The session in which a person has last submitted a prompt. */
class Session {
    #client
    #current
    #busy = new Set()
    #known = new Map()
    #expected

    constructor(client) {
        this.#client = client
    }

    /** Takes note of a prompt, before it becomes part of its session: a person's, a subagent's, or one of nudge's. */
    async submitted({ sessionID, variant }, { message, parts }) {
        const text = parts.find((part) => part.type === "text")
        if (this.#expected?.session === sessionID && this.#expected.text === text?.text) {
            Object.assign(this.#expected, { message: message.id, part: text.id })
        }
        if (this.#current?.id === sessionID || !(await this.#info(sessionID))?.parentID) {
            const { agent, model } = message
            this.#current = { id: sessionID, agent, model, variant: variant ?? model?.variant }
        }
    }

    happened({ type, properties }) {
        if (type === "session.status") {
            const isBusy = properties.status.type !== "idle"
            this.#busy[isBusy ? "add" : "delete"](properties.sessionID)
        } else if (type === "message.updated" && properties.info.id === this.#expected?.message) {
            this.#expected.recorded()
        }
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
        if ((await taken) !== "delivered") {
            this.#known.delete(id)
        }
        return taken
    }

    async #take(text) {
        const session = this.#current
        const info = session && (await this.#info(session.id))
        // Which session it is, shows in a prompt only. It makes final what a person has taken back.
        if (!info || info.revert || this.#busy.has(session.id) || this.#expected) {
            return "busy"
        }
        return new Promise((resolve) => {
            this.#expected = { session: session.id, text, recorded: () => resolve("delivered") }
            this.#prompt(session, this.#expected).finally(() => {
                this.#expected = undefined
                resolve("failed")
            })
        })
    }

    /** Begins a turn, and waits for its end. */
    async #prompt({ id, agent, model, variant }, expected) {
        const parts = [{ type: "text", text: expected.text }]
        const body = { agent, model: model && { providerID: model.providerID, modelID: model.modelID }, variant, parts }
        const { data } = await this.#client.session.prompt({ path: { id }, body })
        // If a turn was just about to end, it has ended without it: then the same message begins another.
        if (expected.message && data && !data.info.error && data.info.parentID < expected.message) {
            Object.assign(body, { messageID: expected.message })
            Object.assign(parts[0], { id: expected.part })
            await this.#client.session.prompt({ path: { id }, body })
        }
    }

    async #info(id) {
        return (await this.#client.session.get({ path: { id } })).data
    }
}

/** A socket that only this user can open, for those who know the word. */
class Inbox {
    #folder
    #server
    #token = randomBytes(24).toString("hex")

    /** @param take takes a message, and returns a promise of what became of it */
    static open(take) {
        const base = process.env.XDG_RUNTIME_DIR || tmpdir()
        Inbox.#removeOld(base)
        const inbox = new Inbox()
        inbox.#folder = mkdtempSync(join(base, `${FOLDER}${process.pid}-`))
        inbox.#server = createServer({ allowHalfOpen: true }, (connection) => inbox.#read(connection, take))
        inbox.#server.listen(inbox.#socket())
        inbox.#server.unref()
        return inbox
    }

    /** Removes those of agents that were killed. */
    static #removeOld(base) {
        for (const name of readdirSync(base)) {
            const pid = name.startsWith(FOLDER) && name.slice(FOLDER.length).split("-")[0]
            if (pid && !existsSync(`/proc/${pid}`)) {
                Inbox.#remove(join(base, name))
            }
        }
    }

    static #remove(folder) {
        try {
            rmSync(folder, { recursive: true, force: true })
        } catch {
            // It belongs to somebody else.
        }
    }

    #socket() {
        return join(this.#folder, "s")
    }

    variables() {
        return { NUDGE_OPENCODE_SOCKET: this.#socket(), NUDGE_OPENCODE_TOKEN: this.#token }
    }

    #read(connection, take) {
        let text = ""
        let isKnown = false
        connection.setEncoding("utf8")
        connection.on("error", () => connection.destroy())
        connection.on("end", () => connection.end())
        connection.on("data", (more) => {
            const lines = (text + more).split("\n")
            text = lines.pop()
            try {
                for (const line of lines.map((line) => JSON.parse(line))) {
                    isKnown ||= line.type === "auth" && line.token === this.#token
                    if (!isKnown) {
                        throw new Error("not known")
                    }
                    if (line.type === "user") {
                        Inbox.#answer(line, take)
                    }
                }
            } catch {
                connection.destroy()
            }
            if (text.length > LONGEST_LINE) {
                connection.destroy()
            }
        })
    }

    static async #answer({ msgId, from, message }, take) {
        const status = await take(msgId, message.content).catch(() => "failed")
        const report = createConnection(from)
        report.on("error", () => report.destroy())
        report.end(`${JSON.stringify({ type: "status", origMsgId: msgId, status })}\n`)
    }

    close() {
        this.#server.close()
        rmSync(this.#folder, { recursive: true, force: true })
    }
}

export const Nudge = async ({ client }) => {
    const session = new Session(client)
    const inbox = Inbox.open((id, text) => session.take(id, text))
    const nudge = join(dirname(dirname(realpathSync(fileURLToPath(import.meta.url)))), "bin/nudge")
    return {
        config: async (config) => {
            config.mcp ??= {}
            const server = config.mcp.nudge ?? { type: "local", command: [nudge, "mcp"], timeout: LONGEST_CALL }
            config.mcp.nudge = { ...server, environment: { ...server.environment, ...inbox.variables() } }
        },
        event: async ({ event }) => session.happened(event),
        "chat.message": async (input, output) => session.submitted(input, output),
        dispose: async () => inbox.close(),
    }
}
