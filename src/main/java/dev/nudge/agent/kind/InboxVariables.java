package dev.nudge.agent.kind;

import dev.nudge.delivery.inbox.InboxAccess;
import dev.nudge.delivery.inbox.SocketInbox;
import java.nio.file.Path;
import java.util.Map;

/// The variables by which an agent tells its servers of its inbox.
///
/// @param socket the variable with the path of the inbox's socket
/// @param token the variable with the token by which the agent knows its servers
public record InboxVariables(String socket, String token) {
    /// Finds the inbox in the environment of such a server.
    public InboxAccess in(Map<String, String> environment) {
        String path = environment.getOrDefault(socket, "");
        String word = environment.getOrDefault(token, "");
        return path.isEmpty() || word.isEmpty()
                ? new InboxAccess.None()
                : new InboxAccess.Open(new SocketInbox(Path.of(path), word));
    }
}
