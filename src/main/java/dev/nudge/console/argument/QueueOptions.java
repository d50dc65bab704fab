package dev.nudge.console.argument;

import dev.nudge.console.Invocation;
import dev.nudge.console.JobReports;
import dev.nudge.job.JobSelector;
import dev.nudge.job.queue.Queueing;
import dev.nudge.job.queue.Queueing.Dependency;
import dev.nudge.job.queue.Queueing.Retry;
import dev.nudge.text.ClockTime;
import dev.nudge.text.Moment;
import dev.nudge.text.TextBound;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/// The options of `nudge run` that concern the queue.
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class QueueOptions {
    @Option(
            names = "--group",
            paramLabel = "GROUP",
            description =
                    "Start it when this group has room for it: see nudge group. Default: the group"
                            + " default, which has no limit unless you set one.")
    private @Nullable String group;

    @Option(
            names = "--priority",
            paramLabel = "N",
            description =
                    "Of the jobs that wait, those with a higher number are started first; default 0.")
    private @Nullable Integer priority;

    @Option(
            names = "--after",
            paramLabel = "JOB",
            split = ",",
            converter = JobWord.class,
            description =
                    "Start it once these jobs have succeeded. If one does not, it is skipped, and so"
                            + " are the jobs after it.")
    private List<JobSelector> after = List.of();

    @Option(
            names = "--after-any",
            paramLabel = "JOB",
            split = ",",
            converter = JobWord.class,
            description = "Start it once these jobs have ended, whether or not they succeeded.")
    private List<JobSelector> afterAny = List.of();

    @Option(
            names = "--delay",
            paramLabel = "TIME",
            converter = Seconds.class,
            description =
                    "Start it after this long: seconds (90), or 90s, 10m, 1h30m, 1d, 1w."
                            + " 0: now.")
    private @Nullable Integer delay;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            converter = Due.class,
            description =
                    "Start it at this time: 17:30, or 2026-11-21T17:30, in your time zone."
                            + " That is the one of TZ, if it is set.")
    private @Nullable Moment at;

    @Option(
            names = "--exclusive",
            paramLabel = "NAME",
            description = "Never run it at the same time as another job with this name.")
    private @Nullable String exclusive;

    @Option(
            names = "--retry",
            paramLabel = "N",
            description =
                    "Start it again, up to N times, if it ends with an exit code other than 0. Only the"
                            + " last end is reported; the output of all is in the log.")
    private @Nullable Integer retry;

    @Option(
            names = "--retry-delay",
            paramLabel = "TIME",
            converter = Seconds.class,
            description =
                    "With --retry, wait this long before each new attempt; default: 0, no wait.")
    private @Nullable Integer retryDelay;

    /// Returns whether the job is started again if it fails.
    public boolean isRetried() {
        return retry != null && retry > 0;
    }

    /// Rejects values and combinations that make no sense.
    public void check(CommandSpec spec) {
        Usage.check(spec, group, name -> Queueing.name("--group", name));
        Usage.check(spec, exclusive, name -> Queueing.name("--exclusive", name));
        Usage.requireAtLeast(spec, "--delay", delay, 0);
        Usage.requireAtLeast(spec, "--retry-delay", retryDelay, 0);
        if (retry != null && (retry < 0 || retry > Retry.MOST)) {
            throw Usage.wrong(
                    spec, "--retry is %d; expected 0 to %d.".formatted(retry, Retry.MOST));
        }
        if (retryDelay != null && retry == null) {
            throw Usage.wrong(spec, "--retry-delay needs --retry.");
        }
        if (delay != null && at != null) {
            throw Usage.wrong(spec, "--delay and --at cannot be combined.");
        }
        if (priority != null && Math.abs((long) priority) > Queueing.HIGHEST) {
            throw Usage.wrong(
                    spec,
                    "--priority is %d; expected -%d to %2$d."
                            .formatted(priority, Queueing.HIGHEST));
        }
    }

    /// Returns what the job waits for.
    ///
    /// @throws IllegalArgumentException if one of the jobs does not exist, or the time is over
    public Queueing queueing(Invocation invocation) throws IOException {
        return new Queueing(
                group == null ? Queueing.DEFAULT_GROUP : group,
                priority == null ? 0 : priority,
                Stream.concat(
                                dependencies(invocation, "--after", after, true),
                                dependencies(invocation, "--after-any", afterAny, false))
                        .toList(),
                due(invocation),
                Optional.ofNullable(exclusive),
                Optional.ofNullable(retry)
                        .filter(times -> times > 0)
                        .map(times -> new Retry(times, Duration.ofSeconds(retryPause()))));
    }

    private int retryPause() {
        return retryDelay == null ? 0 : retryDelay;
    }

    private static Stream<Dependency> dependencies(
            Invocation invocation, String option, List<JobSelector> words, boolean mustSucceed) {
        if (words.isEmpty()) {
            return Stream.empty();
        }
        JobReports reports = invocation.services().jobs().reports();
        List<Long> numbers = TextBound.checked(option, reports.numbers(words));
        long last = reports.number(new JobSelector.Last());
        words.forEach(word -> requireStarted(option, word, last));
        return numbers.stream().map(number -> new Dependency(number, mustSucceed));
    }

    /// A range selects the jobs that there are: it would not wait for those that are still to come.
    private static void requireStarted(String option, JobSelector word, long last) {
        if (word instanceof JobSelector.Range range && range.to() > last) {
            throw new IllegalArgumentException(
                    "%s %s goes beyond the last job, which is job %d; name a range that ends there, or earlier."
                            .formatted(option, word.word(), last));
        }
    }

    private Optional<Instant> due(Invocation invocation) throws IOException {
        if (delay != null && delay > 0) {
            return Optional.of(Instant.now().plus(Duration.ofSeconds(delay)));
        }
        return at == null
                ? Optional.empty()
                : Optional.of(future(at.in(invocation::zone), invocation));
    }

    /// Returns a time that is still to come.
    ///
    /// @throws IllegalArgumentException if it is over: with a wrong year, the job would be started
    ///   at once
    private static Instant future(Instant time, Invocation invocation) {
        if (time.isBefore(Instant.now())) {
            throw new IllegalArgumentException(
                    "--at is in the past: %s. To start it now, leave --at out."
                            .formatted(ClockTime.of(time, invocation.shownZone())));
        }
        return time;
    }
}
