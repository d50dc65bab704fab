package dev.nudge.outbox;

import dev.nudge.delivery.EndNote;
import dev.nudge.delivery.Note;
import dev.nudge.delivery.QuestionNote;
import dev.nudge.job.Asked;
import dev.nudge.job.Job;
import dev.nudge.job.Nudge;
import dev.nudge.job.NudgeEvent;
import java.util.Optional;

/// The key of a job's note: that of its end, or that of one of its questions. Knows where the job
/// keeps the account of it.
///
/// @param question the question's number; 0 for the end
public record NoteKey(long job, long question) {
    private static final char SEPARATOR = '?';

    public static NoteKey ofEnd(long job) {
        return new NoteKey(job, 0);
    }

    static NoteKey of(Note note) {
        return switch (note) {
            case EndNote end -> ofEnd(end.job());
            case QuestionNote asked -> new NoteKey(asked.job(), asked.question().id());
        };
    }

    /// Parses the result of [#toString].
    public static NoteKey parse(String text) {
        int separator = text.indexOf(SEPARATOR);
        return separator < 0
                ? ofEnd(Long.parseLong(text))
                : new NoteKey(
                        Long.parseLong(text.substring(0, separator)),
                        Long.parseLong(text.substring(separator + 1)));
    }

    public boolean isEnd() {
        return question == 0;
    }

    /// Returns the account of this note; empty if the job has asked something else since.
    Optional<Nudge> nudge(Job state) {
        return isEnd() ? Optional.of(state.nudge()) : asked(state).map(Asked::nudge);
    }

    private Optional<Asked> asked(Job state) {
        return state.question().filter(q -> q.question().id() == question);
    }

    /// Returns whether it has not been reported yet.
    boolean isOpen(Job state) {
        return isEnd()
                ? state.isEnded() && state.nudge().isOpen()
                : asked(state).filter(Asked::isOpen).isPresent();
    }

    /// Returns the job after an event of this note; the same if it has asked something else since.
    Job after(Job state, NudgeEvent event) {
        if (isEnd()) {
            return state.after(event);
        }
        return asked(state).isPresent() ? state.questionAfter(event) : state;
    }

    /// Returns the form used in records: `17`, `17?1`.
    @Override
    public String toString() {
        return isEnd() ? Long.toString(job) : job + "" + SEPARATOR + question;
    }
}
