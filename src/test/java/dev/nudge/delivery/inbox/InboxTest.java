package dev.nudge.delivery.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.nudge.delivery.inbox.Inbox.InboxAnswer;
import dev.nudge.delivery.inbox.SocketInbox.DeliveryReport;
import dev.nudge.testkit.OtherUser;
import dev.nudge.testkit.Patience;
import dev.nudge.testkit.TemporaryFolder;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class InboxTest {
    private static final Duration LIMIT = Patience.LONG;
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final String DELIVERED = "{\"origMsgId\":\"a1\",\"status\":\"delivered\"}\n";

    @AutoClose private final TemporaryFolder temporary = TemporaryFolder.create();
    private final Path socket = temporary.path().resolve("agent.sock");
    private final Inbox inbox = new SocketInbox(socket, "the word");

    @Test
    void messageComesWithItsAuthority() {
        try (StandInInbox agent = StandInInbox.start(socket, "the word", "delivered")) {
            assertThat(inbox.send("a1", Set.of(), "All \"done\"\nhere.", LIMIT))
                    .isEqualTo(InboxAnswer.TAKEN);

            JsonNode message = agent.messages().getFirst();
            assertThat(message.path("type").asString()).isEqualTo("user");
            assertThat(message.path("msgId").asString()).isEqualTo("a1");
            assertThat(message.path("message").path("role").asString()).isEqualTo("user");
            assertThat(message.path("message").path("content").asString())
                    .isEqualTo("All \"done\"\nhere.");
        }
    }

    @Test
    void anotherUserWhoListensThereLearnsNothing() throws IOException {
        Path heard = temporary.path().resolve("heard");
        try (OtherUser other = new OtherUser(Map.of("PATH", "/usr/bin:/bin"))) {
            other.give(temporary.path());
            other.listen(socket, heard);

            assertThat(inbox.send("a1", Set.of(), "Done.", SHORT)).isEqualTo(InboxAnswer.REFUSED);

            await().until(() -> Files.exists(heard) && Files.size(heard) > 0);
            assertThat(heard).hasContent("(end)");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "refused, REFUSED",
        "denied, REFUSED",
        "dropped, REFUSED",
        "expired, REFUSED",
        "misaddressed, REFUSED",
        "held, NONE",
    })
    void reportSaysWhatBecameOfIt(String status, InboxAnswer answer) {
        try (StandInInbox _ = StandInInbox.start(socket, "the word", status)) {
            assertThat(inbox.send("a1", Set.of(), "Done.", LIMIT)).isEqualTo(answer);
        }
    }

    @Test
    void agentThatDoesNotReportMayHaveTheMessageUnlessNobodyListens() {
        assertThat(inbox.send("a1", Set.of(), "Done.", LIMIT)).isEqualTo(InboxAnswer.REFUSED);
        try (StandInInbox agent = StandInInbox.start(socket, "another word", "delivered")) {
            assertThat(inbox.send("a1", Set.of(), "Done.", SHORT)).isEqualTo(InboxAnswer.NONE);
            assertThat(agent.messages()).isEmpty();
        }
    }

    @Test
    void tokenIsNeverShown() {
        assertThat(inbox.toString()).doesNotContain("the word");
    }

    private static SocketChannel connect(DeliveryReport report) throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(report.address()));
    }

    private static void write(SocketChannel agent, String text) throws IOException {
        agent.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void lineOfAnyLengthHidesNoReport() throws IOException {
        try (DeliveryReport report = DeliveryReport.listen("a1");
                SocketChannel agent = connect(report)) {
            write(agent, "\n" + "x".repeat(300_000) + "\n");
            write(agent, DELIVERED);

            assertThat(report.await(LIMIT)).isEqualTo(InboxAnswer.TAKEN);
        }
    }

    /// An agent that was stopped does not close its connections.
    @Test
    void silentConnectionHoldsNothingUpAndIsClosedWithTheReport() throws IOException {
        SocketChannel agent;
        SocketChannel silent;
        try (DeliveryReport report = DeliveryReport.listen("a1")) {
            silent = connect(report);
            agent = connect(report);
            write(agent, DELIVERED);
            assertThat(report.await(LIMIT)).isEqualTo(InboxAnswer.TAKEN);
        }
        try (agent;
                silent) {
            assertThat(hasEnded(agent)).isTrue();
            assertThat(hasEnded(silent)).isTrue();
        }
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
