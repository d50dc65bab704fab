package dev.nudge.console.command;

import dev.nudge.console.Carriage;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobReports;
import dev.nudge.console.argument.Since;
import dev.nudge.job.record.JobCounts;
import dev.nudge.protocol.Wire;
import dev.nudge.text.Moment;
import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// The command `nudge status`: prints one line for a status bar.
@Command(
        name = "status",
        description = {
            "Prints one line for a status bar.",
            "2▶ running, 1‖ paused, 3… queued, 1? asks (for input), 1✓ succeeded, 1✗ failed (any other"
                    + " end); what is zero is left out. \"disk full\": jobs cannot write. It starts no"
                    + " daemon: without one the line is empty."
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
public final class StatusCommand implements ConsoleCommand {
    @Option(
            names = "--since",
            paramLabel = "TIME",
            defaultValue = "1h",
            converter = Since.class,
            description =
                    "Count the jobs that have ended after that; how long ago or when, as in nudge"
                            + " logs; default 1h.")
    private Moment since;

    @Option(names = "--json", description = "As a JSON object.")
    private boolean isJson;

    @Override
    public Carriage carriage() {
        return Carriage.looks("\n", Duration.ZERO);
    }

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        JobReports reports = invocation.services().jobs().reports();
        JobCounts counts = reports.count(since.in(invocation::zone));
        // The only thing that can keep all jobs from continuing is a full disk.
        boolean isDiskFull = reports.warning().isPresent();
        invocation.print(isJson ? Wire.write(counts) : counts.line(isDiskFull));
        return ExitCodes.OK;
    }
}
