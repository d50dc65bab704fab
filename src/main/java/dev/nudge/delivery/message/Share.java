package dev.nudge.delivery.message;

/// The room that each of several jobs has in a message.
///
/// @param command most code points of a command
/// @param failure most code points of the output of a job that failed
record Share(int command, int failure) {
    /// Least code points of a command, if it is longer.
    static final int LEAST_COMMAND = 24;

    /// Room for all outputs in full.
    static final int FULL = 2 * NudgeMessage.MAX_OUTPUT;

    /// Returns the least room that is worth a message.
    static Share least(int failure) {
        return new Share(LEAST_COMMAND, failure);
    }

    Share withCommand(int most) {
        return new Share(most, failure);
    }

    Share withFailure(int most) {
        return new Share(command, most);
    }

    /// Returns the room for an output: a failure has twice that of a success.
    int output(boolean isFailure) {
        return isFailure ? failure : failure / 2;
    }
}
