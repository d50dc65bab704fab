package dev.nudge.console.command;

import dev.nudge.console.Carriage;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.FoundJob;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobReports;
import dev.nudge.console.argument.SeveralJobs;
import dev.nudge.console.argument.Since;
import dev.nudge.console.argument.Usage;
import dev.nudge.console.log.LogSelection;
import dev.nudge.console.log.LogText;
import dev.nudge.console.log.SeveralLogs;
import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import dev.nudge.output.search.SearchPattern;
import dev.nudge.text.Moment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The command `nudge logs JOB…`: shows the output of jobs.
@Command(
        name = "logs",
        description = {
            "Prints the output of jobs.",
            "stdout and stderr together, byte for byte. Of several jobs, one after another, each line with the job's number in front: [17]."
        },
        footer = {
            "",
            "Examples:",
            "  nudge logs -f",
            "  nudge logs -f -n 20 build",
            "  nudge logs --since 10m --grep 'error|warning' -C 2 17",
            "  nudge logs -f 17 18"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class LogsCommand implements ConsoleCommand {
    @Spec private CommandSpec spec;

    @Mixin private SeveralJobs jobs;

    @Option(
            names = {"-f", "--follow"},
            description = "Continue with what is written from now on, until the job has ended.")
    private boolean isFollowed;

    @Option(
            names = "--attempt",
            paramLabel = "N",
            description =
                    "Of a job that was retried, only the output of its Nth attempt; see nudge show.")
    private @Nullable Integer attempt;

    @Option(
            names = {"-n", "--lines"},
            paramLabel = "N",
            description = "Only the last N lines; with --grep, the last N that match.")
    private @Nullable Integer lines;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = Since.class,
            description =
                    "Only what was written after that, to the second: how long ago (90, 90s, 10m,"
                            + " 1h30m, 1d, 1w) or when (14:30, 2026-11-21T14:30, in your time zone). Where the times are not known, too"
                            + " much is shown, never too little.")
    private @Nullable Moment since;

    @Option(
            names = "--grep",
            paramLabel = "REGEX",
            description = "Only lines in which this regular expression (RE2) is found.")
    private @Nullable String regex;

    @Option(
            names = {"-C", "--context"},
            paramLabel = "N",
            description = "With --grep, also N lines before and after each.")
    private @Nullable Integer context;

    @Option(
            names = "--text",
            description =
                    "What can be read of it: without colours and without what was overwritten. Of a"
                            + " job on a terminal, what that shows of the last 32 MiB.")
    private boolean isText;

    @Option(
            names = "--json",
            description = "A JSON object for each line, with its text, one a line.")
    private boolean isJson;

    @Override
    public Carriage carriage() {
        return Carriage.READS;
    }

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        LogSelection selection = selection(invocation);
        List<FoundJob> found = found(invocation);
        found.forEach(this::requireAttempt);
        if (isText && found.size() == 1) {
            LogText text = new LogText(found.getFirst());
            if (text.isNeeded(selection, isFollowed)) {
                text.print(selection.ofText(), invocation.caller().out());
                return ExitCodes.OK;
            }
        }
        SeveralLogs logs = new SeveralLogs(invocation, found, selection);
        if (isFollowed) {
            logs.follow();
        } else {
            logs.print();
        }
        return ExitCodes.OK;
    }

    private void requireAttempt(FoundJob found) {
        Job job = found.job();
        int last = job.attempts().size() + (job.startedAt().isPresent() ? 1 : 0);
        if (attempt != null && attempt > last) {
            throw Usage.wrong(
                    spec,
                    "--attempt is %d, but job %d has been started %s."
                            .formatted(
                                    attempt,
                                    found.number(),
                                    last == 0 ? "never" : last == 1 ? "once" : last + " times"));
        }
    }

    /// Finds the jobs. A single label means its newest job, as where only one job can be meant.
    private List<FoundJob> found(Invocation invocation) {
        List<JobSelector> words = jobs.words();
        JobReports reports = invocation.services().jobs().reports();
        List<Long> followed = SeveralLogs.followed(invocation);
        if (!followed.isEmpty()) {
            return followed.stream().map(reports::find).toList();
        }
        if (words.size() == 1 && !(words.getFirst() instanceof JobSelector.Range)) {
            return List.of(playable(reports.find(reports.number(words.getFirst()))));
        }
        List<FoundJob> found = new ArrayList<>();
        for (long number : reports.numbers(words)) {
            FoundJob job = reports.find(number);
            if (isText && isOnTerminal(job)) {
                throw Usage.wrong(
                        spec,
                        "--text plays the terminal of one job at a time, and job %d has one: name it alone."
                                .formatted(number));
            }
            found.add(job);
        }
        return found;
    }

    private static boolean isOnTerminal(FoundJob found) {
        return found.job().spec().terminal().isPresent();
    }

    private FoundJob playable(FoundJob found) {
        if (isText && (isFollowed || since != null) && isOnTerminal(found)) {
            throw Usage.wrong(
                    spec,
                    "--text shows what the terminal of job %d shows by now: leave %s out."
                            .formatted(found.number(), isFollowed ? "--follow" : "--since"));
        }
        return found;
    }

    private LogSelection selection(Invocation invocation) {
        Usage.requireAtLeast(spec, "--attempt", attempt, 1);
        if (attempt != null && isFollowed) {
            throw Usage.wrong(spec, "--attempt shows a part of the log: leave --follow out.");
        }
        Usage.requireAtLeast(spec, "--lines", lines, 0);
        Usage.requireAtLeast(spec, "--context", context, 0);
        if (context != null && regex == null) {
            throw Usage.wrong(spec, "--context needs --grep.");
        }
        return new LogSelection(
                attempt,
                lines,
                since == null ? null : since.in(invocation::zone),
                pattern(),
                context == null ? 0 : context,
                isText,
                isJson);
    }

    private @Nullable SearchPattern pattern() {
        try {
            return regex == null ? null : SearchPattern.compile(regex);
        } catch (IllegalArgumentException e) {
            throw Usage.wrong(spec, "--grep " + e.getMessage() + ".");
        }
    }
}
