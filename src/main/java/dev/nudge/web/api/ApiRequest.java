package dev.nudge.web.api;

import dev.nudge.app.Given;
import dev.nudge.app.Option;
import dev.nudge.protocol.Wire;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/// A request of the page.
///
/// @param job the number in the path; 0 if there is none
/// @param query the parameters behind the path; of several with one name, the first
/// @param body empty if there is none
public record ApiRequest(long job, Map<String, String> query, String body) {
    public ApiRequest {
        query = Map.copyOf(query);
    }

    ApiRequest of(long number) {
        return new ApiRequest(number, query, body);
    }

    /// Reads the body; a missing one is an empty object.
    ///
    /// @throws IllegalArgumentException if it is not JSON of this type; the message says why
    <T> T read(Class<T> type) {
        try {
            return Wire.read(body.isBlank() ? "{}" : body, type);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(
                    "The request is not understood: " + e.getOriginalMessage(), e);
        }
    }

    /// Returns the values that the body gives for options of a verb.
    ///
    /// @throws IllegalArgumentException if it is not an object
    Given given(List<Option<?>> offered) {
        Map<?, ?> order = read(Map.class);
        Map<String, Object> values = new HashMap<>();
        order.forEach((name, value) -> values.put(String.valueOf(name), value));
        return Given.json(values, offered);
    }

    /// Returns a number among the parameters, which is not negative.
    ///
    /// @throws IllegalArgumentException if it is not one
    Optional<Long> number(String name) {
        return Optional.ofNullable(query.get(name)).map(text -> parse(name, text));
    }

    private static long parse(String name, String text) {
        if (!text.matches("\\d{1,18}")) {
            throw new IllegalArgumentException(
                    "%s is \"%s\"; expected a number.".formatted(name, text));
        }
        return Long.parseLong(text);
    }
}
