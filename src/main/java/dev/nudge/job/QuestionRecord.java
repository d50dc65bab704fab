package dev.nudge.job;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A job's last question as flat data, part of [JobRecord]. Append only, as that is.
///
/// @param kind `prompt`, `editor`, `pager` or `repl`
/// @param prompt the text left of the cursor; may be empty
/// @param standing whether the job still waits for the answer
/// @param nudge as in [JobRecord], and so are `nudgeText` and `nudgedAt`
public record QuestionRecord(
        long id,
        String kind,
        String program,
        String prompt,
        Instant askedAt,
        boolean standing,
        String nudge,
        @Nullable String nudgeText,
        @Nullable Instant nudgedAt) {

    static QuestionRecord of(Asked asked) {
        Question question = asked.question();
        return new QuestionRecord(
                question.id(),
                question.kind().word(),
                question.program(),
                question.prompt(),
                asked.at(),
                asked.isStanding(),
                asked.nudge().word(),
                asked.nudge().recordedText().orElse(null),
                asked.nudge().changedAt().orElse(null));
    }

    Asked toAsked() {
        return new Asked(
                new Question(id, Question.Kind.named(kind), program, prompt),
                Objects.requireNonNull(askedAt, "question without asked_at"),
                standing,
                Nudge.of(nudge, nudgeText, nudgedAt));
    }
}
