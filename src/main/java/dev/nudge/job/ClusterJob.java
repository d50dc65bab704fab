package dev.nudge.job;

import java.util.Optional;

/// A job as a cluster knows it.
///
/// @param engine the name of the engine that has handed it to the cluster
/// @param id the cluster's own name for it: `4711`, or `4711_3` in an array
/// @param node the machine on which its command runs, or has run; empty before that
/// @param restarts how often the cluster has put it back and started it again, 0 or more
public record ClusterJob(String engine, String id, Optional<String> node, int restarts) {
    public static ClusterJob submitted(String engine, String id) {
        return new ClusterJob(engine, id, Optional.empty(), 0);
    }

    /// Returns the name of this start of its command, which no other start has: `4711`, or `4711.2`
    /// if the cluster has put it back twice.
    public String startName() {
        return restarts == 0 ? id : id + "." + restarts;
    }

    /// Returns the job as it was at the start of this [name][#startName].
    public static ClusterJob at(String engine, String startName) {
        String[] parts = startName.split("\\.", 2);
        int restarts = parts.length == 1 ? 0 : Integer.parseInt(parts[1]);
        return new ClusterJob(engine, parts[0], Optional.empty(), restarts);
    }

    /// Returns the job once the cluster has put it back, to start it again.
    public ClusterJob requeued() {
        return new ClusterJob(engine, id, Optional.empty(), restarts + 1);
    }
}
