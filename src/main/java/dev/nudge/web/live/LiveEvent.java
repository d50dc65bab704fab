package dev.nudge.web.live;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import dev.nudge.console.JobSnapshot;
import dev.nudge.console.queue.GroupQueue;
import dev.nudge.store.LogHole;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A message to the page. `asyncapi.yaml` describes the fields.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
sealed interface LiveEvent {
    /// All jobs; the warning says why no job can continue, empty if they can.
    record Jobs(List<JobSnapshot> jobs, Optional<String> warning) implements LiveEvent {}

    /// The jobs that have changed since the last message of this kind; the warning as above.
    record Changed(List<JobSnapshot> jobs, List<Long> removed, Optional<String> warning)
            implements LiveEvent {}

    /// All groups of the queue, sent when one of them or the order of its jobs has changed.
    record Groups(List<GroupQueue> groups) implements LiveEvent {}

    record Sizes(Map<Long, Long> sizes) implements LiveEvent {}

    record Grown(long job, long size, @Nullable LogHole hole, boolean ended) implements LiveEvent {}

    /// What the processes of a job use, of one CPU and of output since the last message.
    record Measured(
            long job,
            Instant at,
            double cpuPercent,
            long memoryBytes,
            int processes,
            long outputBytes,
            long outputRate)
            implements LiveEvent {}

    /// Lines that a search has found, and the offset that it has reached.
    record Found(String id, List<Line> matches, long looked, long size) implements LiveEvent {}

    /// A line that matches, with its line end: the offsets of its first byte and behind its last.
    record Line(long from, long to) {}

    /// The end of a search: `all`, `limit` or `cancelled`.
    record Searched(String id, long count, long looked, long size, String end)
            implements LiveEvent {}

    record StdinRequest(
            long job,
            long question,
            String kind,
            String program,
            String prompt,
            Instant askedAt,
            boolean masked)
            implements LiveEvent {}

    /// A job no longer waits: `you`, `page` (another one) or `other` has answered.
    record StdinResolved(long job, long question, String by) implements LiveEvent {}

    /// A request of the type `about` failed; null if it was not understood.
    @JsonTypeName("error")
    record Failed(@Nullable String about, @Nullable String id, @Nullable Long job, String message)
            implements LiveEvent {}

    /// Takes messages to a page.
    interface Sink {
        /// @throws IOException if the page has left
        void send(LiveEvent event) throws IOException;
    }
}
