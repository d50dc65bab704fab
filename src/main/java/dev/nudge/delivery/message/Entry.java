package dev.nudge.delivery.message;

import dev.nudge.delivery.message.EndNote.Subject;
import dev.nudge.job.ExitStatus;

/// One job's part of a message about several
record Entry(EndNote note, Wording words) {
    /// The least number of code points for the reason of an end.
    private static final int LEAST_REASON = 24;

    static Entry of(EndNote note) {
        return new Entry(note, Wording.of(note));
    }

    boolean isFailure() {
        return note.isFailure();
    }

    String text(Share share) {
        int room = Math.min(share.output(isFailure()), NudgeMessage.MAX_OUTPUT);
        String head =
                "job %d: \"%s\" %s"
                        .formatted(
                                note.job(),
                                words.command(share.command()),
                                end(Math.max(room, LEAST_REASON)));
        boolean hasOutput = note.hasRun() && !note.isPointer() && note.subject() != Subject.TIMER;
        String output = hasOutput ? words.text(room) : "";
        return output.isEmpty() ? head : head + " Output: [" + output + "]";
    }

    private String end(int room) {
        if (note.isAsWaitedFor()) {
            return note.subject() == Subject.TIMER ? "(timer is up)" : "(has matched)";
        }
        // The message begins with "completed", so this must say that the job never ran.
        return note.status() instanceof ExitStatus.Skipped
                ? "(skipped: " + words.reason(room) + ")"
                : words.end(note, room);
    }
}
