package dev.nudge.store;

/// The new place of a job in the queue as flat data, in `places.json`. Append only: a released name
/// keeps its meaning forever.
///
/// @param job its number
/// @param priority -1000 to 1000
/// @param place the number by which it is started among those of its priority
public record PlaceRecord(long job, int priority, long place) {}
