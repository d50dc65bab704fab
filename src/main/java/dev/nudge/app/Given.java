package dev.nudge.app;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The values that are given for the options of a verb.
public interface Given {
    /// Returns the values of an option, in order; empty if it is not given.
    ///
    /// @throws IllegalArgumentException if one cannot be read; the message says what was expected
    <T> List<T> all(Option<T> option);

    /// Returns the name of an option as the caller knows it: `--grace`, or `grace_seconds`.
    String name(Option<?> option);

    /// Returns the value of an option; empty if it is not given, and as [#all].
    default <T> Optional<T> get(Option<T> option) {
        return all(option).stream().findFirst();
    }

    /// Returns the value of an option that must be given.
    ///
    /// @throws IllegalArgumentException if it is not, or as [#all]
    default <T> T require(Option<T> option) {
        return get(option)
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "%s is missing; expected %s"
                                        .formatted(option.key(), option.expected())));
    }

    default boolean has(Option<Boolean> flag) {
        return get(flag).orElse(false);
    }

    /// Returns values in JSON. Those of options that are not offered are not read.
    static Given json(Map<String, Object> values, Collection<Option<?>> offered) {
        return new Given() {
            @Override
            public String name(Option<?> option) {
                return option.key();
            }

            @Override
            public <T> List<T> all(Option<T> option) {
                String key = option.key();
                return Stream.ofNullable(offered.contains(option) ? values.get(key) : null)
                        .flatMap(value -> option.type().json().read(key, value))
                        .toList();
            }
        };
    }
}
