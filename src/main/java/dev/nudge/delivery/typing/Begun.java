package dev.nudge.delivery.typing;

import dev.nudge.delivery.message.Note;
import dev.nudge.delivery.typing.AgentPane.Look;
import dev.nudge.delivery.typing.NotesToType.PendingNote;
import java.util.List;
import java.util.Optional;

/// A message whose typing has begun, perhaps by an earlier daemon.
///
/// @param isLeft whether it was typed for an agent that is gone, and not since
/// @param isCopied whether it was ever typed for an agent that is gone. Then no screen shows that
///   it was submitted: what is there may have been in that agent's prompt
/// @param leavesReceipt whether the agent leaves a receipt when it begins a turn with it
record Begun(
        String text, boolean isLeft, boolean isCopied, boolean leavesReceipt, List<Note> notes) {
    /// Looks for the oldest one.
    static Optional<Begun> among(List<PendingNote> pending) {
        return pending.stream()
                .filter(note -> !note.typedText().isEmpty())
                .findFirst()
                .map(first ->
                        new Begun(
                                first.typedText(),
                                first.isLeft(),
                                first.isCopied(),
                                first.leavesReceipt(),
                                pending.stream()
                                        .filter(note -> note.typedText().equals(first.typedText()))
                                        .map(PendingNote::note)
                                        .toList()));
    }

    TypedText typed() {
        return TypedText.of(text);
    }

    /// Returns whether the screen shows that the agent has taken it.
    boolean isSubmitted(Look.Shown shown) {
        return !isCopied && shown.showsSubmitted(typed());
    }
}
