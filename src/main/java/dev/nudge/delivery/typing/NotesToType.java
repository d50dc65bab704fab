package dev.nudge.delivery.typing;

import dev.nudge.delivery.message.Note;
import dev.nudge.job.nudge.NudgeState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The notes that wait to be typed, kept on disk by the implementation. A note goes pending →
/// typing → taken, or back to pending if nothing was submitted. A change is durable when the method
/// returns. Several threads call it.
public interface NotesToType {
    /// Lists the notes that wait for this agent, by time, including those left in `typing` by a
    /// crash, but none that a receipt proves to have been reported. Blocks on the file system only.
    List<PendingNote> pending(AgentBinding agent);

    /// Records that these notes are about to be typed as this text. A note that was being typed for
    /// an agent that is gone stays marked as such.
    ///
    /// @param idleAt when the agent was seen to be idle; empty if it is working. Only an agent that
    ///   was idle after a call had been answered has not received the answer
    /// @return false, with nothing recorded, if one has been, or is being, reported in another way
    boolean markTyping(List<Note> notes, String text, Optional<Instant> idleAt) throws IOException;

    /// Records that the agent has taken these notes. They are never listed again, even if that
    /// cannot be written now, unless the agent ends before it begins a turn with them.
    ///
    /// @return whether the agent leaves a receipt for their turn; if not, [#markBegun] must follow
    boolean markTaken(List<Note> notes);

    /// Records that an agent which leaves no receipts has begun a turn with these notes, or has
    /// queued them: the screen shows that, or, of an agent in no pane, its inbox has said so.
    void markBegun(List<Note> notes);

    /// Records that a turn has begun with these notes, as the record of the conversation shows.
    void markRecorded(List<Note> notes, Path record);

    /// Returns whether a receipt is due from the agent for a turn with notes that it has taken.
    /// Until then it may look idle, and a second text would begin a second turn beside the first.
    /// Blocks on the file system only.
    boolean isTurnDue(AgentBinding agent);

    /// Records that these notes wait again, unless a receipt says that they were submitted.
    void markPending(List<Note> notes) throws IOException;

    /// A note that waits.
    ///
    /// @param nudge its state. If it is [NudgeState.Typing], this or an earlier daemon has begun to
    ///   type it, and it is not known whether it was submitted: the courier looks at the screen
    ///   before it types again. If it is [NudgeState.Answered], only an idle agent has certainly
    ///   not received the answer
    /// @param leavesReceipt whether the agent leaves a receipt for the turn with a typed text
    record PendingNote(Note note, NudgeState nudge, boolean leavesReceipt) {
        static List<Note> notes(List<PendingNote> pending) {
            return pending.stream().map(PendingNote::note).toList();
        }
    }
}
