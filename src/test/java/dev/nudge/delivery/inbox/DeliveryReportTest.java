package dev.nudge.delivery.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.nudge.testkit.Patience;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// An agent that was stopped does not close its connections.
class DeliveryReportTest {
    private static final Duration LIMIT = Patience.LONG;
    private static final String DELIVERED = "{\"origMsgId\":\"a1\",\"status\":\"delivered\"}\n";

    private static SocketChannel connect(DeliveryReport report) throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(report.address()));
    }

    private static void write(SocketChannel agent, String line) throws IOException {
        agent.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void silentConnectionKeepsNoOtherFromReporting() throws IOException {
        try (DeliveryReport report = DeliveryReport.listen("a1");
                SocketChannel _ = connect(report);
                SocketChannel agent = connect(report)) {
            write(agent, DELIVERED);

            assertThat(report.await(LIMIT)).isEqualTo(InboxAnswer.TAKEN);
        }
    }

    @Test
    void connectionsThatTheAgentLeavesOpenAreClosedWithTheReport() throws IOException {
        SocketChannel agent;
        SocketChannel silent;
        try (DeliveryReport report = DeliveryReport.listen("a1")) {
            agent = connect(report);
            silent = connect(report);
            write(agent, DELIVERED);
            assertThat(report.await(LIMIT)).isEqualTo(InboxAnswer.TAKEN);
        }
        try (agent;
                silent) {
            assertClosed(agent);
            assertClosed(silent);
        }
    }

    private static void assertClosed(SocketChannel agent) {
        assertThat(assertTimeoutPreemptively(LIMIT, () -> hasEnded(agent))).isTrue();
    }

    private static boolean hasEnded(SocketChannel agent) {
        try {
            return agent.read(ByteBuffer.allocate(1)) < 0;
        } catch (IOException reset) {
            // It was closed before it had been accepted.
            return true;
        }
    }
}
