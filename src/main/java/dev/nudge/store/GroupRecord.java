package dev.nudge.store;

import org.jspecify.annotations.Nullable;

/// A group of the queue as flat data, in `groups.json`. Append only: a released name keeps its
/// meaning forever.
///
/// @param name as given by a person
/// @param parallel how many of its jobs run at once; null for any number
/// @param paused true if none is started, otherwise null
/// @param minFreeMemory bytes that must be available; null if that does not matter
/// @param maxLoad the load below which the machine must be; null if that does not matter
public record GroupRecord(
        String name,
        @Nullable Integer parallel,
        @Nullable Boolean paused,
        @Nullable Long minFreeMemory,
        @Nullable Double maxLoad) {}
