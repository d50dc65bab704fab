package dev.nudge.cli;

import dev.nudge.protocol.Response;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `nudge show JOB`: all that is known of a job.
@Command(
        name = "show",
        description = {
            "Shows all that is known of a job.",
            "A line for each thing that is known: its name and its value."
        },
        footer = {"", "Examples:", "  nudge show 17", "  nudge show --json build"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class ShowCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--json", description = "As a JSON object.")
    private boolean isJson;

    @Mixin private OneJob job;

    @Override
    public Integer call() throws IOException {
        Response.JobFound found = job.found();
        String text = isJson ? Wire.writePretty(found.job()) + "\n" : JobSheet.of(found);
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
        return ExitCodes.OK;
    }
}
