package dev.nudge.cli.carrier;

import dev.nudge.protocol.Frame;
import dev.nudge.protocol.Frame.Kind;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The token that a daemon leaves with a carrier, for the next daemon if it dies.
final class CarrierToken {
    /// The number of daemons that may die soon, one after the other, before something is written.
    private static final int ATTEMPTS = 5;

    private static final Duration SOON = Duration.ofSeconds(10);

    private @Nullable String token;
    private @Nullable String next;
    private int losses;
    private long begun = System.nanoTime();

    /// @param isReading whether the command only reads: it may be run again as long as nothing has
    ///   been written
    CarrierToken(boolean isReading) {
        this.token = isReading ? "" : null;
    }

    /// Takes a token.
    void keep(Frame frame) {
        if (frame.kind() == Kind.KEEP) {
            token = frame.text();
        } else {
            next = frame.text();
        }
    }

    /// Notes that something has been written. A message on standard error may have come between a
    /// token and the output that it belongs to.
    ///
    /// @param kind of the frame that was carried out
    void written(Kind kind) {
        losses = 0;
        if (next != null && kind != Kind.ERR) {
            token = next;
            next = null;
        } else if (token != null && token.isEmpty()) {
            token = null;
        }
    }

    /// Notes that the daemon has died.
    ///
    /// @return whether the command can continue under the next one
    boolean survives() {
        next = null;
        losses = System.nanoTime() - begun > SOON.toNanos() ? 1 : losses + 1;
        return token != null && losses < ATTEMPTS;
    }

    /// Returns what the next daemon is told, which begins now.
    Optional<Frame> resume() {
        begun = System.nanoTime();
        return token == null ? Optional.empty() : Optional.of(Frame.of(Kind.RESUME, token));
    }
}
