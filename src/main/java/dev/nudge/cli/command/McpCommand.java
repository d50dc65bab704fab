package dev.nudge.cli.command;

import picocli.CommandLine.Command;

/// `nudge mcp`, for the help; [dev.nudge.cli.Main] runs the pump without coming here.
@Command(
        name = "mcp",
        description =
                "Connects an agent to the daemon. It speaks MCP on standard input and output. Agents"
                        + " start it.",
        footer = {"", "Examples:", "  gemini mcp add nudge nudge mcp"},
        mixinStandardHelpOptions = true)
final class McpCommand implements Runnable {
    @Override
    public void run() {
        throw new IllegalArgumentException("\"nudge mcp\" takes no arguments.");
    }
}
