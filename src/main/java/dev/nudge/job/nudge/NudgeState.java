package dev.nudge.job.nudge;

import dev.nudge.job.nudge.NudgeEvent.NudgeTransition;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The state of reporting a news of a job to the agent.
public sealed interface NudgeState {
    /// Begins the recorded text of a message that is typed again; no message has a line end.
    String AGAIN = "\n";

    /// Begins every receipt. One stands for a task's result, or an answer, in place of a message.
    String RECEIPT = "nudge-receipt-";

    /// Nobody is to be notified.
    record Off() implements NudgeState {}

    /// The agent is to be notified: of an end once the job has ended.
    record Pending() implements NudgeState {}

    /// The job has ended, but the agent, its pane or its tmux server is gone: the next agent there
    /// is notified. Never on disk, where it is [Pending] or [Typing]: agents come and go.
    record Undelivered() implements NudgeState {}

    /// The message is being typed; after a crash of the daemon the screen shows how far it came.
    ///
    /// @param text the whole message
    /// @param id the same for all that the message reports, and for no other message, not even one
    ///   with this text: by it, an inbox knows what it has already
    /// @param left since when an agent for which it was typed is known to be gone: then no screen
    ///   shows whether the message was received, and the next agent is notified
    /// @param isAgain whether it has been typed since for that next agent
    record Typing(String text, String id, Optional<Instant> left, boolean isAgain)
            implements NudgeState {
        /// Begins the id behind the recorded text.
        private static final String ID = "\n";

        public Typing(String text, String id) {
            this(text, id, Optional.empty(), false);
        }

        public Typing leftAt(Instant now) {
            return new Typing(text, id, Optional.of(now), false);
        }

        private String recorded() {
            return (isAgain ? AGAIN : "") + text + ID + id;
        }

        private static Typing of(String recorded, @Nullable Instant left) {
            boolean isAgain = recorded.startsWith(AGAIN);
            String[] parts = recorded.substring(isAgain ? AGAIN.length() : 0).split(ID, 2);
            if (parts.length < 2) {
                throw new IllegalArgumentException("a message that is typed, without an id");
            }
            return new Typing(parts[0], parts[1], Optional.ofNullable(left), isAgain);
        }
    }

    /// The answer to a call reported it, and the agent has left no receipt yet. If none comes
    /// before it is idle, asks for something else, or ends, it is reported again.
    record Answered(Instant at) implements NudgeState {}

    /// The agent has taken the message out of its prompt, into its queue or a turn, or its client
    /// has asked for the result of a task. If the agent ends before a receipt comes or it is seen
    /// to work, the next agent is notified.
    ///
    /// @param text the whole message, or the receipt in the result
    record Taken(String text, Instant at) implements NudgeState {}

    /// The agent has begun a turn with the message. If the turn fails, or a person cancels it, the
    /// model forgets the message; if the agent ends, its model may not have answered. The
    /// transcript shows which of these is true.
    ///
    /// @param isTyped whether it was typed, not handed over by the hook of a prompt
    /// @param text the whole message
    record InTurn(Instant at, boolean isTyped, Turn turn, String text) implements NudgeState {}

    /// The agent has been notified, and its model has been asked; or it has received the message or
    /// the answer, and leaves no receipts or keeps no transcript.
    ///
    /// @param isTyped whether a message was typed; if not, it was sent along with a prompt, or was
    ///   in the answer to a call
    /// @param report what was reported, and to whom; empty if nobody is known
    record Delivered(Instant at, boolean isTyped, Optional<Report> report) implements NudgeState {}

    /// A report that an agent has received, as it is kept afterwards.
    ///
    /// @param text the whole message; empty if the answer to a call reported it
    /// @param agent who received it
    record Report(String text, NudgeTarget agent) {}

    /// The agent has received the answer that reports it. If a person cancels the turn, the model
    /// forgets it: once the turn is over, the transcript shows that.
    ///
    /// @param transcript the path of the record of the conversation
    record Received(Instant at, String transcript) implements NudgeState {}

    /// Returns whether a text stands for the result of a task.
    static boolean isReceipt(String text) {
        return text.startsWith(RECEIPT);
    }

    /// Returns whether the result of the task with this receipt is what reported it.
    default boolean isToldBy(String receipt) {
        return switch (this) {
            case Taken(String text, _) -> text.equals(receipt);
            case InTurn(_, _, _, String text) -> text.equals(receipt);
            case Delivered told -> told.report().filter(r -> r.text().equals(receipt)).isPresent();
            default -> false;
        };
    }

    default boolean isOpen() {
        return this instanceof Pending
                || this instanceof Typing
                || this instanceof Undelivered
                || this instanceof Answered;
    }

