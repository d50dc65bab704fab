package dev.nudge.outbox;

import dev.nudge.bench.Figures;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.NudgeMessage;
import dev.nudge.job.nudge.NudgeState.Turn;
import dev.nudge.testkit.TemporaryFolder;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Measures what it takes to tell many ends that wait, without the terminal: 100, 500 and 1,000.
public final class EndsBench {
    private static final double LIMIT_TYPED = 2000;
    private static final double LIMIT_HOOK = 100;

    private EndsBench() {}

    /// Runs the benchmark; exits with 1 if 500 ends take too long.
    public static void main(String[] args) throws Exception {
        boolean isMet = true;
        for (int count : List.of(100, 500, 1000)) {
            double taken = millis(count, _ -> {}, EndsBench::take);
            double typed = millis(count, EndsBench::take, EndsBench::type);
            double hook = millis(count, EndsBench::take, EndsBench::handOver);
            System.out.printf(
                    Locale.ROOT,
                    "%4d ends: taken in %7.1f ms, typed %7.1f ms, handed to a hook %7.1f ms%n",
                    count,
                    taken,
                    typed,
                    hook);
            isMet &= count != 500 || (taken + typed <= LIMIT_TYPED && hook <= LIMIT_HOOK);
        }
        System.exit(isMet ? 0 : 1);
    }

    private interface Step {
        void run(UnreportedJobs jobs) throws IOException;
    }

    /// The second time, when the JVM has warmed up. What is not measured is done before.
    private static double millis(int count, Step before, Step step) throws Exception {
        double millis = 0;
        for (int i = 0; i < 2; i++) {
            try (TemporaryFolder folder = TemporaryFolder.create()) {
                UnreportedJobs jobs = new UnreportedJobs(folder.path(), count);
                before.run(jobs);
                millis = Figures.ms(() -> step.run(jobs));
            }
        }
        return millis;
    }

    private static void take(UnreportedJobs jobs) {
        jobs.all().forEach(jobs.outbox().ledger::take);
    }

    private static void type(UnreportedJobs jobs) throws IOException {
        for (int row = 0; ; row = (row + 1) % NudgeMessage.MOST_IN_A_ROW) {
            List<Note> pending = jobs.outbox().pending(UnreportedJobs.AGENT);
            if (pending.isEmpty()) {
                return;
            }
            NudgeMessage message = NudgeMessage.of(pending, NudgeMessage.MOST_IN_A_ROW - row);
            jobs.outbox().courier.markTyping(message.notes(), message.text(), Optional.empty());
            jobs.outbox().courier.markTaken(message.notes());
        }
    }

    private static void handOver(UnreportedJobs jobs) {
        List<Note> held = jobs.outbox().claims.hold(_ -> true, 1000);
        List<NudgeMessage> messages = NudgeMessage.each(held);
        jobs.outbox().claims.handedOver(messages, new Turn(1, "/transcript"));
        if (jobs.all().stream().anyMatch(job -> job.reporting().isOpen())) {
            throw new AssertionError("not all were told");
        }
    }
}
