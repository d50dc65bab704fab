package dev.nudge.store;

import dev.nudge.process.ProcessId;

/// The record that a host writes into `host.json` when it starts the command.
///
/// @param host the process that waits for the command
/// @param command the command's own process, leader of its session and process group
/// @param bootId the boot in which these ids are valid; empty where the kernel gives none
public record HostRecord(ProcessId host, ProcessId command, String bootId) {}
