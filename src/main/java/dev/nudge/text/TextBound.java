package dev.nudge.text;

import java.util.Collection;
import java.util.Optional;

/// The bounds of all texts that come from agents' tools, the command line or the page. Longer texts
/// are refused, and not kept. `docs/tools.md` lists them.
public enum TextBound {
    /// The longest argument of `bash -c` that Linux accepts (MAX_ARG_STRLEN less the NUL).
    COMMAND(131_071, Unit.BYTES, "put it into a script file and run that"),
    /// A variable for a command, `NAME=VALUE`.
    VARIABLE(131_071, Unit.BYTES, "put the value into a file, and its path into the variable"),
    /// All variables given for one command.
    VARIABLES(1 << 20, Unit.BYTES, "put the values into a file that the command reads"),
    /// The longest path that Linux accepts (PATH_MAX less the NUL).
    PATH(4_095, Unit.BYTES, ""),
    LABEL(200, Unit.CHARACTERS, ""),
    NOTE(4_000, Unit.CHARACTERS, "put it into a file and name that"),
    PATTERN(1_000, Unit.CHARACTERS, ""),
    /// Text that is typed into a terminal at once.
    INPUT(8 << 20, Unit.BYTES, "send it in several parts"),
    /// Everything else: a job, a time, a size, a key, a name, or one of a few words.
    WORD(1_000, Unit.CHARACTERS, "");

    /// The most elements of a list: jobs, keys, variables.
    public static final int MOST_ELEMENTS = 10_000;

    /// The longest request of the page in bytes; a line or a frame on the socket may have 16 MiB.
    public static final int PAGE_REQUEST = 1 << 20;

    private final int most;
    private final Unit unit;
    private final String advice;

    TextBound(int most, Unit unit, String advice) {
        this.most = most;
        this.unit = unit;
        this.advice = advice;
    }

    private enum Unit {
        BYTES,
        CHARACTERS;

        long count(String text) {
            return this == BYTES ? Bytes.length(text) : text.codePointCount(0, text.length());
        }

        String words() {
            return this == BYTES ? "bytes" : "characters";
        }
    }

    public String words() {
        return "%,d %s".formatted(most, unit.words());
    }

    /// Returns why a text is too long and what to do, to follow its name; empty if it is not too
    /// long.
    public Optional<String> objection(String text) {
        // A unit of UTF-16 has at most three bytes.
        long count = text.length() <= most / 3 ? 0 : unit.count(text);
        String end = advice.isEmpty() ? "" : ": " + advice;
        return count <= most
                ? Optional.empty()
                : Optional.of(
                        "has %,d %s; expected at most %,d%s"
                                .formatted(count, unit.words(), most, end));
    }

    /// Returns the text if it is not too long.
    ///
    /// @param what the name of the text, for the message: `--label`
    /// @throws IllegalArgumentException if it is; the message says its length, the bound, and what
    ///   to do
    public String checked(String what, String text) {
        objection(text)
                .ifPresent(objection -> {
                    throw new IllegalArgumentException(what + " " + objection);
                });
        return text;
    }

    /// Returns the list if it is not too long, as [#checked(String, String)] does with a text.
    public static <T extends Collection<?>> T checked(String what, T list) {
        if (list.size() > MOST_ELEMENTS) {
            throw new IllegalArgumentException(
                    "%s has %,d elements; expected at most %,d"
                            .formatted(what, list.size(), MOST_ELEMENTS));
        }
        return list;
    }
}
