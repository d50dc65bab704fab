package dev.nudge.console.command;

import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.FoundJob;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobStarter;
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
            "Starts a job that has ended once more.",
            "As a new job, whose number is printed; or, with --in-place, as the same. Command, directory, label, limits, bounds, terminal and agent are those of the first; the"
                    + " environment is yours.",
            "In place, the job keeps its number, and its output is added to its log; how it ended before"
                    + " is shown among its attempts."
        },
        footer = {
            "",
            "Examples:",
            "  nudge restart 17",
            "  nudge restart @last",
            "  nudge restart --in-place 17"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class RestartCommand implements ConsoleCommand {
    @Option(names = "--json", description = "The new job as a JSON object.")
    private boolean isJson;

    @Option(
            names = "--in-place",
            description =
                    "Start the job again under its own number, once its end has been reported. Not for a"
                            + " job on a terminal.")
    private boolean isInPlace;

    @Mixin private OneJob job;

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        JobStarter starter = invocation.services().jobs().starter();
        long number = job.number(invocation);
        FoundJob started =
                isInPlace
                        ? starter.restartInPlace(invocation.hello(), number)
                        : starter.restart(invocation.hello(), number);
        invocation.printNumber(isJson ? Wire.writePretty(started.snapshot()) : started.number());
        return ExitCodes.OK;
    }
}
