package dev.nudge.job.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.nudge.job.Queueing;
import dev.nudge.job.Queueing.ArrayTask;
import dev.nudge.job.Queueing.Dependency;
import dev.nudge.job.Queueing.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A [Queueing] as flat data, in a [JobRecord]. Append only, as that is.
///
/// @param priority -1000 to 1000; null means 0
/// @param after the jobs that must have succeeded; null means none
/// @param afterAny the jobs that must have ended; null means none
/// @param retry how often its command is started again if it fails; null for never
/// @param retryDelaySeconds the pause before that; null means none
/// @param place the number by which it is started among those of its priority; null for its own
/// @param array which task of which array it is; null for a job of its own. Append only, too
/// @param restartAfterReboot true if a restart of the machine starts it again; else null
public record QueueRecord(
        String group,
        @Nullable Integer priority,
        @Nullable List<Long> after,
        @Nullable List<Long> afterAny,
        @Nullable Instant notBefore,
        @Nullable String exclusive,
        @Nullable Integer retry,
        @Nullable Long retryDelaySeconds,
        @Nullable Long place,
        Optional<ArrayTask> array,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean restartAfterReboot) {
    static @Nullable QueueRecord of(Queueing queueing) {
        return queueing.equals(Queueing.NONE)
                ? null
                : new QueueRecord(
                        queueing.group(),
                        queueing.priority() == 0 ? null : queueing.priority(),
                        numbers(queueing, true),
                        numbers(queueing, false),
                        queueing.notBefore().orElse(null),
                        queueing.exclusive().orElse(null),
                        queueing.retry().map(Retry::times).filter(n -> n > 0).orElse(null),
                        queueing.retry()
                                .map(retry -> retry.delay().toSeconds())
                                .filter(seconds -> seconds > 0)
                                .orElse(null),
                        queueing.place().orElse(null),
                        queueing.task(),
                        queueing.retry().map(Retry::isAfterReboot).filter(is -> is).orElse(null));
    }

    private static @Nullable List<Long> numbers(Queueing queueing, boolean mustSucceed) {
        List<Long> jobs =
                queueing.after().stream()
                        .filter(before -> before.mustSucceed() == mustSucceed)
                        .map(Dependency::job)
                        .toList();
        return jobs.isEmpty() ? null : jobs;
    }

    Queueing restore() {
        return new Queueing(
                group,
                Objects.requireNonNullElse(priority, 0),
                Optional.ofNullable(place),
                Stream.concat(dependencies(after, true), dependencies(afterAny, false)).toList(),
                Optional.ofNullable(notBefore),
                Optional.ofNullable(exclusive),
                toRetry(),
                array);
    }

    private Optional<Retry> toRetry() {
        boolean isAfterReboot = restartAfterReboot != null && restartAfterReboot;
        return retry == null && !isAfterReboot
                ? Optional.empty()
                : Optional.of(
                        new Retry(
                                Objects.requireNonNullElse(retry, 0),
                                Duration.ofSeconds(
                                        Objects.requireNonNullElse(retryDelaySeconds, 0L)),
                                isAfterReboot));
    }

    private static Stream<Dependency> dependencies(@Nullable List<Long> jobs, boolean mustSucceed) {
        return jobs == null
                ? Stream.empty()
                : jobs.stream().map(job -> new Dependency(job, mustSucceed));
    }
}
