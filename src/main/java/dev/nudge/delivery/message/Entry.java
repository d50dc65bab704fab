package dev.nudge.delivery.message;

import dev.nudge.delivery.message.EndNote.Subject;
import dev.nudge.job.ExitStatus;

/// The part of a message about several jobs that is about one: `job 3: "make" (Exit code: 2)
/// Output: [error: no rule]`.
record Entry(EndNote note, Wording words) {
    /// The reason for an end gets at least so many code points.
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
        // The message begins with "completed"; only this says that the job never ran.
        return note.status() instanceof ExitStatus.Skipped
                ? "(skipped: " + words.reason(room) + ")"
                : words.end(note, room);
    }
}
