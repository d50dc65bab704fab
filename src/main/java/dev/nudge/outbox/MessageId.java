package dev.nudge.outbox;

import java.time.Instant;
import java.util.UUID;

/// The id of a message, which also says when its typing has begun: a UUID of version 7 (RFC 9562).
final class MessageId {
    private static final int TIME_SHIFT = 16;
    private static final long RANDOM = 0xfff;
    private static final long VERSION = 7;
    private static final int VERSION_SHIFT = 12;

    private MessageId() {}

    /// Returns an id that no other message has.
    static String next(Instant now) {
        UUID random = UUID.randomUUID();
        long first =
                (now.toEpochMilli() << TIME_SHIFT)
                        | (VERSION << VERSION_SHIFT)
                        | (random.getMostSignificantBits() & RANDOM);
        return new UUID(first, random.getLeastSignificantBits()).toString();
    }

    /// Returns the time in an id, in whole milliseconds; the end of all times if it has none.
    static Instant time(String id) {
        try {
            UUID uuid = UUID.fromString(id);
            return uuid.version() == VERSION
                    ? Instant.ofEpochMilli(uuid.getMostSignificantBits() >>> TIME_SHIFT)
                    : Instant.MAX;
        } catch (IllegalArgumentException e) {
            return Instant.MAX;
        }
    }
}
