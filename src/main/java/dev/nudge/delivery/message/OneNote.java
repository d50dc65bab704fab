package dev.nudge.delivery.message;

import dev.nudge.delivery.message.EndNote.Subject;
import dev.nudge.job.ExitStatus;

/// Writes a message about the end of one job.
final class OneNote {
    private static final int LEAST_COMMAND = 20;

    private OneNote() {}

    /// Returns the fullest text that fits: the command gives way first, then the output.
    static String fit(EndNote note) {
        Wording words = Wording.of(note);
        for (int output = NudgeMessage.MAX_OUTPUT; output >= 0; output -= 20) {
            for (int command = Wording.COMMAND; command >= LEAST_COMMAND; command -= 20) {
                String text = text(note, words, command, output);
                if (text.length() <= NudgeMessage.MAX_LENGTH) {
                    return text;
                }
            }
        }
        return text(note, words, 8, 0);
    }

    private static String text(EndNote note, Wording words, int command, int output) {
        return "%s: \"%s\"%s%s %s"
                .formatted(
                        what(note),
                        words.command(command),
                        note.isAsWaitedFor() ? "" : " " + words.end(note, output),
                        output(note, words.text(output)),
                        NoticeTag.of(note));
    }

    private static String what(EndNote note) {
        return switch (note.subject()) {
            case COMMAND -> "Background command " + verb(note.status());
            case TIMER -> note.isAsWaitedFor() ? "Timer is up" : "Timer ended";
            case WATCH -> note.isAsWaitedFor() ? "Watch has matched" : "Watch ended";
        };
    }

    private static String output(EndNote note, String text) {
        if (!note.hasRun() || note.subject() == Subject.TIMER) {
            return "";
        }
        if (note.isAsWaitedFor()) {
            return " Line: [" + text + "]";
        }
        return note.isPointer()
                ? " To read its output: read_output with job " + note.job()
                : " Output: [" + text + "]";
    }

    private static String verb(ExitStatus status) {
        return switch (status) {
            case ExitStatus.Exited _, ExitStatus.Signaled _ -> "completed";
            case ExitStatus.NotStarted _ -> "failed";
            case ExitStatus.Skipped _ -> "skipped";
            case ExitStatus.Lost _ -> "lost";
        };
    }
}
