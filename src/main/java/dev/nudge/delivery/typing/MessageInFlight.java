package dev.nudge.delivery.typing;

import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.screen.PaneState;
import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.delivery.typing.NotesToType.PendingNote;
import java.util.List;
import java.util.Optional;

/// A message whose typing has begun, perhaps by an earlier daemon, as its [PendingNote]s say. If it
/// is copied, the screen cannot show that it was submitted: what is there may have been in the
/// prompt of an agent that is gone.
record MessageInFlight(
        String text,
        String id,
        boolean isLeft,
        boolean isCopied,
        boolean leavesReceipt,
        List<Note> notes) {
    /// Lists the messages in flight, the oldest first. There may be several: a message of an agent
    /// that is gone is passed on while another is being typed for the next agent.
    static List<MessageInFlight> all(List<PendingNote> pending) {
        return pending.stream()
                .filter(note -> !note.typedText().isEmpty())
                .map(PendingNote::typedText)
                .distinct()
                .map(text ->
                        of(pending.stream().filter(note -> note.typedText().equals(text)).toList()))
                .toList();
    }

    private static MessageInFlight of(List<PendingNote> notes) {
        PendingNote first = notes.getFirst();
        return new MessageInFlight(
                first.typedText(),
                first.id(),
                first.isLeft(),
                first.isCopied(),
                first.leavesReceipt(),
                PendingNote.notes(notes));
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

    boolean isAllOf(PaneState shown) {
        return shown instanceof PaneState.Draft draft && TypedText.of(draft.text()).equals(typed());
    }

    boolean isIn(PaneState shown) {
        return shown instanceof PaneState.Draft draft
                && TypedText.of(draft.text()).contains(typed());
    }

    TypedText typed() {
        return TypedText.of(text);
    }

    boolean isSubmitted(Look.Shown shown) {
        return !isCopied && shown.showsSubmitted(typed());
    }
}
