package dev.nudge.console.command;

import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.JobWait;
import dev.nudge.console.argument.Seconds;
import dev.nudge.console.argument.SeveralJobs;
import dev.nudge.console.argument.Usage;
import dev.nudge.console.view.JobSentence;
import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The command `nudge wait JOB…`: waits for jobs to end.
@Command(
        name = "wait",
        description = {
            "Waits until jobs have ended.",
            "Prints a line for each, which says whether it succeeded, and if not, what became of it."
                    + " Without JOB, it waits for the job started last.",
            "Exit code: 0 if all of them ended with 0, otherwise that of the first that did not,"
                    + " in the order of the command line; 128+n if signal n ended it; 124 if"
                    + " --timeout came first."
        },
        footer = {
            "",
            "Examples:",
            "  nudge wait",
            "  nudge wait 17 && nudge run -- make install",
            "  nudge wait --any --timeout 60 3-7"
        },
        mixinStandardHelpOptions = true)
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class WaitCommand implements ConsoleCommand {
    /// How much later than the daemon the caller gives up a wait.
    private static final Duration LATER = Duration.ofSeconds(1);

    @Spec private CommandSpec spec;

    @Option(names = "--any", description = "Only until one of them has ended; its exit code.")
    private boolean isAny;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Seconds.class,
            description = "Wait no longer than that; the jobs continue. 0: look, and do not wait.")
    private @Nullable Integer timeout;

    @Option(names = "--json", description = "A JSON object for each end, one a line.")
    private boolean isJson;

    @Mixin private SeveralJobs jobs;

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        Usage.requireAtLeast(spec, "--timeout", timeout, 0);
        Optional<Duration> limit = Optional.ofNullable(timeout).map(Duration::ofSeconds);
        WaitProgress progress =
                invocation
                        .caller()
                        .resumed()
                        .map(WaitProgress::parse)
                        .orElseGet(() -> begun(invocation, limit));
        try (JobWait wait =
                invocation
                        .services()
                        .jobs()
                        .waits()
                        .begin(progress.awaited(), invocation::complain)) {
            invocation.caller().keep(progress.token());
            if (limit.isPresent()) {
                Duration most = progress.timeLeft().plus(LATER);
                invocation.caller().endAfter(most, ExitCodes.TIMED_OUT, "nudge: " + late() + "\n");
            }
            return waited(invocation, wait, progress);
        }
    }

    private WaitProgress begun(Invocation invocation, Optional<Duration> limit) {
        List<JobSelector> words = jobs.words();
        return new WaitProgress(invocation.services().jobs().reports().numbers(words), limit);
    }

    private String late() {
        return "After %d s, not all of the jobs have ended. They continue.".formatted(timeout);
    }

    private int waited(Invocation invocation, JobWait wait, WaitProgress progress)
            throws IOException, InterruptedException {
        while (!(isAny ? progress.hasAny() : progress.hasAll())) {
            Optional<JobSnapshot> end =
                    invocation.caller().awaiting(() -> wait.next(progress.timeLeft()));
            if (end.isEmpty()) {
                invocation.complain(late());
                return ExitCodes.TIMED_OUT;
            }
            Job job = end.get().job();
            progress.ended(job);
            invocation.caller().keepWithNext(progress.token());
            invocation.print(isJson ? Wire.write(end.get()) : JobSentence.ended(job));
        }
        return progress.code();
    }
}
