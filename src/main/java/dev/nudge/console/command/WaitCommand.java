package dev.nudge.console.command;

import dev.nudge.app.Option;
import dev.nudge.app.Wait;
import dev.nudge.console.ConsoleCommand;
import dev.nudge.console.ExitCodes;
import dev.nudge.console.Invocation;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.JobWait;
import dev.nudge.console.view.LastLine;
import dev.nudge.job.Job;
import dev.nudge.job.JobSelector;
import dev.nudge.protocol.Wire;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
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
            "  nudge wait",
            "  nudge wait 17 && nudge run -- make install",
            "  nudge wait --any --timeout 60 3-7"
        })
public final class WaitCommand implements ConsoleCommand.Reading {
    /// How much later than the daemon the caller gives up a wait.
    private static final Duration LATER = Duration.ofSeconds(1);

    @Override
    public List<Option<?>> options() {
        return Wait.OPTIONS;
    }

    @Override
    public int run(Invocation call) throws IOException, InterruptedException {
        Wait.Order order = Wait.Order.of(call);
        WaitProgress progress =
                call.caller()
                        .resumed()
                        .map(WaitProgress::parse)
                        .orElseGet(() -> begun(call, order));
        try (JobWait wait = call.waitFor(progress.awaited())) {
            call.caller().keep(progress.token());
            if (order.limit().isPresent()) {
                Duration most = progress.timeLeft().plus(LATER);
                call.caller().endAfter(most, ExitCodes.TIMED_OUT, "nudge: " + late(order) + "\n");
            }
            return waited(call, wait, progress, order);
        }
    }

    private static WaitProgress begun(Invocation call, Wait.Order order) {
        List<JobSelector> jobs =
                order.jobs().isEmpty() ? List.of(new JobSelector.Last()) : order.jobs();
        return new WaitProgress(call.reports().numbers(jobs), order.limit());
    }

    private static String late(Wait.Order order) {
        return "After %d s, not all of the jobs have ended. They continue."
                .formatted(order.limit().orElseThrow().toSeconds());
    }

    private static int waited(
            Invocation call, JobWait wait, WaitProgress progress, Wait.Order order)
            throws IOException, InterruptedException {
        boolean isJson = call.has(Wait.JSON);
        while (!(order.isAny() ? progress.hasAny() : progress.hasAll())) {
            Optional<JobSnapshot> end =
                    call.caller().awaiting(() -> wait.next(progress.timeLeft()));
            if (end.isEmpty()) {
                call.complain(late(order));
                return ExitCodes.TIMED_OUT;
            }
            Job job = end.get().job();
            progress.ended(job);
            call.caller().keepWithNext(progress.token());
            call.print(isJson ? Wire.write(end.get()) : LastLine.ended(job));
        }
        return progress.code();
    }

    /// How far `nudge wait` has come. As a token, for the next daemon: the time at which it gives
    /// up, in milliseconds, or `-`, and the jobs in their order, those that have ended with their
    /// exit codes: `- 3 4:0 5`.
    record WaitProgress(Optional<Instant> deadline, Map<Long, Optional<Integer>> jobs) {
        private static final String NEVER = "-";
        private static final Duration FOREVER = Duration.ofDays(10_000);

        /// @param limit how long to wait, from now; empty for no limit
        WaitProgress(List<Long> jobs, Optional<Duration> limit) {
            this(limit.map(Instant.now()::plus), new LinkedHashMap<>());
            jobs.forEach(job -> this.jobs.put(job, Optional.empty()));
        }

        static WaitProgress parse(String token) {
            String[] words = token.split(" ", -1);
            Map<Long, Optional<Integer>> jobs = new LinkedHashMap<>();
            for (String word : List.of(words).subList(1, words.length)) {
                List<String> parts = List.of(word.split(":", -1));
                jobs.put(
                        Long.valueOf(parts.getFirst()),
                        parts.stream().skip(1).findFirst().map(Integer::valueOf));
            }
            return new WaitProgress(
                    words[0].equals(NEVER)
                            ? Optional.empty()
                            : Optional.of(Instant.ofEpochMilli(Long.parseLong(words[0]))),
                    jobs);
        }

        String token() {
            String end = deadline.map(d -> Long.toString(d.toEpochMilli())).orElse(NEVER);
            return end
                    + jobs.entrySet().stream()
                            .map(e -> " " + e.getKey() + e.getValue().map(c -> ":" + c).orElse(""))
                            .collect(Collectors.joining());
        }

        List<Long> awaited() {
            return jobs.entrySet().stream()
                    .filter(e -> e.getValue().isEmpty())
                    .map(Map.Entry::getKey)
                    .toList();
        }

        void ended(Job job) {
            jobs.put(job.number(), Optional.of(ExitCodes.of(job)));
        }

        boolean hasAll() {
            return awaited().isEmpty();
        }

        boolean hasAny() {
            return awaited().size() < jobs.size();
        }

        Duration timeLeft() {
            Duration left = deadline.map(d -> Duration.between(Instant.now(), d)).orElse(FOREVER);
            return left.isNegative() ? Duration.ZERO : left;
        }

        /// Returns the exit code: that of the first job that did not end with 0.
        int code() {
            return jobs.values().stream()
                    .flatMap(Optional::stream)
                    .filter(code -> code != ExitCodes.OK)
                    .findFirst()
                    .orElse(ExitCodes.OK);
        }
    }
}
