package dev.nudge.web.live;

import dev.nudge.console.JobSnapshot;
import dev.nudge.job.News;
import dev.nudge.job.Question;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Keeps track of the questions that one page has been shown and that want an answer. For one
/// thread.
final class Questioning {
    private final GivenAnswers answers;
    private final Object page;
    private final Map<Long, Long> shown = new HashMap<>();

    /// @param answers the answers of all pages
    /// @param page this page, as `answers` knows it
    Questioning(GivenAnswers answers, Object page) {
        this.answers = answers;
        this.page = page;
    }

    /// Returns the messages about questions after these changes. The end of a question comes before
    /// the next question of the same job.
    List<LiveEvent> after(List<JobSnapshot> changed, List<Long> removed) {
        List<LiveEvent> events = new ArrayList<>();
        removed.forEach(job -> resolve(job).ifPresent(events::add));
        for (JobSnapshot next : changed) {
            long job = next.number();
            Optional<News.Asks> standing =
                    next.job().asks().filter(asks -> asks.question().isPrompt());
            if (standing.filter(asks -> isShown(job, asks.question())).isPresent()) {
                continue;
            }
            resolve(job).ifPresent(events::add);
            standing.ifPresent(asks -> events.add(ask(job, asks)));
        }
        return events;
    }

    private boolean isShown(long job, Question question) {
        return shown.getOrDefault(job, 0L) == question.id();
    }

    private LiveEvent ask(long job, News.Asks asks) {
        Question question = asks.question();
        shown.put(job, question.id());
        return new LiveEvent.StdinRequest(
                job,
                question.id(),
                question.kind().word(),
                question.program(),
                question.prompt(),
                asks.at(),
                question.isMasked());
    }

    private Optional<LiveEvent> resolve(long job) {
        Long question = shown.remove(job);
        return question == null
                ? Optional.empty()
                : Optional.of(
                        new LiveEvent.StdinResolved(
                                job, question, answers.by(job, question, page)));
    }
}
