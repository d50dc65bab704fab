package dev.nudge.console.log;

import java.util.OptionalInt;

/// How much of a log has been shown. As text, `4096` or `4096+2`.
///
/// @param offset behind the last line that was shown, or [#FINISHED]
/// @param after how many of the lines that follow are shown, since they are near a match; empty if
///   no match has been shown
record FollowPlace(long offset, OptionalInt after) {
    /// Instead of an offset, of a log that has been shown to its end.
    private static final long FINISHED = -1;

    /// Returns the place at an offset up to which everything was shown.
    static FollowPlace at(long offset) {
        return new FollowPlace(offset, OptionalInt.empty());
    }

    /// Returns the end of a log.
    static FollowPlace end() {
        return at(FINISHED);
    }

    static FollowPlace parse(String text) {
        int sign = text.indexOf('+');
        return sign < 0
                ? at(Long.parseLong(text))
                : new FollowPlace(
                        Long.parseLong(text.substring(0, sign)),
                        OptionalInt.of(Integer.parseInt(text.substring(sign + 1))));
    }

    boolean isEnd() {
        return offset == FINISHED;
    }

    @Override
    public String toString() {
        return offset + (after.isPresent() ? "+" + after.getAsInt() : "");
    }
}
