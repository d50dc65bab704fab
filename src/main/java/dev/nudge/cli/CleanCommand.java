package dev.nudge.cli;

import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `nudge clean`: removes what nobody needs any more.
@Command(
        name = "clean",
        description = {
            "Removes the jobs that have ended, with their output.",
            "A job whose agent is still to be told of its end stays."
        },
        footer = {"", "Examples:", "  nudge clean"},
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class CleanCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--json", description = "The numbers of the jobs as a JSON array.")
    private boolean isJson;

    @Override
    public Integer call() throws IOException {
        List<Long> removed = Answers.ask(new Request.Clean(), Response.Cleaned.class).jobs();
        OutputLine.print(spec, isJson ? Wire.writePretty(removed) : words(removed));
        return ExitCodes.OK;
    }

    private static String words(List<Long> removed) {
        return removed.size() == 1 ? "1 job removed." : removed.size() + " jobs removed.";
    }
}
