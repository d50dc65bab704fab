package dev.nudge.cli;

import dev.nudge.job.JobSelector;
import dev.nudge.job.record.JobRecord;
import dev.nudge.protocol.Request;
import dev.nudge.protocol.Response;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `nudge clean`: removes jobs that have ended.
@Command(
        name = "clean",
        description = {
            "Removes jobs that have ended, with their output.",
            "Without JOB, all of them, after a question if it is asked on a terminal. A job whose end"
                    + " is still to be reported to an agent stays, unless it is named."
        },
        footer = {
            "",
            "Examples:",
            "  nudge clean",
            "  nudge clean --older 2d --state succeeded",
            "  nudge clean 3-7 build"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
final class CleanCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = "--older",
            paramLabel = "TIME",
            converter = Seconds.class,
            description = "Only jobs that ended longer ago: 90, 90s, 10m, 2h, 1d.")
    private @Nullable Integer older;

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "Only jobs that succeeded or failed.")
    private @Nullable String state;

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask.")
    private boolean isSure;

    @Option(names = "--json", description = "The numbers of the jobs as a JSON array.")
    private boolean isJson;

    @Parameters(
            arity = "0..*",
            paramLabel = "JOB",
            converter = JobWord.class,
            description = "Only these jobs: numbers (17), ranges (3-7), @last, labels.")
    private List<JobSelector> jobs = List.of();

    @Override
    public Integer call() throws IOException {
        requireSense();
        if (isToBeAsked() && !isAgreed()) {
            OutputLine.print(spec, "Nothing was removed.");
            return ExitCodes.OK;
        }
        List<Long> named =
                jobs.isEmpty()
                        ? List.of()
                        : SelectedJobs.all(jobs).stream().map(JobRecord::job).toList();
        Response.Cleaned cleaned = Answers.ask(request(named), Response.Cleaned.class);
        OutputLine.print(
                spec, isJson ? Wire.writePretty(cleaned.jobs()) : removed(cleaned.jobs().size()));
        List<Long> kept = cleaned.kept();
        if (kept != null && !kept.isEmpty() && !isJson) {
            OutputLine.print(spec, kept(kept));
        }
        List<String> complaints = cleaned.complaints();
        if (complaints == null || complaints.isEmpty()) {
            return ExitCodes.OK;
        }
        complaints.forEach(c -> spec.commandLine().getErr().println("nudge: " + c));
        return ExitCodes.FAILED;
    }

    private void requireSense() {
        Usage.requireAtLeast(spec, "--older", older, 0);
        if (state != null && !List.of("succeeded", "failed").contains(state)) {
            throw Usage.wrong(
                    spec, "--state is \"%s\"; expected succeeded or failed.".formatted(state));
        }
        if (!jobs.isEmpty() && (older != null || state != null)) {
            throw Usage.wrong(
                    spec,
                    "%s chooses among all jobs: leave it out, or the jobs."
                            .formatted(older != null ? "--older" : "--state"));
        }
    }

    private Request.Clean request(List<Long> named) {
        return new Request.Clean(named, older == null ? null : older.longValue(), state);
    }

    private boolean isToBeAsked() {
        boolean isEverything = jobs.isEmpty() && older == null && state == null;
        return isEverything && !isSure && !isJson && OwnTerminal.isThere();
    }

    private boolean isAgreed() throws IOException {
        long count =
                Answers.ask(new Request.ListJobs(true), Response.Jobs.class).jobs().stream()
                        .filter(job -> job.endedAt() != null)
                        .count();
        String question =
                count == 1
                        ? "Remove the job that has ended, and its output? [y/N] "
                        : "Remove the %d jobs that have ended, and their output? [y/N] "
                                .formatted(count);
        return count == 0
                || OwnTerminal.ask(question).strip().toLowerCase(Locale.ROOT).startsWith("y");
    }

    private static String removed(int count) {
        return count == 1 ? "1 job removed." : count + " jobs removed.";
    }

    private static String kept(List<Long> jobs) {
        String numbers = jobs.stream().map(String::valueOf).collect(Collectors.joining(" "));
        return "%s to be reported to an agent. To remove %s anyway: nudge clean %s"
                .formatted(
                        jobs.size() == 1 ? "1 job is still" : jobs.size() + " jobs are still",
                        jobs.size() == 1 ? "it" : "them",
                        numbers);
    }
}
