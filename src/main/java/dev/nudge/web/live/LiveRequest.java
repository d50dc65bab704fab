package dev.nudge.web.live;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;

/// A message of the page.
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = LiveRequest.WatchJobs.class, name = "watch_jobs"),
    @JsonSubTypes.Type(value = LiveRequest.Follow.class, name = "follow"),
    @JsonSubTypes.Type(value = LiveRequest.Unfollow.class, name = "unfollow"),
    @JsonSubTypes.Type(value = LiveRequest.Measure.class, name = "measure"),
    @JsonSubTypes.Type(value = LiveRequest.Unmeasure.class, name = "unmeasure"),
    @JsonSubTypes.Type(value = LiveRequest.Search.class, name = "search"),
    @JsonSubTypes.Type(value = LiveRequest.Cancel.class, name = "cancel"),
    @JsonSubTypes.Type(value = LiveRequest.StdinInput.class, name = "stdin_input")
})
sealed interface LiveRequest {
    /// Wants all jobs, and then every change.
    record WatchJobs() implements LiveRequest {}

    /// Wants to know how a log grows.
    record Follow(long job) implements LiveRequest {}

    /// Ends that.
    record Unfollow(long job) implements LiveRequest {}

    /// Wants to know what a job uses.
    record Measure(long job) implements LiveRequest {}

    /// Ends that.
    record Unmeasure(long job) implements LiveRequest {}

    /// Wants the lines of a log in which a pattern is found.
    ///
    /// @param id chosen by the page, for the answers and to cancel it
    /// @param from offset where to begin; null for the start
    /// @param limit how many lines at most; null for 1,000
    record Search(String id, long job, String pattern, @Nullable Long from, @Nullable Integer limit)
            implements LiveRequest {
        public Search {
            if (id == null || pattern == null) {
                throw new IllegalArgumentException("A search needs an id and a pattern.");
            }
        }
    }

    /// Ends a search.
    record Cancel(String id) implements LiveRequest {}

    /// Answers a question.
    ///
    /// @param question its number
    /// @param text what to type before Enter
    record StdinInput(long job, long question, String text) implements LiveRequest {
        public StdinInput {
            if (text == null) {
                throw new IllegalArgumentException("An answer needs a text.");
            }
        }
    }
}
