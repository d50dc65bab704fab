package dev.nudge.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nudge.delivery.inbox.Inbox;
import dev.nudge.delivery.inbox.Inbox.InboxAccess;
import dev.nudge.delivery.inbox.Inbox.InboxAnswer;
import dev.nudge.process.ProcessId;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RefusalsTest {
    private static final ProcessId AGENT = new ProcessId(17, 1);

    private final Refusals refusals = new Refusals();
    private InboxAnswer answer = InboxAnswer.REFUSED;
    private final InboxAccess open =
            refusals.noting(new InboxAccess.Open((_, _, _, _) -> answer), AGENT);

    private void send(InboxAnswer next) {
        answer = next;
        Inbox inbox = ((InboxAccess.Open) open).inbox();
        assertThat(inbox.send("a1", Set.of("end of 1"), "the text", Duration.ofSeconds(1)))
                .isEqualTo(next);
    }

    private InboxAccess promised() {
        return refusals.promised(open, AGENT);
    }

    @Test
    void inboxThatHasRefusedAMessageIsNotPromisedUntilItTakesOne() {
        assertThat(promised()).isEqualTo(open);
        send(InboxAnswer.REFUSED);
        assertThat(promised()).isInstanceOf(InboxAccess.Refusing.class);
        assertThat(refusals.promised(open, new ProcessId(17, 2))).isEqualTo(open);
        send(InboxAnswer.NONE);
        send(InboxAnswer.BUSY);
        assertThat(promised()).isInstanceOf(InboxAccess.Refusing.class);

        send(InboxAnswer.TAKEN);

        assertThat(promised()).isEqualTo(open);
        InboxAccess none = new InboxAccess.None();
        assertThat(refusals.noting(none, AGENT)).isEqualTo(none);
        assertThat(refusals.promised(none, AGENT)).isEqualTo(none);
    }
}
