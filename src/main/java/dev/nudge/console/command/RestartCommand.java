package dev.nudge.console.command;

import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.FoundJob;
import dev.nudge.console.Invocation;
import dev.nudge.console.argument.OneJob;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The command `nudge restart JOB`: starts a new job like one that has ended.
@Command(
        name = "restart",
        description = {
            "Starts a new job like one that has ended, and prints its number.",
            "Command, directory, label, limits, bounds, terminal and agent are those of the first; the"
                    + " environment is yours."
        },
        footer = {"", "Examples:", "  nudge restart 17", "  nudge restart @last"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class RestartCommand implements ConsoleCommand {
    @Option(names = "--json", description = "The new job as a JSON object.")
    private boolean isJson;

    @Mixin private OneJob job;

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        FoundJob started =
                invocation.services().starter().restart(invocation.hello(), job.number(invocation));
        invocation.print(isJson ? Wire.writePretty(started.snapshot()) : started.number());
        return ExitCodes.OK;
    }
}
