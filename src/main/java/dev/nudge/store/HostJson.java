package dev.nudge.store;

import dev.nudge.job.cluster.ClusterJob;
import dev.nudge.process.ProcessId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a host writes into `host.json`, by the names that it has there.
record HostJson(
        long hostPid,
        long hostStart,
        long pid,
        long start,
        @Nullable String bootId,
        @Nullable String engine,
        @Nullable String cluster,
        @Nullable String node,
        @Nullable Integer restarts) {
    private Optional<ClusterJob> job() {
        return engine == null || cluster == null
                ? Optional.empty()
                : Optional.of(
                        new ClusterJob(
                                engine,
                                cluster,
                                Optional.ofNullable(node),
                                Objects.requireNonNullElse(restarts, 0)));
    }

    HostRecord toRecord(Instant at) {
        return new HostRecord(
                new ProcessId(hostPid, hostStart),
                new ProcessId(pid, start),
                bootId == null ? "" : bootId,
                at,
                job());
    }
}
