package dev.nudge.console;

import dev.nudge.job.Job;
import dev.nudge.job.News;
import dev.nudge.job.News.FoundLines;
import dev.nudge.job.nudge.NudgeState;
import dev.nudge.job.nudge.NudgeState.Report;
import dev.nudge.job.nudge.NudgeTarget;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How news of a job was reported to its agent.
///
/// @param about `end`, `question` or `lines`
/// @param state the word of the state
/// @param isOpen whether it has not been reported yet
/// @param how `typed`, `with_prompt`, `in_answer` or `as_task`; null if it was not reported
/// @param to the agent, for a person; null if nobody is notified
/// @param at when the agent had it; null if it has not
/// @param text the message itself; null if none was written, as for an answer
public record NewsReport(
        String about,
        String state,
        boolean isOpen,
        @Nullable String how,
        @Nullable String to,
        @Nullable Instant at,
        @Nullable String text) {
    /// Returns the reports about a job, in the order of the news.
    static List<NewsReport> of(Job job) {
        return job.news().map(news -> of(news, job)).toList();
    }

    private static NewsReport of(News news, Job job) {
        NudgeState state = news.nudge();
        boolean isOpen = news.isOpen();
        return new NewsReport(
                about(news),
                state.word(),
                isOpen,
                isOpen ? null : how(state),
                state.report()
                        .map(Report::agent)
                        .or(job::target)
                        .map(NudgeTarget::words)
                        .orElse(null),
                isOpen ? null : state.changedAt().orElse(null),
                text(state).filter(text -> !text.isEmpty()).orElse(null));
    }

    private static String about(News news) {
        return switch (news) {
            case News.Ended _ -> "end";
            case News.Asks _ -> "question";
            case News.Found(FoundLines _, _, _, _) -> "lines";
        };
    }

    private static @Nullable String how(NudgeState state) {
        return switch (state) {
            case NudgeState.Taken(String text, _) -> way(text, true);
            case NudgeState.InTurn told -> way(told.text(), told.isTyped());
            case NudgeState.Received _ -> "in_answer";
            case NudgeState.Delivered told when told.isTyped() -> "typed";
            case NudgeState.Delivered told ->
                    told.report()
                            .map(Report::text)
                            .map(text -> text.isEmpty() ? "in_answer" : way(text, false))
                            .orElse(null);
            default -> null;
        };
    }

    private static String way(String text, boolean isTyped) {
        return NudgeState.isReceipt(text) ? "as_task" : isTyped ? "typed" : "with_prompt";
    }

    private static Optional<String> text(NudgeState state) {
        Optional<String> text =
                state instanceof NudgeState.InTurn(_, _, _, String told)
                        ? Optional.of(told)
                        : state.report().map(Report::text).or(state::unreceivedText);
        return text.filter(told -> !NudgeState.isReceipt(told));
    }
}
