package dev.nudge.web.live;

import dev.nudge.console.JobSnapshot;
import dev.nudge.job.News;
import dev.nudge.job.Question;
import dev.nudge.job.Words;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Keeps track of the questions that one page has been shown and that want an answer. For one
/// thread.
final class Questioning {
    private final GivenAnswers answers;
    private final Object page;
    private final LiveEvent.Sink sink;
    private final Map<Long, Long> shown = new HashMap<>();

    /// @param page this page, as `answers` knows it
    Questioning(GivenAnswers answers, Object page, LiveEvent.Sink sink) {
        this.answers = answers;
        this.page = page;
        this.sink = sink;
    }

    /// Sends the messages about questions after these changes. The end of a question comes before
    /// the next question of the same job.
    void report(List<JobSnapshot> changed, List<Long> removed) throws IOException {
        for (long job : removed) {
            resolve(job);
        }
        for (JobSnapshot next : changed) {
            long job = next.number();
            Optional<News.Asks> standing =
                    next.job().asks().filter(asks -> asks.question().isPrompt());
            boolean isShown =
                    standing.filter(asks -> shown.getOrDefault(job, 0L) == asks.question().id())
                            .isPresent();
            if (!isShown) {
                resolve(job);
                if (standing.isPresent()) {
                    ask(job, standing.get());
                }
            }
        }
    }

    private void ask(long job, News.Asks asks) throws IOException {
        Question question = asks.question();
        shown.put(job, question.id());
        sink.send(
                new LiveEvent.StdinRequest(
                        job,
                        question.id(),
                        Words.of(question.kind()),
                        question.program(),
                        question.prompt(),
                        asks.at(),
                        question.isMasked()));
    }

    private void resolve(long job) throws IOException {
        Long question = shown.remove(job);
        if (question != null) {
            sink.send(new LiveEvent.StdinResolved(job, question, answers.by(job, question, page)));
        }
    }

    /// Records which page has answered which question. Thread-safe.
    static final class GivenAnswers {
        private static final int MOST = 1000;

        private final Map<Key, Object> pages = new LinkedHashMap<>();

        private record Key(long job, long question) {}

        /// Records that a page answers. Called before the answer is typed, so that anyone who sees
        /// its effect knows whose it is. Only the latest answers are kept.
        ///
        /// @return whether this is the first answer to the question
        synchronized boolean claim(long job, long question, Object page) {
            if (pages.putIfAbsent(new Key(job, question), page) != null) {
                return false;
            }
            if (pages.size() > MOST) {
                pages.remove(pages.keySet().iterator().next());
            }
            return true;
        }

        /// Forgets an answer that was not typed.
        synchronized void release(long job, long question) {
            pages.remove(new Key(job, question));
        }

        /// Returns who has answered, in the words of the protocol: `you`, `page` or `other`.
        synchronized String by(long job, long question, Object page) {
            Object answered = pages.get(new Key(job, question));
            if (answered == null) {
                return "other";
            }
            return answered.equals(page) ? "you" : "page";
        }
    }
}
