package dev.nudge.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.outbox.RecordedTurns.MessageId;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MessageIdTest {
    private static final Instant NOW = Instant.parse("2026-11-29T06:53:30.123Z");

    @Test
    void idHasItsTimeAndIsAnotherEachTime() {
        String id = MessageId.next(NOW.plusNanos(456_789));

        assertThat(MessageId.time(id)).isEqualTo(NOW);
        assertThat(UUID.fromString(id).version()).isEqualTo(7);
        assertThat(UUID.fromString(id).variant()).isEqualTo(2);
        assertThat(MessageId.next(NOW)).isNotEqualTo(id);
    }

    @Test
    void idWithoutATimeIsOfNone() {
        assertThat(MessageId.time("1")).isEqualTo(Instant.MAX);
        assertThat(MessageId.time(UUID.randomUUID().toString())).isEqualTo(Instant.MAX);
    }
}
