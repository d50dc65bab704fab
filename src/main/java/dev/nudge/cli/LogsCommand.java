package dev.nudge.cli;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.nudge.protocol.Response;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

    @Mixin private OneJob job;

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
                    "Only what was written after that, to the second: how long ago (90, 90s, 10m,"
                            + " 2h, 1d) or when (2026-11-21T14:30). Where the times are not known, too"
                            + " much is shown, never too little.")
    private @Nullable Instant since;

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
                    "What there is to be read, for a job on a terminal: its text without what was"
                            + " overwritten and without colours. Of a long output, the last 32 MiB.")
    private boolean isText;

    @Option(
            names = "--json",
            description = "A JSON object for each line, with its text, one a line.")
    private boolean isJson;

    @Override
    public Integer call() throws IOException, InterruptedException {
        LogSelection selection = selection();
        Response.JobFound found = job.found();
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
        return new LogSelection(lines, since, pattern(), context == null ? 0 : context, isJson);
    }

    private @Nullable Pattern pattern() {
        try {
            return regex == null ? null : Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw Usage.wrong(
                    spec,
                    "--grep is no regular expression (RE2): %s, in \"%s\"."
                            .formatted(e.getDescription(), e.getPattern()));
        }
    }
}
