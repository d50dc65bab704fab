package dev.nudge.web.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.nudge.job.ExcerptChoice;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobSelector;
import dev.nudge.job.LifeSpan;
import dev.nudge.job.Telling;
import dev.nudge.job.WindowSize;
import dev.nudge.job.bounds.Bounds;
import dev.nudge.job.queue.Queueing;
import dev.nudge.job.queue.Queueing.Dependency;
import dev.nudge.job.queue.Queueing.Retry;
import dev.nudge.request.BoundWords;
import dev.nudge.request.GivenSpan;
import dev.nudge.request.RunRequest;
import dev.nudge.text.Moment;
import dev.nudge.text.TextBound;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
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
/// @param notBefore the earliest start, as in ISO 8601, with the offset from UTC
/// @param memory the most memory that it may use: bytes, or `"8G"`; 0 for no bound
/// @param cpus the most processors; 0 for no bound
record NewJob(
        @Nullable String command,
        @Nullable String cwd,
        @Nullable String label,
        @Nullable String terminal,
        @JsonProperty("notify") @Nullable String telling,
        @Nullable String excerpt,
        @Nullable String lifeSpan,
        @Nullable Object timeoutSeconds,
        @Nullable Object silenceTimeoutSeconds,
        @Nullable String agent,
        @Nullable String group,
        @Nullable List<@Nullable Long> after,
        @Nullable List<@Nullable Long> afterAny,
        @Nullable Object delaySeconds,
        @Nullable Integer retry,
        @Nullable Object retryDelaySeconds,
        @Nullable Integer priority,
        @Nullable String exclusive,
        @Nullable String notBefore,
        @Nullable Object memory,
        @Nullable Double cpus,
        @Nullable Integer nice) {
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
                Optional.ofNullable(label)
                        .filter(l -> !l.isEmpty())
                        .map(l -> JobSelector.label("label", l)),
                new RunRequest.Report(
                        given("notify", telling)
                                .map(t -> Telling.named("notify", t))
                                .orElse(Telling.INJECT),
                        given("excerpt", excerpt).map(e -> ExcerptChoice.named("excerpt", e))),
                new JobLimits(
                        given("life_span", lifeSpan)
                                .map(l -> LifeSpan.named("life_span", l))
                                .orElse(LifeSpan.OUTLIVE),
                        seconds("timeout_seconds", timeoutSeconds),
                        seconds("silence_timeout_seconds", silenceTimeoutSeconds),
                        bounds()),
                new RunRequest.Surroundings(
                        given("cwd", cwd, TextBound.PATH),
                        given("terminal", terminal).map(WindowSize::parse),
                        Map.of()),
                queueing(),
                Optional.empty());
    }

    /// Returns the pane of the agent that is notified; empty for none.
    Optional<String> pane() {
        return Optional.ofNullable(agent).map(name -> TextBound.WORD.checked("agent", name));
    }

    private Queueing queueing() {
        return new Queueing(
                given("group", group)
                        .map(g -> Queueing.name("group", g))
                        .orElse(Queueing.DEFAULT_GROUP),
                Objects.requireNonNullElse(priority, 0),
                Stream.concat(
                                dependencies("after", after, true),
                                dependencies("after_any", afterAny, false))
                        .toList(),
                start(),
                given("exclusive", exclusive).map(name -> Queueing.name("exclusive", name)),
                retries());
    }

    private Optional<Instant> start() {
        Optional<Duration> delay = seconds("delay_seconds", delaySeconds);
        if (delay.isPresent() && given("not_before", notBefore).isPresent()) {
            throw new IllegalArgumentException(
                    "There are a delay and a time of the start; expected one of them.");
        }
        return delay.map(Instant.now()::plus)
                .or(() -> given("not_before", notBefore).map(NewJob::time));
    }

    private static Instant time(String text) {
        return Moment.withOffset(text)
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "not_before is \"%s\"; expected a time like 2026-03-01T17:30:00Z."
                                        .formatted(text)));
    }

    private Bounds bounds() {
        return new Bounds(
                memory == null
                        ? OptionalLong.empty()
                        : BoundWords.memory("memory", memory.toString()),
                cpus == null || cpus == 0 ? OptionalDouble.empty() : OptionalDouble.of(cpus),
                nice == null ? OptionalInt.empty() : OptionalInt.of(nice));
    }

    private static Stream<Dependency> dependencies(
            String name, @Nullable List<@Nullable Long> jobs, boolean mustSucceed) {
        return Stream.ofNullable(jobs)
                .flatMap(all -> TextBound.checked(name, all).stream())
                .map(number -> new Dependency(number(name, number), mustSucceed));
    }

    private static long number(String name, @Nullable Long job) {
        if (job == null) {
            throw new IllegalArgumentException(
                    "%s holds null; expected numbers of jobs.".formatted(name));
        }
        return job;
    }

    private Optional<Retry> retries() {
        Optional<Duration> pause = seconds("retry_delay_seconds", retryDelaySeconds);
        if (retry == null && pause.isPresent()) {
            throw new IllegalArgumentException(
                    "There is a pause between retries, but it is not said how often to retry.");
        }
        if (retry != null && (retry < 0 || retry > Retry.MOST)) {
            throw new IllegalArgumentException(
                    "retry is %d; expected 0 to %d.".formatted(retry, Retry.MOST));
        }
        return Optional.ofNullable(retry)
                .filter(times -> times > 0)
                .map(times -> new Retry(times, pause.orElse(Duration.ZERO)));
    }

    private static Optional<String> given(String name, @Nullable String text) {
        return given(name, text, TextBound.WORD);
    }

    private static Optional<String> given(String name, @Nullable String text, TextBound bound) {
        return Optional.ofNullable(text).filter(t -> !t.isBlank()).map(t -> bound.checked(name, t));
    }

    private static Optional<Duration> seconds(String name, @Nullable Object value) {
        return GivenSpan.aboveZero(name, value);
    }
}
