// nudge's plugin for opencode. It runs in the agent's process: lets it start `nudge mcp`, takes messages for its session, so
// that they need not be typed, and adds to prompts and to the answers of tools what has not been reported yet (rules R118 to
// R122). Each folder that the agent works in has an instance of it.
import { realpathSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Hooks } from "./hooks.js"
import { Inbox } from "./inbox.js"
import { Record } from "./record.js"
import { Session } from "./session.js"

const LONGEST_CALL = 24 * 60 * 60 * 1000

export const Nudge = async ({ client }) => {
    const extension = dirname(dirname(realpathSync(fileURLToPath(import.meta.url))))
    const record = Record.open()
    const hooks = new Hooks(extension, record)
    const session = new Session(client, hooks)
    const inbox = Inbox.open((id, text) => session.take(id, text))
    await hooks.begin()
    return {
        config: async (config) => {
            config.mcp ??= {}
            const command = [join(extension, "bin/nudge"), "mcp"]
            const server = config.mcp.nudge ?? { type: "local", command, timeout: LONGEST_CALL }
            config.mcp.nudge = { ...server, environment: { ...server.environment, ...inbox.variables() } }
        },
        event: async ({ event }) => {
            session.happened(event)
            record.happened(event, (id) => session.isOfSubagent(id))
        },
        "chat.message": async (input, output) => session.submitted(input, output),
        "tool.execute.after": async (input, output) => session.answered(input, output),
        dispose: async () => inbox.close(),
    }
}
