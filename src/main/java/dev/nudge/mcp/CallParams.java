package dev.nudge.mcp;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Checks the params of `tools/call` before the SDK reads them, which would report errors in the
/// words of its libraries.
final class CallParams {
    private CallParams() {}

    /// Returns what is wrong, with the value and what was expected; empty if nothing is.
    static Optional<String> complaint(JsonNode params, Collection<String> tools) {
        JsonNode name = params.path("name");
        if (!name.isString()) {
            return Optional.of(unexpected("name", name, "the name of a tool"));
        }
        if (!tools.contains(name.stringValue())) {
            return Optional.of(
                    "There is no tool \"%s\". Tools: %s."
                            .formatted(name.stringValue(), String.join(", ", tools)));
        }
        if (!isObjectOrMissing(params.path("arguments"))) {
            return Optional.of(
                    unexpected("arguments", params.path("arguments"), "an object, {} for none"));
        }
        return isObjectOrMissing(params.path("_meta"))
                ? Optional.empty()
                : Optional.of(unexpected("_meta", params.path("_meta"), "an object"));
    }

    private static boolean isObjectOrMissing(JsonNode value) {
        return value.isMissingNode() || value.isNull() || value.isObject();
    }

    private static String unexpected(String name, JsonNode value, String expected) {
        String what =
                switch (value.getNodeType()) {
                    case MISSING -> "missing";
                    case STRING -> "\"" + value.stringValue() + "\"";
                    case ARRAY -> "a list";
                    case OBJECT -> "an object";
                    case NUMBER, BOOLEAN, NULL -> value.toString();
                    default -> value.getNodeType().name().toLowerCase(Locale.ROOT);
                };
        return "%s is %s; expected %s.".formatted(name, what, expected);
    }
}
