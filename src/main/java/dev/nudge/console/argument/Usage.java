package dev.nudge.console.argument;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// Checks values given on the command line. An invalid value is wrong usage, not a failure.
public final class Usage {
    private Usage() {}

    /// Returns the exception to throw.
    public static ParameterException wrong(CommandSpec spec, String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /// Checks a number that may have been given.
    public static void requireAtLeast(
            CommandSpec spec, String option, @Nullable Integer value, int least) {
        if (value != null && value < least) {
            throw wrong(spec, "%s is %d; expected %d or more.".formatted(option, value, least));
        }
    }

    /// Checks a word that may have been given, using the function that reads it.
    public static void check(CommandSpec spec, @Nullable String word, Function<String, ?> reader) {
        if (word != null) {
            Object _ = valid(spec, () -> reader.apply(word));
        }
    }

    /// Returns a value; an [IllegalArgumentException] from its supplier says what is wrong with it.
    public static <T> T valid(CommandSpec spec, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw wrong(spec, e.getMessage() + ".");
        }
    }
}
