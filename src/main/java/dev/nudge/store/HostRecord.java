package dev.nudge.store;

import dev.nudge.job.ClusterJob;
import dev.nudge.job.JobState.Launch;
import dev.nudge.process.ProcessId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The record that a host writes into `host.json` when it starts the command.
///
/// @param host the process that waits for the command
/// @param command the command's own process, leader of its session and process group
/// @param bootId the boot in which these ids are valid; empty where the kernel provides none
/// @param at when the command was started: modification time of the record, to the file system's
///   precision
/// @param cluster where that is, if it is a machine of a cluster
public record HostRecord(
        ProcessId host,
        ProcessId command,
        String bootId,
        Instant at,
        Optional<ClusterJob> cluster) {
    /// Returns the start that it records.
    public Launch launch() {
        Launch launch = Launch.of(command.pid(), at);
        return cluster.map(launch::in).orElse(launch);
    }

    record Json(
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
}
