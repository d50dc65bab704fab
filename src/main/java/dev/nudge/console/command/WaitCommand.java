package dev.nudge.console.command;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
import dev.nudge.app.Wait;
import dev.nudge.console.Carriage;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.JobWait;
import dev.nudge.console.view.JobSentence;
import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;

/// The command `nudge wait JOB…`: waits for jobs to end.
@Command(
        name = Wait.NAME,
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
public final class WaitCommand implements ConsoleCommand {
    /// How much later than the daemon the caller gives up a wait.
    private static final Duration LATER = Duration.ofSeconds(1);

    @Override
    public List<Option<?>> options() {
        return Wait.OPTIONS;
    }

    @Override
    public Carriage carriage() {
        return Carriage.READS;
    }

    @Override
    public int run(Invocation invocation) throws IOException, InterruptedException {
        Given given = invocation.given();
        Wait.Order order = Wait.Order.of(given);
        WaitProgress progress =
                invocation
                        .caller()
                        .resumed()
                        .map(WaitProgress::parse)
                        .orElseGet(() -> begun(invocation, order));
        try (JobWait wait = invocation.waitFor(progress.awaited())) {
            invocation.caller().keep(progress.token());
            if (order.limit().isPresent()) {
                Duration most = progress.timeLeft().plus(LATER);
                invocation
                        .caller()
                        .endAfter(most, ExitCodes.TIMED_OUT, "nudge: " + late(order) + "\n");
            }
            return waited(invocation, wait, progress, given);
        }
    }

    private static WaitProgress begun(Invocation invocation, Wait.Order order) {
        List<JobSelector> jobs =
                order.jobs().isEmpty() ? List.of(new JobSelector.Last()) : order.jobs();
        return new WaitProgress(invocation.reports().numbers(jobs), order.limit());
    }

    private static String late(Wait.Order order) {
        return "After %d s, not all of the jobs have ended. They continue."
                .formatted(order.limit().orElseThrow().toSeconds());
    }

    private static int waited(
            Invocation invocation, JobWait wait, WaitProgress progress, Given given)
            throws IOException, InterruptedException {
        Wait.Order order = Wait.Order.of(given);
        while (!(order.isAny() ? progress.hasAny() : progress.hasAll())) {
            Optional<JobSnapshot> end =
                    invocation.caller().awaiting(() -> wait.next(progress.timeLeft()));
            if (end.isEmpty()) {
                invocation.complain(late(order));
                return ExitCodes.TIMED_OUT;
            }
            Job job = end.get().job();
            progress.ended(job);
            invocation.caller().keepWithNext(progress.token());
            invocation.print(given.has(Wait.JSON) ? Wire.write(end.get()) : JobSentence.ended(job));
        }
        return progress.code();
    }
}
