package dev.nudge.settings;

import dev.nudge.text.ByteCount;
import dev.nudge.text.TimeSpan;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The kind of value that a setting takes.
///
/// @param isValid tests a value that is not empty
/// @param expected what a message says after `expected`
record Kind(Predicate<String> isValid, String expected) {
    private static final long LEAST_LOG = 4L << 20;

    static final Kind TEXT = new Kind(_ -> true, "a text");
    static final Kind SWITCH =
            new Kind(List.of("on", "off", "true", "false")::contains, "on or off");
    static final Kind LOG_SIZE =
            new Kind(
                    v -> ByteCount.parse(v) >= LEAST_LOG,
                    "bytes, or a number with K, M or G, 4M or more");
    static final Kind SPAN =
            new Kind(
                    v -> TimeSpan.parse(v).filter(span -> !span.isZero()).isPresent(),
                    TimeSpan.EXPECTED + ", 1 second or more");
    static final Kind DAYS =
            new Kind(v -> days(v) > 0, "whole days (30), or a time such as 2w, 1 day or more");
    static final Kind CONTROL_KEY =
            new Kind(v -> v.matches("\\^[@-_a-z]"), "^ and a letter or one of @[\\]^_");

    static final Kind WEB_ADDRESS =
            new Kind(Kind::isWebAddress, "an address such as https://ntfy.sh/my-topic");

    static final Kind PORT =
            new Kind(
                    v -> v.matches("\\d{1,5}") && Integer.parseInt(v) < 1 << 16,
                    "a port, 0 to 65535");

    private static boolean isWebAddress(String value) {
        try {
            URI address = new URI(value);
            return address.getHost() != null
                    && Stream.of("http", "https")
                            .anyMatch(s -> s.equalsIgnoreCase(address.getScheme()));
        } catch (URISyntaxException e) {
            return false;
        }
    }

    static Kind number(String what) {
        return new Kind(v -> v.matches("[1-9]\\d{0,8}"), what + ", 1 or more");
    }

    /// Returns the whole days of a [#DAYS] value, which is a number of days unless it has a unit; 0
    /// if it is invalid.
    static int days(String value) {
        return value.matches("\\d{1,9}")
                ? Integer.parseInt(value)
                : TimeSpan.parse(value)
                        .map(span -> (int) Math.min(Integer.MAX_VALUE, span.toDays()))
                        .orElse(0);
    }

    static Kind oneOf(String... words) {
        return new Kind(List.of(words)::contains, "one of " + String.join(", ", words));
    }

    static boolean isOff(String value) {
        return value.equals("off") || value.equals("false");
    }
}
