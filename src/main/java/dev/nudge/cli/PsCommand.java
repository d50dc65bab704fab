package dev.nudge.cli;

import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `nudge ps`: the jobs.
@Command(
        name = "ps",
        description = {
            "Lists the jobs that run, and those that have ended and are still to be told.",
            "On a terminal the table fits its width, and has colours unless NO_COLOR is set."
        },
        footer = {
            "",
            "Examples:",
            "  nudge ps",
            "  nudge ps --all --state failed",
            "  nudge ps --watch --label build"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class PsCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = {"-a", "--all"},
            description = "Also those that have ended and been told.")
    private boolean isAll;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description =
                    "Only those that are running (not ended), ended, failed (ended, but not with"
                            + " exit code 0) or waits (for somebody to type). Implies --all.")
    private @Nullable String state;

    @Option(names = "--label", paramLabel = "TEXT", description = "Only those of this label.")
    private @Nullable String label;

    @Option(names = "--watch", description = "Show them until Ctrl+C, as they change.")
    private boolean isWatched;

    @Option(names = "--json", description = "As a JSON array, one object a job.")
    private boolean isJson;

    @Override
    public Integer call() throws IOException, InterruptedException {
        String given = state;
        JobFilter filter = Usage.valid(spec, () -> JobFilter.of(given, label));
        if (isWatched) {
            if (isJson || !OwnTerminal.isThere()) {
                throw Usage.wrong(spec, "--watch draws on a terminal: leave it out here.");
            }
            new Watch(() -> watched(jobs(filter))).run();
        }
        Response.Jobs jobs = jobs(filter);
        spec.commandLine().getOut().print(isJson ? json(jobs) : table(jobs));
        spec.commandLine().getOut().flush();
        if (jobs.warning() != null && !isJson) {
            spec.commandLine().getErr().println("nudge: " + jobs.warning());
        }
        return ExitCodes.OK;
    }

    private Response.Jobs jobs(JobFilter filter) throws IOException {
        Request request = new Request.ListJobs(isAll || state != null);
        Response.Jobs all = Answers.ask(request, Response.Jobs.class);
        return new Response.Jobs(
                all.jobs().stream().filter(filter::passes).toList(), all.warning());
    }

    private static String json(Response.Jobs jobs) {
        return Wire.writePretty(jobs.jobs()) + "\n";
    }

    private String watched(Response.Jobs jobs) {
        return jobs.warning() == null ? table(jobs) : table(jobs) + "\n" + jobs.warning() + "\n";
    }

    private String table(Response.Jobs jobs) {
        return jobs.jobs().isEmpty()
                ? none()
                : new JobTable(OwnTerminal.columns(), OwnTerminal.hasColour()).render(jobs.jobs());
    }

    private String none() {
        if (state != null || label != null) {
            return "No such jobs. All there are: nudge ps --all\n";
        }
        return isAll
                ? "No jobs yet. Start one: nudge run -- make\n"
                : "No jobs run, and none is still to be told. Those that have ended: nudge ps --all\n";
    }
}
