package dev.nudge.cli;

import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The command `nudge restart JOB`: starts a new job like one that has ended.
@Command(
        name = "restart",
        description = {
            "Starts a new job like one that has ended, and prints its number.",
            "Command, directory, label, limits, terminal and agent are those of the first; the"
                    + " environment is yours."
        },
        footer = {"", "Examples:", "  nudge restart 17", "  nudge restart @last"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class RestartCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--json", description = "The new job as a JSON object.")
    private boolean isJson;

    @Mixin private OneJob job;

    @Override
    public Integer call() throws IOException {
        Request request = new Request.Restart(job.number());
        Response.JobFound started = Answers.ask(request, Response.JobFound.class);
        OutputLine.print(spec, isJson ? Wire.writePretty(started.job()) : started.job().job());
        return ExitCodes.OK;
    }
}
