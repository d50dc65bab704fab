package dev.nudge.delivery.typing;

import dev.nudge.delivery.message.Note;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The notes that wait to be typed, kept on disk by the implementation. A note goes pending →
/// typing → taken, or back to pending if nothing was submitted. A change is durable when the method
/// returns. Several threads call it.
public interface NotesToType {
    /// Lists the notes that wait for this agent, ordered by time, including those left in `typing`
    /// by a crash. Notes that a receipt proves to have been reported are not listed. Blocks on the
    /// file system only.
    List<PendingNote> pending(AgentBinding agent);

    /// Records that these notes are about to be typed as this text. A note that was being typed for
    /// an agent that is gone stays marked as such.
    ///
    /// @param idleAt when the agent was seen to be idle; empty if it is working. Only an agent that
    ///   was idle after a call had been answered has not received the answer
    /// @return false if one of them has been reported in another way, or is being reported so now;
    ///   then nothing is recorded
    boolean markTyping(List<Note> notes, String text, Optional<Instant> idleAt) throws IOException;

    /// Records that the agent has taken these notes. They are never listed again, even if that
    /// cannot be written now, unless the agent ends before it begins a turn with them.
    ///
    /// @return whether the agent leaves a receipt when it begins a turn with them; if not,
    ///   [#markBegun] must follow
    boolean markTaken(List<Note> notes);

    /// Records that an agent which leaves no receipts has begun a turn with these notes, or has
    /// queued them: the screen shows that, or, of an agent in no pane, its inbox has said so.
    void markBegun(List<Note> notes);

    /// Records that the agent has begun a turn with these notes, as its record of the conversation
    /// shows.
    void markRecorded(List<Note> notes, Path record);

    /// Returns whether the agent has taken notes and is yet to begin a turn with them, for which it
    /// leaves a receipt. Until then it may look idle, and a second text would begin a second turn
    /// beside the first. Blocks on the file system only.
    boolean isTurnDue(AgentBinding agent);

    /// Records that these notes were not submitted and wait again, unless a receipt says that they
    /// were submitted.
    void markPending(List<Note> notes) throws IOException;

    /// A note that waits.
    ///
    /// @param typedText the text as which this or an earlier daemon began to type the note, until
    ///   it is known whether it was submitted; empty if there is none. The courier looks at the
    ///   screen before it types again
    /// @param id the id of the message with that text, the same for all of its notes; empty if
    ///   there is none
    /// @param isLeft whether it was typed only for an agent that is gone
    /// @param isCopied whether it was ever typed for an agent that is gone, so that the screen may
    ///   show a text that no agent has received
    /// @param isAnswered whether the answer to a call reports it, and it is unknown whether the
    ///   agent has received that answer; only an idle agent certainly has not
    /// @param leavesReceipt whether the agent leaves a receipt when it begins a turn with a typed
    ///   text
    record PendingNote(
            Note note,
            String typedText,
            String id,
            boolean isLeft,
            boolean isCopied,
            boolean isAnswered,
            boolean leavesReceipt) {
        static List<Note> notes(List<PendingNote> pending) {
            return pending.stream().map(PendingNote::note).toList();
        }
    }
}
