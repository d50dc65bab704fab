package dev.nudge.console.queue;

import dev.nudge.console.argument.Usage;
import dev.nudge.jobs.queue.GroupLimits;
import dev.nudge.text.ByteCount;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The limits of a group, as they are given.
@SuppressWarnings("NullAway.Init") // picocli injects the fields
public final class LimitOptions {
    private static final String NO_LIMIT = "none|0+[KMGkmg]?|0+\\.0*";

    @Option(
            names = "--parallel",
            paramLabel = "N",
            description = "How many of its jobs run at once, or none for no limit.")
    private @Nullable String parallel;

    @Option(
            names = "--min-free-memory",
            paramLabel = "SIZE",
            description =
                    "Start a job only while so much memory is available (4G, 512M), or none. Between two"
                            + " starts are 5 seconds then.")
    private @Nullable String memory;

    @Option(
            names = "--max-load",
            paramLabel = "N",
            description =
                    "Start a job only while the machine's load of the last minute is below this, or none."
                            + " Between two starts are 5 seconds then.")
    private @Nullable String load;

    /// Returns whether none is given.
    boolean isEmpty() {
        return Stream.of(
                        Optional.ofNullable(parallel),
                        Optional.ofNullable(memory),
                        Optional.ofNullable(load))
                .allMatch(Optional::isEmpty);
    }

    /// Rejects values that are not valid.
    void check() {
        check(
                "--parallel",
                parallel,
                word -> word.matches("none|[1-9]\\d{0,5}"),
                "a number, 1 or more, or none");
        check(
                "--min-free-memory",
                memory,
                word -> word.matches(NO_LIMIT) || ByteCount.parse(word) > 0,
                "bytes, or a number with K, M or G, or none");
        check(
                "--max-load",
                load,
                word -> word.matches(NO_LIMIT) || word.matches("\\d{1,5}(\\.\\d{1,3})?"),
                "a number, or none");
    }

    private static void check(
            String name, @Nullable String word, Predicate<String> isValid, String expected) {
        if (word != null && !isValid.test(word)) {
            throw Usage.wrong("%s is \"%s\"; expected %s.".formatted(name, word, expected));
        }
    }

    /// Returns limits with those changed that are given.
    GroupLimits changed(GroupLimits before) {
        return new GroupLimits(
                parallel == null
                        ? before.parallel()
                        : given(parallel)
                                .map(word -> OptionalInt.of(Integer.parseInt(word)))
                                .orElseGet(OptionalInt::empty),
                memory == null
                        ? before.minFreeMemory()
                        : given(memory)
                                .map(word -> OptionalLong.of(ByteCount.parse(word)))
                                .orElseGet(OptionalLong::empty),
                load == null
                        ? before.maxLoad()
                        : given(load)
                                .map(word -> OptionalDouble.of(Double.parseDouble(word)))
                                .orElseGet(OptionalDouble::empty));
    }

    private static Optional<String> given(String word) {
        return Optional.of(word).filter(w -> !w.matches(NO_LIMIT));
    }
}
