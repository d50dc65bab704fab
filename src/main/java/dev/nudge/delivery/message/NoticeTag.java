package dev.nudge.delivery.message;

import dev.nudge.text.Ellipsis;
import java.time.Duration;

/// The brackets at the end of a message, which mark it as one of nudge's: `[nudge: job 17 "build",
/// 4m12s, 3 attempts, automatic notice]`.
final class NoticeTag {
    private static final int LABEL = 30;

    private NoticeTag() {}

    static String of(EndNote note) {
        String attempts =
                note.end().attempts() > 1 ? ", " + note.end().attempts() + " attempts" : "";
        return "[nudge: job %d%s%s%s, automatic notice]"
                .formatted(note.job(), label(note), time(note.end().time()), attempts);
    }

    /// Returns the tag without a time, for a question or for lines that were found.
    static String of(Note note) {
        return "[nudge: job %d%s, automatic notice]".formatted(note.job(), label(note));
    }

    /// @param jobs more than one
    static String of(int jobs) {
        return "[nudge: %d jobs, automatic notice]".formatted(jobs);
    }

    private static String label(Note note) {
        String label = Ellipsis.start(Harmless.line(note.label()).replace('"', '\''), LABEL);
        return label.isEmpty() ? "" : " \"" + label + "\"";
    }

    /// Writes `, 12s`, `, 4m12s`, `, 2h5m` or `, 3d4h`.
    private static String time(Duration time) {
        long seconds = time.toSeconds();
        if (time.isZero()) {
            return "";
        }
        if (seconds < 60) {
            return ", " + seconds + "s";
        }
        if (seconds < 3600) {
            return ", %dm%ds".formatted(seconds / 60, seconds % 60);
        }
        return seconds < 86_400
                ? ", %dh%dm".formatted(seconds / 3600, seconds / 60 % 60)
                : ", %dd%dh".formatted(seconds / 86_400, seconds / 3600 % 24);
    }
}
