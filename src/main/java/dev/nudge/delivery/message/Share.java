package dev.nudge.delivery.message;

/// The room that a message gives to each of several jobs.
///
/// @param command most code points of a command
/// @param failure most code points of the output of a job that failed
record Share(int command, int failure) {
    /// The room for a command that is shortened as far as possible.
    static final int LEAST_COMMAND = 24;

    /// Room for all outputs in full.
    static final int FULL = 2 * NudgeMessage.MAX_OUTPUT;

    /// Returns a share with the shortest commands.
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
