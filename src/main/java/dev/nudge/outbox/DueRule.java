package dev.nudge.outbox;

import dev.nudge.job.Job;
import dev.nudge.job.News;
import dev.nudge.job.nudge.NudgeState;

/// Decides which open notes may be reported now.
final class DueRule {
    private final NoteWriter notes;
    private final OpenNotes open;
    private final TaskClaims claims;

    DueRule(NoteWriter notes, OpenNotes open, TaskClaims claims) {
        this.notes = notes;
        this.open = open;
        this.claims = claims;
    }

    /// Returns whether a note is due.
    boolean isDue(NoteKey key, Job job) {
        return key.isOpen(job)
                && (isBeingTyped(key, job)
                        || job.news(key.news()).filter(news -> isDue(job, news)).isPresent());
    }

    /// Returns whether news is due. A question is looked up where it was left, since the news that
    /// it is over may be on its way. The end of a watch waits while the lines before it are being
    /// reported. Its lines wait while a call waits for it: until that ends, the agent could only
    /// queue them, and the answer reports all. The end of a task waits for its client, and so does
    /// a question that its client asks a person.
    private boolean isDue(Job job, News news) {
        return switch (news) {
            case News.Ended _ ->
                    !claims.isClaimed(job.number())
                            && job.interim().filter(last -> isTelling(job, last)).isEmpty();
            case News.Asks asks ->
                    !claims.isClaimedWithQuestions(job.number()) && notes.isStanding(job, asks);
            case News.Found _ -> !open.isAnswering(job.number());
        };
    }

    private boolean isTelling(Job job, News.Interim last) {
        NoteKey key = NoteKey.of(job, last);
        return switch (last) {
            case News.Asks _ -> false;
            case News.Found _ -> isBeingTyped(key, job) || open.isHeld(key);
        };
    }

    /// Returns whether a message with this note is being typed.
    static boolean isBeingTyped(NoteKey key, Job job) {
        return key.nudge(job).flatMap(NudgeState::typedText).isPresent();
    }
}
