package dev.nudge.web.live;

import java.util.LinkedHashMap;
import java.util.Map;

/// Records which page has answered which question. Thread-safe.
final class GivenAnswers {
    private static final int MOST = 1000;

    private final Map<Key, Object> pages = new LinkedHashMap<>();

    private record Key(long job, long question) {}

    /// Records that a page answers. Called before the answer is typed, so that anyone who sees its
    /// effect knows whose it is. Only the latest answers are kept.
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
