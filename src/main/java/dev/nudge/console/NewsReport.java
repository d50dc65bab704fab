package dev.nudge.console;

import dev.nudge.job.FoundLines;
import dev.nudge.job.Job;
import dev.nudge.job.News;
import dev.nudge.job.NudgeState;
import dev.nudge.job.NudgeTarget;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How news of a job was reported to its agent.
///
/// @param about `end`, `question` or `lines`
/// @param state the word of the state
/// @param isOpen whether it has not been reported yet
/// @param to the agent, for a person; null if nobody is notified
/// @param at when the agent had it; null if it has not
/// @param text the message itself, while it is kept: until the turn with it is over; otherwise null
public record NewsReport(
        String about,
        String state,
        boolean isOpen,
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
                job.target().map(NewsReport::name).orElse(null),
                isOpen ? null : state.changedAt().orElse(null),
                text(state));
    }

    private static String about(News news) {
        return switch (news) {
            case News.Ended _ -> "end";
            case News.Asks _ -> "question";
            case News.Found(FoundLines _, _, _, _) -> "lines";
        };
    }

    private static @Nullable String text(NudgeState state) {
        return state instanceof NudgeState.InTurn(_, _, _, String text)
                ? text
                : state.unreceivedText().orElse(null);
    }

    private static String name(NudgeTarget agent) {
        return agent.hasPane()
                ? "the agent %d in pane %s, session %s"
                        .formatted(agent.agentPid(), agent.paneId(), agent.session())
                : "nobody: the agent %d is not in tmux".formatted(agent.agentPid());
    }
}
