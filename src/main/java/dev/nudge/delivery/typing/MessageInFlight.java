package dev.nudge.delivery.typing;

import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.delivery.typing.NotesToType.PendingNote;
import dev.nudge.job.nudge.NudgeState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A message whose typing has begun, perhaps by an earlier daemon, as its [PendingNote]s say.
record MessageInFlight(NudgeState.Typing typing, boolean leavesReceipt, List<Note> notes) {
    /// Lists the messages in flight, the oldest first. There may be several: a message of an agent
    /// that is gone is passed on while another is being typed for the next agent.
    static List<MessageInFlight> all(List<PendingNote> pending) {
        Map<String, List<PendingNote>> byText = new LinkedHashMap<>();
        for (PendingNote note : pending) {
            note.nudge()
                    .typedText()
                    .ifPresent(t -> byText.computeIfAbsent(t, _ -> new ArrayList<>()).add(note));
        }
        return byText.values().stream().map(MessageInFlight::of).toList();
    }

    private static MessageInFlight of(List<PendingNote> notes) {
        PendingNote first = notes.getFirst();
        return new MessageInFlight(
                (NudgeState.Typing) first.nudge(), first.leavesReceipt(), PendingNote.notes(notes));
    }

    /// Finds the message to settle first: the one in the prompt, else one that was typed for the
    /// present agent, else the oldest.
    static Optional<MessageInFlight> among(List<PendingNote> pending, PaneState shown) {
        List<MessageInFlight> all = all(pending);
        return all.stream()
                .filter(message -> message.isAllOf(shown))
                .findFirst()
                .or(() -> all.stream().filter(message -> !message.isLeft()).findFirst())
                .or(() -> all.stream().findFirst());
    }

    String text() {
        return typing.text();
    }

    String id() {
        return typing.id();
    }

    /// Returns whether it was typed only for an agent that is gone.
    boolean isLeft() {
        return isCopied() && !typing.isAgain();
    }

    /// Returns whether it was ever typed for an agent that is gone. Then the screen cannot show
    /// that it was submitted: what is there may have been in that agent's prompt.
    boolean isCopied() {
        return typing.left().isPresent();
    }

    boolean isAllOf(PaneState shown) {
        return shown instanceof PaneState.Draft draft && TypedText.of(draft.text()).equals(typed());
    }

    boolean isIn(PaneState shown) {
        return shown instanceof PaneState.Draft draft
                && TypedText.of(draft.text()).contains(typed());
    }

    TypedText typed() {
        return TypedText.of(text());
    }

    boolean isSubmitted(Look.Shown shown) {
        return !isCopied() && shown.showsSubmitted(typed());
    }
}
