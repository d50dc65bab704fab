package dev.nudge.web.api;

import dev.nudge.job.ExcerptChoice;
import dev.nudge.job.JobLimits;
import dev.nudge.job.JobSelector;
import dev.nudge.job.LifeSpan;
import dev.nudge.job.Telling;
import dev.nudge.job.WindowSize;
import dev.nudge.mcp.request.RunRequest;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The order to start a job, as the page's form has it. Absent values are those of `nudge run`.
///
/// @param terminal the size of its terminal, `120x30`; null for none
/// @param agent the pane of the agent that is notified; null for none
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
        @Nullable String agent) {
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
                given(terminal).map(WindowSize::parse));
    }

    private static Optional<String> given(@Nullable String text) {
        return Optional.ofNullable(text).filter(t -> !t.isBlank());
    }

    private static Optional<Duration> seconds(String name, @Nullable Long value) {
        if (value != null && value < 1) {
            throw new IllegalArgumentException(
                    "%s is %d; expected at least 1.".formatted(name, value));
        }
        return Optional.ofNullable(value).map(Duration::ofSeconds);
    }
}
