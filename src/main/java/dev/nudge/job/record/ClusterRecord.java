package dev.nudge.job.record;

import dev.nudge.job.cluster.ClusterJob;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A job in a cluster as flat data, in a [JobRecord]. Append only, as that is.
///
/// @param engine the name of the engine that has handed it to the cluster
/// @param id the cluster's own name for it
/// @param node the machine on which its command runs, or has run; null before that
/// @param restarts how often the cluster has started it again; null for never
public record ClusterRecord(
        String engine, String id, @Nullable String node, @Nullable Integer restarts) {
    /// Flattens what is known of a job; null if it runs on this machine.
    static @Nullable ClusterRecord of(Optional<ClusterJob> cluster) {
        return cluster.map(job ->
                        new ClusterRecord(
                                job.engine(),
                                job.id(),
                                job.node().orElse(null),
                                job.restarts() == 0 ? null : job.restarts()))
                .orElse(null);
    }

    ClusterJob restore() {
        return new ClusterJob(
                engine, id, Optional.ofNullable(node), Objects.requireNonNullElse(restarts, 0));
    }
}
