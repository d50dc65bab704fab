import { randomBytes } from "node:crypto"
import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createConnection, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

const LONGEST_LINE = 1 << 20
const FOLDER = "nudge-opencode-"

/** The path of a socket has at most 107 bytes, and the rest of it 32. */
const LONGEST_BASE = 75

/** A socket that only this user can open, for those who know the word. */
export class Inbox {
    #folder
    #server
    #token = randomBytes(24).toString("hex")

    /** @param take takes a message, and returns a promise of what became of it */
    static open(take) {
        const base = [process.env.XDG_RUNTIME_DIR, tmpdir()].find((folder) => folder && Inbox.#isFit(folder)) ?? "/tmp"
        Inbox.#removeOld(base)
        const inbox = new Inbox()
        inbox.#folder = mkdtempSync(join(base, `${FOLDER}${process.pid}-`))
        inbox.#server = createServer({ allowHalfOpen: true }, (connection) => inbox.#read(connection, take))
        inbox.#server.on("error", ({ message }) => console.error(`nudge: no inbox: ${message}`))
        inbox.#server.listen(inbox.#socket())
        inbox.#server.unref()
        return inbox
    }

    static #isFit(base) {
        try {
            accessSync(`${base}/.`, constants.R_OK | constants.W_OK | constants.X_OK)
            return Buffer.byteLength(base) <= LONGEST_BASE
        } catch {
            return false
        }
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
