package dev.nudge.delivery.inbox;

import dev.nudge.process.CurrentUser;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/// An inbox that is a socket of the agent. It takes messages from programs that the agent has
/// started, which know a token (rules R110 to R113).
///
/// @param socket where the agent listens
/// @param token known only to these programs; never shown
public record SocketInbox(Path socket, String token) implements Inbox {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int VERSION = 1;
    private static final String NAME = "nudge";

    @Override
    public InboxAnswer send(String id, Set<String> news, String text, Duration limit) {
        boolean isConnected = false;
        try (DeliveryReport report = DeliveryReport.listen(id);
                SocketChannel agent = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            agent.connect(UnixDomainSocketAddress.of(socket));
            // Another user would learn the token and the message.
            if (!CurrentUser.isPeer(agent)) {
                return InboxAnswer.REFUSED;
            }
            isConnected = true;
            return send(agent, lines(id, text, report.address()))
                    ? report.await(limit)
                    : InboxAnswer.NONE;
        } catch (IOException e) {
            return isConnected ? InboxAnswer.NONE : InboxAnswer.REFUSED;
        }
    }

    /// Returns whether everything was written. If not, the agent may still have read it.
    private static boolean send(SocketChannel agent, String lines) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                agent.write(bytes);
            }
            agent.shutdownOutput();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private String lines(String id, String text, Path report) {
        Map<String, Object> authority = Map.of("msgV", VERSION, "type", "auth", "token", token);
        Map<String, Object> message =
                Map.of(
                        "msgV",
                        VERSION,
                        "msgId",
                        id,
                        "type",
                        "user",
                        "from",
                        report.toString(),
                        "fromName",
                        NAME,
                        "priority",
                        "next",
                        "message",
                        Map.of("role", "user", "content", text));
        return JSON.writeValueAsString(authority) + "\n" + JSON.writeValueAsString(message) + "\n";
    }

    @Override
    public String toString() {
        return "inbox at " + socket;
    }
}
