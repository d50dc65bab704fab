package dev.nudge.job;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The words for the constants of an enumeration in JSON, files and arguments: their names in lower
/// case.
public final class Words {
    private Words() {}

    /// Returns the word for a constant.
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /// Lists the words for all constants, in their order.
    public static <E extends Enum<E>> List<String> all(Class<E> kind) {
        return Arrays.stream(kind.getEnumConstants()).map(Words::of).toList();
    }

    /// Returns the constant with this word; empty if there is none.
    public static <E extends Enum<E>> Optional<E> find(Class<E> kind, String word) {
        return Arrays.stream(kind.getEnumConstants())
                .filter(constant -> of(constant).equals(word))
                .findFirst();
    }

    /// Returns the constant with this word.
    ///
    /// @param argument the name of the argument, for the message
    /// @throws IllegalArgumentException with the words, if there is none
    public static <E extends Enum<E>> E named(Class<E> kind, String argument, String word) {
        return find(kind, word)
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "%s is \"%s\"; expected %s"
                                        .formatted(argument, word, alternatives(all(kind)))));
    }

    private static String alternatives(List<String> words) {
        int last = words.size() - 1;
        return String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }
}
