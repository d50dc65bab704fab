package dev.nudge.store;

import dev.nudge.job.ClusterJob;
import dev.nudge.job.JobState.Launch;
import dev.nudge.process.ProcessId;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

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
    /// Reads the record of a host.
    ///
    /// @param written when the file was written
    static HostRecord of(JsonNode json, Instant written) {
        return new HostRecord(
                process(json, "host_pid", "host_start"),
                process(json, "pid", "start"),
                json.path("boot_id").stringValue(""),
                written,
                json.hasNonNull("engine") && json.hasNonNull("cluster")
                        ? Optional.of(
                                new ClusterJob(
                                        json.path("engine").stringValue(),
                                        json.path("cluster").stringValue(),
                                        json.path("node").stringValueOpt(),
                                        json.path("restarts").intValue(0)))
                        : Optional.empty());
    }

    private static ProcessId process(JsonNode json, String pid, String start) {
        return new ProcessId(json.path(pid).longValue(), json.path(start).longValue());
    }

    /// Returns the start that it records.
    public Launch launch() {
        Launch launch = Launch.of(command.pid(), at);
        return cluster.map(launch::in).orElse(launch);
    }
}
