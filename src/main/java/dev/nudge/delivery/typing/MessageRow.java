package dev.nudge.delivery.typing;

import dev.nudge.delivery.message.EndNote;
import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.message.NudgeMessage;
import java.util.List;

/// Counts the messages to one agent that follow each other while ends wait, so that the last of a
/// row reports all that are left.
final class MessageRow {
    private int length;

    NudgeMessage next(List<Note> notes) {
        return NudgeMessage.of(notes, NudgeMessage.MOST_IN_A_ROW - length);
    }

    /// Counts a message that was delivered. The row ends when no end of a job waits.
    void count(List<Note> told, List<Note> waiting) {
        long ends = ends(told);
        if (ends > 0) {
            length = ends == ends(waiting) ? 0 : (length + 1) % NudgeMessage.MOST_IN_A_ROW;
        }
    }

    private static long ends(List<Note> notes) {
        return notes.stream().filter(EndNote.class::isInstance).count();
    }
}
