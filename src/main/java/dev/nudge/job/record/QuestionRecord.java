package dev.nudge.job.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.nudge.job.News;
import dev.nudge.job.News.FoundLines;
import dev.nudge.job.Question;
import dev.nudge.job.Words;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeState.Report;
import dev.nudge.job.nudge.NudgeTarget;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A job's last question, or the lines that a watch has found, in [JobRecord]. Append only.
///
/// @param id the number of the question, or of the last line
/// @param kind `prompt`, `editor`, `pager`, `repl`, or `match` for lines
/// @param program the program that waits; for lines, how many there are
/// @param prompt the text left of the cursor, or the text that reports the lines; may be empty
/// @param standing whether the job still waits for the answer, or the watch looks for more
/// @param nudge as in [JobRecord], and so are `nudgeText`, `nudgedAt` and `report`
/// @param masked true if what is typed is not shown, or may not be; otherwise null
public record QuestionRecord(
        long id,
        String kind,
        String program,
        String prompt,
        Instant askedAt,
        boolean standing,
        String nudge,
        @Nullable String nudgeText,
        @Nullable Instant nudgedAt,
        @Nullable ReportRecord report,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean masked) {

    private static final String MATCH = "match";

    static QuestionRecord of(News.Interim news) {
        return switch (news) {
            case News.Asks(Question asked, _, _, _) ->
                    of(
                            news,
                            Words.of(asked.kind()),
                            asked.program(),
                            asked.prompt(),
                            asked.isMasked() ? true : null);
            case News.Found(FoundLines lines, _, _, _) ->
                    of(news, MATCH, Integer.toString(lines.count()), lines.text(), null);
        };
    }

    private static QuestionRecord of(
            News.Interim news,
            String kind,
            String program,
            String prompt,
            @Nullable Boolean masked) {
        return new QuestionRecord(
                news.number(),
                kind,
                program,
                prompt,
                news.at(),
                news.isStanding(),
                news.nudge().word(),
                news.nudge().recordedText().orElse(null),
                news.nudge().changedAt().orElse(null),
                ReportRecord.of(news.nudge()),
                masked);
    }

    News.Interim toNews() {
        Instant at = Objects.requireNonNull(askedAt, "question without asked_at");
        NudgeState state = NudgeState.of(nudge, nudgeText, nudgedAt, ReportRecord.restore(report));
        return kind.equals(MATCH)
                ? new News.Found(
                        FoundLines.of(id, Integer.parseInt(program), prompt), at, standing, state)
                : new News.Asks(
                        new Question(
                                id,
                                Words.named(Question.Kind.class, "kind", kind),
                                program,
                                prompt,
                                Boolean.TRUE.equals(masked)),
                        at,
                        standing,
                        state);
    }

    /// What was reported to an agent, in [JobRecord] and [QuestionRecord]. Append only.
    ///
    /// @param text the message; null if the answer to a call reported it
    /// @param agent who received it
    public record ReportRecord(@Nullable String text, NudgeTarget agent) {
        static @Nullable ReportRecord of(NudgeState nudge) {
            return nudge.report()
                    .map(r -> new ReportRecord(r.text().isEmpty() ? null : r.text(), r.agent()))
                    .orElse(null);
        }

        static Optional<Report> restore(@Nullable ReportRecord record) {
            return Optional.ofNullable(record)
                    .filter(r -> r.agent() != null)
                    .map(r -> new Report(r.text() == null ? "" : r.text(), r.agent()));
        }
    }
}
