package dev.nudge.web.live;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/// A message of the page. `asyncapi.yaml` describes the fields.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
sealed interface LiveRequest {
    /// Asks for all jobs, and then for every change.
    record WatchJobs() implements LiveRequest {}

    record Follow(long job) implements LiveRequest {}

    record Unfollow(long job) implements LiveRequest {}

    record Measure(long job) implements LiveRequest {}

    record Unmeasure(long job) implements LiveRequest {}

    record Search(String id, long job, String pattern, @Nullable Long from, @Nullable Integer limit)
            implements LiveRequest {
        public Search {
            if (id == null || pattern == null) {
                throw new IllegalArgumentException("A search needs an id and a pattern.");
            }
        }
    }

    record Cancel(String id) implements LiveRequest {}

    /// Answers a question: its number in this job, and what to type before Enter.
    record StdinInput(long job, long question, String text) implements LiveRequest {
        public StdinInput {
            if (text == null) {
                throw new IllegalArgumentException("An answer needs a text.");
            }
        }
    }
}
