package dev.nudge.delivery;

import dev.nudge.delivery.EndNote.Subject;
import dev.nudge.job.ExitStatus;

/// Writes a message about the end of one job.
final class OneNote {
    private static final NoteText SMALLEST = new NoteText(8, 0);

    private OneNote() {}

    /// Gives the longest text that fits: the output gives way first, then the command.
    static String fit(EndNote note) {
        for (int command = NoteText.FULL.command(); command >= 10; command -= 10) {
            for (int output = NoteText.FULL.output(); output >= 0; output -= 5) {
                String text = text(note, new NoteText(command, output));
                if (text.length() <= NudgeMessage.MAX_LENGTH) {
                    return text;
                }
            }
        }
        return text(note, SMALLEST);
    }

    private static String text(EndNote note, NoteText parts) {
        return "%s: \"%s\"%s%s [nudge: job %d, automatic notice]"
                .formatted(
                        what(note),
                        parts.command(note),
                        isAsWaitedFor(note) ? "" : " " + parts.end(note),
                        output(note, parts),
                        note.job());
    }

    private static String what(EndNote note) {
        return switch (note.subject()) {
            case COMMAND -> "Background command " + verb(note.status());
            case TIMER -> isAsWaitedFor(note) ? "Timer is up" : "Timer ended";
            case WATCH -> isAsWaitedFor(note) ? "Watch has matched" : "Watch ended";
        };
    }

    /// Whether something has come that was only waited for.
    static boolean isAsWaitedFor(EndNote note) {
        return note.subject() != Subject.COMMAND && note.status().equals(new ExitStatus.Exited(0));
    }

    private static String output(EndNote note, NoteText parts) {
        if (!NoteText.hasRun(note.status()) || note.subject() == Subject.TIMER) {
            return "";
        }
        if (isAsWaitedFor(note)) {
            return " Line: [" + parts.output(note) + "]";
        }
        return note.isPointer()
                ? " " + NoteText.pointer(note)
                : " Output: [" + parts.output(note) + "]";
    }

    private static String verb(ExitStatus status) {
        return switch (status) {
            case ExitStatus.Exited _, ExitStatus.Signaled _ -> "completed";
            case ExitStatus.NotStarted _ -> "failed";
            case ExitStatus.Lost _ -> "lost";
        };
    }
}
