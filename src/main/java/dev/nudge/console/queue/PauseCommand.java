package dev.nudge.console.queue;

import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.Invocation;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// The command `nudge pause [WHAT…]`: stops starting jobs.
@Command(
        name = "pause",
        description = {
            "Stops starting the jobs of a group, or jobs that wait, until nudge resume.",
            "What runs continues."
        },
        footer = {"", "Examples:", "  nudge pause", "  nudge pause builds", "  nudge pause 17 18"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the field
public final class PauseCommand implements ConsoleCommand {
    @Mixin private PausedWords words;

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        return words.apply(invocation, true);
    }
}
