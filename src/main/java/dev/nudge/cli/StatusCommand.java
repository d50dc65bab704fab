package dev.nudge.cli;

import dev.nudge.protocol.Hello;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The command `nudge status`: prints one line for a status bar.
@Command(
        name = "status",
        description = {
            "Prints one line for a status bar: how many jobs run, wait, have succeeded and failed.",
            "2▶ run, 1? waits for somebody to type, 1✓ has succeeded, 1✗ has failed; what is zero is"
                    + " left out. \"disk full\": jobs cannot write. It starts no daemon: without one the"
                    + " line is empty."
        },
        footer = {
            "",
            "Examples:",
            "  nudge status",
            "  nudge status --since 8h",
            "  tmux set -g status-right '#(nudge status)'"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class StatusCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            defaultValue = "1h",
            converter = Since.class,
            description =
                    "Count the jobs that have ended after that; how long ago or when, as in nudge"
                            + " logs; default 1h.")
    private Instant since;

    @Option(names = "--json", description = "As a JSON object.")
    private boolean isJson;

    @Override
    public Integer call() throws IOException {
        Response.Jobs jobs = jobs();
        JobCounts counts = JobCounts.of(jobs.jobs(), since);
        OutputLine.print(spec, isJson ? Wire.write(counts) : line(counts, jobs.warning()));
        return ExitCodes.OK;
    }

    /// Returns the line. The only thing that can keep all jobs from continuing is a full disk.
    private static String line(JobCounts counts, @Nullable String warning) {
        return warning == null ? counts.line() : (counts.line() + " disk full").strip();
    }

    private static Response.Jobs jobs() throws IOException {
        Optional<Client> running =
                Installation.connector().connectIfRunning(Installation.hello(Hello.ONLOOKER));
        if (running.isEmpty()) {
            return new Response.Jobs(List.of(), null);
        }
        try (Client client = running.get()) {
            Response answer = client.ask(new Request.ListJobs(true));
            return Answers.expect(answer, Response.Jobs.class);
        }
    }
}
