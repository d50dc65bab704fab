package dev.nudge.cli;

import dev.nudge.job.JobSelector;
import dev.nudge.protocol.Response;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `nudge logs JOB`: what a job has written.
@Command(
        name = "logs",
        description = "Prints the output of a job, stdout and stderr together, byte for byte.",
        footer = {
            "",
            "Examples:",
            "  nudge logs 17",
            "  nudge logs -f -n 20 build",
            "  nudge logs --since 10m --grep 'error|warning' -C 2 @last"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class LogsCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
            paramLabel = "JOB",
            converter = JobWord.class,
            description = "The job: its number, @last or its label.")
    private JobSelector job;

    @Option(
            names = {"-f", "--follow"},
            description = "Go on with what is written from now on, until the job has ended.")
    private boolean isFollowed;

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
                    "Only what was written after that, to the second: how long ago (90s, 10m, 2h,"
                            + " 1d) or when (2026-11-21T14:30). Where the times are not known, too"
                            + " much is shown, never too little.")
    private @Nullable Instant since;

    @Option(
            names = "--grep",
            paramLabel = "REGEX",
            description = "Only lines in which this regular expression (of Java) is found.")
    private @Nullable String regex;

    @Option(
            names = {"-C", "--context"},
            paramLabel = "N",
            description = "With --grep, also N lines before and after each.")
    private @Nullable Integer context;

    @Option(
            names = "--text",
            description =
                    "What there is to be read, for a job on a terminal: its text without what was"
                            + " overwritten and without colours. Of a long output, the last 32 MiB.")
    private boolean isText;

    @Override
    public Integer call() throws IOException, InterruptedException {
        LogSelection selection = selection();
        Response.JobFound found = SelectedJobs.found(job);
        if (isText) {
            new LogText(found).print(selection, new StandardOutput());
            return ExitCodes.OK;
        }
        LogView view = new LogView(found, selection, new StandardOutput());
        long missing = view.print();
        if (missing > 0) {
            spec.commandLine().getErr().println(view.complaint(missing));
        }
        if (isFollowed) {
            view.follow(spec.commandLine().getErr());
        }
        view.close();
        return ExitCodes.OK;
    }

    private LogSelection selection() {
        Usage.requireAtLeast(spec, "--lines", lines, 0);
        Usage.requireAtLeast(spec, "--context", context, 0);
        if (context != null && regex == null) {
            throw Usage.wrong(spec, "--context is about --grep, which is missing.");
        }
        if (isText && (isFollowed || since != null)) {
            throw Usage.wrong(
                    spec,
                    "--text shows what is there by now: leave %s out."
                            .formatted(isFollowed ? "--follow" : "--since"));
        }
        return new LogSelection(lines, since, pattern(), context == null ? 0 : context);
    }

    private @Nullable Pattern pattern() {
        try {
            return regex == null ? null : Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw Usage.wrong(
                    spec,
                    "--grep is no regular expression: %s, at character %d of \"%s\"."
                            .formatted(e.getDescription(), e.getIndex() + 1, regex));
        }
    }
}
