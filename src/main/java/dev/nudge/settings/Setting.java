package dev.nudge.settings;

import dev.nudge.text.ByteCount;
import dev.nudge.text.EditDistance;
import dev.nudge.text.TimeSpan;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/// The settings. docs/settings.md says what each means; a test checks that its table is this list.
public enum Setting {
    SESSION(Reader.AGENT, Kind.TEXT, "gemini-cli"),
    HOOKS(Reader.AGENT, Kind.SWITCH, "on"),
    IDLE_EXIT(Reader.DAEMON, Kind.SPAN, "600"),
    MAX_LOG(Reader.DAEMON, Kind.LOG_SIZE, "1G"),
    KEEP_DAYS(Reader.DAEMON, Kind.DAYS, "30"),
    KEEP_JOBS(Reader.DAEMON, Kind.number("a number of jobs"), "1000"),
    PTY(Reader.CALLER, Kind.SWITCH, "on"),
    EXCERPT(Reader.CALLER, Kind.oneOf("start", "end", "auto"), "auto"),
    DETACH_KEY(Reader.ATTACH, Kind.CONTROL_KEY, "^\\"),
    NOTIFY_COMMAND(Reader.DAEMON, Kind.TEXT, ""),
    NOTIFY_URL(Reader.DAEMON, Kind.WEB_ADDRESS, ""),
    NOTIFY_BODY(Reader.DAEMON, Kind.TEXT, "{text}"),
    NOTIFY_ON(Reader.DAEMON, Kind.oneOf("all", "failed", "asks"), "all"),
    DESKTOP(Reader.DAEMON, Kind.oneOf("off", "osc9", "osc777"), "off"),
    BELL(Reader.DAEMON, Kind.SWITCH, "off"),
    WEB_PORT(Reader.DAEMON, Kind.PORT, "0");

    private final Reader reader;

    @SuppressWarnings("ImmutableEnumChecker") // a test and a text
    private final Kind kind;

    private final String byDefault;

    Setting(Reader reader, Kind kind, String byDefault) {
        this.reader = reader;
        this.kind = kind;
        this.byDefault = byDefault;
    }

    /// The process whose environment the variable is read from.
    public enum Reader {
        AGENT,
        DAEMON,
        CALLER,
        /// `nudge attach` and `nudge web`.
        ATTACH
    }

    /// Returns the name in the file, `keep_days`.
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// Returns the name of the environment variable, `NUDGE_KEEP_DAYS`.
    public String variable() {
        return "NUDGE_" + name();
    }

    public Reader reader() {
        return reader;
    }

    /// Returns the default value; empty if there is none.
    public String byDefault() {
        return byDefault;
    }

    /// Returns what is wrong with a value that is not empty; empty if nothing is. It is logged, so
    /// it does not quote a web address, which may be a secret.
    ///
    /// @param name the name of the setting in the place where it is set
    Optional<String> complaint(String name, String value) {
        if (kind.isValid().test(value)) {
            return Optional.empty();
        }
        String is = this == NOTIFY_URL ? "not an address on the web" : "\"%s\"".formatted(value);
        return Optional.of("%s is %s; expected %s.".formatted(name, is, kind.expected()));
    }

    static Optional<Setting> named(String key) {
        return Arrays.stream(values()).filter(s -> s.key().equals(key)).findFirst();
    }

    static Setting nearest(String key) {
        String word = key.toLowerCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(values())
                .min(Comparator.comparingInt(s -> EditDistance.of(word, s.key())))
                .orElseThrow();
    }

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
                return value.matches("(?i)https?:.*") && new URI(value).getHost() != null;
            } catch (URISyntaxException e) {
                return false;
            }
        }

        private static Kind number(String what) {
            return new Kind(v -> v.matches("[1-9]\\d{0,8}"), what + ", 1 or more");
        }

        /// Returns the whole days of a [#DAYS] value, which is a number of days unless it has a
        /// unit; 0 if it is invalid.
        static int days(String value) {
            return value.matches("\\d{1,9}")
                    ? Integer.parseInt(value)
                    : TimeSpan.parse(value)
                            .map(span -> (int) Math.min(Integer.MAX_VALUE, span.toDays()))
                            .orElse(0);
        }

        private static Kind oneOf(String... words) {
            return new Kind(List.of(words)::contains, "one of " + String.join(", ", words));
        }
    }
}
