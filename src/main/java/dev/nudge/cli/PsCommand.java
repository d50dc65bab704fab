package dev.nudge.cli;

import dev.nudge.job.record.JobRecord;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The command `nudge ps`: lists the jobs.
@Command(
        name = "ps",
        description = {
            "Lists running jobs, and ended ones that are still to be reported to an agent.",
            "On a terminal the table fits its width, and has colours unless NO_COLOR is set."
        },
        footer = {
            "",
            "Examples:",
            "  nudge ps",
            "  nudge ps --all --state failed",
            "  nudge ps -n 5",
            "  nudge ps --watch --label build"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class PsCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = {"-a", "--all"},
            description = "All jobs.")
    private boolean isAll;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description =
                    "Only jobs in this state: running (not ended), ended, succeeded (exit code 0),"
                            + " failed (any other end) or waits (for input). Implies --all.")
    private @Nullable String state;

    @Option(
            names = "--label",
            paramLabel = "LABEL",
            description = "Only jobs with this label. Implies --all.")
    private @Nullable String label;

    @Option(
            names = {"-n", "--last"},
            paramLabel = "N",
            description = "Only the last N jobs. Implies --all.")
    private @Nullable Integer last;

    @Option(names = "--watch", description = "Show them until Ctrl+C, as they change.")
    private boolean isWatched;

    @Option(names = "--json", description = "As a JSON array, one object a job.")
    private boolean isJson;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Usage.requireAtLeast(spec, "--last", last, 1);
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
        boolean isEvery = isAll || state != null || label != null || last != null;
        Response.Jobs all = Answers.ask(new Request.ListJobs(isEvery), Response.Jobs.class);
        List<JobRecord> jobs = all.jobs().stream().filter(filter::passes).toList();
        return new Response.Jobs(
                last == null ? jobs : jobs.subList(Math.max(0, jobs.size() - last), jobs.size()),
                all.warning());
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
            return "No such jobs. To list all: nudge ps --all\n";
        }
        return isAll || last != null
                ? "No jobs yet. Start one: nudge run -- make\n"
                : "No running jobs and no unreported results. To list ended jobs: nudge ps --all\n";
    }
}
