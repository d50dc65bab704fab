package dev.nudge.web.api;

import dev.nudge.job.ExcerptChoice;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobSelector;
import dev.nudge.job.LifeSpan;
import dev.nudge.job.Telling;
import dev.nudge.job.WindowSize;
import dev.nudge.job.queue.Queueing;
import dev.nudge.job.queue.Queueing.Dependency;
import dev.nudge.job.queue.Queueing.Retry;
import dev.nudge.mcp.request.RunRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The order to start a job, as the page's form has it. Absent values are those of `nudge run`.
///
/// @param terminal the size of its terminal, `120x30`; null for none
/// @param agent the pane of the agent that is notified; null for none
/// @param after the jobs that must have succeeded before it
/// @param afterAny the jobs that must have ended before it, in any way
/// @param retry how often it is started again if it fails
/// @param retryDelaySeconds the pause before that
record NewJob(
        @Nullable String command,
        @Nullable String cwd,
        @Nullable String label,
        @Nullable String terminal,
        @Nullable String telling,
        @Nullable String excerpt,
        @Nullable String lifeSpan,
        @Nullable Long timeoutSeconds,
        @Nullable Long silenceTimeoutSeconds,
        @Nullable String agent,
        @Nullable String group,
        @Nullable List<Long> after,
        @Nullable List<Long> afterAny,
        @Nullable Integer delaySeconds,
        @Nullable Integer retry,
        @Nullable Integer retryDelaySeconds) {
    /// Returns the order as every start has it.
    ///
    /// @throws IllegalArgumentException if something is missing or wrong; the message says what
    RunRequest request() {
        if (command == null || command.isBlank()) {
            throw new IllegalArgumentException("The command is missing.");
        }
        if (command.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "The command holds a NUL character, which no shell can take.");
        }
        return new RunRequest(
                command,
                given(cwd),
                given(label).map(l -> JobSelector.label("label", l.strip())),
                given(telling).map(t -> Telling.named("telling", t)).orElse(Telling.INJECT),
                given(excerpt).map(e -> ExcerptChoice.named("excerpt", e)),
                new JobLimits(
                        given(lifeSpan)
                                .map(l -> LifeSpan.named("life_span", l))
                                .orElse(LifeSpan.OUTLIVE),
                        seconds("timeout_seconds", timeoutSeconds),
                        seconds("silence_timeout_seconds", silenceTimeoutSeconds)),
                given(terminal).map(WindowSize::parse),
                queueing(),
                Map.of(),
                Optional.empty());
    }

    private Queueing queueing() {
        return new Queueing(
                given(group).map(g -> Queueing.name("group", g)).orElse(Queueing.DEFAULT_GROUP),
                0,
                Stream.concat(dependencies(after, true), dependencies(afterAny, false)).toList(),
                seconds("delay_seconds", delaySeconds).map(Instant.now()::plus),
                Optional.empty(),
                retries());
    }

    private static Stream<Dependency> dependencies(@Nullable List<Long> jobs, boolean mustSucceed) {
        return Stream.ofNullable(jobs)
                .flatMap(List::stream)
                .map(number -> new Dependency(number, mustSucceed));
    }

    private Optional<Retry> retries() {
        Optional<Duration> pause = seconds("retry_delay_seconds", retryDelaySeconds);
        if (retry == null && pause.isPresent()) {
            throw new IllegalArgumentException(
                    "There is a pause between retries, but it is not said how often to retry.");
        }
        if (retry != null && (retry < 1 || retry > Retry.MOST)) {
            throw new IllegalArgumentException(
                    "retry is %d; expected 1 to %d.".formatted(retry, Retry.MOST));
        }
        return Optional.ofNullable(retry)
                .map(times -> new Retry(times, pause.orElse(Duration.ZERO)));
    }

    private static Optional<String> given(@Nullable String text) {
        return Optional.ofNullable(text).filter(t -> !t.isBlank());
    }

    private static Optional<Duration> seconds(String name, @Nullable Number value) {
        if (value != null && value.longValue() < 1) {
            throw new IllegalArgumentException(
                    "%s is %s; expected at least 1.".formatted(name, value));
        }
        return Optional.ofNullable(value).map(number -> Duration.ofSeconds(number.longValue()));
    }
}