    /// Returns whether it is reported again only if the turn of the report fails or is cancelled.
    default boolean isSettled() {
        return !isOpen() && !(this instanceof Taken) && !(this instanceof Received);
    }

    /// Returns whether it has not been reported, and no message reporting it is being typed. Then
    /// the answer to a call, or a hook, may report it.
    default boolean isUntold() {
        return this instanceof Pending || this instanceof Answered;
    }

    /// Returns the state after an event; the same if it changes nothing in this state.
    default NudgeState after(NudgeEvent event, Optional<NudgeTarget> agent) {
        return new NudgeTransition(agent).next(this, event);
    }

    /// Returns the word for JSON and lists; while a message is being typed, `pending`.
    default String word() {
        return switch (this) {
            case Off _ -> "off";
            case Pending _, Typing _ -> "pending";
            case Undelivered _ -> "undelivered";
            case Answered _ -> "answered";
            case Received _ -> "received";
            case Taken _ -> "taken";
            case InTurn told -> delivered(told.isTyped());
            case Delivered(_, boolean isTyped, _) -> delivered(isTyped);
        };
    }

    default Optional<String> typedText() {
        return this instanceof Typing typing ? Optional.of(typing.text()) : Optional.empty();
    }

    /// Returns the message for whose turn the hook will leave a receipt; empty if there is none.
    default Optional<String> unreceivedText() {
        return this instanceof Taken taken ? Optional.of(taken.text()) : typedText();
    }

    /// Returns the text recorded beside its word: the message that is being typed, after a line end
    /// if it was typed for an earlier agent too, and before another and its id; the message that
    /// was taken; the path of a transcript; or both of a turn, after the hook's process. Empty for
    /// none.
    default Optional<String> recordedText() {
        return switch (this) {
            case Typing typing -> Optional.of(typing.recorded());
            case Received received -> Optional.of(received.transcript());
            case InTurn(_, _, Turn turn, String text) -> Optional.of(turn.recorded(text));
            default -> unreceivedText();
        };
    }

    /// Returns when the agent had the message, or was known to be gone while it was being typed.
    default Optional<Instant> changedAt() {
        return switch (this) {
            case Taken(_, Instant at) -> Optional.of(at);
            case InTurn told -> Optional.of(told.at());
            case Delivered(Instant at, _, _) -> Optional.of(at);
            case Answered(Instant at) -> Optional.of(at);
            case Received(Instant at, _) -> Optional.of(at);
            case Typing typing -> typing.left();
            case Off _, Pending _, Undelivered _ -> Optional.empty();
        };
    }

    /// Returns what was reported, and to whom; empty before that, or if it is not known.
    default Optional<Report> report() {
        return Optional.empty();
    }

    /// Restores it from [#word], [#recordedText], [#changedAt] and [#report].
    static NudgeState of(
            String word, @Nullable String text, @Nullable Instant at, Optional<Report> report) {
        return switch (word) {
            case "off" -> new Off();
            case "pending" -> text == null ? new Pending() : Typing.of(text, at);
            case "undelivered" -> new Undelivered();
            case "answered" -> new Answered(time(word, at));
            case "received" -> new Received(time(word, at), text == null ? "" : text);
            case "taken" -> new Taken(text == null ? "" : text, time(word, at));
            case "delivered", "handed_over" -> {
                boolean isTyped = word.equals(delivered(true));
                yield text == null
                        ? new Delivered(time(word, at), isTyped, report)
                        : Turn.told(time(word, at), isTyped, text);
            }
            default -> throw new IllegalArgumentException("unknown nudge \"" + word + "\"");
        };
    }

    private static String delivered(boolean isTyped) {
        return isTyped ? "delivered" : "handed_over";
    }

    private static Instant time(String word, @Nullable Instant at) {
        if (at == null) {
            throw new IllegalArgumentException("nudge \"" + word + "\" without nudged_at");
        }
        return at;
    }

    /// A turn of an agent: the process of the prompt's hook, and the path of the transcript, which
    /// is empty if the agent keeps none.
    record Turn(long hook, String transcript) {
        private static final String LINE = "\n";

        /// Returns the form used in records: the hook, the transcript and the message, a line each.
        String recorded(String text) {
            return hook + LINE + transcript + LINE + text;
        }

        /// Restores what was told in a turn from [#recorded].
        static NudgeState told(Instant at, boolean isTyped, String recorded) {
            String[] parts = recorded.split(LINE, 3);
            if (parts.length < 3) {
                throw new IllegalArgumentException("nudge_text is not a turn: " + recorded);
            }
            return new NudgeState.InTurn(
                    at, isTyped, new Turn(Long.parseLong(parts[0]), parts[1]), parts[2]);
        }
    }

    /// The word in an answer that reports a job's end, which the agent's hook returns once the
    /// answer has arrived. Without it, the end is reported again.
    record Receipt(long job, String text) {}
}
