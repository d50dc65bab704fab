package dev.nudge.console.command;

import dev.nudge.app.Option;
import dev.nudge.app.Type;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ConsoleCommand.Carriage;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobReports;
import dev.nudge.job.record.JobCounts;
import dev.nudge.protocol.Wire;
import dev.nudge.text.Moment;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine.Command;

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
            "  nudge status",
            "  nudge status --since 8h",
            "  tmux set -g status-right '#(nudge status)'"
        })
public final class StatusCommand implements ConsoleCommand {
    private static final Duration USUAL = Duration.ofHours(1);
    private static final Option<Moment> SINCE =
            Option.of("since", Type.PAST)
                    .help(
                            "Count the jobs that have ended after that; how long ago or when, as in"
                                    + " nudge logs; default 1h.");
    private static final Option<Boolean> JSON = Option.flag("json").help("As a JSON object.");

    @Override
    public Carriage carriage() {
        return Carriage.LOOKS;
    }

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        JobReports reports = call.reports();
        Moment since = call.get(SINCE).orElse(_ -> Instant.now().minus(USUAL));
        JobCounts counts = reports.count(since.in(call::zone));
        // The only thing that can keep all jobs from continuing is a full disk.
        boolean isDiskFull = reports.warning().isPresent();
        call.print(call.has(JSON) ? Wire.write(counts) : counts.line(isDiskFull));
        return ExitCodes.OK;
    }
}
