package dev.nudge.cli.command;

import picocli.CommandLine.Command;

/// `nudge monitor`, for the help; the native front runs the monitor without coming here.
@Command(
        name = "monitor",
        description =
                "Prints the messages for the agent that has started it, one a line. Agents start it"
                        + " if they begin a turn with each line of a program, as Claude Code does"
                        + " with the monitor of a plugin. It ends when nobody reads what it prints.",
        footer = {"", "Examples:", "  nudge monitor"},
        mixinStandardHelpOptions = true)
final class MonitorCommand implements Runnable {
    @Override
    public void run() {
        throw new IllegalArgumentException("\"nudge monitor\" takes no arguments.");
    }
}
