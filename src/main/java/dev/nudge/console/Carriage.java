package dev.nudge.console;

import java.time.Duration;
import java.util.Optional;

/// What the native front must know of a command before the daemon has answered. `FrontTable` writes
/// it for the build of the front.
///
/// @param reads whether it only reads, and so may be run twice
/// @param holds whether it starts a job: Ctrl+C waits until it is known what it is for
/// @param nothing what is printed if no daemon runs, by a command that starts none; empty if it
///   starts one
/// @param patience the longest that the front waits before it ends without a word, in whole
///   milliseconds; zero for no limit
public record Carriage(boolean reads, boolean holds, Optional<String> nothing, Duration patience) {
    /// Of a command that changes something.
    public static final Carriage ACTS = new Carriage(false, false, Optional.empty(), Duration.ZERO);

    /// Of a command that only reads.
    public static final Carriage READS = new Carriage(true, false, Optional.empty(), Duration.ZERO);

    /// Of a command that starts a job.
    public static final Carriage STARTS =
            new Carriage(false, true, Optional.empty(), Duration.ZERO);

    /// Returns that of a command that reads, and starts no daemon.
    ///
    /// @param nothing printed without one; may be the empty text
    /// @param patience as above
    public static Carriage looks(String nothing, Duration patience) {
        return new Carriage(true, false, Optional.of(nothing), patience);
    }
}
