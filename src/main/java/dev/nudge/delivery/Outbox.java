package dev.nudge.delivery;

import java.io.IOException;
import java.util.List;

/// The notes that wait to be reported, kept on disk by its implementation. An entry goes pending →
/// typing → delivered, or back to pending when nothing was submitted. A change is durable when the
/// method returns.
public interface Outbox {
    /// Lists the notes that wait for this agent, in the order of their times, including those left
    /// in `typing` by a crash. A receipt that has come by now counts: what it proves to have been
    /// told is not listed. Blocks on the file system only.
    List<PendingNote> pending(AgentBinding agent);

    /// Records that these notes are about to be typed as this text. One that was being typed for an
    /// agent that is gone stays marked as such.
    ///
    /// @return false if one of them is being told in another way meanwhile, or has been: then
    ///   nothing is recorded
    boolean markTyping(List<Note> notes, String text) throws IOException;

    /// Records that the agent has taken these notes. They are never listed again, even if that
    /// cannot be written now.
    void markDelivered(List<Note> notes);

    /// Records that these notes were not submitted and wait again, unless a receipt says that they
    /// were.
    void markPending(List<Note> notes) throws IOException;

    /// A note that waits.
    ///
    /// @param note what to tell
    /// @param typedText the text that was being typed when the last daemon died; empty if none was.
    ///   The courier looks at the screen before it types again
    /// @param isLeft whether it was typed for an agent that is gone, so that the screen may show
    ///   what nobody has heard
    /// @param isAnswered whether the answer to a call tells it, of which it is not known whether
    ///   the agent has received it: only an idle agent has not
    record PendingNote(Note note, String typedText, boolean isLeft, boolean isAnswered) {}
}
