import { execFile } from "node:child_process"
import { join } from "node:path"

const LONGEST_RUN = 30 * 1000

/** nudge's hooks, which are scripts: they hand over what has not been reported yet, and leave receipts. */
export class Hooks {
    #script
    #record

    /** @param extension the folder with the scripts */
    constructor(extension, record) {
        this.#script = join(extension, "hooks/hand-over")
        this.#record = record
    }

    /** Records that this agent runs them. */
    async begin() {
        await this.#run("SessionStart", "session", {})
    }

    /** Returns what is to be added to a prompt; nothing if there is nothing. */
    async prompt(prompt) {
        return this.#run("chat.message", "prompt", { prompt })
    }

    /** Returns what is to be added to the answer of a tool; nothing if there is nothing. */
    async tool() {
        return this.#run("tool.execute.after", "tool", {})
    }

    async #run(event, moment, more) {
        const input = JSON.stringify({ transcript_path: this.#record.path, ...more })
        const said = await new Promise((resolve) => {
            const options = { timeout: LONGEST_RUN, maxBuffer: 1 << 24 }
            const hook = execFile("/bin/sh", [this.#script, event, moment], options, (_, out) => resolve(out))
            // Mostly it ends without having read anything.
            hook.stdin.on("error", () => {})
            hook.stdin.end(`${input}\n`)
        })
        try {
            return said && JSON.parse(said).hookSpecificOutput.additionalContext
        } catch {
            return ""
        }
    }
}
