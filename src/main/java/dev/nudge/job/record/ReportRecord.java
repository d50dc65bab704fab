package dev.nudge.job.record;

import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeState.Report;
import dev.nudge.job.nudge.NudgeTarget;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What was reported to an agent as flat data, part of [JobRecord] and [QuestionRecord]. Append
/// only, as those are.
///
/// @param text the message; null if the answer to a call reported it
/// @param agent who received it
public record ReportRecord(@Nullable String text, NudgeTarget agent) {
    /// Flattens it; null if there is none.
    static @Nullable ReportRecord of(NudgeState nudge) {
        return nudge.report().map(ReportRecord::of).orElse(null);
    }

    private static ReportRecord of(Report report) {
        return new ReportRecord(report.text().isEmpty() ? null : report.text(), report.agent());
    }

    static Optional<Report> restore(@Nullable ReportRecord record) {
        return Optional.ofNullable(record)
                .filter(r -> r.agent() != null)
                .map(r -> new Report(r.text() == null ? "" : r.text(), r.agent()));
    }
}
