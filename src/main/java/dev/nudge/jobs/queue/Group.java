package dev.nudge.jobs.queue;

import dev.nudge.engine.EngineChoice;
import dev.nudge.job.Queueing;
import dev.nudge.process.MachineUse;
import dev.nudge.text.ByteCount;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A group of jobs, which share limits. While it is paused, none of them is started.
public record Group(String name, GroupLimits limits, boolean isPaused, EngineChoice engine) {
    /// The group of all jobs for which no other is named.
    public static final Group DEFAULT = of(Queueing.DEFAULT_GROUP, GroupLimits.NONE);

    public static Group of(String name, GroupLimits limits) {
        return new Group(name, limits, false, EngineChoice.LOCAL);
    }

    public boolean isOpen() {
        return limits.equals(GroupLimits.NONE) && !isPaused && engine.isLocal();
    }

    public Group withLimits(GroupLimits next) {
        return new Group(name, next, isPaused, engine);
    }

    public Group withEngine(EngineChoice next) {
        return new Group(name, limits, isPaused, next);
    }

    public Group withPaused(boolean paused) {
        return new Group(name, limits, paused, engine);
    }

    /// When another job of a group may be started.
    ///
    /// @param parallel how many run at once at most, 1 or more; empty for any number
    /// @param minFreeMemory bytes that must be available, 1 or more; empty if that does not matter
    /// @param maxLoad the load below which the machine must be, above 0; empty if that does not
    ///   matter
    public record GroupLimits(
            OptionalInt parallel, OptionalLong minFreeMemory, OptionalDouble maxLoad) {
        public static final GroupLimits NONE =
                new GroupLimits(OptionalInt.empty(), OptionalLong.empty(), OptionalDouble.empty());

        public GroupLimits {
            if (parallel.orElse(1) < 1 || minFreeMemory.orElse(1) < 1 || maxLoad.orElse(1) <= 0) {
                throw new IllegalArgumentException(
                        "limits of a group: %s, %s, %s"
                                .formatted(parallel, minFreeMemory, maxLoad));
            }
        }

        public GroupLimits withParallel(OptionalInt next) {
            return new GroupLimits(next, minFreeMemory, maxLoad);
        }

        boolean isFull(int running) {
            return parallel.isPresent() && running >= parallel.getAsInt();
        }

        public boolean isAboutMachine() {
            return minFreeMemory.isPresent() || maxLoad.isPresent();
        }

        /// Returns what the machine lacks for another job: `wants 4.0G of memory, 2.1G are free`.
        Optional<String> shortage(MachineUse machine) {
            if (minFreeMemory.isPresent()
                    && machine.availableMemory() < minFreeMemory.getAsLong()) {
                return Optional.of(
                        "wants %s of memory, %s are free"
                                .formatted(
                                        ByteCount.of(minFreeMemory.getAsLong()),
                                        ByteCount.of(machine.availableMemory())));
            }
            return maxLoad.isPresent() && machine.load() >= maxLoad.getAsDouble()
                    ? Optional.of(
                            "wants a load below %s, it is %s"
                                    .formatted(maxLoad.getAsDouble(), machine.load()))
                    : Optional.empty();
        }
    }
}
