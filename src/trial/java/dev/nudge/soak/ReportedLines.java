package dev.nudge.soak;

import dev.nudge.testkit.NudgeLine;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a message tells of the lines that a watch has found.
///
/// @param count how many they are; empty if there was no room to say
/// @param last the last of them, as far as it is shown
record ReportedLines(OptionalInt count, String last) {
    private static final Pattern SEVERAL = Pattern.compile("(\\d+) lines, (?:the last: )?(.*)");
    private static final String LINE = " Line: [";
    private static final String OUTPUT = " Output: [";

    /// Reads a message about this watch, which may be about other jobs too.
    static ReportedLines in(String message, long watch) {
        boolean isOne = NudgeLine.jobsIn(message).equals(List.of(watch));
        String part = isOne ? message : part(message, watch);
        int begin =
                Math.max(
                        part.lastIndexOf(LINE) + LINE.length(),
                        part.lastIndexOf(OUTPUT) + OUTPUT.length());
        int end = part.indexOf(']', begin);
        return part.contains(LINE) || part.contains(OUTPUT)
                ? of(part.substring(begin, end).replace("…", ""))
                : new ReportedLines(OptionalInt.empty(), "");
    }

    private static String part(String message, long watch) {
        int begin = message.indexOf("job " + watch + ": ");
        int end = message.indexOf("; job ", begin);
        return begin < 0 ? "" : message.substring(begin, end < 0 ? message.length() : end);
    }

    private static ReportedLines of(String text) {
        Matcher several = SEVERAL.matcher(text);
        return several.matches()
                ? new ReportedLines(
                        OptionalInt.of(Integer.parseInt(several.group(1))),
                        several.group(2).length() < 10 ? "" : several.group(2))
                : new ReportedLines(OptionalInt.of(1), text);
    }
}
