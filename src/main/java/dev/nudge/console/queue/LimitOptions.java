package dev.nudge.console.queue;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
import dev.nudge.app.Type;
import dev.nudge.jobs.queue.GroupLimits;
import dev.nudge.text.ByteCount;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The limits of a group, as they are given.
final class LimitOptions {
    private static final String NONE = "none";
    private static final String NONE_OR_ZERO = "none|0+[KMGkmg]?|0+\\.0*";

    static final Option<OptionalInt> PARALLEL =
            Option.of("parallel", Type.named("N", "", Type.STRING, LimitOptions::parallel))
                    .help("How many of its jobs run at once, or none for no limit.");
    static final Option<OptionalLong> MEMORY =
            Option.of("min-free-memory", Type.named("SIZE", "", Type.STRING, LimitOptions::memory))
                    .help(
                            "Start a job only while so much memory is available (4G, 512M), or none. Between two"
                                    + " starts are 5 seconds then.");
    static final Option<OptionalDouble> LOAD =
            Option.of("max-load", Type.named("N", "", Type.STRING, LimitOptions::load))
                    .help(
                            "Start a job only while the machine's load of the last minute is below this, or none."
                                    + " Between two starts are 5 seconds then.");

    private LimitOptions() {}

    private static OptionalInt parallel(String name, String word) {
        if (word.matches("[1-9]\\d{0,5}")) {
            return OptionalInt.of(Integer.parseInt(word));
        }
        require(NONE, name, word, "a number, 1 or more, or none");
        return OptionalInt.empty();
    }

    private static OptionalLong memory(String name, String word) {
        long bytes = ByteCount.parse(word);
        if (bytes > 0) {
            return OptionalLong.of(bytes);
        }
        require(NONE_OR_ZERO, name, word, "bytes, or a number with K, M or G, or none");
        return OptionalLong.empty();
    }

    private static OptionalDouble load(String name, String word) {
        if (word.matches("\\d{1,5}(\\.\\d{1,3})?") && Double.parseDouble(word) > 0) {
            return OptionalDouble.of(Double.parseDouble(word));
        }
        require(NONE_OR_ZERO, name, word, "a number, or none");
        return OptionalDouble.empty();
    }

    private static void require(String form, String name, String word, String expected) {
        if (!word.matches(form)) {
            throw new IllegalArgumentException(
                    "%s is \"%s\"; expected %s".formatted(name, word, expected));
        }
    }

    /// Returns limits with those changed that are given.
    static GroupLimits changed(Given given, GroupLimits before) {
        return new GroupLimits(
                given.get(PARALLEL).orElse(before.parallel()),
                given.get(MEMORY).orElse(before.minFreeMemory()),
                given.get(LOAD).orElse(before.maxLoad()));
    }
}
