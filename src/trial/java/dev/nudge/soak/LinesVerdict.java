package dev.nudge.soak;

import dev.nudge.soak.Told.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
        for (int i = 0; i < again; i++) {
            tellers.removeLast();
        }
        for (int i = 0; i < count; i++) {
            tellers.add(message);
        }
        if (tellers.size() == lines.size()) {
            ends.add(message);
        }
    }

    /// Lines that were lost with an earlier agent must be reported again.
    private void forgetLost(int life) {
        while (!tellers.isEmpty() && isForgotten(tellers.getLast(), life)) {
            tellers.removeLast();
        }
    }

    private boolean isForgotten(Message teller, int life) {
        return own.isLost(teller) && teller.life() < life;
    }

    /// Returns how many of the last lines that were reported this agent may be told again.
    private int again(int life) {
        int again = 0;
        while (again < tellers.size()
                && mayComeAgain(tellers.get(tellers.size() - 1 - again), life)) {
            again++;
        }
        return again;
    }

    private boolean mayComeAgain(Message teller, int life) {
        return own.isUnheard(teller) && teller.life() < life;
    }

    private boolean isLast(ReportedLines found, int told) {
        return told > 0 && told <= lines.size() && lines.get(told - 1).startsWith(found.last());
    }
}
