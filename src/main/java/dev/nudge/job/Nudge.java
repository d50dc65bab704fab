package dev.nudge.job;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The state of reporting a job's end, or its question, to the agent.
public sealed interface Nudge {
    /// Nobody is to be notified.
    record Off() implements Nudge {}

    /// The agent is to be notified: of an end once the job has ended.
    record Pending() implements Nudge {}

    /// The job has ended, but the agent, its pane or its tmux server is gone: the next agent there
    /// is notified. Never on disk, where it is [Pending] or [Typing]: agents come and go.
    record Undelivered() implements Nudge {}

    /// The message is being typed; after a crash of the daemon the screen tells how far it came.
    ///
    /// @param text the whole message
    /// @param left since when it is known that the agent for which it was typed is gone: then no
    ///   screen tells whether it was heard, and the next agent is notified
    record Typing(String text, Optional<Instant> left) implements Nudge {
        public Typing(String text) {
            this(text, Optional.empty());
        }

        /// Returns the same for an agent that is gone.
        public Typing leftAt(Instant now) {
            return new Typing(text, Optional.of(now));
        }
    }

    /// The message was given to the session that the agent began, but the agent has not asked its
    /// model since. If it ends before, the next agent is notified.
    record Offered(Instant at) implements Nudge {}

    /// The agent has taken the message.
    record Delivered(Instant at) implements Nudge {}

    /// The message went along with a prompt of the user.
    record HandedOver(Instant at) implements Nudge {}

    /// Returns whether this has not been reported yet.
    default boolean isOpen() {
        return this instanceof Pending
                || this instanceof Typing
                || this instanceof Undelivered
                || this instanceof Offered;
    }

    /// Returns the word for JSON and lists: `off`, `pending`, `undelivered`, `offered`,
    /// `delivered`, `handed_over`.
    default String word() {
        return switch (this) {
            case Off _ -> "off";
            case Pending _, Typing _ -> "pending";
            case Undelivered _ -> "undelivered";
            case Offered _ -> "offered";
            case Delivered _ -> "delivered";
            case HandedOver _ -> "handed_over";
        };
    }

    /// Returns the message that is being typed; empty if none is.
    default Optional<String> typedText() {
        return this instanceof Typing typing ? Optional.of(typing.text()) : Optional.empty();
    }

    /// Returns when the agent had taken the message, or was offered it, or was known to be gone
    /// while it was typed.
    default Optional<Instant> changedAt() {
        return switch (this) {
            case Delivered(Instant at) -> Optional.of(at);
            case HandedOver(Instant at) -> Optional.of(at);
            case Offered(Instant at) -> Optional.of(at);
            case Typing(_, Optional<Instant> left) -> left;
            case Off _, Pending _, Undelivered _ -> Optional.empty();
        };
    }

    /// Restores it from its word.
    ///
    /// @param text what [#typedText] gave
    /// @param at what [#changedAt] gave
    /// @throws IllegalArgumentException if they contradict each other
    static Nudge of(String word, @Nullable String text, @Nullable Instant at) {
        return switch (word) {
            case "off" -> new Off();
            case "pending" ->
                    text == null ? new Pending() : new Typing(text, Optional.ofNullable(at));
            case "undelivered" -> new Undelivered();
            case "offered" -> new Offered(time(word, at));
            case "delivered" -> new Delivered(time(word, at));
            case "handed_over" -> new HandedOver(time(word, at));
            default -> throw new IllegalArgumentException("unknown nudge \"" + word + "\"");
        };
    }

    private static Instant time(String word, @Nullable Instant at) {
        if (at == null) {
            throw new IllegalArgumentException("nudge \"" + word + "\" without nudged_at");
        }
        return at;
    }
}
