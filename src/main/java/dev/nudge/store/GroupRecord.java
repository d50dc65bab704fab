package dev.nudge.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A group of the queue as flat data, in `groups.json`. Append only: a released name keeps its
/// meaning forever.
///
/// @param name as given by a person
/// @param parallel how many of its jobs run at once; null for any number
/// @param paused true if none is started, otherwise null
/// @param minFreeMemory bytes that must be available; null if that does not matter
/// @param maxLoad the load below which the machine must be; null if that does not matter
/// @param engine the name of the engine that runs its jobs; null for this machine
/// @param options what is passed on to the cluster, `partition=gpu`; null for nothing
/// @param programs the directory of the cluster's programs; null for none
/// @param configuration the file that says where the cluster is; null for the usual one
public record GroupRecord(
        String name,
        @Nullable Integer parallel,
        @Nullable Boolean paused,
        @Nullable Long minFreeMemory,
        @Nullable Double maxLoad,
        @Nullable String engine,
        @Nullable List<String> options,
        @Nullable String programs,
        @Nullable String configuration) {}
