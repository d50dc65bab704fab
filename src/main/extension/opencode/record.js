import { randomBytes } from "node:crypto"
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"

const STATE = join(process.env.XDG_STATE_HOME || join(homedir(), ".local/state"), "nudge")
const FOLDER = join(STATE, "conversations")
const NAME = "opencode-"
const OLD = 7 * 24 * 60 * 60 * 1000
const NOTICE = /\[nudge: /
const RECEIPT = /nudge-receipt-\d+-[0-9a-f]+/g
const PRIVATE = { mode: 0o600 }

/**
 * What is in this agent's conversations of the reports of nudge's, and after which of them its model has answered: lines of
 * JSON, of which one replaces an earlier one with its id. nudge reads it when a turn is over or the agent has ended: what is
 * not there has not reached the model. Also leaves the receipts for answers of nudge's tools, once they are there.
 */
export class Record {
    /** Nothing is left in a directory of another user, whose links would lead elsewhere. */
    static #isOwn = false

    path = join(FOLDER, `${NAME}${process.pid}-${randomBytes(4).toString("hex")}.jsonl`)
    #users = new Set()
    #entries = new Map()
    #unanswered = new Map()

    static open() {
        const record = new Record()
        try {
            mkdirSync(FOLDER, { recursive: true, mode: 0o700 })
            Record.#isOwn = [STATE, FOLDER].every((folder) => statSync(folder).uid === process.getuid())
            Record.#removeOld()
        } catch {
            // Then nothing is known to have been received.
        }
        record.#write({ id: "begin", type: "info" })
        return record
    }

    /** Removes those of agents that ended long ago. */
    static #removeOld() {
        for (const name of readdirSync(FOLDER).filter((name) => name.startsWith(NAME))) {
            const file = join(FOLDER, name)
            const isAlive = existsSync(`/proc/${name.slice(NAME.length).split("-")[0]}`)
            if (!isAlive && Date.now() - statSync(file).mtimeMs > OLD) {
                rmSync(file, { force: true })
            }
        }
    }

    /** @param isOfSubagent tells whether a session is that of a subagent */
    happened({ type, properties }, isOfSubagent) {
        if (type === "message.part.updated") {
            this.#part(properties.part, isOfSubagent)
        } else if (type === "message.updated") {
            this.#message(properties.info)
        } else if (type === "message.removed") {
            this.#removed(properties.messageID)
        }
    }

    #part({ id, sessionID, messageID, type, tool, text, state }, isOfSubagent) {
        if (type === "text" && this.#users.has(messageID)) {
            this.#told({ id, sessionID, messageID }, text)
        } else if (type === "tool" && state.status === "completed") {
            const isHidden = isOfSubagent(sessionID)
            if (!isHidden) {
                this.#told({ id, sessionID, messageID }, state.output)
            }
            if (tool.startsWith("nudge_")) {
                this.#leaveReceipts(state.output, isHidden)
            }
        }
    }

    #told({ id, sessionID, messageID }, text) {
        const told = text.split("\n").filter((line) => NOTICE.test(line) || line.search(RECEIPT) >= 0)
        if (told.length > 0) {
            this.#write({ id, type: "user", text: told.join("\n") })
            this.#entries.set(messageID, [...(this.#entries.get(messageID) ?? []), id])
            this.#unanswered.set(sessionID, messageID)
        }
    }

    /**
     * A prompt, or something that the model says. What it had begun to say before, it says without knowing of it; and of the
     * answers of the tools that it calls, it knows only when it says the next thing.
     */
    #message({ id, sessionID, role, time, finish, error }) {
        const told = this.#unanswered.get(sessionID)
        if (role === "user") {
            this.#users.add(id)
        } else if (told && told < id && finish && time.completed && !error) {
            this.#write({ id, type: "assistant" })
            this.#entries.set(id, [id])
            this.#unanswered.delete(sessionID)
        }
    }

    /** A person has taken it back. */
    #removed(messageID) {
        for (const id of this.#entries.get(messageID) ?? []) {
            this.#write({ id, type: "info" })
        }
        this.#entries.delete(messageID)
    }

    /** That of a subagent names no record: it is part of another conversation. */
    #leaveReceipts(text, isHidden) {
        for (const [receipt] of text.matchAll(RECEIPT)) {
            const line = isHidden ? "" : `"transcript_path":${JSON.stringify(this.path)}`
            Record.#attempt(() => writeFileSync(join(STATE, "receipts", receipt), `${line}\n`, PRIVATE))
        }
    }

    #write(entry) {
        Record.#attempt(() => appendFileSync(this.path, `${JSON.stringify(entry)}\n`, PRIVATE))
    }

    /** What cannot be written counts as not received: it is reported again. */
    static #attempt(write) {
        try {
            if (Record.#isOwn) {
                write()
            }
        } catch (problem) {
            console.error(`nudge: ${problem.message}`)
        }
    }
}
