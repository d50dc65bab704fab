package dev.nudge.cli;

import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `nudge ps`: the jobs.
@Command(
        name = "ps",
        description =
                "Lists the jobs that run, and those that have ended and are still to be told.",
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class PsCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = {"-a", "--all"},
            description = "Also those that have ended and been told.")
    private boolean isAll;

    @Option(names = "--json", description = "As a JSON array, one object a job.")
    private boolean isJson;

    @Override
    public Integer call() throws IOException {
        Response.Jobs jobs = Answers.ask(new Request.ListJobs(isAll), Response.Jobs.class);
        String text =
                isJson
                        ? Wire.writePretty(jobs.jobs()) + "\n"
                        : new JobTable(TerminalWidth.columns()).render(jobs.jobs());
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
        return ExitCodes.OK;
    }
}
