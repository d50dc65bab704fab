package dev.nudge.console.command;

import dev.nudge.app.Option;
import dev.nudge.app.Option.Form;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobSnapshot.FoundJob;
import dev.nudge.console.JobStarter;
import dev.nudge.job.JobSelector;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import picocli.CommandLine.Command;

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
        footer = {"  nudge restart 17", "  nudge restart @last", "  nudge restart --in-place 17"})
public final class RestartCommand implements ConsoleCommand {
    private static final Option<Boolean> JSON =
            Option.flag("json").help("The new job as a JSON object.");
    private static final Option<Boolean> IN_PLACE =
            Option.flag("in-place")
                    .help(
                            "Start the job again under its own number, once its end has been reported. Not for a"
                                    + " job on a terminal.");
    private static final Option<JobSelector> JOB = ConsoleCommand.job(Form.ARGUMENT, "@ended");

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        JobStarter starter = call.services().jobs().starter();
        long number = call.job(JOB);
        FoundJob started =
                call.has(IN_PLACE)
                        ? starter.restartInPlace(call.hello(), number)
                        : starter.restart(call.hello(), number);
        call.printNumber(call.has(JSON) ? Wire.writePretty(started.snapshot()) : started.number());
        return ExitCodes.OK;
    }
}
