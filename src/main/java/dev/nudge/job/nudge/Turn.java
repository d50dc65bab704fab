package dev.nudge.job.nudge;

import java.time.Instant;

/// A turn of an agent, as the hook of its prompt knows it.
///
/// @param hook the process id of the hook
/// @param transcript the path of the agent's record of the conversation; empty if it keeps none
public record Turn(long hook, String transcript) {
    private static final String LINE = "\n";

    /// Returns the form used in records: the hook, the transcript and the message, a line each.
    String recorded(String text) {
        return hook + LINE + transcript + LINE + text;
    }

    /// Restores what was told in a turn.
    ///
    /// @throws IllegalArgumentException if this is not the result of [#recorded]
    static NudgeState told(Instant at, boolean isTyped, String recorded) {
        String[] parts = recorded.split(LINE, 3);
        if (parts.length < 3) {
            throw new IllegalArgumentException("nudge_text is not a turn: " + recorded);
        }
        return new NudgeState.InTurn(
                at, isTyped, new Turn(Long.parseLong(parts[0]), parts[1]), parts[2]);
    }
}
