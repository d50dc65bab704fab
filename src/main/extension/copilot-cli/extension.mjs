// nudge's extension for Copilot CLI, which runs it in a process of its own if its experimental features are on. Each line of
// `nudge monitor` is a message for the session, and begins a turn without keys (rule R134).
import { joinSession } from "@github/copilot-sdk/extension"
import { spawn } from "node:child_process"
import { realpathSync } from "node:fs"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

const extension = dirname(dirname(realpathSync(fileURLToPath(import.meta.url))))
const session = await joinSession()
// What is printed here is part of the protocol with the agent.
const monitor = spawn(join(extension, "bin/nudge"), ["monitor"], {
  env: { ...process.env, NUDGE_MONITOR_OF: String(process.ppid) }, // this process looks like an agent itself
  stdio: ["ignore", "pipe", "ignore"],
})
monitor.on("error", () => {})
createInterface({ input: monitor.stdout }).on("line", (prompt) => session.send({ prompt }))
