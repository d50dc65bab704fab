package dev.nudge.job;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What a job may use of the machine.
///
/// @param memory the most memory, in bytes; [#LEAST_MEMORY] or more
/// @param cpus the most processors, also parts of them; from [#LEAST_CPUS] to [#MOST_CPUS]
/// @param nice its niceness, -20 to 19
/// @param ways how the system sees to that
public record Bounds(OptionalLong memory, OptionalDouble cpus, OptionalInt nice, Ways ways) {
    /// The least memory that can be asked for: a shell alone needs some of it.
    public static final long LEAST_MEMORY = 16L << 20;

    public static final double LEAST_CPUS = 0.01;
    public static final double MOST_CPUS = 9999;
    public static final int MOST_FAVORED = -20;
    public static final int LEAST_FAVORED = 19;

    public static final Bounds NONE =
            new Bounds(OptionalLong.empty(), OptionalDouble.empty(), OptionalInt.empty());

    /// How the system sees to each bound; empty without one, and before the job is started.
    public record Ways(
            Optional<BoundWay> memory, Optional<BoundWay> cpus, Optional<BoundWay> nice) {
        public static final Ways NONE =
                new Ways(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /// Asks for bounds; how the system sees to them is found when the job is started.
    public Bounds(OptionalLong memory, OptionalDouble cpus, OptionalInt nice) {
        this(memory, cpus, nice, Ways.NONE);
    }

    public Bounds {
        memory.ifPresent(bytes -> require("memory", bytes >= LEAST_MEMORY, bytes, "16M or more"));
        cpus.ifPresent(number ->
                require(
                        "cpus",
                        number >= LEAST_CPUS && number <= MOST_CPUS,
                        number,
                        "0.01 to 9999"));
        nice.ifPresent(value ->
                require(
                        "nice",
                        value >= MOST_FAVORED && value <= LEAST_FAVORED,
                        value,
                        "-20 to 19"));
    }

    private static void require(String name, boolean isRight, Object value, String expected) {
        if (!isRight) {
            throw new IllegalArgumentException(
                    "%s is %s; expected %s".formatted(name, value, expected));
        }
    }

    public boolean isNone() {
        return memory.isEmpty() && cpus.isEmpty() && nice.isEmpty();
    }

    public Bounds by(Ways found) {
        return new Bounds(memory, cpus, nice, found);
    }

    /// The way in which the system keeps a job within a bound.
    public enum BoundWay {
        /// A scope of the user's systemd manager: for all processes of the job together.
        SYSTEMD("for all of its processes together"),
        /// A control group of its own: for all processes of the job together.
        CGROUP("for all of its processes together"),
        /// The cluster to which it is handed: for all processes of the job together.
        CLUSTER("for all of its processes together"),
        /// A limit of the address space of each process.
        ULIMIT("address space of each process"),
        /// The cores on which its processes may run.
        TASKSET("cores"),
        /// The niceness with which its command is started.
        RENICE("for the command and what it starts");

        private final String meaning;

        BoundWay(String meaning) {
            this.meaning = meaning;
        }

        /// Returns, for a person, of what it is a bound: `address space of each process`.
        public String meaning() {
            return meaning;
        }
    }
}
