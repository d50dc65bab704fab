package dev.nudge.soak;

import dev.nudge.soak.Told.Message;
import dev.nudge.testkit.NudgeLine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Judges what messages report of the lines that a watch has found: each reports one or some, in
/// their order, none of them twice. What was lost with an agent is reported again; what nobody has
/// heard may be.
final class LinesVerdict {
    static final String AGAIN = "told again, as the agent that took them died";

    private final List<String> lines;
    private final long watch;
    private final Told own;
    private final List<Message> tellers = new ArrayList<>();
    private final List<Message> ends = new ArrayList<>();
    private final List<String> windows = new ArrayList<>();

    /// @param lines what the watch has to find and report
    LinesVerdict(List<String> lines, long watch, Told own) {
        this.lines = lines;
        this.watch = watch;
        this.own = own;
    }

    /// Reads all messages about the watch.
    ///
    /// @return the first one that reports wrong lines
    Optional<Message> firstWrong() {
        for (Message message : own.of(watch)) {
            if (message.isAnswer()) {
                ends.add(message);
            } else if (!isRight(message)) {
                return Optional.of(message);
            }
        }
        forgetLost(Integer.MAX_VALUE);
        return Optional.empty();
    }

    /// Returns the reports of the last line, which is the end of the watch. An answer reports all
    /// lines.
    List<Message> ends() {
        return ends;
    }

    /// Returns how many of the lines, from the first on, messages have reported.
    int told() {
        return tellers.size();
    }

    List<String> windows() {
        return windows;
    }

    private boolean isRight(Message message) {
        forgetLost(message.life());
        ReportedLines found = ReportedLines.in(message.text(), watch);
        int count = found.count().orElse(lines.size() - tellers.size());
        int most = Math.min(count, again(message.life()));
        for (int again = 0; again <= most; again++) {
            if (isLast(found, tellers.size() + count - again)) {
                take(message, count, again);
                return true;
            }
        }
        return false;
    }

    private void take(Message message, int count, int again) {
        if (again > 0) {
            windows.add(AGAIN);
        }
        tellers.subList(tellers.size() - again, tellers.size()).clear();
        tellers.addAll(Collections.nCopies(count, message));
        if (tellers.size() == lines.size()) {
            ends.add(message);
        }
    }

    /// Lines that were lost with an earlier agent must be reported again.
    private void forgetLost(int life) {
        while (!tellers.isEmpty()
                && own.isLost(tellers.getLast())
                && tellers.getLast().life() < life) {
            tellers.removeLast();
        }
    }

    /// Returns how many of the last lines that were reported this agent may be told again.
    private int again(int life) {
        return (int)
                tellers.reversed().stream()
                        .takeWhile(teller -> own.isUnheard(teller) && teller.life() < life)
                        .count();
    }

    private boolean isLast(ReportedLines found, int told) {
        return told > 0 && told <= lines.size() && lines.get(told - 1).startsWith(found.last());
    }

    /// What a message tells of the lines that a watch has found.
    ///
    /// @param count how many they are; empty if there was no room to say
    /// @param last the last of them, as far as it is shown
    private record ReportedLines(OptionalInt count, String last) {
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
}
