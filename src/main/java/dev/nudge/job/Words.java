package dev.nudge.job;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The words for constants in JSON, files and arguments: their names in lower case.
public final class Words {
    private Words() {}

    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    public static <E extends Enum<E>> List<String> all(Class<E> kind) {
        return Arrays.stream(kind.getEnumConstants()).map(Words::of).toList();
    }

    public static <E extends Enum<E>> Optional<E> find(Class<E> kind, String word) {
        return Arrays.stream(kind.getEnumConstants())
                .filter(constant -> of(constant).equals(word))
                .findFirst();
    }

    /// Returns the constant with this word; the message names the argument, and all words.
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
