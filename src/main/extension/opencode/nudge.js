// nudge's plugin for opencode. It runs in the agent's process: lets it start `nudge mcp`, takes messages for its session, so
// that they need not be typed, and adds to prompts and to the answers of tools what has not been reported yet (rules R118 to
// R122). Each folder that the agent works in has an instance of it, and gets another one when its settings are read again. They
// share what nudge knows of the agent.
import { realpathSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Hooks } from "./hooks.js"
import { Inbox } from "./inbox.js"
import { Record } from "./record.js"
import { Session } from "./session.js"

const LONGEST_CALL = 24 * 60 * 60 * 1000
const SHARED = Symbol.for("nudge")

const begin = () => {
    const extension = dirname(dirname(realpathSync(fileURLToPath(import.meta.url))))
    const record = Record.open()
    const hooks = new Hooks(extension, record)
    return { extension, record, hooks, session: new Session(hooks), inbox: undefined, instances: 0 }
}

export const Nudge = async ({ client, directory }) => {
    const shared = (globalThis[SHARED] ??= begin())
    const { extension, record, hooks, session } = shared
    const inbox = (shared.inbox ??= Inbox.open((id, text) => session.take(id, text)))
    shared.instances += 1
    session.join(directory, client)
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
        "chat.message": async (input, output) => session.submitted(directory, input, output),
        "tool.execute.after": async (input, output) => session.answered(input, output),
        dispose: async () => {
            session.leave(directory, client)
            shared.instances -= 1
            if (shared.instances === 0) {
                inbox.close()
                shared.inbox = undefined
            }
        },
    }
}
